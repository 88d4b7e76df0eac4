"""Every rule set that is refused names its key, its value and what is allowed: ``refusals.toml``."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from scorekeeper.koikoi.errors import BadRuleset
from scorekeeper.koikoi.rules.loading import read_toml, rules

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
    with pytest.raises(BadRuleset, match=r"^A rule set is a name or a table of options\.$"):
        rules(source)


def test_an_unknown_name_is_refused() -> None:
    with pytest.raises(BadRuleset, match=r"^There is no rule set called “dutsch”\.$"):
        rules("dutsch")


def test_a_deal_that_takes_the_whole_deck_is_possible() -> None:
    deal = {"hand": 15, "field": 16, "without": ["12C1", "12C2"]}
    assert rules({"deal": deal}).deal.hand == 15
    with pytest.raises(BadRuleset, match="ask for 46 cards; the deck has 45"):
        rules({"deal": {**deal, "without": ["12C1", "12C2", "12C3"]}})
