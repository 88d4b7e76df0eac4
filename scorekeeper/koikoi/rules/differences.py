"""The settings in which two rule sets differ, and a rule set written as only its differences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

import msgspec

from .ruleset import RuleSet
from .schema import option, options
from .scoring_options import YakuOptions
from .trees import Tree
from .yaku import KNOWN


class Difference(NamedTuple):
    """One setting that two rule sets do not share."""

    key: str
    before: Any
    after: Any


def differences(before: RuleSet, after: RuleSet) -> tuple[Difference, ...]:
    """The settings in which two rule sets differ, in the order of the schema, without titles and sources."""
    old, new = _settings(before), _settings(after)
    keys = sorted(old.keys() | new.keys(), key=_place)
    return tuple(Difference(key, old.get(key), new.get(key)) for key in keys if old.get(key) != new.get(key))


def written(child: RuleSet, parent: RuleSet, extends: str) -> Tree:
    """The rule set as written: its own texts and only what differs from the one it extends."""
    tree: dict[str, Any] = {"extends": extends}
    for text in ("title", "about", "source"):
        if getattr(child, text):
            tree[text] = getattr(child, text)
    gone = own_yaku(parent).keys() - child.yaku.keys()
    tree |= {"yaku": {name: {"points": 0} for name in sorted(gone)}} if gone else {}
    for key, _, value in differences(parent, child):
        *path, last = key.split(".")
        if path[-1:] and path[-1] in gone:
            continue
        table = tree
        for part in path:
            table = table.setdefault(part, {})
        table[last] = value
    return tree


def own_yaku(rule_set: RuleSet) -> Mapping[str, YakuOptions]:
    """The yaku that the table invented itself, by id."""
    return {name: yaku for name, yaku in rule_set.yaku.items() if name not in KNOWN}


def _settings(rule_set: RuleSet) -> dict[str, Any]:
    """Every setting by dotted key, as plain values; yaku that are off and unset are left out."""
    tree = msgspec.to_builtins(rule_set)
    flat = dict(
        _flat({key: value for key, value in tree.items() if key not in ("title", "about", "source")}, "")
    )
    for name in KNOWN:
        flat.setdefault(f"yaku.{name}.points", 0)
    return flat


def _flat(tree: Tree, prefix: str) -> Iterator[tuple[str, Any]]:
    for key, value in tree.items():
        path = f"{prefix}{key}"
        if isinstance(value, Mapping) and option(path) is None:
            yield from _flat(value, f"{path}.")
        else:
            yield path, value


def _place(key: str) -> tuple[int, int, str]:
    """Where a key stands in the schema, for sorting; the yaku follow the bright yaku's option."""
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
