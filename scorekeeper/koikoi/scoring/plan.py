"""The flat plan of a rule set: the evaluators, ``scorer.py`` and the one in the browser, read nothing else.

``compiling.py`` works it out.
"""

from __future__ import annotations

import msgspec

from ..cards import CHAFF, DECK, of_month
from ..rules.yaku import Monthly

_WHOLE_MONTH = ((DECK, 4),)


class Row(msgspec.Struct, frozen=True, gc=False):
    """One yaku in force: what makes it, what it pays, and how it and other yaku affect one another."""

    id: str
    needs: tuple[tuple[int, int], ...]  # every (cards, at least) must be met; by one month, where monthly
    core: int  # all cards that the needs name
    monthly: Monthly
    repeat: bool
    separate: bool  # each month is a line of its own
    wild: int  # the lightning, where it stands in for the card that a whole month lost to it
    counted: bool  # chaff that nobody named counts for it
    twice: int  # cards that count as two
    kind: int  # the cards that can be further cards
    size: int  # how many of them it needs before the first further card
    points: int
    extra: int
    after_koi: int | None
    months: tuple[int, ...] | None
    month_factor: int | None
    ruined_by: int  # ruined when one of these cards was captured
    ruined_in: tuple[int, ...]  # ruined when a card of these months lies on the field
    family: str
    overlap: str  # "animals", "ribbons" or ""
    counts: bool  # the counting yaku of that overlap
    leaves_further: bool  # cards beyond those it needs may count for another yaku of that overlap
    replaces: tuple[str, ...]
    excluded_by: tuple[str, ...]
    rivals: tuple[str, ...]  # either they count or this yaku, whichever is worth more
    requires_other: bool

    @property
    def is_whole_month(self) -> bool:
        """Whether it takes the four cards of a month."""
        return bool(self.monthly) and self.needs == _WHOLE_MONTH

    def counts_chaff_in(self, among: int) -> bool:
        """Whether chaff that nobody named counts for the need of these cards."""
        return self.counted and among == self.kind


class FactorRow(msgspec.Struct, frozen=True, gc=False):
    """One multiplication. Forms: flat, linear, power, table, count; ``round`` reads the table by round.

    ``by_player``: it looks at how many players called koi-koi rather than how often.
    """

    id: str
    form: str
    factor: int = 1
    table: tuple[tuple[str, int], ...] = ()
    by_player: bool = False


class BigRow(msgspec.Struct, frozen=True, gc=False):
    at: int
    factor: int
    min_yaku: int
    on: str  # "base" or "total"


class Plan(msgspec.Struct, frozen=True):
    """What the evaluators read. If the sake cup counts as what pays more, there are two ``readings``."""

    readings: tuple[tuple[Row, ...], ...]
    highest: bool  # of the yaku of one family only the highest counts
    animals: str  # overlaps
    ribbons: str
    factors: tuple[FactorRow, ...]
    big: BigRow | None
    combine: str  # "product" or "sum"
    max_base: int | None
    max_factor: int | None
    max_points: int | None
    rain_man_counts: bool  # among the brights of the dealt field

    def overlap(self, row: Row) -> str:
        """How a yaku shares further cards with others."""
        return {"animals": self.animals, "ribbons": self.ribbons}.get(row.overlap, "stack")

    @property
    def rows(self) -> tuple[Row, ...]:
        return self.readings[0]

    @property
    def asks_round(self) -> bool:
        """Whether anything depends on the number of the round."""
        return self._asks_month or any(row.id == "round" for row in self.factors)

    @property
    def _asks_month(self) -> bool:
        """Whether a yaku depends on the month of the round."""
        return any(row.months is not None or row.monthly == "round" for row in self.rows)

    @property
    def asks_dealt_brights(self) -> bool:
        return any(row.id == "field_brights" for row in self.factors)

    @property
    def asks_field_months(self) -> tuple[int, ...]:
        """The months of which the plan must know whether a card lies on the field now."""
        return tuple(sorted({month for row in self.rows for month in row.ruined_in}))

    def asks_chaff(self, number: int) -> int:
        """The chaff cards that must be named in the round with this number, not only counted, except
        those of whole months."""
        asked = 0
        for row in self.rows:
            asked |= row.ruined_by | row.wild
            if row.is_whole_month and not row.wild:
                continue
            of_round = of_month(month_of(number)) if row.monthly == "round" else DECK
            for among, _ in row.needs:
                # chaff of a whole kind is only counted, so what does not count among it must be named
                asked |= CHAFF & ~among if row.counts_chaff_in(among) else among & of_round
            if row.extra and not row.counted:
                asked |= row.kind
        return asked & CHAFF

    def asks_months(self, number: int) -> tuple[int, ...]:
        """The months to ask about in the round with this number, because a pile may hold all their cards."""
        wanted = {row.monthly for row in self.rows if row.is_whole_month}
        if "each" in wanted:
            return tuple(range(1, 13))
        return (month_of(number),) if "round" in wanted else ()


def month_of(number: int) -> int:
    """The month (1 to 12) of the round with this number: the thirteenth round is January again."""
    return (number - 1) % 12 + 1
