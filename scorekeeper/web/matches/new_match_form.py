"""The form for a new match: its rules, its fields, and the event that they start a match with."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import chain
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import structs

from ...archive.players import present_names
from ...house_rules.exchange import receive_rules
from ...house_rules.shelf import HouseRules
from ...koikoi.errors import BadRuleset, KoikoiError, NotAllowed
from ...koikoi.match.events import MatchStarted
from ...koikoi.match.match import Match
from ...koikoi.match.settlement import starting_purse
from ...koikoi.match.start import other_deal, purse_again, start_warnings
from ...koikoi.rules import phrases
from ...koikoi.rules.deal import field_size, hand_size, player_numbers, possible_numbers
from ...koikoi.rules.loader import DEFAULT, rules
from ...koikoi.rules.options.row import COUNTED, KOIKOI, GameId
from ...koikoi.rules.ruleset import RuleSet
from ...koikoi.rules.summary import said
from ...sentences import Sentence, say
from ...store import Store
from ..archive_view import digests_of
from ..context import MOST_NAMES, speak_as
from ..forms.fields import ExactText, TextLine, TypedForm, WholeNumber
from ..forms.values import refused_number
from ..rules.choices_form import ChoicesForm
from ..rules.options_form import Sent

AGAIN: Final = "again"
RECEIVED: Final = "received"
CHANCE: Final = "random"
LENGTHS: Final = ("3", "6", "12")  # numbers of rounds that are offered; others are typed
# What the form asks for itself, so that a choice which sets nothing else is not asked again.
ASKED_HERE: Final = ("match.rounds", "match.target")
_NOT_KEPT: Final = ("written", "answers-of", "deal")
TOO_FEW: Final[Mapping[GameId, Sentence]] = {
    KOIKOI: say("Koi-Koi needs two players; enter their names."),
    COUNTED: say("This game needs two players; enter their names."),
}
WITH_ANY_RULES: Final = ("name-", "rounds", "target", "purse", "dealer")  # what holds for other rules, too
_MOST_NAMES: Final = 30


_Chosen = tuple[RuleSet, dict[str, Sentence]]  # with what the form says, and what is wrong with that


class Unclear(Exception):
    """What the form leaves unclear: a sentence by field."""

    def __init__(self, problems: dict[str, Sentence]) -> None:
        self.problems = problems


class StartForm(TypedForm):
    """The fields. Nothing is refused here, because some fields count only if others say so."""

    ruleset = TextLine(default=DEFAULT)  # an id, AGAIN for the rules of the match before, or RECEIVED
    answers_of = TextLine(name="answers-of")  # the rule set whose questions the page showed
    again = TextLine()  # the match before, where this is a rematch
    written = ExactText()  # rules that somebody sent and that are not kept
    name_0 = TextLine(name="name-0")
    name_1 = TextLine(name="name-1")
    name_2 = TextLine(name="name-2")
    name_3 = TextLine(name="name-3")
    rounds = TextLine()  # a number, "other", "target", or empty: as the rules say
    rounds_other = WholeNumber(1, 99, name="rounds-other")
    target = WholeNumber(1, 9999)
    purse = WholeNumber(0, 100000)
    dealer = TextLine(default=CHANCE)  # a seat; anything else: by chance
    second = TextLine()  # the seat to the right of the dealer, where drawn cards say it
    deal = TextLine()  # the answer where the deal is unusual

    @property
    def entered(self) -> dict[str, str]:
        """What was entered by the name of its field, but for rules that somebody sent, which may be long."""
        texts = {field.name: str(getattr(field, "text", "")) for field in self if field.name not in _NOT_KEPT}
        return {name: text for name, text in texts.items() if text not in ("", RECEIVED)}

    @property
    def names(self) -> list[str]:
        """A name for each seat; empty where nobody sits."""
        return [self.name_0.text, self.name_1.text, self.name_2.text, self.name_3.text]

    @property
    def seats(self) -> list[int]:
        return [seat for seat, name in enumerate(self.names) if name]

    @property
    def first(self) -> int | None:
        """The seat that deals first; None where chance decides, as nobody who plays was chosen."""
        return next((seat for seat in self.seats if self.dealer.text == str(seat)), None)

    @property
    def length(self) -> str:
        """The length that is chosen: from LENGTHS, or "other", "target", or empty."""
        return self.rounds.text if self.rounds.text in ("", "target", *LENGTHS) else "other"

    @property
    def number_of_rounds(self) -> str:
        """The number of rounds that was entered; empty: as the rules say, or so many points."""
        if self.length == "other":
            return self.rounds_other.text
        return self.length if self.length in LENGTHS else ""


class AskedBefore(NamedTuple):
    """What is asked before a match: sentences, what an answer must name, and another deal on offer."""

    why: tuple[Sentence, ...]
    about: str
    other_deal: Mapping[str, int] | None


class SeatFields(NamedTuple):
    """How many seats have a field for a name: at once, and with those that are folded."""

    shown: int
    all: int


def seat_fields(form: StartForm, rule_set: RuleSet) -> SeatFields:
    """Fields for all who may play by these rules, and for every name that was typed."""
    typed = max(form.seats, default=0) + 1
    return SeatFields(max(*player_numbers(rule_set), typed), max(*possible_numbers(rule_set), typed))


def rematch(match: Match, match_id: str) -> StartForm:
    """The same seats and rules once more; the next dealer deals."""
    target, length = match.rules.match.target, match.length
    purse = None
    with suppress(NotAllowed):  # then it is asked
        purse = purse_again(match)
    return StartForm(
        data={
            "ruleset": AGAIN,
            "again": match_id,
            **{f"name_{seat}": name for seat, name in enumerate(match.players)},
            "rounds": ("" if length else "target") if target else length,
            "rounds_other": None if str(length) in LENGTHS else length,
            "target": target,
            "purse": purse,
            "dealer": match.dealer,
        }
    )


def started(form: StartForm, rule_set: RuleSet, match_id: str) -> MatchStarted:
    """The event that starts the match. Raises Unclear, KoikoiError."""
    seats = form.seats
    rule_set, problems = _with_length(form, rule_set)
    rule_set, of_purse = _with_purse(form, rule_set)
    problems |= of_purse
    if len(seats) < 2:
        empty = "name-1" if form.names[0] else "name-0"
        problems = {empty: TOO_FEW[rule_set.game], **problems}
    else:
        rule_set, of_deal = _with_deal(form, rule_set)
        problems |= of_deal
    if problems:
        raise Unclear(problems)
    order = _drawn_order(form, rule_set) or seats
    dealer = form.first
    if dealer is None:  # by chance, which is the same for a form that is sent twice
        dealer = seats[int(hashlib.sha256(match_id.encode()).hexdigest(), 16) % len(seats)]
    return MatchStarted(
        id=f"{match_id}.0",
        players=tuple(form.names[seat] for seat in order),
        ruleset=msgspec.to_builtins(rule_set),
        dealer=order.index(dealer),
        rounds=rule_set.match.rounds if form.rounds.text else None,  # None: as the rules say,
        purse=form.purse.data,  # also if other rules come in their place
    )


def said_of_dealer(form: StartForm, rule_set: RuleSet, start: MatchStarted) -> Sentence | None:
    """Who deals where chance decided it, and who sits where if drawn cards did; None where all was said."""
    if form.first is None:
        return say("%(dealer)s deals first, by chance.", dealer=start.players[start.dealer])
    if _drawn_order(form, rule_set) is None:
        return None
    dealer, second, third = start.players
    return say(
        "%(dealer)s deals first; %(second)s sits to the right, then %(third)s.",
        dealer=dealer,
        second=second,
        third=third,
    )


def who_deals_first(name: str, rule_set: RuleSet) -> Sentence:
    """What finds the first dealer by the rules with this id; after a match they know it without cards."""
    if name == AGAIN:
        return say("Chosen for you: whoever would have dealt the next round.")
    keys = [key for key in said(rule_set, "match") if key.startswith("match.first_dealer")]
    return phrases.running([phrases.stated(key, rule_set) for key in keys])


def asked(players: int, rule_set: RuleSet) -> AskedBefore | None:
    """What the form asks before so many players start by these rules; None where nothing is unusual, or so
    many cannot play."""
    warnings = start_warnings(rule_set, players) if players in possible_numbers(rule_set) else ()
    if not warnings:
        return None
    numbers = (players, rule_set.match.players, hand_size(rule_set, players), field_size(rule_set, players))
    return AskedBefore(
        tuple(warning.why for warning in warnings),
        ".".join(map(str, numbers)),
        other_deal(rule_set, players),
    )


def field_of(error: KoikoiError) -> str:
    """The field beside which an error is shown."""
    fields = {"settlement.purse": "purse", "match.players": "name-1", "match.target": "target"}
    return "ruleset" if isinstance(error, BadRuleset) else fields.get(error.option, "name-0")


def player_names(store: Store, here: Sequence[str]) -> tuple[list[str], list[str]]:
    """The players of the latest matches as they are called now, whoever played last first; and those of them
    to be tapped, at most MOST_NAMES: who played on this phone, ``here``, then whom they met lately.

    So a family is not offered another one that plays at the same computer. On a phone that has entered
    nothing so far, it is whoever played last.
    """
    digests = [digest for digest in digests_of(store.matches(_MOST_NAMES)) if digest]
    tables = [digest.players for digest in digests if not here or {*digest.players} & {*here}]
    known = present_names(store.documents, chain(*(digest.players for digest in digests)))
    return known[:_MOST_NAMES], present_names(store.documents, [*here, *chain(*tables)])[:MOST_NAMES]


def _with_length(form: StartForm, rule_set: RuleSet) -> _Chosen:
    """The length that was chosen; that of the rules where none was chosen."""
    if form.length == "target":
        if not form.target.text:
            form.target.refuse(say("Enter how many points end the match."))
        return _changed(rule_set, "match", rounds=None, target=form.target.data), {**form.target.problems}
    if form.length == "":
        return rule_set, {}
    if form.length != "other":
        return _changed(rule_set, "match", rounds=int(form.length), target=None), {}
    other = form.rounds_other
    if not other.text:  # which is refused only here, for it is empty wherever another length is chosen
        other.refuse(refused_number("", other.low, other.high))
    if other.problems:
        return rule_set, {"rounds": other.problems[other.name]}
    return _changed(rule_set, "match", rounds=other.data, target=None), {}


def _with_purse(form: StartForm, rule_set: RuleSet) -> _Chosen:
    """The coins at the start that were chosen, where the rules say other ones."""
    purse, problems = form.purse.data, {**form.purse.problems}
    with suppress(NotAllowed):  # they have no coins for that length
        if purse == starting_purse(rule_set, rule_set.match.rounds):
            return rule_set, problems
    return (rule_set if purse is None else _changed(rule_set, "settlement", purse=purse)), problems


def _with_deal(form: StartForm, rule_set: RuleSet) -> _Chosen:
    """The deal that was chosen; a problem where it is to be chosen first."""
    players = len(form.seats)
    question = asked(players, rule_set)
    answer, _, about = form.deal.text.partition(" ")
    if question is None or (answer == "so" and about == question.about):
        return rule_set, {}
    if answer == "other" and about == question.about and question.other_deal:
        return _changed(rule_set, "deal", **question.other_deal), {}
    if players == max(player_numbers(rule_set)):  # the rules say so themselves
        return rule_set, {}
    if question.other_deal:
        return rule_set, {"deal": say("Pick one of the two above.")}
    return rule_set, {"deal": say("Tap “Play anyway” above, or change the players or the rules.")}


def _changed(rule_set: RuleSet, section: str, **settings: Any) -> RuleSet:
    return structs.replace(rule_set, **{section: structs.replace(getattr(rule_set, section), **settings)})


def _drawn_order(form: StartForm, rule_set: RuleSet) -> list[int] | None:
    """Three seats in the order of the cards that were drawn; None where that was not said."""
    first, seats = form.first, form.seats
    others = {str(seat): seat for seat in seats if seat != first}
    if rule_set.match.seats != "drawn" or len(seats) != 3 or first is None or form.second.text not in others:
        return None
    second = others.pop(form.second.text)
    return [first, second, *others.values()]


def chosen_rules(form: StartForm, house: HouseRules, again: Match | None) -> RuleSet:
    """The rule set of the form; AGAIN: the very rules of the earlier match. Raises BadRuleset."""
    if form.ruleset.text == AGAIN and again is not None:
        return _changed(again.rules, "match", rounds=again.length)
    if form.ruleset.text == RECEIVED:
        return receive_rules(house, form.written.data.encode())
    return rules(form.ruleset.text, house.find)


def answers(form: StartForm, rule_set: RuleSet, sent: Sent) -> ChoicesForm:
    """The answers to the choices of a rule set; none where the page showed the questions of another one."""
    shown = form.answers_of.text or form.ruleset.text
    speak_as(rule_set)
    return ChoicesForm(rule_set, sent if shown == form.ruleset.text else None)
