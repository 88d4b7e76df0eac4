"""The view for a tablet or a television beside the table: how it stands, and the last verdict, large."""

from __future__ import annotations

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from ...exports.sheets.sheet import sheet_of
from ..language import language
from ..match_repository import load
from ..plots.coin_curve import curve

pages = Blueprint("screen", __name__)


@pages.get("/matches/<match_id>/screen")
def show(match_id: str) -> ResponseReturnValue:
    """The match as it stands; the page renews itself with every save."""
    match = load(match_id)
    sheet = sheet_of(match, language(), range(1, 1)) if match.finished else None
    return render_template(
        "matches/screen.html",
        match=match,
        match_id=match_id,
        row=match.rounds[-1] if match.rounds else None,
        sheet=sheet,
        curve=curve(sheet.players, sheet.course, sheet.purse) if sheet else None,
    )
