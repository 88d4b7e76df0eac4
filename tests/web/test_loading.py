"""The app remembers the matches it has worked out; what it shows is what is stored all the same."""

from __future__ import annotations

from contextlib import closing

from scorekeeper.installation import Installation
from scorekeeper.store import Event
from scorekeeper.web.replays import Replays

from .conftest import Table, coins
from .forms import Player

THREE = "01B 03B 08B"


def test_another_match_under_the_same_id_is_shown_as_it_is(
    table: Table, player: Player, installation: Installation
) -> None:
    notepad = table.score(table.begin(rules="russian"), 0, THREE)
    assert coins(notepad) == [105, 95]
    match_id = notepad.path.rpartition("/")[2]
    with closing(installation.open_store()) as store:  # as another process does it
        first, won = store.events(match_id)
        store.discard(match_id, 2)
        store.delete(match_id)
        store.create(match_id, [first, {**won, "player": 1, "piles": [None, THREE], "id": "other.0"}])
    assert coins(player.open(notepad.path)) == [95, 105]


def test_what_was_used_last_is_remembered() -> None:
    """One match more than are kept: the one that was not used for longest is read from its start again."""
    log: list[Event] = [
        {"type": "match-started", "players": ["Anna", "Ben"], "ruleset": "dutch", "seq": 1},
        {"type": "round-exhausted", "seq": 2},
    ]
    replays = Replays()
    asked: list[int] = []

    def events(seq: int) -> list[Event]:
        asked.append(seq)
        return log[seq:]

    for number in (*range(257), 256, 1, 0):
        assert len(replays.match(("store", str(number)), events).rounds) == 1
    assert asked == [0] * 257 + [1, 1, 0]
