"""What makes a yaku: rows of one grammar, and the catalogue of known yaku (``yaku.toml``).

A table's own yaku are rows of the same grammar, written in its rule set.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from importlib import resources
from typing import Any, Final, Literal

import msgspec

from ...sentences import Sentence, named, say
from ..cards import DECK, OF_KIND, cards

Monthly = Literal["", "round", "each"]
Viewing = Literal["hanami", "tsukimi", "nomi"]  # what rain and fog may ruin, and what is made of these


class Need(msgspec.Struct, frozen=True):
    """At least ``least`` of these cards; ``kind`` when they are (part of) a whole kind, else empty."""

    cards: int
    least: int
    kind: str = ""
    without: int = 0  # cards that never count for it, whatever their kind


class Yaku(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the catalogue; the fields are explained at the top of ``yaku.toml``."""

    name: str
    romaji: str = ""
    kanji: str = ""
    needs: tuple[str, ...] = ()
    monthly: Monthly = ""
    points: int = 0
    usual: int = 0
    extra: int = 0
    family: str = ""
    counts: bool = False
    replaces: tuple[str, ...] = ()
    made_of: tuple[str, ...] = ()
    note: str = ""

    @property
    def size(self) -> int:
        """How many cards it takes."""
        return sum(need(words).least for words in self.needs)

    @property
    def most(self) -> int:
        """How many cards it may take at most where a table may say it: 0 where its cards are fixed."""
        return need(self.needs[0]).cards.bit_count() if self.counts else 0

    def of_size(self, size: int) -> Yaku:
        """The same yaku with another number of cards needed; only for one that counts a kind."""
        among = self.needs[0].partition(" of ")[2]
        return msgspec.structs.replace(self, needs=(f"{size} of {among}",))


def need(words: str) -> Need:
    """The need that a text such as ``"3 of 01B 03B 08B 12B"`` or ``"5 of animal"`` states."""
    number, _, of = words.rpartition(" of ")
    among, _, without = of.partition(" not ")
    kind = among if among in OF_KIND else ""
    left_out = cards(without)
    suitable = (OF_KIND[kind] if kind else DECK if among == "any" else cards(among)) & ~left_out
    return Need(suitable, int(number) if number else suitable.bit_count(), kind, left_out)


KNOWN: Final[dict[str, Yaku]] = msgspec.convert(
    tomllib.loads(resources.files(__package__).joinpath("yaku.toml").read_text("utf-8")), dict[str, Yaku]
)


class FewerYaku:
    """Settings of yaku by which fewer than so many are played of those that ``fit`` by id and settings."""

    def __init__(self, least: int, fit: Callable[[str, Mapping[str, Any]], Any] = lambda *_: True) -> None:
        self.least, self.fit = least, fit

    def __contains__(self, settings: object) -> bool:
        """None: not said in a part of a rule set."""
        if not isinstance(settings, Mapping):
            return False
        played = {name: row for name, row in settings.items() if row.get("points") or row.get("after_koi")}
        return sum(bool(self.fit(name, row)) for name, row in played.items()) < self.least


NO_YAKU: Final = {"yaku": FewerYaku(1)}


def called(yaku: str, own_name: str | Mapping[str, str] | None) -> Sentence:
    """What a yaku is called; a table's own by the name that it was given, maybe one for each language."""
    if yaku in KNOWN:
        return say(KNOWN[yaku].name)
    name = own_name or yaku
    return say("%(name)s", name=name) if isinstance(name, str) else named(name)
