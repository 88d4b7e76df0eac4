"""The options as flat rows, read from the types of ``RuleSet``: for forms, errors and texts.

A rule set as it is written is a tree of plain values, read and changed by the dotted key of an option.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import cache, cached_property
from typing import Any, Final

import msgspec
from msgspec import inspect

from ...sentences import N_, Sentence, count, say
from .options import YakuOptions
from .ruleset import RuleSet

_PLAIN_KINDS: Final[Mapping[type[inspect.Type], str]] = {
    inspect.BoolType: "switch",
    inspect.IntType: "number",
    inspect.LiteralType: "word",
}


class Option(msgspec.Struct, frozen=True, dict=True):
    """One option: its dotted key, its texts and what it may be set to.

    What follows from its type is worked out once: a form asks for it thousands of times.
    """

    key: str  # "multipliers.big.at"
    title: str
    meaning: str
    type: inspect.Type
    default: Any
    values: Mapping[Any, str]  # its words in plain language
    kind: str  # of the field in which it is set, such as "number"
    advice: bool = False  # it tells the players how to play, and nothing is computed from it

    @cached_property
    def may_be_off(self) -> bool:
        return any(isinstance(member, inspect.NoneType) for member in _members(self.type))

    @cached_property
    def is_switch(self) -> bool:
        """Whether false is a value of it."""
        return any(isinstance(member, inspect.BoolType) for member in _members(self.type))

    @cached_property
    def is_part(self) -> bool:
        """Whether it is off or a table of options, of which an override may set only some."""
        return self.may_be_off and bool(self.parts)

    @cached_property
    def words(self) -> tuple[Any, ...]:
        """The fixed values that it may have, or that its list may hold, in their order."""
        members = [m.item_type if isinstance(m, inspect.VarTupleType) else m for m in _members(self.type)]
        words = [word for m in members if isinstance(m, inspect.LiteralType) for word in m.values]
        order = list(self.values)
        return tuple(sorted(words, key=lambda word: (order.index(word) if word in order else 0, str(word))))

    @cached_property
    def number(self) -> tuple[int, int] | None:
        """The lowest and highest whole number for it, or for an item of its list; None: it is no number."""
        for member in _members(self.type):
            number = member.item_type if isinstance(member, inspect.VarTupleType) else member
            if isinstance(number, inspect.IntType):
                return (number.ge or 0, number.le or 99999)
        return None

    @cached_property
    def parts(self) -> tuple[str, ...]:
        """The keys of the table that it may be, if any."""
        return tuple(
            field.encode_name
            for member in _members(self.type)
            if isinstance(member, inspect.StructType)
            for field in member.fields
        )

    @cached_property
    def allowed(self) -> tuple[Sentence, ...]:
        """What it may be set to, in words."""
        return tuple(_words(member, self.kind) for member in _members(self.type))


def _members(kind: inspect.Type) -> tuple[inspect.Type, ...]:
    if isinstance(kind, inspect.Metadata):
        return _members(kind.type)
    if isinstance(kind, inspect.UnionType):
        return tuple(member for inner in kind.types for member in _members(inner))
    return (kind,)


def allowed(key: str) -> tuple[Sentence, ...]:
    """What may stand at a dotted key, in words: that of an option, or of anything around or inside one."""
    row = option(key)
    return row.allowed if row else tuple(map(_words, _members(_type_at(key))))


def _type_at(key: str) -> inspect.Type:
    """The type of what stands at a dotted key, of which all but the last part has to be possible."""
    kind = inspect.type_info(RuleSet)
    for part in key.split("."):
        inner = [found for member in _members(kind) for found in _inside(member, part)]
        kind = inner[0] if inner else inspect.AnyType()
    return kind


def _inside(table: inspect.Type, part: str) -> list[inspect.Type]:
    if isinstance(table, inspect.StructType):
        return [field.type for field in table.fields if field.encode_name == part]
    return [table.value_type] if isinstance(table, inspect.DictType) else []


_ITEMS: Final = {
    "cards": N_("a list of cards, such as 09A"),
    "pairs": N_("a list of ids of other yaku"),
    "steps": N_('a list of steps, such as ["+", 1] or ["x", 2]'),
}


def _words(kind: inspect.Type, field: str = "") -> Sentence:
    """A type in words, for "allowed: …"; ``field``: the kind of the option's field."""
    match kind:
        case inspect.NoneType():
            return say("%(values)s", values="off")  # the word as it is written
        case inspect.BoolType():
            return say("true or false")
        case inspect.LiteralType(values=values):
            return say("%(values)s", values=", ".join(str(value) for value in values))
        case inspect.IntType(ge=low, le=high):
            return say("a whole number from %(low)s to %(high)s", low=low, high=high)
        case inspect.StrType():
            return _text_words(kind)
        case inspect.StructType(fields=fields):
            keys = ", ".join(field.encode_name for field in fields)
            return say("a table with %(keys)s", keys=keys)
        case inspect.DictType():
            return _table_words(kind, field)
        case inspect.VarTupleType(item_type=item) if field not in _ITEMS:
            return say("a list, each of it %(item)s", item=_words(_members(item)[0]))
        case _:
            return say(_ITEMS.get(field, N_("a list")))


def _text_words(kind: inspect.StrType) -> Sentence:
    if kind.pattern:
        return say("an id of the letters a to z, digits and _")
    if kind.min_length:
        return say("a text of %(low)d to %(high)d characters", low=kind.min_length, high=kind.max_length)
    return count("a text of %(n)d character", "a text of up to %(n)d characters", kind.max_length or 400)


def _table_words(kind: inspect.DictType, field: str) -> Sentence:
    if field == "purse":
        item = _words(_members(kind.value_type)[0])
        return say("a table by number of rounds, each of it %(item)s", item=item)
    if field == "names":
        return say("a table of texts by language, such as en")
    if isinstance(kind.value_type, inspect.StrType):
        return say("a table of choices and their answers")
    return say("a table")


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


def inner_options(row: Option) -> tuple[Option, ...]:
    """The options of the table that an option may be: of ``multipliers.big`` its ``at``, ``factor``, …"""
    return tuple(options()[f"{row.key}.{part}"] for part in row.parts)


def section_options(sections: Collection[str]) -> tuple[Option, ...]:
    """The options whose keys begin with one of these names; without those inside another option's table."""
    rows = options()
    return tuple(
        row
        for row in rows.values()
        if row.key.split(".")[0] in sections and row.key.rpartition(".")[0] not in rows
    )


def _rows(struct: type[msgspec.Struct], prefix: str) -> Iterator[Option]:
    info = inspect.type_info(struct)
    assert isinstance(info, inspect.StructType)
    for field in info.fields:
        key = f"{prefix}{field.encode_name}"
        if isinstance(field.type, inspect.Metadata) and "title" in (field.type.extra_json_schema or {}):
            yield _row(key, field.type, field.default)
        if key != "yaku":
            for member in _members(field.type):
                if isinstance(member, inspect.StructType):
                    yield from _rows(member.cls, f"{key}.")


def _row(key: str, kind: inspect.Metadata, default: Any) -> Option:
    texts, extra = kind.extra_json_schema or {}, kind.extra or {}
    return Option(
        key,
        texts["title"],
        texts["description"],
        kind,
        default,
        extra.get("values", {}),
        extra.get("kind") or _usual_kind(key, kind),
        extra.get("advice", False),
    )


def _usual_kind(key: str, kind: inspect.Type) -> str:
    """The kind of field that follows from the type. Raises TypeError when none does."""
    types = [type(member) for member in _members(kind) if not isinstance(member, inspect.NoneType)]
    if len(types) == 1 and types[0] in _PLAIN_KINDS:
        return _PLAIN_KINDS[types[0]]
    raise TypeError(f"the option {key} has to name its kind of field")


Tree = Mapping[str, Any]


def value_at(tree: Tree, key: str) -> Any:
    """The value of an option by its dotted key; None where it is not set."""
    value: Any = tree
    for part in key.split("."):
        value = value.get(part) if isinstance(value, Mapping) else None
    return value


def put_at(tree: dict[str, Any], key: str, value: Any) -> None:
    """Set the value of an option by its dotted key; tables that are missing are made."""
    *path, name = key.split(".")
    for part in path:
        tree = tree.setdefault(part, {})
    tree[name] = value
