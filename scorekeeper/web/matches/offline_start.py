"""The first pages of matches that phones begin while they have no connection: kept in advance, without names.

A phone asks for them with the choices of its form for a new match. Where it begins that match without a
connection it writes the names and the id into them, and sends the form when the connection is back.
"""

from __future__ import annotations

from typing import Any, Final

from flask import Blueprint, make_response
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from werkzeug.datastructures import MultiDict

from ...koikoi.errors import KoikoiError
from ...koikoi.match.follow import follow
from ...koikoi.rules.options.match import MOST_SEATS
from ...koikoi.rules.ruleset import RuleSet
from ..context import shelf
from ..forms.fields import TypedForm, WholeNumber
from ..forms.request import form_texts, from_address
from ..language import translate
from ..rounds.board import board
from ..rounds.round_form import of_play
from . import new_match_form
from .new_match_form import StartForm
from .notepad import notepad_of

pages = Blueprint("offline_start", __name__)

NO_MATCH: Final = "0" * 32  # stands for the id in the pages
NAMES: Final = tuple(f"§{seat}§" for seat in range(MOST_SEATS))  # … and these for the names


class Seats(TypedForm):
    """How many will play."""

    players = WholeNumber(2, MOST_SEATS, needed=True, default=2)


@pages.get("/matches/new/in-advance")
def first_pages() -> ResponseReturnValue:
    """The notepad and the board of a match that would begin with these choices; 422 where none can."""
    asked = MultiDict(form_texts())
    for seat in range(from_address(Seats).players.data or 2):
        asked[f"name-{seat}"] = NAMES[seat]
    form = StartForm(asked)
    try:
        base = new_match_form.chosen_rules(form, shelf(), None)
        choices = new_match_form.answers(form, base, asked)
        if choices.problems:
            return {}, 422
        match = follow(None, new_match_form.started(form, choices.rules, NO_MATCH))
    except (new_match_form.Unclear, KoikoiError):
        return {}, 422
    page = make_response(board(NO_MATCH, match, of_play(match)))
    return {"notepad": notepad_of(NO_MATCH, match), "board": page.get_data(as_text=True)}


def says(rules: RuleSet) -> dict[str, Any]:
    """What the form for a new match by these rules says where it begins without a connection, or cannot."""
    return {
        "unkept": _(
            "No connection. You can start only with the rules and options chosen here before the "
            "connection was lost."
        ),
        "players": translate(new_match_form.TOO_FEW[rules.game]),
        "alike": _("Two players have the same name; change one of them."),
        "chance": _("%(dealer)s deals first, by chance.", dealer="{dealer}"),
        "full": _("This phone has no room left to keep the match."),
    }
