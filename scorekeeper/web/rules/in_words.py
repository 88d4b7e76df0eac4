"""Rule sets in words, for choosing one, for reading it and for showing what it changes."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import msgspec

from ...koikoi.errors import BadRuleset
from ...koikoi.rules import phrases
from ...koikoi.rules.diff import changes, differences, same_deal
from ...koikoi.rules.loader import DEFAULT, Find, parent_of, rules
from ...koikoi.rules.phrases import terms
from ...koikoi.rules.ruleset import RuleSet
from ...koikoi.rules.schema import Tree, section_options, value_at
from ...sentences import N_, Sentence
from ..i18n import language, translate

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


@dataclass(frozen=True, eq=False)
class Choice:
    """A rule set to choose: its id, its texts, what it changes against the one it extends."""

    id: str
    rules: RuleSet
    above: RuleSet | None  # the rule set that it extends; None for the default
    parent: str  # the title of that; empty for the default
    changes: tuple[tuple[Sentence, Sentence, Sentence], ...]
    _words: dict[str, tuple[str, ...]] = field(default_factory=dict)  # by language

    @property
    def title(self) -> str:
        return self.rules.title or self.id

    @property
    def about(self) -> str:
        return self.rules.about

    @property
    def is_of_common_rules(self) -> bool:
        """Whether it extends the common rules, which go without saying."""
        return self.above is rules(DEFAULT)

    @property
    def in_words(self) -> tuple[str, ...]:
        """What it changes, in the reader's language: "Rounds: 8", "Sake cup: an animal"."""
        if language() not in self._words:
            words = (f"{translate(title)}: {translate(after)}" for title, _before, after in self.changes)
            self._words[language()] = tuple(words)
        return self._words[language()]


_MOST_CHOICES: Final = 512
_choices: dict[str, Choice] = {}


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
    choices = []
    for name in ids:
        with suppress(BadRuleset):
            choices.append(choice(name, find))
    return choices


def choice(name: str, find: Find) -> Choice:
    """A rule set with its differences from its parent, worked out once for as long as both stay the same.

    Raises BadRuleset.
    """
    rule_set, parent = rules(name, find), parent_of(find(name) or {})
    above = rules(parent, find) if parent else None
    kept = _choices.get(name)
    if kept is None or kept.rules is not rule_set or kept.above is not above:
        if len(_choices) >= _MOST_CHOICES:
            _choices.clear()
        changed = changes(above, rule_set) if above else ()
        kept = _choices[name] = Choice(name, rule_set, above, (above and above.title) or parent, changed)
    return kept


def lines(prefixes: Sequence[str], rule_set: RuleSet, parent: RuleSet) -> list[Line]:
    """The options of a section in words, with what differs from the parent."""
    now, before = msgspec.to_builtins(rule_set), msgspec.to_builtins(parent)
    return [_line(row.key, now, before, rule_set, parent) for row in section_options(prefixes)]


def yaku_lines(rule_set: RuleSet, parent: RuleSet) -> list[YakuLine]:
    """The yaku of a rule set: those that are played, and those that its parent plays."""
    changed = {row.key.split(".")[1] for row in differences(parent, rule_set) if row.key.startswith("yaku.")}
    return [
        _yaku_line(name, rule_set, parent, name in changed)
        for name in rule_set.yaku
        if phrases.is_played(name, rule_set) or phrases.is_played(name, parent)
    ]


def _line(key: str, now: Tree, before: Tree, rule_set: RuleSet, parent: RuleSet) -> Line:
    value, was = value_at(now, key), value_at(before, key)
    return Line(
        key,
        phrases.title(key, rule_set),
        phrases.value(key, value, rule_set),
        phrases.value(key, was, parent) if value != was and not same_deal(key, parent, rule_set) else None,
    )


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
