"""House rules on the disk: read once, and written completely or not at all."""

from __future__ import annotations

import os
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pytest

from scorekeeper.house_rules.changes import STEM, free_title, keep_new
from scorekeeper.house_rules.code import write_code
from scorekeeper.house_rules.exchange import code_of, keep_received, portable, receive
from scorekeeper.house_rules.shelf import HouseRules, first_free, slug
from scorekeeper.koikoi.errors import BadRuleset
from scorekeeper.koikoi.rules import loader
from scorekeeper.koikoi.rules.choices import answered, standing
from scorekeeper.koikoi.rules.loader import names, rules, write_toml
from scorekeeper.koikoi.rules.ruleset import bare
from scorekeeper.koikoi.typed_text import cleaned_tree
from scorekeeper.store.files import Folder

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
def folder(tmp_path: Path) -> Path:
    return tmp_path / "rules"


@pytest.fixture
def house(folder: Path) -> HouseRules:
    return HouseRules(Folder(folder))


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
    assert rules("house", house.find) is rules("house", house.find)  # and compiled once


@pytest.mark.parametrize("change", ["kept", "written by hand", "touched", "another of its size"])
def test_a_file_that_changed_is_read_again(folder: Path, house: HouseRules, change: str) -> None:
    house.keep("house", HOUSE)
    read(house)
    path = folder / "house.toml"
    text = path.read_text("utf-8")
    match change:
        case "kept":
            house.keep("house", {**HOUSE, "title": "Other"})
        case "written by hand":
            path.write_text(text.replace("House", "A longer house"))
        case "touched":
            os.utime(path, ns=(1, 1))
        case _:
            stat = path.stat()
            other = folder / "draft"
            other.write_text(text.replace("House", "Mouse"))
            os.utime(other, ns=(stat.st_atime_ns, stat.st_mtime_ns))
            other.replace(path)
    assert read(house, 3) == 1
    tree = house.find("house")
    assert tree is not None
    assert tree["title"] == {
        "kept": "Other",
        "written by hand": "A longer house",
        "touched": "House",
    }.get(change, "Mouse")


def test_a_file_is_replaced_whole(folder: Path, house: HouseRules) -> None:
    house.keep("house", HOUSE)
    with (folder / "house.toml").open() as before:
        house.keep("house", {**HOUSE, "title": "Other"})
        assert 'title = "House"' in before.read()  # a reader still has the old file
    assert [path.name for path in folder.iterdir()] == ["house.toml"]


def test_an_unreadable_file_is_read_only_once_too(folder: Path, house: HouseRules) -> None:
    folder.mkdir()
    (folder / "house.toml").write_text("[[[")
    with opened() as files:
        for _ in range(20):
            with pytest.raises(BadRuleset, match="not a TOML file"):
                house.find("house")
    assert sum(name.endswith("house.toml") for name in files) == 1


def test_a_changed_parent_changes_the_rule_sets_that_extend_it(house: HouseRules) -> None:
    house.keep("house", HOUSE)
    house.keep("hut", {"extends": "house"})
    assert rules("hut", house.find).multipliers.big.factor == 1
    house.keep("house", {**HOUSE, "multipliers": {"big": {"at": 9}}})
    big = rules("hut", house.find).multipliers.big
    assert big.at == 9


def test_a_page_reads_each_house_rule_once(tmp_path: Path, house: HouseRules) -> None:
    for number in range(20):
        house.keep(f"house-{number}", {**HOUSE, "title": f"House {number}"})
    with opened() as files:
        for _ in range(3):
            for name in house.names():
                rules(name, house.find)
    assert sum(name.endswith(".toml") for name in files) == 20


def test_a_saved_file_is_readable_only_by_its_owner_and_flushed(folder: Path, house: HouseRules) -> None:
    house.keep("house", HOUSE)
    assert (folder / "house.toml").stat().st_mode & 0o777 == 0o600
    assert [path.name for path in folder.iterdir()] == ["house.toml"]


def test_house_rules_with_an_answer_keep_and_send_only_its_difference(house: HouseRules) -> None:
    table = answered(answered(rules("mongolopedia"), "seven", "any"), "lightning_three", "all")
    name = keep_new(house, msgspec.structs.replace(table, title="Ours"), "mongolopedia")
    sent = portable(house, name)
    assert sent == {
        "extends": "mongolopedia",
        "title": "Ours",
        "about": table.about,
        "source": table.source,
        "multipliers": {"big": {"min_yaku": 1}},
        "advice": {"lightning_three": "all"},
    }
    assert bare(rules(name, house.find)) == bare(table)
    assert rules(name, house.find).choices == table.choices


def test_choices_and_readings_of_a_table_are_kept_sent_and_imported(
    house: HouseRules, tmp_path: Path
) -> None:
    length = {
        "id": "length",
        "question": "How long do we play?",
        "answers": [
            {"id": "short", "says": "6", "sets": {"match": {"rounds": 6}}},
            {"id": "open", "says": "no end", "sets": {"match": {"rounds": None}}},
        ],
    }
    house.keep("house", {**HOUSE, "choices": [length], "readings": ["As grandmother says."]})
    house.keep("hut", {"extends": "house", "title": "Hut", "match": {"rounds": 6}})
    tree = portable(house, "hut")
    assert tree is not None
    other = HouseRules(Folder(tmp_path / "other"))
    name = keep_received(other, receive(other, write_toml(tree).encode()))
    assert rules(name, other.find) == rules("hut", house.find)
    assert [row.taken and row.taken.id for row in standing(rules(name, other.find))] == ["short"]
    assert keep_received(other, receive(other, code_of(house, "hut").encode())) == name
    assert receive(other, code_of(house, "hut").encode()).is_kept(other)


@pytest.mark.parametrize(
    ("kept", "sent", "twice"),
    [
        ("Kids and Grandma", "Kids", True),
        ("Kids 2", "Kids", False),
        ("Kids", "Kids 2", True),
        ("Kids", " Kids ", False),
        ("?", "", False),
        ("K" * 60, "K" * 60, False),
    ],
)
def test_the_same_rules_by_another_title_are_kept_too(
    house: HouseRules, kept: str, sent: str, twice: bool
) -> None:
    name = keep_new(house, rules({**HOUSE, "title": kept}), "dutch")
    received = receive(house, write_toml({**HOUSE, "title": sent}).encode())
    assert received.is_kept(house) is not twice
    assert (keep_received(house, received) != name) is twice
    assert len(house.names()) == 1 + twice


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


@pytest.mark.parametrize("word", ["again", "new", "received", "difference"])
def test_a_word_of_an_address_is_no_id(tmp_path: Path, word: str) -> None:
    house = HouseRules(Folder(tmp_path))
    assert house.free_name(word) == f"{word}-2"
    assert house.find(word) is None
    house.keep(word, {"extends": "default", "title": word})
    with pytest.raises(BadRuleset, match="another meaning in addresses"):
        house.find(word)
    binned = house.discard(word)
    assert binned is not None
    assert house.put_back(binned) == f"{word}-2"
    assert house.find(f"{word}-2") is not None


def test_a_word_that_only_begins_like_one_of_an_address_is_an_id(tmp_path: Path) -> None:
    assert HouseRules(Folder(tmp_path)).free_name("Again and again") == "again-and-again"


TOO_MANY = r"^At most 12 rule sets may be based on one another; base these on an earlier one\.$"


def in_line(house: HouseRules) -> str:
    """Eleven house rules, each based on the one before, the first on the common rules; returns the last."""
    name = "default"
    for number in range(1, 12):
        name = keep_new(house, rules({"extends": name, "title": f"House {number}"}, house.find), name)
    return name


def test_the_twelfth_house_rules_based_on_one_another_are_refused_and_the_eleventh_are_kept(
    house: HouseRules,
) -> None:
    last = in_line(house)
    assert (last, rules(last, house.find).title) == ("house-11", "House 11")
    ours = rules({"extends": "dutch", "title": "Twelfth"})
    with pytest.raises(BadRuleset, match=TOO_MANY):
        keep_new(house, ours, last)
    assert len(house.names()) == 11
    assert keep_new(house, ours, "house-10") == "twelfth"


def test_what_is_received_may_not_lengthen_the_line_either(house: HouseRules) -> None:
    in_line(house)
    for sent in (b'extends = "house-11"', b'{"extends": "house-11"}'):
        with pytest.raises(BadRuleset, match=TOO_MANY):
            receive(house, sent)
    kept = keep_received(house, receive(house, b'extends = "house-10"\ntitle = "Sent"\ncalls.limit = 3'))
    assert rules(kept, house.find).calls.limit == 3


def test_a_file_of_a_longer_line_says_so_and_the_others_are_read(folder: Path, house: HouseRules) -> None:
    in_line(house)
    (folder / "by-hand.toml").write_text('extends = "house-11"')
    with pytest.raises(BadRuleset, match=TOO_MANY):
        rules("by-hand", house.find)
    assert rules("house-11", house.find).title == "House 11"


UNSEEN = "\u0000\u001b\u202e\u200b\u00ad\ufeff"
ODD = f"{UNSEEN}Zoe{UNSEEN}\u0308\n\t{UNSEEN}van\u2028Ham "
SEEN = "Zoë van Ham"
ANSWERS = [
    {"id": "one", "says": ODD, "sets": {"sake_cup": "both"}},
    {"id": "two", "says": "two", "sets": {"sake_cup": "animal"}},
]
CHOICE = {"id": "cup", "question": ODD, "answers": ANSWERS}
WRITTEN = {
    "extends": "dutch",
    "title": ODD,
    "about": ODD,
    "source": ODD,
    "readings": [ODD],
    "choices": [CHOICE],
    "yaku": {"ours": {"cards": ["04A"], "points": 3, "name": {"en": ODD, "pl": "Nasze"}}},
}


@pytest.mark.parametrize("way", ["TOML", "JSON", "code", "link", "file"])
def test_every_text_of_rules_that_come_in_is_cleaned_as_in_a_form(
    folder: Path, house: HouseRules, way: str
) -> None:
    sent = {
        "TOML": write_toml(WRITTEN),
        "JSON": msgspec.json.encode(WRITTEN).decode(),
        "code": write_code(WRITTEN),
        "link": f"Look: https://example.org/rules/received#{write_code(WRITTEN)}",
        "file": write_toml(WRITTEN),
    }[way]
    if way == "file":
        folder.mkdir()
        (folder / "house.toml").write_text(sent, "utf-8")
        got = rules("house", house.find)
    else:
        name = keep_received(house, receive(house, sent.encode()))
        got = rules(name, house.find)
        assert not set(UNSEEN) & set((folder / f"{name}.toml").read_text("utf-8"))
    assert (got.title, got.about, got.source, got.readings) == (SEEN, SEEN, SEEN, (SEEN,))
    assert (got.choices[0].question, got.choices[0].answers[0].says) == (SEEN, SEEN)
    assert got.yaku["ours"].name == {"en": SEEN, "pl": "Nasze"}


def test_two_titles_that_look_alike_are_one_title(house: HouseRules) -> None:
    first = keep_received(house, receive(house, b'extends = "dutch"\ntitle = "Zo\xc3\xab"'))
    other = keep_received(house, receive(house, b'extends = "russian"\ntitle = "Zoe\\u0308\\u200b"'))
    assert [rules(name, house.find).title for name in (first, other)] == ["Zoë", "Zoë 2"]


def test_the_texts_of_the_rules_that_come_with_the_game_are_clean() -> None:
    for name in names():
        path = Path(loader.__file__).with_name("rulesets") / f"{name}.toml"
        written = tomllib.loads(path.read_text("utf-8"))
        assert cleaned_tree(written) == written, name


def test_a_title_that_somebody_else_took_during_the_request_is_taken(house: HouseRules) -> None:
    """A request looks the folder up once, and again when it writes."""
    asking = house.at_once()
    assert asking.names() == ()
    keep_new(house, rules({"extends": "dutch", "title": "Ours"}), "dutch")
    with pytest.raises(BadRuleset, match="You already have rules called “ours”"):
        keep_new(asking, rules({"extends": "russian", "title": "ours"}), "russian")


@pytest.mark.parametrize("length", [STEM, STEM + 1, 60])
def test_a_long_title_has_its_number_too(house: HouseRules, length: int) -> None:
    title = "x" * length
    assert free_title(house, title) == title
    keep_new(house, rules({"extends": "dutch", "title": title}), "dutch")
    assert free_title(house, title) == f"{'x' * STEM} 2"
