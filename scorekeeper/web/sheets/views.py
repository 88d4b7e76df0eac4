"""The scoresheet: printed, as CSV, as a record; and records imported."""

from __future__ import annotations

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from ...exports import record
from ...exports.csv_sheet import csv_sheet
from ...koikoi.errors import KoikoiError
from ...store import DamagedMatch, utc_now
from ..forms.fields import SentFile, TypedForm
from ..loading import entry_id, installation, load, new_id, store
from ..matches.round_list import round_list, whole
from ..words import translate
from .downloads import download

pages = Blueprint("sheets", __name__)


class RecordForm(TypedForm):
    """A match that was kept as a file."""

    record = SentFile()


@pages.get("/matches/<match_id>/sheet")
def sheet(match_id: str) -> ResponseReturnValue:
    """The printable scoresheet."""
    match = load(match_id)
    paper = "a5" if request.args.get("paper") == "a5" else "a4"
    rounds = round_list(match, whole(match))
    return render_template("sheets/sheet.html", match=match, match_id=match_id, rounds=rounds, paper=paper)


@pages.get("/matches/<match_id>/sheet.csv")
def as_csv(match_id: str) -> ResponseReturnValue:
    match = load(match_id)
    return download(csv_sheet(match, translate), "text/csv", "csv", *match.players)


@pages.get("/matches/<match_id>/record.json")
def as_record(match_id: str) -> ResponseReturnValue:
    """The match as a record; if it is unreadable, whatever is stored of it."""
    try:
        match = load(match_id)
    except (KoikoiError, DamagedMatch) as error:
        unreadable = record.write_unreadable(store().stored(match_id), translate(error))
        return download(unreadable, "application/json", "json", "unreadable")
    return download(record.write(store().events(match_id)), "application/json", "json", *match.players)


@pages.get("/records/new")
def choose() -> ResponseReturnValue:
    return render_template("sheets/import.html", id=new_id())


@pages.post("/records")
def import_record() -> ResponseReturnValue:
    """Import a match record as a new match."""
    written = RecordForm(request.form).record.data
    if not written:
        problem = _("Choose a match file; its name ends in .json.")
        return render_template("sheets/import.html", id=new_id(), problem=problem), 422
    try:
        read = record.read(written, installation().house_rules.find)
        match_id = entry_id()
        events = record.stored(read, match_id, utc_now())
    except KoikoiError as error:
        return render_template("sheets/import.html", id=new_id(), problem=translate(error)), 422
    store().create(match_id, events)
    flash(_("Match imported."))
    return redirect(url_for("matches.notepad", match_id=match_id), 303)
