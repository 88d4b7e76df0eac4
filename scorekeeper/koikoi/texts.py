"""The words of the game (``glossary.toml``) and what is told of the cards (``stories.toml``).

The words stand in the order in which a round needs them.
"""

from __future__ import annotations

import tomllib
from importlib import resources
from typing import Any, Final

import msgspec

from .cards import Card, cards


def _read(file: str) -> dict[str, Any]:
    return tomllib.loads(resources.files(__package__).joinpath(file).read_text("utf-8"))


class GlossaryEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A word of the game, as it is said and written, and what it means."""

    romaji: str
    kanji: str
    about: str
    options: tuple[str, ...] = ()  # the keys of those that are about it
    game: str = ""  # in which alone it is said


GLOSSARY: Final[dict[str, GlossaryEntry]] = msgspec.convert(_read("glossary.toml"), dict[str, GlossaryEntry])
_STORIES: Final = [(cards(row["cards"]), row["about"]) for row in _read("stories.toml").values()]


def stories(card: Card) -> tuple[str, ...]:
    """What is told of a card: texts of a few sentences each; most chaff has none."""
    return tuple(about for told_of, about in _STORIES if told_of & card.bit)
