"""What does not fit in a round that was entered at its end: calls that the cards do not allow.

Nothing here is refused, because a table may have played so; whoever enters the round is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

import msgspec

from ...sentences import Sentence, count, say
from ..cards import CHAFF, DECK, each
from ..pile import Pile
from ..rules.deal import left_out
from ..rules.ruleset import end_counts_all
from ..scoring.evaluate import form
from ..scoring.plan import Plan, PlanRow
from ..scoring.score import Circumstances, Score
from .calls import decision, gained
from .interpreter import opening
from .match import Match, Round

_MOST_MISSING: Final = 4  # cards that are named


class RoundWarning(NamedTuple):
    """Why the calls of a player do not fit, and the option behind it; ``uncalled``: a yaku that was not.

    ``missing``: ids of cards that nobody has and that would explain the calls, those that pay most first;
    "C" is a chaff card that is only counted.
    """

    seat: int
    why: Sentence
    option: str
    uncalled: bool = False
    missing: tuple[str, ...] = ()


def round_warnings(match: Match, row: Round) -> list[RoundWarning]:
    """What does not fit in a round; nothing where its turns were recorded, or the table has ruled."""
    if row.play.turns or row.play.rulings or row.result not in ("won", "exhausted"):
        return []
    then = opening(match, row.number)  # with the rules and the coins of that time
    return [warning for seat in match.seats for warning in _of_seat(then, row, seat)]


def _of_seat(match: Match, row: Round, seat: int) -> Iterator[RoundWarning]:
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


def _since_the_call(match: Match, row: Round, seat: int, last: Pile, held: Pile) -> Iterator[RoundWarning]:
    """A player who stopped needs something that was not there when koi-koi was called."""
    at = _at(match, row, seat)
    was, now = match.scorer.score(last, at), _at_the_end(match, row, seat, held)
    new, grown = gained(was.lines, now.lines)
    allowed = decision(match.rules, new, grown, now.base, at)
    if not new and not grown:
        why = say(
            "After koi-koi %(player)s needs a new or better yaku to stop. Is a card missing?",
            player=match.players[seat],
        )

        def explains(more: Pile) -> bool:
            return any(gained(was.lines, match.scorer.score(more, at).lines))

        yield RoundWarning(seat, why, "", missing=_missing(match, row, seat, held, explains))
    elif not allowed.stop and allowed.why is not None:
        yield RoundWarning(seat, allowed.why, allowed.option)


def _too_often(match: Match, row: Round, seat: int, held: Pile, stopped: bool) -> Iterator[RoundWarning]:
    """Every call, and stopping, needs a turn with a new or better yaku, and enough points."""
    rules, name, calls = match.rules.calls, match.players[seat], row.play.calls[seat]
    possible = most_gains(match.scorer.plan, held, row.number)
    only_new = rules.on_extension != "decide"
    needed = calls + stopped
    if needed > possible.any or (only_new and calls > possible.new):

        def explains(more: Pile) -> bool:
            gains = most_gains(match.scorer.plan, more, row.number)
            return gains.any > possible.any or (only_new and gains.new > possible.new)

        why = _impossible(name, calls, stopped)
        yield RoundWarning(seat, why, "", missing=_missing(match, row, seat, held, explains))
        return
    if not rules.min_points:
        return
    base = _at_the_end(match, row, seat, held).base
    if base < rules.min_points + stopped:
        why = count(
            "For koi-koi %(player)s needs %(needed)d points; these cards have %(n)d point. Is a card "
            "missing?",
            "For koi-koi %(player)s needs %(needed)d points; these cards have %(n)d points. Is a card "
            "missing?",
            base,
            player=name,
            needed=rules.min_points,
        )
        yield RoundWarning(seat, why, "calls.min_points")


def _at_the_end(match: Match, row: Round, seat: int, held: Pile) -> Score:
    """What a pile is worth at the end; of the winner's pile the round tells it."""
    if seat == row.player and row.score is not None:
        return row.score
    return match.scorer.score(held, _at(match, row, seat))


def _missing(
    match: Match, row: Round, seat: int, held: Pile, explains: Callable[[Pile], bool]
) -> tuple[str, ...]:
    """The cards that nobody has with which the calls would fit, those that pay most first."""
    piles = [pile for pile in row.piles if pile]
    gone = left_out(match.rules) | sum(pile.cards for pile in piles)
    chaff = (gone & CHAFF).bit_count() + sum(pile.chaff for pile in piles)
    further = {card.id: held + Pile(card.bit) for card in each(DECK & ~gone & ~CHAFF)}
    if chaff < CHAFF.bit_count():
        further["C"] = Pile(held.cards, held.chaff + 1)
    at = _at(match, row, seat)
    bases = {name: match.scorer.score(more, at).base for name, more in further.items() if explains(more)}
    return tuple(sorted(bases, key=lambda name: -bases[name]))[:_MOST_MISSING]


def _at(match: Match, row: Round, seat: int) -> Circumstances:
    return match.circumstances(seat, row.field, row.play)


def _impossible(name: str, calls: int, stopped: bool) -> Sentence:
    if stopped:
        return count(
            "%(player)s called koi-koi and then stopped: there should be two yaku, or one that grew.",
            "%(player)s called koi-koi %(n)d times and then stopped: each time a yaku should be new or grow.",
            calls,
            player=name,
        )
    return count(
        "%(player)s called koi-koi: there should be a yaku.",
        "%(player)s called koi-koi %(n)d times: each time a yaku should be new or grow.",
        calls,
        player=name,
    )


def _never_called(match: Match, row: Round, seat: int, held: Pile) -> Iterator[RoundWarning]:
    """A yaku in a round that nobody stopped was called, overlooked, or made with the last card."""
    if end_counts_all(match.rules):
        return  # paid as it is
    at = _at(match, row, seat)
    score = match.scorer.score(held, at)
    if not decision(match.rules, *gained((), score.lines), score.base, at).due:
        return
    if match.rules.calls.final_turn == "auto_stop":
        why = say(
            "%(player)s has a yaku. Did they stop, call koi-koi, or did nobody notice?",
            player=match.players[seat],
        )
        yield RoundWarning(seat, why, "calls.final_turn", uncalled=True)
    else:
        why = say(
            "%(player)s has a yaku, but neither stopped nor called koi-koi.", player=match.players[seat]
        )
        yield RoundWarning(seat, why, "calls.missed_yaku", uncalled=True)


_ANY_NUMBER: Final = 99  # the weather comes and goes, and what it ruined is made again


class MostGains(NamedTuple):
    """At most so many turns with a new yaku, and so many with a new yaku or one that grew."""

    new: int
    any: int


def most_gains(plan: Plan, held: Pile, number: int) -> MostGains:
    """The most turns of one player, in the round with this number, that can have been worth a call.

    Every yaku the pile holds counts as made in a turn of its own, and every further card as captured in one.
    Where the sake cup has two readings, each can have brought the other its turn.
    """
    rows = [_gains(row, held, number) for reading in plan.readings for row in reading]
    new = sum(gains.new for gains in rows)
    return MostGains(new, sum(gains.any for gains in rows))


def _gains(row: PlanRow, held: Pile, number: int) -> MostGains:
    made = form(msgspec.structs.replace(row, ruined_by=0), held, number)
    if made and row.ruined_in:
        return MostGains(_ANY_NUMBER, _ANY_NUMBER)
    new = sum(yaku.times for yaku in made)
    return MostGains(new, new + sum(yaku.further for yaku in made if row.extra))
