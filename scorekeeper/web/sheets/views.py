"""The scoresheet: printed, as a file, as a record."""

from __future__ import annotations

from flask import Blueprint, abort, render_template
from flask.typing import ResponseReturnValue

from ...exports import record
from ...exports.sheets.formats import FORMS
from ...koikoi.errors import KoikoiError
from ...koikoi.match.match import Match
from ...store import DamagedMatch
from ..context import store
from ..downloads import download
from ..forms.fields import OneOf
from ..forms.request import from_address
from ..language import translate
from ..match_repository import load
from ..plots.coin_curve import curve
from ..rounds.round_list import RoundListAddress, latest, page_numbers, page_of, round_list, whole
from .export_links import composed, export_links

pages = Blueprint("sheets", __name__)


class SheetAddress(RoundListAddress):
    """Which rounds; as they are printed on some paper, or as cards."""

    rounds = OneOf(("all",))
    paper = OneOf(("a4", "a5"))


@pages.get("/matches/<match_id>/sheet")
def sheet(match_id: str) -> ResponseReturnValue:
    """The scoresheet to look at, or with ``?paper=a4`` or ``a5`` as it is printed.

    Of a long match the latest rounds, the page with the round that ``?round=`` names, or with ``?rounds=all``
    every round, as it is printed.
    """
    match = load(match_id)
    address = from_address(SheetAddress)
    shown = _shown(match, address)
    as_printed = bool(address.paper.data) or (shown == whole(match) != latest(match))
    drawn = composed(match_id, match, shown)
    return render_template(
        "sheets/paper.html" if as_printed else "sheets/sheet.html",
        sheet=drawn,
        curve=None if as_printed else curve(drawn.players, drawn.course, drawn.purse),
        links=export_links(match_id, drawn),
        match_id=match_id,
        seq=match.seq,
        rounds=round_list(match, shown),
        is_part=shown != whole(match),
        shows_end=shown.stop == match.number,
        page_numbers=page_numbers(match),
        address={"round": address.round.data, "rounds": address.rounds.data or None},
        linked_paper=(address.paper.data or "a4") if as_printed else None,
        paper_size=address.paper.data or "a4",
    )


def _shown(match: Match, address: SheetAddress) -> range:
    """The numbers of the rounds that the address asks for."""
    if address.rounds.data:
        return whole(match)
    number: int | None = address.round.data
    return latest(match) if number is None else page_of(match, number)


@pages.get("/matches/<match_id>/sheet.<ending>")
def as_file(match_id: str, ending: str) -> ResponseReturnValue:
    """The scoresheet as a file of the form whose names end like this."""
    form = next((form for form in FORMS.values() if form.ending == ending), None) or abort(404)
    match = load(match_id)
    return download(form.write(composed(match_id, match)), form.kind, form.ending, *match.players)


@pages.get("/matches/<match_id>/record.json")
def as_record(match_id: str) -> ResponseReturnValue:
    """The match as a record; if it is unreadable, whatever is stored of it."""
    try:
        match = load(match_id)
    except (KoikoiError, DamagedMatch) as error:
        unreadable = record.write_unreadable(store().stored(match_id), translate(error))
        return download(unreadable, "application/json", "json", "unreadable")
    return download(record.write(store().events(match_id)), "application/json", "json", *match.players)
