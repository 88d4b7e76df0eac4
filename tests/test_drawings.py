"""The drawings: every card has its picture under its own id, small and plain enough for every page."""

from __future__ import annotations

import gzip
import json
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from scorekeeper.koikoi.cards import CARDS

STATIC = Path(__file__).parent.parent / "static"
SVG = "{http://www.w3.org/2000/svg}"
SPRITE = ET.parse(STATIC / "cards.svg").getroot()
SYMBOLS = {symbol.get("id"): symbol for symbol in SPRITE.iter(f"{SVG}symbol")}

# What makes each motif: drawings of one motif share it, so that a swapped picture is noticed.
RIBBONS = {"written": "m-tanw", "plain": "m-tanr", "blue": "m-tanb"}


def drawn_with(card: str) -> set[str]:
    return {use.get("href", "").removeprefix("#") for use in SYMBOLS[card].iter(f"{SVG}use")}


def test_every_card_has_a_picture_and_nothing_else_has_one_but_the_back():
    assert set(SYMBOLS) == {card.id for card in CARDS} | {"back"}


@pytest.mark.parametrize("card", [card for card in CARDS if card.kind == "ribbon"], ids=lambda card: card.id)
def test_a_ribbon_is_drawn_as_its_name_says(card):
    wanted = next(look for look in ("writing", "blue", "plain") if look in card.name)
    ribbon = RIBBONS["written" if wanted == "writing" else wanted]
    others = set(RIBBONS.values()) - {ribbon}
    found = drawn_with(card.id)
    assert any(name.startswith(ribbon) for name in found), found
    assert not any(name == other for name in found for other in others), found


@pytest.mark.parametrize("card", [card for card in CARDS if card.kind == "chaff"], ids=lambda card: card.id)
def test_chaff_shows_no_ribbon(card):
    assert not drawn_with(card.id) & {"m-tanw", "m-tanw3", "m-tanr", "m-tanb"}


def test_no_two_cards_have_the_same_picture():
    pictures = [
        ET.tostring(symbol).replace(symbol.get("id", "").encode(), b"") for symbol in SYMBOLS.values()
    ]
    assert len(set(pictures)) == len(pictures)


def test_the_sprite_is_small():
    assert len(gzip.compress((STATIC / "cards.svg").read_bytes(), 9)) <= 40_000


def test_the_sprite_needs_nothing_that_the_pages_forbid():
    for element in SPRITE.iter():
        assert element.tag.removeprefix(SVG) not in ("script", "style", "image", "foreignObject", "text")
        assert "style" not in element.attrib
        assert all("url(" not in value for value in element.attrib.values())
        assert element.get("href", "#").startswith("#")


def test_the_manifest_names_icons_that_exist():
    manifest = json.loads((STATIC / "manifest.webmanifest").read_text())
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in manifest["icons"]}
    assert any(icon.get("purpose") == "maskable" for icon in manifest["icons"])
    assert all((STATIC / icon["src"]).is_file() for icon in manifest["icons"])
