"""History: all matches of this table, searched and filtered, the latest first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, groupby, repeat
from typing import Final

from flask import Blueprint, render_template, url_for
from flask.typing import ResponseReturnValue

from ...archive.archive import ArchivedMatch
from ...archive.digests import Digest
from ...exports.sheets.csv_sheet import CellValue, csv_table
from ...koikoi.rules.options.match import MOST_PLAYERS, MOST_SEATS
from ...sentences import N_, say
from ...store import Place
from ...times import clock
from ..archive_view import archived, fully_archived
from ..downloads import download
from ..forms.request import from_address
from ..language import language, translate
from ..pagination import ListAddress, part_of
from .filter_form import match_filter

pages = Blueprint("history", __name__)


@pages.get("/history")
def index() -> ResponseReturnValue:
    """The matches that the address asks for; with ``before`` the ones that follow this place of the list."""
    view = archived()
    form = match_filter(view, every=True)
    before: Place | None = from_address(ListAddress).before.data
    found = [] if form.problems else list(form.filter.matches(form.view))
    shown, older = part_of(found, lambda played: played.place, before)
    page = render_template(
        "history/index.html",
        form=form,
        found=len(found),
        groups=[(evening, list(of)) for evening, of in groupby(shown, lambda played: played.evening)],
        missing=view.missing,
        any_matches=bool(view.matches),
        before=before,
        older=older,
    )
    return page, 422 if form.problems else 200


@pages.get("/history.csv")
def as_csv() -> ResponseReturnValue:
    """The matches that the address asks for as a table for spreadsheets; a form that is refused is shown."""
    view = fully_archived()
    form = match_filter(view, every=True)
    if form.problems:
        return index()
    matches = table(form.filter.matches(form.view), games=len(form.games) > 1)
    return download(csv_table(matches, language()), "text/csv", "csv")


_BEGINNING: Final = (N_("Evening"), N_("Started at"))
_BY_PLAYER: Final = (N_("Player %(number)d"), N_("Coins or points %(number)d"))
_GAME: Final = N_("Game")
_END: Final = (N_("Winner"), N_("Rules"), N_("Rounds"), N_("Place"), N_("Note"), N_("Address"))


def table(matches: Iterable[ArchivedMatch], *, games: bool = False) -> Iterator[list[CellValue]]:
    """The heads of the columns, and the cells of each match under them; numbers are numbers.

    ``games``: of several games, so that a column says which.
    """
    most = MOST_SEATS if games else MOST_PLAYERS
    numbers = range(1, most + 1)
    players = [translate(say(head, number=number)) for number in numbers for head in _BY_PLAYER]
    yield [*map(translate, (*_BEGINNING, *[_GAME] * games)), *players, *map(translate, _END)]
    for played in matches:
        yield _row(played, most, [translate(played.digest.game)] * games)


def _row(played: ArchivedMatch, most: int, game: list[CellValue]) -> list[CellValue]:
    digest, own = played.digest, played.remarks
    pairs: Iterator[CellValue] = chain.from_iterable(zip(digest.players, digest.balance, strict=True))
    cells = [*pairs, *repeat("", 2 * (most - len(digest.players)))]
    return [
        played.evening.isoformat() if played.evening else "",
        _clock(digest),
        *game,
        *cells,
        _winner(digest),
        translate(digest.rules),
        digest.rounds,
        own.place,
        own.note,
        url_for("matches.notepad", match_id=played.id, _external=True),
    ]


def _clock(match: Digest) -> str:
    """When a match started, by the clock of its table: "2026-02-14 19:03"; empty if it is not known."""
    try:
        return f"{clock(match.started, match.zone):%Y-%m-%d %H:%M}"
    except ValueError:
        return ""


def _winner(digest: Digest) -> str:
    if len(digest.winners) == 1:
        return digest.players[digest.winners[0]]
    return translate(N_("A tie")) if digest.counts else ""
