"""About a match: where it was played, a note beside it, and what a table seldom needs."""

from __future__ import annotations

from typing import Final

from flask import Blueprint, flash, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from msgspec.structs import replace

from ...archive.archive import KIND
from ...archive.filter import listing
from ...koikoi.typed_text import cleaned
from ...sentences import say
from ...store import Stale
from ...store.documents import as_value
from ...times import evening_of
from ..access.current_phone import sees_all
from ..archive_view import archived, remarks_of
from ..context import store
from ..forms.fields import FieldError, TextLine, TypedField, TypedForm, WholeNumber
from ..forms.request import from_body
from ..forms.values import HIGHEST_NUMBER
from ..match_repository import load

LONGEST_PLACE: Final = 80
LONGEST_NOTE: Final = 2000  # letters, with the line breaks


class Note(TypedField):
    """A text of several lines."""

    def process_formdata(self, valuelist: list[str]) -> None:
        if not valuelist:
            return
        typed = "\n".join(valuelist[0].splitlines()).strip()
        self.texts = [typed]
        if len(typed) > LONGEST_NOTE:
            raise FieldError(say("That is too long: at most %(most)d characters.", most=LONGEST_NOTE))
        self.data = "\n".join(map(cleaned, typed.split("\n"))).strip()
        self.texts = [self.data]


class RemarksForm(TypedForm):
    """``version``: of the remarks that the page knew."""

    place = TextLine(longest=LONGEST_PLACE)
    note = Note(default="")
    version = WholeNumber(0, HIGHEST_NUMBER, needed=True, default=0)


pages = Blueprint("about", __name__, url_prefix="/matches/<match_id>/about")


@pages.get("")
def show(match_id: str) -> ResponseReturnValue:
    own = remarks_of(match_id)
    return _page(match_id, RemarksForm(data={"place": own.place, "note": own.note, "version": own.version}))


@pages.post("")
def keep(match_id: str) -> ResponseReturnValue:
    """Write the remarks in place of those that the page knew."""
    load(match_id)
    form = from_body(RemarksForm)
    if form.problems:
        return _page(match_id, form), 422
    made = replace(remarks_of(match_id), place=form.place.data, note=form.note.data)
    try:
        store().documents.put(KIND, match_id, form.version.data, as_value(made) or None)
    except Stale as stale:  # what was typed stays, on a page that knows what is there now
        return _page(match_id, form, stale), 409
    flash(_("The place and the note were saved."))
    return redirect(url_for("matches.notepad", match_id=match_id), 303)


def _page(match_id: str, form: RemarksForm, stale: Stale | None = None) -> str:
    """The page; where somebody else was faster, with what is stored now, which the next save replaces."""
    match = load(match_id)
    return render_template(
        "matches/about.html",
        match=match,
        match_id=match_id,
        evening=evening_of(match.start.at, match.start.zone),
        form=form,
        version=remarks_of(match_id).version if stale else form.version.data,
        stale=stale,
        places=listing(archived()).places if sees_all() else [],
        longest_place=LONGEST_PLACE,
        longest_note=LONGEST_NOTE,
    )
