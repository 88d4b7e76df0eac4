"""What the list says about a match. It is kept beside the match, so that the list replays a match once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress

import msgspec

from ...koikoi.match.match import Match
from ...store import MatchRow, StoreError
from ..fingerprints import version_of_the_game
from ..loading import load_or_none, store


class Summary(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A match after event ``seq``, as the version ``game`` of the game replays it."""

    seq: int
    game: str
    players: tuple[str, ...]
    balance: tuple[int, ...]
    dealer: int  # seat
    rounds: int  # finished
    last_round: int | None
    finished: bool
    winners: tuple[int, ...]  # seats

    @property
    def number(self) -> int:
        """The number of the round that is being played."""
        return self.rounds + 1


def summaries(rows: Sequence[MatchRow]) -> Iterator[Summary | None]:
    """The summary of each match, None where it cannot be read. What is new is kept for the next time."""
    kept = {row.id: _kept(row) for row in rows}
    made = {match_id: _made(match_id) for match_id, summary in kept.items() if summary is None}
    if new := {match_id: msgspec.to_builtins(summary) for match_id, summary in made.items() if summary}:
        with suppress(StoreError):  # on a full disk the list is only slower
            store().summarize(new)
    return (kept[row.id] or made[row.id] for row in rows)


def _kept(row: MatchRow) -> Summary | None:
    """The summary beside a match, unless the match or the game has changed since."""
    try:
        summary = msgspec.convert(row.summary, Summary)
    except msgspec.ValidationError:
        return None
    return summary if (summary.seq, summary.game) == (row.seq, version_of_the_game()) else None


def _made(match_id: str) -> Summary | None:
    match = load_or_none(match_id)
    return None if match is None else _summary(match)


def _summary(match: Match) -> Summary:
    return Summary(
        seq=match.seq,
        game=version_of_the_game(),
        players=match.players,
        balance=match.balance,
        dealer=match.dealer,
        rounds=len(match.rounds),
        last_round=match.last_round,
        finished=match.finished,
        winners=match.winners,
    )
