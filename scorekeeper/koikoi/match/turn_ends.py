"""What the end of a turn brings: the yaku that are new or grew, what all are worth, what may be called."""

from __future__ import annotations

import msgspec

from ..rules import deal
from ..rules.ruleset import RuleSet
from ..scoring.score import Circumstances, Score
from .calls import Decision, decision, gained
from .match import Match, Play, circumstances


class TurnEnd(msgspec.Struct, frozen=True):
    """``base``: the points of all yaku; ``points``: what the round would pay if the player stopped now."""

    new: tuple[str, ...]
    grown: tuple[str, ...]
    base: int
    points: int
    decision: Decision


def turn_end(match: Match, earlier: Play, now: Play, player: int) -> TurnEnd:
    """The end of a player's turn; ``earlier``: the deal before it, with the yaku that nobody called.

    Calls count as they stand now, so that a value which rises through a call alone is no gain; the field
    counts as it was after each of the two turns.
    """
    at = circumstances(now, player, match.number, now.field)
    before = circumstances(now, player, match.number, earlier.seen[player])
    was, held = match.scorer.score(earlier.piles[player], before), match.scorer.score(now.piles[player], at)
    last_turn = len(now.turns) > deal.turns(match.rules, len(match.players)) - len(match.players)
    return end_with(match.rules, was, held, at, last_turn=last_turn)


def end_with(rules: RuleSet, was: Score, held: Score, at: Circumstances, *, last_turn: bool) -> TurnEnd:
    """The end of a turn before which the player's cards were worth ``was``, and after it ``held``."""
    new, grown = gained(was.lines, held.lines)
    made = decision(
        rules,
        new=bool(new),
        grown=bool(grown),
        base=held.base,
        own=at.own,
        others=at.others,
        last_turn=last_turn,
    )
    return TurnEnd(new, grown, held.base, held.points, made)
