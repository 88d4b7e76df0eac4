"""What one match adds up to, and many together: a digest, as small for a thousand rounds as for twelve.

What the first koi-koi of a player brought is set against what stopping at that moment would have brought.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

import msgspec

from ...sentences import Sentence
from ..match.endings import stopped
from ..match.events import KoikoiCalled
from ..match.match import Match, Round
from ..match.replay import steps
from ..match.settlement import pays
from ..pile import Pile, pile
from ..rules.phrases import called
from ..rules.ruleset import RuleSet, stop_counts_all
from ..rules.yaku import KNOWN
from ..scoring.score import Score
from .seat_figures import (
    AddedNumbers,
    BestHand,
    Calling,
    Counted,
    Ending,
    Number,
    SeatFigures,
    SeatParts,
    SeatRounds,
    Share,
    columns,
    counted,
    numbers,
    sample,
    together,
)

_APART = ":"  # no id has one


def yaku_key(yaku: str, rules: RuleSet) -> str:
    """What a yaku is counted under: its id, and the name of one that the table made up.

    Two tables' own yaku are one only where both have the same id and the same name.
    """
    own = rules.yaku.get(yaku)
    if yaku in KNOWN or own is None or not own.name:
        return yaku
    return f"{yaku}{_APART}{msgspec.json.encode(own.name, order='deterministic').decode()}"


def id_of(key: str) -> str:
    """The id of a yaku in its own rule set."""
    return key.partition(_APART)[0]


@lru_cache(maxsize=1024)
def yaku_called(key: str) -> Sentence:
    """The name of a yaku that was counted."""
    yaku, _, name = key.partition(_APART)
    return called(yaku, msgspec.json.decode(name) if name else None)


_OF_OTHERS: Final = ("opponent_koi", "any_koi")  # factors that read the calls of others


def brought_by_calling(match: Match) -> Iterator[tuple[int, int]]:
    """For each first call whose alternative is known: the seat, and the coins, or the points where nobody
    pays, that its round brought more than stopping would have."""
    for row in match.rounds:
        if any(held is not None for piles in row.play.called for held in piles):
            for call, before in _first_calls(match, row):
                if _is_known(before, row, call):
                    yield call.player, row.transfer[call.player] - _stopping(before, call)


def _first_calls(match: Match, row: Round) -> Iterable[tuple[KoikoiCalled, Match]]:
    """The first call of each seat in the deal that was played to its end, and the match before it."""
    first: dict[int, tuple[KoikoiCalled, Match]] = {}
    for before, event, _ in steps(match, row.number):
        if isinstance(event, KoikoiCalled) and before.log.deals == row.log.deals:
            first.setdefault(event.player, (event, before))
    return first.values()


def _is_known(before: Match, row: Round, call: KoikoiCalled) -> bool:
    """Whether all that would have decided a stop in place of a call is recorded.

    Without recorded turns there is only the caller's own pile: no field, no pile of another, and the calls
    of two players do not say which came first. What the table let stand was maybe no time to stop.
    """
    if call.ruling:
        return False
    if before.play.turns:
        return True
    plan = before.scorer.plan
    others = any(calls for seat, calls in enumerate(row.play.calls) if seat != call.player)
    return not (
        call.pile is None
        or plan.asks_field_months
        or stop_counts_all(before.rules)
        or (others and any(factor.id in _OF_OTHERS for factor in plan.factors))
    )


def _stopping(before: Match, call: KoikoiCalled) -> int:
    """The coins that a player would have got by stopping."""
    piles: tuple[Pile | None, ...] = before.play.piles
    if not before.play.turns:
        own = pile(call.pile or "")
        piles = tuple(own if seat == call.player else None for seat in before.seats)
    return stopped(before, call.player, piles, before.play.field).rounds[-1].transfer[call.player]


_EXACT: Final = 2**62  # beyond it whole numbers are not stored exactly
MOST_CHARTED: Final = 100_000  # of a round, in the histogram: that many or more


class RoundSums(NamedTuple):
    """How many rounds there were, and how they ended."""

    rounds: int = 0
    stopped: int = 0  # somebody stopped
    exhausted: int = 0  # the hands were empty
    nobody: int = 0  # nobody won
    called: int = 0  # somebody called koi-koi


class MatchFigures(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """The figures of a match. ``points``: how many rounds were won with so many, at most MOST_CHARTED.

    ``together``: all its seats in one. Added up anew, they cost the statistics of 10,000 matches 15 ms more.
    """

    sums: RoundSums
    points: dict[int, int]
    seats: tuple[SeatFigures, ...]
    together: SeatFigures


def figures_of(match: Match) -> MatchFigures:
    """What a match adds up to, as far as its log knows it."""
    rows = match.rounds
    won = Counter(min(row.points, MOST_CHARTED) for row in rows if row.player is not None)
    weighed = defaultdict[int, list[int]](list)
    for seat, gained in brought_by_calling(match):
        weighed[seat].append(gained)
    seats = tuple(_of_seat(match, seat, sample(weighed[seat])) for seat in match.seats)
    return MatchFigures(
        RoundSums(
            rounds=len(rows),
            stopped=sum(row.result == "won" for row in rows),
            exhausted=sum(row.result == "exhausted" for row in rows),
            nobody=sum(row.player is None for row in rows),
            called=sum(any(_calls(row, seat) for seat in match.seats) for row in rows),
        ),
        dict(sorted(won.items())),
        seats,
        together(seats),
    )


def _of_seat(match: Match, seat: int, weighed: AddedNumbers) -> SeatFigures:
    won = [row for row in match.rounds if row.player == seat]
    known = [row for row in won if row.score is not None and row.score.lines]
    made = [(row, score) for row in match.rounds if (score := _score(row, seat))]
    parts = SeatParts(
        dealing=_seat_rounds(match, seat, [row for row in match.rounds if row.dealer == seat]),
        not_dealing=_seat_rounds(match, seat, [row for row in match.rounds if row.dealer != seat]),
        with_cards=len(known),
        calling=_calling(match, seat, [row for row in match.rounds if _calls(row, seat)]),
        weighed_coins=weighed if match.pays else AddedNumbers(),
        weighed_points=AddedNumbers() if match.pays else weighed,
    )
    return SeatFigures(
        tuple(map(_stored, numbers(parts))),
        counted(_yaku(match, made)),
        counted(
            {row.hand.yaku: (1, row.score.base if row.score else row.points)}
            for row in won
            if row.hand is not None
        ),
        _best(match, [row for row in won if row.cards] or known),
    )


def _score(row: Round, seat: int) -> Score | None:
    """What the cards of a seat were worth: of the winner, and of everybody where all captured cards count."""
    if row.player == seat:
        return row.score
    return next((one.score for one in row.beside if one.player == seat), None) if row.cards else None


def _seat_rounds(match: Match, seat: int, rows: list[Round]) -> SeatRounds:
    won = sample([row.points for row in rows if row.player == seat])
    return SeatRounds(len(rows), won, _coins(match, seat, rows))


def _calling(match: Match, seat: int, rows: list[Round]) -> Calling:
    """How often a seat called, and the rounds in which it did."""
    won = [row for row in rows if row.player == seat]
    nobody = [row for row in rows if row.player is None]
    lost = [row for row in rows if row.player not in (seat, None)]
    endings = (Ending(len(ended), _coins(match, seat, ended)) for ended in (won, lost, nobody))
    return Calling(sum(_calls(row, seat) for row in rows), *endings)


def _coins(match: Match, seat: int, rows: list[Round]) -> AddedNumbers:
    """The coins that rounds brought; of none where nobody pays, because a point is no coin."""
    return sample([row.transfer[seat] for row in rows if pays(match.rules_of(row.number))])


def _calls(row: Round, seat: int) -> int:
    """How often a seat said koi-koi; a yaku that nobody noticed counts as a call, but nobody said it."""
    return row.play.calls[seat] - row.play.missed[seat]


def _yaku(match: Match, made: Iterable[tuple[Round, Score]]) -> Iterator[Counted]:
    """The yaku of each of some rounds, each once with the points of all its lines."""
    for row, score in made:
        points = defaultdict[str, int](int)
        for line in score.lines:
            points[line.yaku] += line.points
        rules = match.rules_of(row.number)
        yield {yaku_key(yaku, rules): (1, worth) for yaku, worth in points.items()}


def _best(match: Match, rows: list[Round]) -> BestHand | None:
    best = max(rows, key=lambda row: row.points, default=None)
    if best is None or best.score is None or best.player is None:
        return None
    rules = match.rules_of(best.number)
    lines = tuple((yaku_key(line.yaku, rules), line.points) for line in best.score.lines)
    return BestHand(_stored(best.points), best.number, lines, str(best.piles[best.player] or ""))


def _stored(number: Number) -> Number:
    """A number that every format holds: doublings of doublings may pay more points than 64 bits count."""
    return number if -_EXACT < number < _EXACT else float(number)


class Totals(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """The figures of several matches, all seats of all of them in one."""

    matches: int = 0
    sums: RoundSums = RoundSums()
    points: dict[int, int] = {}  # of won rounds, at most MOST_CHARTED → how many
    seats: SeatFigures = SeatFigures()
    parts: SeatParts = SeatFigures().parts  # of the seats

    @property
    def rounds(self) -> int:
        return self.sums.rounds

    @property
    def won_points(self) -> AddedNumbers:
        """The points of the rounds that somebody won."""
        return self.parts.points

    @property
    def dealer(self) -> Share:
        """Of all rounds, those that the dealer won."""
        return Share(self.parts.dealing.won, self.parts.dealing.rounds)

    @property
    def not_dealer(self) -> Share:
        """Of all rounds of all players who were not the dealer, those that they won."""
        return Share(self.parts.not_dealing.won, self.parts.not_dealing.rounds)

    @property
    def nobody(self) -> Share:
        """Of all rounds, those that nobody won."""
        return Share(self.sums.nobody, self.sums.rounds)

    @property
    def called(self) -> Share:
        """Of all rounds, those in which somebody called koi-koi."""
        return Share(self.sums.called, self.sums.rounds)


def totals(matches: Iterable[MatchFigures]) -> Totals:
    matches = tuple(matches)
    points = defaultdict[int, int](int)
    for match in matches:
        for worth, times in match.points.items():
            points[worth] += times
    sums = RoundSums._make(columns([match.sums for match in matches])) if matches else RoundSums()
    seats = together([match.together for match in matches])
    return Totals(len(matches), sums, dict(sorted(points.items())), seats, seats.parts)
