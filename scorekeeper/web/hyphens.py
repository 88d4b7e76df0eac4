"""Soft hyphens: where a long word may be broken in a narrow column."""

from __future__ import annotations

import re
from functools import cache

from pyphen import Pyphen

from .language import language


def soft(text: str) -> str:
    """A text of the app with soft hyphens, for narrow columns."""
    return hyphenated(text, language())


def soft_name(name: str) -> str:
    """The name of a player with soft hyphens, for narrow columns."""
    return hyphenated_name(name, language())


SOFT = "\u00ad"  # a hyphen that shows only where the line is broken
_DICTIONARIES = {"en": "en_US", "pl": "pl_PL", "ru": "ru_RU", "nl": "nl_NL"}  # Japanese breaks anywhere
_LEAST_AFTER = {"ru_RU": 5}  # letters on the next line: it does not begin with an ending such as -ется
_LETTERS = re.compile(r"[^\W\d_]{8,}")
_LETTERS_OF_NAMES = re.compile(r"[^\W\d_\u2e80-\uffff]{6,}")  # those of East Asia break anywhere
_LONG_PART = re.compile(r"[^\W\d_]{8}(?=[^\W\d_]{3})")


@cache
def hyphenated(text: str, language: str) -> str:
    """The text with soft hyphens in its longer words; only for the app's own texts: all are cached."""
    if language not in _DICTIONARIES:
        return text
    dictionary = _dictionary(_DICTIONARIES[language])
    return _LETTERS.sub(lambda word: dictionary.inserted(word[0], SOFT), text)


def hyphenated_name(name: str, language: str) -> str:
    """A name that somebody typed, with soft hyphens in its longer words.

    Names come from everywhere. Where the reader's dictionary leaves more than five letters in one part, the
    one with the shortest parts is taken: the English one knows no place in "Bartholomew". What none of them
    can read is broken after eight letters.
    """
    first = _DICTIONARIES.get(language, "en_US")
    dictionaries = [_dictionary(known) for known in sorted(_DICTIONARIES.values(), key=first.__ne__)]

    def broken(word: re.Match[str]) -> str:
        ways = [dictionary.inserted(word[0], SOFT) for dictionary in dictionaries]
        shortest = min(ways, key=lambda way: max(5, *map(len, way.split(SOFT))))
        return _LONG_PART.sub(rf"\g<0>{SOFT}", shortest)

    return _LETTERS_OF_NAMES.sub(broken, name)


@cache
def _dictionary(name: str) -> Pyphen:
    return Pyphen(lang=name, left=2, right=_LEAST_AFTER.get(name, 3))
