"""Rule sets in words: for choosing one, for reading it, for what it changes, as a message to a friend."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

import msgspec
from flask_babel import ngettext

from ...koikoi.errors import BadRuleset
from ...koikoi.rules import phrases, schema
from ...koikoi.rules.diff import changes, changes_by_key, differences, in_lines, own_yaku, same_deal
from ...koikoi.rules.loader import DEFAULT, Find, base_of, parent_of, rules
from ...koikoi.rules.options.row import COUNTED, KOIKOI, GameId
from ...koikoi.rules.phrases import terms
from ...koikoi.rules.ruleset import RuleSet
from ...koikoi.rules.schema import Option, value_at
from ...sentences import N_, Sentence, parted, say, valued
from ..language import spoken, translate


@dataclass(frozen=True, eq=False)
class RuleSetChoice:
    """A rule set to choose: its id, its texts, what it changes against the one it extends."""

    id: str
    rules: RuleSet
    above: RuleSet | None  # the rule set that it extends; None for the default
    parent: str  # the title of that; empty for the default
    changes: tuple[tuple[Sentence, Sentence, Sentence], ...]

    @property
    def title(self) -> str:
        return self.rules.title or self.id

    @property
    def about(self) -> str:
        return self.rules.about

    @property
    def is_of_common_rules(self) -> bool:
        """Whether it extends the common rules, which go without saying."""
        return self.above == rules(DEFAULT)

    @property
    def in_words(self) -> tuple[str, ...]:
        """What it changes, in the reader's language: "Rounds: 8", "Sake cup: an animal"."""
        return _in_words(self, spoken())


@lru_cache(1024)
def _in_words(choice: RuleSetChoice, _spoken: str) -> tuple[str, ...]:
    return tuple([translate(valued(title, after)) for title, _before, after in choice.changes])


class OptionLine(NamedTuple):
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


class RuleSection(NamedTuple):
    """A section of a rule set in words."""

    title: str
    lines: list[OptionLine]


def rule_choices(ids: Sequence[str], find: Find) -> list[RuleSetChoice]:
    """The rule sets with these ids; one that cannot be read is left out."""
    choices = []
    for name in ids:
        with suppress(BadRuleset):
            choices.append(choice(name, find))
    return choices


def choice(name: str, find: Find) -> RuleSetChoice:
    """A rule set with its differences from its parent, worked out once for as long as both stay the same.

    Raises BadRuleset.
    """
    parent = parent_of(find(name) or {}) and above(name, find)[0]
    return _choice(name, rules(name, find), rules(parent, find) if parent else None, parent)


def above(name: str, find: Find) -> tuple[str, RuleSet]:
    """The rule set with which one is compared, after its id; the first of a game with itself, and no id."""
    rule_set, base = rules(name, find), base_of(find(name) or {})
    parent = rules(base, find)
    return (base, parent) if base != name and parent.game == rule_set.game else ("", rule_set)


@lru_cache(512)
def _choice(name: str, rule_set: RuleSet, above: RuleSet | None, parent: str) -> RuleSetChoice:
    changed = changes(above, rule_set) if above else ()
    return RuleSetChoice(name, rule_set, above, (above and above.title) or parent, changed)


def sections(rule_set: RuleSet, parent: RuleSet) -> list[RuleSection]:
    """The sections of a rule set in words; what differs from the parent is marked."""
    found = schema.sections(rule_set.game).values()
    lines = {section.title: _lines(section.options, rule_set, parent) for section in found}
    return [RuleSection(title, told) for title, told in lines.items() if told]


def _lines(options: Iterable[Option], rule_set: RuleSet, parent: RuleSet) -> list[OptionLine]:
    """Options in words, with what differs from the parent."""
    now, before = msgspec.to_builtins(rule_set), msgspec.to_builtins(parent)
    lines = []
    for key in in_lines(row.key for row in options if not row.idle_beside(now)):
        value, was = value_at(now, key), value_at(before, key)
        differs = value != was and not same_deal(key, parent, rule_set)
        said = phrases.value(key, value, rule_set)
        said_before = phrases.value(key, was, parent) if differs else None
        lines.append(OptionLine(key, phrases.title(key, rule_set), said, said_before))
    return lines


def yaku_lines(rule_set: RuleSet, parent: RuleSet) -> list[YakuLine]:
    """The yaku of a rule set: those that are played, and those that its parent plays."""
    changed = {row.key.split(".")[1] for row in differences(parent, rule_set) if row.key.startswith("yaku.")}
    return [
        _yaku_line(name, rule_set, parent, name in changed)
        for name in rule_set.yaku
        if phrases.is_played(name, rule_set) or phrases.is_played(name, parent)
    ]


def _yaku_line(name: str, rule_set: RuleSet, parent: RuleSet, changed: bool) -> YakuLine:
    row, above = rule_set.yaku[name], parent.yaku.get(name)
    before = above and above.points != row.points
    return YakuLine(
        name,
        row.points,
        row.extra,
        row.after_koi,
        terms(name, rule_set),
        phrases.value(f"yaku.{name}.points", above.points, parent) if before and above else None,
        changed,
    )


MOST_CHANGES: Final = 10
_OF_GAME: Final[Mapping[GameId, tuple[str, str]]] = {  # what the message says of the rules of a game
    KOIKOI: (N_("Koi-Koi rules"), N_("Koi-Koi rules, based on “%(title)s”:")),
    COUNTED: (
        N_("Rules for a game with hanafuda"),
        N_("Rules for a game with hanafuda, based on “%(title)s”:"),
    ),
}


def short_text(rule_set: RuleSet, above: RuleSet, link: str) -> str:
    """The title, what the rule set changes above another one, and the link; ``link`` may be empty.

    Of many changes only the first MOST_CHANGES.
    """
    changed = changes_by_key(above, rule_set)
    plain, based = _OF_GAME[rule_set.game]
    about = translate(say(based, title=say(above.title)) if changed else say(plain))
    lines = [translate(rule_set.title), about]
    for key, (option, _before, now) in changed[:MOST_CHANGES]:
        lines.append(f"• {translate(valued(option, parted([now, *_made(key, rule_set)])))}")
    if (more := len(changed) - MOST_CHANGES) > 0:
        lines.append(ngettext("… and %(num)d more", "… and %(num)d more", more))
    return "\n".join([*lines, *(("", link) if link else ())])


def _made(key: str, rule_set: RuleSet) -> tuple[Sentence, ...]:
    """What makes a yaku of the table's own, where it is the change; its cards by name."""
    name = key.removeprefix("yaku.")
    return terms(name, rule_set) if name in own_yaku(rule_set) else ()


class Booklet(NamedTuple):
    """A document that players may have before them: its rule set, the card on its cover, how to know it."""

    id: str
    card: str
    known_by: str


class Source(NamedTuple):
    """Rule sets of one kind of source, without the booklets and the common rules, which stand above."""

    title: str
    ids: tuple[str, ...]


BOOKLETS: Final = (
    Booklet("russian", "01B", N_("In Russian, with coins, a sensei and tenho.")),
    Booklet("polish_booklet", "11B", N_("In Polish, with koi-koi, shōbu and ten optional rules.")),
    Booklet("mongolopedia", "11C", N_("A Polish wiki: wild lightning, no sake yaku in rain.")),
    Booklet("dutch", "12B", N_("The Dutch article, with Nintendo’s points in its notes.")),
)
SOURCES: Final = (
    Source(N_("Booklets and articles"), ("russian_all", "russian_no_mult", "polish_all")),
    Source(
        N_("Card makers, books and places"),
        ("nintendo_jp", "nintendo_en", "tengudo", "gamble1974", "amuse_gion"),
    ),
    Source(N_("Video games"), ("ww51", "clubhouse_ds", "koikoi_japan", "gamedesign", "classic")),
    Source(N_("Websites"), ("bga", "hanafubuki", "wiki_pagat", "rulebook", "hanafuda_art")),
    Source(
        N_("Apps and programs"),
        ("cwz", "cwz_local", "senridogs", "senridogs_additive", "go_koikoi", "scorer"),
    ),
)


def booklets(choices: Iterable[RuleSetChoice]) -> list[tuple[Booklet, RuleSetChoice]]:
    """The booklets whose rule sets are among the choices."""
    known = {choice.id: choice for choice in choices}
    return [(booklet, known[booklet.id]) for booklet in BOOKLETS if booklet.id in known]


def by_source(choices: Iterable[RuleSetChoice]) -> list[tuple[str, list[RuleSetChoice]]]:
    """Rule sets by kind of source, each kind with its title."""
    known = {choice.id: choice for choice in choices}
    groups = [(title, [known[name] for name in ids if name in known]) for title, ids in SOURCES]
    return [(title, members) for title, members in groups if members]
