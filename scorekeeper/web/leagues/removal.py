"""Leagues put away: archived, or deleted and put back."""

from __future__ import annotations

from flask import Blueprint, flash, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from msgspec.structs import replace

from ...archive.leagues import League
from ...store import Stale
from ...times import utc_now
from ..forms.fields import OneOf
from ..forms.request import from_body
from .forms import VersionForm
from .repository import empty_bin, find, find_anywhere, keep
from .views import league_page

pages = Blueprint("league_removal", __name__, url_prefix="/leagues/<league_id>")


class ArchiveForm(VersionForm):
    """Whether the league is put away."""

    archived = OneOf(("yes", "no"))


@pages.post("/archiving")
def archive(league_id: str) -> ResponseReturnValue:
    """Put a league behind the others, or take it back."""
    form = from_body(ArchiveForm)
    return _kept(replace(find(league_id), archived=form.archived.data == "yes"), form)


@pages.get("/deletion")
def ask_to_discard(league_id: str) -> str:
    """Ask before a league is moved to the bin."""
    return render_template("leagues/deletion.html", league=find(league_id))


@pages.post("/deletion")
def discard(league_id: str) -> ResponseReturnValue:
    """Move a league to the bin; asks again about one that was changed meanwhile. Its matches stay."""
    league, form = find_anywhere(league_id), from_body(VersionForm)
    if league.deleted:  # a double tap
        return redirect(url_for("leagues.index"), 303)
    if form.version.data != league.version:
        return redirect(url_for("league_removal.ask_to_discard", league_id=league_id), 303)
    keep(replace(league, deleted=utc_now()))
    empty_bin()
    flash(_("The league was deleted."), url_for("league_removal.restore", league_id=league_id))
    return redirect(url_for("leagues.index"), 303)


@pages.post("/restoration")
def restore(league_id: str) -> ResponseReturnValue:
    """Put a league back as it was."""
    keep(replace(find_anywhere(league_id), deleted=""))
    flash(_("The league was restored."))
    return redirect(url_for("leagues.show", league_id=league_id), 303)


def _kept(league: League, form: VersionForm) -> ResponseReturnValue:
    try:
        keep(replace(league, version=form.version.data))
    except Stale as stale:
        return league_page(find(league.id), problem=stale), 409
    return redirect(url_for("leagues.show", league_id=league.id), 303)
