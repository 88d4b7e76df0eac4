"""The bin: what was deleted, how long it can be put back, and deleting it for good."""

from __future__ import annotations

from typing import NamedTuple

from flask import Blueprint, abort, flash, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from ..archive.leagues import League
from ..house_rules.shelf import BinnedRules
from ..store import BIN_DAYS, BinRow, Place
from ..times import later
from .context import shelf, store
from .forms.request import from_address, is_sure
from .leagues.repository import all_binned, drop, find_binned
from .match_repository import drop_replay
from .pagination import ListAddress, part_of

pages = Blueprint("bin", __name__, url_prefix="/bin")


class Deleted(NamedTuple):
    """An item of the bin, as the page shows it."""

    title: str  # empty where it cannot be read
    kind: str  # "match", "rules" or "league"
    id: str
    goes_at: str  # when it is deleted for good

    @property
    def place(self) -> Place:
        return Place(self.goes_at, self.id)


@pages.get("")
def index() -> ResponseReturnValue:
    """What was deleted last; with ``before`` what follows this place of the list."""
    before: Place | None = from_address(ListAddress).before.data
    matches = [_match(row) for row in store().bin()]
    rules = [_rules(row) for row in shelf().bin()]
    leagues = [_league(row) for row in all_binned()]
    deleted = sorted([*matches, *rules, *leagues], key=lambda item: item.place, reverse=True)
    shown, older = part_of(deleted, lambda item: item.place, before)
    return render_template("bin/index.html", deleted=shown, before=before, older=older)


@pages.post("/matches/<match_id>/restoration")
def restore_match(match_id: str) -> ResponseReturnValue:
    """Put a match back as it was."""
    store().put_back(match_id)
    flash(_("The match was restored."))
    return redirect(url_for("home.index"), 303)


@pages.post("/matches/<match_id>/deletion")
def delete_match(match_id: str) -> ResponseReturnValue:
    """Delete a match for good, after asking."""
    row = next((row for row in store().bin() if row.id == match_id), None) or abort(404)
    if not is_sure():
        return render_template("bin/deletion.html", item=_match(row))
    store().delete(match_id)
    drop_replay(match_id)
    flash(_("The match was deleted for good."))
    return redirect(url_for("bin.index"), 303)


@pages.post("/rules/<binned>/restoration")
def restore_rules(binned: str) -> ResponseReturnValue:
    """Put house rules back."""
    house = shelf()
    with house.writing():
        name = house.put_back(binned)
    if name is None:  # put back before, or deleted for good
        return redirect(url_for("rules.index"), 303)
    flash(_("The rules were restored."))
    return redirect(url_for("rules.index"), 303)


@pages.post("/rules/<binned>/deletion")
def delete_rules(binned: str) -> ResponseReturnValue:
    """Delete house rules for good, after asking."""
    house = shelf()
    row = next((row for row in house.bin() if row.id == binned), None) or abort(404)
    if not is_sure():
        return render_template("bin/deletion.html", item=_rules(row))
    with house.writing():
        house.delete(binned)
    flash(_("The rules were deleted for good."))
    return redirect(url_for("bin.index"), 303)


@pages.post("/leagues/<league_id>/deletion")
def delete_league(league_id: str) -> ResponseReturnValue:
    """Delete a league for good, after asking. Its matches stay."""
    league = find_binned(league_id)
    if not is_sure():
        return render_template("bin/deletion.html", item=_league(league))
    drop(league)
    flash(_("The league was deleted for good."))
    return redirect(url_for("bin.index"), 303)


def _match(row: BinRow) -> Deleted:
    players = (row.first or {}).get("players")
    title = " – ".join(map(str, players)) if isinstance(players, list) else ""
    return Deleted(title, "match", row.id, later(row.discarded_at, BIN_DAYS))


def _rules(row: BinnedRules) -> Deleted:
    return Deleted(row.title, "rules", row.id, later(row.discarded_at, BIN_DAYS))


def _league(league: League) -> Deleted:
    return Deleted(league.name, "league", league.id, later(league.deleted, BIN_DAYS))
