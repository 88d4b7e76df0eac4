"""Rule sets found by some words: their titles, what is said about them, what they change."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from ...koikoi.errors import BadRuleset
from ...koikoi.rules import phrases
from ...koikoi.rules.deal import possible_hands
from ...koikoi.rules.diff import changes
from ...koikoi.rules.loader import DEFAULT, names, rules
from ...koikoi.rules.ruleset import RuleSet
from ...koikoi.rules.yaku import KNOWN
from ...sentences import valued
from ..context import shelf, store
from ..language import spoken, translate
from ..search import SearchTexts, found_in, ranked, searched
from ..words import yaku_marks
from .descriptions import RuleSetChoice

_LATEST: Final = 12  # matches whose rules are offered first


class RuleSetHit(NamedTuple):
    """A rule set that fits what was looked for, and the words in which it was found."""

    choice: RuleSetChoice
    words: tuple[str, ...]  # none where its title and what is said about it hold everything


class Title(NamedTuple):
    """A rule set as it is offered in a list."""

    id: str
    title: str


def search(choices: Iterable[RuleSetChoice], wanted: str) -> list[RuleSetHit]:
    """The rule sets that have every wanted word; those that are called so come first."""
    texts = {choice: _texts(choice, spoken()) for choice in choices}
    return [
        RuleSetHit(choice, found_in(texts[choice], wanted, translate(choice.title), translate(choice.about)))
        for choice in ranked(texts.items(), wanted)
    ]


def played(choices: Sequence[RuleSetChoice]) -> list[RuleSetChoice]:
    """The rule sets of the latest matches, the latest first."""
    by_title = {choice.title: choice for choice in choices}
    starts = (start.get("ruleset") for start in store().first_events(_LATEST))
    titles = (tree.get("title") if isinstance(tree, dict) else tree for tree in starts)
    return list(dict.fromkeys(by_title[title] for title in titles if title in by_title))


def titles() -> list[Title]:
    """The rule sets that can be read, the table's own first."""
    house = shelf()
    readable = []
    for name in (*house.names(), *names()):
        try:
            readable.append(Title(name, rules(name, house.find).title or name))
        except BadRuleset:
            continue
    return readable


@lru_cache(1024)
def _texts(choice: RuleSetChoice, _spoken: str) -> SearchTexts:
    """What is said of a rule set in the reader's language, worked out once for each language."""
    about = translate(choice.about)
    return searched([translate(choice.title)], (about, about), *_said(choice.rules))


def _said(rule_set: RuleSet) -> Iterator[tuple[str, str]]:
    """The yaku and lucky hands that are played, also by their Japanese names, and the options that differ
    from the common rules."""
    played = [name for name in rule_set.yaku if phrases.is_played(name, rule_set)]
    for name in (*played, *possible_hands(rule_set, 2)):
        called, (said, kanji) = translate(phrases.yaku(name, rule_set)), yaku_marks(name)
        romaji = KNOWN[name].romaji if name in KNOWN else name  # is typed in any language
        joined = f"{said} {romaji}".replace("-", "")  # ino-shika-chō is written in one word, too
        yield called, f"{called} {said} {romaji} {joined} {kanji}"
    for title, _before, after in changes(rules(DEFAULT), rule_set):
        text = translate(valued(title, after))
        yield text, text
