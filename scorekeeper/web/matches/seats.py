"""Who played in a match: a name on its scoresheet may stand for somebody else there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from flask import Blueprint, abort, flash, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from ...archive import identity
from ...archive.archive import ArchivedMatch, View
from ...archive.identity import NotPossible
from ...koikoi.rules.options.match import MOST_SEATS
from ...sentences import Refusal
from ...store import Stale
from ..archive_view import archived
from ..context import store
from ..forms.request import from_body
from ..match_repository import load
from ..players.forms import SeatsForm
from .new_match_form import player_names

pages = Blueprint("seats", __name__, url_prefix="/matches/<match_id>/players")


class Seat(NamedTuple):
    number: int
    written: str  # the name on the scoresheet
    typed: str
    player: str  # the id of the player
    name: str  # of the player
    other: bool  # somebody else than the scoresheet says


@pages.get("")
def show(match_id: str) -> ResponseReturnValue:
    """Who sat where."""
    view = archived(match_id)
    return _page(view, _played(view, match_id))


@pages.get("/<int:seat>")
def player(match_id: str, seat: int) -> ResponseReturnValue:
    """The page of the player on a seat, 0 for the first."""
    match = _played(archived(match_id), match_id)
    if seat >= len(match.players):
        abort(404)
    return redirect(url_for("players.show", player_id=match.players[seat]))


@pages.post("")
def change(match_id: str) -> ResponseReturnValue:
    """Say who sat where; with ``undo``, that one seat was as the scoresheet says."""
    view, form = archived(match_id), from_body(SeatsForm)
    match = _played(view, match_id)
    names = form.names(len(match.players))
    undo: int | None = form.undo.data
    if undo is not None and undo < len(names):
        names[undo] = match.digest.players[undo]
    try:
        identity.seat(store().documents, view, match, form.version.data, names)
    except NotPossible as refusal:
        return _page(view, match, names, {refusal.field: refusal}), 422
    except Stale as stale:
        return _page(view, match, names, {"seats": stale}), 409
    flash(_("Saved. The scoresheet keeps its names."))
    return redirect(url_for("seats.show", match_id=match_id), 303)


def _page(
    view: View, match: ArchivedMatch, typed: Sequence[str] = (), problems: Mapping[str, Refusal] = {}
) -> str:
    """The seats; without anything ``typed``, with the names of the players."""
    rows = zip(match.digest.players, match.players, match.remarks.seats or ("",) * MOST_SEATS, strict=False)
    seats = []
    for number, (written, id_, said) in enumerate(rows):
        player = view.players.find(id_)
        name = player.name if player else written
        seats.append(Seat(number, written, typed[number] if typed else name, id_, name, bool(said)))
    return render_template(
        "matches/seats.html",
        match=match,
        rules=load(match.id).rules,
        seats=seats,
        problems=problems,
        version=match.remarks.version,
        names=player_names(store(), ())[0],
    )


def _played(view: View, match_id: str) -> ArchivedMatch:
    """The match in the archive. Raises NoSuchMatch; KoikoiError, DamagedMatch where it cannot be read."""
    load(match_id)
    return view.match(match_id) or abort(404)
