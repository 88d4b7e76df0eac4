"""Rule sets and options found by some words: their titles, what is said about them, what they change."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from ...koikoi.errors import BadRuleset
from ...koikoi.rules import phrases
from ...koikoi.rules.diff import changes
from ...koikoi.rules.loader import names, rules
from ...koikoi.rules.questions import QuestionTopic, topic_of, topics
from ...koikoi.rules.schema import Option, inner_options, option, options, yaku_options
from ...koikoi.rules.yaku import KNOWN
from ...sentences import N_
from ..context import shelf, store
from ..i18n import language, translate
from .descriptions import COMMON, SECTIONS, RuleSetChoice
from .form import OWN
from .yaku_fields import CARD_LISTS

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


def words_of(wanted: str) -> list[str]:
    """The words that somebody looks for, of which a text has to have all."""
    return wanted.casefold().split()


def has_all(text: str, words: Sequence[str]) -> bool:
    """Whether a text has all these words, or longer ones with them inside."""
    folded = text.casefold()
    return all(word in folded for word in words)


def search(choices: Sequence[RuleSetChoice], wanted: str) -> list[RuleSetHit]:
    """The rule sets that have every wanted word; those that have them in their title first."""
    words = words_of(wanted)
    hits = [hit for choice in choices if (hit := _rule_set_hit(choice, words))]
    return sorted(hits, key=lambda hit: (not has_all(translate(hit.choice.title), words), len(hit.words)))


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
    """Where the words were found; None if one of them is missing."""
    title, about, *others = _rule_set_texts(choice)
    texts: dict[str, None] = {}
    for word in words:
        if has_all(f"{title} {about}", [word]):
            continue
        text = next((text for text in others if has_all(text, [word])), None)
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
        yield f"{translate(title)}: {translate(after)}"


MOST_HITS: Final = 24
_SECTION_OF: Final = {prefix: name for name, _title, prefixes in SECTIONS for prefix in prefixes}
# The fold of an option of the yaku; of others "terms".
_OF_YAKU: Final = {"points": "yaku", "extra": "yaku", **dict.fromkeys(CARD_LISTS, OWN)}
_OF_OWN: Final = ("name", "cards", "kind", "monthly")
_FOLDS: Final = {  # what is no option
    OWN: (N_("Yaku of your own"), N_("Add a yaku that only your table plays: its name, points and cards.")),
    "pairs": (N_("Yaku that do not count together"), N_("Which yaku counts instead of which.")),
}


class Hit(NamedTuple):
    """Something that a search has found. ``fold``: where it is set; ``place``: the id of its element."""

    title: str
    meaning: str
    fold: str
    place: str
    heard: str  # all its words


def hits(sought: str) -> list[Hit]:
    """What has all these words, in the order of the page."""
    words = words_of(sought)
    return [hit for hit in _all(language()) if has_all(hit.heard, words)][:MOST_HITS] if words else []


@lru_cache(16)
def _all(_language: str) -> tuple[Hit, ...]:
    """Everything that can be found, in the reader's language."""
    return (*map(_topic, topics()), *_rest(), *_yaku(), *_terms(), *_others())


def _topic(topic: QuestionTopic) -> Hit:
    asked = [text for question in topic.choices for text in question.texts]
    rows = [row for key in topic.keys if (row := option(key)) is not None]
    yaku = [KNOWN[key.split(".")[1]].name for key in topic.keys if key.startswith("yaku.")]
    texts = [topic.words, *asked, *yaku, *(text for row in rows for text in _texts(row))]
    fold = f"ask.{topic.id}"
    questions = [question.question for question in topic.choices]
    meaning = " ".join(translate(question) for question in questions if question != topic.question)
    return _hit(topic.question, meaning, fold, f"s-{fold}", texts)


def _rest() -> Iterator[Hit]:
    for key, row in options().items():
        section = _SECTION_OF.get(key.split(".")[0], "")
        if section and key not in topic_of() and key.rpartition(".")[0] not in options():
            yield _hit(row.title, translate(row.meaning), section, f"f-{key}", _texts(row))


def _yaku() -> Iterator[Hit]:
    for name, row in KNOWN.items():
        if f"yaku.{name}.points" not in topic_of():
            yield _hit(row.name, translate(row.note), "yaku", "s-yaku", [row.name, row.romaji, row.note])


def _terms() -> Iterator[Hit]:
    for key, row in yaku_options().items():
        if key not in _OF_OWN and row.kind != "pairs":
            fold = _OF_YAKU.get(key, "terms")
            yield _hit(row.title, translate(row.meaning), fold, f"s-{fold}", _texts(row))


def _others() -> Iterator[Hit]:
    for fold, (title, meaning) in _FOLDS.items():
        yield _hit(title, translate(meaning), fold, f"s-{fold}", [title, meaning])


def _hit(title: str, meaning: str, fold: str, place: str, texts: list[str]) -> Hit:
    heard = " ".join(translate(text) for text in dict.fromkeys((title, *texts)) if text)
    return Hit(translate(title), meaning, fold, place, heard)


def _texts(row: Option) -> list[str]:
    """The texts of an option, and of the table that it may be."""
    inner = [text for part in inner_options(row) for text in _texts(part)] if row.is_part else []
    return [row.title, row.meaning, *row.values.values(), *inner]
