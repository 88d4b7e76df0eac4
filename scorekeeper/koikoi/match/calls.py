"""The end of a turn: whether a decision is due, what may be called, why not; what a player may say now."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from ...sentences import Sentence, count, say
from ..errors import NotAllowed
from ..pile import Pile
from ..rules import deal
from ..rules.ruleset import RuleSet
from ..scoring.evaluate import scorer
from ..scoring.score import Circumstances, Line, Score
from .match import Decision, Match, Play


def gained(before: Sequence[Line], now: Sequence[Line]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The yaku that are new, and those worth more, since the player's previous turn.

    Both are lines of the same circumstances, so that a value which rises through a call alone is no gain.
    """
    was, held = _by_yaku(before), _by_yaku(now)
    new = tuple(name for name, (times, _) in held.items() if times > was.get(name, (0, 0))[0])
    grown = tuple(
        name for name, (_, points) in held.items() if name not in new and points > was.get(name, (0, 0))[1]
    )
    return new, grown


def _by_yaku(lines: Sequence[Line]) -> dict[str, tuple[int, int]]:
    """How many times each yaku is held, and what it is worth altogether."""
    held: dict[str, tuple[int, int]] = {}
    for line in lines:
        times, points = held.get(line.yaku, (0, 0))
        held[line.yaku] = times + 1, points + line.points
    return held


def decision(
    rules: RuleSet,
    new: Sequence[str],
    grown: Sequence[str],
    base: int,
    at: Circumstances,
    last_turn: bool = False,
) -> Decision:
    """What may be called with new yaku and others that grew, ``base`` points in all, after some calls."""
    made = _decision(rules, new, grown, base, at, last_turn)
    if made.stop and (refusal := not_above_call(rules, base, at)):
        return replace(made, stop=False, why=refusal, option="calls.stop_above_call")
    return made


def _decision(
    rules: RuleSet, new: Sequence[str], grown: Sequence[str], base: int, at: Circumstances, last_turn: bool
) -> Decision:
    calls = rules.calls
    if not new and not grown:
        return Decision(False, False, say("No yaku is new or has grown, so there is nothing to decide."))
    if base < calls.min_points:  # before anything else: such yaku are worth no decision, or stop the round
        return Decision(
            calls.below_min == "must_stop", False, too_few(base, calls.min_points), "calls.min_points"
        )
    if not new and calls.on_extension != "decide":
        return Decision(
            calls.on_extension == "must_stop",
            False,
            say("Koi-koi needs a new yaku; by these rules one that only grew is not enough."),
            "calls.on_extension",
        )
    if refusal := no_further_call(rules, at):
        return Decision(True, False, refusal.sentence, refusal.option)
    if last_turn and calls.final_turn == "auto_stop":
        return Decision(True, False, say("A yaku with the last card stops the round."), "calls.final_turn")
    return Decision(True, True)


def not_above_call(rules: RuleSet, base: int, at: Circumstances) -> Sentence | None:
    """Why a player may not stop with so many points: there were as many at the last own call.

    None: they may, or it is not known what was held at that call.
    """
    if not rules.calls.stop_above_call or not at.called or (held := at.called[-1]) is None:
        return None
    then = scorer(rules).score(held, replace(at, own=at.own - 1, called=at.called[:-1])).base
    if base > then:
        return None
    return count(
        "Stopping needs more than the %(n)d point of the last own koi-koi.",
        "Stopping needs more than the %(n)d points of the last own koi-koi.",
        then,
    )


def too_few(base: int, needed: int) -> Sentence:
    """Why nobody may call koi-koi with so few points."""
    return count(
        "%(n)d point is too few to call koi-koi: %(needed)d are needed.",
        "%(n)d points are too few to call koi-koi: %(needed)d are needed.",
        base,
        needed=needed,
    )


def no_further_call(rules: RuleSet, at: Circumstances) -> NotAllowed | None:
    """Why a player may not call koi-koi now, whatever the cards are; None where they may."""
    why = _over_limit(rules, at)
    return NotAllowed(why, "calls.limit") if why else None


def _over_limit(rules: RuleSet, at: Circumstances) -> Sentence | None:
    """Why one more koi-koi would be too many, if it would."""
    limit = rules.calls.limit
    if limit is None:
        return None
    if not limit:
        return say("There is no koi-koi by these rules.")
    if rules.calls.limit_scope == "player" and at.own >= limit:
        return count(
            "A player may call koi-koi only once in a round.",
            "A player may call koi-koi only %(n)d times in a round.",
            limit,
        )
    if rules.calls.limit_scope == "round" and at.own + at.others >= limit:
        return count(
            "Koi-koi may be called only once in a round.",
            "Koi-koi may be called only %(n)d times in a round.",
            limit,
        )
    return None


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
    at = match.circumstances(player, now.field, now)
    before = match.circumstances(player, earlier.seen[player], now)
    was, score = match.scorer.score(earlier.piles[player], before), match.scorer.score(now.piles[player], at)
    last_turn = len(now.turns) > deal.turns(match.rules, len(match.players)) - len(match.players)
    return end_with(match.rules, was, score, at, last_turn=last_turn)


def end_with(rules: RuleSet, was: Score, score: Score, at: Circumstances, *, last_turn: bool) -> TurnEnd:
    """The end of a turn before which the player's cards were worth ``was``, and after it ``score``."""
    new, grown = gained(was.lines, score.lines)
    made = decision(rules, new, grown, score.base, at, last_turn)
    return TurnEnd(new, grown, score.base, score.points, made)


class Advice(msgspec.Struct, frozen=True):
    """``is_known``: whether it is known what the player held at the last own koi-koi, if there was one."""

    player: int
    new: tuple[str, ...]
    grown: tuple[str, ...]
    score: Score
    decision: Decision
    is_known: bool = True


def advice(match: Match, player: int, held: Pile, field: tuple[int, ...] = ()) -> Advice:
    """What ``player`` may call with these captured cards; ``match`` after the calls noted in the round.

    What is new is new since the player's last koi-koi. Where the cards of that call are not known, the
    answer takes something to be new, and says that it does.
    """
    at = match.circumstances(player, field)
    last = at.called[-1] if at.called else Pile()
    is_known = last is not None
    before = last or Pile()
    score = match.scorer.score(held, at)
    new, grown = gained(match.scorer.score(before, at).lines if is_known else (), score.lines)
    made = decision(match.rules, new, grown, score.base, at)
    return Advice(player, new, grown, score, made, is_known)
