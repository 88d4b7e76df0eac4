"""What does not fit in a round that was entered at its end: calls that the cards do not allow.

Nothing here is refused, because a table may have played so; whoever enters the round is asked.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ...sentences import Sentence, count, say
from ..pile import Pile
from ..scoring.score import Score
from .calls import decision, gained
from .gains import most_gains
from .match import Match, Round, circumstances


class Doubt(NamedTuple):
    """Why the calls of a player do not fit, and the option behind it; ``uncalled``: a yaku that was not."""

    seat: int | None
    why: Sentence
    option: str
    uncalled: bool = False


def doubts(match: Match, row: Round) -> list[Doubt]:
    """What does not fit in a round; nothing where its turns were recorded, or the table has ruled."""
    if row.play.turns or row.play.rulings or row.result not in ("won", "exhausted"):
        return []
    return [doubt for seat in match.seats for doubt in _of_seat(match, row, seat)]


def _of_seat(match: Match, row: Round, seat: int) -> Iterator[Doubt]:
    held = row.piles[seat]
    if held is None:
        return
    stopped = row.result == "won" and row.player == seat
    if not row.play.calls[seat]:
        if row.result == "exhausted":
            yield from _never_called(match, row, seat, held)
    elif stopped and (last := row.play.called[seat][-1]) is not None:
        yield from _since_the_call(match, row, seat, last, held)
    else:
        yield from _too_often(match, row, seat, held, stopped)


def _since_the_call(match: Match, row: Round, seat: int, last: Pile, held: Pile) -> Iterator[Doubt]:
    """A player who stopped needs something that was not there when koi-koi was called."""
    at = circumstances(row.play, seat, row.number, row.at.field_months if row.at else ())
    was, now = match.scorer.score(last, at), _at_the_end(match, row, seat, held)
    new, grown = gained(was.lines, now.lines)
    allowed = decision(
        match.rules, new=bool(new), grown=bool(grown), base=now.base, own=at.own, others=at.others
    )
    if not new and not grown:
        why = say(
            "%(player)s called koi-koi and then stopped, but nothing is new or better since that call.",
            player=match.players[seat],
        )
        yield Doubt(seat, why, "")
    elif not allowed.stop and allowed.why is not None:
        yield Doubt(seat, allowed.why, allowed.option)


def _too_often(match: Match, row: Round, seat: int, held: Pile, stopped: bool) -> Iterator[Doubt]:
    """Every call, and stopping, needs a turn with a new or better yaku, and enough points."""
    rules, name, calls = match.rules.calls, match.players[seat], row.play.calls[seat]
    possible = most_gains(match.scorer.plan, held, row.number)
    only_new = rules.on_extension != "decide"
    needed = calls + stopped
    if needed > possible.any or (only_new and calls > possible.new):
        yield Doubt(seat, _impossible(name, calls, possible.any, stopped), "")
        return
    if not rules.min_points:
        return
    base = _at_the_end(match, row, seat, held).base
    if base < rules.min_points + stopped:
        why = count(
            "%(player)s called koi-koi, which needs %(needed)d points of yaku; at the end these cards have "
            "%(n)d point.",
            "%(player)s called koi-koi, which needs %(needed)d points of yaku; at the end these cards have "
            "%(n)d points.",
            base,
            player=name,
            needed=rules.min_points,
        )
        yield Doubt(seat, why, "calls.min_points")


def _at_the_end(match: Match, row: Round, seat: int, held: Pile) -> Score:
    """What a pile is worth at the end; of the winner's pile the round tells it."""
    if seat == row.player and row.score is not None:
        return row.score
    at = circumstances(row.play, seat, row.number, row.at.field_months if row.at else ())
    return match.scorer.score(held, at)


def _impossible(name: str, calls: int, most: int, stopped: bool) -> Sentence:
    if stopped:
        return count(
            "%(player)s called koi-koi and later stopped. Each needs a new or better yaku; these cards can "
            "have brought %(most)d at most.",
            "%(player)s called koi-koi %(n)d times and later stopped. Each needs a new or better yaku; "
            "these cards can have brought %(most)d at most.",
            calls,
            player=name,
            most=most,
        )
    return count(
        "%(player)s called koi-koi, which needs a yaku; these cards can have brought %(most)d at most.",
        "%(player)s called koi-koi %(n)d times. Each needs a new or better yaku; these cards can have "
        "brought %(most)d at most.",
        calls,
        player=name,
        most=most,
    )


def _never_called(match: Match, row: Round, seat: int, held: Pile) -> Iterator[Doubt]:
    """A yaku in a round that nobody stopped was called, overlooked, or made with the last card."""
    if match.rules.exhausted.held_yaku == "holders":
        return  # paid as it is
    at = circumstances(row.play, seat, row.number)
    base = match.scorer.score(held, at).base
    allowed = decision(match.rules, new=True, grown=False, base=base, own=0, others=at.others)
    if not base or not allowed.due:
        return
    if match.rules.calls.final_turn == "auto_stop":
        why = say(
            "%(player)s has a yaku, but neither stopped nor called koi-koi. If the last card made it, the "
            "round is stopped; if it was there before and nobody noticed, it counts as koi-koi.",
            player=match.players[seat],
        )
        yield Doubt(seat, why, "calls.final_turn", uncalled=True)
    else:
        why = say(
            "%(player)s has a yaku, but neither stopped nor called koi-koi.", player=match.players[seat]
        )
        yield Doubt(seat, why, "calls.missed_yaku", uncalled=True)
