"""Home: the latest matches, those in progress first, and on further pages the older ones; settings."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from ..archive.digests import Digest
from ..languages import LANGUAGES
from ..store import Place
from ..times import read_time
from .access.current_phone import admission
from .access.link_matches import opened_by
from .archive_view import digests_of
from .context import store
from .forms.fields import OneOf, OwnAddress, TypedForm
from .forms.request import from_address, from_body
from .pagination import MOST_LISTED, ListAddress, address_of
from .sessions import cookie_name, keep_cookie

pages = Blueprint("home", __name__)

_LEFT_AFTER = timedelta(days=7)  # a match that nobody has continued for so long is listed apart


class SettingsForm(TypedForm):
    """A language, and where the reader came from."""

    language = OneOf(LANGUAGES)
    back = OwnAddress()


class ListedMatch(NamedTuple):
    id: str
    digest: Digest
    touched_at: str

    def left(self, now: datetime) -> bool:
        """Whether the match was not finished and nobody has entered anything for a week."""
        with suppress(ValueError):  # in a record from elsewhere the time may not be readable
            return not self.digest.finished and now - read_time(self.touched_at) > _LEFT_AFTER
        return False


@pages.get("/")
def index() -> ResponseReturnValue:
    """The latest matches; with ``before`` the ones that follow this place of the list."""
    here = admission()
    if here and not here.sees_all:
        opened = [ListedMatch(row.id, digest, row.touched_at) for row, digest in opened_by(here.link)]
        return render_template("home/guest.html", listed=opened, several_games=_of_several_games(opened))
    before: Place | None = from_address(ListAddress).before.data
    rows = store().matches(MOST_LISTED + 1, before)
    shown = rows[:MOST_LISTED]
    read = list(zip(shown, digests_of(shown), strict=True))
    listed = [ListedMatch(row.id, digest, row.touched_at) for row, digest in read if digest]
    now = datetime.now(UTC)
    return render_template(
        "home/index.html",
        going_on=[match for match in listed if not match.digest.finished and not match.left(now)],
        left=[match for match in listed if match.left(now)],
        over=[match for match in listed if match.digest.finished],
        several_games=_of_several_games(listed),
        unreadable=[row for row, digest in read if not digest],
        before=before,
        older=address_of(shown[-1].place) if len(rows) > len(shown) else None,
    )


def _of_several_games(listed: Sequence[ListedMatch]) -> bool:
    return len({match.digest.game for match in listed}) > 1


@pages.get("/settings")
def settings() -> ResponseReturnValue:
    """Language, what this browser shows, and what the signs mean."""
    return render_template("home/settings.html", back=back_from_settings())


def back_from_settings() -> str | None:
    """Where the way back from the settings leads: this page, unless it only answers what was sent."""
    if request.endpoint == "home.settings":
        return from_address(SettingsForm).back.data or url_for("home.index")
    return request.script_root + request.full_path.rstrip("?") if request.method == "GET" else None


@pages.post("/language")
def choose_language() -> ResponseReturnValue:
    """Keep the language that the reader chose, and go back to the page they came from."""
    form = from_body(SettingsForm)
    answer = make_response(redirect(form.back.data or url_for("home.index"), 303))
    if form.language.data:
        keep_cookie(answer, cookie_name("language"), form.language.data)
    return answer
