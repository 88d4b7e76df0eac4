"""Rule sets in words, for choosing one, for reading it and for showing what it changes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, Final, NamedTuple

import msgspec

from ...koikoi.errors import BadRuleset
from ...koikoi.rules import wording
from ...koikoi.rules.differences import differences
from ...koikoi.rules.loading import DEFAULT, Find, Tree, named, names, rules
from ...koikoi.rules.ruleset import RuleSet
from ...koikoi.rules.schema import Option, options
from ...koikoi.rules.wording import changes
from ...sentences import N_, Sentence
from ..words import language, translate

# The sections in which the options are read and changed: id, title, the first part of their keys.
SECTIONS: Final = (
    ("match", N_("Match"), ("match",)),
    ("deal", N_("Deal and lucky hands"), ("deal",)),
    ("play", N_("Play"), ("play",)),
    ("calls", N_("Koi-koi or stop"), ("calls",)),
    ("scoring", N_("Sake cup, brights, weather"), ("sake_cup", "brights", "overlap", "weather")),
    ("yaku", N_("Yaku"), ()),
    ("multipliers", N_("Doublings"), ("multipliers",)),
    ("exhausted", N_("Nobody stops"), ("exhausted",)),
    ("settlement", N_("Coins"), ("settlement",)),
)


class Choice(NamedTuple):
    """A rule set to choose: its id, its texts, what it changes against the one it extends."""

    id: str
    title: str
    about: str
    parent: str  # the title of the rule set it extends; empty for the default
    changes: tuple[tuple[Sentence, Sentence, Sentence], ...]
    rules: RuleSet

    @property
    def in_words(self) -> tuple[str, ...]:
        """What it changes, in the reader's language: "Rounds: 8", "Sake cup: an animal"."""
        return _named_words(self.id, language()) if self.id in names() else _words(self)


class Line(NamedTuple):
    """One option in words."""

    key: str
    title: Sentence
    value: Sentence
    before: Sentence | None  # its value in the rule set that this one extends, where it differs


class YakuLine(NamedTuple):
    """One yaku that is played, or was in the rule set that this one extends."""

    id: str
    points: int
    extra: int
    after_koi: int | None
    terms: tuple[Sentence, ...]
    before: Sentence | None  # its points in the rule set that this one extends, where they differ
    changed: bool


def rule_choices(ids: Sequence[str], find: Find) -> list[Choice]:
    """The rule sets with these ids; one that cannot be read is left out."""
    found = []
    for name in ids:
        try:
            found.append(choice(name, find))
        except BadRuleset:
            continue
    return found


def choice(name: str, find: Find) -> Choice:
    """A rule set with its differences from its parent. Raises BadRuleset."""
    return _named_choice(name) if name in names() else _choice(name, find)


@cache
def _named_choice(name: str) -> Choice:
    return _choice(name, named)  # those that come with the game never change


@cache
def _named_words(name: str, _language: str) -> tuple[str, ...]:
    return _words(_named_choice(name))


def _words(choice: Choice) -> tuple[str, ...]:
    return tuple(f"{translate(title)}: {translate(after)}" for title, _before, after in choice.changes)


def _choice(name: str, find: Find) -> Choice:
    chosen = rules(name, find)
    parent = parent_of(find(name) or {})
    if not parent:
        return Choice(name, chosen.title or name, chosen.about, "", (), chosen)
    above = rules(parent, find)
    return Choice(
        name, chosen.title or name, chosen.about, above.title or parent, changes(above, chosen), chosen
    )


def parent_of(tree: Tree) -> str:
    """The id of the rule set that a written one extends, or an empty text."""
    parent = tree.get("extends")
    return parent if isinstance(parent, str) else ""


def section_options(prefixes: Sequence[str]) -> Iterator[Option]:
    """The options of a section; those inside an optional part of another are left to it."""
    rows = options()
    return (
        row
        for row in rows.values()
        if row.key.split(".")[0] in prefixes and row.key.rpartition(".")[0] not in rows
    )


def lines(prefixes: Sequence[str], chosen: RuleSet, parent: RuleSet) -> list[Line]:
    """The options of a section in words, with what differs from the parent."""
    now, before = msgspec.to_builtins(chosen), msgspec.to_builtins(parent)
    return [_line(row.key, now, before, chosen, parent) for row in section_options(prefixes)]


def yaku_lines(chosen: RuleSet, parent: RuleSet) -> list[YakuLine]:
    """The yaku of a rule set: those that are played, and those that its parent plays."""
    changed = {one.key.split(".")[1] for one in differences(parent, chosen) if one.key.startswith("yaku.")}
    return [
        _yaku_line(name, chosen, parent, name in changed)
        for name in chosen.yaku
        if _played(name, chosen) or _played(name, parent)
    ]


def value_at(tree: Tree, key: str) -> Any:
    """The value of an option by its dotted key; None where it is not set."""
    found: Any = tree
    for part in key.split("."):
        found = found.get(part) if isinstance(found, dict) else None
    return found


def standing(ids: Sequence[str], find: Find, name: str) -> list[str]:
    """The ids of those rule sets that extend this one."""
    return [other for other in ids if other != name and parent_of(_readable(find, other)) == name]


def base_of(tree: Tree) -> str:
    """The rule set against which a written one shows what it changes."""
    return parent_of(tree) or DEFAULT


def _readable(find: Find, name: str) -> Tree:
    try:
        return find(name) or {}
    except BadRuleset:
        return {}


def _line(key: str, now: Tree, before: Tree, chosen: RuleSet, parent: RuleSet) -> Line:
    value, was = value_at(now, key), value_at(before, key)
    return Line(
        key,
        wording.title(key, chosen),
        wording.value(key, value, chosen),
        wording.value(key, was, parent)
        if value != was and not wording.same_deal(key, parent, chosen)
        else None,
    )


def _played(name: str, chosen: RuleSet) -> bool:
    row = chosen.yaku.get(name)
    return bool(row and (row.points or row.after_koi))


def _yaku_line(name: str, chosen: RuleSet, parent: RuleSet, changed: bool) -> YakuLine:
    row, above = chosen.yaku[name], parent.yaku.get(name)
    before = above and above.points != row.points
    return YakuLine(
        name,
        row.points,
        row.extra,
        row.after_koi,
        wording.terms(name, chosen),
        wording.value(f"yaku.{name}.points", above.points, parent) if before and above else None,
        changed,
    )
