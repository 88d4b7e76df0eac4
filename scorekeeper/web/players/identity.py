"""Who is who: a player is renamed, said to be another one, separated again, archived, a guest."""

from __future__ import annotations

from flask import Blueprint, abort, flash, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from msgspec.structs import replace

from ...archive import identity
from ...archive.archive import View
from ...archive.identity import NameTaken, NotPossible
from ...archive.players import Player
from ...archive.results import career_of
from ...store import Stale
from ..archive_view import archived
from ..context import store
from ..forms.request import from_body, from_form, sent_way
from .forms import MarksForm, MergerForm, PlayerForm, RenamingForm
from .page import page
from .views import known_player

pages = Blueprint("identity", __name__, url_prefix="/players/<player_id>")


@pages.post("/name")
def rename(player_id: str) -> ResponseReturnValue:
    """Give a player another name; the scoresheets keep theirs."""
    view, form = archived(), from_body(RenamingForm)
    player = _as_known(view, player_id, form)
    name: str = form.name.text
    try:
        identity.rename(store().documents, view.players, player, name)
    except NameTaken as taken:
        return page(view, player, {"name": taken}, name, taken.other.id), 422
    except NotPossible as refusal:
        return page(view, player, {"name": refusal}, name), 422
    except Stale as stale:
        return page(view, known_player(view, player_id), {"name": stale}, name), 409
    return _back(player)


@pages.get("/merger")
def ask_to_merge(player_id: str) -> ResponseReturnValue:
    """Ask before a player is said to be the one of the address."""
    return _merged(player_id, sure=False)


@pages.post("/merger")
def merge(player_id: str) -> ResponseReturnValue:
    """Say that a player is another one, after asking."""
    return _merged(player_id, sure=bool(from_body(MergerForm).sure.data))


def _merged(player_id: str, *, sure: bool) -> ResponseReturnValue:
    view, form = archived(), from_form(MergerForm)
    player, into = _as_known(view, player_id, form), view.players.find(form.into.data)
    if player_id != player.id and into and into.id == player.id:  # sent twice
        return _back(player)
    try:
        into = identity.refuse_merger(view, player, into)
        if not sure:
            if way := sent_way("identity.ask_to_merge", player_id=player_id):
                return way
            matches = len(career_of(player.id, view).matches)
            return render_template("players/merger.html", player=player, into=into, matches=matches)
        identity.merge(store().documents, view, player, into)
    except NotPossible as refusal:
        return page(view, player, {"into": refusal}), 422
    except Stale as stale:
        return page(view, known_player(view, player_id), {"into": stale}), 409
    flash(_("%(one)s now counts as %(other)s.", one=player.name, other=into.name))
    return _back(into)


@pages.post("/separation")
def separate(player_id: str) -> ResponseReturnValue:
    """Undo a merger: a player is one of their own again."""
    view, form = archived(), from_body(PlayerForm)
    player, into = view.players.itself(player_id), known_player(view, player_id)
    if not player.merged_into:  # sent twice
        return _back(player) if player.name else abort(404)
    try:
        identity.separate(store().documents, view.players, replace(player, version=form.version.data))
    except Stale as stale:
        return page(view, into, {"also": stale}), 409
    flash(_("%(one)s and %(other)s are two players again.", one=player.name, other=into.name))
    return _back(into)


@pages.post("/marks")
def mark(player_id: str) -> ResponseReturnValue:
    """Archive a player, bring one back, or say who is a guest."""
    view, form = archived(), from_body(MarksForm)
    player = _as_known(view, player_id, form)
    try:
        identity.mark(store().documents, view.players, player, **form.marks)
    except Stale as stale:
        return page(view, known_player(view, player_id), {"marks": stale}), 409
    return _back(player)


def _as_known(view: View, player_id: str, form: PlayerForm) -> Player:
    """The player, with the version that the page knew."""
    return replace(known_player(view, player_id), version=form.version.data)


def _back(player: Player) -> ResponseReturnValue:
    return redirect(url_for("players.show", player_id=player.id), 303)
