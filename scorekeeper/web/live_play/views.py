"""Live play: whose turn it is, what it captured, what may be called then. Every turn is stored at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask import Blueprint, redirect, url_for
from flask.typing import ResponseReturnValue

from ...koikoi.errors import KoikoiError
from ...koikoi.match.events import AnyEvent, TakenBack, TurnTaken
from ...koikoi.match.follow import follow_all
from ...koikoi.match.match import Match
from ...koikoi.match.undo import find_entry, last_step
from ...sentences import say
from ...store import Conflict
from ..forms.request import from_address, from_body
from ..match_repository import append, entry_id, is_stored, known_seq, load
from ..rounds.news import came_in
from ..rounds.round_events import events_of
from ..rounds.round_form import BoardForm, questions
from .forms import CallForm, EndForm, TurnAddress, TurnForm, asks_brights, next_turn, turn_id
from .page import deal_page, page, turn_page

pages = Blueprint("live_play", __name__, url_prefix="/matches/<match_id>/turns")


@pages.get("")
def show(match_id: str) -> ResponseReturnValue:
    """The decision that is due, or the next turn, or the end of the round."""
    match = load(match_id)
    if match.finished:
        return redirect(url_for("matches.notepad", match_id=match_id), 303)
    address = from_address(TurnAddress)
    form = next_turn(match)
    form.ruling.data = address.ruling.data
    if address.turn.data == turn_id(match):
        form.captured.data, form.months.data = address.captured.data, address.months.data
    return (turn_page if address.on.data else page)(match_id, match, form)


@pages.post("")
def create(match_id: str) -> ResponseReturnValue:
    form, match = from_body(TurnForm), load(match_id)
    if known_seq() != match.seq:
        return _late(match_id, match, form)
    try:
        made = form.events(match)
        if asked := form.months_to_ask(match, follow_all(match, made)):
            return turn_page(match_id, match, form, asked=asked)
        return _stored(match_id, match, made)
    except KoikoiError as error:
        return turn_page(match_id, match, form, error.sentence)


@pages.post("/calls")
def call(match_id: str) -> ResponseReturnValue:
    """Koi-koi or stop, said at the end of the last turn."""
    return _said(match_id, from_body(CallForm))


@pages.post("/ending")
def end(match_id: str) -> ResponseReturnValue:
    """The hands are empty and nobody stopped."""
    return _said(match_id, from_body(EndForm))


@pages.post("/deals")
def deal(match_id: str) -> ResponseReturnValue:
    """A lucky hand, or a void deal, entered with the same fields as on the board."""
    typed, match = from_body(BoardForm).typed, load(match_id)
    if known_seq() != match.seq:
        return _late(match_id, match)
    made, problems = events_of(typed, match)
    asks = asks_brights(match) and questions(match).brights_of_hands
    if typed.result == "hand" and typed.brights is None and asks:
        problems["brights"] = say("Say how many brights were dealt to the field.")
    if problems:
        return deal_page(match_id, match, typed, problems=problems)
    try:
        return _stored(match_id, match, made)
    except KoikoiError as error:
        return deal_page(match_id, match, typed, error.sentence)


@pages.post("/takebacks")
def take_back(match_id: str) -> ResponseReturnValue:
    """Undo the last step of this round; the cards of an undone turn are offered again."""
    match = load(match_id)
    if known_seq() != match.seq:
        return _late(match_id, match)
    step = last_step(match)
    if not step:
        return redirect(url_for("live_play.show", match_id=match_id), 303)
    try:
        after = append(match_id, [TakenBack() for _event in step])
    except Conflict:
        return _late(match_id, load(match_id))
    turn = next((event for event in step if isinstance(event, TurnTaken)), None)
    again: dict[str, Any] = {}
    if turn:
        again = {"turn": turn_id(after), "captured": turn.captured.split(), "months": turn.field}
    return redirect(url_for("live_play.show", match_id=match_id, **again), 303)


def _said(match_id: str, form: CallForm | EndForm) -> ResponseReturnValue:
    match = load(match_id)
    if known_seq() != match.seq:
        return _late(match_id, match)
    try:
        return _stored(match_id, match, form.events(match))
    except KoikoiError as error:
        return page(match_id, match, next_turn(match), error.sentence)


def _stored(match_id: str, match: Match, events: Sequence[AnyEvent]) -> ResponseReturnValue:
    """Store what was entered and go on to what comes next. Raises KoikoiError."""
    try:
        after = append(match_id, events)
    except Conflict:  # another phone was faster by a moment
        return _late(match_id, load(match_id))
    return _onward(match_id, after, len(after.rounds) > len(match.rounds))


def _onward(match_id: str, match: Match, is_over: bool) -> ResponseReturnValue:
    if is_over:
        return redirect(url_for("matches.notepad", match_id=match_id, saved=len(match.rounds)), 303)
    return redirect(url_for("live_play.show", match_id=match_id), 303)


def _late(match_id: str, match: Match, form: TurnForm | None = None) -> ResponseReturnValue:
    """The answer to a form that is sent again, or was drawn before another phone entered something.

    The cards stay tapped as long as the turn is the same.
    """
    earlier = find_entry(match, entry_id())
    is_same = form is None or earlier is None or _captured(earlier.events) == sorted(form.captured.data)
    if is_stored(match_id) and is_same:
        return _onward(match_id, match, not match.play.turns and bool(match.rounds))
    kept = form if form is not None and form.turn.data == turn_id(match) else None
    meanwhile = came_in(match, known_seq())
    return page(match_id, match, kept or next_turn(match), meanwhile=meanwhile, is_kept=kept is not None)


def _captured(events: Sequence[AnyEvent]) -> list[str]:
    return [card for event in events if isinstance(event, TurnTaken) for card in event.captured.split()]
