"""What one match comes to, kept beside it in the store: lists and figures replay no match for it.

It is stored with every save of a page. One that is missing, as that of an imported match, or that another
``version`` of the app's rules made is made when it is first asked for, once: replaying 1,000 matches takes
1.4 s, too long for each start.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import date
from itertools import islice
from math import inf
from time import monotonic
from typing import Final, NamedTuple, TypeAlias

import msgspec

from ..koikoi.figures.match_figures import MatchFigures, figures_of
from ..koikoi.match.match import Match
from ..koikoi.rules.loader import game_played
from ..sentences import N_, Sentence, say
from ..store import Store, StoreError
from ..times import evening_of

Load: TypeAlias = Callable[[str], Match | None]  # a match by its id; None where it cannot be read

_KEPT_AT_ONCE: Final = 100  # digests written in one transaction


def stored_digests(store: Store, ends: Mapping[str, int], version: str) -> dict[str, Digest]:
    """The digests in the store of these matches that go up to their last events."""
    values = store.digests(ends if len(ends) <= _KEPT_AT_ONCE else None)
    found = ((match_id, decoded(values.get(match_id), seq, version)) for match_id, seq in ends.items())
    return {match_id: digest for match_id, digest in found if digest}


def make_digests(
    store: Store, load: Load, ends: Mapping[str, int], version: str, seconds: float = inf
) -> dict[str, Digest | None]:
    """The digests of these matches, made anew and kept; None where a match cannot be read.

    With ``seconds``, only as many as are made in that time, at least one.
    """
    deadline = monotonic() + seconds
    digests: dict[str, Digest | None] = {}
    for match_id in ends:
        match = load(match_id)
        digests[match_id] = digest_of(match, version) if match else None
        if monotonic() > deadline:
            break
    rest = ((match_id, encoded(digest)) for match_id, digest in digests.items() if digest)
    with suppress(StoreError):  # on a full disk the next look is only slower
        while part := dict(islice(rest, _KEPT_AT_ONCE)):
            store.keep_digests(part)
    return digests


class Digest(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True, gc=False):
    """A match after event ``seq``, as this ``version`` of the app's rules replays it.

    The garbage collector need not look through thousands of them: no digest leads back to itself.
    """

    version: str
    seq: int
    started: str  # UTC, ISO 8601; empty if it is not known
    zone: str  # in which it was begun; empty: in that of this computer
    players: tuple[str, ...]
    game: str  # what is played: "Koi-Koi", or another game with the same cards
    rules: str  # the title of the rule set
    pays: bool  # coins change hands; else the gains are points
    balance: tuple[int, ...]
    gains: tuple[int, ...]  # by seat what the match has brought so far, below zero where it cost some
    dealer: int  # seat
    rounds: int  # finished
    last_round: int | None
    finished: bool
    winners: tuple[int, ...]  # seats
    figures: MatchFigures

    @property
    def evening(self) -> date | None:
        """Its day. Not kept: it may be that of this computer, whose zone may change."""
        return evening_of(self.started, self.zone)

    @property
    def number(self) -> int:
        """The number of the round that is being played."""
        return self.rounds + 1

    @property
    def counts(self) -> bool:
        """Whether the match has a result for its players: it is over, and at least one round was played.

        Who ends a match before its first round has tied with nobody.
        """
        return self.finished and self.rounds > 0

    @property
    def outcome(self) -> Sentence:
        """Who won, or that nobody did."""
        if len(self.winners) == 1:
            return say("%(player)s won", player=self.players[self.winners[0]])
        if not self.finished:
            return say("Not finished")
        return say(N_("A tie") if self.rounds else N_("No round was played"))


class Gains(NamedTuple):
    """What matches brought, below 0 where they cost some: coins, and points where nobody pays.

    One is never added to the other: a point may be worth any number of coins.
    """

    coins: int = 0
    points: int = 0

    @classmethod
    def of(cls, match: Digest, gain: int) -> Gains:
        """What one match brought."""
        return cls(coins=gain) if match.pays else cls(points=gain)


def units(matches: Iterable[Digest]) -> tuple[str, ...]:
    """Of ``Gains`` that which some matches bring: "coins", "points", or both; of no match, coins."""
    paying = {match.pays for match in matches} or {True}
    return tuple(unit for unit, pays in (("coins", True), ("points", False)) if pays in paying)


def total(gains: Iterable[Gains]) -> Gains:
    """The sum of each unit."""
    return Gains(*map(sum, zip(*gains, strict=True)))


class MatchResult(NamedTuple):
    """How a match that counts ended for a player: 1 for won, −1 for lost, 0 for tied with others."""

    outcome: int
    gains: Gains  # what the player has more than at its start


def result_of(digest: Digest, seats: Sequence[int]) -> MatchResult:
    """The result of a player; several seats are one player's where their names were said to be one person."""
    gains = Gains.of(digest, sum([digest.gains[seat] for seat in seats]))
    if not any(seat in digest.winners for seat in seats):
        return MatchResult(-1, gains)
    return MatchResult(int(all(seat in seats for seat in digest.winners)), gains)


def digest_of(match: Match, version: str) -> Digest:
    """The digest of a match, made by a version of the app's rules."""
    return Digest(
        version=version,
        seq=match.seq,
        started=match.start.at,
        zone=match.start.zone,
        players=match.players,
        game=game_played(match.rules),
        rules=match.rules.title,
        pays=match.pays,
        balance=match.balance,
        gains=tuple([coins - match.purse for coins in match.balance]),
        dealer=match.dealer,
        rounds=len(match.rounds),
        last_round=match.last_round,
        finished=match.finished,
        winners=match.winners,
        figures=figures_of(match),
    )


def encoded(digest: Digest) -> bytes:
    return _ENCODER.encode(digest)


def decoded(value: bytes | None, seq: int, version: str) -> Digest | None:
    """A digest that was kept, unless the match or the app's rules have changed since."""
    if value is None:
        return None
    try:
        digest = _DECODER.decode(value)
    except msgspec.DecodeError:  # of another version
        return None
    return digest if (digest.seq, digest.version) == (seq, version) else None


_ENCODER: Final = msgspec.msgpack.Encoder()
_DECODER: Final = msgspec.msgpack.Decoder(Digest)
