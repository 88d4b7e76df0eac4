"""Finding a rule set: by its title, by what is said about it, by its yaku, by what it changes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from ...koikoi.errors import BadRuleset
from ...koikoi.rules import phrases
from ...koikoi.rules.diff import changes
from ...koikoi.rules.loader import names, rules
from ..i18n import language, translate
from ..match_repository import shelf, store
from .in_words import Choice
from .sources import COMMON

_LATEST: Final = 12  # matches whose rules are offered first
_MOST_KEPT: Final = 1024
_kept: dict[tuple[str, str], tuple[Choice, tuple[str, ...]]] = {}


class Hit(NamedTuple):
    """A rule set that fits what was looked for, and the words in which it was found."""

    choice: Choice
    words: tuple[str, ...]  # none where its title and what is said about it hold everything


class Title(NamedTuple):
    """A rule set as it is offered in a list."""

    id: str
    title: str


def search(choices: Sequence[Choice], wanted: str) -> list[Hit]:
    """The rule sets that have every wanted word; those that have them in their title first."""
    parts = wanted.casefold().split()
    hits = [hit for choice in choices if (hit := _hit(choice, parts))]
    return sorted(hits, key=lambda hit: (not _has_all(translate(hit.choice.title), parts), len(hit.words)))


def played(choices: Sequence[Choice]) -> list[Choice]:
    """The rule sets of the latest matches, the latest first."""
    by_title = {choice.title: choice for choice in choices}
    starts = (start.get("ruleset") for start in store().beginnings(_LATEST))
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


def _hit(choice: Choice, parts: Sequence[str]) -> Hit | None:
    """Where the words were found; None if one of them is missing."""
    title, about, *others = _texts(choice)
    seen = f"{title} {about}".casefold()
    texts: dict[str, None] = {}
    for part in parts:
        if part in seen:
            continue
        text = next((text for text in others if part in text.casefold()), None)
        if text is None:
            return None
        texts[text] = None
    return Hit(choice, tuple(texts))


def _has_all(text: str, parts: Sequence[str]) -> bool:
    return all(part in text.casefold() for part in parts)


def _texts(choice: Choice) -> tuple[str, ...]:
    """What is said of a rule set in the reader's language, worked out once for each language."""
    key = (choice.id, language())
    kept = _kept.get(key)
    if kept is None or kept[0] is not choice:
        if len(_kept) >= _MOST_KEPT:
            _kept.clear()
        kept = _kept[key] = (choice, (translate(choice.title), translate(choice.about), *_said(choice)))
    return kept[1]


def _said(choice: Choice) -> Iterator[str]:
    """The yaku that are played, and the options that differ from the common rules."""
    rule_set = choice.rules
    for name in rule_set.yaku:
        if phrases.is_played(name, rule_set):
            yield translate(phrases.yaku(name, rule_set))
    for title, _before, after in changes(rules(COMMON), rule_set):
        yield f"{translate(title)}: {translate(after)}"
