"""The machine-readable commands: a line of JSON in, a line of JSON out."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import UNSET, Meta, UnsetType

from ..koikoi.cards import BRIGHTS, cards, months
from ..koikoi.errors import BadRecord
from ..koikoi.match import dealt_hands
from ..koikoi.pile import pile
from ..koikoi.rules import deal
from ..koikoi.rules.loading import Find, named, rules
from ..koikoi.scoring.scorer import Circumstances, dealt_factor, score
from ..sentences import say
from . import plain

Number = Annotated[int, Meta(ge=0, le=99)]
_T = TypeVar("_T")


class Calls(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    winner: Number = 0
    others: Number = 0


class Question(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What ``scorekeeper score`` is asked on a line: what a captured pile is worth, or another question."""

    ruleset: str | dict[str, Any]
    captured: str | UnsetType = UNSET
    overrides: dict[str, Any] = {}
    calls: Calls = Calls()
    round: Annotated[int, Meta(ge=1, le=999)] | None = None
    field_at_deal: str = ""
    field_now: str = ""
    hand: str | UnsetType = UNSET
    field: str | UnsetType = UNSET
    players: Literal[2, 3] = 2


class HandQuestion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which lucky hand some dealt cards are."""

    ruleset: str | dict[str, Any]
    hand: str
    overrides: dict[str, Any] = {}
    players: Literal[2, 3] = 2


class FieldQuestion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the dealt field does."""

    ruleset: str | dict[str, Any]
    field: str
    overrides: dict[str, Any] = {}
    players: Literal[2, 3] = 2


def answer(line: str | bytes, find: Find = named) -> dict[str, Any]:
    """The answer that a line asks for. Raises KoikoiError."""
    asked = _decoded(line, Question)
    if asked.captured is not UNSET and asked.hand is UNSET and asked.field is UNSET:
        return _worth(asked, asked.captured, find)
    if asked.hand is not UNSET and asked.captured is UNSET and asked.field is UNSET:
        return _hand(_decoded(line, HandQuestion), find)
    if asked.field is not UNSET and asked.captured is UNSET and asked.hand is UNSET:
        return _field(_decoded(line, FieldQuestion), find)
    raise BadRecord(say("A question needs exactly one of captured, hand and field."))


def _decoded(line: str | bytes, kind: type[_T]) -> _T:
    try:
        return msgspec.json.decode(line, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        reason = str(error).replace("`", "")
        raise BadRecord(say("This line is not a valid question: %(reason)s.", reason=reason)) from error


def _worth(asked: Question, captured: str, find: Find) -> dict[str, Any]:
    """What a captured pile is worth."""
    chosen = rules(asked.ruleset, find, asked.overrides)
    at = Circumstances(
        own=asked.calls.winner,
        others=asked.calls.others,
        round=asked.round,
        dealt=cards(asked.field_at_deal),
        field_months=months(cards(asked.field_now)),
    )
    return plain.score(score(chosen, pile(captured), at))


def _hand(asked: HandQuestion, find: Find) -> dict[str, Any]:
    """Whether a dealt hand wins or voids the deal, or why the round is played."""
    chosen = rules(asked.ruleset, find, asked.overrides)
    dealt = dealt_hands.dealt_hand(chosen, asked.players, asked.hand)
    found = dealt_hands.lucky_hands(chosen, dealt)
    best = found[0] if found else None
    void = best is not None and best.points == "redeal"
    return {
        "hands": [plain.lucky_hand(one) for one in found],
        "result": "void" if void else "won" if best else "play",
        "points": best.points if best and not void else 0,
        "why": None if best else str(dealt_hands.why_none(dealt)),
    }


def _field(asked: FieldQuestion, find: Find) -> dict[str, Any]:
    """Whether a dealt field voids the deal or pays the dealer, and what its brights do."""
    chosen = rules(asked.ruleset, find, asked.overrides)
    dealt = dealt_hands.dealt_field(chosen, asked.players, asked.field)
    outcome, factor = deal.field_outcome(chosen, dealt), dealt_factor(chosen, dealt)
    void = outcome is not None and outcome.points is None
    return {
        "result": "void" if void else "dealer" if outcome else "play",
        "points": (outcome.points or 0) if outcome else 0,
        "why": str(outcome.why) if outcome else None,
        "option": outcome.option if outcome else None,
        "brights": (dealt & BRIGHTS).bit_count(),
        "factors": [plain.factor(factor)] if factor else [],
    }
