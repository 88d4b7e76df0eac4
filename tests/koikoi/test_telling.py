"""The piles on which two rule sets differ: each is scored by both, and tells something else."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest
from extent import examples
from hypothesis import given, settings

from scorekeeper.koikoi.compare.samples import MOST, MOST_CARDS, samples, telling
from scorekeeper.koikoi.rules.loader import names, rules
from scorekeeper.koikoi.rules.ruleset import RuleSet
from scorekeeper.koikoi.scoring.evaluate import score, scorer

from . import playing

PAIRS = list(permutations(names(), 2))[::23]


@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_each_pile_is_scored_by_both_and_says_why(first: str, second: str) -> None:
    both = rules(first), rules(second)
    told = telling(*both)
    assert len(told) <= MOST
    for pile in told:
        one, other = (score(table, pile.first.pile, pile.first.at) for table in both)
        assert (pile.first.score, pile.second.score) == (one, other)
        assert one.points != other.points
        assert sum(step.points for step in pile.steps) == other.points - one.points
        assert len(pile.first.pile) <= MOST_CARDS
    assert len({(pile.first.pile, pile.first.at) for pile in told}) == len(told)


def test_equal_rules_differ_on_nothing() -> None:
    assert telling(rules("russian"), rules("russian")) == ()


def test_a_single_setting_is_found() -> None:
    changes: list[dict[str, Any]] = [
        {"yaku": {"hanami": {"points": 0}}},
        {"sake_cup": "animal"},
        {"sake_cup": "neither"},
        {"weather": {"rain": {"sign": "captured_lead_or_lightning"}}},
        {"weather": {"rain": {"sign": "field_month"}}},
        {"yaku": {"kasu": {"min": 11}}},
        {"yaku": {"kasu": {"extra": 0}}},
        {"yaku": {"tsukifuda": {"points": 4}}},
        {"yaku": {"own": {"cards": ["02A", "04A"], "points": 3}}},
        {"multipliers": {"big": None}},
        {"multipliers": {"big": {"at": 10}}},
        {"multipliers": {"own_koi": {}}},
        {"multipliers": {"field_brights": {"form": "linear"}}},
        {"multipliers": {"max_points": 5}},
        {"brights": "cumulative"},
        {"overlap": {"ribbons": "special_takes"}},
    ]
    assert [setting for setting in changes if not telling(rules("nintendo_jp"), changed(setting))] == []


def changed(setting: dict[str, Any]) -> RuleSet:
    return rules("nintendo_jp", overrides=setting)


@given(playing.tables(), playing.tables())
@settings(max_examples=examples(25))
def test_any_two_rule_sets_can_be_compared(first: Any, second: Any) -> None:
    for told in telling(rules(first), rules(second)):
        assert told.first.score.points != told.second.score.points


def test_two_large_rule_sets_are_told_apart_by_some_hundred_piles() -> None:
    first, second = rules("mongolopedia"), rules("polish_all")
    assert 100 < len(samples((scorer(first).plan, scorer(second).plan))) < 2000
