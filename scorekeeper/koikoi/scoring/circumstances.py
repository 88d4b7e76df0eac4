"""What decides the score of a pile besides its cards."""

from __future__ import annotations

from typing import Final

import msgspec


class Circumstances(msgspec.Struct, frozen=True, gc=False):
    """What else decides the score: calls, the round, the dealt field, the field now."""

    own: int = 0  # koi-koi calls of the player whose pile it is
    others: int = 0  # koi-koi calls of all others
    round: int | None = None  # from 1; its month is the month of the month cards
    dealt: int = 0  # cards known to have been dealt to the field
    dealt_brights: int | None = None  # or, if those are not known, how many brights were dealt
    field_months: tuple[int, ...] = ()  # months of which a card lies on the field now
    callers: int = 1  # how many of the others called koi-koi, where any did


PLAIN: Final = Circumstances()
