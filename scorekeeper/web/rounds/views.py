"""A round: entered, saved, shown with everything that explains it; and what the players may call in it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from flask import Blueprint, abort, redirect, render_template, request, url_for
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
from ..forms.request import from_address, from_body
from ..match_repository import as_entry, entry_id, known_seq, load, save
from .board import board, board_with_piles, preview, sent_again, unanswered
from .handed_in import before_undo, keep_thrown, loses_cards
from .news import came_in
from .round_events import Problems, as_entered, calls_noted, events_of, judged, last_consequences, pile_of
from .round_form import BoardForm, TypedRound, of_play

pages = Blueprint("rounds", __name__, url_prefix="/matches/<match_id>/rounds")


class BoardAddress(TypedForm):
    """``empty``: the board without what was entered before an undo, and without piles of other phones."""

    empty = ExactText(default="")


@pages.get("/new")
def new(match_id: str) -> ResponseReturnValue:
    match = load(match_id)
    if match.finished:
        return redirect(url_for("matches.notepad", match_id=match_id), 303)
    if from_address(BoardAddress).empty.data:
        return board(match_id, match, of_play(match))
    return board_with_piles(match_id, match, before_undo(match_id, match) or of_play(match))


@pages.post("")
def create(match_id: str) -> ResponseReturnValue:
    """Show a preview of what was entered, or save it."""
    match = load(match_id)
    form = from_body(BoardForm)
    typed = form.typed
    if earlier := find_entry(match, entry_id()):
        return _sent_again(match_id, match, typed, earlier)
    if meanwhile := _meanwhile(match, form, typed):
        return board(match_id, match, typed, meanwhile=meanwhile)
    if form.asks_referee:
        return referee(match_id, match, form)
    if form.changes_view:
        shown = board_with_piles if form.step.data == "show" else board
        return shown(match_id, match, typed)
    events, problems = events_of(typed, match)
    if problems:
        return board(match_id, match, typed, problems)
    if form.saves and not form.away.data and loses_cards(match_id, match, typed):
        return board(match_id, match, typed, {"away": say("Throw the tapped cards away?")})
    sent = as_entry(events)
    judgement = judged(sent, match)
    if judgement.problems:
        return board(match_id, match, typed, judgement.problems)
    after = judgement.after
    if len(after.rounds) > len(match.rounds):
        left_open = unanswered(typed, after.rounds[-1], match)
        if left_open or judgement.warnings or not form.saves:
            return preview(match_id, after, len(after.rounds), left_open, warnings=judgement.warnings)
    if form.away.data:
        keep_thrown(match_id, match, entry_id(), typed)
    return _save(match_id, typed, sent, match, after)


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
    if request.accept_mimetypes.best == "application/json":
        entry = find_entry(match, entry_id())
        return {"location": address, "seq": entry.events[-1].seq if entry else match.seq}
    return redirect(address, 303)


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


def _meanwhile(match: Match, form: BoardForm, typed: TypedRound) -> list[Sentence]:
    """What came in since the form was drawn; empty where the form still fits the match."""
    if known_seq() != match.seq:
        return came_in(match, known_seq(), typed)
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
    if made == [as_entered(event) for event in earlier.events]:
        return _to_notepad(match_id, match, before.number)
    meanwhile = [say("Round %(number)d is already saved with other cards.", number=before.number)]
    if before.number <= len(match.rounds):
        return board(match_id, before, typed, meanwhile=meanwhile, correcting=match)
    return board(match_id, match, typed, meanwhile=meanwhile)


def referee(match_id: str, match: Match, form: BoardForm) -> ResponseReturnValue:
    """What each player whose cards are tapped may call; or the board with one more koi-koi noted."""
    typed = form.typed
    problems: Problems = {}
    # whoever is chosen asks; while nobody is, the cards tapped may be those of any player
    asking = [seat for seat in match.seats if typed.winner in (seat, None)]
    piles = {seat: pile_of(typed, _tapped(typed, seat), problems) for seat in asking}
    if problems:
        return board(match_id, match, typed, problems)
    if form.noted.data in match.seats:
        return board(match_id, match, _with_call(typed, form.noted.data, piles.get(form.noted.data)))
    called = calls_noted(typed, match)
    answers = [advice(called, seat, pile(held), typed.months) for seat, held in piles.items() if held]
    return render_template(
        "rounds/referee.html",
        match=match,
        match_id=match_id,
        answers=answers,
        piles=piles,
        sent=sent_again(),
    )


def _tapped(typed: TypedRound, seat: int) -> int:
    """The seat under which the cards of a player are tapped: before anybody is chosen, the first."""
    return seat if typed.result or typed.cards[seat] or typed.chaff[seat] else 0


def _with_call(typed: TypedRound, seat: int, held: str | None) -> TypedRound:
    """The round with one more koi-koi of a player, and the cards that it was called with."""
    calls = tuple(number + (place == seat) for place, number in enumerate(typed.calls))
    called = tuple(
        (*piles, held) if place == seat and held else piles for place, piles in enumerate(typed.called)
    )
    return msgspec.structs.replace(typed, calls=calls, called=called)
