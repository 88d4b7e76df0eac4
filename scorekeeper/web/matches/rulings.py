"""What the table decides besides the rounds: points, an end, other rules, the dealer, the length, names."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from flask import Blueprint, abort, flash, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from msgspec import to_builtins

from ...koikoi.errors import KoikoiError, NotAllowed
from ...koikoi.match.corrections import Consequences, consequences
from ...koikoi.match.events import (
    Amendment,
    DealerCorrected,
    MatchEnded,
    MatchExtended,
    NamesCorrected,
    PointsAdjusted,
    RulesChanged,
)
from ...koikoi.match.follow import follow
from ...koikoi.match.match import Match
from ...koikoi.match.settlement import minted, pays
from ...koikoi.match.start import trimmed
from ...koikoi.rules.ruleset import RuleSet
from ...sentences import Refusal, Sentence, say
from ...store import Conflict
from ..forms.fields import ExactText, FieldError, Reason, TextLine, TypedField, TypedForm, WholeNumber
from ..forms.request import form_texts, from_address, from_body, new_id, sent_way
from ..forms.values import whole_number
from ..match_repository import append, entered, entry_id, known_seq, load
from ..players.forms import NamesForm
from ..rounds.news import came_in
from ..rounds.round_form import SEATS
from ..rules.descriptions import RuleSetChoice
from ..rules.rule_sets import all_choices

_MOST: Final = 99999  # points at once
_LONGEST: Final = 99  # rounds


class PointsField(TypedField):
    """Points that a player gets, or pays where they are below zero; 0 where the field is empty."""

    def read(self, texts: Sequence[str]) -> int:
        number = whole_number(texts[-1] or "0", -_MOST, _MOST)
        if number is None:
            raise FieldError(say("Points must be whole numbers, such as 3 or -3."))
        return number


class EndingForm(TypedForm):
    """The match is ended early."""

    reason = Reason(default="")


class OtherRulesForm(TypedForm):
    """The rules that the table plays on by, and from which round; without one, from the one being played."""

    ruleset = ExactText(default="")
    from_round = WholeNumber(1, 99999, name="from")
    reason = Reason(default="")


class DealerForm(TypedForm):
    """Who really dealt; None while that is to be chosen."""

    player = WholeNumber(0, SEATS[-1])
    reason = Reason(default="")


class LengthForm(TypedForm):
    """So many rounds in all; None while that is to be said."""

    rounds = WholeNumber(1, _LONGEST)


class AdjustmentForm(TypedForm):
    """Points given or taken. ``minted``: the coins that this creates, as the players confirmed them."""

    points_0 = PointsField(name="points-0", default=0)
    points_1 = PointsField(name="points-1", default=0)
    points_2 = PointsField(name="points-2", default=0)
    reason = Reason(default="")
    minted = TextLine()

    def fields(self, players: int) -> list[PointsField]:
        return [self.points_0, self.points_1, self.points_2][:players]

    def points(self, players: int) -> tuple[int, ...]:
        return tuple(field.data for field in self.fields(players))


pages = Blueprint("rulings", __name__, url_prefix="/matches/<match_id>")


@pages.get("/set-right")
def index(match_id: str) -> ResponseReturnValue:
    """Everything that can be put right in a match, and its end."""
    return _index(match_id)


def _index(
    match_id: str,
    names: Sequence[str] = (),
    problem: KoikoiError | None = None,
    meanwhile: Sequence[Sentence] = (),
) -> str:
    """The page, with ``names`` that were typed and not saved."""
    match = load(match_id)
    return render_template(
        "matches/set_right.html",
        match=match,
        match_id=match_id,
        has_length=not match.finished or bool(extra_rounds(match)),
        names=names,
        problem=problem,
        meanwhile=meanwhile,
        id=new_id(),
    )


@pages.post("/names")
def correct_names(match_id: str) -> ResponseReturnValue:
    """Put right what the players are called; the same names change nothing."""
    form, match = from_body(NamesForm), load(match_id)
    event = NamesCorrected(players=tuple(form.names(len(match.players))))
    if trimmed(event.players) == match.players:
        return redirect(url_for("matches.notepad", match_id=match_id), 303)
    return _amended(match_id, event, partial(_index, match_id, event.players), _("The names were corrected."))


@pages.get("/adjustments/new")
def adjustment(match_id: str) -> ResponseReturnValue:
    """The form; with what is wrong in what the address carries, or to be confirmed, until that is saved."""
    if "id" not in form_texts():
        return _page(match_id, AdjustmentForm(data={f"points_{seat}": None for seat in SEATS}))
    match = load(match_id)
    if entered(match):
        return redirect(url_for("matches.notepad", match_id=match_id), 303)
    form = from_address(AdjustmentForm)
    problem, made = _left_open(match, form)
    return _page(match_id, form, problem, made=made), 422 if problem or made else 200


@pages.post("/adjustments")
def adjust(match_id: str) -> ResponseReturnValue:
    """Give or take points by a ruling of the table."""
    match, form = load(match_id), from_body(AdjustmentForm)
    problem, made = _left_open(match, form)
    if (problem or made) and not entered(match):
        way = sent_way("rulings.adjustment", match_id=match_id)
        return way or (_page(match_id, form, problem, made=made), 422)
    event = PointsAdjusted(points=form.points(len(match.players)), reason=form.reason.data)
    try:
        append(match_id, [event])
    except KoikoiError as error:
        return _page(match_id, form, error), 422
    except Conflict:  # what was typed stays, on a page that knows what came in
        return _page(match_id, form, entry=new_id(), meanwhile=_came_in(match_id)), 409
    flash(_("The points were adjusted."))
    return redirect(url_for("matches.notepad", match_id=match_id), 303)


def _left_open(match: Match, form: AdjustmentForm) -> tuple[Sentence | Refusal | None, int]:
    """What is wrong with an adjustment, and the coins that it would bring into the game unconfirmed."""
    for problem in form.problems.values():
        return problem, 0
    event = PointsAdjusted(points=form.points(len(match.players)), reason=form.reason.data)
    try:
        follow(match, event)
    except KoikoiError as error:
        return error, 0
    coins = minted(match.rules, event.points)
    return None, 0 if form.minted.text == str(coins) else coins


@pages.post("/ending")
def end(match_id: str) -> ResponseReturnValue:
    append(match_id, [MatchEnded(reason=from_body(EndingForm).reason.data)])
    return redirect(url_for("matches.notepad", match_id=match_id), 303)


@pages.get("/other-rules")
def other_rules(match_id: str) -> ResponseReturnValue:
    """What changes if the table plays on by other rules."""
    return _rules_page(match_id, from_address(OtherRulesForm))


@pages.post("/other-rules")
def change_rules(match_id: str) -> ResponseReturnValue:
    """Play on by other rules, from a round on."""
    form = from_body(OtherRulesForm)
    _refuse(form)
    event = _changed(load(match_id), form)
    return _amended(
        match_id, event, partial(_rules_page, match_id, form), _("The match goes on by these rules.")
    )


@pages.get("/length")
def length(match_id: str) -> ResponseReturnValue:
    """How many rounds a match has, and what changes if it has more or fewer."""
    return _length_page(match_id, from_address(LengthForm))


@pages.post("/length")
def change_length(match_id: str) -> ResponseReturnValue:
    """Agree on another number of rounds."""
    form, match = from_body(LengthForm), load(match_id)
    if entered(match):  # sent again: of the length that it has now there is nothing to change
        return redirect(url_for("matches.notepad", match_id=match_id), 303)
    page = partial(_length_page, match_id, form)
    if form.problems or form.rounds.data is None:
        return page(), 422
    return _amended(match_id, _with_length(match, form.rounds.data), page, _("The length was changed."))


@pages.get("/rounds/<int:number>/dealer")
def dealer(match_id: str, number: int) -> ResponseReturnValue:
    """Who dealt a round, and what changes if it was somebody else."""
    return _dealer_page(match_id, number, from_address(DealerForm))


@pages.post("/rounds/<int:number>/dealer")
def correct_dealer(match_id: str, number: int) -> ResponseReturnValue:
    """Put right who dealt a round."""
    form = from_body(DealerForm)
    _refuse(form)
    _with_round(match_id, number)
    if form.player.data is None:  # of three, one is chosen first
        return redirect(url_for("rulings.dealer", match_id=match_id, number=number), 303)
    event = DealerCorrected(round=number, player=form.player.data, reason=form.reason.data)
    page = partial(_dealer_page, match_id, number, form)
    return _amended(match_id, event, page, _("The dealer was corrected."))


def _amended(match_id: str, event: Amendment, page: Callable[..., str], done: str) -> ResponseReturnValue:
    """Store an amendment and say what was ``done``; where it is refused or comes too late, the ``page``."""
    try:
        append(match_id, [event])
    except KoikoiError as error:
        return page(error), 422
    except Conflict:  # what changes may be something else by now
        return page(meanwhile=_came_in(match_id)), 409
    flash(done)
    return redirect(url_for("matches.notepad", match_id=match_id), 303)


def extra_rounds(match: Match) -> list[int]:
    """How many rounds more would let a match go on that is over; none where nothing would."""
    offered = [rounds for rounds in (1, 2, 3, 4, 6, 12) if match.least_length + rounds <= _LONGEST]
    changes, _refused = _changes(match, MatchExtended(rounds=1))
    return offered if match.finished and changes else []


def _refuse(form: TypedForm) -> None:
    """Refuse what no button of these forms sends. Raises NotAllowed."""
    for problem in form.problems.values():
        raise NotAllowed(problem)


def _came_in(match_id: str) -> list[Sentence]:
    """What was saved since the form was drawn."""
    return came_in(load(match_id), known_seq())


def _changed(match: Match, form: OtherRulesForm) -> RulesChanged:
    """The change of rules that a form stands for; 404 for rules that are not here."""
    first = form.from_round.data or match.number
    rules = to_builtins(_chosen(form).rules)
    return RulesChanged(ruleset=rules, from_round=first, reason=form.reason.data)


def _chosen(form: OtherRulesForm) -> RuleSetChoice:
    return next((choice for choice in all_choices() if choice.id == form.ruleset.data), None) or abort(404)


def _rules_page(
    match_id: str,
    form: OtherRulesForm,
    problem: KoikoiError | None = None,
    meanwhile: Sequence[Sentence] = (),
) -> str:
    match, chosen = load(match_id), _chosen(form)
    event = _changed(match, form)
    changes, refused = _changes(match, event)
    firsts = [1] if match.finished or match.number == 1 else [match.number, 1]
    return render_template(
        "matches/other_rules.html",
        match=match,
        match_id=match_id,
        chosen=chosen,
        firsts=firsts,
        first=event.from_round,
        reason=form.reason.text,
        changes=changes,
        counted=_counted(match.rules, chosen.rules) if event.from_round > 1 else None,
        problem=problem or refused,
        meanwhile=meanwhile,
        id=new_id(),
    )


def _counted(before: RuleSet, now: RuleSet) -> Sentence | None:
    """What becomes of the numbers so far where other rules count something else."""
    if pays(before) == pays(now):
        return None
    if pays(now):
        return say("So far points were counted. What everybody has goes on as coins.")
    return say("So far coins were paid. What everybody has goes on as points.")


def _with_length(match: Match, rounds: int) -> MatchExtended:
    """The event after which a match has so many rounds in all."""
    return MatchExtended(rounds=rounds - match.least_length)


def _length_page(
    match_id: str,
    form: LengthForm,
    problem: Sentence | Refusal | None = None,
    meanwhile: Sequence[Sentence] = (),
) -> str:
    match, rounds = load(match_id), form.rounds.data
    problem = problem or next(iter(form.problems.values()), None)
    changes = None
    if rounds is not None and problem is None:
        changes, problem = _changes(match, _with_length(match, rounds))
    return render_template(
        "matches/other_length.html",
        match=match,
        match_id=match_id,
        rounds=form.rounds.text or match.length or "",
        changes=changes,
        problem=problem,
        meanwhile=meanwhile,
        id=new_id(),
    )


def _with_round(match_id: str, number: int) -> Match:
    """A match in which a round was played, or is being played; 404 where there is none with this number."""
    match = load(match_id)
    if not 1 <= number <= match.number - match.finished:
        abort(404)
    return match


def _dealer_page(
    match_id: str,
    number: int,
    form: DealerForm,
    problem: KoikoiError | None = None,
    meanwhile: Sequence[Sentence] = (),
) -> str:
    """Where two play, it is the other one who may have dealt; of three, one is chosen first."""
    match = _with_round(match_id, number)
    others = [seat for seat in match.seats if seat != match.dealer_of(number)]
    chosen = form.player.data if form.player.data in match.seats else others[0] if len(others) == 1 else None
    event = DealerCorrected(round=number, player=chosen or 0, reason=form.reason.data)
    changes, refused = _changes(match, event) if chosen is not None else (None, None)
    return render_template(
        "matches/dealer.html",
        match=match,
        match_id=match_id,
        number=number,
        others=others,
        chosen=chosen,
        reason=form.reason.text,
        changes=changes,
        problem=problem or refused,
        meanwhile=meanwhile,
        id=new_id(),
    )


def _changes(match: Match, event: Amendment) -> tuple[Consequences | None, KoikoiError | None]:
    """What an amendment changes, or why it is refused."""
    try:
        return consequences(match, event), None
    except KoikoiError as error:
        return None, error


def _page(
    match_id: str,
    form: AdjustmentForm,
    problem: Sentence | Refusal | None = None,
    entry: str = "",
    made: int = 0,
    meanwhile: Sequence[Sentence] = (),
) -> str:
    """The form of an adjustment; ``made``: the coins that it would bring into the game, to be confirmed."""
    match = load(match_id)
    return render_template(
        "matches/adjustment.html",
        match=match,
        match_id=match_id,
        fields=list(zip(match.players, form.fields(len(match.players)), strict=True)),
        reason=form.reason.text,
        problem=problem,
        meanwhile=meanwhile,
        made=made,
        before=sum(match.balance),
        after=sum(match.balance) + made,
        id=entry or entry_id(),
    )
