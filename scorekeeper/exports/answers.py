"""The machine-readable commands: a line of JSON in, a line of JSON out."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from ..koikoi.cards import cards, months
from ..koikoi.errors import BadRecord
from ..koikoi.pile import pile
from ..koikoi.ruleset import Find, named, rules
from ..koikoi.scoring import Circumstances, score
from ..koikoi.sentences import say
from . import plain

Number = Annotated[int, Meta(ge=0, le=99)]


class Calls(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    winner: Number = 0
    others: Number = 0


class Question(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What ``scorekeeper score`` is asked on a line."""

    ruleset: str | dict[str, Any]
    captured: str
    overrides: dict[str, Any] = {}
    calls: Calls = Calls()
    round: Annotated[int, Meta(ge=1, le=999)] | None = None
    field_at_deal: str = ""
    field_now: str = ""


def answer(line: str | bytes, find: Find = named) -> dict[str, Any]:
    """The score that a line asks for. Raises KoikoiError."""
    try:
        asked = msgspec.json.decode(line, type=Question)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        reason = str(error).replace("`", "")
        raise BadRecord(say("This line is no question: %(reason)s.", reason=reason)) from error
    chosen = rules(asked.ruleset, find, asked.overrides)
    at = Circumstances(
        own=asked.calls.winner,
        others=asked.calls.others,
        round=asked.round,
        dealt=cards(asked.field_at_deal),
        field_months=months(cards(asked.field_now)),
    )
    return plain.score(score(chosen, pile(asked.captured), at))
