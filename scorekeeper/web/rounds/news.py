"""What came into a match since a page was drawn: for open pages, and for saves that come too late."""

from __future__ import annotations

from flask import Blueprint
from flask.typing import ResponseReturnValue

from ...koikoi.match import explain
from ...koikoi.match.events import Amendment, MatchEnded, PointsAdjusted
from ...koikoi.match.match import Match
from ...koikoi.match.replay import before_round, rewound
from ...sentences import Sentence, say
from ..access.current_phone import admission
from ..context import store
from ..forms.fields import ExactText, TypedForm, WholeNumber
from ..forms.request import from_address, from_body
from ..forms.values import HIGHEST_NUMBER
from ..language import translate
from ..match_repository import entered, load
from .handed_in import handed_in, held_for_any_deal, note_entering
from .round_events import events_of, same_content
from .round_form import TypedRound

pages = Blueprint("news", __name__, url_prefix="/matches/<match_id>/news")


class NewsAddress(TypedForm):
    """The last event that the page shows, and the last of which it has told."""

    after = WholeNumber(0, HIGHEST_NUMBER, needed=True, default=0)
    told = WholeNumber(0, HIGHEST_NUMBER)
    piles = WholeNumber(0, HIGHEST_NUMBER)  # the last hand-in of which the page has told, if it tells of them
    id = ExactText()  # of what is being entered on the page


class EnteringForm(TypedForm):
    """The round whose board a phone fills in; ``step``: "empty" where nothing is entered any more."""

    number = WholeNumber(1, HIGHEST_NUMBER, needed=True, default=0)
    step = ExactText()


@pages.get("")
def news(match_id: str) -> ResponseReturnValue:
    """The number of the last event; for a page that has not told of it, what came in after ``after``; and
    whether another phone is entering the round.

    Open pages ask every second, so nothing is loaded as long as there is nothing to tell. A short answer
    costs less than "304 Not Modified", after which waitress closes the connection.
    """
    asked, here = from_address(NewsAddress), admission()
    last, known = store().last(match_id), asked.after.data if asked.told.data is None else asked.told.data
    held = held_for_any_deal(match_id)
    phone = here.phone_id if here else ""
    piles = None if asked.piles.data is None else held.last if held else 0
    is_new = last != known or piles != asked.piles.data
    if not is_new and not (held and held.entered_elsewhere(phone)):
        return {"seq": last}
    match = load(match_id)
    handed = handed_in(match_id, match)
    answer: dict[str, object] = {"seq": match.seq}
    if entering := handed.entered_elsewhere(phone):
        answer["entering"] = translate(entering)
    if is_new:
        if entered(match):
            answer["stored"] = True
        says = came_in(match, asked.after.data) if match.seq != known else []
        if asked.piles.data is not None:
            answer["piles"] = handed.last
            says += handed.news(match.players, asked.piles.data)
        answer["says"] = " ".join(map(translate, says))
    return answer


@pages.post("")
def enter(match_id: str) -> ResponseReturnValue:
    """This phone is entering the running round, or has emptied its board; other phones are told."""
    match, form, here = load(match_id), from_body(EnteringForm), admission()
    if here and form.number.data == match.number and not match.finished:
        note_entering(match_id, match, here.phone_id, here.phone.name if form.step.data != "empty" else None)
    return "", 204


def came_in(match: Match, after: int, typed: TypedRound | None = None) -> list[Sentence]:
    """What came in after event ``after``; a round with the content of ``typed`` is called the same round."""
    if after > match.seq:
        return [say("Somebody restored or deleted something meanwhile.")]
    later = [event for event in match.events if event.seq > after]
    agreed = [explain.amendment(match, one) for one in later if isinstance(one, Amendment | PointsAdjusted)]
    ended = [explain.amendment(match, one) for one in later if isinstance(one, MatchEnded)]
    place = sum(event.seq <= after for event in match.events)
    known = len(rewound(match, place).rounds) if place else 0
    rounds = [_saved(match, number, typed) for number in range(known + 1, match.number)]
    return [*agreed, *rounds, *ended] or _played(match, after)


def _played(match: Match, after: int) -> list[Sentence]:
    """What came into the round that is being played: its last steps, or that something is gone."""
    told = [explain.live_step(match.players, event) for event in match.log.events if event.seq > after]
    return [words for words in told if words is not None][-2:] or [
        say("Something was undone or corrected in the meantime.")
    ]


def _saved(match: Match, number: int, typed: TypedRound | None) -> Sentence:
    result = explain.result(match, match.rounds[number - 1])
    if typed is not None and _is_same(match, number, typed):
        return say(
            "The same round was saved from another phone, as round %(number)d: %(result)s.",
            number=number,
            result=result,
        )
    return say("Round %(number)d was saved: %(result)s.", number=number, result=result)


def _is_same(match: Match, number: int, typed: TypedRound) -> bool:
    """Whether a round that is saved has the same winner, calls and cards."""
    made, problems = events_of(typed, before_round(match, number))
    return not problems and same_content(made, match.log_of(number).deal)
