"""The link that hands a finished match to BG Stats."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from scorekeeper.exports import record
from scorekeeper.exports.sheets.bgstats import bgstats_link
from scorekeeper.exports.sheets.sheet import sheet_of
from scorekeeper.koikoi.match.events import FORMAT

from .fixtures import THREE, Table
from .player import Player

START: dict[str, Any] = {
    "type": "match-started",
    "players": ["Wilhelmina-Aleksandra Żółkiewska", "髙橋 & <b>"],
    "ruleset": "russian",
    "dealer": 1,
    "rounds": 3,
    "at": "2026-02-14T01:03:07+02:00",
}
WON = {"type": "round-won", "player": 0, "piles": [THREE]}


def link(*events: dict[str, Any], place: str = "", note: str = "", **start: Any) -> str | None:
    written = {"format": FORMAT, "events": [{**START, **start}, *events]}
    match = record.from_tree(written).match
    return bgstats_link(sheet_of(match, "en", place=place, note=note), "abc-1")


def play(address: str | None) -> Any:
    """What BG Stats reads from a link."""
    assert address is not None
    parts = urlsplit(address)
    assert (parts.scheme, parts.netloc, parts.path) == ("https", "app.bgstatsapp.com", "/createPlay.html")
    return json.loads(parse_qs(parts.query)["data"][0])


def test_the_link_says_who_played_when_and_how_it_ended() -> None:
    read = play(link(WON, WON, WON))
    assert read["sourcePlayId"] == "abc-1"
    assert read["playDate"] == "2026-02-13 23:03:07"
    assert read["game"] == {
        "name": "Koi-Koi", "sourceGameId": "koi-koi", "bggId": 11865, "highestWins": True, "noPoints": False,
    }  # fmt: skip
    assert [
        (seat["name"], seat["score"], seat["winner"], seat["startPlayer"]) for seat in read["players"]
    ] == [
        ("Wilhelmina-Aleksandra Żółkiewska", 40, True, False),
        ("髙橋 & <b>", 10, False, True),
    ]
    assert read["players"][1]["sourcePlayerId"] == "髙橋 & <b>"
    assert read["board"] == "Russian booklet"
    assert read["comments"] == "3 rounds · 25 coins each · All rounds are played."


def test_a_tie_is_won_by_everybody_who_has_the_most() -> None:
    drawn = {"type": "round-exhausted"}
    assert [seat["winner"] for seat in play(link(drawn, drawn, drawn))["players"]] == [True, True]


@pytest.mark.parametrize(("length", "kept"), [(300, "o" * 300), (400, "…")])
def test_a_long_comment_is_cut_at_400_letters(length: int, kept: str) -> None:
    comment = play(link({"type": "match-ended", "reason": "o" * length}))["comments"]
    assert comment.endswith(kept)
    assert len(comment) <= 400


def test_the_place_is_the_location_and_the_note_ends_the_comment() -> None:
    assert "location" not in play(link(WON, WON, WON))
    read = play(link(WON, WON, WON, place="Kraków & <b>", note="First snow.\n髙橋 was late."))
    assert read["location"] == "Kraków & <b>"
    assert read["comments"] == (
        "3 rounds · 25 coins each · All rounds are played.\nFirst snow.\n髙橋 was late."
    )


@pytest.mark.parametrize("length", [348, 349, 2000])
def test_a_long_note_is_cut_with_the_comment(length: int) -> None:
    comment = play(link(WON, WON, WON, note="o" * length))["comments"]
    assert comment.startswith("3 rounds · 25 coins each · All rounds are played.\nooo")
    assert len(comment) == min(50 + length, 400)
    assert comment.endswith("…") == (50 + length > 400)


def test_without_a_date_there_is_no_link() -> None:
    assert link(WON, at="") is None


def test_a_finished_match_has_the_link_and_a_running_one_has_not(table: Table, player: Player) -> None:
    notepad = table.begin(rules="russian", rounds=3)
    for _ in range(3):
        assert "BG Stats" not in notepad.text
        notepad = table.score(notepad, 0, THREE)
    read = play(notepad.link("Add to BG Stats"))
    assert notepad.path.endswith(read["sourcePlayId"])
    assert play(player.open(notepad.path).link("Add to BG Stats")) == read
