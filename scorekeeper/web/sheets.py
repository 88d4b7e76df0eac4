"""The scoresheet: printed, as CSV, as a record; and records imported."""

from __future__ import annotations

import re
from collections.abc import Sequence

from flask import Blueprint, Response, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from ..exports import record
from ..exports.csv_sheet import csv_sheet
from ..koikoi.errors import KoikoiError
from ..store import DamagedMatch, utc_now
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
    return _file(csv_sheet(match, say), "text/csv; charset=utf-8", match.players, "csv")


@pages.get("/matches/<match_id>/record.json")
def as_record(match_id: str) -> ResponseReturnValue:
    """The match as a record; where it cannot be read, whatever is stored of it."""
    try:
        match = load(match_id)
    except (KoikoiError, DamagedMatch) as error:
        return _file(
            record.write_unreadable(store().stored(match_id), say(error)), "application/json", (), "json"
        )
    return _file(record.write(store().events(match_id)), "application/json", match.players, "json")


@pages.get("/records/new")
def choose() -> ResponseReturnValue:
    return render_template("sheets/import.html", id=fresh_id())


@pages.post("/records")
def bring_in() -> ResponseReturnValue:
    """A match record becomes a match of this installation."""
    sent = request.files.get("record")
    written = sent.read() if sent else b""
    if not written:
        problem = _("Choose the file of a match; its name ends in .json.")
        return render_template("sheets/import.html", id=fresh_id(), problem=problem), 422
    try:
        found = record.read(written, installation().house_rules.find)
        match_id = entry_id()
        events = record.stored(found, match_id, utc_now())
    except KoikoiError as error:
        return render_template("sheets/import.html", id=fresh_id(), problem=say(error)), 422
    store().create(match_id, events)
    flash(_("The match was imported."))
    return redirect(url_for("matches.notepad", match_id=match_id), 303)


def _file(content: bytes, kind: str, players: Sequence[str], ending: str) -> Response:
    """A download whose name tells the players, if they are known."""
    names = "-".join(re.sub(r"[^\w]+", "_", name).strip("_") or "player" for name in players) or "unreadable"
    response = Response(content, content_type=kind)
    response.headers.set("Content-Disposition", "attachment", filename=f"koi-koi-{names}.{ending}")
    return response
