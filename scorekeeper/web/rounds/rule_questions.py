"""The questions that rules ask about a round beyond cards and calls, in words, with their answers.

An answer is a name and a value of the form: one of a sheet's own controls, or ``no`` with the question.
A question about a pile carries its seat: ``no`` = "0.cards.11", but "field.12".
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec
from flask_babel import gettext as _

from ...koikoi.cards import BRIGHTS, BY_ID, CHAFF, each
from ...koikoi.rules.deal import left_out, possible_hands
from ...koikoi.rules.ruleset import RuleSet, end_counts_all, stop_counts_all
from ...koikoi.scoring.evaluate import scorer
from ...koikoi.scoring.plan import Plan
from ...koikoi.scoring.questions import BRIGHTS_DEALT, most_brights
from ..words import card_name, month_name

MOST_CALLS = 24


class Questions(msgspec.Struct, frozen=True):
    """What the rules in force need to know about a round beyond cards and calls."""

    dealt_brights: int  # how many there can be; 0 where the rules do not ask
    field_months: tuple[int, ...]
    chaff: tuple[str, ...]  # chaff cards that must be named, not only counted
    whole_months: tuple[int, ...]  # months of which it must be known whether a pile is complete
    hands: tuple[str, ...]  # lucky hands that can be shown
    brights_of_hands: bool  # whether the brights dealt multiply these, too
    last_caller: bool
    everyone: bool  # whether the piles of all players may be paid
    most_calls: int
    chaff_numbers: tuple[int, ...]  # offered as buttons, ascending
    gone: tuple[str, ...]  # cards that are not played with


class AnswerButton(NamedTuple):
    """What a button says and what it sets; with ``card`` it shows that instead of its label."""

    label: str
    name: str
    value: str
    card: str = ""


class Ask(NamedTuple):
    """A question with its answers; ``seat`` where it is about a pile, ``card`` about a card."""

    id: str
    text: str
    answers: tuple[AnswerButton, ...]
    seat: int | None = None
    card: str = ""


def questions_of(rules: RuleSet, number: int, players: int) -> Questions:
    """The further questions that rules ask in the round with this number."""
    plan = scorer(rules).plan
    limit = rules.calls.limit
    return Questions(
        dealt_brights=most_brights(plan) if plan.asks_dealt_brights else 0,
        field_months=plan.asks_field_months,
        chaff=tuple(card.id for card in each(plan.asks_chaff(number))),
        whole_months=plan.asks_months(number),
        hands=possible_hands(rules, players),
        brights_of_hands=plan.asks_dealt_brights
        and rules.deal.teyaku.multiplied in ("field_brights", "both"),
        last_caller=rules.exhausted.held_yaku == "last_caller",
        everyone=stop_counts_all(rules) or end_counts_all(rules),
        most_calls=MOST_CALLS if limit is None else limit,
        chaff_numbers=_chaff_numbers(plan, players),
        gone=tuple(card.id for card in each(left_out(rules))),
    )


def _chaff_numbers(plan: Plan, players: int) -> tuple[int, ...]:
    """The numbers of chaff cards offered as buttons: those near the size of the yaku that counts them, or
    near an equal share of all."""
    share = CHAFF.bit_count() // players
    size = min((row.size for row in plan.rows if row.counted and row.size > 3), default=share)
    return tuple(sorted({size // 2, *range(size - 2, size + 2)}))


def asks(questions: Questions, players: Sequence[str]) -> tuple[Ask, ...]:
    """Every question that can come up in a round, in the order in which they are asked."""
    possible = [of_field(month) for month in questions.field_months]
    if questions.dealt_brights:
        numbers = tuple(
            AnswerButton(str(number), "brights", str(number)) for number in range(questions.dealt_brights + 1)
        )
        text = (
            _("Brights on the dealt field?")
            if questions.dealt_brights == BRIGHTS.bit_count()
            else _("Brights on the dealt field, without the rain man?")
        )
        possible.insert(0, Ask(BRIGHTS_DEALT, text, numbers))
    for seat in range(len(players)):
        possible += [_cards(month, cards, seat) for month, cards in _by_month(questions.chaff).items()]
        possible += [_whole(month, seat) for month in questions.whole_months]
    if questions.last_caller:
        callers = tuple(AnswerButton(name, "last-caller", str(seat)) for seat, name in enumerate(players))
        possible.append(Ask("last-caller", _("Who called koi-koi last?"), callers))
    return tuple(possible)


def of_field(month: int) -> Ask:
    """The question whether a card of a month is on the field."""
    name = f"field.{month}"
    text = (
        _("Is a November card on the field (rain)?")
        if month == 11
        else _("Is a December card on the field (fog)?")
    )
    return Ask(name, text, (AnswerButton(_("Yes"), "months", str(month)), _no(name)))


def named(possible: Iterable[Ask], names: Iterable[str], seat: int | None) -> list[Ask]:
    """The questions with these ids; of the questions about a pile, only those for this seat."""
    wanted = set(names)
    return [ask for ask in possible if ask.id in wanted and ask.seat in (None, seat)]


def answered(no: Iterable[str], seat: int) -> frozenset[str]:
    """The ids of the questions answered with no, without the prefix that marks the pile of this seat."""
    return frozenset(name.removeprefix(f"{seat}.") for name in no)


def is_of_pile(name: str) -> bool:
    """Whether a question is about cards of a pile."""
    return name.startswith(("cards.", "whole."))


def all_no(questions: Questions, seats: Iterable[int]) -> tuple[str, ...]:
    """The answer no to every question that could be asked."""
    of_piles = [f"cards.{month}" for month in _by_month(questions.chaff)]
    of_piles += [f"whole.{month}" for month in questions.whole_months]
    of_round = [f"field.{month}" for month in questions.field_months]
    if questions.dealt_brights:
        of_round.append(BRIGHTS_DEALT)
    return (*of_round, *(f"{seat}.{name}" for seat in seats for name in of_piles))


def _cards(month: int, cards: list[str], seat: int) -> Ask:
    name = f"cards.{month}"
    text = _("Lightning captured?") if cards == ["11C"] else _("Chaff of %(month)s?", month=month_name(month))
    no, field = _no(f"{seat}.{name}"), f"cards-{seat}"
    if len(cards) == 1:
        return Ask(name, text, (AnswerButton(_("Yes"), field, cards[0]), no), seat, cards[0])
    taken = [AnswerButton(card_name(card), field, card, card) for card in cards]
    return Ask(name, text, (*taken, no), seat)


def _whole(month: int, seat: int) -> Ask:
    name = f"whole.{month}"
    text = _("All four of %(month)s?", month=month_name(month))
    return Ask(name, text, (AnswerButton(_("Yes"), f"whole-{seat}", str(month)), _no(f"{seat}.{name}")), seat)


def _no(value: str) -> AnswerButton:
    return AnswerButton(_("No"), "no", value)


def _by_month(cards: Iterable[str]) -> dict[int, list[str]]:
    by_month: dict[int, list[str]] = {}
    for card in cards:
        by_month.setdefault(BY_ID[card].month, []).append(card)
    return by_month
