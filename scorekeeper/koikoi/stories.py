"""What is told of the cards (``stories.toml``): what is written on them, why their motifs belong together."""

from __future__ import annotations

import tomllib
from importlib import resources
from typing import Final

import msgspec

from .cards import Card, cards


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
