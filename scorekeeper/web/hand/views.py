"""Score a hand without a match: captured cards or a dealt hand, by some rules and by all others."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

import msgspec
from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from ...koikoi.cards import text
from ...koikoi.compare.groups import AgreeingRules, groups
from ...koikoi.compare.steps import scored_pile
from ...koikoi.errors import BadCards
from ...koikoi.match import explain
from ...koikoi.match.teyaku import Teyaku, dealt_hand, lucky_hands, why_none
from ...koikoi.pile import Pile
from ...koikoi.rules.deal import USUAL, hand_size, refuse_beyond_deck
from ...koikoi.rules.ruleset import RuleSet
from ...koikoi.scoring.evaluate import scorer
from ...koikoi.scoring.questions import open_questions
from ...koikoi.scoring.score import Circumstances
from ...sentences import Refusal
from ..context import address_at, speak_as, use_rules
from ..forms.fields import ExactText, ExactTexts, OneOf, TypedForm, WholeNumber
from ..forms.request import from_address, from_body, new_id
from ..games import refuse_page
from ..match_repository import load
from ..rounds import live_line, rule_questions
from ..rounds.board import layout
from ..rounds.round_form import SEATS, RoundForm, TypedRound, of_piles
from ..rounds.rule_questions import Ask, Questions
from ..rules.descriptions import RuleSetChoice
from ..rules.rule_sets import Force, all_choices, by_name, first_names, received, rules_in_force
from .address import AskedHand, PileAddress, read, readable, write

pages = Blueprint("hand", __name__)


class HandForm(RoundForm):
    """The fields of the board."""

    round = WholeNumber(1, 99)


class SentRules(TypedForm):
    """The rules that come after the # of an address; a script sends them, or somebody pastes the address."""

    written = ExactText()
    ruleset = ExactText()  # those that were chosen instead


class DealtHandForm(TypedForm):
    """The cards, and whose they are or by which rules they count."""

    match = ExactText()  # its id; without one the hand counts by ``ruleset`` for so many ``players``
    seat = WholeNumber(0, SEATS[-1])
    ruleset = ExactText()
    players = OneOf(tuple(map(str, USUAL)), default="2")
    brights = WholeNumber(0, 5)  # on the dealt field
    cards = ExactTexts()
    shown = ExactText()  # anything: the form was sent, and not an address opened
    stay = ExactText()  # anything: other rules were chosen, maybe before all cards were tapped


class PileVerdict(NamedTuple):
    """What some rule sets make of the pile; ``unsaid``: what they would also ask.

    ``named``: those of them that a table asks about first, or else one; the ``others`` are folded.
    """

    named: tuple[RuleSetChoice, ...]
    others: tuple[RuleSetChoice, ...]
    group: AgreeingRules
    unsaid: tuple[Ask, ...]
    is_first: bool  # whether the table asks about one of them before the others


@pages.get("/hand")
def show() -> ResponseReturnValue:
    """The board, or what the cards of the address are worth by the rules in force and by all others."""
    address, form, choices = from_address(PileAddress), from_address(HandForm), all_choices()
    force = _in_force(address, choices)
    if form.shown.data and address.ruleset.data and not force.problem:
        use_rules(force.name)  # chosen here, and not by whoever passed on an address
    return _page(address, form, force, choices)


@pages.post("/hand")
def show_received() -> ResponseReturnValue:
    """The same by rules that somebody sent with the address, which are not kept: every form carries them."""
    return _page(from_address(PileAddress), from_body(HandForm), _sent_rules(), all_choices())


@pages.get("/hand/dealt")
def dealt() -> ResponseReturnValue:
    """The dealt cards to tap and the verdict; with ``match`` and ``seat`` it can be saved as a round."""
    form = from_address(DealtHandForm)
    return _dealt_page(form, by_name(form.ruleset.data), form.match.data)


@pages.post("/hand/dealt")
def dealt_by_received() -> ResponseReturnValue:
    """The same by rules that somebody sent, which are not kept: every form carries them."""
    return _dealt_page(from_body(DealtHandForm), _sent_rules())


def _sent_rules() -> Force:
    """The rules in the body of a form, or those that were chosen instead."""
    sent = from_body(SentRules)
    return by_name(sent.ruleset.data) if sent.ruleset.data else received(sent.written.data)


def _dealt_page(form: DealtHandForm, force: Force, match_id: str | None = None) -> str:
    """``match_id`` is of the address: whether a phone may see that match is looked up there alone."""
    match = load(match_id) if match_id else None
    if match:
        refuse_page(match.rules)
    seat = form.seat.data or 0
    if match and (match.finished or seat not in match.seats):
        abort(404)
    rules, problem = match.rules if match else force.rules, None if match else force.problem
    speak_as(rules)
    if form.shown.data and force.name and not match and not problem:
        use_rules(force.name)
    players = len(match.players) if match else int(form.players.data)
    ticked = [card for card in form.cards.data if card != "no"]
    hand, size, refused = 0, hand_size(rules, players), None
    try:
        if ticked and (len(ticked) == size or not form.stay.data):
            hand = dealt_hand(rules, players, " ".join(ticked))
    except BadCards as error:
        refused = error
    choices = [] if match else all_choices()
    questions = rule_questions.questions_of(rules, 1, players)
    at = match.circumstances(seat) if match else Circumstances()
    asks_brights = questions.brights_of_hands and not at.dealt and at.dealt_brights is None
    if asks_brights:
        at = msgspec.structs.replace(at, dealt_brights=form.brights.data)
    return render_template(
        "hand/dealt.html",
        match=match,
        match_id=match_id,
        seat=seat,
        players=players,
        player_numbers=[*USUAL],
        rules=rules,
        ruleset=force.name,
        written=force.written,
        choices=choices,
        ticked=ticked,
        size=size,
        hand=hand,
        lucky_hands=lucky_hands(rules, hand, at),
        why=why_none(hand),
        questions=questions,
        asks_brights=asks_brights,
        brights=at.dealt_brights,
        others=_dealt_by_others(hand, players, at, force, choices),
        problem=problem or refused,
        id=new_id(),
    )


def _in_force(address: PileAddress, choices: list[RuleSetChoice]) -> Force:
    """The rules that the address names, else those of its match, else the last ones of this phone."""
    match = load(address.match.data) if address.match.data else None
    if match is None or address.ruleset.data:
        return by_name(address.ruleset.data)
    refuse_page(match.rules)
    return rules_in_force(match, choices, from_address(HandForm).round.data)


def _page(
    address: PileAddress, form: HandForm, force: Force, choices: list[RuleSetChoice]
) -> ResponseReturnValue:
    """The board sends its fields; they become the short address, which can be passed on."""
    speak_as(force.rules)
    match_id = address.match.data
    further = {"ruleset": address.ruleset.data or ("" if match_id else force.name), "match": match_id}
    typed = not address.pile.data and not address.edit.data
    try:
        question = _typed_question(form.typed, form.round.data) if typed else read(address)
        refuse_beyond_deck(force.rules, question.pile)
    except BadCards as error:
        entry = form.typed if typed else _typed(readable(address), force)
        return _board(entry, AskedHand(), force, choices, further, error), 422
    if not question.pile or address.edit.data or form.view.data:
        return _board(_typed(question, force), question, force, choices, further)
    if (match_id or not force.written) and (typed or form.shown.data):
        return redirect(url_for("hand.show", **write(question, **further)), 303)
    page = _result(question, force, choices, further)
    return page, 422 if request.method == "POST" and force.problem else 200


def _typed_question(typed: TypedRound, number: int | None) -> AskedHand:
    """What the board asks, in the round with this number; of what is typed, more than is possible counts
    as the most. Raises BadCards."""
    pile = typed.pile(0)
    at = Circumstances(
        own=min(typed.calls[0], rule_questions.MOST_CALLS),
        others=min(typed.calls[1], rule_questions.MOST_CALLS),
        round=number,
        dealt_brights=None if typed.brights is None else min(typed.brights, 5),
        field_months=typed.months,
    )
    shown = ("cards", "whole") if typed.all_shown and not pile.chaff else ()  # whoever sees all 48 taps them
    return AskedHand(pile, at, (*shown, *sorted(rule_questions.answered(typed.no, 0))))


def _typed(question: AskedHand, force: Force) -> TypedRound:
    """The board filled with what an address asks."""
    held, at, _ = question
    possible = rule_questions.all_no(_questions(force.rules, question), (0,))
    cards, chaff = of_piles([held])
    return TypedRound(
        calls=(at.own, at.others, 0),
        cards=cards,
        chaff=chaff,
        brights=at.dealt_brights,
        months=at.field_months,
        no=tuple(name for name in possible if not question.left_open([name.removeprefix("0.")])),
    )


def _board(
    entry: TypedRound,
    question: AskedHand,
    force: Force,
    choices: list[RuleSetChoice],
    further: Mapping[str, str],
    problem: Refusal | None = None,
) -> str:
    """The board with what is known of the pile; below “More” it asks whatever any of the rule sets asks."""
    mine = _questions(force.rules, question)
    asks = rule_questions.asks(mine, ("",))
    return render_template(
        "hand/board.html",
        force=force,
        choices=choices,
        entry=entry,
        at=question.at,
        plan=live_line.plan(force.rules),
        words=live_line.words_of_rules(force.rules, asks),
        questions=_asked_by_any(mine, [_questions(choice.rules, question) for choice in choices]),
        asks=asks,
        problem=problem,
        match_id=further["match"],
        view=layout(),
        ruleset=force.name if further["ruleset"] else "",
        written="" if further["match"] else force.written,
    )


def _result(
    question: AskedHand, force: Force, choices: list[RuleSetChoice], further: Mapping[str, str]
) -> str:
    pile, at, _ = question
    code = force.code
    path = url_for("hand.show", **write(question, ruleset="" if code else force.name))
    address = address_at(request.host_url.rstrip("/"), path)
    address = f"{address}#{code}" if code else address
    return render_template(
        "hand/result.html",
        force=force,
        choices=choices,
        pile=pile,
        at=at,
        score=scorer(force.rules).score(pile, at),
        ruined=explain.ruined(force.rules, pile, at),
        unsaid=_asks(question, force.rules, open_questions(scorer(force.rules), pile, at)),
        answers=_answers(question, force, choices),
        parts=write(question),
        match_id=further["match"],
        change=url_for("hand.show", edit=1, **write(question, **further)),
        address=address,
        address_parts=re.split(r"(?<=[/?&#])", address),  # a line may end after these
        code=code,
        ruleset=force.name if further["ruleset"] else "",
        written="" if further["match"] else force.written,
    )


def _answers(question: AskedHand, force: Force, choices: list[RuleSetChoice]) -> list[PileVerdict]:
    """What the rule sets other than the one in force make of the pile; first those that agree with it."""
    others = {choice.id: choice for choice in choices if choice.id != force.name}
    others = {name: choice for name, choice in others.items() if _has_cards(choice.rules, question.pile)}
    mine = scored_pile(force.rules, question.pile, question.at)
    scores = {name: scored_pile(choice.rules, question.pile, question.at) for name, choice in others.items()}
    first = first_names()
    answers = []
    for group in groups(mine, scores):
        asked_first = [name for name in group.names if name in first]
        named = asked_first or group.names[:1]
        answers.append(
            PileVerdict(
                tuple(others[name] for name in named),
                tuple(others[name] for name in group.names if name not in named),
                group,
                _asks(question, group.scored.rules, group.open_questions),
                bool(asked_first) or not group.steps,
            )
        )
    return sorted(answers, key=lambda answer: bool(answer.group.steps))


def _has_cards(rules: RuleSet, held: Pile) -> bool:
    """Whether the deck of some rules has all cards of a pile."""
    try:
        refuse_beyond_deck(rules, held)
    except BadCards:
        return False
    return True


def _asks(question: AskedHand, rules: RuleSet, names: Iterable[str]) -> tuple[Ask, ...]:
    """The questions with these ids that are not answered, in words."""
    names = question.left_open(names)
    if not names:
        return ()
    return tuple(rule_questions.named(rule_questions.asks(_questions(rules, question), ("",)), names, 0))


def _questions(rules: RuleSet, question: AskedHand) -> Questions:
    return rule_questions.questions_of(rules, question.at.round or 1, 2)


def _asked_by_any(mine: Questions, every: Sequence[Questions]) -> Questions:
    """What the rules in force ask, and what at least one of the others asks."""
    return msgspec.structs.replace(
        mine,
        dealt_brights=max(questions.dealt_brights for questions in every),
        field_months=tuple(sorted({month for questions in every for month in questions.field_months})),
        chaff=tuple(sorted({card for questions in every for card in questions.chaff})),
        whole_months=tuple(sorted({month for questions in every for month in questions.whole_months})),
    )


def _dealt_by_others(
    hand: int, players: int, at: Circumstances, force: Force, choices: list[RuleSetChoice]
) -> dict[tuple[Teyaku, ...], list[RuleSetChoice]]:
    """The other rule sets by the lucky hands that a dealt hand is, none where it does not win by them.

    Nothing where it is no lucky hand by any.
    """
    alike: dict[tuple[Teyaku, ...], list[RuleSetChoice]] = {}
    for choice in choices:
        if hand and choice.id != force.name:
            with suppress(BadCards):
                dealt_hand(choice.rules, players, text(hand))
                alike.setdefault(lucky_hands(choice.rules, hand, at), []).append(choice)
    return alike if any(alike) else {}
