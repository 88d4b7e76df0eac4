"""How much may be entered of a match: as much as a record may hold, so every match can be imported again.

Taking back always works: it is not counted, and nobody takes back more than was entered. Ending the match has
room of its own.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from typing import Final

import msgspec

from ...sentences import say
from ..errors import NotAllowed
from .events import Amendment, AnyEvent, MatchEnded, OfRound, RoundCorrected, TakenBack

MOST_EVENTS: Final = 5_000
MOST_CORRECTIONS: Final = 300  # and amendments: each computes all later rounds again
MOST_BYTES: Final = 2_200_000  # 5,000 rounds with all cards have 1,900,000
_ENDS: Final = 100  # times that a full match may be ended, and that taken back
MOST_STORED: Final = 2 * (MOST_EVENTS + _ENDS)  # events with those that take back
_STAMP: Final = 110  # bytes of id and time, where an event gets them when it is stored
_ALWAYS: Final = TakenBack | MatchEnded


class Entered(msgspec.Struct, frozen=True, gc=False):
    """All that was ever entered of a match: also what was taken back, but not the taking back.

    ``events``: how many, with those inside corrections; ``corrections``: how many of them are corrections or
    amendments; ``bytes``: at most so many as JSON.
    """

    events: int = 0
    corrections: int = 0
    bytes: int = 0

    def followed_by(self, event: AnyEvent) -> Entered:
        if isinstance(event, TakenBack):
            return self
        inside = len(event.events) if isinstance(event, RoundCorrected) else 0
        if isinstance(event, OfRound):
            event = msgspec.structs.replace(event, round=None)  # the same whether it has its number yet
        size = len(msgspec.json.encode(event)) + (0 if event.id and event.at else _STAMP)
        return Entered(
            self.events + 1 + inside,
            self.corrections + isinstance(event, RoundCorrected | Amendment),
            self.bytes + size,
        )


def all_entered(events: Iterable[AnyEvent]) -> Entered:
    return reduce(Entered.followed_by, events, Entered())


def refuse_too_many(entered: Entered, event: AnyEvent) -> None:
    """Refuse an event of a match in which enough was entered. Raises NotAllowed."""
    after = entered.followed_by(event)
    if entered.corrections < after.corrections > MOST_CORRECTIONS:
        raise NotAllowed(
            say(
                "A match may have at most %(most)d corrections, with those that were undone.",
                most=MOST_CORRECTIONS,
            )
        )
    if entered.events < after.events > MOST_EVENTS + (_ENDS if isinstance(event, MatchEnded) else 0):
        raise NotAllowed(
            say(
                "A match may have at most %(most)d events, with those that were undone. End it, and begin "
                "another.",
                most=MOST_EVENTS,
            )
        )


def refuse_too_large(after: Entered, events: Iterable[AnyEvent]) -> None:
    """Refuse to store events after which a match would be too large for a record. Raises NotAllowed."""
    if after.bytes > MOST_BYTES and not all(isinstance(event, _ALWAYS) for event in events):
        raise NotAllowed(
            say(
                "A match may have at most %(most)d bytes. End it, and begin another.",
                most=MOST_BYTES,
            )
        )
