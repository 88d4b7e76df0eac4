"""A match so far, as values: the rounds played, the deal being played, the coins of every seat."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ...sentences import Sentence, listed, say
from ..cards import BRIGHTS
from ..pile import EMPTY, Pile
from ..rules import phrases
from ..rules.ruleset import RuleSet
from ..scoring.evaluate import Scorer
from ..scoring.score import Circumstances, Score
from . import settlement
from .events import (
    Amendment,
    AnyEvent,
    BetweenRounds,
    MatchStarted,
    RoundEvent,
    RoundExhausted,
    RoundWon,
)
from .limits import Entered
from .settlement import Payment


class Decision(msgspec.Struct, frozen=True):
    """What a player may call after a turn; ``why`` something may not be called, and by which ``option``."""

    stop: bool
    koikoi: bool
    why: Sentence | None = None
    option: str = ""

    @property
    def due(self) -> bool:
        return self.stop or self.koikoi


class Due(msgspec.Struct, frozen=True, gc=False):
    """The decision after a turn, not yet taken."""

    player: int
    decision: Decision
    new: tuple[str, ...]
    grown: tuple[str, ...]
    points: int


class ShownTeyaku(msgspec.Struct, frozen=True, gc=False):
    """A lucky hand that was shown."""

    player: int
    yaku: str
    cards: int = 0  # all that was dealt, where it was named
    months: tuple[int, ...] = ()  # those that make it, where they are known


class Play(msgspec.Struct, frozen=True, gc=False):
    """The deal that is being played: nothing in it is final."""

    calls: tuple[int, ...]
    missed: tuple[int, ...]  # how many of those calls are yaku that nobody noticed
    piles: tuple[Pile, ...]  # from recorded turns
    turns: tuple[int, ...] = ()  # whose turns were recorded
    dealt: int = 0
    dealt_brights: int | None = None
    field: tuple[int, ...] = ()  # months on the field after the last turn
    seen: tuple[tuple[int, ...], ...] = ()  # and after each player's own last turn
    due: Due | None = None
    last_caller: int | None = None
    hands: tuple[ShownTeyaku, ...] = ()
    called: tuple[tuple[Pile | None, ...], ...] = ()  # by seat, the pile at each call where it is known
    rulings: tuple[str, ...] = ()  # why the table let stand what the rules of calling refuse
    replaced: int = 0  # turns that were recorded before the round was entered as a whole instead
    voids: tuple[Sentence | str, ...] = ()  # why earlier deals of this round were void


class PileScore(msgspec.Struct, frozen=True, gc=False):
    """What a player's pile was worth at the end of a round."""

    player: int
    score: Score
    at: Circumstances


class AtOnce(msgspec.Struct, frozen=True, gc=False):
    """A player won the whole match by a yaku."""

    player: int
    yaku: str


class RoundLog(msgspec.Struct, frozen=True, gc=False):
    """What was entered of a round, as it counts: of a corrected one its last correction.

    ``between``: what was decided since the round before. ``deals``: how many events there were when each deal
    that was void ended. ``dealer``: the seat that dealt first, where the dealer was corrected.
    ``is_optional``: whether the round counts only as long as the match is not over before it, as the last
    correction says.
    """

    rules: RuleSet  # by which it was entered
    events: tuple[RoundEvent, ...] = ()
    between: tuple[BetweenRounds, ...] = ()
    deals: tuple[int, ...] = ()
    by: tuple[str, ...] = ()  # the phones that entered or corrected it
    dealer: int | None = None
    is_corrected: bool = False
    is_optional: bool = False

    @property
    def deal(self) -> tuple[RoundEvent, ...]:
        """The events of the last deal."""
        return self.events[self.deals[-1] if self.deals else 0 :]

    @property
    def last_dealt(self) -> tuple[RoundEvent, ...]:
        """The events of the last deal of which something was entered."""
        begins = [place for place in (0, *self.deals) if place < len(self.events)]
        return self.events[begins[-1] :] if begins else ()


class Round(msgspec.Struct, frozen=True, gc=False):
    """A finished round: a row of the scoresheet with all that explains it."""

    number: int
    dealer: int
    result: str  # "won", "exhausted", "hand", "drawn" or "counted"
    player: int | None  # who won it, if anybody did
    points: int  # of that player; if nobody won, the most that anybody got
    play: Play
    piles: tuple[Pile | None, ...]
    log: RoundLog
    transfer: tuple[int, ...] = ()  # like the next two, from when it is paid
    payments: tuple[Payment, ...] = ()
    balance: tuple[int, ...] = ()
    score: Score | None = None  # without lines where a lucky hand was multiplied or capped
    at: Circumstances | None = None
    beside: tuple[PileScore, ...] = ()  # the yaku of the other players, where they are paid too
    why: Sentence | None = None
    hand: ShownTeyaku | None = None  # the lucky hand that was paid
    refused: bool = False  # played by other rules, refused by those that came in their place
    cards: tuple[int, ...] = ()  # by seat, the points of the cards by themselves, where they count
    first: int | None = None  # of several who made most, the one who counts for the next deal
    at_once: AtOnce | None = None

    @property
    def deciding(self) -> Sequence[int]:
        """The seats whose piles decide what is paid: the winner's, or where cards count, all."""
        if self.cards:
            return range(len(self.piles))
        return () if self.player is None or self.at is None else (self.player,)

    @property
    def field(self) -> tuple[int, ...]:
        """The months on the field at the end, where that was said."""
        said = (event.field for event in self.log.deal if isinstance(event, RoundWon | RoundExhausted))
        return next(said, ()) or self.play.field


class Adjustment(msgspec.Struct, frozen=True, gc=False):
    """Points that the players adjusted, ``after`` so many rounds."""

    after: int
    points: tuple[int, ...]
    transfer: tuple[int, ...]
    reason: str
    balance: tuple[int, ...]  # after it


class Period(msgspec.Struct, frozen=True):
    """The rounds from ``first`` on, and the rules that they count by."""

    first: int
    rules: RuleSet
    scorer: Scorer  # of these rules


class Terms(msgspec.Struct, frozen=True):
    """What a table has agreed on, at the start of a match or later.

    ``extended``: how many rounds more, or below 0 fewer, were agreed later, after how many rounds each time;
    ``length`` includes them.
    """

    players: tuple[str, ...]  # their names by seat
    periods: tuple[Period, ...]
    length: int | None  # rounds agreed
    purse: int
    extended: tuple[tuple[int, int], ...] = ()

    @property
    def added(self) -> int:
        """The rounds that were agreed later, below 0 if the match became shorter."""
        return sum(rounds for _, rounds in self.extended)

    def period(self, number: int) -> Period:
        """The period that a round belongs to."""
        return next(period for period in reversed(self.periods) if period.first <= number)


class Match(msgspec.Struct, frozen=True):
    """A match so far: its rounds, and the one that is being played.

    ``events`` is its past: every event that counts, in order, corrections as they came.
    """

    terms: Terms
    first_dealer: int  # as it was entered
    dealer: int  # of the next or current deal
    balance: tuple[int, ...]
    play: Play
    log: RoundLog  # of the round that is being played
    rounds: tuple[Round, ...] = ()
    adjustments: tuple[Adjustment, ...] = ()
    ended: str | None = None  # the reason, when it was ended early
    left_out: tuple[RoundLog, ...] = ()  # rounds that were played after the match was over, by a correction
    events: tuple[AnyEvent, ...] = ()
    seq: int = 0
    entered: Entered = Entered()

    @property
    def players(self) -> tuple[str, ...]:
        """The names of the players by seat."""
        return self.terms.players

    @property
    def seats(self) -> range:
        return range(len(self.players))

    @property
    def rules(self) -> RuleSet:
        """The rules of the round that is being played, or by which the match ended."""
        return self.terms.period(self.number).rules

    @property
    def scorer(self) -> Scorer:
        """The scorer of these rules."""
        return self.terms.period(self.number).scorer

    @property
    def length(self) -> int | None:
        """The number of rounds agreed."""
        return self.terms.length

    @property
    def least_length(self) -> int:
        """The number of rounds agreed, or played where those are more: another length is counted from it."""
        return max(self.length or 0, len(self.rounds))

    @property
    def pays(self) -> bool:
        """Whether coins change hands, by the rules of some round that was played; else points are gained."""
        played = [self.rules_of(row.number) for row in self.rounds] or [self.rules]
        return any(map(settlement.pays, played))

    @property
    def purse(self) -> int:
        """The coins that every player began with."""
        return self.terms.purse

    @property
    def number(self) -> int:
        """The number of the round that is being played."""
        return len(self.rounds) + 1

    @property
    def start(self) -> MatchStarted:
        first = self.events[0]
        assert isinstance(first, MatchStarted)
        return first

    @property
    def amendments(self) -> tuple[Amendment, ...]:
        """What the table agreed on, or set right, after the match began, as it came."""
        return tuple(event for event in self.events if isinstance(event, Amendment))

    @property
    def corrected(self) -> frozenset[int]:
        """The numbers of the rounds that were corrected."""
        return frozenset(row.number for row in self.rounds if row.log.is_corrected)

    @property
    def last_round(self) -> int | None:
        """The number of the last round; ties may add rounds; None when there is no such number."""
        tie = self.rules.match.tie
        length = self.length
        if length is None or len(self.rounds) < length:
            return length
        if isinstance(tie, int) and _tied(self.balance_after(length)):
            return length + tie
        if tie == "sudden_death" and self.tied:
            return len(self.rounds) + 1
        return length

    @property
    def tied(self) -> bool:
        """Whether more than one seat has the most coins."""
        return _tied(self.balance)

    @property
    def why_finished(self) -> Sentence | None:
        """Why the match is over; None while it goes on."""
        if won := self.won_at_once:
            name = phrases.yaku(won.yaku, self.rules)
            return say("%(player)s wins at once: %(yaku)s.", player=self.players[won.player], yaku=name)
        target = self.rules.match.target
        goes_on = self.rules.match.tie == "sudden_death" and self.tied
        if target is not None and max(self.balance) >= target and not goes_on:
            return say("The target of %(target)d is reached.", target=target)
        broke = [self.players[seat] for seat in settlement.broke(self.rules, self.balance, self.purse)]
        if len(broke) == 1:
            return say("%(player)s has no coins left.", player=broke[0])
        if broke:
            return say("%(one)s and %(other)s have no coins left.", one=broke[0], other=listed(broke[1:]))
        if self.last_round is not None and len(self.rounds) >= self.last_round:
            return say("All rounds are played.")
        if self.finished_early:
            return say("The match was ended early.")
        return None

    @property
    def won_at_once(self) -> AtOnce | None:
        """Who won the match by a yaku of its last round."""
        return self.rounds[-1].at_once if self.rounds else None

    @property
    def finished_early(self) -> bool:
        return self.ended is not None or bool(self.left_out)

    @property
    def finished(self) -> bool:
        return self.why_finished is not None

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won; empty while the match goes on."""
        if not self.finished:
            return ()
        if won := self.won_at_once:
            return (won.player,)
        best = [seat for seat in self.seats if self.balance[seat] == max(self.balance)]
        if len(best) > 1 and self.rules.match.tie == "dealer" and self.rounds:
            order = [(self.rounds[-1].dealer + step) % len(self.players) for step in self.seats]
            best = [min(best, key=order.index)]
        return tuple(best)

    def rules_of(self, number: int) -> RuleSet:
        """The rules that a round was played by."""
        return self.terms.period(number).rules

    def log_of(self, number: int) -> RoundLog:
        """What was entered of a round, played or being played."""
        return self.rounds[number - 1].log if number <= len(self.rounds) else self.log

    def dealer_of(self, number: int) -> int:
        """Who dealt a round, played or being played."""
        return self.rounds[number - 1].dealer if number <= len(self.rounds) else self.dealer

    def balance_after(self, number: int) -> tuple[int, ...]:
        """The coins of each seat after a round, 0 for the start, and the adjustments made then."""
        balance = self.rounds[number - 1].balance if number else (self.purse,) * len(self.players)
        adjusted = [made.transfer for made in self.adjustments if made.after == number]
        return tuple(map(sum, zip(balance, *adjusted, strict=True)))

    @property
    def course(self) -> tuple[tuple[int, ...], ...]:
        """The coins of each seat at the start and after each round, with the adjustments made then."""
        return tuple(map(self.balance_after, range(self.number)))

    def circumstances(
        self, player: int, field: tuple[int, ...] = (), play: Play | None = None
    ) -> Circumstances:
        """What else decides the score of a player's pile now, or after another course of this deal."""
        play = play or self.play
        own = play.calls[player]
        return Circumstances(
            own,
            sum(play.calls) - own,
            self.number,
            play.dealt & BRIGHTS,
            play.dealt_brights,
            tuple(sorted(field)),
            callers=max(1, sum(map(bool, play.calls)) - bool(own)),
            called=play.called[player],
        )


def new_deal(players: int, voids: tuple[Sentence | str, ...] = ()) -> Play:
    """A deal of which nothing is known yet; ``voids``: why earlier deals of the round were void."""
    return Play(
        calls=(0,) * players,
        missed=(0,) * players,
        piles=(EMPTY,) * players,
        seen=((),) * players,
        called=((),) * players,
        voids=voids,
    )


def _tied(balance: Sequence[int]) -> bool:
    return list(balance).count(max(balance)) > 1
