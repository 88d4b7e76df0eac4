"""The search of the rule editor: options by what they are called, mean and may be, as the reader says it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from ...koikoi.rules.questions import Topic, topic_of, topics
from ...koikoi.rules.schema import Option, inner_options, option, options, yaku_options
from ...koikoi.rules.yaku import KNOWN
from ...sentences import N_
from ..i18n import language, translate
from .folds import OWN
from .in_words import SECTIONS
from .yaku_fields import CARD_LISTS

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
    heard: str  # all its words, in lower case

    def has(self, words: list[str]) -> bool:
        return all(word in self.heard for word in words)


def hits(sought: str) -> list[Hit]:
    """What has all these words, in the order of the page."""
    words = sought.casefold().split()
    return [hit for hit in _all(language()) if hit.has(words)][:MOST_HITS] if words else []


@lru_cache(16)
def _all(_language: str) -> tuple[Hit, ...]:
    """Everything that can be found, in the reader's language."""
    return (*map(_topic, topics()), *_rest(), *_yaku(), *_terms(), *_others())


def _topic(topic: Topic) -> Hit:
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
    return Hit(translate(title), meaning, fold, place, heard.casefold())


def _texts(row: Option) -> list[str]:
    """The texts of an option, and of the table that it may be."""
    inner = [text for part in inner_options(row) for text in _texts(part)] if row.is_part else []
    return [row.title, row.meaning, *row.values.values(), *inner]
