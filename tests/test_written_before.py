"""What earlier versions wrote is read as they read it: rule codes, records, a backup, the storage of a phone.

``tests/before`` holds them for each rule set of the app and ten house rules, with what the records came to.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final
from zipfile import ZipFile

import pytest

from scorekeeper.exports import json_values, record
from scorekeeper.house_rules.code import read_code
from scorekeeper.installation import Installation
from scorekeeper.koikoi.match.events import event
from scorekeeper.koikoi.match.replay import replay
from scorekeeper.koikoi.rules.loader import rules
from scorekeeper.pocket.app import unpack_folder
from scorekeeper.store import backup

BEFORE: Final = Path(__file__).with_name("before")
CODES: Final[dict[str, str]] = json.loads(BEFORE.joinpath("codes.json").read_text("utf-8"))


def packed(name: str) -> dict[str, Any]:
    """What lies in an archive, by the name of its rule set."""
    with ZipFile(BEFORE / name) as archive:
        return {Path(file).stem: json.loads(archive.read(file)) for file in archive.namelist()}


RECORDS: Final = packed("records.zip")
TALLIES: Final = packed("tallies.zip")


def restored(folder: Path) -> None:
    backup.restore(folder, BEFORE / "backup.zip")


def on_a_phone(folder: Path) -> None:
    folder.mkdir()
    unpack_folder(ZipFile(BEFORE / "site.zip").read("kept.zip"), folder)


@contextmanager
def opened(folder: Path) -> Iterator[Installation]:
    installation = Installation(folder)
    try:
        yield installation
    finally:
        installation.release()


def values(tally: Any) -> Any:
    """A tally as JSON has it."""
    return json.loads(json.dumps(tally))


def test_there_is_one_of_each() -> None:
    assert len(CODES) == 39
    assert CODES.keys() == RECORDS.keys() == TALLIES.keys()


@pytest.mark.parametrize("name", RECORDS)
def test_a_record_comes_to_the_same(name: str) -> None:
    assert values(json_values.tally(record.from_tree(RECORDS[name]).match)) == TALLIES[name]


def test_rule_codes_are_the_same_rules_on_the_same_base(tmp_path: Path) -> None:
    restored(tmp_path / "instance")
    with opened(tmp_path / "instance") as installation:
        find = installation.house_rules.find
        read = {name: read_code(code) for name, code in CODES.items()}
        assert {name: rules(coded.tree, find) for name, coded in read.items()} == {
            name: rules(name, find) for name in CODES
        }
        others = {name for name, coded in read.items() if not coded.same_base}
        assert others == {"amuse_gion"}  # it plays otherwise now: extra cards only after an own koi-koi


@pytest.mark.parametrize("made", [restored, on_a_phone])
def test_an_installation_has_all_its_matches_and_rules(tmp_path: Path, made: Any) -> None:
    made(tmp_path / "instance")
    with opened(tmp_path / "instance") as installation:
        store, tallies = installation.open_store(), {}
        for name in CODES:
            assert rules(name, installation.house_rules.find).title
            trees = store.events(name.replace("_", "-")[:40])
            tallies[name] = values(json_values.tally(replay(map(event, trees))))
        store.close()
    assert tallies == TALLIES
