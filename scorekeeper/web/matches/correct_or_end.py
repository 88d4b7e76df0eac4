"""Correct or end: what the players agree on besides the rounds, with what it changes before it is saved."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import lazy_gettext
from msgspec import json
from werkzeug.exceptions import NotFound

from ...koikoi.errors import KoikoiError
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
from ...koikoi.rules.options.match import MOST_SEATS
from ...koikoi.rules.ruleset import RuleSet
from ...sentences import Refusal, Sentence, say
from ...store import Conflict
from ..forms.fields import ExactText, Reason, TextLine, TypedForm, WholeNumber
from ..forms.request import form_texts, from_body, from_form, new_id, sent_way
from ..match_repository import append, entry_id, known_seq, load
from ..players.forms import NamesForm
from ..rounds.save import Save
from ..rules.rule_sets import all_choices

_MOST: Final = 99999  # points at once
_LONGEST: Final = 99  # rounds
_BOTH: Final = ("GET", "POST")  # a page that says what changes, and saving that


class EndingForm(TypedForm):
    """The match is ended early."""

    reason = Reason()


class OtherRulesForm(TypedForm):
    """The rules that the table plays on by, and from which round; without one, from the one being played."""

    ruleset = ExactText()
    from_round = WholeNumber(1, 99999, name="from")
    reason = Reason()


class DealerForm(TypedForm):
    """Who really dealt; None while that is to be chosen."""

    player = WholeNumber(0, MOST_SEATS - 1)
    reason = Reason()


class LengthForm(TypedForm):
    """So many rounds in all; None while that is to be said."""

    rounds = WholeNumber(1, _LONGEST)


class AdjustmentForm(TypedForm):
    """Points given, or taken where they are below zero; none where the field is empty.

    ``minted``: the coins that this creates, as the players confirmed them.
    """

    points_0 = WholeNumber(-_MOST, _MOST, name="points-0")
    points_1 = WholeNumber(-_MOST, _MOST, name="points-1")
    points_2 = WholeNumber(-_MOST, _MOST, name="points-2")
    points_3 = WholeNumber(-_MOST, _MOST, name="points-3")
    reason = Reason()
    minted = TextLine()

    def fields(self, players: int) -> list[WholeNumber]:
        return [self.points_0, self.points_1, self.points_2, self.points_3][:players]

    def points(self, players: int) -> tuple[int, ...]:
        return tuple(field.data or 0 for field in self.fields(players))


Made = tuple[Amendment | PointsAdjusted | None, dict[str, Any]]


class AmendmentKind(NamedTuple):
    """Something that is put right: ``made``, the event that its form stands for, None as long as something is
    left open, and what else its page shows; ``done``, what is said once it is saved.

    ``asks``: the page that shows what is left open, where its address carries the form.
    """

    form: type[TypedForm]
    made: Callable[..., Made]
    template: str
    done: str
    asks: str = ""


class AmendmentSave(Save):
    """An amendment, as its form says it, or the address of its page."""

    def __init__(self, match_id: str, kind: AmendmentKind, **place: int) -> None:
        super().__init__(match_id)
        self.kind, self.form = kind, from_form(kind.form)
        self.made = partial(kind.made, self.form, **place)

    def page(
        self, problem: Sentence | Refusal | None = None, meanwhile: Sequence[Sentence] = ()
    ) -> ResponseReturnValue:
        """What it changes, or why it cannot be."""
        event, shown = self.made(self.match)
        problem, changes = problem or next(iter(self.form.problems.values()), None), None
        if isinstance(event, Amendment) and not problem:
            changes, problem = _changes(self.match, event)
        page = render_template(
            self.kind.template,
            match=self.match,
            match_id=self.match_id,
            meanwhile=meanwhile,
            id=new_id() if meanwhile else entry_id(),
            **{"changes": changes, "problem": problem, **shown},
        )
        is_left_open = _is_sent() and (event is None or problem)
        return page, 409 if meanwhile else 422 if is_left_open else 200

    def saved(self) -> ResponseReturnValue:
        """Save it and say so; its page where it is refused, or something is left open."""
        event, _shown = self.made(self.match)
        if event is None or self.form.problems:
            way = sent_way(self.kind.asks, match_id=self.match_id) if self.kind.asks else None
            return way or self.page()
        try:
            append(self.match_id, [event])
        except KoikoiError as error:
            return self.page(error)
        flash(str(self.kind.done))
        return self.way_on()

    def led(self) -> ResponseReturnValue | None:
        if self.earlier is None:
            return None
        event, _shown = self.made(self.then)
        return self.way_on() if event and self.is_stored([event]) else None

    def late(self, meanwhile: Sequence[Sentence]) -> ResponseReturnValue:
        try:
            return self.page(meanwhile=meanwhile)
        except NotFound:  # it is about a round, or by rules, that went meanwhile
            raise Conflict(meanwhile[0], self.match_id, known_seq(), self.match.seq) from None

    def way_on(self) -> ResponseReturnValue:
        return redirect(url_for("matches.notepad", match_id=self.match_id), 303)


pages = Blueprint("correct_or_end", __name__, url_prefix="/matches/<match_id>")


@pages.get("/correct-or-end")
def index(match_id: str) -> ResponseReturnValue:
    """Everything that can be put right in a match, and its end."""
    return AmendmentSave(match_id, _NAMES).page()


@pages.post("/names")
def correct_names(match_id: str) -> ResponseReturnValue:
    """Put right what the players are called; the same names change nothing."""
    match = load(match_id)
    if trimmed(from_body(NamesForm).names(len(match.players))) == match.players:
        return redirect(url_for("matches.notepad", match_id=match_id), 303)
    return _answer(match_id, _NAMES)


@pages.route("/adjustments", methods=_BOTH)
def adjustment(match_id: str) -> ResponseReturnValue:
    """Give or take points by a decision of the players."""
    return _answer(match_id, _ADJUSTMENT)


@pages.post("/ending")
def end(match_id: str) -> ResponseReturnValue:
    append(match_id, [MatchEnded(reason=from_body(EndingForm).reason.data)])
    return redirect(url_for("matches.notepad", match_id=match_id), 303)


@pages.route("/other-rules", methods=_BOTH)
def other_rules(match_id: str) -> ResponseReturnValue:
    """Play on by other rules, from a round on."""
    return _answer(match_id, _RULES)


@pages.route("/length", methods=_BOTH)
def length(match_id: str) -> ResponseReturnValue:
    """How many rounds a match has."""
    return _answer(match_id, _LENGTH)


@pages.route("/rounds/<int:number>/dealer", methods=_BOTH)
def dealer(match_id: str, number: int) -> ResponseReturnValue:
    """Who dealt a round."""
    if (
        request.method == "POST" and from_body(DealerForm).player.data is None
    ):  # of three, one is chosen first
        return redirect(url_for("correct_or_end.dealer", match_id=match_id, number=number), 303)
    return _answer(match_id, _DEALER, number=number)


def _answer(match_id: str, kind: AmendmentKind, **place: int) -> ResponseReturnValue:
    """What an amendment changes; or it is saved. Once it is, its page leads to the notepad."""
    amendment = AmendmentSave(match_id, kind, **place)
    if request.method == "POST":
        return amendment.answer(AmendmentSave.saved)
    return amendment.way_on() if amendment.earlier else amendment.page()


def _is_sent() -> bool:
    """Whether a form was sent, or the address of its page carries it."""
    return request.method == "POST" or "id" in form_texts()


def _names(form: NamesForm, match: Match) -> Made:
    """The names that were typed."""
    typed = form.names(len(match.players)) if _is_sent() else []
    has_length = not match.finished or bool(extra_rounds(match))
    event = NamesCorrected(players=tuple(typed)) if typed else None
    return event, {"names": typed, "has_length": has_length}


def _adjusted(form: AdjustmentForm, match: Match) -> Made:
    """An adjustment that is not refused, and by which no coins come into the game unconfirmed."""
    event = PointsAdjusted(points=form.points(len(match.players)), reason=form.reason.data)
    shown: dict[str, Any] = {
        "fields": list(zip(match.players, form.fields(len(match.players)), strict=True)),
        "reason": form.reason.text,
        "minted": 0,
    }
    if not _is_sent() or form.problems:
        return None, shown
    try:
        follow(match, event)
    except KoikoiError as error:
        return None, {**shown, "problem": error}
    coins = minted(match.rules, event.points)
    if form.minted.text == str(coins) or not coins:
        return event, shown
    before = sum(match.balance)
    return None, {**shown, "minted": coins, "before": before, "after": before + coins}


def _other_rules(form: OtherRulesForm, match: Match) -> Made:
    """Rules to play on by; 404 for rules that are not here."""
    choices = all_choices(match.rules.game)
    chosen = next((choice for choice in choices if choice.id == form.ruleset.data), None) or abort(404)
    first = form.from_round.data or match.number
    ruleset = json.decode(json.encode(chosen.rules))  # as the stored event says it, where this is sent twice
    event = RulesChanged(ruleset=ruleset, from_round=first, reason=form.reason.data)
    return event, {
        "chosen": chosen,
        "firsts": [1] if match.finished or match.number == 1 else [match.number, 1],
        "first": first,
        "reason": form.reason.text,
        "counted": _counted(match.rules, chosen.rules) if first > 1 else None,
    }


def _counted(before: RuleSet, now: RuleSet) -> Sentence | None:
    """What becomes of the numbers so far where other rules count something else."""
    if pays(before) == pays(now):
        return None
    if pays(now):
        return say("So far points were counted. What everybody has goes on as coins.")
    return say("So far coins were paid. What everybody has goes on as points.")


def _length(form: LengthForm, match: Match) -> Made:
    """So many rounds more or fewer than now."""
    rounds = form.rounds.data
    event = None if rounds is None else MatchExtended(rounds=rounds - match.least_length)
    return event, {"rounds": form.rounds.text or match.length or ""}


def _dealer(form: DealerForm, match: Match, number: int) -> Made:
    """Who dealt a round that was or is being played: of two the other one; of three, one is chosen first."""
    if not 1 <= number <= match.number - match.finished:
        abort(404)
    others = [seat for seat in match.seats if seat != match.dealer_of(number)]
    chosen = others[0] if form.player.data is None and len(others) == 1 else form.player.data
    event = None if chosen is None else DealerCorrected(round=number, player=chosen, reason=form.reason.data)
    return event, {"number": number, "others": others, "chosen": chosen, "reason": form.reason.text}


_NAMES: Final = AmendmentKind(
    NamesForm, _names, "matches/correct_or_end.html", lazy_gettext("The names were corrected.")
)
_ADJUSTMENT: Final = AmendmentKind(
    AdjustmentForm,
    _adjusted,
    "matches/adjustment.html",
    lazy_gettext("The points were adjusted."),
    asks="correct_or_end.adjustment",
)
_RULES: Final = AmendmentKind(
    OtherRulesForm,
    _other_rules,
    "matches/other_rules.html",
    lazy_gettext("The match goes on by these rules."),
)
_LENGTH: Final = AmendmentKind(
    LengthForm, _length, "matches/other_length.html", lazy_gettext("The length was changed.")
)
_DEALER: Final = AmendmentKind(
    DealerForm, _dealer, "matches/dealer.html", lazy_gettext("The dealer was corrected.")
)


def extra_rounds(match: Match) -> list[int]:
    """How many rounds more would let a match go on that is over; none where nothing would."""
    offered = [rounds for rounds in (1, 2, 3, 4, 6, 12) if match.least_length + rounds <= _LONGEST]
    changes, _refused = _changes(match, MatchExtended(rounds=1))
    return offered if match.finished and changes else []


def _changes(match: Match, event: Amendment) -> tuple[Consequences | None, KoikoiError | None]:
    """What an amendment changes, or why it is refused."""
    try:
        return consequences(match, event), None
    except KoikoiError as error:
        return None, error
