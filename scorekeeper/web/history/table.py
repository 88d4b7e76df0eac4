"""The list of matches as a table for spreadsheets: a row a match."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, repeat
from typing import Final

from flask import url_for

from ...archive.archive import Played
from ...archive.digests import Digest
from ...exports.sheets.csv_sheet import Cell
from ...sentences import N_, say
from ...times import read_time
from ..i18n import translate

_MOST_PLAYERS: Final = 3
_BEGINNING: Final = (N_("Evening"), N_("Started at"))
_BY_PLAYER: Final = (N_("Player %(number)d"), N_("Coins or points %(number)d"))
_END: Final = (N_("Winner"), N_("Rules"), N_("Rounds"), N_("Place"), N_("Note"), N_("Address"))


def table(matches: Iterable[Played]) -> Iterator[list[Cell]]:
    """The heads of the columns, and the cells of each match under them; numbers are numbers."""
    numbers = range(1, _MOST_PLAYERS + 1)
    players = [translate(say(head, number=number)) for number in numbers for head in _BY_PLAYER]
    yield [*map(translate, _BEGINNING), *players, *map(translate, _END)]
    for played in matches:
        yield _row(played)


def _row(played: Played) -> list[Cell]:
    digest, own = played.digest, played.remarks
    pairs: Iterator[Cell] = chain.from_iterable(zip(digest.players, digest.balance, strict=True))
    cells = [*pairs, *repeat("", 2 * (_MOST_PLAYERS - len(digest.players)))]
    return [
        played.evening.isoformat() if played.evening else "",
        _clock(digest.started),
        *cells,
        _winner(digest),
        translate(digest.rules),
        digest.rounds,
        own.place,
        own.note,
        url_for("matches.notepad", match_id=played.id, _external=True),
    ]


def _clock(started: str) -> str:
    """When a match started by this computer's clock: "2026-02-14 19:03"; empty if it is not known."""
    try:
        return f"{read_time(started, None):%Y-%m-%d %H:%M}"
    except ValueError:
        return ""


def _winner(digest: Digest) -> str:
    if len(digest.winners) == 1:
        return digest.players[digest.winners[0]]
    return translate(N_("A tie")) if digest.counts else ""
