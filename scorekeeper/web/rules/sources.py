"""Where the named rule sets come from: the four booklets, and every set in one group of sources."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from ...sentences import N_
from .in_words import Choice


class Booklet(NamedTuple):
    """A document that players may have before them: its rule set, the card on its cover, how to know it."""

    id: str
    card: str
    known_by: str


class Source(NamedTuple):
    """Rule sets of one kind of source."""

    title: str
    ids: tuple[str, ...]


BOOKLETS: Final = (
    Booklet("russian", "01B", N_("In Russian, with coins, a sensei and tenho.")),
    Booklet("polish_booklet", "11B", N_("In Polish, with koi-koi, shōbu and ten optional rules.")),
    Booklet("mongolopedia", "11C", N_("A Polish wiki where lightning is wild and rain ruins the view.")),
    Booklet("dutch", "12B", N_("The Dutch article, with the Nintendo prices in its notes.")),
)
COMMON: Final = "default"
SOURCES: Final = (
    Source(
        N_("Booklets and articles"),
        (
            *("russian", "russian_all", "russian_no_mult", "polish_booklet", "polish_all"),
            *("mongolopedia", "dutch", COMMON),
        ),
    ),
    Source(
        N_("Card makers, books and places"),
        ("nintendo_jp", "nintendo_en", "tengudo", "gamble1974", "amuse_gion"),
    ),
    Source(N_("Video games"), ("ww51", "clubhouse_ds", "koikoi_japan", "gamedesign", "classic")),
    Source(N_("Websites"), ("bga", "hanafubuki", "wiki_pagat", "rulebook", "hanafuda_art")),
    Source(
        N_("Apps and programs"),
        ("cwz", "cwz_local", "senridogs", "senridogs_additive", "go_koikoi", "scorer"),
    ),
)


def booklets(choices: Iterable[Choice]) -> list[tuple[Booklet, Choice]]:
    """The booklets whose rule sets are among the choices."""
    known = {choice.id: choice for choice in choices}
    return [(booklet, known[booklet.id]) for booklet in BOOKLETS if booklet.id in known]


def by_source(choices: Iterable[Choice]) -> list[tuple[str, list[Choice]]]:
    """Rule sets by kind of source, each kind with its title; the table's own come first."""
    known = {choice.id: choice for choice in choices}
    named = [(title, [known.pop(name) for name in ids if name in known]) for title, ids in SOURCES]
    groups = [(N_("Your own rules"), list(known.values())), *named]
    return [(title, members) for title, members in groups if members]
