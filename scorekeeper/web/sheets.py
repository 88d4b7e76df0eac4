"""The scoresheet taken home: printed, as CSV, as a record; and records brought in."""

from __future__ import annotations

from flask import Blueprint, Response, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from ..exports import record
from ..exports.csv_sheet import csv_sheet
from ..koikoi.errors import KoikoiError
from ..koikoi.table import Match
from .downloads import download
from .tables import entry_id, fresh_id, installation, load, store
from .words import say

pages = Blueprint("sheets", __name__)


@pages.get("/matches/<match_id>/sheet")
def sheet(match_id: str) -> ResponseReturnValue:
    """The printable scoresheet."""
    paper = "a5" if request.args.get("paper") == "a5" else "a4"
    return render_template("sheets/sheet.html", match=load(match_id), match_id=match_id, paper=paper)


@pages.get("/matches/<match_id>/sheet.csv")
def as_csv(match_id: str) -> ResponseReturnValue:
    match = load(match_id)
    return _file(csv_sheet(match, say), "text/csv", match, "csv")


@pages.get("/matches/<match_id>/record.json")
def as_record(match_id: str) -> ResponseReturnValue:
    match = load(match_id)
    return _file(record.write(store().events(match_id)), "application/json", match, "json")


@pages.get("/records/new")
def choose() -> ResponseReturnValue:
    return render_template("sheets/import.html", id=fresh_id())


@pages.post("/records")
def bring_in() -> ResponseReturnValue:
    """A match record becomes a match of this installation."""
    sent = request.files.get("record")
    written = sent.read() if sent else b""
    if not written:
        problem = _("Choose the file of a match record; it ends in .json.")
        return render_template("sheets/import.html", id=fresh_id(), problem=problem), 422
    try:
        found = record.read(written, installation().house_rules.find)
    except KoikoiError as error:
        return render_template("sheets/import.html", id=fresh_id(), problem=say(error)), 422
    match_id = entry_id()
    store().create(match_id, record.stored(found, match_id))
    flash(_("The match was brought in."))
    return redirect(url_for("matches.notepad", match_id=match_id), 303)


def _file(content: bytes, kind: str, match: Match, ending: str) -> Response:
    """A download whose name tells the players."""
    return download(content, kind, ending, *match.players)
