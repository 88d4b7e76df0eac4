"""The first pages of matches that phones begin without a connection, and the start that is sent later."""

from __future__ import annotations

import re
from itertools import product

import pytest
from extent import daily
from flask import Flask

from scorekeeper.installation import Installation
from scorekeeper.koikoi.rules.loader import names
from scorekeeper.web.matches.offline_start import NAMES, NO_MATCH

from .fixtures import Table
from .guests import code_of, guest
from .player import Player

ADDRESS = "/matches/new/in-advance"
START = {"ruleset": "russian", "dealer": "1", "rounds": "6", "name-0": "Anna", "name-1": "Ben"}
ID = "ab" * 16


@pytest.mark.parametrize(("name", "dealer"), daily(product(names(), (0, 1)), 5))
def test_every_rule_set_has_first_pages(player: Player, name: str, dealer: int) -> None:
    told = player.client.get(f"{ADDRESS}?ruleset={name}&dealer={dealer}").json
    assert told is not None
    notepad, board = told["notepad"], told["board"]
    assert f"/matches/{NO_MATCH}/rounds/new" in notepad
    assert f'data-draft="{NO_MATCH}.1"' in board
    for page in (notepad, board):
        assert NAMES[0] in page and NAMES[1] in page and NAMES[2] not in page
    assert re.search(rf"親</span>\s+{NAMES[dealer]} deals", board) or f"{NAMES[dealer]} deals" in board


def test_the_choices_of_the_form_count(player: Player) -> None:
    told = player.client.get(f"{ADDRESS}?ruleset=russian&dealer=0&rounds=other&rounds-other=5&purse=33").json
    assert told is not None
    assert '"last":5' in told["board"].replace(" ", "")
    assert "33" in told["notepad"]


@pytest.mark.parametrize(
    "asked",
    [
        "ruleset=nope&dealer=0",
        "ruleset=russian&dealer=0&rounds=other&rounds-other=100",
        "ruleset=received&dealer=0",
        "ruleset=polish_booklet&dealer=0&answer.turn=draw_then_two&answer.unmatched=keep",
    ],
)
def test_where_no_match_can_begin_there_are_no_pages(player: Player, asked: str) -> None:
    assert player.client.get(f"{ADDRESS}?{asked}").status_code == 422


def test_a_start_that_arrives_twice_begins_one_match(player: Player) -> None:
    for _ in range(2):
        answer = sent(player, START)
        assert answer.json == {"location": f"/matches/{ID}", "seq": 1}
    assert "Ben deals" in player.open(f"/matches/{ID}/rounds/new").text


def test_another_match_of_that_id_is_not_overwritten(player: Player) -> None:
    sent(player, START)
    answer = sent(player, {**START, "name-0": "Cleo"})
    assert answer.status_code == 409
    assert "Cleo" not in player.open(f"/matches/{ID}").text


def test_only_who_may_begin_matches_gets_pages(app: Flask, installation: Installation, table: Table) -> None:
    table.begin_by_form()
    viewer = guest(app, code_of(installation, "viewer"))
    assert viewer.client.get(f"{ADDRESS}?ruleset=russian&dealer=0").status_code == 403


def sent(player: Player, fields: dict[str, str]):  # type: ignore[no-untyped-def]
    token = player.open("/matches/new").form("/matches")["csrf_token"]
    data = {**fields, "id": ID, "csrf_token": token, "after": "1"}
    return player.client.post("/matches", data=data, headers={"Accept": "application/json"})
