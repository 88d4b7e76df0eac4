"""What the referee says of a match: which decision was due at the end of every recorded turn."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from .events import TurnTaken
from .folding import folded
from .match import Match
from .rewinding import opening, round_events
from .steps import overlooked
from .turn_ends import TurnEnd, turn_end


class RecordedTurn(msgspec.Struct, frozen=True):
    """A recorded turn: ``number`` counts the turns of its deal from 1, so a void deal begins again."""

    round: int
    number: int
    player: int
    end: TurnEnd


def recorded_turns(match: Match) -> Iterator[RecordedTurn]:
    """Every recorded turn that counts, in order; of a corrected round, those of its last correction."""
    for number in range(1, len(match.rounds) + (not match.left_out) + 1):
        now = opening(match, number)
        for event in round_events(match, number):
            before, now = now, folded(now, event, number)
            if isinstance(event, TurnTaken):
                end = turn_end(now, overlooked(before.play), now.play, event.player)
                yield RecordedTurn(number, len(now.play.turns), event.player, end)
