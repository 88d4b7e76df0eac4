"""A round: entered, saved, shown with everything that explains it; and what the players may call in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final

import msgspec
from flask import Blueprint, abort, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from ...koikoi.match.calls import advice
from ...koikoi.match.events import AnyEvent
from ...koikoi.match.match import Match, Round
from ...koikoi.match.undo import Entry, before_entry, find_entry
from ...koikoi.pile import pile
from ...sentences import Sentence, say
from ...store import Conflict
from ..context import use_rules_of
from ..forms.fields import ExactText, TypedForm
from ..forms.request import asks_json, form_texts, from_address, from_body, way_to
from ..match_repository import as_entry, entered, entry_id, known_seq, load, save
from .board import board, board_with_piles, carried, layout, on_the_way, preview, unanswered
from .handed_in import before_undo, keep_thrown, loses_cards
from .news import came_in
from .round_events import Problems, as_entered, calls_noted, events_of, judged, last_consequences, pile_of
from .round_form import BoardForm, TypedRound, of_play

_Page = Callable[[str, Match, BoardForm], ResponseReturnValue]

pages = Blueprint("rounds", __name__, url_prefix="/matches/<match_id>/rounds")


class BoardAddress(TypedForm):
    """``empty``: the board without what was entered before an undo, and without piles of other phones."""

    empty = ExactText(default="")


@pages.get("/new")
def new(match_id: str) -> ResponseReturnValue:
    """The board of the next round; with what was entered on it before, where the address carries that."""
    match = load(match_id)
    if "id" in form_texts():
        return _opened(match_id, match, _board_again)
    if match.finished:
        return redirect(url_for("matches.notepad", match_id=match_id), 303)
    if from_address(BoardAddress).empty.data:
        return board(match_id, match, of_play(match))
    return board_with_piles(match_id, match, before_undo(match_id, match) or of_play(match))


@pages.get("/preview")
def explain(match_id: str) -> ResponseReturnValue:
    """The round that the address carries, explained, with what is to be answered before it is saved."""
    return _opened(match_id, load(match_id), partial(_judged, saves=False))


@pages.get("/referee")
def ask(match_id: str) -> ResponseReturnValue:
    """What may be called with the cards that the address carries."""
    return _opened(match_id, load(match_id), referee)


@pages.post("")
def create(match_id: str) -> ResponseReturnValue:
    """Save a round, or lead to the page that shows it before it is saved."""
    match, form = load(match_id), from_body(BoardForm)
    endpoint, page = _PAGES[form.asks]
    if earlier := entered(match):
        return _sent_again(match_id, match, form.typed, earlier)
    if form.saves:
        page = partial(_judged, saves=True)
        answer = _unless_late(match_id, match, form, page)
        if asks_json() or not isinstance(answer, tuple):  # outbox.js shows a page in place of the board
            return answer
    fields = carried(_with_call(form.typed, match, form.noted.data))
    if form.asks in ("edit", "show"):
        fields += [("view", layout()), ("step", form.asks)]
    way = way_to(endpoint, fields, match_id=match_id)
    return way or _unless_late(match_id, match, form, page)


@pages.get("/<int:number>")
def show(match_id: str, number: int) -> ResponseReturnValue:
    match = load(match_id)
    return render_template(
        "rounds/round.html",
        match=match,
        match_id=match_id,
        row=finished_round(match, number),
        consequences=last_consequences(match, number),
    )


def finished_round(match: Match, number: int) -> Round:
    """A finished round; 404 where the match has no round with this number."""
    if not 1 <= number <= len(match.rounds):
        abort(404)
    return match.rounds[number - 1]


def to_page(address: str, match: Match) -> ResponseReturnValue:
    """The page after a save: a redirect, or for a script the address and the number of the event reached."""
    if asks_json():
        entry = find_entry(match, entry_id())
        return {"location": address, "seq": entry.events[-1].seq if entry else match.seq}
    return redirect(address, 303)


def _opened(match_id: str, match: Match, page: _Page) -> ResponseReturnValue:
    """A page for what its address carries; once that is saved, the way to where saving it led."""
    if earlier := entered(match):
        return _to_notepad(match_id, match, before_entry(match, earlier).number)
    return _unless_late(match_id, match, from_address(BoardForm), page)


def _unless_late(match_id: str, match: Match, form: BoardForm, page: _Page) -> ResponseReturnValue:
    """The page, unless the round is saved already, or something came in since its board was drawn."""
    if earlier := entered(match):
        return _sent_again(match_id, match, form.typed, earlier)
    if meanwhile := _meanwhile(match, form):
        return board(match_id, match, form.typed, meanwhile=meanwhile)
    return page(match_id, match, form)


def _board_again(match_id: str, match: Match, form: BoardForm) -> ResponseReturnValue:
    typed = _with_call(form.typed, match, form.noted.data)
    if form.asks == "show":
        return board_with_piles(match_id, match, typed)
    return board(match_id, match, typed)


def _judged(match_id: str, match: Match, form: BoardForm, *, saves: bool) -> ResponseReturnValue:
    """Save a round, or the page that shows it before it is saved, which may have to ask something."""
    typed = form.typed
    events, problems = events_of(typed, match)
    if problems:
        return board(match_id, match, typed, problems)
    if not form.away.data and loses_cards(match_id, match, typed):
        return board(match_id, match, typed, {"away": say("Throw the tapped cards away?")})
    sent = as_entry(events)
    judgement = judged(sent, match)
    if judgement.problems:
        return board(match_id, match, typed, judgement.problems)
    after = judgement.after
    if len(after.rounds) > len(match.rounds):
        left_open = unanswered(typed, after.rounds[-1], match)
        if left_open or judgement.warnings or not saves:
            way = way_to("rounds.explain", carried(typed), match_id=match_id) if saves else None
            return way or preview(
                match_id, after, len(after.rounds), typed, left_open, warnings=judgement.warnings
            )
    if not saves:
        return board(match_id, match, typed)
    if form.away.data:
        keep_thrown(match_id, match, entry_id(), typed)
    return _save(match_id, typed, sent, match, after)


def _save(
    match_id: str, typed: TypedRound, sent: Sequence[AnyEvent], before: Match, after: Match
) -> ResponseReturnValue:
    try:
        match = save(match_id, sent, after)
    except Conflict:
        match = load(match_id)
        return board(match_id, match, typed, meanwhile=came_in(match, known_seq(), typed))
    use_rules_of(match.rules)
    return _to_notepad(match_id, match, before.number)


def _meanwhile(match: Match, form: BoardForm) -> list[Sentence]:
    """What came in since the form was drawn; empty where the form still fits the match."""
    if known_seq() != match.seq:
        return came_in(match, known_seq(), form.typed)
    meant = form.number.data
    if meant in (None, match.number):
        return []
    return [
        say(
            "This was entered as round %(meant)d and would now be round %(number)d.",
            meant=meant,
            number=match.number,
        )
    ]


def _to_notepad(match_id: str, match: Match, number: int) -> ResponseReturnValue:
    """The notepad, which says what was saved in the round ``number``, unless more came in since."""
    return to_page(url_for("matches.notepad", match_id=match_id, saved=number), match)


def _sent_again(match_id: str, match: Match, typed: TypedRound, earlier: Entry) -> ResponseReturnValue:
    """The answer to a save sent again; other content is offered as a correction of the saved round."""
    before = before_entry(match, earlier)
    made, _ = events_of(typed, before)
    if list(map(as_entered, made)) == list(map(as_entered, earlier.events)):
        return _to_notepad(match_id, match, before.number)
    meanwhile = [say("Round %(number)d is already saved with other cards.", number=before.number)]
    if before.number <= len(match.rounds):
        return board(match_id, before, typed, meanwhile=meanwhile, correcting=match)
    return board(match_id, match, typed, meanwhile=meanwhile)


def referee(match_id: str, match: Match, form: BoardForm) -> ResponseReturnValue:
    """What each player whose cards are tapped may call."""
    typed = form.typed
    problems: Problems = {}
    # whoever is chosen asks; while nobody is, the cards tapped may be those of any player
    asking = [seat for seat in match.seats if typed.winner in (seat, None)]
    piles = {seat: pile_of(typed, _tapped(typed, seat), problems) for seat in asking}
    if problems:
        return board(match_id, match, typed, problems)
    called = calls_noted(typed, match)
    answers = [advice(called, seat, pile(held), typed.months) for seat, held in piles.items() if held]
    return on_the_way(
        "rounds/referee.html",
        match=match,
        match_id=match_id,
        answers=answers,
        piles=piles,
        sent=carried(typed),
    )


# The address of a page, and how it is drawn, by what a board asks for.
_PAGES: Final[Mapping[str, tuple[str, _Page]]] = {
    "verdict": ("rounds.explain", partial(_judged, saves=False)),
    "referee": ("rounds.ask", referee),
    "edit": ("rounds.new", _board_again),
    "show": ("rounds.new", _board_again),
}


def _tapped(typed: TypedRound, seat: int) -> int:
    """The seat under which the cards of a player are tapped: before anybody is chosen, the first."""
    return seat if typed.result or typed.cards[seat] or typed.chaff[seat] else 0


def _with_call(typed: TypedRound, match: Match, seat: int | None) -> TypedRound:
    """The round with one more koi-koi of a player, and the cards that it was called with."""
    if seat is None or seat not in match.seats:
        return typed
    held = pile_of(typed, _tapped(typed, seat), {})
    calls = tuple(number + (place == seat) for place, number in enumerate(typed.calls))
    called = tuple(
        (*piles, held) if place == seat and held else piles for place, piles in enumerate(typed.called)
    )
    return msgspec.structs.replace(typed, calls=calls, called=called)
