"""A rule set as a table would say it aloud, a section a line: its rows, in their own words."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Final, NamedTuple

import msgspec

from ...sentences import Sentence, count, listing, say
from . import phrases
from .diff import in_lines
from .ruleset import RuleSet
from .schema import Option, OptionSection, Tree, doubling_of, doublings, every_section, sections, value_at
from .yaku import KNOWN

_BEST_KNOWN: Final = (
    *("goko", "shiko", "ameshiko", "sanko", "hanami", "tsukimi"),
    *("inoshikacho", "akatan", "aotan", "tane", "tan", "kasu"),
)
_MOST_NAMED: Final = 3  # of the other yaku; more are counted


class Price(NamedTuple):
    """Yaku that pay the same number of points."""

    points: int
    yaku: tuple[tuple[str, int], ...]  # the id of each, and what it pays for each further card


def prices(rules: RuleSet) -> tuple[Price, ...]:
    """What the best known yaku and those of the table's own pay, the dearest first."""
    by_points = defaultdict(list)
    for name in _priced(rules):
        by_points[rules.yaku[name].points].append((name, rules.yaku[name].extra))
    return tuple(Price(points, tuple(by_points[points])) for points in sorted(by_points, reverse=True))


def beside_prices(rules: RuleSet) -> Iterator[Sentence]:
    """What goes with the prices: further cards, the yaku that are not among them."""
    priced = _priced(rules)
    if any(rules.yaku[name].extra for name in priced):
        yield say("+: for each extra card.")
    special = [phrases.yaku(name, rules) for name in priced if phrases.special_terms(name, rules)]
    if special:
        yield say("Special rules (see the chart): %(yaku)s.", yaku=listing(special))
    others = [name for name in rules.yaku if name not in priced and phrases.is_played(name, rules)]
    if len(others) > _MOST_NAMED:
        yield count("%(n)d more yaku is on the chart.", "%(n)d more yaku are on the chart.", len(others))
    elif others:
        named = listing([phrases.yaku(name, rules) for name in others])
        yield say("Also on the chart: %(yaku)s.", yaku=named)
    elif not priced:
        yield say("No yaku is worth anything.")


def _priced(rules: RuleSet) -> list[str]:
    """The yaku whose prices are said: the best known ones, and those of the table's own."""
    own = (name for name in rules.yaku if name not in KNOWN)
    return [name for name in (*_BEST_KNOWN, *own) if (row := rules.yaku.get(name)) and row.points]


class Topic(NamedTuple):
    """A section of the rules in short: its id, its title, and a few short sentences."""

    id: str
    title: str
    sentences: tuple[Sentence, ...]


def summary(rules: RuleSet) -> tuple[Topic, ...]:
    """What a rule set says, section by section; those in which it says nothing are left out."""
    topics = (
        Topic(section.id, section.title, tuple(_sentences(rules, section)))
        for section in sections(rules.game).values()
    )
    return tuple(topic for topic in topics if topic.sentences)


def _sentences(rules: RuleSet, section: OptionSection) -> Iterator[Sentence]:
    keys, tree = said(rules, section.id), msgspec.to_builtins(rules)
    if not keys and any(doubling_of(row.key) and not row.idle_beside(tree) for row in section.options):
        yield say("Nothing is doubled.")
    yield from (phrases.stated(key, rules) for key in keys)


def said(rules: RuleSet, section: str, *, usual: bool = False) -> tuple[str, ...]:
    """The keys of what a rule set says in a section: options and doublings that matter.

    ``usual``: also those that are as nearly everywhere, and go without saying.
    """
    tree = msgspec.to_builtins(rules)
    rows = [row for row in every_section()[section].options if row.matters(tree)]
    return in_lines(row.key for row in rows if _is_said(row, tree, usual=usual))


def _is_said(row: Option, tree: Tree, *, usual: bool) -> bool:
    """Whether an option is said, or stands for the doubling that it switches on."""
    if table := doubling_of(row.key):
        return row.key == doublings()[table].switch
    return (
        usual
        or row.always in (True, tree["game"])
        or bool(value_at(tree, row.key) != msgspec.to_builtins(row.default))
    )
