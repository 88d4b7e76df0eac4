"""Rule sets as codes: each passes through unchanged, and whatever is no code is refused in a sentence."""

from __future__ import annotations

import string
import tracemalloc
import zlib
from bisect import bisect
from itertools import combinations
from pathlib import Path
from typing import Any

import msgspec
import pytest
from extent import examples
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from koikoi import playing

from scorekeeper.house_rules import code as codes
from scorekeeper.house_rules.changes import as_written
from scorekeeper.house_rules.code import LONGEST_CODE, MOST_BYTES, read_code, write_code
from scorekeeper.house_rules.exchange import code_of
from scorekeeper.house_rules.shelf import HouseRules
from scorekeeper.installation import Installation
from scorekeeper.koikoi.errors import BadRuleset
from scorekeeper.koikoi.rules.diff import differences, written
from scorekeeper.koikoi.rules.loader import base_of, names, rules
from scorekeeper.koikoi.typed_text import cleaned

HOUSE: dict[str, Any] = {
    "extends": "dutch",
    "title": "Grandmother's house",
    "about": "",
    "source": "",
    "multipliers": {"big": None, "round": [1, 2]},
    "yaku": {"three_sevens": {"name": "Three sevens", "cards": ["07A", "07R", "07C1"], "points": 4}},
}
# It was made by version 1 and has to stay readable for as long as that version is read.
OF_VERSION_1 = (
    "9ohwHMcRRynJ0gZ3QXcPOQcPtmoQcosB2rrdP54my2dJ8AXgNNkaIuUnPTsxhNg3ZyJs1CLMMgbLfwqlvzbcMdNStvywxbosobhjNFZU"
)


@pytest.fixture
def house(tmp_path: Path) -> HouseRules:
    return Installation(tmp_path).house_rules


def coded(content: bytes) -> str:
    """A code with a correct checksum, whatever it holds."""
    return codes._letters(codes._summed(content))


def holding(written: bytes, version: int = codes.VERSION) -> str:
    return coded(bytes([version]) + codes._print("dutch") + codes._deflated(written))


def refusal(code: str) -> str:
    with pytest.raises(BadRuleset) as error:
        read_code(code)
    return str(error.value)


@pytest.mark.parametrize("name", names())
def test_every_named_rule_set_passes_through_unchanged(house: HouseRules, name: str) -> None:
    read = read_code(code_of(house, name))
    assert read.same_base
    assert rules(read.tree) == rules(name)


@pytest.mark.parametrize("name", names())
def test_so_does_every_named_rule_set_as_house_rules(house: HouseRules, name: str) -> None:
    tree = as_written(house, rules(name), "default")
    house.keep("house", {**tree, "title": "House"})
    code = code_of(house, "house")
    assert rules(read_code(code).tree) == rules("house", house.find)


@pytest.mark.parametrize("name", names())
def test_house_rules_with_a_change_have_a_code_that_fits_into_a_small_qr_code(name: str) -> None:
    changed = rules(name, overrides={"title": "House", "match": {"rounds": 6}})
    assert len(write_code(written(changed, rules(name), name))) < 400


@settings(max_examples=examples(150))
@given(playing.tables(), st.text(max_size=60).map(cleaned), st.text(max_size=400).map(cleaned))
def test_any_rule_set_comes_back_unchanged_and_its_code_too(
    tmp_path_factory: pytest.TempPathFactory, table: Any, title: str, about: str
) -> None:
    tree = {"extends": table} if isinstance(table, str) else table
    house = Installation(tmp_path_factory.mktemp("rules")).house_rules
    try:
        rule_set = rules({**tree, "title": title, "about": about})
    except BadRuleset:
        assume(False)
    written = as_written(house, rule_set, base_of(tree))
    code = write_code(written)
    read = read_code(code)
    assert rules(read.tree) == rule_set
    assert write_code(read.tree) == code


def test_house_rules_above_house_rules_are_written_above_the_set_that_comes_with_the_game(
    house: HouseRules,
) -> None:
    house.keep("house", HOUSE)
    house.keep("hut", {"extends": "house", "title": "花札の家 – żółć 🎴", "match": {"rounds": 3}})
    tree = read_code(code_of(house, "hut")).tree
    assert tree["extends"] == "dutch"
    assert rules(tree) == rules("hut", house.find)
    assert rules(tree).title == "花札の家 – żółć 🎴"
    assert rules(tree).yaku["three_sevens"].name == "Three sevens"


def test_a_code_has_only_letters_and_digits_which_no_messenger_changes(house: HouseRules) -> None:
    assert sorted(codes.ALPHABET) == sorted(string.ascii_letters + string.digits)
    house.keep("house", HOUSE)
    assert code_of(house, "house").isascii()
    assert code_of(house, "house").isalnum()


def test_a_code_that_was_made_by_an_earlier_app_is_still_read() -> None:
    assert rules(read_code(OF_VERSION_1).tree) == rules(HOUSE)
    assert zlib.crc32(codes._words()) == 766854618, "other words need another version"


def test_a_code_is_shortened_by_words_that_it_does_not_hold() -> None:
    packed = codes._deflated(msgspec.json.encode(HOUSE, order="sorted"))
    with pytest.raises(zlib.error):
        zlib.decompressobj(codes._RAW).decompress(packed)


def test_every_beginning_and_every_changed_letter_is_refused() -> None:
    code = write_code(HOUSE)
    for length in range(len(code)):
        assert "mistyped, or a part of it is missing" in refusal(code[:length])
    for place, letter in enumerate(code):
        for other in {letter.swapcase(), "0", "z"} - {letter}:
            assert "mistyped" in refusal(code[:place] + other + code[place + 1 :])
        if code[place + 1 : place + 2] not in ("", letter):
            assert "mistyped" in refusal(code[:place] + code[place + 1] + letter + code[place + 2 :])
    assert "mistyped" in refusal("0" + code)
    assert read_code(code).tree == msgspec.json.decode(msgspec.json.encode(HOUSE))


@settings(max_examples=examples(300))
@given(st.text(st.sampled_from(codes.ALPHABET), max_size=80) | st.text(max_size=20))
def test_a_text_that_is_no_code_is_refused_without_a_crash(text: str) -> None:
    assert refusal(text)


@settings(max_examples=examples(300))
@given(st.binary(max_size=60), st.booleans())
def test_so_is_a_code_with_a_right_checksum_that_holds_something_else(content: bytes, deflated: bool) -> None:
    try:
        read = read_code(holding(content) if deflated else coded(b"\1\0\0" + content))
        assert rules(read.tree)
    except BadRuleset as error:
        assert str(error)


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ("", "This code is mistyped, or a part of it is missing."),
        ("ab-c", "“-” is not possible in a code; allowed: letters from A to Z or a to z, digits."),
        ("é", "“é” is not possible in a code"),
        ("٣", "“\u2068٣\u2069” is not possible in a code"),
        (
            holding(b'{"extends":"dutch"}', version=2),
            "This code has the version 2; this app reads only version 1.",
        ),
        (holding(b"[]"), "This code does not hold a rule set."),
        (holding(b"{"), "This code does not hold a rule set."),
        (holding(b"[" * 5000), "This code does not hold a rule set."),
        (holding(b'{"title":"\xff"}'), "This code does not hold a rule set."),
        (coded(b"\1\0\0\xff\xff"), "This code does not hold a rule set."),
        (coded(b"\1\0\0"), "This code is mistyped, or a part of it is missing."),
        (coded(b"\1\0\0" + codes._deflated(b"{}") + b"more"), "This code does not hold a rule set."),
        (coded(b"\1\0\0" + codes._deflated(b"{}" * 99)[:-2]), "This code does not hold a rule set."),
        (holding(b"{}"), "extends: there is no rule set called “None”."),
        (holding(b'{"extends":"house"}'), "extends: there is no rule set called “house”."),
        (holding(b'{"extends":5}'), "extends: there is no rule set called “5”."),
    ],
    ids=range(16),
)
def test_a_refused_code_says_why(code: str, sentence: str) -> None:
    assert sentence in refusal(code)


def test_a_code_may_hold_as_many_bytes_as_the_limit_and_not_one_more() -> None:
    def padded(length: int) -> bytes:
        return b'{"extends":"dutch"}'.ljust(length)

    assert read_code(holding(padded(MOST_BYTES))).tree == {"extends": "dutch"}
    assert "more than 60000 bytes" in refusal(holding(padded(MOST_BYTES + 1)))


def test_a_code_may_be_as_long_as_the_limit_and_not_one_letter_longer() -> None:
    assert "mistyped" in refusal("z" * LONGEST_CODE)
    assert "This code is too long: at most 6000 letters are allowed." in refusal("z" * (LONGEST_CODE + 1))


def test_what_a_short_code_blows_up_to_is_never_made() -> None:
    code = holding(b" " * 3_000_000)
    assert len(code) < LONGEST_CODE
    tracemalloc.start()
    assert "more than 60000 bytes" in refusal(code)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 500_000


def test_rules_that_are_too_long_for_a_code_are_refused_and_none_is_written_that_is_not_read() -> None:
    def titled(letters: int) -> dict[str, Any]:
        texts = "".join(
            chr(0x4E00 + (number * number * 7919 + number * 31) % 20_000) for number in range(letters)
        )
        return {"extends": "dutch", "about": texts[::2], "source": texts[1::2]}

    longest = bisect(range(3_000), False, key=lambda letters: not _has_code(titled(letters))) - 1
    code = write_code(titled(longest))
    assert LONGEST_CODE - 10 <= len(code) <= LONGEST_CODE
    assert read_code(code).tree == titled(longest)
    with pytest.raises(BadRuleset, match="too long for a code"):
        write_code(titled(longest + 20))


def _has_code(tree: dict[str, Any]) -> bool:
    try:
        return bool(write_code(tree))
    except BadRuleset:
        return False


def test_a_code_that_was_made_above_other_rules_says_so() -> None:
    written = codes._deflated(b'{"extends":"dutch"}')
    assert read_code(coded(b"\1" + codes._print("dutch") + written)).same_base
    assert not read_code(coded(b"\1" + codes._print("russian") + written)).same_base
    for name, other in combinations(names(), 2):
        assert (codes._print(name) == codes._print(other)) == (not differences(rules(name), rules(other)))
