"""A match worked out earlier, as bytes: replaying goes on from it instead of folding every event again.

A snapshot can be dropped at any time and says nothing that the events do not say. It carries a digest of the
events it was folded from and of the version of the game, and is believed only for the same.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Sequence

import msgspec

from .events import Amendment, AnyEvent
from .match import Adjustment, Logged, Match, Play, Round
from .starting import started


class _Snapshot(msgspec.Struct, frozen=True, array_like=True):
    """What a match holds besides its start and the events of its log."""

    digest: bytes  # of the version of the game and the events of the log
    numbers: tuple[int, ...]  # the rounds that these events belong to or correct
    dealer: int
    balance: tuple[int, ...]
    play: Play
    rounds: tuple[Round, ...]
    adjustments: tuple[Adjustment, ...]
    ended: str | None
    left_out: bool


_decoder = msgspec.msgpack.Decoder(_Snapshot)


def snapshot(match: Match, game: str) -> bytes:
    """The match as this version of the game worked it out."""
    taken = _Snapshot(
        digest=_digest(match.events, game),
        numbers=tuple(logged.number for logged in match.log),
        dealer=match.dealer,
        balance=match.balance,
        play=match.play,
        rounds=match.rounds,
        adjustments=match.adjustments,
        ended=match.ended,
        left_out=match.left_out,
    )
    return zlib.compress(msgspec.msgpack.encode(taken), level=1)


def restored(written: bytes | None, game: str, events: Sequence[AnyEvent]) -> Match | None:
    """The match of a snapshot, whose log is what ``events``, those that count, begin with.

    None without a snapshot, and where it is damaged, of other events or of another version of the game.
    """
    if written is None:
        return None
    try:
        taken = _decoder.decode(zlib.decompress(written))
    except (zlib.error, msgspec.MsgspecError):
        return None
    folded = events[: len(taken.numbers)]
    if any(isinstance(event, Amendment) for event in folded):  # rare, and a snapshot holds no terms
        return None
    if taken.digest != _digest(folded, game):
        return None
    start = started(events[0])
    return msgspec.structs.replace(
        start,
        dealer=taken.dealer,
        balance=taken.balance,
        play=taken.play,
        rounds=taken.rounds,
        adjustments=taken.adjustments,
        ended=taken.ended,
        left_out=taken.left_out,
        log=(*start.log, *map(Logged, taken.numbers[1:], folded[1:])),
        seq=folded[-1].seq or len(folded),
    )


def _digest(events: Sequence[AnyEvent], game: str) -> bytes:
    return hashlib.sha256(msgspec.msgpack.encode((game, events))).digest()
