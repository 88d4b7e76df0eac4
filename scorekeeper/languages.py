"""The languages of the app: its texts, sentences and days in each of them, in pages and in commands."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final, TypeAlias

from babel.dates import format_date, format_skeleton, format_timedelta
from babel.support import NullTranslations, Translations

from .sentences import Refusal, Sentence

LANGUAGES: Final = {"en": "English", "pl": "Polski", "ru": "Русский", "nl": "Nederlands", "ja": "日本語"}

Texts: TypeAlias = NullTranslations
Translate: TypeAlias = Callable[[Sentence | Refusal | str | None], str]

TRANSLATIONS = Path(__file__).with_name("translations")


@cache
def texts(language: str) -> Texts:
    """The catalogue of a language; that of English is empty, for the texts are written in it."""
    return Translations.load(TRANSLATIONS, [language])


def translator(language: str) -> Translate:
    """What puts a sentence, an error or a marked text into a language; nothing becomes an empty text."""
    known = texts(language)
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
