"""Whole rounds without their events, by one rule set, and what is kept of each."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from ...sentences import say
from ..cards import months
from ..errors import NotAllowed
from ..figures.match_figures import yaku_key
from ..match.endings import exhausted, finished, stopped
from ..match.events import AnyEvent, MatchStarted
from ..match.interpreter import apply, reopened
from ..match.match import Match, Round
from ..match.start import refuse_start, started
from ..pile import Pile
from ..rules.ruleset import RuleSet
from .deals import Deal, deal, deciding, is_over, opened
from .game import Chance, Game
from .policies import POLICIES
from .turns import PlayedDeal, play_both_ways

_MOST_VOIDS: Final = 100


def after_deal(match: Match, game: Game, chance: Chance) -> tuple[Match, Deal | None]:
    """The match before the first turn of a round, and its deal; None where the deal decided the round.

    Raises NotAllowed where deal after deal is void, as if 14 cards of only four months lie on the field.
    """
    done = len(match.rounds)
    while len(match.rounds) == done:
        if len(match.play.voids) >= _MOST_VOIDS:
            raise NotAllowed(
                say(
                    "With these rules the cards had to be dealt again %(n)d times in a row: nobody can play.",
                    n=_MOST_VOIDS,
                )
            )
        voids = match.play.voids
        dealt = deal(game, chance)
        match, _ = opened(match, deciding(game, dealt, match.number), _after)
        if not is_over(match, voids, done):
            return match, dealt
    return match, None


def settled(match: Match, game: Game, played: PlayedDeal) -> Match:
    """The match after a deal that was played to its end."""
    callers = [turn.player for turn in played.turns if turn.koikoi]
    lying = played.turns[-1].field
    now = replace(
        match.play,
        calls=tuple(played.calls),
        called=tuple(played.called),
        last_caller=callers[-1] if callers else None,
        dealt=played.dealt.field if game.asks_dealt else match.play.dealt,
    )
    piles = tuple(map(Pile, played.piles))
    field = months(lying & game.asked_on_field)
    if played.stopped is None:
        return exhausted(replace(match, play=now), piles, field)
    return stopped(replace(match, play=now), played.stopped, piles, field)


def _after(match: Match, event: AnyEvent) -> Match:
    return apply(reopened(match, event), event)


SEATS: Final = 2
_PLAYERS: Final = ("1", "2")
_MONTHS: Final = 12
_GAINED: Final = {"account": "gains", "coin": 1}  # so that each seat's coins are its points


class Weighed(NamedTuple):
    """The first choice of a round between stopping and koi-koi.

    ``base``: the points of the yaku held then; ``gain``: how many points further ahead of the other player
    koi-koi brought the one who chose than stopping did.
    """

    base: int
    gain: int


class Outcome(NamedTuple):
    """What is kept of a round that seat 0 was to deal."""

    result: str  # as ``Round`` has it
    dealer: int  # a void deal may have passed the deal on
    player: int | None  # who won it, if anybody did
    points: int  # of that player; if nobody won, the most that anybody got
    paid: tuple[int, ...]  # points of each seat
    calls: int
    is_raised: bool  # whether a factor multiplied or added to the winner's points
    yaku: tuple[tuple[str, int], ...]  # those that were paid, as ``yaku_key`` names them, and their points
    weighed: Weighed | None


class PolicyTable:
    """Two players who play single rounds by the same policy."""

    def __init__(self, name: str, rules: RuleSet, policy: str) -> None:
        """``name``: of the rules where they are kept. Raises NotAllowed where two cannot play by them."""
        self.name, self.policy = name, policy
        self.game = Game(rules, SEATS)
        self.period = rules.match.rounds or _MONTHS  # rounds until the months of the rounds come again
        self.policies = [POLICIES[policy]] * SEATS
        self._first = _opening(self.game.complete)
        after_deal(self._first, self.game, Random(0))  # refuses now what could never be dealt
        self._keys: dict[str, str] = {}
        self._openings = [self._first]

    def outcome(self, index: int, chances: tuple[Chance, Chance]) -> Outcome:
        """The round ``index``, from 0; it is round ``index % period + 1`` of a match.

        The second chance is for the second playing of the same deal, see ``play_both_ways``.
        """
        match = self._opening(index % self.period)
        done = len(match.rounds)
        while True:
            match, both = self._played(match, chances)
            if both is None:
                return self._outcome_of(match.rounds[-1], None)
            before, (played, other) = match, both
            match = settled(before, self.game, played)
            if len(match.rounds) > done:  # else the cards are dealt again
                break
        row = match.rounds[-1]
        otherwise = settled(before, self.game, other).rounds[done:] if other else ()
        return self._outcome_of(row, _weighed(played, row, otherwise[0]) if otherwise else None)

    def played(
        self, index: int, chances: tuple[Chance, Chance]
    ) -> tuple[Match, tuple[PlayedDeal, PlayedDeal | None] | None]:
        """The match before the first turn of a round, and its playings; None where the deal decided it."""
        return self._played(self._opening(index % self.period), chances)

    def _played(
        self, match: Match, chances: tuple[Chance, Chance]
    ) -> tuple[Match, tuple[PlayedDeal, PlayedDeal | None] | None]:
        match, dealt = after_deal(match, self.game, chances[0])
        if dealt is None:
            return match, None
        return match, play_both_ways(self.game, dealt, match.dealer, match.number, self.policies, chances)

    def _opening(self, before: int) -> Match:
        """A match before a round of which something depends on how many were played ``before``."""
        if not self.game.asks_round:
            return self._first
        while len(self._openings) <= before:
            # only the number of the round matters: whoever won the rounds before would change nothing else
            after = finished(self._openings[-1], "drawn", None, (0,) * SEATS)
            start = replace(after, dealer=0, balance=(0,) * SEATS)
            self._openings.append(start)
        return self._openings[before]

    def _outcome_of(self, row: Round, weighed: Weighed | None) -> Outcome:
        score = row.score
        by_yaku: dict[str, int] = {}
        for made in (score, *(beside.score for beside in row.beside)):
            for line in made.lines if made else ():
                key = self._key(line.yaku)
                by_yaku[key] = by_yaku.get(key, 0) + line.points
        if row.hand:
            by_yaku[row.hand.yaku] = row.points
        return Outcome(
            row.result,
            row.dealer,
            row.player,
            row.points,
            row.transfer,
            sum(row.play.calls),
            score is not None and (score.multiplier > 1 or score.added > 0),
            tuple(by_yaku.items()),
            weighed,
        )

    def _key(self, yaku: str) -> str:
        known = self._keys.get(yaku)
        if known is None:
            known = self._keys[yaku] = yaku_key(yaku, self.game.rules)
        return known


def _opening(complete: Mapping[str, Any]) -> Match:
    """A match before its first round, whose coins are the points of each seat. Raises NotAllowed."""
    rules = {**complete, "settlement": {**complete["settlement"], **_GAINED}}
    match = started(MatchStarted(players=_PLAYERS, ruleset=rules, purse=0))
    refuse_start(match)
    return match


def _weighed(played: PlayedDeal, row: Round, other: Round) -> Weighed:
    """What koi-koi was worth at the choice where two playings of a deal part."""
    turn = next(turn for turn in played.turns if turn.end and turn.end.decision.koikoi)
    assert turn.end is not None
    gain = _lead(row, turn.player) - _lead(other, turn.player)
    return Weighed(turn.end.base, gain if turn.koikoi else -gain)


def _lead(row: Round, seat: int) -> int:
    """How many points a round brought a seat more than the other."""
    return row.transfer[seat] - row.transfer[1 - seat]
