"""The form for a new match: its fields, and the event that they start a match with."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple, TypeVar

import msgspec

from ...koikoi.cards import BY_ID
from ...koikoi.errors import BadRuleset, KoikoiError
from ...koikoi.match.events import MatchStarted
from ...koikoi.match.match import Match
from ...koikoi.match.settlement import starting_purse
from ...koikoi.match.starting import doubts, other_deal
from ...koikoi.rules.deal import draw_order, field_size, first_dealer, hand_size
from ...koikoi.rules.loading import DEFAULT
from ...koikoi.rules.ruleset import RuleSet
from ...sentences import N_, Sentence, say
from ..forms.fields import ExactText, TextLine, TypedForm, WholeNumber

SEATS: Final = (0, 1, 2)
AGAIN: Final = "again"
RECEIVED: Final = "received"
LENGTHS: Final = ("3", "6", "12")  # numbers of rounds that are offered; others are typed
# What the form asks for itself, so that a choice which sets nothing else is not asked again.
ASKED_HERE: Final = ("match.rounds", "match.target", "match.first_dealer")
_NOT_KEPT: Final = ("written", "answers-of", "deal")
_WITH_ANY_RULES: Final = ("name-", "rounds", "target", "purse")  # what is entered whatever the rules
_ASK: Final = {  # what only the players know
    "elder": N_("By these rules the eldest deals first: choose who that is."),
    "named": N_("By these rules the players choose who deals: tap the name."),
}
_T = TypeVar("_T")


class Unclear(Exception):
    """What the form leaves unclear: a sentence by field."""

    def __init__(self, problems: dict[str, Sentence]) -> None:
        self.problems = problems


class StartForm(TypedForm):
    """The fields. Nothing is refused here, because some fields count only if others say so."""

    ruleset = TextLine(default=DEFAULT)  # an id, AGAIN for the rules of the match before, or RECEIVED
    answers_of = TextLine(name="answers-of")  # the rule set whose questions the page showed
    again = TextLine()  # the match before, where this is a rematch
    written = ExactText(default="")  # rules that somebody sent and that are not kept
    name_0 = TextLine(name="name-0")
    name_1 = TextLine(name="name-1")
    name_2 = TextLine(name="name-2")
    rounds = TextLine()  # a number, "other", "target", or empty: as the rules say
    rounds_other = WholeNumber(1, 99, name="rounds-other")
    target = WholeNumber(1, 9999)
    purse = WholeNumber(0, 100000)
    dealer = TextLine(default="rules")  # a seat, "random", "other" for drawn cards, or as the rules say
    drawn_0 = TextLine(name="drawn-0")
    drawn_1 = TextLine(name="drawn-1")
    drawn_2 = TextLine(name="drawn-2")
    deal = TextLine()  # the answer where the deal is unusual

    @property
    def entered(self) -> dict[str, str]:
        """What was entered by the name of its field, but for rules that somebody sent, which may be long."""
        texts = {field.name: str(getattr(field, "text", "")) for field in self if field.name not in _NOT_KEPT}
        kept = {name: text for name, text in texts.items() if text}
        return {name: text for name, text in kept.items() if text != RECEIVED}

    @property
    def names(self) -> list[str]:
        """A name for each seat; empty where nobody sits."""
        return [self.name_0.text, self.name_1.text, self.name_2.text]

    @property
    def drawn(self) -> list[str]:
        """The id of the card that each seat drew."""
        return [self.drawn_0.text, self.drawn_1.text, self.drawn_2.text]

    @property
    def seats(self) -> list[int]:
        """The seats with a player."""
        return [seat for seat in SEATS if self.names[seat]]

    @property
    def length(self) -> str:
        """The length that is chosen: from LENGTHS, or "other", "target", or empty."""
        return self.rounds.text if self.rounds.text in ("", "target", *LENGTHS) else "other"


class Asked(NamedTuple):
    """What is asked before a match: sentences, what an answer must name, and another deal on offer."""

    why: tuple[Sentence, ...]
    about: str
    other_deal: Mapping[str, int] | None


def whatever_the_rules(entered: Mapping[str, str]) -> dict[str, str]:
    """Of what was entered that which holds for other rules, too: the players, the length, the coins."""
    return {name: text for name, text in entered.items() if name.startswith(_WITH_ANY_RULES)}


def rematch(match: Match, match_id: str) -> StartForm:
    """The same seats and rules once more; the next dealer deals."""
    target, length = match.rules.match.target, match.length
    return StartForm(
        data={
            "ruleset": AGAIN,
            "again": match_id,
            **{f"name_{seat}": name for seat, name in enumerate(match.players)},
            "rounds": ("" if length else "target") if target else length,
            "rounds_other": None if str(length) in LENGTHS else length,
            "target": target,
            "purse": match.purse,
            "dealer": match.dealer,
        }
    )


def started(form: StartForm, rule_set: RuleSet, match_id: str) -> MatchStarted:
    """The event that starts the match. Raises Unclear, KoikoiError."""
    seats = form.seats
    problems: dict[str, Sentence] = {}
    if len(seats) < 2:
        problems["name-1" if form.names[0] else "name-0"] = say(
            "Koi-Koi needs two players; enter their names."
        )
    rule_set = _as_long(form, rule_set, problems)
    purse = form.purse.data
    problems |= form.purse.problems
    dealer = _noted(lambda: _dealer(form, rule_set, seats, match_id), problems)
    rule_set = _noted(lambda: _as_dealt(form, rule_set, len(seats)), problems) or rule_set
    if problems:
        raise Unclear(problems)
    assert dealer is not None
    if purse is None:
        purse = starting_purse(rule_set, rule_set.match.rounds)
    order = _order(form, rule_set, seats)
    return MatchStarted(
        id=f"{match_id}.0",
        players=tuple(form.names[seats[place]] for place in order),
        ruleset=msgspec.to_builtins(rule_set),
        dealer=order.index(dealer),
        rounds=rule_set.match.rounds,
        purse=purse,
    )


def seating(form: StartForm, rule_set: RuleSet, start: MatchStarted) -> Sentence | None:
    """How the players sit, where the cards that they drew decided it."""
    if not _by_cards(form, rule_set) or not _sit_as_drawn(rule_set, len(start.players)):
        return None
    dealer, second, third = start.players
    return say(
        "%(dealer)s deals first; to the right sit %(second)s, then %(third)s.",
        dealer=dealer,
        second=second,
        third=third,
    )


def asked(form: StartForm, rule_set: RuleSet) -> Asked | None:
    """What the form asks before so many players start by these rules; None where nothing is unusual."""
    players = len(form.seats)
    doubted = doubts(rule_set, players)
    if not doubted:
        return None
    numbers = (players, rule_set.match.players, hand_size(rule_set, players), field_size(rule_set, players))
    return Asked(
        tuple(doubt.why for doubt in doubted),
        ".".join(map(str, numbers)),
        other_deal(rule_set, players),
    )


def field_of(error: KoikoiError) -> str:
    """The field beside which an error is shown."""
    if isinstance(error, BadRuleset):
        return "ruleset"
    return {"settlement.purse": "purse", "match.players": "name-1", "match.target": "target"}.get(
        error.option, "name-0"
    )


def _as_long(form: StartForm, rule_set: RuleSet, problems: dict[str, Sentence]) -> RuleSet:
    """The rule set with the length that was chosen; its own length where none was chosen."""
    if form.length == "target":
        if not form.target.text:
            form.target.refuse(say("Enter how many points end the match."))
        problems |= form.target.problems
        return _with(rule_set, "match", rounds=None, target=form.target.data)
    if form.length == "":
        return rule_set
    if form.length == "other":
        if refused := form.rounds_other.problems:
            problems["rounds"] = refused["rounds-other"]
        rounds = form.rounds_other.data
    else:
        rounds = int(form.length)
    return rule_set if rounds is None else _with(rule_set, "match", rounds=rounds, target=None)


def _as_dealt(form: StartForm, rule_set: RuleSet, players: int) -> RuleSet:
    """The rule set with the deal that was chosen. Raises Unclear where nothing was chosen yet."""
    question = asked(form, rule_set)
    answer, _, about = form.deal.text.partition(" ")
    if question is None or (answer == "so" and about == question.about):
        return rule_set
    if answer == "other" and about == question.about and question.other_deal:
        return _with(rule_set, "deal", **question.other_deal)
    raise Unclear({"deal": say("Choose how you want to play, then start.")})


def _with(rule_set: RuleSet, section: str, **settings: Any) -> RuleSet:
    return msgspec.structs.replace(
        rule_set, **{section: msgspec.structs.replace(getattr(rule_set, section), **settings)}
    )


def _noted(look: Callable[[], _T], problems: dict[str, Sentence]) -> _T | None:
    """What the call returns; where it raises Unclear, None, and its problems are added to ``problems``."""
    try:
        return look()
    except Unclear as unclear:
        problems |= unclear.problems
        return None


def _dealer(form: StartForm, rule_set: RuleSet, taken: list[int], match_id: str) -> int:
    """The first dealer: named, by chance, or by the drawn cards; ``taken`` are the lines with a name.

    Raises Unclear.
    """
    how = form.dealer.text
    if how == "rules" and rule_set.match.first_dealer in _ASK:
        raise Unclear({"dealer": say(_ASK[rule_set.match.first_dealer])})
    if _by_cards(form, rule_set):
        return _drawn([form.drawn[seat] for seat in taken], rule_set)
    if how in map(str, SEATS):
        if int(how) in taken:
            return taken.index(int(how))
        raise Unclear({"dealer": say("This player is not in the match; choose who deals first.")})
    # By chance, but the same for a form that is sent twice.
    return hashlib.sha256(match_id.encode()).digest()[0] % max(len(taken), 1)


def _by_cards(form: StartForm, rule_set: RuleSet) -> bool:
    """Whether drawn cards decide who deals first."""
    return form.dealer.text == "other" or (
        form.dealer.text == "rules" and rule_set.match.first_dealer.endswith("_month")
    )


def _drawn(drawn: list[str], rule_set: RuleSet) -> int:
    cards = [BY_ID[card] for card in drawn if card in BY_ID]
    if len(cards) < len(drawn) or not cards:
        raise Unclear({"dealer": say("Choose the card that each player drew, or who deals first.")})
    if len(set(cards)) < len(cards):
        raise Unclear({"dealer": say("Two players cannot draw the same card.")})
    seat = first_dealer(rule_set, cards)
    if seat is None:
        raise Unclear({"dealer": say("These cards are equal: draw again.")})
    return seat


def _order(form: StartForm, rule_set: RuleSet, seats: list[int]) -> list[int]:
    """The players in the order in which they sit."""
    if not _by_cards(form, rule_set) or not _sit_as_drawn(rule_set, len(seats)):
        return list(range(len(seats)))
    return draw_order(rule_set, [BY_ID[form.drawn[seat]] for seat in seats])


def _sit_as_drawn(rule_set: RuleSet, players: int) -> bool:
    return rule_set.match.seats == "drawn" and players > 2
