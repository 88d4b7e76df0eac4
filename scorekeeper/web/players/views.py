"""Everybody who played here, and a page for each: results, coins, yaku, koi-koi; and the same as CSV."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from flask import Blueprint, Response, abort, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from ...archive.archive import ArchivedMatch, View
from ...archive.digests import units
from ...archive.players import Player
from ...archive.results import Career, PlayerRow, Results, regulars
from ...exports.sheets.csv_sheet import CellValue, csv_table
from ...koikoi.figures.match_figures import yaku_called
from ...koikoi.figures.seat_figures import AddedNumbers
from ...sentences import N_
from ...store import Place
from ..archive_view import archived, fully_archived
from ..downloads import download
from ..forms.request import from_address
from ..history.filter_form import GameForm
from ..language import language, translate
from ..pagination import part_of
from ..search import fits, searched
from .forms import ORDERS, PlayersAddress, ordered, ranks
from .page import called, career_asked_for, opponents, page

pages = Blueprint("players", __name__)

_MOST_LISTED = 100
_MANY = 12  # with more players there is a search


@pages.get("/players")
def index() -> ResponseReturnValue:
    """Those who play here, in the order that is asked for; guests and archived players folded.

    With a filter in the address only the matches count that it leaves.
    """
    view = archived()
    form = from_address(PlayersAddress)
    form.check(view)
    everybody = _everybody(form)
    found = _called(everybody, form)
    listed = [row for row in found if _is_regular(row)]
    shown, older = part_of(listed, _place, form.before.data, _MOST_LISTED)
    page = render_template(
        "players/index.html",
        form=form,
        addresses={order: _address(form, order) for order in ORDERS},
        wanted=form.q.data,
        asked={**form.address, "order": form.order.data},
        regulars=shown,
        ranks=ranks(filter(_is_regular, everybody), form.order.data),
        before=form.before.data,
        guests=[row for row in found if row.player.guest and not row.player.archived],
        archived=[row for row in found if row.player.archived],
        searchable=len(everybody) > _MANY,
        any_matches=bool(view.matches),
        units=units(played.digest for played in form.view.matches if played.digest.counts),
        older=older,
        missing=view.missing,
    )
    return page, 422 if form.problems else 200


@pages.get("/players.csv")
def all_as_csv() -> ResponseReturnValue:
    """The same players with the number of their matches; a filter that is refused is shown."""
    view = fully_archived()
    form = from_address(PlayersAddress)
    form.check(view)
    if form.problems:
        return index()
    everybody = _called(_everybody(form), form)
    return download(list_table(everybody), "text/csv", "csv", "players")


@pages.get("/players/<player_id>")
def show(player_id: str) -> ResponseReturnValue:
    """The page of a player; who turned out to be another has the page of that one."""
    view = archived()
    player = known_player(view, player_id)
    if player.id != player_id:
        return redirect(url_for("players.show", player_id=player.id))
    return page(view, player)


@pages.get("/players/<player_id>.csv")
def as_csv(player_id: str) -> Response:
    """The numbers of a player's page."""
    view = fully_archived()
    player = known_player(view, player_id)
    return download(player_table(view, player), "text/csv", "csv", player.name)


def known_player(view: View, player_id: str) -> Player:
    """The player with this id, or the one that they turned out to be; not found where there is none."""
    return view.players.find(player_id) or abort(404)


def _address(form: PlayersAddress, order: str) -> str:
    """Where the list is in another order."""
    asked: dict[str, Any] = {**form.address, "order": order}
    return url_for("players.index", **asked)


def _place(row: PlayerRow) -> Place:
    return Place(row.last.place.touched_at, row.player.id)


def _everybody(form: PlayersAddress) -> tuple[PlayerRow, ...]:
    return regulars(() if form.problems else form.filter.matches(form.view), form.view.players)


def _is_regular(row: PlayerRow) -> bool:
    return not (row.player.guest or row.player.archived)


def _called(everybody: Iterable[PlayerRow], form: PlayersAddress) -> list[PlayerRow]:
    """Those whose names have all words that are looked for, in the order that is asked for."""
    wanted = form.q.data
    found = (row for row in everybody if not wanted or fits(searched([row.player.name]), wanted))
    return ordered(found, form.order.data)


_LIST: Final = (
    *(N_("Player"), N_("Matches"), N_("Finished matches"), N_("Won"), N_("Coins"), N_("Points")),
    *(N_("Last match"), N_("Guest"), N_("Archived")),
)
_COLUMNS: Final = (
    *(N_("What"), N_("Name"), N_("Matches"), N_("Rounds"), N_("Won"), N_("Lost"), N_("Tied")),
    *(N_("Points"), N_("Coins")),
)


def list_table(regulars: Iterable[PlayerRow]) -> bytes:
    """A row a player; the last match by its day, 1 for guests and for archived players."""
    return csv_table([[*map(translate, _LIST)], *map(_regular, regulars)], language())


def player_table(view: View, player: Player) -> bytes:
    """The numbers of a player's page, a row a number of matches or rounds; what does not apply is empty."""
    asked, career = career_asked_for(player, view)
    return csv_table([[*map(translate, _COLUMNS)], *_rows(view, asked, career)], language())


def _regular(row: PlayerRow) -> list[CellValue]:
    player, own = row.player, row.results
    result: list[CellValue] = [row.matches, own.matches, own.won, *own.gains, _written(row.last)]
    return [player.name, *result, int(player.guest), int(player.archived)]


def _written(match: ArchivedMatch) -> str:
    """The day of a match: "2026-02-14"; empty if it is not known."""
    return str(match.evening or "")


def _rows(view: View, asked: GameForm, career: Career) -> Iterator[list[CellValue]]:
    yield _results(translate(N_("Finished matches")), "", career.results)
    for row in opponents(view, career):
        *cells, points, coins = _results(translate(N_("Against")), row.name, row.results)
        yield [*cells, points if career.units == career.units_between else "", coins]
    for rules, results in career.by_rules:
        yield _results(translate(N_("Rule set")), translate(rules), results)
    yield from _rounds(asked, career)
    for key, (rounds, points) in career.yaku.items():
        name = translate(yaku_called(key))
        won = rounds if asked.calls else ""
        yield [translate(N_("Yaku")), name, "", rounds, won, "", "", int(points), ""]
    for unit in career.units:
        after = N_("Coins after a match") if unit == "coins" else N_("Points after a match")
        for match, gained in career.course(unit):
            if match:
                gains = ("", gained) if unit == "coins" else (gained, "")
                yield [translate(after), _written(match), 1, "", "", "", "", *gains]


def _results(what: str, name: str, results: Results) -> list[CellValue]:
    coins, points = results.gains
    return [what, name, results.matches, "", results.won, results.lost, results.tied, points, coins]


def _rounds(asked: GameForm, career: Career) -> Iterator[list[CellValue]]:
    """The rounds as the dealer and not, and those with koi-koi by how they ended."""
    parts = career.parts
    for what, side in ((N_("Dealer"), parts.dealing), (N_("Not the dealer"), parts.not_dealing)):
        sums = int(side.points.total), _coins(side.coins)
        yield [translate(what), "", "", side.rounds, side.won, "", "", *sums]
    for ended, (rounds, coins) in called(career) if asked.calls else ():
        yield [translate(N_("Koi-koi")), ended, "", rounds, "", "", "", "", _coins(coins)]


def _coins(sample: AddedNumbers) -> CellValue:
    """Empty where no coins change hands."""
    return int(sample.total) if sample.count else ""
