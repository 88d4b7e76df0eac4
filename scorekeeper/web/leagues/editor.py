"""Leagues: made, changed, and their next dates."""

from __future__ import annotations

from contextlib import suppress

from flask import Blueprint, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from msgspec.structs import replace

from ...archive.leagues import MOST_DATES, SCHEMES, League, with_date, without_date
from ...archive.players import KIND as PLAYER
from ...koikoi.rules.loader import THE_GAME
from ...sentences import Refusal, say
from ...store import Stale
from ...store.documents import as_value
from ..archive_view import archived
from ..context import store
from ..forms.request import from_body
from .forms import DateForm, LeagueForm, offered, rule_sets
from .repository import find, keep
from .views import league_page

pages = Blueprint("league_editor", __name__, url_prefix="/leagues")


@pages.get("/new")
def new() -> ResponseReturnValue:
    return _form_page(LeagueForm())


@pages.post("")
def create() -> ResponseReturnValue:
    """Keep a new league; the same form sent twice makes one."""
    form = from_body(LeagueForm)
    return _kept(form, League(form.id.data, game=next(iter(archived().games), THE_GAME)))


@pages.get("/<league_id>/edit")
def edit(league_id: str) -> ResponseReturnValue:
    league = find(league_id)
    return _form_page(LeagueForm.of(league), league)


@pages.post("/<league_id>")
def change(league_id: str) -> ResponseReturnValue:
    league = find(league_id)
    return _kept(from_body(LeagueForm), league)


@pages.post("/<league_id>/dates")
def add_date(league_id: str) -> ResponseReturnValue:
    """One more of the next dates; the same sent twice is one."""
    league, form = find(league_id), from_body(DateForm)
    if not form.validate():
        return league_page(league, form), 422
    if form.meeting in league.dates:
        return _back(league_id, "dates")
    if len(league.dates) >= MOST_DATES:
        form.day.refuse(say("A league has at most %(most)d dates; remove one first.", most=MOST_DATES))
        return league_page(league, form), 422
    return _with_dates(league, form, with_date(league, form.meeting))


@pages.post("/<league_id>/dates/removal")
def remove_date(league_id: str) -> ResponseReturnValue:
    league, form = find(league_id), from_body(DateForm)
    if form.problems or form.meeting not in league.dates:  # a double tap
        return _back(league_id, "dates")
    return _with_dates(league, form, without_date(league, form.meeting))


def _with_dates(league: League, form: DateForm, changed: League) -> ResponseReturnValue:
    try:
        keep(replace(changed, version=form.version.data))
    except Stale as stale:  # what was typed stays, on a page that knows what came in
        return league_page(league, form, stale), 409
    return _back(league.id, "dates")


def _kept(form: LeagueForm, league: League) -> ResponseReturnValue:
    """Keep what the form says of a league, or show it again with what is refused."""
    view = archived()
    form.check(view)
    if form.problems:
        return _form_page(form, league), 422
    try:
        keep(form.changed(league, view))
    except Stale as stale:
        return _form_page(form, find(league.id), stale), 409
    if form.who.data == "chosen":
        _welcome(form.newcomers)
    return _back(league.id)


def _welcome(names: dict[str, str]) -> None:
    """Remember the names of players who have not played yet."""
    people = archived().players
    for id_, name in names.items():
        if people.find(id_) is None:
            player = replace(people.itself(id_), name=name)
            with suppress(Stale):  # somebody else has just named this player
                store().documents.put(PLAYER, id_, player.version, as_value(player))


def _form_page(form: LeagueForm, league: League | None = None, problem: Refusal | None = None) -> str:
    """The form. Where it came too late it knows the league as it is now, so that it can be sent again."""
    view = archived()
    is_new = league is None or not league.version
    ticked = form.chosen(view) if form.player.data else ()
    recent, others = offered(view, ticked)
    return render_template(
        "leagues/form.html",
        form=form,
        league=None if is_new else league,
        version=league.version if league and problem else form.version.data,
        problem=problem,
        ticked=ticked,
        recent=recent,
        others=others,
        games=list(dict.fromkeys([*view.games, *([league.game] if league else [])])),
        rule_sets=rule_sets(view, str(form.rules.data)),
        schemes=SCHEMES,
    )


def _back(league_id: str, part: str | None = None) -> ResponseReturnValue:
    return redirect(url_for("leagues.show", league_id=league_id, _anchor=part), 303)
