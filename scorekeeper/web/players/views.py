"""Everybody who played here, and a page for each: results, coins, yaku, koi-koi."""

from __future__ import annotations

from flask import Blueprint, Response, abort, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from ...archive.archive import View
from ...archive.people import Player
from ...archive.players import Regular, players
from ...store import Place
from ..archiving import archived
from ..forms.reading import from_address
from ..paging import address_of
from ..sheets.downloads import download
from ..words import language
from .forms import PlayersAddress
from .page import page
from .tables import list_table, player_table

pages = Blueprint("players", __name__)

_MOST_LISTED = 100
_MANY = 12  # with more players there is a search


@pages.get("/players")
def index() -> ResponseReturnValue:
    """Those who play here, who played last first; guests and archived players folded."""
    address = from_address(PlayersAddress)
    before: Place | None = address.before.data
    view = archived()
    everybody = players(view).regulars
    found = _called(everybody, address.q.data)
    regulars = [row for row in found if not (row.player.guest or row.player.archived)]
    rest = [row for row in regulars if before is None or _place(row) < before]
    shown = rest[:_MOST_LISTED]
    return render_template(
        "players/index.html",
        regulars=shown,
        guests=[row for row in found if row.player.guest and not row.player.archived],
        archived=[row for row in found if row.player.archived],
        wanted=address.q.data,
        searchable=len(everybody) > _MANY,
        before=before,
        older=address_of(_place(shown[-1])) if len(rest) > len(shown) else None,
        missing=view.missing,
    )


@pages.get("/players.csv")
def all_as_csv() -> Response:
    """Everybody with the number of their matches."""
    everybody = _called(players(archived()).regulars, "")
    return download(list_table(everybody, language()), "text/csv", "csv", "players")


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
    view = archived()
    player = known_player(view, player_id)
    return download(player_table(view, player, language()), "text/csv", "csv", player.name)


def known_player(view: View, player_id: str) -> Player:
    """The player with this id, or the one that they turned out to be; not found where there is none."""
    return view.people.find(player_id) or abort(404)


def _called(everybody: tuple[Regular, ...], words: str) -> list[Regular]:
    """Those whose names have all these words, who played last first."""
    wanted = words.casefold().split()
    found = (row for row in everybody if all(word in row.player.name.casefold() for word in wanted))
    return sorted(found, key=_place, reverse=True)


def _place(row: Regular) -> Place:
    """Where a player is in the list."""
    return Place(row.last, row.player.id)
