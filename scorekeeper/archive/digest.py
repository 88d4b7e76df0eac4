"""What one match comes to, kept beside it in the store: lists and figures replay no match for it."""

from __future__ import annotations

from typing import Final

import msgspec

from ..koikoi.figures.match_figures import MatchFigures, figures_of
from ..koikoi.match.match import Match


class Digest(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True, gc=False):
    """A match after event ``seq``, as the version ``game`` of the game replays it.

    The garbage collector need not look through thousands of them: no digest leads back to itself.
    """

    game: str
    seq: int
    started: str  # UTC, ISO 8601; empty if it is not known
    players: tuple[str, ...]
    rules: str  # the title of the rule set
    pays: bool  # coins change hands; else the gains are points
    purse: int  # coins that each began with
    balance: tuple[int, ...]
    dealer: int  # seat
    rounds: int  # finished
    last_round: int | None
    finished: bool
    winners: tuple[int, ...]  # seats
    figures: MatchFigures

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
    def gains(self) -> tuple[int, ...]:
        """By seat the coins or points that the match has brought so far, below zero where it cost some."""
        return tuple([coins - self.purse for coins in self.balance])


def digest_of(match: Match, game: str) -> Digest:
    """The digest of a match, made by a version of the game."""
    return Digest(
        game=game,
        seq=match.seq,
        started=match.start.at,
        players=match.players,
        rules=match.rules.title,
        pays=match.pays,
        purse=match.purse,
        balance=match.balance,
        dealer=match.dealer,
        rounds=len(match.rounds),
        last_round=match.last_round,
        finished=match.finished,
        winners=match.winners,
        figures=figures_of(match),
    )


def encoded(digest: Digest) -> bytes:
    return _ENCODER.encode(digest)


def decoded(value: bytes | None, seq: int, game: str) -> Digest | None:
    """A digest that was kept, unless the match or the game has changed since."""
    if value is None:
        return None
    try:
        digest = _DECODER.decode(value)
    except msgspec.DecodeError:  # of another version
        return None
    return digest if (digest.seq, digest.game) == (seq, game) else None


_ENCODER: Final = msgspec.msgpack.Encoder()
_DECODER: Final = msgspec.msgpack.Decoder(Digest)
