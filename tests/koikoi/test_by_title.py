"""Refusals for people: titles in place of keys, words in place of values."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.koikoi.errors import BadRuleset
from scorekeeper.koikoi.rules.conversion import refused
from scorekeeper.koikoi.rules.loader import rules
from scorekeeper.koikoi.rules.phrases import by_title

OURS = {"cards": ["04A", "05A", "03R"], "name": "Ours", "points": 2}


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        (
            {"play": {"turn": "draw_then_two", "unmatched_stock": "keep"}},
            "“A turn”: “draw a card, then play two from the hand” is not possible together with “Drawn "
            "card matches nothing” “the player keeps it and plays another”: nothing is turned over",
        ),
        (
            {"deal": {"hand": 15, "field": 16, "without": ["12C1", "12C2", "12C3"]}},
            "“Cards in hand” and “Cards on the field” need 46 cards; the deck has 45.",
        ),
        ({"deal": {"without": ["99X"]}}, "“Cards left out”: There is no card “99X”;"),
        (
            {"yaku": {"hiki": {"lightning": True}}},
            "“Four of a month: The lightning completes a month” needs “Lightning” “wild”:",
        ),
        ({"yaku": {"tan": {"month_factor": 2}}}, "“Ribbons: Multiplied in those rounds by” needs months:"),
        ({"yaku": {"ours": {**OURS, "extra": 1}}}, "“Ours: Each extra card”: its cards"),
        ({"yaku": {"ours": {**OURS, "min": 4}}}, "“Ours: At least”: 4 is not possible;"),
        ({"yaku": {"ours": {"name": "Ours"}}}, "“Ours”: there is no such yaku"),
        ({"yaku": {"goko": {"min": 4}}}, "“Five brights”: the cards of this yaku are fixed"),
        ({"yaku": {"ours": {**OURS, "name": "a" * 41}}}, f"“Ours: Name”: “{'a' * 41}” is not possible;"),
        ({"match": {"rounds": "many"}}, "“Rounds”: “many” is not possible;"),
        ({"multipliers": {"round": []}}, "“Round by round” is empty;"),
        ({"multipliers": {"own_koi": {"form": "table"}}}, "“Own koi-koi: 1st, 2nd, 3rd koi-koi” is empty;"),
        ({"settlement": {"purse": {}}}, "“Coins at the start” is empty;"),
        ({"settlement": {"purse": {"soon": 3}}}, "“Coins at the start”: “soon” is not a number"),
    ],
)
def test_a_refusal_names_titles(settings: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadRuleset) as refusal:
        rules("default", overrides=settings)
    own = rules("default", overrides={"yaku": {"ours": OURS}})
    assert str(by_title(refusal.value, own)).startswith(sentence)


def test_what_is_no_option_stays() -> None:
    assert str(by_title(refused("nothing", 3), rules("default"))).startswith("nothing: 3 is not possible")
