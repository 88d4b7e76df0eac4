"""No text has a word that docs/words.md has given up, in any language."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from scorekeeper.languages import LANGUAGES
from tools import messages

WORDS = Path(__file__).parent.parent / "docs" / "words.md"
NAMES = {"en": "English", "pl": "Polish", "ru": "Russian", "nl": "Dutch", "ja": "Japanese"}
PLACE = re.compile(r"%\(\w+\)[ds]|\{\w+\}")


class GivenUp(NamedTuple):
    words: re.Pattern[str]
    instead: str
    right_in: list[str]  # what a text contains where the words are right


@cache
def given_up(language: str) -> list[GivenUp]:
    """The rows of a language's table under "Given up"."""
    _, _, tables = WORDS.read_text().partition("\n## Given up\n")
    _, _, table = tables.partition(f"\n### {NAMES[language]}\n")
    table, _, _ = table.partition("\n#")
    rows = [line.strip("| ").split(" |") for line in table.splitlines() if line.startswith("| ")][1:]
    return [
        GivenUp(pattern(not_.split(" · "), language), but.strip(), re.findall("“([^”]+)”", "".join(right)))
        for not_, but, *right in rows
    ]


def pattern(words: list[str], language: str) -> re.Pattern[str]:
    either = "|".join(re.escape(word.strip()).replace(r"\*", r"\w*") for word in words)
    return re.compile(either if language == "ja" else rf"\b(?:{either})\b", re.IGNORECASE)


@cache
def texts(language: str) -> list[str]:
    catalog = messages.template() if language == "en" else messages.read(language)
    found = [message.id if language == "en" else message.string for message in catalog if message.id]
    return [text for one in found if one for text in ([one] if isinstance(one, str) else one)]


def broken(text: str, language: str) -> list[str]:
    """The given up words in a text, and what to say instead."""
    said = PLACE.sub("", text)
    return [
        f"“{found[0]}”: {row.instead}"
        for row in given_up(language)
        if (found := row.words.search(said)) and not any(part in text for part in row.right_in)
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_text_has_no_word_that_was_given_up(language: str) -> None:
    assert {text: found for text in texts(language) if (found := broken(text, language))} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_place_where_a_given_up_word_is_right_is_the_place_of_a_text(language: str) -> None:
    parts = [part for row in given_up(language) for part in row.right_in]
    assert [part for part in parts if not any(part in text for text in texts(language))] == []


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Rain ruins the yaku."),
        ("pl", "Popraw rundę"),
        ("ru", "Кошелёк пуст."),
        ("nl", "Anna riep koi-koi."),
        ("ja", "右回りに座ります。"),
    ],
)
def test_a_word_that_was_given_up_is_noticed(language: str, text: str) -> None:
    assert broken(text, language)
