"""Rule sets found by some words: their titles, what is said about them, what they change."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from ...koikoi.errors import BadRuleset
from ...koikoi.rules import phrases
from ...koikoi.rules.deal import possible_hands
from ...koikoi.rules.diff import changes
from ...koikoi.rules.loader import DEFAULT, names, rules
from ...koikoi.rules.yaku import KNOWN
from ...sentences import valued
from ..context import shelf, store
from ..i18n import spoken, translate, yaku_marks
from .descriptions import RuleSetChoice
from .option_search import plain

_LATEST: Final = 12  # matches whose rules are offered first


class _Text(NamedTuple):
    """Something that is said of a rule set, as it is shown, and as it is searched."""

    shown: str
    plain: str


class RuleSetHit(NamedTuple):
    """A rule set that fits what was looked for, and the words in which it was found."""

    choice: RuleSetChoice
    words: tuple[str, ...]  # none where its title and what is said about it hold everything
    by_title: bool  # whether the title alone holds everything


class Title(NamedTuple):
    """A rule set as it is offered in a list."""

    id: str
    title: str


def search(choices: Sequence[RuleSetChoice], wanted: str) -> list[RuleSetHit]:
    """The rule sets that have every wanted word; those that have them in their title first."""
    words = plain(wanted).split()
    hits = [hit for choice in choices if (hit := _rule_set_hit(choice, words))] if words else []
    return sorted(hits, key=lambda hit: (not hit.by_title, len(hit.words)))


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


def _rule_set_hit(choice: RuleSetChoice, words: Sequence[str]) -> RuleSetHit | None:
    """Where the words, or longer ones with them inside, were found; None if one of them is missing."""
    title, about, *others = _texts(choice, spoken())
    texts: dict[str, None] = {}
    for word in words:
        if word in title.plain or word in about.plain:
            continue
        text = next((text for text in others if word in text.plain), None)
        if text is None:
            return None
        texts[text.shown] = None
    return RuleSetHit(choice, tuple(texts), all(word in title.plain for word in words))


@lru_cache(1024)
def _texts(choice: RuleSetChoice, _spoken: str) -> tuple[_Text, ...]:
    """What is said of a rule set in the reader's language, worked out once for each language."""
    return tuple(_said(choice))


def _said(choice: RuleSetChoice) -> Iterator[_Text]:
    """The title, the sentence about it, the yaku and lucky hands that are played, also by their
    Japanese names, and the options that differ from the common rules."""
    rule_set = choice.rules
    for text in (choice.title, choice.about):
        yield _Text(translate(text), plain(translate(text)))
    played = [name for name in rule_set.yaku if phrases.is_played(name, rule_set)]
    for name in (*played, *possible_hands(rule_set, 2)):
        called, (said, kanji) = translate(phrases.yaku(name, rule_set)), yaku_marks(name)
        romaji = KNOWN[name].romaji if name in KNOWN else name  # is typed in any language
        joined = f"{said} {romaji}".replace("-", "")  # ino-shika-chō is written in one word, too
        yield _Text(called, plain(f"{called} {said} {romaji} {joined} {kanji}"))
    for title, _before, after in changes(rules(DEFAULT), rule_set):
        text = translate(valued(title, after))
        yield _Text(text, plain(text))
