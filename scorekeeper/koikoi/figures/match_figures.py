"""What one match adds up to: a digest of its rounds, as small for a thousand rounds as for twelve."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

import msgspec

from ..match.match import Match, Round
from ..match.settlement import pays
from .calling import brought_by_calling
from .samples import Number, Sample, sample
from .seat_figures import BestHand, Counted, SeatFigures, SeatSums
from .yaku_keys import yaku_key

_EXACT: Final = 2**62  # beyond it whole numbers are not stored exactly
MOST_POINTS: Final = 100_000  # of a round, in the histogram: that many or more


class RoundSums(NamedTuple):
    """How many rounds there were, and how they ended."""

    rounds: int = 0
    stopped: int = 0  # somebody stopped
    exhausted: int = 0  # the hands were empty
    nobody: int = 0  # nobody won
    called: int = 0  # somebody called koi-koi


class MatchFigures(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """The figures of a match. ``points``: how many rounds were won with so many, at most MOST_POINTS."""

    sums: RoundSums
    points: dict[int, int]
    seats: tuple[SeatFigures, ...]


def figures_of(match: Match) -> MatchFigures:
    """What a match adds up to, as far as its log knows it."""
    rows = match.rounds
    won = Counter(min(row.points, MOST_POINTS) for row in rows if row.player is not None)
    weighed = defaultdict[int, list[int]](list)
    for seat, gained in brought_by_calling(match):
        weighed[seat].append(gained)
    return MatchFigures(
        RoundSums(
            rounds=len(rows),
            stopped=sum(row.result == "won" for row in rows),
            exhausted=sum(row.result == "exhausted" for row in rows),
            nobody=sum(row.player is None for row in rows),
            called=sum(any(_calls(row, seat) for seat in match.seats) for row in rows),
        ),
        dict(sorted(won.items())),
        tuple(_of_seat(match, seat, sample(weighed[seat])) for seat in match.seats),
    )


def _of_seat(match: Match, seat: int, weighed: Sample) -> SeatFigures:
    won = [row for row in match.rounds if row.player == seat]
    known = [row for row in won if row.score is not None and row.score.lines]
    sums = (
        *_side(match, seat, [row for row in match.rounds if row.dealer == seat]),
        *_side(match, seat, [row for row in match.rounds if row.dealer != seat]),
        len(known),
        *_calling(match, seat, [row for row in match.rounds if _calls(row, seat)]),
        *_numbers(weighed if match.pays else Sample()),
        *_numbers(Sample() if match.pays else weighed),
    )
    return SeatFigures(
        SeatSums._make(map(_stored, sums)),
        _counted(_yaku(match, known)),
        _counted(
            (row.hand.yaku, row.score.base if row.score else row.points)
            for row in won
            if row.hand is not None
        ),
        _best(match, known),
    )


def _side(match: Match, seat: int, rows: list[Round]) -> Iterator[Number]:
    """Rounds, rounds won, the points of those and the coins of all."""
    yield len(rows)
    yield from _numbers(sample([row.points for row in rows if row.player == seat]))
    yield from _numbers(_coins(match, seat, rows))


def _calling(match: Match, seat: int, rows: list[Round]) -> Iterator[Number]:
    """How often a seat called, and the rounds it then won, lost, and that nobody won, with their coins."""
    yield sum(_calls(row, seat) for row in rows)
    for ended in (
        [row for row in rows if row.player == seat],
        [row for row in rows if row.player not in (seat, None)],
        [row for row in rows if row.player is None],
    ):
        yield len(ended)
        yield from _numbers(_coins(match, seat, ended))


def _coins(match: Match, seat: int, rows: list[Round]) -> Sample:
    """The coins that rounds brought; of none where nobody pays, because a point is no coin."""
    return sample([row.transfer[seat] for row in rows if pays(match.rules_of(row.number))])


def _calls(row: Round, seat: int) -> int:
    """How often a seat said koi-koi; a yaku that nobody noticed counts as a call, but nobody said it."""
    return row.play.calls[seat] - row.play.missed[seat]


def _yaku(match: Match, rows: Iterable[Round]) -> Iterator[tuple[str, Number]]:
    """Every yaku of some rounds, once a round, with the points of all its lines."""
    for row in rows:
        points = defaultdict[str, int](int)
        for line in row.score.lines if row.score else ():
            points[line.yaku] += line.points
        yield from ((yaku_key(yaku, match.rules_of(row.number)), worth) for yaku, worth in points.items())


def _counted(found: Iterable[tuple[str, Number]]) -> Counted:
    counted: Counted = {}
    for key, points in found:
        times, whole = counted.get(key, (0, 0))
        counted[key] = times + 1, whole + points
    return counted


def _best(match: Match, rows: list[Round]) -> BestHand | None:
    best = max(rows, key=lambda row: row.points, default=None)
    if best is None or best.score is None or best.player is None:
        return None
    rules = match.rules_of(best.number)
    lines = tuple((yaku_key(line.yaku, rules), line.points) for line in best.score.lines)
    return BestHand(_stored(best.points), best.number, lines, str(best.piles[best.player] or ""))


def _numbers(of: Sample) -> Iterator[Number]:
    return iter((of.count, of.total, of.squares))


def _stored(number: Number) -> Number:
    """A number that every format holds: doublings of doublings may pay more points than 64 bits count."""
    return number if -_EXACT < number < _EXACT else float(number)
