"""A dealt hand, judged card by card: is it a lucky hand? Also for the round that is being played."""

from __future__ import annotations

from flask import Blueprint, abort, render_template
from flask.typing import ResponseReturnValue

from ...koikoi.errors import KoikoiError
from ...koikoi.match.match import Match
from ...koikoi.match.teyaku import dealt_hand, lucky_hands, why_none
from ...koikoi.rules.deal import hand_size
from ...koikoi.rules.loader import DEFAULT, names, rules
from ...koikoi.rules.ruleset import RuleSet
from ..context import last_rules, shelf
from ..forms.fields import ExactText, ExactTexts, OneOf, TypedForm, WholeNumber
from ..forms.request import from_address, new_id
from ..match_repository import load
from ..rules.descriptions import rule_choices

pages = Blueprint("dealt_hand", __name__)


class DealtHandForm(TypedForm):
    """The cards, and whose they are or by which rules they count."""

    match = ExactText()  # its id; without one the hand counts by ``ruleset`` for so many ``players``
    seat = WholeNumber(0, 2)
    ruleset = ExactText()
    players = OneOf(("2", "3"), default="2")
    cards = ExactTexts(default=())


@pages.get("/hand/dealt")
def show() -> ResponseReturnValue:
    """The cards to tap and the verdict; with ``match`` and ``seat`` it can be saved as a round."""
    form = from_address(DealtHandForm)
    match_id = form.match.data
    match = load(match_id) if match_id else None
    seat = form.seat.data or 0
    if match and (match.finished or seat not in match.seats):
        abort(404)
    name = form.ruleset.data or last_rules()
    players = len(match.players) if match else int(form.players.data)
    ticked = [card for card in form.cards.data if card != "no"]
    house = shelf()
    problem, hand = None, 0
    try:
        rule_set = _rules(match, name)
        hand = dealt_hand(rule_set, players, " ".join(ticked)) if ticked else 0
    except KoikoiError as error:
        problem, rule_set = error, _rules(match, DEFAULT)
    return render_template(
        "hand/dealt_hand.html",
        match=match,
        match_id=match_id,
        seat=seat,
        players=players,
        rules=rule_set,
        ruleset=name,
        choices=[] if match else rule_choices((*house.names(), *names()), house.find),
        ticked=ticked,
        size=hand_size(rule_set, players),
        hand=hand,
        lucky_hands=lucky_hands(rule_set, hand),
        why=why_none(hand),
        problem=problem,
        id=new_id(),
    )


def _rules(match: Match | None, name: str) -> RuleSet:
    return match.rules if match else rules(name, shelf().find)
