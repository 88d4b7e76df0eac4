"""Yaku of the table's own, of every kind, made in the editor and used everywhere.

They are on the chart and on the board, in a saved round, in what is exported, and before the referee.
"""

from __future__ import annotations

from typing import Any, Final

import pytest
from extent import daily
from flask.testing import FlaskClient
from web.fixtures import Table, coins
from web.player import Player
from web.rules_pages import own

from scorekeeper.exports import json_values, record
from scorekeeper.koikoi.match.replay import recorded_turns

PAYS: Final = 5
# What the editor is told, a pile that makes the yaku and no other, and the nearest one that does not.
KINDS: Final[dict[str, tuple[dict[str, Any], str, str]]] = {
    "all of the cards": ({"cards": ["02A", "04A", "12B"]}, "02A 04A 12B", "02A 04A"),
    "some of the cards": ({"cards": ["02A", "04A", "12B"], "min": "2"}, "02A 12B", "02A 05A"),
    "of a kind": ({"made": "ribbon", "min": "4"}, "01R 02R 04R 11R", "01R 02R 04R"),
    "of a kind without a card": (
        {"made": "ribbon", "min": "3", "not": ["11R"]},
        "01R 02R 04R 11R",
        "01R 02R 11R",
    ),
    "of the month of the round": ({"made": "any", "monthly": "round", "min": "2"}, "01B 01R", "01B 02R"),
    "of any month": ({"made": "any", "monthly": "each", "min": "3"}, "04A 04R 04C1", "04A 04R 05A"),
    "a card and some others": (
        {"cards": ["01B", "03B", "12B"], "min": "2", "also": ["11B"]},
        "01B 12B 11B",
        "01B 11B",
    ),
    "a card and some of a kind": ({"made": "chaff", "min": "3", "also": ["11B"]}, "11B 3C", "8C"),
    "cards, and one that forbids them": (
        {"cards": ["02A", "04A"], "ruined_by": ["11B"]},
        "02A 04A",
        "02A 04A 11B",
    ),
}


@pytest.fixture(params=daily(KINDS, 3))
def kind(request: pytest.FixtureRequest, client: FlaskClient) -> tuple[str, str]:
    """The pile that makes the yaku by the rules “House”, and the nearest one that does not."""
    made, pile, nearest = KINDS[request.param]
    told = {"name": "Our own", "points": str(PAYS), **made}
    own(client, "House", "nintendo_jp", **{f"yaku.-.{key}": setting for key, setting in told.items()})
    return pile, nearest


def test_it_is_on_the_chart_the_board_the_saved_round_in_the_exports_and_in_live_play(
    kind: tuple[str, str], client: FlaskClient, player: Player, table: Table
) -> None:
    pile, nearest = kind
    assert "Our own" in player.open("/rules/house/chart").text
    notepad = table.begin(rules="house")
    assert "Our own" in player.open(f"{notepad.path}/chart").text
    assert (
        '"id":"our_own"' in player.open(notepad.link("Score round")).html
    )  # in the plan of the live verdict
    assert table.enter(notepad, 0, nearest).status == 422
    saved = table.score(notepad, 0, pile)
    assert coins(saved) == [PAYS, 0]
    assert "Our own" in player.open(f"{notepad.path}/rounds/1").text
    again = record.read(client.get(f"{notepad.path}/record.json").data).match
    (row,) = json_values.tally(again)["rounds"]
    assert [(yaku["id"], yaku["points"]) for yaku in row["yaku"]] == [("our_own", PAYS)]
    assert "Our own" in client.get(f"{notepad.path}/sheet.csv").text

    # live play asks for a decision where the yaku is made
    pile, nearest = (_named(cards) for cards in kind)
    notepad = table.begin(rules="house")
    page = table.follow(notepad)
    page = player.send(page.form("/turns").tick("captured", *nearest.split()))
    assert "koi-koi or stop?" not in page.text
    notepad = table.begin(rules="house")
    page = table.follow(notepad)
    page = player.send(page.form("/turns").tick("captured", *pile.split()))
    assert "Our own new" in page.text
    match = record.read(client.get(f"{notepad.path}/record.json").data).match
    (turn,) = recorded_turns(match)
    assert json_values.turn(turn)["new"] == ["our_own"]


def _named(pile: str) -> str:
    """The pile with its chaff named."""
    cards, _, counted = f" {pile}".rpartition(" ")
    if not counted.endswith("C") or counted == "11C":
        return pile
    chaff = [card for month in range(1, 7) for card in (f"{month:02}C1", f"{month:02}C2")]
    return " ".join((cards, *chaff[: int(counted.removesuffix("C"))]))
