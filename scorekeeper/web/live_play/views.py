"""Live play: whose turn it is, what it captured, what may be called then. Every turn is stored at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask import Blueprint, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from ...koikoi.cards import each
from ...koikoi.errors import KoikoiError
from ...koikoi.match import explain
from ...koikoi.match.events import AnyEvent, KoikoiCalled, TakenBack, TurnTaken
from ...koikoi.match.follow import follow_all
from ...koikoi.match.match import Due, Match
from ...koikoi.match.turns import left_over
from ...koikoi.match.undo import find_entry, last_step
from ...koikoi.pile import Pile, pile
from ...koikoi.rules import phrases
from ...koikoi.rules.deal import hand_size, left_out, turns
from ...koikoi.rules.ruleset import stop_counts_all
from ...koikoi.scoring.score import Score
from ...sentences import Sentence, say
from ...store import Conflict
from ..forms.request import form_texts, from_address, from_body, new_id, sent_way
from ..language import filled, translate
from ..match_repository import append, entry_id, is_stored, known_seq, load
from ..rounds import live_line, rule_questions
from ..rounds.news import came_in
from ..rounds.round_events import Problems, events_of, odd_captures
from ..rounds.round_form import BoardForm, TypedRound, questions
from .forms import CallForm, EndForm, TurnAddress, TurnForm, asks_brights, next_turn, turn_id, whose_turn

pages = Blueprint("live_play", __name__, url_prefix="/matches/<match_id>/turns")


@pages.get("")
def show(match_id: str) -> ResponseReturnValue:
    """The decision that is due, or the next turn, or the end of the round."""
    match = load(match_id)
    if match.finished:
        return redirect(url_for("matches.notepad", match_id=match_id), 303)
    address = from_address(TurnAddress)
    if "id" in form_texts() and address.turn.data == turn_id(match):
        return _asked(match_id, match, from_address(TurnForm))
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
            way = sent_way("live_play.show", match_id=match_id)
            return way or turn_page(match_id, match, form, asked=asked)
        return _stored(match_id, match, made)
    except KoikoiError as error:
        return turn_page(match_id, match, form, error.sentence)


def _asked(match_id: str, match: Match, form: TurnForm) -> ResponseReturnValue:
    """The turn that an address carries, with what must be said about the field before it is saved."""
    try:
        after = follow_all(match, form.events(match))
    except KoikoiError as error:
        return turn_page(match_id, match, form, error.sentence)
    return turn_page(match_id, match, form, asked=form.months_to_ask(match, after))


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


Last = tuple[TurnTaken, Pile, bool]
Ruined = tuple[tuple[str, Sentence], ...]


def page(
    match_id: str,
    match: Match,
    form: TurnForm,
    problem: Sentence | None = None,
    meanwhile: Sequence[Sentence] = (),
    is_kept: bool = False,
) -> ResponseReturnValue:
    """What is next. ``problem``: why what was sent is refused.

    ``meanwhile``: what other phones entered; ``is_kept``: what was sent is still in the form.
    """
    due = _due(match)
    is_kept = is_kept and due is None  # a decision has no cards
    drawn = _page(match_id, match, form, due, problem=problem, meanwhile=meanwhile, is_kept=is_kept)
    return drawn, 422 if problem else 409 if meanwhile else 200


def turn_page(
    match_id: str,
    match: Match,
    form: TurnForm,
    problem: Sentence | None = None,
    asked: Sequence[int] = (),
) -> ResponseReturnValue:
    """The next turn, although nobody noticed the yaku of the last one.

    ``asked``: the months of which it must be said whether they are on the field after the turn in the form.
    """
    ask = _on_the_field(asked[0]) if asked else None
    return _page(match_id, match, form, None, problem=problem, ask=ask), 422 if problem or asked else 200


def deal_page(
    match_id: str,
    match: Match,
    typed: TypedRound,
    problem: Sentence | None = None,
    problems: Problems | None = None,
) -> ResponseReturnValue:
    """What was said of the deal and is refused: for one reason, or for one of each field."""
    form, due = next_turn(match), _due(match)
    return _page(match_id, match, form, due, problem=problem, entry=typed, problems=problems or {}), 422


def _due(match: Match) -> Due | None:
    """The yaku about which a decision is due."""
    due = match.play.due
    return due if due is not None and due.decision.due else None


def _page(match_id: str, match: Match, form: TurnForm, due: Due | None, **said: object) -> str:
    """The decision that is ``due``, else the next turn or the end of the round; ``said`` of what was sent."""
    play, seats = match.play, len(match.players)
    in_round = turns(match.rules, seats)
    taken, last = len(play.turns), _last(match)
    return render_template(
        "live_play/turn.html",
        match=match,
        match_id=match_id,
        form=form,
        due=due,
        pays=_pays(match),
        player=due.player if due else whose_turn(match),
        next_player=None if taken + 1 >= in_round else (whose_turn(match) + 1) % seats,
        is_over=taken >= in_round,
        left_over=rest.cards if (rest := left_over(match)) else 0,
        turn=min(taken - (due is not None), in_round - 1) // seats + 1,
        turns=-(-in_round // seats),
        turn_id=turn_id(match),
        from_stock=taken >= seats * hand_size(match.rules, seats),
        last=last,
        held=_held(match),
        lost=_lost(match, last),
        odd=odd_captures(match, last[0].player, last[1]) if last else (),
        undoes=last_step(match),
        holders=_holders(match),
        questions=questions(match),
        asks_brights=asks_brights(match),
        live=live_line,
        id=new_id(),
        **{"entry": TypedRound(), "problems": {}, "ask": None, **said},
    )


def _on_the_field(month: int) -> rule_questions.Ask:
    """The question of the board whether a card of a month is on the field, with answers for this form."""
    ask = rule_questions.of_field(month)
    yes, no = (answer._replace(value=str(month)) for answer in ask.answers)
    return ask._replace(answers=(yes._replace(name="yes"), no._replace(name="no")))


def _pays(match: Match) -> str:
    """What stopping now makes the players pay; empty where all piles decide."""
    due = match.play.due
    if due is None or stop_counts_all(match.rules):
        return ""
    return live_line.paid(match, [due.points if seat == due.player else 0 for seat in match.seats])


def _held(match: Match) -> tuple[Score, Ruined] | None:
    """What the cards of the player who took the last turn are worth, and the yaku that the weather took."""
    if not match.play.turns:
        return None
    seat = match.play.turns[-1]
    held, at = match.play.piles[seat], match.circumstances(seat, match.play.field)
    return match.scorer.score(held, at), explain.ruined(match.rules, held, at)


def _lost(match: Match, last: Last | None) -> list[str]:
    """The yaku that the last turn lost to the weather, in words; it says so once, not in every turn."""
    held = _held(match)
    if last is None or held is None:
        return []
    turn, captured, _called = last
    before = Pile(match.play.piles[turn.player].cards & ~captured.cards)
    earlier = {name for name, _ in explain.ruined(match.rules, before, match.circumstances(turn.player))}
    return [
        filled(live_line.ruined_words(), yaku=translate(phrases.yaku(name, match.rules)), why=translate(why))
        for name, why in held[1]
        if name not in earlier
    ]


def _last(match: Match) -> Last | None:
    """The last turn, what it captured, and whether koi-koi was called after it; None before the first."""
    called = False
    for event in reversed(match.log.deal):
        if isinstance(event, TurnTaken):
            return event, pile(event.captured), called
        called = called or isinstance(event, KoikoiCalled)
    return None


def _holders(match: Match) -> dict[str, str]:
    """Who captured each card that is no longer to be had, by the ids of the cards."""
    gone = {card.id: "" for card in each(left_out(match.rules))}
    for name, held in zip(match.players, match.play.piles, strict=True):
        gone.update({card.id: name for card in each(held.cards)})
    return gone
