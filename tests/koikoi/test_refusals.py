"""Every rule set that is refused names its key, its value and what is allowed: ``refusals.toml``."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from typing import Any

import msgspec
import pytest

from scorekeeper.house_rules.code import read_code, write_code
from scorekeeper.koikoi.errors import BadRuleset
from scorekeeper.koikoi.rules.loader import completed, read_toml, rules, write_toml
from scorekeeper.koikoi.rules.refusals import refusals
from scorekeeper.koikoi.rules.ruleset import TEXTS
from scorekeeper.koikoi.rules.schema import Tree, every_option, every_section, put_at, value_at, yaku_options

from .cases import HERE, Case

REFUSED = tomllib.loads((HERE / "refusals.toml").read_text("utf-8"))["refused"]


def parameter(case: Case) -> Any:
    marks = [pytest.mark.xfail(strict=True, reason=case["bug"])] if "bug" in case else []
    return pytest.param(case, id=case["set"], marks=marks)


@pytest.mark.parametrize("case", [parameter(case) for case in REFUSED])
def test_a_rule_set_is_refused_with_a_sentence(case: Case) -> None:
    with pytest.raises(BadRuleset) as refusal:
        rules({"extends": "dutch", **read_toml(case["set"])})
    assert str(refusal.value) == case["sentence"]
    assert refusal.value.option == case["key"]


@pytest.mark.parametrize(
    ("key", "known"),
    [
        ("colour", ["game", *(table for section in every_section().values() for table in section.tables)]),
        ("yaku.tan.price", yaku_options()),
    ],
)
def test_an_unknown_key_is_answered_with_all_that_may_stand_there(key: str, known: Iterable[str]) -> None:
    with pytest.raises(BadRuleset) as refusal:
        rules("dutch", overrides=setting(key, 1))
    assert str(refusal.value) == f"There is no option “{key}”; allowed here: {', '.join(sorted(known))}."
    assert refusal.value.option == key


def test_every_yaku_off_is_refused() -> None:
    off = {name: {"points": 0} for name in rules("default").yaku}
    with pytest.raises(BadRuleset, match=r"^yaku: with every yaku off nobody could ever win\.$"):
        rules({"yaku": off})


@pytest.mark.parametrize("source", [5, None, [], True])
def test_a_rule_set_is_a_name_or_a_table(source: Any) -> None:
    with pytest.raises(BadRuleset, match=r"^A rule set must be a name or a table of options\.$"):
        rules(source)


def test_at_most_sixteen_yaku_are_named_by_lists_of_rivals() -> None:
    first, *others = list(rules("default").yaku)[:17]
    sixteen = {"yaku": {first: {"rivals": others[:15]}}}
    assert rules(sixteen).yaku[first].rivals == tuple(others[:15])
    with pytest.raises(BadRuleset, match="such lists name 17 yaku in all; allowed: up to 16"):
        rules({"yaku": {first: {"rivals": others}}})


def test_an_unknown_name_is_refused() -> None:
    with pytest.raises(BadRuleset, match=r"^There is no rule set called “dutsch”\.$"):
        rules("dutsch")


def test_a_deal_that_takes_the_whole_deck_is_possible() -> None:
    deal = {"hand": 15, "field": 16, "without": ["12C1", "12C2"]}
    assert rules({"deal": deal}).deal.hand == 15
    with pytest.raises(BadRuleset, match="need 46 cards; the deck has 45"):
        rules({"deal": {**deal, "without": ["12C1", "12C2", "12C3"]}})


# Settings over the default rules, each impossible by itself, by the key that is refused for it.
IMPOSSIBLE: dict[str, dict[str, Any]] = {
    "yaku.hanami": {"yaku.hanami.min": 2},
    "yaku.tan.min": {"yaku.tan.min": 11},
    "yaku.kasu.separate": {"yaku.kasu.separate": True},
    "yaku.tane.lightning": {"yaku.tane.lightning": True},
    "settlement.purse": {"settlement.purse": {"0": 10}},
    "deal.hand": {"deal.hand": 15, "deal.field": 16, "deal.without": ("12C1", "12C2", "12C3")},
    "play.turn": {"play.turn": "draw_then_two", "play.unmatched_stock": "keep"},
    "multipliers.own_koi.table": {"multipliers.own_koi": {"form": "table"}},
    "multipliers.any_koi.table": {"multipliers.any_koi": {"form": "table"}},
    "multipliers.round": {"multipliers.round": ()},
    "yaku.goko.replaces": {"yaku.goko.replaces": ("nothing",)},
    "yaku.aotan.excluded_by": {"yaku.aotan.excluded_by": ("nobody",)},
    "yaku.akatan.month_factor": {"yaku.akatan.month_factor": 2},
}


def listed(settings: dict[str, Any]) -> list[str]:
    """The keys that are refused when the default rules have these settings."""
    tree = msgspec.to_builtins(rules("default"))
    for key, value in settings.items():
        put_at(tree, key, value)
    return [refusal.option for refusal in refusals(completed(tree))]


def test_everything_impossible_in_a_rule_set_is_listed_and_loading_refuses_the_first() -> None:
    settings = {key: value for several in IMPOSSIBLE.values() for key, value in several.items()}
    # A lightning that completes months also needs one that is wild.
    expected = sorted([*IMPOSSIBLE, "yaku.tane.lightning"])
    keys = listed(settings)
    assert sorted(keys) == expected
    tree: dict[str, Any] = {}
    for key, value in settings.items():
        put_at(tree, key, value)
    with pytest.raises(BadRuleset) as refusal:
        rules(tree)
    assert refusal.value.option == keys[0]


@pytest.mark.parametrize("left_out", IMPOSSIBLE)
def test_each_impossible_setting_is_listed_on_its_own(left_out: str) -> None:
    others = {k: v for key, several in IMPOSSIBLE.items() if key != left_out for k, v in several.items()}
    assert left_out not in listed(others)


def test_a_playable_rule_set_has_no_refusals() -> None:
    assert not listed({})


# --- what a refusal calls allowed, for every key

AROUND = ["match", "deal", "deal.teyaku", "weather", "weather.rain", "multipliers", "yaku", "yaku.tan"]
INSIDE = [
    *("deal.field_four.dealer", "deal.field_pairs.dealer", "exhausted.no_yaku.dealer"),
    *("exhausted.no_yaku.other", "exhausted.held_yaku.dealer", "exhausted.held_yaku.holder"),
]
ALL = [
    *(
        *TEXTS,
        "readings",
        "customs",
        "words",
        "choices",
        "advice",
        "agreed",
        *AROUND,
        *INSIDE,
        *every_option(),
    ),
    *(f"yaku.{name}.{key}" for name in ("tan", "ours") for key in yaku_options()),
]
FIXED = [
    *(f"yaku.tan.{key}" for key in ("cards", "kind", "monthly", "also", "ruined_by")),
    *(f"yaku.goko.{key}" for key in ("cards", "min")),
]
KEYS = [key for key in ALL if key not in FIXED]
WRONG: list[Any] = [0, 1, "", "off", None, True, -1, 1.5, [], {}, 10**30, [0], ["?"], {"?": 0}, "x" * 5000]
LISTS = {
    "a list of cards, such as 09A": ["09A"],
    "a list of ids of other yaku": ["tsukimi"],
    "ids of other yaku, such as tane": ["tane"],
    'a list of steps, such as ["+", 1] or ["x", 2]': [["+", 1], ["x", 2]],
    "a list of at most 60 choices": [],
    "a list of at most 40 texts of 1 to 400 characters": ["x", "x" * 400],
}
TABLES = {
    "a table of texts by language, such as en": {"en": "x"},
    "a table of choices and their answers": {},
    "a table of words by language, each of 1 to 60 characters": {"en": {"lightning": "storm"}},
    "a table": {},
    "a table of points by card, such as 02A": {"02A": 50},
}


def setting(key: str, value: Any) -> dict[str, Any]:
    tree: dict[str, Any] = {}
    put_at(tree, key, value)
    return tree


def in_toml(tree: dict[str, Any]) -> Tree:
    """As a file says it, in which "off" stands for null."""
    return read_toml(write_toml(tree))


def refusal_of(key: str, tree: Tree) -> str:
    """What is said of a value that its key can never have; empty where it can."""
    try:
        rules("default", overrides=tree)
    except BadRuleset as error:
        said = str(error)
        return said if said.startswith(f"{key}: ") and "is not possible; allowed: " in said else ""
    return ""


def promised(key: str) -> list[Any]:
    """Values that refusals at a key say are allowed, of numbers and texts the least and the most."""
    trees = [setting(key, value) for value in WRONG]
    written = [in_toml(setting(key, value)) for value in WRONG if value not in (None, 10**30)]
    said = {refusal_of(key, tree).partition("; allowed: ")[2][:-1] for tree in (*trees, *written)}
    return [value for parts in said - {""} for part in parts.split(", or ") for value in samples(part)]


def samples(part: str) -> list[Any]:
    if part in LISTS:
        return [LISTS[part]]
    if part in TABLES:
        return [TABLES[part]]
    if part == "true or false":
        return [True, False]
    if numbers := re.fullmatch(r"a whole number from (\d+) to (\d+)", part):
        return [*map(int, numbers.groups())]
    if texts := re.fullmatch(r"a text of (?:(\d+)|up) to (\d+) characters", part):
        return ["x" * int(length or 0) for length in texts.groups()]
    if items := re.fullmatch(r"a list, each of it (.*)", part):
        return [[value] for value in samples(items[1])]
    if items := re.fullmatch(r"a table by number of rounds, each of it (.*)", part):
        return [{"12": value} for value in samples(items[1])]
    if keys := re.fullmatch(r"a table with (.*)", part):
        return [{"dealer": 1}] if keys[1].startswith("dealer") else [{}]
    assert re.fullmatch(r"[a-z0-9_]+(, [a-z0-9_]+)*", part), part
    return [int(word) if word.isdigit() else word for word in part.split(", ")]


@pytest.mark.parametrize("key", KEYS)
def test_what_a_refusal_calls_allowed_is_allowed_at_that_very_key(key: str) -> None:
    for allowed in promised(key):
        assert refusal_of(key, setting(key, allowed)) == "", allowed
        assert refusal_of(key, in_toml(setting(key, allowed))) == "", allowed


@pytest.mark.parametrize("key", KEYS)
def test_one_beyond_what_is_allowed_is_refused_and_named(key: str) -> None:
    said = refusal_of(key, setting(key, "?"))
    for low, high in re.findall(r"a whole number from (\d+) to (\d+)", said.split("each of it")[0]):
        for value in (int(low) - 1, int(high) + 1):
            assert f"{key}: {value} is not possible; allowed: " in refusal_of(key, setting(key, value))


@pytest.mark.parametrize("key", FIXED)
def test_of_what_cannot_be_set_no_value_is_called_allowed(key: str) -> None:
    for value in (-1, 1.5, 10**30, {"?": 0}, "x" * 5000):
        with pytest.raises(BadRuleset, match=r"^yaku\.\w+: the cards of this yaku are fixed"):
            rules("default", overrides=setting(key, value))


def test_every_key_is_walked_with_a_value_that_it_refuses() -> None:
    assert [key for key in KEYS if not promised(key)] == []


@pytest.mark.parametrize("key", [key for key, row in every_option().items() if row.may_be_off])
def test_off_is_off_in_every_way_of_writing_it(key: str) -> None:
    off = setting(key, "off")
    as_null = rules("default", overrides=setting(key, None))
    assert value_at(msgspec.to_builtins(as_null), key) is None
    assert rules("default", overrides=off) == rules("default", overrides=in_toml(off)) == as_null
    assert rules({"extends": "default", **off}) == as_null
    assert rules("default", overrides=setting(key, False)) == as_null
    assert rules(read_code(write_code({"extends": "default", **off})).tree) == as_null
    assert rules({"extends": "default", "yaku": {"tan": {"after_koi": "off"}}}) == rules("default")


def test_off_is_a_word_like_others_where_it_switches_nothing_off() -> None:
    assert rules("default", overrides={"weather": {"rain": {"sign": "off"}}}).weather.rain.sign == "off"
    assert rules("default", overrides={"title": "off"}).title == "off"
    named = rules("default", overrides={"yaku": {"tan": {"name": {"en": "off"}}}})
    assert named.yaku["tan"].name == {"en": "off"}
    for off in (None, False):  # as JSON writes it
        assert rules("default", overrides={"weather": {"rain": {"sign": off}}}).weather.rain.sign == "off"


@pytest.mark.parametrize("key", [key for key, row in every_option().items() if not row.may_be_off])
@pytest.mark.parametrize("off", [None, False])
def test_what_is_never_off_has_no_off(key: str, off: bool | None) -> None:
    row = every_option()[key]
    if "off" in row.words or (off is False and row.kind == "switch"):
        assert not refusal_of(key, setting(key, off))
    else:
        assert refusal_of(key, setting(key, off))
