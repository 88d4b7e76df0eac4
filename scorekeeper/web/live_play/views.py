"""Live play: whose turn it is, what it captured, what may be called then. Every turn is stored at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, NamedTuple

from flask import Blueprint, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from werkzeug import Response

from ...koikoi.cards import BY_ID, each, of_month
from ...koikoi.errors import KoikoiError, NotAllowed
from ...koikoi.match import explain
from ...koikoi.match.events import (
    AnyEvent,
    FieldDealt,
    KoikoiCalled,
    RoundExhausted,
    RoundWon,
    TakenBack,
    TurnTaken,
)
from ...koikoi.match.follow import follow_all
from ...koikoi.match.match import Due, Match
from ...koikoi.match.turns import left_over
from ...koikoi.match.undo import entry_id_of, last_step
from ...koikoi.pile import Pile, pile
from ...koikoi.rules import phrases
from ...koikoi.rules.deal import hand_size, left_out, turns
from ...koikoi.rules.ruleset import stop_counts_all
from ...koikoi.scoring.questions import open_questions
from ...koikoi.scoring.score import Score
from ...sentences import Sentence, say
from ..context import store
from ..forms.fields import ExactText, ExactTexts, OneOf, Reason, TypedForm
from ..forms.request import form_texts, from_address, from_body, new_id, sent_way
from ..games import refuse_page
from ..language import filled, translate
from ..match_repository import append, entry_id, is_stored, load, taken_back_by
from ..rounds import live_line, rule_questions
from ..rounds.round_events import events_of, odd_captures
from ..rounds.round_form import BoardForm, Months, NumberOrDefault, TypedRound, named_cards, questions
from ..rounds.save import Save

pages = Blueprint("live_play", __name__, url_prefix="/matches/<match_id>/turns")


class TurnForm(TypedForm):
    """What one turn captured, and the months on the field after it; before the first, the brights dealt.

    ``ruling``: why the table decides against the referee. ``on``: play goes on, though the last turn was
    worth a call. ``turn``: which turn the page was drawn for, or was undone. ``yes`` and ``no``: the months
    about which a question was answered.
    """

    ruling = Reason()
    on = OneOf(("1",))
    turn = ExactText()
    captured = ExactTexts()
    months = Months(first=11, default=())
    yes = Months(first=11, default=())
    no = Months(first=11, default=())
    brights = NumberOrDefault()

    def events(self, match: Match) -> list[AnyEvent]:
        """The turn of the player whose turn it is. Raises BadCards, NotAllowed."""
        named_cards(self.captured.data)
        captured = " ".join(sorted(self.captured.data))
        turn = TurnTaken(
            player=_whose_turn(match),
            captured=captured,
            field=self._on_the_field(_all_captured(match) | pile(captured).cards),
            ruling=self.ruling.data,
        )
        if not _asks_brights(match):
            return [turn]
        if self.brights.data is None:
            raise NotAllowed(say("Say how many brights were dealt to the field."))
        return [FieldDealt(brights=min(self.brights.data, 5)), turn]

    def _on_the_field(self, captured: int) -> tuple[int, ...]:
        """The months on the field after the turn; none of which all cards are ``captured``."""
        said = {*self.months.data, *self.yes.data} - {*self.no.data}
        return tuple(month for month in sorted(said) if of_month(month) & ~captured)

    def months_to_ask(self, match: Match, after: Match) -> list[int]:
        """The months of which it must be said whether a card of them is on the field ``after`` the turn."""
        captured = {BY_ID[card].month for card in self.captured.data}
        return [
            month
            for month in questions(match).field_months
            if month not in (*self.yes.data, *self.no.data) and of_month(month) & ~_all_captured(after)
            # what was said before may no longer hold, or what was not said would change points
            if (month in after.play.field and month in captured) or _changes_points(month, after)
        ]


class CallForm(TypedForm):
    """What was said at the end of a turn."""

    ruling = Reason()
    call = OneOf(("koikoi", "stop"))

    def events(self, match: Match) -> list[AnyEvent]:
        """The call of the player whose turn was the last. Raises NotAllowed."""
        if not match.play.turns or not self.call.data:
            raise NotAllowed(say("First take a turn; then say koi-koi or stop."))
        kind = KoikoiCalled if self.call.data == "koikoi" else RoundWon
        return [kind(player=match.play.turns[-1], ruling=self.ruling.data)]


class EndForm(TypedForm):
    """The hands are empty and nobody stopped."""

    ruling = Reason()

    def events(self, _match: Match) -> list[AnyEvent]:
        return [RoundExhausted(ruling=self.ruling.data)]


@pages.get("")
def show(match_id: str) -> ResponseReturnValue:
    """The decision that is due, or the next turn, or the end of the round."""
    match = load(match_id)
    refuse_page(match.rules)
    if match.finished:
        return redirect(url_for("matches.notepad", match_id=match_id), 303)
    address, form = from_address(TurnForm), _next_turn(match)
    form.ruling.data = address.ruling.data
    if address.turn.data == _turn_id(match):
        if "id" in form_texts():
            return _turn(match_id, match, address)
        form.captured.data, form.months.data = address.captured.data, address.months.data
    return page(match_id, match, form, decides=not address.on.data)


@pages.post("")
def create(match_id: str) -> ResponseReturnValue:
    form = from_body(TurnForm)
    return StepSave(match_id, form).answer(lambda step: _turn(match_id, step.match, form, step.stored))


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
    return StepSave(match_id).answer(partial(_dealt, typed=from_body(BoardForm).typed))


@pages.post("/takebacks")
def take_back(match_id: str) -> ResponseReturnValue:
    """Undo the last step of this round; the cards of an undone turn are offered again."""
    return StepSave(match_id).answer(_taken_back)


class StepSave(Save):
    """A turn, with its ``form``; or a call, the end of the round, a deal, or taking back the last of them."""

    def __init__(self, match_id: str, form: TurnForm | None = None) -> None:
        super().__init__(match_id)
        self.form = form

    def stored(self, events: Sequence[AnyEvent]) -> ResponseReturnValue:
        """Store it and go on to what comes next. Raises KoikoiError, Conflict."""
        after = append(self.match_id, events)
        return _onward(self.match_id, after, len(after.rounds) > len(self.match.rounds))

    def led(self) -> ResponseReturnValue | None:
        if self.form and self.earlier and _captured(self.earlier.events) != sorted(self.form.captured.data):
            return None
        if not is_stored(self.match_id):
            return None
        trees = store().events(self.match_id)
        if entry_id_of(trees[-1]["id"]) == entry_id() and (undone := taken_back_by(trees, entry_id())):
            return _back(self.match_id, self.match, undone)
        return _onward(self.match_id, self.match, len(self.match.rounds) > len(self.then.rounds))

    def late(self, meanwhile: Sequence[Sentence]) -> ResponseReturnValue:
        """What is next. The cards stay tapped as long as the turn is the same; a decision has none."""
        kept = self.form if self.form and self.form.turn.data == _turn_id(self.match) else None
        is_kept = kept is not None and _due(self.match) is None
        form = kept or _next_turn(self.match)
        return page(self.match_id, self.match, form, meanwhile=meanwhile, is_kept=is_kept)


def _onward(match_id: str, match: Match, is_over: bool) -> ResponseReturnValue:
    if is_over:
        return redirect(url_for("matches.notepad", match_id=match_id, saved=len(match.rounds)), 303)
    return redirect(url_for("live_play.show", match_id=match_id), 303)


def _turn(
    match_id: str,
    match: Match,
    form: TurnForm,
    store: Callable[[Sequence[AnyEvent]], ResponseReturnValue] | None = None,
) -> ResponseReturnValue:
    """Store a turn, or show it with what must be said about the field before that."""
    try:
        made = form.events(match)
        asked = form.months_to_ask(match, follow_all(match, made))
        if store and not asked:
            return store(made)
    except KoikoiError as error:
        return page(match_id, match, form, decides=False, problem=error.sentence)
    ask = _on_the_field(asked[0]) if asked else None
    way = sent_way("live_play.show", match_id=match_id)
    return way or page(match_id, match, form, decides=False, ask=ask)


def _said(match_id: str, form: CallForm | EndForm) -> ResponseReturnValue:
    def said(step: StepSave) -> ResponseReturnValue:
        try:
            return step.stored(form.events(step.match))
        except KoikoiError as error:
            return page(match_id, step.match, _next_turn(step.match), problem=error.sentence)

    return StepSave(match_id).answer(said)


def _dealt(step: StepSave, typed: TypedRound) -> ResponseReturnValue:
    match, refused = step.match, partial(page, step.match_id, step.match, _next_turn(step.match), entry=typed)
    made, problems = events_of(typed, match)
    asks = _asks_brights(match) and questions(match).brights_of_hands
    if typed.result == "hand" and typed.brights is None and asks:
        problems["brights"] = say("Say how many brights were dealt to the field.")
    try:
        return refused(problems=problems) if problems else step.stored(made)
    except KoikoiError as error:
        return refused(problem=error.sentence)


def _taken_back(step: StepSave) -> ResponseReturnValue:
    undone = last_step(step.match)
    after = append(step.match_id, [TakenBack() for _event in undone]) if undone else step.match
    return _back(step.match_id, after, undone)


def _back(match_id: str, match: Match, undone: Iterable[AnyEvent]) -> Response:
    """The way back to a step that was undone, with the cards of a turn."""
    again: dict[str, Any] = {}
    if turn := next((event for event in undone if isinstance(event, TurnTaken)), None):
        again = {"turn": _turn_id(match), "captured": turn.captured.split(), "months": turn.field}
    return redirect(url_for("live_play.show", match_id=match_id, **again), 303)


def _captured(events: Sequence[AnyEvent]) -> list[str]:
    return [card for event in events if isinstance(event, TurnTaken) for card in event.captured.split()]


class LastTurn(NamedTuple):
    """The last turn of a deal: whose it was, what it captured, and whether koi-koi was called after it."""

    player: int
    captured: Pile
    called: bool


Ruined = tuple[tuple[str, Sentence], ...]


def page(
    match_id: str, match: Match, form: TurnForm, *, decides: bool = True, **said: Any
) -> ResponseReturnValue:
    """What is next: a decision that is due, a turn, or the end of the round; without ``decides`` a turn,
    although nobody noticed the yaku of the last one.

    ``said`` of what was sent: the ``problem`` for which it is refused, or the ``problems`` of each field;
    the question to ``ask`` first; what other phones entered ``meanwhile``, and whether it ``is_kept``.
    """
    play, seats = match.play, len(match.players)
    due, in_round = _due(match) if decides else None, turns(match.rules, seats)
    taken, last = len(play.turns), _last(match)
    is_over, ask = taken >= in_round, said.get("ask")
    drawn = render_template(
        "live_play/turn.html" if due or (is_over and not ask) else "live_play/next_turn.html",
        match=match,
        match_id=match_id,
        form=form,
        due=due,
        pays=_pays(match),
        player=due.player if due else _whose_turn(match),
        next_player=None if taken + 1 >= in_round else (_whose_turn(match) + 1) % seats,
        is_over=is_over,
        left_over=rest.cards if (rest := left_over(match)) else 0,
        turn=min(taken - (due is not None), in_round - 1) // seats + 1,
        turns=-(-in_round // seats),
        turn_id=_turn_id(match),
        from_stock=taken >= seats * hand_size(match.rules, seats),
        last=last,
        held=_held(match),
        lost=_lost(match, last),
        odd=odd_captures(match, last.player, last.captured) if last else (),
        undoes=last_step(match),
        holders=_holders(match),
        questions=questions(match),
        asks_brights=_asks_brights(match),
        live=live_line,
        id=new_id(),
        **{"entry": TypedRound(), "problems": {}, **said},
    )
    is_refused = said.get("problem") or said.get("problems") or ask
    return drawn, 422 if is_refused else 409 if said.get("meanwhile") else 200


def _due(match: Match) -> Due | None:
    """The yaku about which a decision is due."""
    due = match.play.due
    return due if due is not None and due.decision.due else None


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


def _lost(match: Match, last: LastTurn | None) -> list[str]:
    """The yaku that the last turn lost to the weather, in words; it says so once, not in every turn."""
    held = _held(match)
    if last is None or held is None:
        return []
    before = Pile(match.play.piles[last.player].cards & ~last.captured.cards)
    earlier = {name for name, _ in explain.ruined(match.rules, before, match.circumstances(last.player))}
    return [
        filled(live_line.ruined_words(), yaku=translate(phrases.yaku(name, match.rules)), why=translate(why))
        for name, why in held[1]
        if name not in earlier
    ]


def _last(match: Match) -> LastTurn | None:
    """The last turn; None before the first."""
    called = False
    for event in reversed(match.log.deal):
        if isinstance(event, TurnTaken):
            return LastTurn(event.player, pile(event.captured), called)
        called = called or isinstance(event, KoikoiCalled)
    return None


def _holders(match: Match) -> dict[str, str]:
    """Who captured each card that is no longer to be had, by the ids of the cards."""
    gone = {card.id: "" for card in each(left_out(match.rules))}
    for name, held in zip(match.players, match.play.piles, strict=True):
        gone.update({card.id: name for card in each(held.cards)})
    return gone


def _changes_points(month: int, after: Match) -> bool:
    """Whether a card of a month on the field would change what a pile is worth that may be paid now."""
    play, asked = after.play, questions(after)
    seats = after.seats if asked.everyone or asked.last_caller else play.turns[-1:]
    return any(
        f"field.{month}"
        in open_questions(after.scorer, play.piles[seat], after.circumstances(seat, play.field))
        for seat in seats
    )


def _next_turn(match: Match) -> TurnForm:
    """The empty form of the next turn: what lay on the field lies there still."""
    return TurnForm(data={"months": match.play.field})


def _all_captured(match: Match) -> int:
    """All cards that the players have captured in this deal."""
    return sum(held.cards for held in match.play.piles)


def _whose_turn(match: Match) -> int:
    """The seat of the player who takes the next turn; after the last one, a card that is left over."""
    if rest := left_over(match):
        return rest.player
    return (match.dealer + len(match.play.turns)) % len(match.players)


def _turn_id(match: Match) -> str:
    """Which turn is the next, as forms say it: round, deal of the round, and turn of the deal."""
    return f"{match.number}.{len(match.play.voids) + 1}.{len(match.play.turns) + 1}"


def _asks_brights(match: Match) -> bool:
    """Whether the brights on the dealt field must be said before the first turn."""
    play = match.play
    is_known = play.dealt_brights is not None or bool(play.dealt)
    return bool(questions(match).dealt_brights) and not play.turns and not is_known
