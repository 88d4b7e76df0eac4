"""The names that a new match offers: those of this phone's own table."""

from __future__ import annotations

import re
from collections.abc import Callable

from flask import Flask

from scorekeeper.installation import Installation

from .fixtures import Table
from .guests import code_of, guest, tonight
from .player import Player


def offered(player: Player) -> list[str]:
    """The names that can be tapped."""
    return re.findall(r'data-player="([^"]*)"', player.open("/matches/new").html)


def typed(player: Player) -> list[str]:
    """The names that are proposed while one is typed."""
    listed = (
        player.open("/matches/new").html.partition('<datalist id="known">')[2].partition("</datalist>")[0]
    )
    return re.findall(r'value="([^"]*)"', listed)


def test_a_family_is_offered_its_own_names(player: Player, table: Table, phone: Callable[[], Player]) -> None:
    """Whoever was entered on this phone, and whom they played with; others are proposed while one types."""
    ours = table.begin_by_form("Anna", "Ben")
    theirs = Table(phone())
    theirs.begin("Ben", "Cleo")  # on another phone, with one of us
    for names in (("Dan", "Eva"), ("Finn", "Gus"), ("Hana", "Ivo")):
        theirs.begin(*names)
    assert offered(player) == ["Anna", "Ben", "Cleo"]
    assert {"Anna", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hana", "Ivo"} == {*typed(player)}
    table.score(ours, 0, "01B 03B 08B")
    assert offered(phone()) == ["Anna", "Ben", "Hana", "Ivo", "Finn", "Gus"]  # nothing was entered on it


def test_whom_this_phone_scored_last_is_offered_first(player: Player, table: Table) -> None:
    matches = [
        table.begin(*names) for names in (("Anna", "Ben"), ("Cleo", "Dan"), ("Eva", "Finn"), ("Gus", "Ivo"))
    ]
    assert offered(player) == ["Gus", "Ivo", "Eva", "Finn", "Cleo", "Dan"]  # the latest of all
    for match in (matches[1], matches[0], matches[2]):
        table.enter(match, 0, "01B 03B 08B")
    assert offered(player) == ["Eva", "Finn", "Anna", "Ben", "Cleo", "Dan"]
    table.enter(matches[3], 0, "01B 03B 08B")
    assert offered(player) == ["Gus", "Ivo", "Eva", "Finn", "Anna", "Ben"]  # never more than six


def test_a_renamed_player_is_offered_by_the_name_of_today(player: Player, table: Table) -> None:
    table.begin_by_form("Anna", "Ben")
    page = player.open(player.open("/players").link("Anna"))
    player.send(page.form("/name").fill(name="Anne"))
    assert offered(player) == ["Anne", "Ben"]


def test_a_guest_is_offered_whom_they_entered_and_nobody_else(
    app: Flask, installation: Installation, table: Table
) -> None:
    table.begin("Dan", "Eva")
    scorer = guest(app, code_of(installation, "scorer", evening=tonight()))
    assert (offered(scorer), typed(scorer)) == ([], [])
    Table(scorer).begin_by_form("Anna", "Ben")
    assert offered(scorer) == typed(scorer) == ["Anna", "Ben"]
