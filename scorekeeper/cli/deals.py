"""Questions of ``scorekeeper score`` about a deal: a hand that may win at once, a field that may void it."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from msgspec import Raw

from ..exports import json_values
from ..koikoi.cards import BRIGHTS, cards
from ..koikoi.match import teyaku
from ..koikoi.rules import deal
from ..koikoi.rules.options.match import SeatCount
from ..koikoi.rules.refusals import refuse_other_game
from ..koikoi.rules.ruleset import RuleSet
from ..koikoi.scoring.evaluate import Scorer
from ..koikoi.scoring.score import NOTHING, Circumstances
from ..sentences import say


class HandQuestion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which lucky hand some dealt cards are, and what it pays beside a dealt field."""

    ruleset: Raw
    hand: str
    overrides: Raw = Raw(b"{}")
    players: SeatCount = 2
    field_at_deal: str = ""


class FieldQuestion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the dealt field does."""

    ruleset: Raw
    field: str
    overrides: Raw = Raw(b"{}")
    players: SeatCount = 2


HAND: Final = msgspec.json.Decoder(HandQuestion)
FIELD: Final = msgspec.json.Decoder(FieldQuestion)


def hand(asked: HandQuestion, rules: RuleSet) -> dict[str, Any]:
    """Whether a dealt hand wins or voids the deal, or why the round is played; or how the field ends it."""
    refuse_other_game(rules, say("By these rules there are no lucky hands."))
    dealt, field = teyaku.dealt_hand(rules, asked.players, asked.hand), cards(asked.field_at_deal)
    deal.refuse_left_out(rules, field)
    hands = teyaku.lucky_hands(rules, dealt, Circumstances(dealt=field))
    best = hands[0] if hands else None
    over = None if best and rules.deal.goes_first == "hand" else deal.field_outcome(rules, field)
    score = best.score if best and not over else None
    worth = json_values.score(score or NOTHING)
    del worth["yaku"]  # a lucky hand is none
    if over:
        worth["added"] = worth["points"] = over.points or 0
    why = over.why if over else None if best else teyaku.why_none(dealt)
    return {
        "hands": [json_values.lucky_hand(lucky) for lucky in hands],
        "result": _ends(over) if over else "won" if score else "void" if best else "play",
        **worth,
        "why": why and str(why),
    }


def field(asked: FieldQuestion, rules: RuleSet, scorer: Scorer) -> dict[str, Any]:
    """Whether a dealt field voids the deal, pays the dealer or ends the round, and what its brights do."""
    dealt = teyaku.dealt_field(rules, asked.players, asked.field)
    outcome, factor = deal.field_outcome(rules, dealt), scorer.dealt_factor(dealt)
    return {
        "result": _ends(outcome) if outcome else "play",
        "points": (outcome.points if outcome else 0) or 0,
        "why": str(outcome.why) if outcome else None,
        "option": outcome.option if outcome else None,
        "brights": (dealt & BRIGHTS).bit_count(),
        "factors": [json_values.factor(factor)] if factor else [],
    }


def _ends(field: deal.FieldOutcome) -> str:
    """How a dealt field ends the deal."""
    return "void" if field.points is None else "dealer" if field.points else "drawn"
