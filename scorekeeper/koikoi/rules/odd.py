"""Settings that can be played and are still odd: they have no effect, because of another setting.

Nothing here is refused. Odd is only what somebody set: an option as the schema has it is not. What is odd
about the yaku themselves is in ``scoring/oddities.py``, which also puts both together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

import msgspec

from ...sentences import Sentence, count, say
from . import phrases
from .ruleset import RuleSet
from .schema import Tree, option, value_at


class Odd(NamedTuple):
    """A setting that is odd: the dotted key of its option, and why, in a sentence."""

    option: str
    why: Sentence


Holds = Callable[[Any], bool]


def _is(*values: Any) -> Holds:
    return lambda value: value in values


def _is_not(*values: Any) -> Holds:
    return lambda value: value not in values


_NO_DRAWING: Final = _is("elder", "random", "named")
_KOI: Final = ("own_koi", "opponent_koi", "any_koi")
# An option has no effect while the other option holds such a value; the first row that applies is the reason.
_WITHOUT_EFFECT: Final[tuple[tuple[str, str, Holds], ...]] = (
    ("match.first_dealer_tie", "match.first_dealer", _is("random", "named")),
    ("match.seats", "match.players", _is(2)),
    ("match.seats", "match.first_dealer", _NO_DRAWING),
    ("match.dealer_after_draw", "match.next_dealer", _is("same", "alternate")),
    ("play.orphans", "play.lightning", _is("plain")),
    ("calls.min_points", "calls.limit", _is(0)),
    ("calls.below_min", "calls.min_points", _is(0)),
    ("calls.limit_scope", "calls.limit", _is(None, 0)),
    ("weather.rain.ruins", "weather.rain.sign", _is("off")),
    ("weather.fog.ruins", "weather.fog.sign", _is("off")),
    *((f"multipliers.{koi}", "calls.limit", _is(0)) for koi in _KOI),
    ("multipliers.koi_counts", "calls.limit", _is(0, 1)),
    *((f"multipliers.{koi}.factor", f"multipliers.{koi}.form", _is("table")) for koi in _KOI),
    *((f"multipliers.{koi}.table", f"multipliers.{koi}.form", _is_not("table")) for koi in _KOI),
    ("settlement.purse", "settlement.account", _is("gains")),
    ("settlement.overdraw", "settlement.account", _is("gains")),
    ("settlement.overdraw", "settlement.purse", _is(0)),
    ("settlement.bust_ends", "settlement.account", _is("gains")),
    ("settlement.bust_ends", "settlement.purse", _is(0)),
)
_OF_LUCKY_HANDS: Final = tuple(
    f"deal.{key}" for key in ("teyaku.both", "teyaku.declare", "teyaku.multiplied", "goes_first")
)
_TERMS: Final = ("requires_other", "months", "month_factor", "separate", "lightning")


def odd_settings(rules: RuleSet) -> Iterator[Odd]:
    """Every setting of a rule set that has no effect; at most one reason for each."""
    tree: Tree = msgspec.to_builtins(rules)
    known: set[str] = set()
    for odd in (
        *_switched_off(rules, tree),
        *_lucky_hands(rules, tree),
        *_calls(rules),
        *_multipliers(rules),
        *_terms(rules),
    ):
        if odd.option not in known:
            known.add(odd.option)
            yield odd


def _switched_off(rules: RuleSet, tree: Tree) -> Iterator[Odd]:
    for key, other, holds in _WITHOUT_EFFECT:
        if _is_set(tree, key) and holds(value := value_at(tree, other)):
            words = phrases.value(other, value, rules)
            yield Odd(key, _while(other, words, rules))


def _while(other: str, value: Sentence, rules: RuleSet) -> Sentence:
    title = phrases.title(other, rules)
    return say("No effect while “%(option)s” is: %(value)s.", option=title, value=value)


def _is_set(tree: Tree, key: str) -> bool:
    """Whether an option is there and not as the schema has it."""
    known, value = option(key), value_at(tree, key)
    assert known is not None
    return value is not None and value != msgspec.to_builtins(known.default)


def _lucky_hands(rules: RuleSet, tree: Tree) -> Iterator[Odd]:
    """What would be said about lucky hands, where none is played or none ends the deal."""
    deal = rules.deal
    hands = (deal.teyaku.teshi, deal.teyaku.kuttsuki, deal.teyaku.double_teshi)
    for key in _OF_LUCKY_HANDS:
        if _is_set(tree, key) and not any(hands):
            yield Odd(key, say("No effect: no lucky hand is played."))
    multiplied = rules.deal.teyaku.multiplied
    factors = ("field_brights", "big") if multiplied == "both" else (multiplied,)
    if multiplied != "never" and not any(getattr(rules.multipliers, name) for name in factors):
        yield Odd("deal.teyaku.multiplied", say("No effect: nothing is multiplied."))
    if _is_set(tree, "deal.goes_first") and deal.field_four == deal.field_pairs == "play":
        words = phrases.value("deal.field_four", "play", rules)
        yield Odd("deal.goes_first", _while("deal.field_four", words, rules))


def _calls(rules: RuleSet) -> Iterator[Odd]:
    least = rules.calls.min_points
    most = max(max(yaku.points, yaku.after_koi or 0) for yaku in rules.yaku.values())
    if least > most:
        yield Odd(
            "calls.min_points",
            count(
                "No yaku alone is worth that much: the best is worth %(n)d point.",
                "No yaku alone is worth that much: the best is worth %(n)d points.",
                most,
            ),
        )
    if rules.exhausted.held_yaku == "last_caller" and rules.calls.limit == 0:
        none = phrases.value("calls.limit", 0, rules)
        yield Odd("exhausted.held_yaku", _while("calls.limit", none, rules))


def _multipliers(rules: RuleSet) -> Iterator[Odd]:
    multipliers, big = rules.multipliers, rules.multipliers.big
    of_calls = {name: getattr(multipliers, name) for name in _KOI}
    for name, koi in of_calls.items():
        if koi and (_no_step(koi.table) if koi.form == "table" else koi.factor == 1):
            yield Odd(f"multipliers.{name}", say("Multiplying by 1 changes nothing."))
    raising = [koi for koi in of_calls.values() if koi and koi.form != "flat"]
    if multipliers.koi_counts == "players" and not raising:
        yield Odd("multipliers.koi_counts", say("No effect: a further koi-koi does nothing anyway."))
    if multipliers.round and set(multipliers.round) == {1}:
        yield Odd("multipliers.round", say("Multiplying by 1 changes nothing."))
    if big:
        yield from _big(rules, big.at, big.factor, big.min_yaku, on_base=big.on == "base")
    number = sum(map(bool, (*of_calls.values(), big, multipliers.field_brights, multipliers.round)))
    if multipliers.combine == "sum" and number < 2:
        yield Odd("multipliers.combine", say("No effect: there are no two multiplications to add."))
    if multipliers.max_factor is not None and not number:
        yield Odd("multipliers.max_factor", say("No effect: nothing is multiplied."))


def _big(rules: RuleSet, at: int, factor: int, min_yaku: int, *, on_base: bool) -> Iterator[Odd]:
    """What keeps the multiplication of a big score from ever applying."""
    most = rules.multipliers.max_base
    played = sum(phrases.is_played(name, rules) for name in rules.yaku)
    if factor == 1:
        yield Odd("multipliers.big", say("Multiplying by 1 changes nothing."))
    elif on_base and most is not None and most < at:
        words = phrases.value("multipliers.max_base", most, rules)
        yield Odd("multipliers.big", _while("multipliers.max_base", words, rules))
    elif min_yaku > played:
        yield Odd(
            "multipliers.big",
            count("No effect: only %(n)d yaku is played.", "No effect: only %(n)d yaku are played.", played),
        )


def _no_step(table: tuple[tuple[str, int], ...]) -> bool:
    return all(step in (("x", 1), ("+", 0)) for step in table)


def _terms(rules: RuleSet) -> Iterator[Odd]:
    """Special terms that do nothing: of a yaku that is not played, of no month or of all, × 1."""
    for name, yaku in rules.yaku.items():
        key = f"yaku.{name}"
        if not phrases.is_played(name, rules):
            for term in _TERMS:
                if getattr(yaku, term):
                    yield Odd(f"{key}.{term}", say("No effect: this yaku is not played."))
            continue
        if yaku.after_koi is not None and rules.calls.limit == 0:
            none = phrases.value("calls.limit", 0, rules)
            yield Odd(f"{key}.after_koi", _while("calls.limit", none, rules))
        if yaku.month_factor == 1:
            yield Odd(f"{key}.month_factor", say("Multiplying by 1 changes nothing."))
        if yaku.months is not None and yaku.month_factor is None and set(yaku.months) == set(range(1, 13)):
            yield Odd(f"{key}.months", say("No effect: all twelve months are named."))
