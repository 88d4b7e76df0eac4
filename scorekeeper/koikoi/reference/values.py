"""The values of every option: those that can be written, those that are compared, and who uses which."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final, NamedTuple

import msgspec

from ...sentences import Sentence
from ..rules import phrases
from ..rules.loader import names, rules
from ..rules.ruleset import RuleSet, bare
from ..rules.schema import (
    Option,
    Tree,
    doubling_of,
    doublings,
    options,
    put_at,
    value_at,
    yaku_options,
)
from .scenes import telling

OF_A_YAKU: Final = "yaku."  # begins the key of an option of a yaku here, as in "yaku.points"


class Value(NamedTuple):
    """A value, in words, and the named rule sets that use it; ``yaku``: of which yaku it is a value."""

    value: Any
    words: Sentence
    rulesets: tuple[str, ...]
    yaku: str = ""  # an id; empty for an option that is not of a yaku

    @property
    def written(self) -> str:
        """As in TOML."""
        return written(self.value)


@cache
def rows() -> Mapping[str, Option]:
    """Every option of the schema by the key under which it is explained, those of a yaku in their place."""
    of_a_yaku = {f"{OF_A_YAKU}{key}": row for key, row in yaku_options().items()}
    before = [key for key in options() if key.split(".")[0] not in ("multipliers", "exhausted", "settlement")]
    rest = [key for key in options() if key not in before]
    known = {**options(), **of_a_yaku}
    return {key: known[key] for key in (*before, *of_a_yaku, *rest)}


def key_in(key: str, yaku: str) -> str:
    """The dotted key in a rule set: "yaku.points" of a yaku is "yaku.tsukimi.points"."""
    return f"yaku.{yaku}.{key.removeprefix(OF_A_YAKU)}" if yaku else key


def with_value(key: str, value: Any, yaku: str = "") -> Tree:
    """The tree that sets one option."""
    tree: dict[str, Any] = {}
    put_at(tree, key_in(key, yaku), value)
    return tree


def compared(key: str) -> tuple[Any, ...]:
    """The values that an example compares: its words, or what the named rule sets and the scenes have."""
    row = rows()[key]
    told = telling(key)
    if row.kind == "switch":
        return (False, True)
    if row.kind == "word":
        values: Sequence[Any] = (*((None,) if row.may_be_off else ()), *row.words)
    elif row.kind in ("word_or_number", "shares"):
        values = (*row.words, *told, *_in_use(key))
    else:
        values = told or _in_use(key)
    return tuple(_once([None if value == "off" and row.may_be_off else _frozen(value) for value in values]))


def _frozen(value: Any) -> Any:
    """A value as a complete rule set has it: lists are tuples there."""
    return tuple(map(_frozen, value)) if isinstance(value, list | tuple) else value


@cache
def uses(key: str) -> tuple[Value, ...]:
    """Which named rule sets use which value; of a yaku only what differs from the usual value.

    A rule set in which the part of the option is off does not use it.
    """
    found: dict[tuple[str, bytes], tuple[Any, RuleSet, list[str]]] = {}
    for name, (complete, tree) in _trees().items():
        for yaku in tree["yaku"] if key.startswith(OF_A_YAKU) else ("",):
            if not _says(key, yaku, tree):
                continue
            value = value_at(tree, key_in(key, yaku))
            row = found.setdefault((yaku, msgspec.json.encode(value)), (value, complete, []))
            row[2].append(name)
    return tuple(
        Value(value, phrases.value(key_in(key, yaku), value, complete), tuple(users), yaku)
        for (yaku, _), (value, complete, users) in found.items()
    )


def written(value: Any) -> str:
    """A value as it is written in TOML."""
    if value is None:
        return '"off"'
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{key} = {written(inner)}' for key, inner in value.items())} }}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(written, value))}]"
    return msgspec.json.encode(value).decode()


def _says(key: str, yaku: str, tree: Tree) -> bool:
    """Whether a rule set says something about an option; of a yaku, something unusual."""
    if yaku:
        name = key.removeprefix(OF_A_YAKU)
        value, usual = tree["yaku"][yaku][name], _usual(yaku)[name]
        return bool(tree["yaku"][yaku]["points"] or name == "points") and value != usual
    table = doubling_of(key)
    return (
        not table or key == doublings()[table].switch or not doublings()[table].is_off(value_at(tree, table))
    )


@cache
def _usual(yaku: str) -> Tree:
    """What a yaku has by the common rules."""
    blank = {key: row.default for key, row in yaku_options().items()}
    tree: Tree = msgspec.to_builtins(blank)
    return {**tree, **_trees()["default"][1]["yaku"].get(yaku, {})}


@cache
def _trees() -> Mapping[str, tuple[RuleSet, Tree]]:
    """Every named rule set, complete, and as plain values."""
    return {name: (rules(name), msgspec.to_builtins(bare(rules(name)))) for name in names()}


def _in_use(key: str) -> Sequence[Any]:
    row = rows()[key]
    values = [use.value for use in uses(key)] if not key.startswith(OF_A_YAKU) else []
    return [value for value in values if value is not None or row.may_be_off]


def _once(values: Sequence[Any]) -> Iterator[Any]:
    """The values without those that mean the same, in their order."""
    seen = set()
    for value in values:
        plain = {name: n for name, n in value.items() if n} if isinstance(value, Mapping) else value
        encoded = msgspec.json.encode(plain)
        if encoded not in seen:
            seen.add(encoded)
            yield value
