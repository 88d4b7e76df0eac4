"""What a match comes to is stored with every save, and made when first asked where it is missing."""

from __future__ import annotations

from contextlib import closing

import pytest

from scorekeeper.archive.digests import digest_of, encoded
from scorekeeper.fingerprints import version_of_the_match
from scorekeeper.installation import Installation
from scorekeeper.koikoi.match.events import event
from scorekeeper.koikoi.match.replay import replay

from .fixtures import THREE, Table
from .live_play import call, take
from .player import Page, Player


def check(installation: Installation, events: int) -> None:
    """What is stored with the only match is what its events come to, of which there are so many."""
    with closing(installation.open_store()) as store:
        ((match_id, seq),) = store.last_seqs().items()
        match = replay([event(tree) for tree in store.events(match_id)])
        assert seq == events
        assert store.digests() == {match_id: encoded(digest_of(match, version_of_the_match()))}


def test_every_save_stores_what_the_match_comes_to(
    table: Table, player: Player, installation: Installation
) -> None:
    notepad = table.begin_by_form("Żaneta", "髙橋", rules="russian")
    check(installation, 1)
    notepad = table.enter(notepad, 0, "01B 03B 08B", calls=(1, 0))
    check(installation, 3)
    notepad = table.undo(notepad)  # a call and the stop
    check(installation, 5)
    notepad = table.put_back(notepad)
    check(installation, 7)
    notepad = table.enter(notepad, "nobody")
    check(installation, 8)


def test_every_turn_does_too(table: Table, player: Player, installation: Installation) -> None:
    live = table.follow(table.begin_by_form(rules="dutch"))
    due = take(player, live, THREE)
    check(installation, 2)
    player.send(call(due), "call=stop")
    check(installation, 3)


def sent_twice(table: Table, player: Player) -> Page:
    board = table.fill(table.board(table.begin_by_form(rules="russian")), 0, "01B 03B 08B")
    player.send(board, "step=save")
    return player.send(board, "step=save")


def test_a_save_that_is_sent_again_or_too_late_changes_nothing(
    table: Table, player: Player, installation: Installation
) -> None:
    notepad = sent_twice(table, player)
    check(installation, 2)
    late = table.fill(table.board(notepad), 1, "", "01B 03B 08B")
    table.enter(notepad, "nobody")
    assert player.send(late, "step=save").status == 409
    check(installation, 3)


@pytest.mark.parametrize("there", [None, b"", b"of another version"])
def test_one_that_is_missing_or_of_another_version_is_made_when_first_asked(
    table: Table, player: Player, installation: Installation, there: bytes | None
) -> None:
    table.enter(table.begin_by_form(rules="russian"), 0, "01B 03B 08B")
    with closing(installation.open_store()) as store:
        (match_id,) = store.last_seqs()
        if there is None:
            store.drop_digest(match_id)
        else:
            store.keep_digests({match_id: there})
    assert "Anna – Ben" in player.open("/").text
    check(installation, 2)
