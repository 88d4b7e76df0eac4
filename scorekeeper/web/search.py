"""Rows found by the words that people look for: options, rule sets, players.

Accents, capitals and the order of the words make no difference, nor does the ending of a word in a name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, NamedTuple, TypeVar
from unicodedata import normalize

_KANA: Final = "\u3040"  # the letters and characters of Japanese come after it
_NOWHERE: Final = 5  # behind every place where a word may be found

_Found = TypeVar("_Found")


class SearchTexts(NamedTuple):
    """What is searched of a row, its words as ``plain`` writes them."""

    names: str  # what it is called
    rest: str  # all else that is said about it
    each: tuple[tuple[str, str], ...]  # the same text by text: as the reader knows it, and as it is searched


def searched(names: Iterable[str], *rest: tuple[str, str]) -> SearchTexts:
    """``rest``: what else is said, as it is shown (empty where it is not) and as it may be written."""
    called = [(name, plain(name)) for name in names]
    others = [(shown, plain(written)) for shown, written in rest if written]
    return SearchTexts(
        f" | {' | '.join(text for _name, text in called)} | ",
        f" {' '.join(text for _shown, text in others)} ",
        tuple(text for text in (*called, *others) if text[0]),
    )


def ranked(rows: Iterable[tuple[_Found, SearchTexts]], wanted: str) -> list[_Found]:
    """The rows that have every wanted word; those that are called so come first."""
    ranks = [(rank, row) for row, texts in rows if (rank := _rank(texts, wanted))]
    return [row for _rank, row in sorted(ranks, key=lambda ranked: ranked[0])]


def fits(texts: SearchTexts, wanted: str) -> bool:
    """Whether a row has every wanted word, if there is one."""
    return _rank(texts, wanted) is not None


def found_in(texts: SearchTexts, wanted: str, *shown: str) -> tuple[str, ...]:
    """The texts of a row that have the wanted words, but for those words that stand in what is shown."""
    beside = [plain(text) for text in shown]
    words = [word for word in plain(wanted).split() if not any(_has(text, word) for text in beside)]
    holding = {text: [word for word in words if _has(written, word)] for text, written in texts.each}
    found: list[str] = []
    for text in sorted(holding, key=lambda text: -len(holding[text])):
        if any(word in words for word in holding[text]):
            found.append(text)
            words = [word for word in words if word not in holding[text]]
    return tuple(found)


def plain(text: str) -> str:
    """Words and emoji of a text in small letters without accents, a space between them; "x2" for "× 2"."""
    bare = re.sub("[\u0300-\u036f]", "", normalize("NFKD", text.casefold())).replace("ł", "l")
    words = re.findall(r"\w+|[×+☀-➿🀀-🫿]", normalize("NFC", bare))
    return re.sub(r"(\b[xх]|×) ?(?=\d)", "x", " ".join(words))


def _rank(texts: SearchTexts, wanted: str) -> tuple[bool, int] | None:
    """What comes first is least; None where a word is missing, or none is wanted."""
    wished = plain(wanted)
    distances = [_distance(word, texts.names, texts.rest) for word in wished.split()]
    if max(distances, default=_NOWHERE) >= _NOWHERE:
        return None
    return f" | {wished} | " not in texts.names, sum(distances)


def _has(text: str, word: str) -> bool:
    """Whether a text has a word, or one that begins like it."""
    return _distance(word, f" {text} ", "") < _NOWHERE


def _distance(word: str, names: str, rest: str) -> int:
    """How far a word is from what a row is called, where it stands whole, begins a word, or by its stem.

    The stem: two thirds of it, of a short word all but a letter. Japanese has no spaces between words.
    """
    stem = word[: max(3, min(4, len(word) - 1), len(word) * 2 // 3)]
    whole, begun = f" {word} ", word if word > _KANA else f" {word}"
    places = ((names, whole), (names, begun), (names, f" {stem}"), (rest, whole), (rest, begun))
    return next((number for number, (text, form) in enumerate(places) if form in text), _NOWHERE)
