"""The scoresheet as one value in words of one language; the forms write it and compute nothing."""

from __future__ import annotations

from datetime import datetime
from typing import TypeAlias

import msgspec

from ...times import read_time


class YakuLine(msgspec.Struct, frozen=True):
    """A yaku, or a lucky hand, that was paid; ``cards`` as a pile: "01B 03B 2C"."""

    name: str
    points: int
    cards: str
    kanji: str  # empty for a yaku that the table made up


class FactorLine(msgspec.Struct, frozen=True):
    """What a rule makes of the points: "× 2", "+ 3"; and why."""

    effect: str
    reason: str


class PileLine(msgspec.Struct, frozen=True):
    """What the pile of a player who did not stop was worth, where that is paid too."""

    player: int
    yaku: tuple[YakuLine, ...]
    points: int


class RoundLine(msgspec.Struct, frozen=True):
    """A finished round. ``base`` × ``multiplier`` + ``added`` = ``points``, if no cap stands in ``notes``."""

    number: int
    month: int  # 1 to 12, whose cards stand for the round
    dealer: int
    player: int | None  # who won it
    outcome: str  # "Anna stopped"
    heading: tuple[str, ...]  # "Round 3", "Anna", "12 points"; "Round 4", "Draw"
    yaku: tuple[YakuLine, ...]
    cards: str  # those of its yaku, each once, as a pile
    base: int
    multiplier: int
    added: int
    points: int
    coin: int  # coins for a point
    factors: tuple[FactorLine, ...]
    caps: tuple[str, ...]  # which limits cut the points
    beside: tuple[PileLine, ...]
    payments: tuple[str, ...]
    why: str  # what else explains the round, such as how it ended
    replaced: str  # the turns of live play that it was entered in place of
    rulings: tuple[str, ...]  # what the table let stand
    corrected: bool
    calls: tuple[int, ...]  # by seat, like all that follows
    piles: tuple[str, ...]  # empty where no cards were entered
    transfer: tuple[int, ...]
    balance: tuple[int, ...]

    @property
    def notes(self) -> tuple[str, ...]:
        """Every reason, in the order in which the points come about."""
        factors = (factor.reason for factor in self.factors)
        others = filter(None, (self.why, self.replaced))
        return (*factors, *self.caps, *self.payments, *others, *self.rulings)


class RulingLine(msgspec.Struct, frozen=True):
    """What the table ruled outside the rules, agreed on or set right, after so many rounds.

    Only a ruling moves coins.
    """

    after: int
    said: str  # "Adjusted", "Round 3: Ben dealt (corrected)"
    reason: str  # may be empty
    transfer: tuple[int, ...]
    balance: tuple[int, ...]

    @property
    def moves(self) -> bool:
        """Whether it moved coins."""
        return any(self.transfer)

    @property
    def words(self) -> str:
        return (": " if self.moves else " – ").join(filter(None, (self.said, self.reason)))


Line: TypeAlias = RoundLine | RulingLine


class Change(msgspec.Struct, frozen=True):
    """An option of the rules that differs from the named rule set that is nearest."""

    option: str
    before: str
    now: str


class Sheet(msgspec.Struct, frozen=True):
    """The scoresheet of a match so far."""

    language: str
    players: tuple[str, ...]
    started: str  # UTC, ISO 8601; empty if it is not known
    day: str  # the same as a day in words
    place: str  # where it was played, and below what the table noted beside it; both may be empty
    note: str  # of one or several lines
    rules: str  # what the rule set is called, with the answers that were agreed on
    ruleset: str  # its title alone; empty if it has none
    agreed: tuple[str, ...]  # the answers alone: "Doublings: all"
    terms: tuple[str, ...]  # "12 rounds", "50 coins each"
    named: str  # the title of the named rule set that is nearest
    changes: tuple[Change, ...]  # what differs from it
    lines: tuple[Line, ...]
    first_dealer: int
    pays: bool  # coins change hands; else the winner adds points
    purse: int
    length: int | None  # rounds agreed
    course: tuple[tuple[int, ...], ...]  # the coins of every seat at the start and after each round
    best: RoundLine | None  # the first round with the most points that anybody won
    balance: tuple[int, ...]
    finished: bool
    winners: tuple[int, ...]
    outcome: str  # "Anna wins", "A tie", "So far"
    lead: str  # "72 coins ahead"; empty for a tie, and while the match goes on
    why_over: str  # empty while the match goes on

    @property
    def rounds(self) -> tuple[RoundLine, ...]:
        return tuple(line for line in self.lines if isinstance(line, RoundLine))

    @property
    def title(self) -> str:
        return " – ".join(self.players)

    def callers(self, line: RoundLine) -> list[tuple[str, int]]:
        """Who called koi-koi in a round, and how often."""
        return [(name, calls) for name, calls in zip(self.players, line.calls, strict=True) if calls]

    @property
    def moment(self) -> datetime | None:
        """When the match started, in UTC; None where it is not known."""
        try:
            return read_time(self.started)
        except ValueError:
            return None
