"""How often the turns that made a pile can have brought something to call: the most that its cards allow."""

from __future__ import annotations

from typing import Final, NamedTuple

import msgspec

from ..pile import Pile
from ..scoring.evaluate import form
from ..scoring.plan import Plan, Row

_ANY_NUMBER: Final = 99  # the weather comes and goes, and what it ruined is made again


class Gains(NamedTuple):
    """At most so many turns with a new yaku, and so many with a new yaku or one that grew."""

    new: int
    any: int


def most_gains(plan: Plan, held: Pile, number: int) -> Gains:
    """The most turns of one player, in the round with this number, that can have been worth a call.

    Every yaku the pile holds counts as made in a turn of its own, and every further card as captured in one.
    Where the sake cup has two readings, each can have brought the other its turn.
    """
    rows = [_gains(row, held, number) for reading in plan.readings for row in reading]
    new = sum(gains.new for gains in rows)
    return Gains(new, sum(gains.any for gains in rows))


def _gains(row: Row, held: Pile, number: int) -> Gains:
    made = form(msgspec.structs.replace(row, ruined_by=0), held, number)
    if made and row.ruined_in:
        return Gains(_ANY_NUMBER, _ANY_NUMBER)
    new = sum(yaku.times for yaku in made)
    return Gains(new, new + sum(yaku.further for yaku in made if row.extra))
