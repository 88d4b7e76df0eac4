"""What a pile forms, one group of yaku at a time; each group remembers what it has worked out.

``static/js/memory.js`` is the same for the browser.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Final, NamedTuple

from ..cards import SAKE_CUP
from ..pile import Pile
from .circumstances import Circumstances
from .holding import holding, in_force
from .interplay import affect, interplay
from .plan import Plan, Row
from .projection import interchangeable, is_exact, projection
from .score import Line

_MOST: Final = 8192  # projected piles that a group remembers
_FEW: Final = 128  # projected piles up to which neighbouring groups are joined, to be looked up once

Rows = tuple[Row, ...]
Formed = tuple[tuple[Line, ...], int]  # lines, and what they are worth together
NOTHING_FORMED: Final[Formed] = ((), 0)


class Part(NamedTuple):
    """A line without its cards: they are those of ``among`` that the pile holds."""

    yaku: str
    points: int
    among: int
    counted: bool  # chaff that nobody named belongs to it too


class Made(NamedTuple):
    """What the yaku of a group make of a projected pile."""

    lines: tuple[Line, ...]  # where the projection tells which cards the pile holds
    parts: tuple[Part, ...]  # where it does not
    points: int


class Group(NamedTuple):
    """Some yaku that may affect one another."""

    rows: Rows
    is_exact: bool  # the projection tells which cards the pile holds


# The bits of a projected pile that belong to a group, and what it has made of them so far.
Remembering = tuple[int, dict[int, Made], Group]


class Memory:
    """The yaku in force under some circumstances, in groups that cannot affect one another."""

    def __init__(self, plan: Plan, at: Circumstances) -> None:
        self._plan, self._at = plan, at
        self._bits = self._chaff = 0
        self._months = [[0] * 16 for _ in range(12)]
        readings = [_grouped(plan, [row for row in rows if in_force(row, at)]) for rows in plan.readings]
        shared = [group for group in readings[0] if len(readings) > 1 and group in readings[1]]
        self._shared = self._placed(shared)
        self._own = [self._placed([group for group in own if group not in shared]) for own in readings]
        self._with_cup = (self._shared, *self._own) if self._shared else tuple(self._own)
        self._without_cup = (*self._with_cup[: -len(self._own)], self._own[0])  # then all readings are alike
        self._of_two_months = [
            [low + high for high in self._months[month + 1] for low in self._months[month]]
            for month in range(0, 12, 2)
        ]
        self._places = {row.id: place for place, row in enumerate(plan.rows)}
        order = [self._places[row.id] for _, _, group in self._own[0] for row in group.rows]
        self.is_in_order = not shared and order == sorted(order)  # the lines come in the order of the plan

    def formed(self, pile: Pile) -> list[Formed]:
        """What a pile forms, in each reading of the sake cup that it may hold."""
        cards = pile.cards
        in_jan, in_mar, in_may, in_jul, in_sep, in_nov = cards.to_bytes(6, "little")
        jan, mar, may, jul, sep, nov = self._of_two_months
        projected = jan[in_jan] + mar[in_mar] + may[in_may] + jul[in_jul] + sep[in_sep] + nov[in_nov]
        if pile.chaff:
            projected += pile.chaff * self._chaff
        formed: list[Formed] = []
        shared = NOTHING_FORMED
        for groups in self._with_cup if cards & SAKE_CUP else self._without_cup:
            lines, points = shared
            for mask, known, group in groups:
                key = projected & mask
                ready, parts, worth = known.get(key) or self._make(group, known, key, pile)
                if worth:
                    lines += ready
                    points += worth
                    for yaku, value, among, counted in parts:
                        lines += (Line(yaku, value, cards & among, pile.chaff if counted else 0),)
            if groups is self._shared:
                shared = lines, points
            else:
                formed.append((lines, points))
        return formed

    def in_order(self, lines: tuple[Line, ...]) -> tuple[Line, ...]:
        """Lines in the order of the plan."""
        return tuple(sorted(lines, key=lambda line: self._places[line.yaku]))

    def _make(self, group: Group, known: dict[int, Made], key: int, pile: Pile) -> Made:
        """What the yaku of a group make of a pile; it is remembered."""
        own, number = self._at.own, self._at.round
        held = [yaku for row in group.rows for yaku in holding(row, pile, number)]
        worth = interplay(self._plan, held, pile.cards, own, number) if held else []
        parts = tuple([Part(yaku.row.id, points, yaku.among, yaku.row.counted) for yaku, points in worth])
        points = sum(part.points for part in parts)
        lines: tuple[Line, ...] = ()
        if group.is_exact:
            lines = tuple([Line(yaku, value, pile.cards & among) for yaku, value, among, _ in parts])
        if len(known) >= _MOST:
            known.clear()
        known[key] = Made(lines, () if lines else parts, points)
        return known[key]

    def _placed(self, groups: Sequence[Rows]) -> list[Remembering]:
        """The groups, each with its bits of the number that a pile is mapped to."""
        placed: list[Remembering] = []
        for rows in _joined(groups):
            months, chaff, bits = projection(rows, self._at.round)
            for sums, more in zip(self._months, months, strict=True):
                sums[:] = [low + (high << self._bits) for low, high in zip(sums, more, strict=True)]
            self._chaff += chaff << self._bits
            placed.append(((1 << bits) - 1 << self._bits, {}, Group(rows, is_exact(rows))))
            self._bits += bits
        return placed


def _grouped(plan: Plan, rows: Sequence[Row]) -> list[Rows]:
    """The rows in groups that cannot affect one another."""
    groups: list[Rows] = []
    for row in rows:
        touching = [group for group in groups if any(affect(plan, row, other) for other in group)]
        groups = [group for group in groups if group not in touching]
        groups.append((*(other for group in touching for other in group), row))
    return groups


def _joined(groups: Sequence[Rows]) -> list[Rows]:
    """The groups, with neighbours that depend on little put together."""
    joined: list[Rows] = []
    for rows in groups:
        if joined and _most_projected((*joined[-1], *rows)) <= _FEW:
            rows = (*joined.pop(), *rows)
        joined.append(rows)
    return joined


def _most_projected(rows: Rows) -> float:
    """How many projections piles of named cards can have for some yaku, at most."""
    if any(row.monthly for row in rows):
        return float("inf")
    return prod(alike.bit_count() + 1 for alike in interchangeable(rows))
