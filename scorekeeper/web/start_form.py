"""The form for a new match: its values, and the event that they start a match with."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

import msgspec
from werkzeug.datastructures import MultiDict

from ..koikoi.cards import BY_ID
from ..koikoi.deal import first_dealer
from ..koikoi.errors import BadRuleset, KoikoiError
from ..koikoi.events import MatchStarted
from ..koikoi.options import RuleSet
from ..koikoi.ruleset import DEFAULT, Find, rules
from ..koikoi.sentences import Sentence, say
from ..koikoi.settlement import starting_purse
from ..koikoi.table import Match
from ..store import Store
from .typed_text import cleaned

SEATS = (0, 1, 2)
_MOST_NAMES = 30


class Unclear(Exception):
    """What the form leaves unclear: a sentence by field."""

    def __init__(self, problems: dict[str, Sentence]) -> None:
        self.problems = problems


def blank(ruleset: str) -> dict[str, Any]:
    """The values of a fresh form."""
    return read(MultiDict({"ruleset": ruleset}))


def rematch(match: Match, match_id: str) -> dict[str, Any]:
    """The same seats and rules once more; the next dealer deals."""
    values = blank(DEFAULT)
    values.update(
        names=[*match.players, ""][:3],
        rounds=str(match.length or ""),
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
        "purse": form.get("purse", "").strip(),
        "dealer": form.get("dealer", "random"),
        "drawn": [form.get(f"drawn-{seat}", "") for seat in SEATS],
        "again": form.get("again", ""),
    }


def chosen_rules(values: dict[str, Any], find: Find, again: Match | None) -> RuleSet:
    """The rule set of the form; "again": the very rules of the earlier match. Raises BadRuleset."""
    if values["ruleset"] == "again" and again is not None:
        return again.rules
    return rules(values["ruleset"], find)


def shown_rules(values: dict[str, Any], find: Find, again: Match | None) -> RuleSet:
    """The rule set of the form, for showing what it says; the default where it cannot be read."""
    try:
        return chosen_rules(values, find, again)
    except BadRuleset:
        return rules(DEFAULT)


def started(values: dict[str, Any], rule_set: RuleSet, match_id: str) -> MatchStarted:
    """The event that starts the match. Raises Unclear, KoikoiError."""
    players = [name for name in values["names"] if name]
    problems: dict[str, Sentence] = {}
    if len(players) < 2:
        problems["name-1" if values["names"][0] else "name-0"] = say(
            "Koi-Koi needs two players; type their names."
        )
    length = _number(values["rounds"], "rounds", 1, 99, problems) or rule_set.match.rounds
    purse = _number(values["purse"], "purse", 0, 100000, problems)
    if problems:
        raise Unclear(problems)
    if purse is None:
        purse = starting_purse(rule_set, length)
    complete = msgspec.structs.replace(
        rule_set, match=msgspec.structs.replace(rule_set.match, players=len(players))
    )
    return MatchStarted(
        id=f"{match_id}.0",
        players=tuple(players),
        ruleset=msgspec.to_builtins(complete),
        dealer=_dealer(values, rule_set, [seat for seat in SEATS if values["names"][seat]], match_id),
        rounds=length,
        purse=purse,
    )


def field_of(error: KoikoiError) -> str:
    """The field beside which an error belongs."""
    if isinstance(error, BadRuleset):
        return "ruleset"
    return {"settlement.purse": "purse", "match.players": "name-1"}.get(error.option, "name-0")


def known_names(store: Store, load: Callable[[str], Match | None]) -> list[str]:
    """The players of the latest matches, for offering their names."""
    seen: dict[str, None] = {}
    for row in store.matches()[:_MOST_NAMES]:
        match = load(row.id)
        seen.update(dict.fromkeys(match.players if match else ()))
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


def _dealer(values: dict[str, Any], rule_set: RuleSet, taken: list[int], match_id: str) -> int:
    """The first dealer: named, by chance, or by the drawn cards; ``taken`` are the lines with a name.

    Raises Unclear.
    """
    how = values["dealer"]
    if how == "other":
        return _drawn([values["drawn"][seat] for seat in taken], rule_set)
    if how in map(str, SEATS):
        if int(how) in taken:
            return taken.index(int(how))
        raise Unclear({"dealer": say("This player is not in the match; choose who deals first.")})
    # By chance, yet the same for a form that is sent twice.
    return hashlib.sha256(match_id.encode()).digest()[0] % len(taken)


def _drawn(drawn: list[str], rule_set: RuleSet) -> int:
    cards = [BY_ID[card] for card in drawn if card in BY_ID]
    if len(cards) < len(drawn):
        raise Unclear({"dealer": say("Choose the card that each player drew.")})
    if len(set(cards)) < len(cards):
        raise Unclear({"dealer": say("Two players cannot draw the same card.")})
    seat = first_dealer(rule_set, cards)
    if seat is None:
        raise Unclear({"dealer": say("These cards are equal: draw again.")})
    return seat
