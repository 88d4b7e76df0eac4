"""What a player captured: known cards, and a number of chaff cards that nobody named.

Players count chaff faster than they name it, so ``"03B 09A 4C"`` is curtain, sake cup and four chaff.
``11C`` is a card, the lightning, so eleven chaff cards are written ``"10C 1C"``: numbers add up. It is the
only text that is a card and could be a number.
"""

from __future__ import annotations

import re
from typing import Final

import msgspec

from ..sentences import say
from .cards import CHAFF, LIGHTNING, cards, of_month, text
from .errors import BadCards

_COUNTED = re.compile(r"(?<!\S)(?!11C)([1-9]\d?)C(?!\S)", re.IGNORECASE)


class Pile(msgspec.Struct, frozen=True, gc=False):
    """Known cards as a set of bits, and ``chaff``, the number of chaff cards not named.

    >>> held = pile("03B 09A 4C")
    >>> len(held), held.chaff, str(held)
    (6, 4, '03B 09A 4C')
    >>> str(held + pile("09C1 2C"))
    '03B 09A 09C1 6C'
    >>> pile("03B") + pile("03B 2C")
    Traceback (most recent call last):
    scorekeeper.koikoi.errors.BadCards: 03B: a card cannot be in two piles.
    """

    cards: int = 0
    chaff: int = 0

    def __post_init__(self) -> None:
        named = (self.cards & CHAFF).bit_count() if self.chaff else 0  # no pile names more than there are
        if self.chaff < 0 or self.chaff + named > CHAFF.bit_count():
            raise BadCards(
                say("%(number)d chaff cards are too many: the deck has 24.", number=self.chaff + named)
            )

    def __str__(self) -> str:
        counted = "10C 1C" if self.chaff == 11 else f"{self.chaff}C" if self.chaff else ""
        return " ".join(part for part in (text(self.cards), counted) if part)

    def __len__(self) -> int:
        return self.cards.bit_count() + self.chaff

    def __bool__(self) -> bool:
        return bool(self.cards or self.chaff)

    def __add__(self, other: Pile) -> Pile:
        """Both piles together. Raises BadCards if they share a card."""
        refuse_shared(self, other)
        return Pile(self.cards | other.cards, self.chaff + other.chaff)


EMPTY: Final = Pile()


def pile(words: str) -> Pile:
    """The pile that a text such as ``"03B 09A 4C"`` names. Raises BadCards."""
    counted = _COUNTED.findall(words)
    if not counted:
        return Pile(cards(words))
    return Pile(cards(_COUNTED.sub(" ", words)), sum(map(int, counted)))


def may_mean_eleven(held: Pile) -> bool:
    """Whether whoever wrote ``11C`` may have meant eleven chaff: the pile names and counts no other chaff."""
    return not held.chaff and held.cards & CHAFF == LIGHTNING


def refuse_shared(*piles: Pile) -> None:
    """Raise BadCards if piles of one round share a card, or hold more chaff than the deck."""
    seen = 0
    for held in piles:
        if shared := seen & held.cards:
            raise BadCards(say("%(cards)s: a card cannot be in two piles.", cards=text(shared)))
        seen |= held.cards
    Pile(seen, sum(held.chaff for held in piles))


def odd_months(held: Pile) -> tuple[int, ...]:
    """Months (1 to 12) of which the pile holds an odd number of cards.

    Captures come in twos and fours of one month, so such a month is probably a wrong
    tap; wild lightning is the exception. Empty when chaff was only counted.
    """
    if held.chaff:
        return ()
    return tuple(month for month in range(1, 13) if (held.cards & of_month(month)).bit_count() % 2)
