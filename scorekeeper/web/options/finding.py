"""The entries of the reference by section, and those that have some words."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple

from ...koikoi.reference.entries import Entry, entries
from ...koikoi.rules.questions import topic_of
from ...sentences import Sentence
from ..i18n import language, translate
from ..rules.in_words import SECTIONS

_SECTION_OF: Final = {prefix: name for name, _title, prefixes in SECTIONS for prefix in prefixes or (name,)}
_TITLES: Final = {name: title for name, title, _prefixes in SECTIONS}


class Listed(NamedTuple):
    """A section of the reference."""

    id: str
    title: str
    entries: tuple[Entry, ...]  # without those that are part of another option


@cache
def sections() -> tuple[Listed, ...]:
    """Every section, as the rules and the form for house rules have them."""
    return tuple(
        Listed(
            name,
            title,
            tuple(row for row in entries().values() if section_of(row.key) == name and not row.table),
        )
        for name, title, _prefixes in SECTIONS
    )


def section_of(key: str) -> str:
    """The id of the section of an option."""
    return _SECTION_OF[key.split(".")[0]]


def whole_title(entry: Entry) -> str:
    """The title of an option in the reader's language; of a part after that of its table."""
    above = entries().get(entry.table)
    return f"{translate(above.title)} · {translate(entry.title)}" if above else translate(entry.title)


def search(wanted: str) -> list[Entry]:
    """The options that have every wanted word; those that have them in their title first."""
    parts = wanted.casefold().split()
    hits = [entry for entry in entries().values() if _has_all(_text(entry.key, language()), parts)]
    return sorted(hits, key=lambda entry: not _has_all(whole_title(entry).casefold(), parts))


def _has_all(text: str, parts: Sequence[str]) -> bool:
    return all(part in text for part in parts)


@cache
def _text(key: str, _language: str) -> str:
    """What is said of an option in the reader's language, for searching."""
    entry = entries()[key]
    said: list[Sentence | str] = [_TITLES[section_of(key)], entry.option.meaning, entry.usual]
    said += [value.words for value in entry.values]
    if topic := topic_of().get(key):
        asked = [text for question in topic.choices if key in question.keys for text in question.texts]
        said += [topic.words, *asked]
    return " ".join((key, whole_title(entry), *map(translate, said))).casefold()
