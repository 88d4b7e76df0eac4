"""The options as flat rows, read from the types in ``options.py``: for forms, errors and texts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import msgspec
from msgspec import inspect

from ...sentences import Sentence, count, say
from .ruleset import RuleSet
from .scoring_options import YakuOptions


class Option(msgspec.Struct, frozen=True):
    """One option: its dotted key, its texts and what it may be set to."""

    key: str  # "multipliers.big.at"
    title: str
    meaning: str
    type: inspect.Type
    default: Any
    values: Mapping[Any, str]  # its words in plain language

    @property
    def may_be_off(self) -> bool:
        return any(isinstance(one, inspect.NoneType) for one in _members(self.type))

    @property
    def words(self) -> tuple[Any, ...]:
        """The fixed values it may take, in their order."""
        found = [v for one in _members(self.type) if isinstance(one, inspect.LiteralType) for v in one.values]
        order = list(self.values)
        return tuple(sorted(found, key=lambda word: (order.index(word) if word in order else 0, str(word))))

    @property
    def number(self) -> tuple[int, int] | None:
        """Lowest and highest whole number it may be, if any."""
        for one in _members(self.type):
            if isinstance(one, inspect.IntType):
                return (one.ge or 0, one.le or 99999)
        return None

    @property
    def parts(self) -> tuple[str, ...]:
        """The keys of the table it may be, if any."""
        return tuple(
            field.encode_name
            for one in _members(self.type)
            if isinstance(one, inspect.StructType)
            for field in one.fields
        )

    @property
    def allowed(self) -> tuple[Sentence, ...]:
        """What it may be set to, in words."""
        return tuple(_words(one) for one in _members(self.type))


def _members(kind: inspect.Type) -> tuple[inspect.Type, ...]:
    if isinstance(kind, inspect.Metadata):
        return _members(kind.type)
    if isinstance(kind, inspect.UnionType):
        return tuple(inner for one in kind.types for inner in _members(one))
    return (kind,)


def _words(kind: inspect.Type) -> Sentence:
    """A type in words, for "allowed: …"."""
    match kind:
        case inspect.NoneType():
            return say("%(values)s", values="off")  # the word as it is written in TOML
        case inspect.BoolType():
            return say("true or false")
        case inspect.LiteralType(values=values):
            return say("%(values)s", values=", ".join(str(value) for value in values))
        case inspect.IntType(ge=low, le=high):
            return say("a whole number from %(low)s to %(high)s", low=low, high=high)
        case inspect.StrType(max_length=longest):
            return count("a text of %(n)d letter", "a text of up to %(n)d letters", longest or 400)
        case inspect.StructType(fields=fields):
            keys = ", ".join(field.encode_name for field in fields)
            return say("a table with %(keys)s", keys=keys)
        case inspect.DictType():
            return say("a table")
        case _:
            return say("a list")


@cache
def options() -> Mapping[str, Option]:
    """Every option outside ``yaku`` by its dotted key, in the order of the schema."""
    return {row.key: row for row in _rows(RuleSet, "")}


@cache
def yaku_options() -> Mapping[str, Option]:
    """The options of one yaku by key."""
    return {row.key: row for row in _rows(YakuOptions, "")}


def option(key: str) -> Option | None:
    """The option with a dotted key, also inside ``yaku.<id>``."""
    if key.startswith("yaku.") and key.count(".") >= 2:
        return yaku_options().get(key.split(".", 2)[2])
    return options().get(key)


def _rows(struct: type[msgspec.Struct], prefix: str) -> Iterator[Option]:
    info = inspect.type_info(struct)
    assert isinstance(info, inspect.StructType)
    for field in info.fields:
        key = f"{prefix}{field.encode_name}"
        texts = field.type.extra_json_schema if isinstance(field.type, inspect.Metadata) else None
        if texts and "title" in texts:
            yield Option(
                key,
                texts["title"],
                texts["description"],
                field.type,
                field.default,
                (field.type.extra or {}).get("values", {})
                if isinstance(field.type, inspect.Metadata)
                else {},
            )
        if key != "yaku":
            for one in _members(field.type):
                if isinstance(one, inspect.StructType):
                    yield from _rows(one.cls, f"{key}.")
