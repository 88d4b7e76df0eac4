"""What a card is good for by a rule set: the yaku that it makes, adds to, or ruins."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ...koikoi.cards import Card, each, of_month
from ...koikoi.chart import drawn
from ...koikoi.rules.ruleset import RuleSet
from ...koikoi.scoring.evaluate import scorer
from ...koikoi.scoring.plan import Row


class Use(NamedTuple):
    """A yaku that a card belongs to."""

    id: str
    points: int  # 0 where it pays only after koi-koi
    extra: int  # for each further card
    cards: tuple[Card, ...]  # all that can make it; where they are many, some with the card among them
    fixed: tuple[Card, ...]  # it needs each of these, where others can be chosen
    needed: int  # how many of the others it needs; 0 where nothing can be chosen
    number: int  # among how many


class Uses(NamedTuple):
    """What a card is good for; the last three are ids of yaku."""

    makes: tuple[Use, ...]
    adds_to: tuple[str, ...]  # it is no part of them, but a further card that pays
    ruins: tuple[str, ...]  # no longer counted for whoever captured the card
    ruins_from_field: tuple[str, ...]  # not counted while the card lies on the field


def uses(card: Card, rules: RuleSet) -> Uses:
    """What a card is good for by these rules, in the order of the yaku."""
    rows = list(_rows(rules))
    makes = {row.id: _use(row, card) for row in rows if card.bit & row.core}
    further = (row.id for row in rows if row.extra and card.bit & row.kind and row.id not in makes)
    return Uses(
        tuple(makes.values()),
        _once(further),
        _once(row.id for row in rows if card.bit & row.ruined_by),
        _once(row.id for row in rows if card.month in row.ruined_in),
    )


def made_with(card: Card, rules: RuleSet) -> tuple[str, ...]:
    """The ids of the yaku that a card can be part of."""
    return _once(row.id for row in _rows(rules) if card.bit & row.core)


def _rows(rules: RuleSet) -> Iterator[Row]:
    """The yaku in force; twice where the sake cup counts as what pays more."""
    return (row for reading in scorer(rules).plan.readings for row in reading)


def _use(row: Row, card: Card) -> Use:
    among = row.core & of_month(card.month) if row.monthly else row.core
    shown = tuple(each(drawn(among) | card.bit))
    sets = [(cards & among, least) for cards, least in row.needs]
    choice = [(cards.bit_count(), least) for cards, least in sets if least < cards.bit_count()]
    fixed = tuple(card for cards, least in sets if least == cards.bit_count() for card in each(cards))
    number, needed = choice[0] if choice else (0, 0)
    return Use(row.id, row.points, row.extra, shown, fixed if choice else (), needed, number)


def _once(ids: Iterator[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(ids))
