"""What the points of a pile depend on, but the players have not said yet.

Brights dealt, months on the field, and chaff that was only counted: a question is open while one of its
answers would change the points of this very pile. ``static/js/scorer/questions.js`` does the same.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import combinations
from typing import NamedTuple

import msgspec

from ..cards import BRIGHTS, CHAFF, RAIN_MAN, each, months, of_month
from ..pile import Pile
from .evaluate import Scorer
from .plan import Plan
from .score import Circumstances

BRIGHTS_DEALT = "brights"


class Answered(NamedTuple):
    """A question, and the pile and circumstances that one of its answers leads to."""

    question: str  # "brights", "field.<month>", "cards.<month>" or "whole.<month>"
    pile: Pile
    at: Circumstances


def open_questions(
    scorer: Scorer, pile: Pile, at: Circumstances, answered: Collection[str] = ()
) -> tuple[str, ...]:
    """The ids of the questions, not yet ``answered``, with an answer that would change the points."""
    worth = _worth(scorer, pile, at)
    questions = dict.fromkeys(
        answer.question
        for answer in answers(scorer.plan, pile, at)
        if answer.question not in answered and _worth(scorer, answer.pile, answer.at) != worth
    )
    return tuple(questions)


def _worth(scorer: Scorer, pile: Pile, at: Circumstances) -> tuple[int, int | None]:
    """The points of a pile, and those of its cards by themselves."""
    score = scorer.score(pile, at)
    return score.points, score.cards


def answers(plan: Plan, pile: Pile, at: Circumstances) -> Iterator[Answered]:
    """Every possible answer, except those that leave the pile and the circumstances as they are."""
    yield from _named(plan, pile, at)
    yield from _whole_months(plan, pile, at)
    for month in plan.asks_field_months:
        if month not in at.field_months and of_month(month) & ~pile.cards:
            wet = msgspec.structs.replace(at, field_months=tuple(sorted((*at.field_months, month))))
            yield Answered(f"field.{month}", pile, wet)
    if plan.asks_dealt_brights and at.dealt_brights is None and not at.dealt:
        for number in range(1, most_brights(plan) + 1):
            yield Answered(BRIGHTS_DEALT, pile, msgspec.structs.replace(at, dealt_brights=number))


def most_brights(plan: Plan) -> int:
    """How many brights of the dealt field can count."""
    return (BRIGHTS if plan.rain_man_counts else BRIGHTS & ~RAIN_MAN).bit_count()


def _named(plan: Plan, pile: Pile, at: Circumstances) -> Iterator[Answered]:
    """Chaff that must be named may lie among the chaff that was counted, or may not have been counted."""
    asked = plan.asks_chaff(at.round or 1)
    for month in months(asked):
        wanted = asked & of_month(month)
        if pile.cards & wanted:
            continue  # answered by the cards themselves
        among = [card.bit for card in each(wanted)]
        for number in range(1, len(among) + 1):
            for some in combinations(among, number):
                chaff = max(pile.chaff - number, 0)
                yield Answered(f"cards.{month}", Pile(pile.cards | sum(some), chaff), at)


def _whole_months(plan: Plan, pile: Pile, at: Circumstances) -> Iterator[Answered]:
    """The counted chaff may complete a month of which all other cards are held."""
    for month in plan.asks_months(at.round or 1):
        missing = of_month(month) & ~pile.cards
        number = missing.bit_count()
        if missing and not missing & ~CHAFF and number <= pile.chaff:
            yield Answered(f"whole.{month}", Pile(pile.cards | missing, pile.chaff - number), at)
