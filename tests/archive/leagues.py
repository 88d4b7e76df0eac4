"""Matches as the archive shows them, for the tests of leagues: only their results."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

from scorekeeper.archive.archive import ArchivedMatch, Remarks, View
from scorekeeper.archive.digests import Digest
from scorekeeper.archive.leagues import League
from scorekeeper.archive.players import Players, id_of
from scorekeeper.archive.standings import StandingsRow, table
from scorekeeper.koikoi.figures.match_figures import figures_of
from scorekeeper.koikoi.match.events import event
from scorekeeper.koikoi.match.replay import replay
from scorekeeper.store import Document

NAMES = ("Anna", "Piet", "Иван", "Żaneta", "Wim", "髙橋")
DAY = date(2026, 2, 14)

_START = {"type": "match-started", "id": "start", "players": ["Anna", "Piet"], "ruleset": "dutch"}
_FIGURES = figures_of(replay([event(_START)]))  # no table of a league reads them


def played(number: int, result: dict[str, int], **more: Any) -> ArchivedMatch:
    """A match of some players, and the coins that each won; ``winners``: who won, if not who has most."""
    evening = more.pop("evening", DAY)
    best = [name for name in result if result[name] == max(result.values())]
    winners = more.pop("winners", best)
    fields: dict[str, Any] = {
        "rounds": 12,
        "finished": True,
        "game": "Koi-Koi",
        "rules": "Dutch",
        "started": f"{evening}T19:00:00Z" if evening else "",
        "zone": "UTC",
        **more,
    }
    digest = Digest(
        version="1",
        seq=3,
        players=tuple(result),
        pays=True,
        balance=tuple(50 + coins for coins in result.values()),
        gains=tuple(result.values()),
        dealer=0,
        last_round=12,
        figures=_FIGURES,
        winners=tuple(list(result).index(name) for name in winners),
        **fields,
    )
    return ArchivedMatch(f"match{number}", digest, tuple(map(id_of, result)), evening, Remarks())


def view(*matches: ArchivedMatch, people: dict[str, dict[str, Any]] | None = None) -> View:
    """An archive of some matches, and what was said about some players, by name."""
    names = {id_of(name): name for match in matches for name in match.digest.players}
    documents = {id_of(name): Document(1, said) for name, said in (people or {}).items()}
    known = Players(documents, names.values())
    found = {id_: player.id for id_ in names if (player := known.find(id_))}
    told = (replace(match, players=tuple(found.get(id_, id_) for id_ in match.players)) for match in matches)
    return View(tuple(told), known, 0)


def results(*numbered: dict[str, int]) -> View:
    return view(*(played(number, result) for number, result in enumerate(numbered)))


def rows(league: League, archive: View) -> dict[str, StandingsRow]:
    return {row.player.name: row for row in table(league, archive).rows}


def ranks(league: League, archive: View) -> list[tuple[int | None, str]]:
    return [(row.rank, row.player.name) for row in table(league, archive).rows]


def of(*names: str, **more: Any) -> League:
    """A league of some players; of none: of everybody."""
    return League("a" * 12, name="League", players=tuple(map(id_of, names)), **more)
