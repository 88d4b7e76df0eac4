"""A match: begun, shown as the notepad, taken back, deleted."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from ..koikoi.errors import KoikoiError
from ..koikoi.events import (
    DealVoided,
    FieldDealt,
    HandShown,
    KoikoiCalled,
    MatchEnded,
    PointsAdjusted,
    RoundCorrected,
    TakenBack,
    TurnTaken,
)
from ..koikoi.ruleset import names
from ..koikoi.sentences import say as sentence
from ..koikoi.table import Match
from ..store import Conflict, NoSuchMatch
from . import start_form
from .rules_in_words import rule_choices
from .tables import (
    append,
    begin,
    entry_id,
    forget,
    fresh_id,
    installation,
    is_of,
    known,
    last_rules,
    load,
    readable,
    store,
    with_id,
)
from .words import say

pages = Blueprint("matches", __name__)

_BEGIN = (FieldDealt, KoikoiCalled, TurnTaken)  # what stands in an entry before the event that ends it


@pages.get("/matches/new")
def new() -> ResponseReturnValue:
    """The form for a new match, also for a rematch (``?again=<match>``)."""
    again = request.args.get("again")
    values = (
        start_form.rematch(load(again), again)
        if again
        else start_form.blank(request.args.get("ruleset") or last_rules())
    )
    return _form(values, {})


@pages.post("/matches")
def create() -> ResponseReturnValue:
    values = start_form.read(request.form)
    match_id = entry_id()
    try:
        rules = start_form.chosen_rules(values, installation().house_rules.find, _again(values))
        start = start_form.started(values, rules, match_id)
        begin(match_id, start)
    except start_form.Unclear as unclear:
        return _form(values, unclear.problems, match_id), 422
    except KoikoiError as error:
        return _form(values, {start_form.field_of(error): error}, match_id), 422
    except Conflict as conflict:  # the form was sent before, with other values
        return _form(values, {"name-0": conflict}, fresh_id()), 409
    if seats := start_form.seating(values, rules, start):
        flash(say(seats))
    if values["ruleset"] != "again":  # the rules of a rematch may stand nowhere else
        store().remember("ruleset", values["ruleset"])
    return redirect(url_for("matches.notepad", match_id=match_id), 303)


@pages.get("/matches/<match_id>")
def notepad(match_id: str) -> ResponseReturnValue:
    match = load(match_id)
    saved = request.args.get("saved", type=int)
    return render_template("matches/notepad.html", match=match, match_id=match_id, saved=saved, id=fresh_id())


@pages.get("/matches/<match_id>/rules")
def rules_of(match_id: str) -> ResponseReturnValue:
    """The rules that a match began with, in words."""
    match = load(match_id)
    return render_template("matches/rules.html", match=match, match_id=match_id, rules=match.rules)


@pages.post("/matches/<match_id>/takebacks")
def take_back(match_id: str) -> ResponseReturnValue:
    """Undo: the last thing that was entered no longer counts, a whole round at once."""
    match = load(match_id)
    entry = entry_id()
    if any(is_of(tree["id"], entry) for tree in store().events(match_id, known())):  # a double tap
        return redirect(url_for("matches.notepad", match_id=match_id), 303)
    events = [with_id(TakenBack(), entry, place) for place in range(_last_entry(match))]
    if not events:
        flash(_("There is nothing to take back."))
        return redirect(url_for("matches.notepad", match_id=match_id), 303)
    append(match_id, events)
    flash(_what_was_taken_back(match))
    return redirect(url_for("matches.notepad", match_id=match_id), 303)


@pages.post("/matches/<match_id>/deletion")
def discard(match_id: str) -> ResponseReturnValue:
    """A match is deleted with all its rounds; the page asks before."""
    match = load(match_id)
    if request.form.get("sure") != "yes" or known() != match.seq:
        return render_template("matches/deletion.html", match=match, match_id=match_id)
    store().discard(match_id)
    forget(match_id)
    flash(_("The match was deleted."))
    return redirect(url_for("home.index"), 303)


def _what_was_taken_back(match: Match) -> str:
    """The last entry in words."""
    match match.log[-1]:
        case RoundCorrected(round=number):
            words = sentence("The correction of round %(number)d is taken back.", number=number)
        case PointsAdjusted():
            words = sentence("The adjustment is taken back.")
        case MatchEnded():
            words = sentence("The match goes on.")
        case DealVoided():
            words = sentence("The void deal is taken back.")
        case _:
            words = sentence("Round %(number)d is taken back.", number=len(match.rounds))
    return say(words)


def _last_entry(match: Match) -> int:
    """How many events the last entry on a page was: they share the id before the dot.

    In a record without ids all events share it, so an entry also begins behind what ended the one before.
    """
    if len(match.log) < 2:
        return 0
    entry = match.log[-1].id.rpartition(".")[0]
    same = 1
    while entry and len(match.log) - same > 1:
        before = match.log[-1 - same]
        hands = isinstance(before, HandShown) and isinstance(match.log[-same], HandShown)
        if not is_of(before.id, entry) or not (hands or isinstance(before, _BEGIN)):
            break
        same += 1
    return same


def _again(values: dict[str, Any]) -> Match | None:
    try:
        return load(values["again"]) if values.get("again") else None
    except NoSuchMatch:
        return None


def _form(values: dict[str, Any], problems: dict[str, Any], match_id: str | None = None) -> str:
    find = installation().house_rules.find
    chosen = start_form.shown_rules(values, find, _again(values))
    return render_template(
        "matches/new.html",
        values=values,
        problems={field: say(problem) for field, problem in problems.items()},
        choices=rule_choices((*installation().house_rules.names(), *names()), find),
        chosen=chosen,
        asked=start_form.asked(values, chosen) if "deal" in problems or values["deal"] else None,
        known_names=start_form.known_names(store(), readable),
        id=match_id or fresh_id(),
    )
