"""The numbers of the players' pages as CSV, for spreadsheets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from ...archive.archive import View
from ...archive.people import Player
from ...archive.players import PlayerRow, career_of
from ...archive.results import Career, Results
from ...exports.sheets.csv_sheet import Cell, csv_table
from ...koikoi.figures.match_figures import yaku_called
from ...koikoi.figures.seat_figures import AddedNumbers
from ...languages import Translate, translator
from ...sentences import N_
from .page import called, opponents

_LIST: Final = (
    *(N_("Player"), N_("Matches"), N_("Finished matches"), N_("Won"), N_("Coins"), N_("Points")),
    *(N_("Last match"), N_("Guest"), N_("Archived")),
)
_COLUMNS: Final = (
    *(N_("What"), N_("Name"), N_("Matches"), N_("Rounds"), N_("Won"), N_("Lost"), N_("Tied")),
    *(N_("Points"), N_("Coins")),
)


def list_table(regulars: Iterable[PlayerRow], language: str) -> bytes:
    """A row a player; the last match by its day, 1 for guests and for archived players."""
    translate = translator(language)
    return csv_table([[*map(translate, _LIST)], *map(_regular, regulars)])


def player_table(view: View, player: Player, language: str) -> bytes:
    """The numbers of a player's page, a row a number of matches or rounds; what does not apply is empty."""
    translate = translator(language)
    career = career_of(player.id, view)
    return csv_table([[*map(translate, _COLUMNS)], *_rows(view, career, translate)])


def _regular(row: PlayerRow) -> list[Cell]:
    player, own = row.player, row.results
    result: list[Cell] = [row.matches, own.matches, own.won, *own.gains, row.last[:10]]
    return [player.name, *result, int(player.guest), int(player.archived)]


def _rows(view: View, career: Career, translate: Translate) -> Iterator[list[Cell]]:
    yield _results(translate(N_("Finished matches")), "", career.results)
    for row in opponents(view, career):
        yield _results(translate(N_("Against")), row.name, row.results)
    for rules, results in career.by_rules:
        yield _results(translate(N_("Rule set")), translate(rules), results)
    yield from _rounds(career, translate)
    for key, (rounds, points) in career.figures.yaku.items():
        name = translate(yaku_called(key))
        yield [translate(N_("Yaku")), name, "", rounds, rounds, "", "", int(points), ""]
    for unit in career.units:
        after = N_("Coins after a match") if unit == "coins" else N_("Points after a match")
        for match, gained in career.course(unit):
            if match:
                held = ("", gained) if unit == "coins" else (gained, "")
                yield [translate(after), match.digest.started[:10], 1, "", "", "", "", *held]


def _results(what: str, name: str, results: Results) -> list[Cell]:
    coins, points = results.gains
    return [what, name, results.matches, "", results.won, results.lost, results.tied, points, coins]


def _rounds(career: Career, translate: Translate) -> Iterator[list[Cell]]:
    """The rounds as the dealer and not, and those with koi-koi by how they ended."""
    figures = career.figures
    for what, side in ((N_("Dealer"), figures.dealing), (N_("Not the dealer"), figures.not_dealing)):
        sums = int(side.points.total), _coins(side.coins)
        yield [translate(what), "", "", side.rounds, side.won, "", "", *sums]
    for ended, (rounds, coins) in called(career):
        yield [translate(N_("Koi-koi")), ended, "", rounds, "", "", "", "", _coins(coins)]


def _coins(sample: AddedNumbers) -> Cell:
    """Empty where no coins change hands."""
    return int(sample.total) if sample.count else ""
