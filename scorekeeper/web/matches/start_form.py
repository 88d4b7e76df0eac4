"""The form for a new match: its values, and the event that they start a match with."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeVar

import msgspec
from werkzeug.datastructures import MultiDict

from ...koikoi.cards import BY_ID
from ...koikoi.errors import BadRuleset, KoikoiError
from ...koikoi.match.events import MatchStarted
from ...koikoi.match.match import Match
from ...koikoi.match.settlement import starting_purse
from ...koikoi.match.starting import doubts, other_deal
from ...koikoi.rules.deal import draw_order, field_size, first_dealer, hand_size
from ...koikoi.rules.loading import DEFAULT, Find, rules
from ...koikoi.rules.ruleset import RuleSet
from ...sentences import N_, Sentence, say
from ...store import Store
from ..typed_text import cleaned

SEATS = (0, 1, 2)
_MOST_NAMES = 30
_ASK = {  # what only the players know
    "elder": N_("By these rules the eldest deals first: choose who that is."),
    "named": N_("By these rules the table says who deals: choose the player."),
}
_T = TypeVar("_T")


class Unclear(Exception):
    """What the form leaves unclear: a sentence by field."""

    def __init__(self, problems: dict[str, Sentence]) -> None:
        self.problems = problems


class Asked(NamedTuple):
    """What is asked before a match: sentences, what an answer must name, and another deal on offer."""

    why: tuple[Sentence, ...]
    about: str
    other_deal: Mapping[str, int] | None


def blank(ruleset: str) -> dict[str, Any]:
    """The values of a fresh form."""
    return read(MultiDict({"ruleset": ruleset}))


def rematch(match: Match, match_id: str) -> dict[str, Any]:
    """The same seats and rules once more; the next dealer deals."""
    values = blank(DEFAULT)
    target = match.rules.match.target
    values.update(
        names=[*match.players, ""][:3],
        rounds=("" if match.length else "target") if target else str(match.length or ""),
        target=str(target or ""),
        purse=str(match.purse),
        dealer=str(match.dealer),
        ruleset="again",
        again=match_id,
    )
    return values


def read(form: MultiDict[str, str]) -> dict[str, Any]:
    """The values as they were typed; nothing is refused here."""
    return {
        "ruleset": form.get("ruleset", DEFAULT),
        "names": [cleaned(form.get(f"name-{seat}", "")) for seat in SEATS],
        "rounds": form.get("rounds-other" if form.get("rounds") == "other" else "rounds", "").strip(),
        "target": form.get("target", "").strip(),
        "purse": form.get("purse", "").strip(),
        "dealer": form.get("dealer", "rules"),
        "drawn": [form.get(f"drawn-{seat}", "") for seat in SEATS],
        "deal": form.get("deal", ""),
        "again": form.get("again", ""),
    }


def chosen_rules(values: dict[str, Any], find: Find, again: Match | None) -> RuleSet:
    """The rule set of the form; "again": the very rules of the earlier match. Raises BadRuleset."""
    if values["ruleset"] == "again" and again is not None:
        return _with(again.rules, "match", rounds=again.length)
    return rules(values["ruleset"], find)


def shown_rules(values: dict[str, Any], find: Find, again: Match | None) -> RuleSet:
    """The rule set of the form, for showing what it says; the default where it cannot be read."""
    try:
        return chosen_rules(values, find, again)
    except BadRuleset:
        return rules(DEFAULT)


def started(values: dict[str, Any], rule_set: RuleSet, match_id: str) -> MatchStarted:
    """The event that starts the match. Raises Unclear, KoikoiError."""
    seats = [seat for seat in SEATS if values["names"][seat]]
    problems: dict[str, Sentence] = {}
    if len(seats) < 2:
        problems["name-1" if values["names"][0] else "name-0"] = say(
            "Koi-Koi needs two players; type their names."
        )
    rule_set = _as_long(values, rule_set, problems)
    purse = _number(values["purse"], "purse", 0, 100000, problems)
    dealer = _found(lambda: _dealer(values, rule_set, seats, match_id), problems)
    rule_set = _found(lambda: _as_dealt(values, rule_set, len(seats)), problems) or rule_set
    if problems:
        raise Unclear(problems)
    assert dealer is not None
    if purse is None:
        purse = starting_purse(rule_set, rule_set.match.rounds)
    order = _order(values, rule_set, seats)
    return MatchStarted(
        id=f"{match_id}.0",
        players=tuple(values["names"][seats[place]] for place in order),
        ruleset=msgspec.to_builtins(rule_set),
        dealer=order.index(dealer),
        rounds=rule_set.match.rounds,
        purse=purse,
    )


def seating(values: dict[str, Any], rule_set: RuleSet, start: MatchStarted) -> Sentence | None:
    """How the players sit, where the cards that they drew decided it."""
    if not _by_cards(values, rule_set) or not _sit_as_drawn(rule_set, len(start.players)):
        return None
    dealer, second, third = start.players
    return say(
        "%(dealer)s deals first; to the right sit %(second)s, then %(third)s.",
        dealer=dealer,
        second=second,
        third=third,
    )


def asked(values: dict[str, Any], rule_set: RuleSet) -> Asked | None:
    """What the form asks before so many players begin by these rules; None where nothing is odd."""
    players = sum(map(bool, values["names"]))
    found = doubts(rule_set, players)
    if not found:
        return None
    numbers = (players, rule_set.match.players, hand_size(rule_set, players), field_size(rule_set, players))
    return Asked(
        tuple(doubt.why for doubt in found),
        ".".join(map(str, numbers)),
        other_deal(rule_set, players),
    )


def field_of(error: KoikoiError) -> str:
    """The field beside which an error belongs."""
    if isinstance(error, BadRuleset):
        return "ruleset"
    return {"settlement.purse": "purse", "match.players": "name-1", "match.target": "target"}.get(
        error.option, "name-0"
    )


def known_names(store: Store) -> list[str]:
    """The players of the latest matches, for offering their names."""
    seen: dict[str, None] = {}
    for start in store.beginnings(_MOST_NAMES):
        players = start.get("players")
        players = players if isinstance(players, list) else []
        seen.update(dict.fromkeys(name for name in players if isinstance(name, str)))
    return sorted(list(seen)[:_MOST_NAMES], key=str.casefold)


def _number(typed: str, field: str, low: int, high: int, problems: dict[str, Sentence]) -> int | None:
    if not typed:
        return None
    if typed.isascii() and typed.isdigit() and len(typed) < 9 and low <= int(typed) <= high:
        return int(typed)
    problems[field] = say(
        "“%(typed)s” is not possible; allowed: a whole number from %(low)d to %(high)d.",
        typed=typed[:20],
        low=low,
        high=high,
    )
    return None


def _as_long(values: dict[str, Any], rule_set: RuleSet, problems: dict[str, Sentence]) -> RuleSet:
    """The rule set with the length that was chosen; nothing chosen: as it says itself."""
    if values["rounds"] == "target":
        target = _number(values["target"], "target", 1, 9999, problems)
        if target is None:
            problems.setdefault("target", say("Type how many points end the match."))
        return _with(rule_set, "match", rounds=None, target=target)
    rounds = _number(values["rounds"], "rounds", 1, 99, problems)
    return rule_set if rounds is None else _with(rule_set, "match", rounds=rounds, target=None)


def _as_dealt(values: dict[str, Any], rule_set: RuleSet, players: int) -> RuleSet:
    """The rule set with the deal that was chosen. Raises Unclear where it is not said yet."""
    question = asked(values, rule_set)
    answer, _, about = values["deal"].partition(" ")
    if question is None or (answer == "so" and about == question.about):
        return rule_set
    if answer == "other" and about == question.about and question.other_deal:
        return _with(rule_set, "deal", **question.other_deal)
    raise Unclear({"deal": say("Say how you want to play, then start.")})


def _with(rule_set: RuleSet, section: str, **settings: Any) -> RuleSet:
    return msgspec.structs.replace(
        rule_set, **{section: msgspec.structs.replace(getattr(rule_set, section), **settings)}
    )


def _found(look: Callable[[], _T], problems: dict[str, Sentence]) -> _T | None:
    """What was found, or None and the problem noted."""
    try:
        return look()
    except Unclear as unclear:
        problems |= unclear.problems
        return None


def _dealer(values: dict[str, Any], rule_set: RuleSet, taken: list[int], match_id: str) -> int:
    """The first dealer: named, by chance, or by the drawn cards; ``taken`` are the lines with a name.

    Raises Unclear.
    """
    how = values["dealer"]
    if how == "rules" and rule_set.match.first_dealer in _ASK:
        raise Unclear({"dealer": say(_ASK[rule_set.match.first_dealer])})
    if _by_cards(values, rule_set):
        return _drawn([values["drawn"][seat] for seat in taken], rule_set)
    if how in map(str, SEATS):
        if int(how) in taken:
            return taken.index(int(how))
        raise Unclear({"dealer": say("This player is not in the match; choose who deals first.")})
    # By chance, yet the same for a form that is sent twice.
    return hashlib.sha256(match_id.encode()).digest()[0] % max(len(taken), 1)


def _by_cards(values: dict[str, Any], rule_set: RuleSet) -> bool:
    """Whether drawn cards decide who deals first."""
    return values["dealer"] == "other" or (
        values["dealer"] == "rules" and rule_set.match.first_dealer.endswith("_month")
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


def _order(values: dict[str, Any], rule_set: RuleSet, seats: list[int]) -> list[int]:
    """The players in the order in which they sit."""
    if not _by_cards(values, rule_set) or not _sit_as_drawn(rule_set, len(seats)):
        return list(range(len(seats)))
    return draw_order(rule_set, [BY_ID[values["drawn"][seat]] for seat in seats])


def _sit_as_drawn(rule_set: RuleSet, players: int) -> bool:
    return rule_set.match.seats == "drawn" and players > 2
