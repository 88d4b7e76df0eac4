"""Rule sets found by some words: their titles, what is said about them, what they change."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from ...koikoi.errors import BadRuleset
from ...koikoi.rules import phrases
from ...koikoi.rules.diff import changes
from ...koikoi.rules.loader import names, rules
from ...sentences import valued
from ..context import shelf, store
from ..i18n import language, translate
from .descriptions import COMMON, RuleSetChoice

_LATEST: Final = 12  # matches whose rules are offered first
_MOST_KEPT: Final = 1024
_kept: dict[tuple[str, str], tuple[RuleSetChoice, tuple[str, ...]]] = {}


class RuleSetHit(NamedTuple):
    """A rule set that fits what was looked for, and the words in which it was found."""

    choice: RuleSetChoice
    words: tuple[str, ...]  # none where its title and what is said about it hold everything


class Title(NamedTuple):
    """A rule set as it is offered in a list."""

    id: str
    title: str


def search(choices: Sequence[RuleSetChoice], wanted: str) -> list[RuleSetHit]:
    """The rule sets that have every wanted word; those that have them in their title first."""
    words = _words_of(wanted)
    hits = [hit for choice in choices if (hit := _rule_set_hit(choice, words))]
    return sorted(hits, key=lambda hit: (not _has_all(translate(hit.choice.title), words), len(hit.words)))


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


def _words_of(wanted: str) -> list[str]:
    """The words that somebody looks for, of which a text has to have all."""
    return wanted.casefold().split()


def _has_all(text: str, words: Sequence[str]) -> bool:
    """Whether a text has all these words, or longer ones with them inside."""
    folded = text.casefold()
    return all(word in folded for word in words)


def _rule_set_hit(choice: RuleSetChoice, words: Sequence[str]) -> RuleSetHit | None:
    """Where the words were found; None if one of them is missing."""
    title, about, *others = _rule_set_texts(choice)
    texts: dict[str, None] = {}
    for word in words:
        if _has_all(f"{title} {about}", [word]):
            continue
        text = next((text for text in others if _has_all(text, [word])), None)
        if text is None:
            return None
        texts[text] = None
    return RuleSetHit(choice, tuple(texts))


def _rule_set_texts(choice: RuleSetChoice) -> tuple[str, ...]:
    """What is said of a rule set in the reader's language, worked out once for each language."""
    key = (choice.id, language())
    kept = _kept.get(key)
    if kept is None or kept[0] is not choice:
        if len(_kept) >= _MOST_KEPT:
            _kept.clear()
        kept = _kept[key] = (choice, (translate(choice.title), translate(choice.about), *_said(choice)))
    return kept[1]


def _said(choice: RuleSetChoice) -> Iterator[str]:
    """The yaku that are played, and the options that differ from the common rules."""
    rule_set = choice.rules
    for name in rule_set.yaku:
        if phrases.is_played(name, rule_set):
            yield translate(phrases.yaku(name, rule_set))
    for title, _before, after in changes(rules(COMMON), rule_set):
        yield translate(valued(title, after))
