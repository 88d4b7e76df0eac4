"""``scorekeeper recount``: the log decides what a match comes to."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from scorekeeper.archive import digests
from scorekeeper.fingerprints import version_of_the_match
from scorekeeper.installation import Installation

from .running import START, WON, record, run


@pytest.fixture
def instance(tmp_path: Path) -> Path:
    """An installation with two matches, in one of which a round was taken back."""
    folder = tmp_path / "instance"
    for text in (record(START, WON), record(START, WON, WON, {"type": "taken-back"})):
        assert run("import", "--instance", folder, text=text).exit_code == 0
    return folder


def test_what_is_kept_is_what_the_log_says(instance: Path) -> None:
    for _ in range(2):
        result = run("recount", "--instance", instance)
        assert (result.exit_code, result.stdout) == (0, "2 matches counted, 0 wrong\n")
    with closing(Installation(instance).open_store()) as store:
        ends = store.last_seqs()
        kept = digests.stored_digests(store, ends, version_of_the_match())
    assert {id_: digest.seq for id_, digest in kept.items()} == ends


def test_what_was_wrong_is_named_and_replaced(instance: Path) -> None:
    run("recount", "--instance", instance)
    with closing(Installation(instance).open_store()) as store:
        kept = store.digests()
        (match_id, *_) = kept
        values = msgspec.msgpack.decode(kept[match_id])
        players = values.index(["Anna", "Ben"])
        values[players] = ["Anna", "Mallory"]
        store.keep_digests({match_id: msgspec.msgpack.encode(values)})
    result = run("recount", "--instance", instance)
    assert (result.exit_code, result.stdout) == (1, "2 matches counted, 1 wrong\n")
    assert result.stderr == f"scorekeeper: Match {match_id}: the saved result was wrong, now corrected.\n"
    with closing(Installation(instance).open_store()) as store:
        assert store.digests() == kept
    assert run("recount", "--instance", instance).exit_code == 0


def test_a_match_that_cannot_be_read_is_named(instance: Path) -> None:
    with closing(Installation(instance).open_store()) as store:
        store.create("str\x1b[2Jange", [{"type": "never", "id": "x"}])
    result = run("recount", "--instance", instance)
    assert (result.exit_code, result.stdout) == (0, "3 matches counted, 0 wrong\n")
    assert "Match str[2Jange cannot be read." in result.stderr, "no sign steers the terminal"
