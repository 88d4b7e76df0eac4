"""The settings in which two rule sets differ, and a rule set written as only its differences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

import msgspec

from .ruleset import NOTES, TEXTS, RuleSet, bare
from .schema import option, options
from .trees import Tree, put_at
from .yaku import KNOWN
from .yaku_options import YakuOptions


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
    """The settings of a tree by the dotted key of their option; some options are tables themselves."""
    for key, value in tree.items():
        path = f"{prefix}{key}"
        if isinstance(value, Mapping) and option(path) is None:
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
    return {key: place for place, key in enumerate(("", *options()))}


@cache
def _yaku_positions() -> Mapping[str, int]:
    return {name: place for place, name in enumerate(KNOWN)}
