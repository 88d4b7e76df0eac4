"""The words of the game (``glossary.toml``), in the order in which a round needs them."""

from __future__ import annotations

import tomllib
from importlib import resources
from typing import Final

import msgspec


class Word(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A word of the game, as it is said and written, and what it means."""

    romaji: str
    kanji: str
    about: str


GLOSSARY: Final[dict[str, Word]] = msgspec.convert(
    tomllib.loads(resources.files(__package__).joinpath("glossary.toml").read_text("utf-8")), dict[str, Word]
)
