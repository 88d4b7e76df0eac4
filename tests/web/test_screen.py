"""The big display: for a tablet or a television beside the table."""

from __future__ import annotations

import re

from scorekeeper.installation import Installation

from .fixtures import THREE, Table
from .player import Page, Player

MUCH = "01B 03B 08B 12B 10C"


def shown(player: Player, notepad: Page) -> str:
    """What stands below the bar of the big display, which asks for news of the match."""
    page = player.open(f"{notepad.path}/screen")
    assert page.link("‹") == notepad.path
    assert f'data-news="{notepad.path}/news"' in page.html
    return page.main


def test_before_the_first_round_it_says_who_deals(table: Table, player: Player) -> None:
    notepad = table.begin(rules="russian", dealer=1, rounds=3)
    assert shown(player, notepad) == "Round 1 of 3 Anna 25 Ben 25 親 dealer Ben deals"


def test_after_a_round_it_shows_how_the_last_one_went(table: Table, player: Player) -> None:
    notepad = table.score(table.begin(rules="russian"), 0, MUCH, calls=(1, 1))
    assert shown(player, notepad) == (
        "Round 2 of 12 Anna 172 親 dealer Ben 28 Round 1: Anna stopped 72 "
        "Four brights 四光 8 Chaff カス 1 9 × 8 Ben pays Anna 72 coins."
    )
    drawn = re.findall(r"cards\.svg#(\w+)", player.open(f"{notepad.path}/screen").html)
    assert drawn[:2] == ["02C1", "01C1"]  # the months of the next round and of the last
    notepad = table.score(notepad, "nobody")
    assert shown(player, notepad) == "Round 3 of 12 Anna 172 親 dealer Ben 28 Round 2: Draw"


def test_a_match_to_so_many_points_has_no_last_round(table: Table, player: Player) -> None:
    notepad = table.score(table.begin_by_form(rounds="target", target=50), 1, "", THREE)
    assert shown(player, notepad) == (
        "Round 2 Anna 0 Ben 5 親 dealer Round 1: Ben stopped 5 Three brights 三光 5"
    )


def test_at_the_end_it_says_who_won_and_shows_the_best_round(table: Table, player: Player) -> None:
    notepad = table.score(table.begin(rules="russian", rounds=3), 1, "", THREE)
    notepad = table.score(notepad, 0, MUCH, calls=(1, 1))
    assert shown(player, notepad) == (
        "Anna 50 Ben 0 Anna wins 50 coins ahead 25 50 0 1 2 Anna Ben "
        "The best round Anna · Round 2 72 + 10 chaff cards Four brights + Chaff"
    )
    assert player.open(f"{notepad.path}/screen").all("li", "won") == ["Anna 50"]


def test_a_yaku_is_called_what_the_rules_of_its_round_call_it(
    table: Table, player: Player, installation: Installation
) -> None:
    own = {"three": {"name": "Our three", "cards": THREE.split(), "points": 9}}
    installation.house_rules.keep("own", {"extends": "dutch", "title": "Own", "yaku": own})
    notepad = table.score(table.begin(rules="own"), 0, THREE)
    other = player.open(f"{notepad.path}/other-rules?ruleset=dutch&from=2").form("/other-rules")
    notepad = player.send(other)
    assert "Our three 9" in shown(player, notepad)
    assert "Our three" in notepad.text
