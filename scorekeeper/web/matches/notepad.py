"""The notepad of a match: its coins, its rounds, what comes next, and what stands at its end."""

from __future__ import annotations

from typing import Any, Final

from flask import render_template

from ...koikoi.match.match import Match
from ...koikoi.match.undo import undo
from ..forms.fields import TypedForm, WholeNumber
from ..forms.request import from_address, new_id
from ..leagues.repository import places_after
from ..plots.coin_curve import curve
from ..rounds.handed_in import before_undo, handed_in
from ..rounds.round_list import latest, round_list
from ..sheets.export_links import composed, export_links
from .correct_or_end import extra_rounds

_LOW: Final = 10  # coins are low at a tenth of the purse or less


class NotepadAddress(TypedForm):
    """The round that was just saved, which the notepad confirms."""

    saved = WholeNumber(1, 99999)


def notepad_of(match_id: str, match: Match) -> str:
    return render_template(
        "matches/notepad.html",
        match=match,
        match_id=match_id,
        **(_at_the_end(match, match_id) if match.finished else {}),
        rounds=round_list(match, latest(match)),
        low=[coins * _LOW <= match.purse if match.purse else False for coins in match.balance],
        saved=from_address(NotepadAddress).saved.data,
        undo=undo(match),
        undone=not match.finished and before_undo(match_id, match) is not None,
        handed=handed_in(match_id, match),
        id=new_id(),
        rematch_id=new_id(),
        length_id=new_id(),
    )


def _at_the_end(match: Match, match_id: str) -> dict[str, Any]:
    """What the notepad of a match that is over shows more: the result, the coin curve, the scoresheets."""
    sheet = composed(match_id, match, range(1, 1))
    return {
        "sheet": sheet,
        "curve": curve(sheet.players, sheet.course, sheet.purse),
        "links": export_links(match_id, sheet),
        "leagues": places_after(match_id),
        "extra_rounds": extra_rounds(match),
    }
