"""A match: begun, shown as the notepad, taken back, deleted."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from ...koikoi.errors import KoikoiError
from ...koikoi.match.events import TakenBack
from ...koikoi.match.following import follow_all
from ...koikoi.match.match import Match
from ...koikoi.match.starting import again
from ...koikoi.match.undo import undo
from ...koikoi.rules.loading import names
from ...store import Conflict, InBin, NoSuchMatch
from ..forms.numbers import number_in_address
from ..forms.sure import is_sure
from ..loading import (
    begin,
    entered,
    entry_id,
    installation,
    is_stored,
    known,
    last_rules,
    load,
    load_or_none,
    new_id,
    save,
    store,
)
from ..rules.in_words import rule_choices
from ..words import translate
from . import start_form
from .round_list import latest, round_list
from .start_form import StartForm

pages = Blueprint("matches", __name__)

_LOW = 10  # coins are low at a tenth of the purse or less


@pages.get("/matches/new")
def new() -> ResponseReturnValue:
    """The form for a new match, also for a rematch (``?again=<match>``)."""
    earlier = request.args.get("again")
    if earlier:
        return _form(start_form.rematch(load(earlier), earlier), {})
    return _form(StartForm(data={"ruleset": request.args.get("ruleset") or last_rules()}), {})


@pages.post("/matches")
def create() -> ResponseReturnValue:
    form = StartForm(request.form)
    match_id = entry_id()
    try:
        rules = start_form.chosen_rules(form, installation().house_rules.find, _again(form))
        start = start_form.started(form, rules, match_id)
        begin(match_id, start)
    except start_form.Unclear as unclear:
        return _form(form, unclear.problems, match_id), 422
    except KoikoiError as error:
        return _form(form, {start_form.field_of(error): error}, match_id), 422
    except Conflict as conflict:  # the form was sent before, with other values
        return _form(form, {"name-0": conflict}, new_id()), 409
    if seats := start_form.seating(form, rules, start):
        flash(translate(seats))
    if form.ruleset.text != "again":  # the rules of a rematch may stand nowhere else
        store().remember("ruleset", form.ruleset.text)
    return redirect(url_for("matches.notepad", match_id=match_id), 303)


@pages.get("/matches/<match_id>")
def notepad(match_id: str) -> ResponseReturnValue:
    match = load(match_id)
    saved = number_in_address("saved", 1, 99999)
    return render_template(
        "matches/notepad.html",
        match=match,
        match_id=match_id,
        rounds=round_list(match, latest(match)),
        low=[coins * _LOW <= match.purse if match.purse else False for coins in match.balance],
        saved=saved,
        undo=undo(match),
        id=new_id(),
        rematch_id=new_id(),
    )


@pages.post("/matches/<match_id>/rematches")
def play_again(match_id: str) -> ResponseReturnValue:
    """Start the same match again; the form's id is that of the new match, so a double tap starts only one."""
    rematch_id = entry_id()
    begin(rematch_id, again(load(match_id)))
    return redirect(url_for("matches.notepad", match_id=rematch_id), 303)


@pages.get("/matches/<match_id>/rules")
def rules_of(match_id: str) -> ResponseReturnValue:
    """The rules that a match began with, in words."""
    match = load(match_id)
    return render_template("matches/rules.html", match=match, match_id=match_id, rules=match.rules)


@pages.post("/matches/<match_id>/takebacks")
def take_back(match_id: str) -> ResponseReturnValue:
    """Undo: the last thing that was entered no longer counts, a whole round at once."""
    match = load(match_id)
    notepad = redirect(url_for("matches.notepad", match_id=match_id), 303)
    if known() != match.seq and is_stored(match_id):  # a double tap
        return notepad
    last = undo(match)
    if last is None:
        flash(_("There is nothing to undo."))
        return notepad
    sent = entered([TakenBack() for _event in last.entry.events])
    save(match_id, sent, follow_all(match, sent))
    flash(translate(last.done))
    return notepad


@pages.post("/matches/<match_id>/deletion")
def discard(match_id: str) -> ResponseReturnValue:
    """Move a match to the bin with all its rounds, even if it cannot be read; the page asks first."""
    last = store().stored(match_id)[-1].seq
    if not is_sure() or known() != last:
        match = load_or_none(match_id)
        return render_template("matches/deletion.html", match=match, match_id=match_id, last=last)
    with suppress(InBin):  # a double tap
        store().discard(match_id, known())
    flash(_("The match is in the bin."), url_for("bin.restore_match", match_id=match_id))
    return redirect(url_for("home.index"), 303)


def _again(form: StartForm) -> Match | None:
    try:
        return load(form.again.text) if form.again.text else None
    except NoSuchMatch:
        return None


def _form(form: StartForm, problems: dict[str, Any], match_id: str | None = None) -> str:
    find = installation().house_rules.find
    rule_set = start_form.shown_rules(form, find, _again(form))
    choices = rule_choices((*installation().house_rules.names(), *names()), find)
    return render_template(
        "matches/new.html",
        form=form,
        problems={field: translate(problem) for field, problem in problems.items()},
        choices=choices,
        others=sum(choice.id != form.ruleset.text for choice in choices),
        rule_set=rule_set,
        asked=start_form.asked(form, rule_set) if "deal" in problems or form.deal.text else None,
        known_names=start_form.known_names(store()),
        id=match_id or new_id(),
    )
