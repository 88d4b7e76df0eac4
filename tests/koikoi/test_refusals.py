"""Every rule set that is refused names its key, its value and what is allowed: ``refusals.toml``."""

from __future__ import annotations

import tomllib
from typing import Any

import msgspec
import pytest

from scorekeeper.koikoi.errors import BadRuleset
from scorekeeper.koikoi.rules.loader import completed, read_toml, rules
from scorekeeper.koikoi.rules.refusals import refusals
from scorekeeper.koikoi.rules.schema import put_at

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


def test_every_yaku_off_is_refused() -> None:
    off = {name: {"points": 0} for name in rules("default").yaku}
    with pytest.raises(BadRuleset, match=r"^yaku: with every yaku off nobody could ever win\.$"):
        rules({"yaku": off})


@pytest.mark.parametrize("source", [5, None, [], True])
def test_a_rule_set_is_a_name_or_a_table(source: Any) -> None:
    with pytest.raises(BadRuleset, match=r"^A rule set must be a name or a table of options\.$"):
        rules(source)


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
