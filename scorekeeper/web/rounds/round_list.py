"""The rounds of a match as they are listed: the latest on the notepad, all of them on pages of their own.

A page begins at round 1, 25, 49, …, so its address always shows the same rounds. The notepad and the
scoresheet show the last whole page and what was played since: a match of an evening as a whole, of a long
match only its end.
"""

from __future__ import annotations

from typing import NamedTuple

from flask import Blueprint, abort, render_template
from flask.typing import ResponseReturnValue

from ...koikoi.match import explain
from ...koikoi.match.explain import Amended
from ...koikoi.match.match import Adjustment, Match, Round
from ..forms.fields import TypedForm, WholeNumber
from ..forms.request import from_address
from ..forms.values import HIGHEST_NUMBER
from ..match_repository import load

pages = Blueprint("round_list", __name__)

A_PAGE = 24  # rounds


class RoundListAddress(TypedForm):
    """A round that the page shows; without one, the last."""

    round = WholeNumber(-HIGHEST_NUMBER, HIGHEST_NUMBER)


class ListedRound(NamedTuple):
    """A finished round, the adjustments made after it, and what holds from the next one on."""

    round: Round
    corrected: bool
    adjustments: list[Adjustment]
    amended: list[Amended]


class RoundList(NamedTuple):
    """Some rounds of a match in a row."""

    first: int  # their numbers
    last: int
    lines: list[ListedRound]
    earlier_adjustments: list[Adjustment]  # made before round 1, if the list goes back that far
    earlier_amended: list[Amended]

    @property
    def before(self) -> int | None:
        """The round before these, if any."""
        return self.first - 1 or None


@pages.get("/matches/<match_id>/rounds")
def index(match_id: str) -> ResponseReturnValue:
    """The page with the round that ``?round=`` names, or the last round; 404 where it was not played."""
    match = load(match_id)
    number: int | None = from_address(RoundListAddress).round.data
    shown = page_of(match, len(match.rounds) if number is None else number)
    return render_template(
        "rounds/round_list.html",
        match=match,
        match_id=match_id,
        rounds=round_list(match, shown),
        page_numbers=page_numbers(match),
    )


def finished_round(match: Match, number: int) -> Round:
    """A finished round; 404 where the match has no round with this number."""
    if not 1 <= number <= len(match.rounds):
        abort(404)
    return match.rounds[number - 1]


def page_of(match: Match, number: int) -> range:
    """The numbers of the rounds on the page with a round. Aborts with 404 where that was not played."""
    finished_round(match, number)
    return next(page for page in page_numbers(match) if number in page)


def latest(match: Match) -> range:
    """The numbers of the rounds on the last whole page and since: fewer than two pages, and none before 1."""
    played = len(match.rounds)
    return range(max(played // A_PAGE - 1, 0) * A_PAGE + 1, played + 1)


def whole(match: Match) -> range:
    """The numbers of all finished rounds."""
    return range(1, len(match.rounds) + 1)


def page_numbers(match: Match) -> list[range]:
    after_last = len(match.rounds) + 1
    return [range(first, min(first + A_PAGE, after_last)) for first in range(1, after_last, A_PAGE)]


def round_list(match: Match, numbers: range) -> RoundList:
    """The rounds with these numbers; the first number must be that of a played round, or 1."""
    corrected = match.corrected
    adjustments: dict[int, list[Adjustment]] = {}
    for adjustment in match.adjustments:
        adjustments.setdefault(adjustment.after, []).append(adjustment)
    amended: dict[int, list[Amended]] = {}
    for made in explain.amendments(match):
        amended.setdefault(made.after, []).append(made)
    lines = [
        ListedRound(
            match.rounds[number - 1],
            number in corrected,
            adjustments.get(number, []),
            amended.get(number, []),
        )
        for number in numbers
    ]
    before = 0 if numbers.start == 1 else -1  # nothing is after round -1
    earlier = adjustments.get(before, []), amended.get(before, [])
    return RoundList(numbers.start, numbers.stop - 1, lines, *earlier)
