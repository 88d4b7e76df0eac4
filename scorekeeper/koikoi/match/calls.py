"""Whether a decision is due at the end of a turn, what may be called, and why not."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ...sentences import Sentence, count, say
from ..rules.ruleset import RuleSet
from ..scoring.score import Line


class Decision(msgspec.Struct, frozen=True):
    """What a player may call after a turn; ``why`` something may not be called, and by which ``option``."""

    stop: bool
    koikoi: bool
    why: Sentence | None = None
    option: str = ""

    @property
    def due(self) -> bool:
        return self.stop or self.koikoi


def gained(before: Sequence[Line], now: Sequence[Line]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The yaku that are new, and those worth more, since the player's previous turn.

    Both are lines of the same circumstances, so that a value which rises through a call alone is no gain.
    """
    was, held = _held(before), _held(now)
    new = tuple(name for name, (times, _) in held.items() if times > was.get(name, (0, 0))[0])
    grown = tuple(
        name for name, (_, points) in held.items() if name not in new and points > was.get(name, (0, 0))[1]
    )
    return new, grown


def _held(lines: Sequence[Line]) -> dict[str, tuple[int, int]]:
    """How many times each yaku is held, and what it is worth altogether."""
    held: dict[str, tuple[int, int]] = {}
    for line in lines:
        times, points = held.get(line.yaku, (0, 0))
        held[line.yaku] = times + 1, points + line.points
    return held


def decision(
    rules: RuleSet, *, new: bool, grown: bool, base: int, own: int, others: int, last_turn: bool = False
) -> Decision:
    """What may be called with ``base`` points of yaku after ``own`` and ``others`` calls in this round."""
    calls = rules.calls
    if not new and not grown:
        return Decision(False, False, say("No yaku is new or worth more, so there is nothing to call."))
    if base < calls.min_points:  # before anything else: such yaku are worth no decision, or stop the round
        return Decision(
            calls.below_min == "must_stop", False, too_few(base, calls.min_points), "calls.min_points"
        )
    if not new and calls.on_extension != "decide":
        return Decision(
            calls.on_extension == "must_stop",
            False,
            say("Koi-koi needs a new yaku; one that only grew is not enough at this table."),
            "calls.on_extension",
        )
    if refusal := over_limit(rules, own, others):
        return Decision(True, False, refusal, "calls.limit")
    if last_turn and calls.final_turn == "auto_stop":
        return Decision(True, False, say("A yaku with the last card stops the round."), "calls.final_turn")
    return Decision(True, True)


def too_few(base: int, needed: int) -> Sentence:
    """Why nobody may call koi-koi with so few points."""
    return count(
        "%(n)d point is too few to call koi-koi: %(needed)d are needed.",
        "%(n)d points are too few to call koi-koi: %(needed)d are needed.",
        base,
        needed=needed,
    )


def over_limit(rules: RuleSet, own: int, others: int) -> Sentence | None:
    """Why one more koi-koi would be too many, if it would."""
    limit = rules.calls.limit
    if limit is None:
        return None
    if not limit:
        return say("Nobody may call koi-koi at this table.")
    if rules.calls.limit_scope == "player" and own >= limit:
        return count(
            "A player may call koi-koi only once in a round.",
            "A player may call koi-koi only %(n)d times in a round.",
            limit,
        )
    if rules.calls.limit_scope == "round" and own + others >= limit:
        return count(
            "Koi-koi may be called only once in a round.",
            "Koi-koi may be called only %(n)d times in a round.",
            limit,
        )
    return None
