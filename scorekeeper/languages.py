"""The languages of the app: its texts, sentences and days in each of them, in pages and in commands."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import date, timedelta
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final, TypeAlias

from babel.dates import format_date, format_skeleton, format_timedelta
from babel.support import NullTranslations, Translations

from .sentences import Refusal, Sentence

LANGUAGES: Final = {"en": "English", "pl": "Polski", "ru": "Русский", "nl": "Nederlands", "ja": "日本語"}

Words: TypeAlias = Mapping[Any, Mapping[str, str]]  # of a rule set, by language: ours, and its own
Translate: TypeAlias = Callable[[Sentence | Refusal | str | None], str]

TRANSLATIONS = Path(__file__).with_name("translations")


def texts(language: str, words: Words | None = None) -> NullTranslations:
    """The catalogue of a language, in the words of a rule set, where it has some of its own."""
    own = (words or {}).get(language)
    return _own(language, tuple(own.items())) if own else _catalogue(language)


@cache
def _catalogue(language: str) -> NullTranslations:
    """The catalogue of a language; that of English is empty, for the texts are written in it."""
    return Translations.load(TRANSLATIONS, [language])


@lru_cache(maxsize=16)
def _own(language: str, words: tuple[tuple[str, str], ...]) -> OwnWords:
    return OwnWords(_catalogue(language), dict(words), spaced=language != "ja")


class OwnWords(NullTranslations):
    """A catalogue in which some words stand in place of others, such as the storm for the lightning.

    ``spaced``: whether words have spaces between them; else they are found anywhere, the longest first, so
    that a word that stands for itself is kept.

    Values are put into a text after that, so what people have typed stays as it is.
    """

    def __init__(self, catalogue: Any, words: Mapping[str, str], *, spaced: bool) -> None:
        super().__init__()
        large = {_capital(ours): _capital(own) for ours, own in words.items()}
        self._catalogue, self._words = catalogue, {**large, **words}
        longest_first = sorted(self._words, key=len, reverse=True)
        ours = "|".join(map(re.escape, longest_first))
        self._ours = re.compile(rf"(?<!\w)(?:{ours})(?!\w)" if spaced else ours)

    def ugettext(self, text: str) -> str:
        return self._in_own(self._catalogue.ugettext(text))

    def ungettext(self, one: str, many: str, n: int) -> str:
        return self._in_own(self._catalogue.ungettext(one, many, n))

    def _in_own(self, text: str) -> str:
        return self._ours.sub(lambda found: self._words[found[0]], text)


def _capital(word: str) -> str:
    return word[:1].upper() + word[1:]


def translator(language: str, words: Words | None = None) -> Translate:
    """What puts a sentence, an error or a marked text into a language; nothing becomes an empty text."""
    known = texts(language, words)
    return lambda sentence: in_words(sentence, known)


def in_words(sentence: Sentence | Refusal | str | None, texts: Any) -> str:
    """A sentence, an error or a marked text in the language of some texts."""
    if isinstance(sentence, Refusal):
        sentence = sentence.sentence
    if isinstance(sentence, Sentence):
        return sentence.render(texts.ugettext, texts.ungettext)
    return str(texts.ugettext(sentence)) if sentence else ""


@lru_cache(maxsize=4096)  # the page of a player writes 130 of them
def day(at: date | None, language: str) -> str:
    """A day in a language: "14 Feb 2026"; empty where none is known."""
    return format_date(at, "medium", language) if at else ""


def ago(passed: timedelta, language: str) -> str:
    """How long ago in a language: "2 hours ago"."""
    return format_timedelta(-passed, add_direction=True, locale=language)


def weekday(at: date, language: str) -> str:
    """A day with its day of the week in a language: "Sat, Feb 14, 2026"."""
    return format_skeleton("yMMMEd", at, locale=language)
