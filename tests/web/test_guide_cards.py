"""The pages of the cards: by month, and each with its name, its points and its neighbours."""

from __future__ import annotations

import re

import pytest
from extent import daily

from scorekeeper.koikoi.cards import CARDS, MONTHS, Card

from .player import Player
from .rules_pages import ways


@pytest.mark.parametrize(("card", "points"), [("11B", 20), ("09A", 10), ("06R", 5), ("11C", 1)])
def test_a_card_says_its_points_in_other_games(player: Player, card: str, points: int) -> None:
    assert f"Points {points} in games that count every card" in player.open(f"/cards/{card}").text


@pytest.mark.parametrize(
    ("card", "name"),
    [
        ("09A", "September, sake cup, animal"),
        ("01C2", "January, chaff, 2"),
        ("11C", "November, lightning, chaff"),  # chaff with a motif of its own
        ("12C1", "December, chaff, 1"),
    ],
)
def test_a_card_is_called_by_month_motif_and_kind(player: Player, card: str, name: str) -> None:
    assert f"<title>{name} " in player.open(f"/cards/{card}").html


def test_a_card_leads_to_its_neighbours_and_to_its_month(player: Player) -> None:
    page = player.open("/cards/11B?ruleset=dutch&back=/bin")
    assert "/cards/10C2?" in page.link("Chaff 2")
    assert "/cards/11A?" in page.link("Next card")
    assert page.link("‹").endswith("#m11")
    assert all("ruleset=dutch" in address for address, _ in page.links if address.startswith("/cards/"))
    first, last = player.open("/cards/01B"), player.open("/cards/12C3")
    assert 'rel="prev"' not in first.html
    assert 'rel="next"' not in last.html


def test_all_cards_are_shown_by_month_with_their_names(player: Player) -> None:
    page = player.open("/cards?ruleset=nintendo_jp")
    assert re.findall(r'href="/cards/(\w+)\?ruleset=nintendo_jp"', page.html) == [card.id for card in CARDS]
    for card in CARDS:
        assert f"{card.whole_romaji} {card.whole_kanji}" in page.text
    for month in MONTHS:
        assert f'id="m{month.number}"' in page.html


@pytest.mark.parametrize("card", daily(CARDS, 4), ids=lambda card: card.id)
def test_every_card_has_its_page(player: Player, card: Card) -> None:
    page = player.open(f"/cards/{card.id}?ruleset=mongolopedia")
    assert page.status == 200
    assert "Four of a month" in page.text


def test_a_card_that_ruins_from_the_field_or_only_adds_says_so(player: Player) -> None:
    page = player.open("/cards/12B?ruleset=polish_all")
    assert "While it lies on the field, nobody can score: Moon viewing The cards of" in page.text
    page = player.open("/cards/04R?ruleset=mongolopedia")
    assert "As an extra card it counts for: Red poetry ribbons, Blue ribbons" in page.text
    assert "cannot score" not in page.text and "nobody can score" not in page.text


def test_the_cards_stand_by_month_with_what_each_is_and_makes(player: Player) -> None:
    page = player.open("/cards?ruleset=dutch")
    assert ways(page)[:6] == [
        ("/", "‹"),
        ("/guide?ruleset=dutch", "How to play"),
        ("/cards?ruleset=dutch", "Cards"),
        ("/rules/dutch/chart", "Yaku"),
        ("/options?ruleset=dutch", "Options"),
        ("#m1", "1 松"),
    ]
    assert page.words_of("m1") == (
        "1 January Pine matsu 松 Crane and sun matsu ni tsuru 松に鶴 光 bright Five brights, Four "
        "brights, Rainy four brights, Three brights Red poetry ribbon matsu ni akatan 松に赤短 短 "
        "ribbon Red poetry ribbons, Ribbons Chaff 1 matsu no kasu 松のカス Chaff Chaff 2 matsu no kasu "
        "松のカス Chaff"
    )


@pytest.mark.parametrize("card", ["09A", "01C1", "09C2", "11C"])
def test_a_yaku_of_many_cards_is_drawn_with_some_and_the_card_itself(player: Player, card: str) -> None:
    row = player.open(f"/cards/{card}").html.partition("any 10 of 25")[2].partition("</li>")[0]
    drawn = re.findall(r"cards.svg#(\w+)", row)
    assert 10 <= len(drawn) <= 11
    assert card in drawn
