"""The words of the game (``glossary.toml``) and what is told of the cards (``stories.toml``).

The words stand in the order in which a round needs them.
"""

from __future__ import annotations

import tomllib
from importlib import resources
from typing import Final

import msgspec

from .cards import Card, cards


class Word(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A word of the game, as it is said and written, and what it means."""

    romaji: str
    kanji: str
    about: str


GLOSSARY: Final[dict[str, Word]] = msgspec.convert(
    tomllib.loads(resources.files(__package__).joinpath("glossary.toml").read_text("utf-8")), dict[str, Word]
)


class _Story(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of ``stories.toml``."""

    cards: str
    about: str


_STORIES: Final = tuple(
    (cards(row.cards), row.about)
    for row in msgspec.convert(
        tomllib.loads(resources.files(__package__).joinpath("stories.toml").read_text("utf-8")),
        dict[str, _Story],
    ).values()
)


def stories(card: Card) -> tuple[str, ...]:
    """What is told of a card: texts of a few sentences each; most chaff has none."""
    return tuple(about for told_of, about in _STORIES if told_of & card.bit)
