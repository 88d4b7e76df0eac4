"""The options as flat rows, read from the types of ``RuleSet``: for forms, errors and texts.

A rule set as it is written is a tree of plain values, read and changed by the dotted key of an option.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cache
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import NODEFAULT, UNSET, inspect

from ...sentences import Sentence, say
from .kinds import KINDS, members, type_words
from .kinds import Option as Option
from .kinds import Tree as Tree
from .kinds import value_at as value_at
from .options.row import DOUBLING, KOIKOI, ONLY, OPTION, SECTION, GameId
from .options.yaku import YakuOptions
from .ruleset import RuleSet

_KIND_OF_TYPE: Final[Mapping[type[inspect.Type], str]] = {
    inspect.BoolType: "switch",
    inspect.IntType: "number",
    inspect.LiteralType: "word",
}


@cache
def options(game: GameId = KOIKOI) -> Mapping[str, Option]:
    """Every option of a game outside ``yaku`` by its dotted key, in the order of the schema."""
    return {key: row for key, row in every_option().items() if row.game in ("", game)}


@cache
def every_option() -> Mapping[str, Option]:
    """The options of all games."""
    return {key: _row(key, field, game) for key, field, game in _fields(RuleSet) if OPTION in _extra(field)}


@cache
def yaku_options() -> Mapping[str, Option]:
    """The options of one yaku by key."""
    return {key: _row(key, field, game) for key, field, game in _fields(YakuOptions)}


def option(key: str) -> Option | None:
    """The option with a dotted key, also inside ``yaku.<id>``."""
    if key.startswith("yaku.") and key.count(".") >= 2:
        return yaku_options().get(key.split(".", 2)[2])
    return every_option().get(key)


class OptionSection(NamedTuple):
    """Options that are read and changed together; ``tables``: the first parts of their keys."""

    id: str  # the first of its tables
    title: str
    tables: tuple[str, ...]

    @property
    def options(self) -> tuple[Option, ...]:
        """Its options, those of the yaku left out."""
        return options_in(self.tables)


@cache
def sections(game: GameId = KOIKOI) -> Mapping[str, OptionSection]:
    """The sections of a game by id, in the order of the schema: those of which an option means something."""
    return {
        name: section
        for name, section in every_section().items()
        if not section.options or any(row.game in ("", game) for row in section.options)
    }


@cache
def every_section() -> Mapping[str, OptionSection]:
    """The sections of all games."""
    sections: dict[str, OptionSection] = {}
    info = inspect.type_info(RuleSet)
    assert isinstance(info, inspect.StructType)
    for field in info.fields:
        if title := _said(field).get(SECTION):
            current = OptionSection(field.encode_name, title, ())
        elif not sections:
            continue  # the texts and notes before the first section
        sections[current.id] = current = current._replace(tables=(*current.tables, field.encode_name))
    return sections


def section_of(key: str) -> str:
    """The id of the section of a dotted key; empty for a text or a note.

    >>> section_of("weather.rain.sign"), section_of("yaku.tan.points"), section_of("title")
    ('sake_cup', 'yaku', '')
    """
    table = key.split(".")[0]
    return next((section.id for section in every_section().values() if table in section.tables), "")


def options_in(tables: Collection[str]) -> tuple[Option, ...]:
    """The options whose keys begin with one of these names."""
    return tuple(row for row in every_option().values() if row.key.split(".")[0] in tables)


class Doubling(NamedTuple):
    """A table of options that say one thing together; ``switch``: the key of the one that may be off.

    ``on``: what that is where only is said how it is played; ``usual``: what each is if nothing is said;
    ``words``: what its settings do where it is played.
    """

    title: str
    meaning: str
    switch: str
    on: Any
    usual: Tree
    words: Callable[[Tree], Sentence]

    @property
    def switched_off(self) -> Tree:
        """The setting with which it is not played."""
        return {self.switch.rpartition(".")[2]: every_option()[self.switch].off}

    @property
    def off(self) -> Tree:
        """All of it, where it is not played."""
        return {**self.usual, **self.switched_off}

    def is_off(self, tree: Tree) -> bool:
        """Whether it is not played by its own table of settings, of which it may lack some."""
        return all(tree.get(name, off) == off for name, off in self.switched_off.items())

    def in_words(self, tree: Tree) -> Sentence:
        """What its own table of settings does, such as "× 2 from 7 points"."""
        return say("off") if self.is_off(tree) else self.words(tree)


@cache
def doublings() -> Mapping[str, Doubling]:
    """Every doubling that is a table of options, by its dotted key."""
    return {key: _doubling(key, field) for key, field, _ in _fields(RuleSet) if DOUBLING in _extra(field)}


def doubling_of(key: str) -> str:
    """The key of the doubling to which an option belongs; empty for none."""
    table = key.rpartition(".")[0]
    return table if table in doublings() else ""


def _doubling(key: str, field: inspect.Field) -> Doubling:
    (kind,) = members(field.type)
    assert isinstance(kind, inspect.StructType)
    texts, (switch, on, words) = _texts(field), _extra(field)[DOUBLING]
    usual = {inner.encode_name: inner.default for inner in kind.fields}
    return Doubling(texts["title"], texts["description"], f"{key}.{switch}", on, usual, words)


def _fields(
    struct: type[msgspec.Struct], prefix: str = "", game: str = ""
) -> Iterator[tuple[str, inspect.Field, str]]:
    """The fields of a table of options and of the tables in it that have texts, by dotted key.

    Each with the only game in which it means something; empty where it does in every game.
    """
    info = inspect.type_info(struct)
    assert isinstance(info, inspect.StructType)
    for field in info.fields:
        key = f"{prefix}{field.encode_name}"
        extra, of_game = _extra(field), _said(field).get(ONLY, game)
        if extra:
            yield key, field, of_game
        if key != "yaku" and OPTION not in extra:
            for member in members(field.type):
                if isinstance(member, inspect.StructType):
                    yield from _fields(member.cls, f"{key}.", of_game)


def _extra(field: inspect.Field) -> Mapping[str, Any]:
    """What a field says of itself as an option or as a doubling; empty for neither."""
    extra = _said(field)
    return extra if OPTION in extra or DOUBLING in extra else {}


def _said(field: inspect.Field) -> Mapping[str, Any]:
    return (isinstance(field.type, inspect.Metadata) and field.type.extra) or {}


def _texts(field: inspect.Field) -> Mapping[str, str]:
    assert isinstance(field.type, inspect.Metadata)
    return field.type.extra_json_schema or {}


def _row(key: str, field: inspect.Field, game: str) -> Option:
    texts, said = _texts(field), dict(_extra(field)[OPTION])
    types = [type(member) for member in members(field.type) if not isinstance(member, inspect.NoneType)]
    kind = said.pop("kind") or (_KIND_OF_TYPE.get(types[0]) if len(types) == 1 else None)
    if kind is None:
        raise TypeError(f"the option {key} has to name its kind")
    table = key.rpartition(".")[0]
    said["unless"] = tuple(
        {f"{table}{other}" if other.startswith(".") else other: values for other, values in beside.items()}
        for beside in said["unless"]
    )
    row = KINDS[kind](
        key=key,
        game=game,
        title=texts["title"],
        meaning=texts["description"],
        type=field.type,
        default=field.default if field.default_factory is NODEFAULT else field.default_factory(),
        **said,
    )
    if row.off is not UNSET:
        return row
    off = None if row.may_be_off else "off" if "off" in row.words else UNSET
    return msgspec.structs.replace(row, off=off)


def allowed(key: str) -> tuple[Sentence, ...]:
    """What may stand at a dotted key, in words: that of an option, or of anything around or inside one."""
    row = option(key)
    return row.allowed if row else tuple(map(type_words, members(_type_at(key))))


def _type_at(key: str) -> inspect.Type:
    """The type of what stands at a dotted key, of which all but the last part has to be possible."""
    kind = _rule_set_type()
    for part in key.split("."):
        inner = [found for member in members(kind) for found in _inside(member, part)]
        kind = inner[0] if inner else inspect.AnyType()
    return kind


@cache
def _rule_set_type() -> inspect.Type:
    """Found out once: it takes 6 ms, and every setting that is refused asks for it."""
    return inspect.type_info(RuleSet)


def _inside(table: inspect.Type, part: str) -> list[inspect.Type]:
    if isinstance(table, inspect.StructType):
        return [field.type for field in table.fields if field.encode_name == part]
    return [table.value_type] if isinstance(table, inspect.DictType) else []


def put_at(tree: dict[str, Any], key: str, value: Any) -> None:
    """Set the value of an option by its dotted key; tables that are missing are made."""
    *path, name = key.split(".")
    for part in path:
        tree = tree.setdefault(part, {})
    tree[name] = value
