"""What two rule sets differ in, as settings and in words, each written as only what it changes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

import msgspec

from ...sentences import Sentence
from . import phrases
from .deal import field_size, hand_size, player_numbers
from .options.yaku import YakuOptions
from .ruleset import NOTES, TEXTS, RuleSet, bare
from .schema import (
    Tree,
    doubling_of,
    doublings,
    every_option,
    every_section,
    option,
    put_at,
    section_of,
    value_at,
)
from .yaku import KNOWN

# What an option is called, its value before, and its value now.
Change = tuple[Sentence, Sentence, Sentence]


class Difference(NamedTuple):
    """One setting that two rule sets do not share."""

    key: str
    before: Any
    after: Any


def differences(before: RuleSet, after: RuleSet) -> tuple[Difference, ...]:
    """The settings in which two rule sets differ, in the order of the schema, without texts and choices."""
    old, new = settings(before), settings(after)
    keys = sorted(old.keys() | new.keys(), key=_place)
    return tuple(Difference(key, old.get(key), new.get(key)) for key in keys if old.get(key) != new.get(key))


def written(child: RuleSet, parent: RuleSet, extends: str) -> Tree:
    """The rule set as written: its own texts and only what differs from the one it extends."""
    tree: dict[str, Any] = {"extends": extends}
    tree |= {text: getattr(child, text) for text in TEXTS if getattr(child, text)}
    for note in NOTES:
        if getattr(child, note) != getattr(parent, note):
            tree[note] = msgspec.to_builtins(getattr(child, note))
    gone = own_yaku(parent).keys() - child.yaku.keys()
    tree |= {"yaku": {name: {"points": 0} for name in sorted(gone)}} if gone else {}
    for key, _, value in differences(parent, child):
        if not (key.startswith("yaku.") and key.split(".")[1] in gone):
            put_at(tree, key, value)
    return tree


def own_yaku(rule_set: RuleSet) -> Mapping[str, YakuOptions]:
    """The yaku that the table invented itself, by id."""
    return {name: yaku for name, yaku in rule_set.yaku.items() if name not in KNOWN}


def settings(rule_set: RuleSet) -> dict[str, Any]:
    """Every setting by dotted key, as plain values; yaku that are off and unset are left out."""
    tree = msgspec.to_builtins(bare(rule_set))
    flat = dict(by_key({key: value for key, value in tree.items() if key not in (*TEXTS, *NOTES)}))
    for name in KNOWN:
        flat.setdefault(f"yaku.{name}.points", 0)
    return flat


def by_key(tree: Tree, prefix: str = "") -> Iterator[tuple[str, Any]]:
    """The settings of a tree by the dotted key of their option; some options are tables themselves.

    An empty table of a doubling is one, too: it is played, however that is measured.
    """
    for key, value in tree.items():
        path = f"{prefix}{key}"
        if isinstance(value, Mapping) and option(path) is None and not (value == {} and path in doublings()):
            yield from by_key(value, f"{path}.")
        else:
            yield path, value


def _place(key: str) -> tuple[int, int, str]:
    """The position of a key in the schema, for sorting; yaku follow the bright yaku, advice is last."""
    if key.startswith("advice."):
        return (len(_positions()), 0, key)
    if key.startswith("yaku."):
        name = key.split(".")[1]
        return (_positions()["brights"], _yaku_positions().get(name, len(KNOWN)) + 1, key)
    known = key
    while known not in _positions():
        known = known.rpartition(".")[0]
    return (_positions()[known], 0, key)


@cache
def _positions() -> Mapping[str, int]:
    return {key: place for place, key in enumerate(("", *every_option()))}


@cache
def _yaku_positions() -> Mapping[str, int]:
    return {name: place for place, name in enumerate(KNOWN)}


def changes(before: RuleSet, after: RuleSet) -> tuple[Change, ...]:
    """What a rule set changes, the last sections first: those decide the coins of a round.

    A table's own yaku that only one of the two has is one change, not one for each of its settings. Advice
    that only one of them gives is none.
    """
    return tuple(words for _key, words in changes_by_key(before, after))


def changes_by_key(before: RuleSet, after: RuleSet) -> list[tuple[str, Change]]:
    """The same with the dotted key of each option; of a yaku that only one of the two has, ``yaku.<id>``."""
    old, new = msgspec.to_builtins(before), msgspec.to_builtins(after)
    different = [
        key
        for key, _was, _now in differences(before, after)
        if not (_of_one_side(key, before, after) or same_deal(key, before, after) or is_idle(key, new))
    ]
    found: list[tuple[str, Change]] = [
        (
            key,
            (
                phrases.title(key, after),
                phrases.value(key, value_at(old, key), before),
                phrases.value(key, value_at(new, key), after),
            ),
        )
        for key in in_lines(different)
    ]
    for name in before.yaku | after.yaku:
        if (name in before.yaku) != (name in after.yaku):
            named = phrases.yaku(name, after if name in after.yaku else before)
            found.append((f"yaku.{name}", (named, _worth(name, before), _worth(name, after))))
    order = ("", *every_section())
    return sorted(found, key=lambda change: order.index(section_of(change[0])), reverse=True)


def is_idle(key: str, tree: Tree) -> bool:
    """Whether an option means nothing beside the other settings of a tree."""
    row = every_option().get(key)
    return row is not None and bool(row.idle_beside(tree))


def in_lines(keys: Iterable[str]) -> tuple[str, ...]:
    """The keys as lines of a list say them: what belongs to one doubling is one line."""
    return tuple(dict.fromkeys(doubling_of(key) or key for key in keys))


def same_deal(key: str, before: RuleSet, after: RuleSet) -> bool:
    """Whether two rule sets deal the same for the players they are for, though they say it differently."""
    size = {"deal.hand": hand_size, "deal.field": field_size}.get(key)
    numbers = {max(player_numbers(rules)) for rules in (before, after)}
    return size is not None and all(size(before, players) == size(after, players) for players in numbers)


def _of_one_side(key: str, before: RuleSet, after: RuleSet) -> bool:
    if key.startswith("advice."):
        return key.partition(".")[2] not in before.advice.keys() & after.advice.keys()
    name = key.split(".")[1] if key.startswith("yaku.") else ""
    return bool(name) and (name in before.yaku) != (name in after.yaku)


def _worth(name: str, rules: RuleSet) -> Sentence:
    settings = rules.yaku.get(name)
    return phrases.value(f"yaku.{name}.points", settings.points if settings else 0, rules)
