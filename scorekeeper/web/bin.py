"""The bin: what was deleted, how long it can be put back, and deleting it for good."""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

from flask import Blueprint, abort, flash, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from ..archive.leagues import League
from ..house_rules.shelf import StoredRules
from ..sentences import versus
from ..store import BIN_DAYS, BinRow, Place
from ..times import HERE, clock, evening_of, later
from .context import shelf, store
from .forms.request import from_address
from .leagues.repository import all_binned, drop, find_binned
from .pagination import ListAddress, part_of

pages = Blueprint("bin", __name__, url_prefix="/bin")


class Deleted(NamedTuple):
    """An item of the bin, as the page shows it."""

    title: str  # empty where it cannot be read
    kind: str  # "matches", "rules" or "leagues", as in its address
    id: str
    goes_at: str  # when it is deleted for good
    evening: date | None = None  # of a match that can be read

    @property
    def place(self) -> Place:
        return Place(self.goes_at, self.id)

    @property
    def last_day(self) -> date:
        """On which it can be put back, by this computer's clock."""
        return clock(self.goes_at, HERE).date()


@pages.get("")
def index() -> ResponseReturnValue:
    """What was deleted last; with ``before`` what follows this place of the list."""
    before: Place | None = from_address(ListAddress).before.data
    deleted = sorted(_all(), key=lambda item: item.place, reverse=True)
    shown, older = part_of(deleted, lambda item: item.place, before)
    return render_template("bin/index.html", deleted=shown, before=before, older=older)


@pages.post("/matches/<match_id>/restoration")
def restore_match(match_id: str) -> ResponseReturnValue:
    """Put a match back as it was."""
    store().put_back(match_id)
    flash(_("The match was restored."))
    return redirect(url_for("home.index"), 303)


@pages.post("/rules/<binned>/restoration")
def restore_rules(binned: str) -> ResponseReturnValue:
    """Put house rules back."""
    if shelf().put_back(binned):  # otherwise a double tap, or they were deleted for good
        flash(_("The rules were restored."))
    return redirect(url_for("rules.index"), 303)


@pages.get("/<kind>/<binned>/deletion")
def ask_to_delete(kind: str, binned: str) -> str:
    """Ask before a match, rules or a league are deleted for good, or say which rules are based on these."""
    item = _find(kind, binned) or abort(404)
    return render_template("bin/deletion.html", item=item, extended_by=_extending(kind, binned))


@pages.post("/<kind>/<binned>/deletion")
def delete(kind: str, binned: str) -> ResponseReturnValue:
    """Delete something for good that is still in the bin. The matches of a league stay."""
    if _extending(kind, binned):
        return redirect(url_for("bin.ask_to_delete", kind=kind, binned=binned), 303)
    if _find(kind, binned):  # otherwise a double tap, or it was put back meanwhile
        _delete(kind, binned)
    return redirect(url_for("bin.index"), 303)


def _delete(kind: str, binned: str) -> None:
    if kind == "matches":
        store().delete(binned)
        flash(_("The match was deleted for good."))
    elif kind == "rules":
        shelf().delete(binned)
        flash(_("The rules were deleted for good."))
    else:
        drop(find_binned(binned))
        flash(_("The league was deleted for good."))


def _extending(kind: str, binned: str) -> list[StoredRules]:
    """The rules that are based on these."""
    return shelf().extending(binned) if kind == "rules" else []


def _find(kind: str, binned: str) -> Deleted | None:
    return next((item for item in _all() if (item.kind, item.id) == (kind, binned)), None)


def _all() -> list[Deleted]:
    """All that is in the bin."""
    return [*map(_match, store().bin()), *map(_rules, shelf().bin()), *map(_league, all_binned())]


def _match(row: BinRow) -> Deleted:
    first = row.first or {}
    players = first.get("players")
    title = versus(map(str, players)) if isinstance(players, list) else ""
    evening = evening_of(str(first.get("at", "")), str(first.get("zone", "")))
    return Deleted(title, "matches", row.id, later(row.discarded_at, BIN_DAYS), evening)


def _rules(stored: StoredRules) -> Deleted:
    return Deleted(stored.title, "rules", stored.id, later(stored.deleted, BIN_DAYS))


def _league(league: League) -> Deleted:
    return Deleted(league.name, "leagues", league.id, later(league.deleted, BIN_DAYS))
