"""What decides what a pile is worth besides its cards, and what it is worth, and why."""

from __future__ import annotations

from typing import Final

import msgspec

from ..pile import Pile


class Circumstances(msgspec.Struct, frozen=True, gc=False, cache_hash=True):
    """What else decides the score: calls, the round, the dealt field, the field now."""

    own: int = 0  # koi-koi calls of the player whose pile it is
    others: int = 0  # koi-koi calls of all others
    round: int | None = None  # from 1; its month is the month of the month cards
    dealt: int = 0  # cards known to have been dealt to the field
    dealt_brights: int | None = None  # or, if those are not known, how many brights were dealt
    field_months: tuple[int, ...] = ()  # months of which a card lies on the field now
    callers: int = 1  # how many of the others called koi-koi, where any did
    called: tuple[Pile | None, ...] = ()  # what was held at each own call, where that is known


PLAIN: Final = Circumstances()


class Line(msgspec.Struct, frozen=True, gc=False):
    """A yaku, what it is worth, and the cards that made it; ``counted`` chaff cards had no name."""

    yaku: str
    points: int
    cards: int
    counted: int = 0


class Factor(msgspec.Struct, frozen=True, gc=False):
    """A multiplication (``times``) or addition (``plus`` points), and ``n``, what it was read from.

    ``by_player``: ``n`` players called koi-koi, however often.
    """

    id: str
    times: int
    plus: int
    n: int
    by_player: bool = False

    @property
    def more(self) -> int:
        """What it adds to the other factors where doublings are added: × 2 adds 1."""
        return self.times - 1


class Score(msgspec.Struct, frozen=True, gc=False):
    """What a pile is worth, and why: points = base × multiplier + added, each at most what its cap allows."""

    lines: tuple[Line, ...]
    base: int  # what the lines are worth together, at most its cap
    factors: tuple[Factor, ...]
    multiplier: int
    added: int
    points: int
    caps: tuple[str, ...] = ()  # "max_base", "max_factor" and "max_points" where they cut
    cards: int | None = None  # points of the cards by themselves, beside the others; None: they do not count

    @property
    def with_cards(self) -> int:
        """The points together with those of the cards."""
        return self.points + (self.cards or 0)


NOTHING: Final = Score((), 0, (), 1, 0, 0)
