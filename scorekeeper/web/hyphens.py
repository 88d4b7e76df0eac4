"""Where a long word may be broken. Browsers know this for few languages and on few systems."""

from __future__ import annotations

import re
from functools import cache

from pyphen import Pyphen

SOFT = "\u00ad"  # a hyphen that shows only where the line is broken
_DICTIONARIES = {"en": "en_US", "pl": "pl_PL", "ru": "ru_RU", "nl": "nl_NL"}  # Japanese breaks anywhere
_LEAST_AFTER = {"ru_RU": 5}  # letters on the next line: it does not begin with an ending such as -ется
_LETTERS = re.compile(r"[^\W\d_]{9,}")


@cache
def hyphenated(text: str, language: str) -> str:
    """The text with soft hyphens in its longer words; only for the app's own texts: all are cached."""
    if language not in _DICTIONARIES:
        return text
    dictionary = _dictionary(_DICTIONARIES[language])
    return _LETTERS.sub(lambda word: dictionary.inserted(word[0], SOFT), text)


@cache
def _dictionary(name: str) -> Pyphen:
    return Pyphen(lang=name, left=3, right=_LEAST_AFTER.get(name, 3))
