"""Where long words may be broken."""

from __future__ import annotations

import re

import pytest

from scorekeeper.languages import LANGUAGES, texts
from scorekeeper.web.hyphens import SOFT, hyphenated, hyphenated_name


@pytest.mark.parametrize(
    ("language", "word", "parts"),
    [
        ("ru", "удваивается", "удва-и-вается"),  # not “удваива-ется”, with an ending alone on its line
        ("ru", "считаются", "счи-таются"),
        ("nl", "verdubbelingen", "ver-dub-be-lin-gen"),
        ("pl", "rozdającego", "roz-da-ją-cego"),
        ("en", "differences", "dif-fer-ences"),
        ("nl", "gewonnen", "ge-won-nen"),
        ("nl", "partijen", "par-tijen"),
        ("en", "doubled", "doubled"),  # seven letters
        ("ja", "コイコイコイコイコイコイ", "コイコイコイコイコイコイ"),
    ],
)
def test_a_long_word_may_be_broken(language: str, word: str, parts: str) -> None:
    assert hyphenated(word, language).split(SOFT) == parts.split("-")


@pytest.mark.parametrize(
    ("language", "name", "parts"),
    [
        ("en", "Bartholomew", "Bar-tho-lo-mew"),  # the English dictionary knows no place
        ("ja", "Bartholomew", "Bar-tho-lo-mew"),
        ("en", "Wilhelmina-Charlotte", "Wil-hel-mina-Char-lotte"),
        ("pl", "Анастасия", "Ана-стасия"),
        ("pl", "Katarzyna", "Ka-ta-rzyna"),  # rz is one sound
        ("nl", "Katarzyna", "Ka-tar-zyna"),  # as the reader would break it
        ("en", "Xxxxxxxxxxxxxxxxxxxx", "Xxxxxxxx-xxxxxxxx-xxxx"),
        ("en", "ヴィルヘルミナシャルロッテ", "ヴィルヘルミナシャルロッテ"),
        ("en", "Anna", "Anna"),
    ],
)
def test_a_long_name_is_broken_with_a_hyphen_in_every_language(language: str, name: str, parts: str) -> None:
    assert hyphenated_name(name, language).replace(SOFT, "-") == parts


@pytest.mark.parametrize(("language", "least"), [("pl", 3), ("ru", 5), ("nl", 3)])
def test_enough_letters_of_every_word_go_on_the_next_line(language: str, least: int) -> None:
    said = " ".join(text for text in texts(language)._catalog.values() if isinstance(text, str))
    words = {*re.findall(r"[^\W\d_]+", said)}
    broken = [word for word in (hyphenated(word, language) for word in words) if SOFT in word]
    assert len(broken) > 100
    assert all(len(word.rpartition(SOFT)[2]) >= least for word in broken)
    assert {word.replace(SOFT, "") for word in broken} <= words


def test_every_language_is_known_or_breaks_anywhere() -> None:
    assert [hyphenated("x" * 20, language) for language in LANGUAGES] == ["x" * 20] * len(LANGUAGES)
