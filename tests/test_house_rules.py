"""House rules on the disk: read once, written whole, by one at a time."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from scorekeeper.house_rules.shelf import HouseRules
from scorekeeper.house_rules.slugs import first_free, slug
from scorekeeper.koikoi.errors import BadRuleset
from scorekeeper.koikoi.rules.loading import rules

HOUSE = {"extends": "dutch", "title": "House", "multipliers": {"big": None}}

_opened: list[str] | None = None


def _look(event: str, arguments: tuple[object, ...]) -> None:
    if _opened is not None and event == "open" and isinstance(arguments[0], str | Path):
        _opened.append(str(arguments[0]))


sys.addaudithook(_look)


@contextmanager
def opened() -> Iterator[list[str]]:
    """The files that are opened inside the block."""
    global _opened
    _opened = []
    try:
        yield _opened
    finally:
        _opened = None


@pytest.fixture
def house(tmp_path: Path) -> HouseRules:
    return HouseRules(tmp_path / "rules")


def read(house: HouseRules, times: int = 1) -> int:
    """How often the file is read when it is asked for so many times."""
    with opened() as files:
        for _ in range(times):
            house.find("house")
    return sum(name.endswith("house.toml") for name in files)


def test_a_file_is_read_once_for_as_long_as_it_stays(house: HouseRules) -> None:
    house.keep("house", HOUSE)
    assert read(house, 50) == 1
    assert house.find("house") is house.find("house")
    assert rules("house", house.find) is rules("house", house.find)  # and worked out once


@pytest.mark.parametrize("change", ["kept", "written by hand", "touched", "another of its size"])
def test_a_file_that_changed_is_read_again(house: HouseRules, change: str) -> None:
    house.keep("house", HOUSE)
    read(house)
    path = house.folder / "house.toml"
    text = path.read_text("utf-8")
    match change:
        case "kept":
            house.keep("house", {**HOUSE, "title": "Other"})
        case "written by hand":
            path.write_text(text.replace("House", "A longer house"))
        case "touched":
            os.utime(path, ns=(1, 1))
        case _:
            found = path.stat()
            other = house.folder / "draft"
            other.write_text(text.replace("House", "Mouse"))
            os.utime(other, ns=(found.st_atime_ns, found.st_mtime_ns))
            other.replace(path)
    assert read(house, 3) == 1
    tree = house.find("house")
    assert tree is not None
    assert tree["title"] == {
        "kept": "Other",
        "written by hand": "A longer house",
        "touched": "House",
    }.get(change, "Mouse")


def test_a_file_is_replaced_whole(house: HouseRules) -> None:
    house.keep("house", HOUSE)
    with (house.folder / "house.toml").open() as before:
        house.keep("house", {**HOUSE, "title": "Other"})
        assert 'title = "House"' in before.read()  # whoever was reading reads the file that was there
    assert [path.name for path in house.folder.iterdir()] == ["house.toml"]


def test_what_cannot_be_read_is_read_once_too(house: HouseRules) -> None:
    house.folder.mkdir()
    (house.folder / "house.toml").write_text("[[[")
    with opened() as files:
        for _ in range(20):
            with pytest.raises(BadRuleset, match="not a TOML file"):
                house.find("house")
    assert sum(name.endswith("house.toml") for name in files) == 1


def test_a_parent_that_changes_changes_its_heirs(house: HouseRules) -> None:
    house.keep("house", HOUSE)
    house.keep("hut", {"extends": "house"})
    assert rules("hut", house.find).multipliers.big is None
    house.keep("house", {**HOUSE, "multipliers": {"big": {"at": 9}}})
    big = rules("hut", house.find).multipliers.big
    assert big is not None
    assert big.at == 9


def test_a_page_reads_each_house_rule_once(tmp_path: Path, house: HouseRules) -> None:
    for number in range(20):
        house.keep(f"house-{number}", {**HOUSE, "title": f"House {number}"})
    with opened() as files:
        for _ in range(3):
            for name in house.names():
                rules(name, house.find)
    assert sum(name.endswith(".toml") for name in files) == 20


def test_what_is_kept_is_for_its_owner_and_on_the_disk(house: HouseRules) -> None:
    house.keep("house", HOUSE)
    assert (house.folder / "house.toml").stat().st_mode & 0o777 == 0o600
    assert [path.name for path in house.folder.iterdir()] == ["house.toml"]


@pytest.mark.parametrize(
    ("name", "made"),
    [
        ("Three sevens", "three_sevens"),
        ("Ōzan!", "ozan"),
        ("三枚", ""),
        ("  --a--b--  ", "a_b"),
        ("x" * 80, "x" * 30),
        ("²½", "212"),
    ],
)
def test_a_slug_is_made_of_small_letters_and_digits(name: str, made: str) -> None:
    assert slug(name, "_", 30).strip("_") == made


def test_an_id_that_is_taken_gets_the_next_number() -> None:
    taken = {"house", "house-2", "house-4"}
    assert first_free("house", "-", taken.__contains__) == "house-3"
    assert first_free("hut", "-", taken.__contains__) == "hut"
