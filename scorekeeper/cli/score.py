"""``scorekeeper score``: what piles, dealt hands and dealt fields are worth; JSON in, JSON out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Final, TypeVar

import click
import msgspec
from msgspec import UNSET, Meta, Raw, UnsetType

from ..exports import json_values
from ..koikoi.cards import cards, months
from ..koikoi.errors import BadRecord
from ..koikoi.pile import may_mean_eleven, pile
from ..koikoi.rules.deal import refuse_beyond_deck, refuse_left_out
from ..koikoi.rules.loader import named, rules
from ..koikoi.rules.options.match import SeatCount
from ..koikoi.rules.refusals import refuse_other_game
from ..koikoi.scoring.evaluate import Scorer
from ..koikoi.scoring.plan import compiled
from ..koikoi.scoring.score import Circumstances
from ..sentences import say
from . import lines

if TYPE_CHECKING:
    from ..koikoi.rules.ruleset import RuleSet


_MOST_KNOWN: Final = 1000  # rule sets that are remembered

KoikoiCount = Annotated[int, Meta(ge=0, le=99)]
_T = TypeVar("_T")


class Calls(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    winner: KoikoiCount = 0
    others: KoikoiCount | tuple[KoikoiCount, ...] = 0  # all together, or those of each other player

    @property
    def by_player(self) -> tuple[int, ...]:
        return (self.others,) if isinstance(self.others, int) else self.others


class ScoreQuestion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is asked on a line: what a captured pile is worth, or another question."""

    ruleset: Raw
    captured: str | UnsetType = UNSET
    overrides: Raw = Raw(b"{}")
    calls: Calls = Calls()
    round: Annotated[int, Meta(ge=1, le=999)] | None = None
    field_at_deal: str = ""
    field_now: str = ""
    hand: str | UnsetType = UNSET
    field: str | UnsetType = UNSET
    players: SeatCount = 2


class Answers:
    """Answers questions, and remembers the compiled rule sets of earlier lines."""

    def __init__(self) -> None:
        self._known: dict[tuple[bytes, bytes], tuple[RuleSet, Scorer]] = {}

    def answer(self, line: str | bytes) -> dict[str, Any]:
        """The answer that a line asks for. Raises KoikoiError."""
        asked = decoded(line, _question)
        if [asked.captured, asked.hand, asked.field].count(UNSET) != 2:
            raise BadRecord(say("A question needs exactly one of captured, hand and field."))
        if asked.captured is not UNSET:
            return _worth(asked, asked.captured, *self._compiled(asked))
        from .deals import FIELD, HAND, field, hand  # the match is imported only for questions of the deal

        if asked.hand is not UNSET:
            return hand(decoded(line, HAND), self._compiled(asked)[0])
        return field(decoded(line, FIELD), *self._compiled(asked))

    def _compiled(self, asked: ScoreQuestion) -> tuple[RuleSet, Scorer]:
        """The rule set of a question with its overrides, and its scorer. Raises KoikoiError."""
        written = bytes(asked.ruleset), bytes(asked.overrides)
        known = self._known.get(written)
        if known is None:
            source = decoded(asked.ruleset, _source)
            ruleset = rules(source, named, decoded(asked.overrides, _overrides))
            if len(self._known) >= _MOST_KNOWN:
                self._known.clear()
            known = self._known[written] = ruleset, Scorer(compiled(ruleset))
        return known


_question: Final = msgspec.json.Decoder(ScoreQuestion)
_source: Final = msgspec.json.Decoder(str | dict[str, Any])
_overrides: Final = msgspec.json.Decoder(dict[str, Any])


def decoded(line: str | bytes | Raw, decoder: msgspec.json.Decoder[_T]) -> _T:
    try:
        return decoder.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        reason = str(error).replace("`", "")
        raise BadRecord(say("This line is not a valid question: %(reason)s.", reason=reason)) from error


def _worth(asked: ScoreQuestion, captured: str, rules: RuleSet, scorer: Scorer) -> dict[str, Any]:
    if asked.calls.winner or any(asked.calls.by_player):
        refuse_other_game(rules, say("In this game nobody calls koi-koi."))
    held, dealt, lying = pile(captured), cards(asked.field_at_deal), cards(asked.field_now)
    refuse_beyond_deck(rules, held)
    refuse_left_out(rules, dealt | lying)
    if may_mean_eleven(held):
        lines.warn(
            say("“%(pile)s”: 11C is the lightning; eleven chaff cards are 10C 1C.", pile=captured[:400])
        )
    at = Circumstances(
        own=asked.calls.winner,
        others=sum(asked.calls.by_player),
        callers=max(1, sum(map(bool, asked.calls.by_player))),
        round=asked.round,
        dealt=dealt,
        field_months=months(lying),
    )
    return json_values.score(scorer.score(held, at))


@click.command()
@lines.FILE
def score(file: Any) -> None:
    """Score captured cards: one JSON question per line in, one answer per line out.

    With "hand" instead of "captured": is it a lucky hand? With "field": are the cards dealt again, and what
    do its brights do? "players": 3 is for three. Where each player's koi-koi counts once, "others": [1, 1]
    says whose they are.

    \b
    echo '{"ruleset": "dutch", "captured": "01B 03B 08B 12B 3C", "calls": {"others": 1}}' | scorekeeper score
    echo '{"ruleset": "russian", "hand": "01B 01R 03B 03R 07A 07R 12B 12C1"}' | scorekeeper score
    echo '{"ruleset": "dutch", "field": "01B 01R 01C1 01C2 03B 05A 07R 12C1"}' | scorekeeper score
    """
    lines.answer_lines(file, Answers().answer)
