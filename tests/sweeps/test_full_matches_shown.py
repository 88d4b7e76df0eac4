"""A match in which as much was entered as may be: what the pages say, and what still works."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from typing import Any

import pytest
from web.fixtures import Table
from web.player import Page, Player

from scorekeeper.exports import record
from scorekeeper.installation import Installation
from scorekeeper.koikoi.match.limits import MOST_CORRECTIONS, MOST_EVENTS

FULL = "A match may have at most 5000 events, with those that were undone. End it, and begin another."
VOID = {"type": "deal-voided"}
DRAWN = {"type": "round-exhausted"}
RULES = {"extends": "dutch", "match": {"rounds": None, "target": 999}}


@pytest.fixture
def opened(player: Player, installation: Installation) -> Callable[..., Page]:
    def opened(rounds: int, *more: dict[str, Any]) -> Page:
        start = {"type": "match-started", "players": ["Anna", "Ben"], "ruleset": RULES}
        log: list[dict[str, Any]] = [start, *[DRAWN] * rounds, *more]
        with closing(installation.open_store()) as store:
            store.create("long", [{**event, "id": f"{place}.0"} for place, event in enumerate(log)])
        return player.open("/matches/long")

    return opened


def imported(installation: Installation) -> record.Record:
    """The stored match, exported and read again."""
    with closing(installation.open_store()) as store:
        return record.read(record.write(store.events("long")))


def test_a_round_too_many_stays_on_the_board_with_the_reason_and_the_match_can_be_ended(
    opened: Callable[..., Page], table: Table, player: Player, installation: Installation
) -> None:
    notepad = opened(1, *[VOID] * (MOST_EVENTS - 3))
    saved = table.enter(notepad, 0, "01B 03B 08B")
    assert saved.status == 200, "the last event of a match"
    refused = table.enter(notepad, 0, "01B 03B 08B")
    assert refused.status == 422
    assert FULL in refused.text
    assert refused.form("/rounds").ticked("cards-0") == ["01B", "03B", "08B"]
    undone = table.undo(player.open(notepad.path))
    assert undone.status == 200
    assert "was undone" in undone.text
    assert FULL in table.enter(notepad, 0, "01B 03B 08B").text, "what was undone was entered"
    ended = player.send(player.open(f"{notepad.path}/correct-or-end").form("/ending"))
    assert ended.status == 200
    assert imported(installation).match.finished


def test_undo_of_piles_that_stand_for_turns_works_in_a_full_match(
    opened: Callable[..., Page], table: Table, player: Player, installation: Installation
) -> None:
    """There is no room for the turns, which otherwise come back."""
    turn = {"type": "turn-taken", "player": 0, "captured": "02A 02C1"}
    whole: list[dict[str, Any]] = [{"type": "taken-back", "id": "w.0"}, {**DRAWN, "turns": 1, "id": "w.1"}]
    notepad = opened(0, *[VOID] * (MOST_EVENTS - 3), turn)
    with closing(installation.open_store()) as store:
        store.append("long", MOST_EVENTS - 1, whole)
    undone = table.undo(player.open(notepad.path))
    assert undone.status == 200
    assert len(imported(installation).match.rounds) == 0


def test_a_correction_too_many_is_refused_and_the_next_round_is_saved(
    opened: Callable[..., Page], table: Table, player: Player, installation: Installation
) -> None:
    correction = {"type": "round-corrected", "round": 1, "events": [DRAWN]}
    notepad = opened(1, *[correction] * MOST_CORRECTIONS)
    form = player.open(f"{notepad.path}/rounds/1/correction").form("/correction").fill(result="nobody")
    refused = player.send(form)
    assert refused.status == 422
    assert "A match may have at most 300 corrections, with those that were undone." in refused.text
    assert refused.form("/correction")["result"] == "nobody"
    assert table.enter(notepad, 0, "01B 03B 08B").status == 200
    assert len(imported(installation).match.rounds) == 2
