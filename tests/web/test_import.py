"""Importing a match record, and everything that can be wrong with it."""

from __future__ import annotations

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest
from flask import Flask

from scorekeeper.exports import record
from scorekeeper.installation import Installation
from scorekeeper.koikoi.rules.loader import rules

from .fixtures import Table, coins, let_in
from .player import Page, Player

START = {"type": "match-started", "players": ["Anna", "Ben"], "ruleset": "russian"}
WON = {"type": "round-won", "player": 0, "piles": ["01B 03B 08B"]}


def bring(player: Player, written: bytes | list[Any]) -> Page:
    """Import bytes, or the record of these events: what is read is shown and kept as it is ticked."""
    if isinstance(written, list):
        written = json.dumps({"format": "koikoi-match/1", "events": written}).encode()
    return player.bring(written)


def test_a_record_becomes_a_match(player: Player) -> None:
    notepad = bring(player, [START, {"type": "koikoi-called", "player": 1}, WON])
    assert "Match imported." in notepad.text
    assert coins(notepad) == [110, 90]
    assert "Anna – Ben" in player.open("/").text


def test_a_yaku_that_nobody_noticed_is_told_on_the_page_of_the_round(player: Player) -> None:
    took = ["03B 03R", "01C1 01R", "09A 09C1", "02C1 02R", "08B 08C1"]  # flower viewing, then moon viewing
    turns = [{"type": "turn-taken", "player": n % 2, "captured": cards} for n, cards in enumerate(took)]
    start = {**START, "ruleset": "nintendo_jp"}
    notepad = bring(player, [start, *turns, {"type": "round-won", "player": 0}])
    page = player.open(f"{notepad.path}/rounds/1")
    assert "1 of these was for a yaku that nobody noticed." in page.text


def test_an_exported_match_is_the_same_elsewhere(
    app: Flask, installation: Installation, table: Table, player: Player, tmp_path: Path
) -> None:
    notepad = table.score(table.begin(rules="russian"), 0, "01B 03B 08B", calls=(1, 1))
    notepad = table.undo(table.score(notepad, "nobody"))
    written = player.client.get(f"{notepad.path}/record.json").data
    matches = shutil.ignore_patterns("scorekeeper.sqlite*", "begun", "lock")
    shutil.copytree(installation.folder, tmp_path / "elsewhere", ignore=matches)
    app.extensions["installation"] = Installation(tmp_path / "elsewhere")
    let_in(player, app.extensions["installation"])
    assert "No matches yet" in player.open("/").text
    again = bring(player, written)
    assert again.path == notepad.path
    assert coins(again) == coins(notepad) == [120, 80]
    events, copied = (
        json.loads(data)["events"] for data in (written, player.client.get(f"{again.path}/record.json").data)
    )
    assert events == copied


def test_a_record_sent_twice_is_one_match(player: Player) -> None:
    written = json.dumps({"format": "koikoi-match/1", "events": [START, WON]}).encode()
    choice = player.open("/records/new").form("/records/preview")
    form = player.send(choice, file=(written, "match.json")).form("/records")
    first, again = (player.send(form) for _ in range(2))
    assert (first.status, again.status) == (200, 200)
    assert first.path == again.path
    assert player.open("/").html.count('class="names"') == 1


@pytest.mark.parametrize("damaged", [False, True])
def test_a_match_whose_id_another_has_here_is_kept_beside_it(
    player: Player, installation: Installation, damaged: bool
) -> None:
    """A match keeps its id wherever it goes, and whoever writes a record may choose any."""
    start = {**START, "id": "same-match.0"}
    here = bring(player, [start, WON])
    assert here.path == "/matches/same-match"
    if damaged:
        with closing(sqlite3.connect(installation.database)) as connection, connection:
            connection.execute("UPDATE events SET body = 'Dear diary' WHERE match_id = 'same-match'")
    other = bring(player, [{**start, "players": ["Cleo", "Dan"]}, WON])
    assert (other.status, other.path == here.path) == (200, False)
    assert "Match imported." in other.text
    assert "Cleo – Dan" in player.open("/").text


def test_undo_after_an_import_takes_back_one_round(table: Table, player: Player) -> None:
    call = {"type": "koikoi-called", "player": 0}
    notepad = table.undo(bring(player, [START, WON, call, WON, call, WON]))
    assert coins(notepad) == [115, 85]
    assert coins(table.score(notepad, 0, "01B 03B 08B")) == [120, 80]


def test_an_imported_match_can_be_continued(table: Table, player: Player) -> None:
    notepad = table.score(bring(player, [START, WON]), 1, "", "01B 03B 08B")
    assert coins(notepad) == [100, 100]


def test_without_a_file_the_page_asks_for_one(player: Player) -> None:
    form = player.open("/records/new").form("/records/preview")
    for file in (None, (b"", "")):  # the second is what browsers send
        page = player.send(form, file=file)
        assert page.status == 422
        assert page.beside("record") == "Choose at least one file."
    nameless = json.dumps({"format": "koikoi-match/1", "events": [START]}).encode()
    assert "Anna – Ben" in player.send(form, file=(nameless, "")).main


def test_a_text_in_place_of_the_file_is_refused(player: Player) -> None:
    for address, action in (("/records/new", "/records/preview"), ("/rules/received", "/rules/received")):
        form = player.open(address).form(action).force("record", "{}").force("file", "{}")
        assert player.send(form).status == 422


@pytest.mark.parametrize(
    ("written", "sentence"),
    [
        (b"Anna won", "This is not a match saved by this app: "),
        (b"\xff\xfe\x00", "This is not a match saved by this app: "),
        (b"[" * 100_000, "This is not a match saved by this app: "),
        (b"[]", "A match record must be an object with “format”: “koikoi-match/1”."),
        (b'{"format": "koikoi-match/2", "events": []}', "A match record must be an object with “format”"),
        (b'{"format": "koikoi-match/1"}', "A match record needs a list of events"),
        (b'{"format": "koikoi-match/1", "events": []}', "A match record needs a list of events"),
        (b'{"format": "koikoi-match/1", "events": [1]}', "event 1: An event must be an object with a type"),
        (b" " * 4_000_001, "A match record may have at most 4000000 bytes."),
    ],
)
def test_an_invalid_record_is_refused_with_a_sentence(player: Player, written: bytes, sentence: str) -> None:
    page = bring(player, written)
    assert page.status == 422
    assert page.beside("record").startswith(sentence)
    assert "No matches yet" in player.open("/").text


@pytest.mark.parametrize(
    ("seventh", "sentence"),
    [
        ({"type": "nope"}, "event 7: There is no event of type “nope”; allowed: "),
        ({"type": "round-won"}, "event 7: round-won: the field “player” is missing."),
        ({"type": "round-won", "player": "Anna"}, "event 7: round-won: the field “player” is not possible"),
        ({"type": "round-won", "player": 2, "piles": []}, "event 7: won 2: There is no player 2 among 2"),
        ({"type": "round-won", "player": 0, "piles": ["01B"]}, "event 7: won 0: 01B: Those cards "),
        ({"type": "round-won", "player": 0, "piles": ["01X"]}, "event 7: "),
        ({**START, "players": ["A", "B"]}, "event 7: The match has already started."),
        ({**WON, "<b>": 1}, "event 7: round-won has no field “<b>”."),
    ],
)  # fmt: skip
def test_the_refused_event_is_named(player: Player, seventh: dict[str, Any], sentence: str) -> None:
    page = bring(player, [START, WON, WON, WON, WON, WON, seventh])
    assert page.status == 422
    assert page.beside("record").startswith(sentence)
    assert "No matches yet" in player.open("/").text


@pytest.mark.parametrize(
    "start",
    [
        {**START, "players": ["Anna"]},
        {**START, "players": ["Anna", "anna"]},
        {**START, "players": ["Anna", ""]},
        {**START, "players": ["A" * 41, "Ben"]},
        {**START, "ruleset": "nope"},
        {**START, "ruleset": {"yaku": {"sanko": {"points": "x"}}}},
        {**START, "dealer": 2},
        WON,
    ],
)
def test_a_start_that_is_not_possible_is_refused(player: Player, start: dict[str, Any]) -> None:
    page = bring(player, [start])
    assert page.status == 422
    assert page.beside("record").startswith("event 1: ")


@pytest.mark.parametrize("at", ["yesterday", "2026-13-01", "12", "<b>"])
def test_an_invalid_time_breaks_no_page(player: Player, at: str) -> None:
    page = bring(player, [{**START, "at": at, "rounds": 1, "purse": 9}, {**WON, "at": at}])
    assert page.status in (200, 422)
    for address in (page.path, f"{page.path}/sheet") if page.status == 200 else ():
        assert player.open(address).status == 200
    assert player.open("/").status == 200


def test_a_moment_in_other_digits_is_refused_with_a_sentence(player: Player) -> None:
    page = bring(player, [{**START, "at": "１２"}])
    assert page.status == 422
    assert page.beside("record").startswith("event 1: ")


def test_two_events_with_one_id_are_refused(player: Player) -> None:
    page = bring(player, [START, {**WON, "id": "same"}, {**WON, "id": "same"}])
    assert page.status == 422
    assert page.beside("record").startswith("event 3: ")


def test_half_a_surrogate_pair_in_a_name_is_refused_with_a_sentence(player: Player) -> None:
    written = json.dumps({"format": "koikoi-match/1", "events": [{**START, "players": ["\ud83c", "Ben"]}]})
    assert bring(player, written.encode()).status == 422


def test_strange_names_in_a_record_are_only_names(player: Player) -> None:
    notepad = bring(player, [{**START, "players": ["<script>alert(1)</script>", "=1+1"]}, WON])
    assert "<script>alert" not in notepad.html
    assert "<script>alert(1)</script>" in notepad.text


COUNTED = [
    {"type": "match-started", "players": ["Anna", "Ben"], "ruleset": "mushi"},
    {"type": "round-exhausted", "piles": ["01B 02A 3C", "04A 12C3"]},
]


def test_a_match_of_another_game_is_brought_and_written_again(player: Player) -> None:
    start, ended = COUNTED
    notepad = bring(player, [{**start, "ruleset": msgspec.to_builtins(rules("mushi"))}, ended])
    written = player.client.get(f"{notepad.path}/record.json").data
    assert [*record.read(written).match.balance] == coins(notepad)
