"""The drawings: every card has its picture under its own id, small enough for every page."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from scorekeeper.koikoi.cards import CARDS, Card

STATIC = Path(__file__).parents[2] / "static"
SVG = "{http://www.w3.org/2000/svg}"
SPRITE = ET.parse(STATIC / "cards.svg").getroot()
SYMBOLS = {symbol.get("id"): symbol for symbol in SPRITE.iter(f"{SVG}symbol")}

MOTIFS = {group.get("id"): group for group in SPRITE.iter(f"{SVG}g") if group.get("id")}

# What makes each motif: drawings of one motif share it, so that a swapped picture is noticed.
RIBBONS = {"written": "m-tanw", "plain": "m-tanr", "blue": "m-tanb"}

# The lines of the deck, in units of a card 88 wide and before a motif is scaled, and the rim around a ribbon.
LINES = {"1.2", "1.6", "2", "2.4"}
RIM = "5"
# A dot is a line without a length: its width is its size, not a line's.
DOTS = re.compile(r"(M[-\d. ]+h\.1)+")

INKS = {
    "#1b1a18": "black",
    "#f6efdf": "paper",
    "#d3381c": "red",
    "#8f2412": "dark red",
    "#e0745c": "salmon",
    "#f4cdbf": "pink",
    "#d9a02b": "gold",
    "#cf8a2b": "ochre",
    "#22382c": "green",
    "#7d8436": "olive",
    "#2b3d8c": "blue",
    "#8d84ad": "mauve",
    "#a9a58f": "grey",
}


def drawn_with(card: str) -> set[str]:
    return {use.get("href", "").removeprefix("#") for use in SYMBOLS[card].iter(f"{SVG}use")}


def test_every_card_has_a_picture_and_nothing_else_has_one_but_the_back() -> None:
    assert set(SYMBOLS) == {card.id for card in CARDS} | {"back"}


@pytest.mark.parametrize("card", [card for card in CARDS if card.kind == "ribbon"], ids=lambda card: card.id)
def test_a_ribbon_is_drawn_as_its_name_says(card: Card) -> None:
    wanted = next(look for look in ("poetry", "blue", "plain") if look in card.name)
    ribbon = RIBBONS["written" if wanted == "poetry" else wanted]
    others = set(RIBBONS.values()) - {ribbon}
    motifs = drawn_with(card.id)
    assert any(name.startswith(ribbon) for name in motifs), motifs
    assert not any(name == other for name in motifs for other in others), motifs


@pytest.mark.parametrize("card", [card for card in CARDS if card.kind == "chaff"], ids=lambda card: card.id)
def test_chaff_shows_no_ribbon(card: Card) -> None:
    assert not drawn_with(card.id) & {"m-tanw", "m-tanw3", "m-tanr", "m-tanb"}


def test_no_two_cards_have_the_same_picture() -> None:
    pictures = [
        ET.tostring(symbol).replace(symbol.get("id", "").encode(), b"") for symbol in SYMBOLS.values()
    ]
    assert len(set(pictures)) == len(pictures)


def test_lines_have_one_of_four_widths() -> None:
    lines = [path for path in SPRITE.iter() if not DOTS.fullmatch(path.get("d", ""))]
    assert {line.get("stroke-width", "2") for line in lines} <= LINES | {RIM}
    rims = {path.get("d") for path in lines if path.get("stroke-width") == RIM}
    assert len(rims) == 1, "only the ribbons have a wide rim"


def test_every_line_says_its_width() -> None:
    lines = (element for element in SPRITE.iter() if element.get("stroke") and element.tag != f"{SVG}g")
    assert all("stroke-width" in line.attrib for line in lines)


def test_the_deck_has_few_colours_and_none_is_used_by_a_single_card() -> None:
    inks = {name: inks_of(symbol) for name, symbol in SYMBOLS.items()}
    assert set().union(*inks.values()) == set(INKS)
    alone = [ink for ink in INKS if sum(ink in used for used in inks.values()) < 2]
    assert not alone


def inks_of(drawing: ET.Element) -> set[str]:
    """The colours of a drawing and of every motif it uses."""
    inks = {element.get(paint) for element in drawing.iter() for paint in ("fill", "stroke")}
    for use in drawing.iter(f"{SVG}use"):
        inks |= inks_of(MOTIFS[use.get("href", "").removeprefix("#")])
    return {ink for ink in inks if ink not in (None, "none")}


def test_the_sprite_is_small() -> None:
    assert (STATIC / "cards.svg").stat().st_size <= 160_000  # bytes; a quarter of it when it is sent


def test_what_no_page_shows_is_not_laid_out() -> None:
    """A browser would style and lay out 2,500 elements whenever it parses the file."""
    (only,) = SPRITE
    assert only.get("display") == "none"


def test_the_sprite_follows_the_content_security_policy() -> None:
    for element in SPRITE.iter():
        assert element.tag.removeprefix(SVG) not in ("script", "style", "image", "foreignObject", "text")
        assert "style" not in element.attrib
        assert all("url(" not in value for value in element.attrib.values())
        assert element.get("href", "#").startswith("#")


def test_the_manifest_names_icons_that_exist() -> None:
    manifest = json.loads((STATIC / "manifest.webmanifest").read_text())
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in manifest["icons"]}
    assert any(icon.get("purpose") == "maskable" for icon in manifest["icons"])
    assert all((STATIC / icon["src"]).is_file() for icon in manifest["icons"])
