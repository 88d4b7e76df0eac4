"""The piles on which two rule sets differ: each is scored by both, and tells something else."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest
from extent import examples
from hypothesis import given, settings

from scorekeeper.koikoi.cards import cards, each, of_month
from scorekeeper.koikoi.compare.differences import MOST_PILES, differing_piles, trial
from scorekeeper.koikoi.rules.loader import names, rules
from scorekeeper.koikoi.rules.ruleset import RuleSet
from scorekeeper.koikoi.scoring.evaluate import score, scorer
from scorekeeper.koikoi.scoring.samples import MOST_CARDS, samples

from . import playing

PAIRS = list(permutations(names(), 2))[::23]


@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_each_pile_is_scored_by_both_and_says_why(first: str, second: str) -> None:
    both = rules(first), rules(second)
    shown = differing_piles(*both)
    assert len(shown) <= MOST_PILES
    for pile in shown:
        one, other = (score(table, pile.first.pile, pile.first.at) for table in both)
        assert (pile.first.score, pile.second.score) == (one, other)
        assert one.points != other.points
        assert sum(step.points for step in pile.steps) == other.points - one.points
        assert len(pile.first.pile) <= MOST_CARDS
    totals = [(pile.first.score.points, pile.second.score.points) for pile in shown]
    shares = [abs(one - other) / max(one, other) for one, other in totals]
    assert shares == sorted(shares, reverse=True)
    assert len({(pile.first.pile, pile.first.at) for pile in shown}) == len(shown)


def test_equal_rules_differ_on_nothing() -> None:
    assert differing_piles(rules("russian"), rules("russian")) == ()


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
        {"sake_cup": "two_chaff"},
        {"counts": "best"},
        {"chaff_twice": ["11C"]},
        {"yaku": {"tan": {"extra_from": "own_koi"}}},
        {"yaku": {"hiki": {"points": 4, "repeat": False}}},
        {"yaku": {"own": {"cards": ["02A", "04A"], "points": 3, "ruined_by": ["07R"]}}},
    ]
    assert [
        setting for setting in changes if not differing_piles(rules("nintendo_jp"), changed(setting))
    ] == []


@pytest.mark.parametrize("month", range(1, 13))
def test_what_a_rule_names_for_a_single_month_is_found(month: int) -> None:
    named = [card.id for card in each(of_month(month))]
    factors = [*([1] * (month - 1)), 2, 1]
    changes: list[dict[str, Any]] = [
        {"yaku": {"tan": {"months": [month]}}},
        {"yaku": {"tan": {"months": [month], "month_factor": 2}}},
        {"yaku": {"own": {"cards": named, "min": 3, "points": 3, "monthly": "round"}}},
        {"multipliers": {"round": factors}},
    ]
    assert [
        setting for setting in changes if not differing_piles(rules("nintendo_jp"), changed(setting))
    ] == []
    narrow, wide = (
        changed({"yaku": {"tan": {"months": months}}}) for months in ([month], [month, month % 12 + 1])
    )
    assert {shown.first.at.round for shown in differing_piles(narrow, wide)} == {month % 12 + 1}


@pytest.mark.parametrize("term", ["repeat", "lightning"])
def test_what_takes_two_months_or_the_lightning_is_found(term: str) -> None:
    wild = {"play": {"lightning": "wild"}}
    first, second = (changed({**wild, "yaku": {"hiki": {"points": 4, term: on}}}) for on in (False, True))
    assert differing_piles(first, second)


def test_a_change_that_shows_on_cards_that_are_left_out_is_shown_on_others() -> None:
    without = {"deal": {"without": ["01R", "06A", "12C1"]}}
    first, second = (changed({**without, "yaku": {"tan": {"points": points}}}) for points in (1, 3))
    assert differing_piles(first, second)
    assert not any(shown.first.pile.cards & cards("01R 06A 12C1") for shown in differing_piles(first, second))


def changed(setting: dict[str, Any]) -> RuleSet:
    return rules("nintendo_jp", overrides=setting)


@given(playing.tables(), playing.tables())
@settings(max_examples=examples(25))
def test_any_two_rule_sets_can_be_compared(first: Any, second: Any) -> None:
    for shown in differing_piles(rules(first), rules(second)):
        assert shown.first.score.points != shown.second.score.points


def test_two_large_rule_sets_are_told_apart_by_some_hundred_piles() -> None:
    first, second = rules("mongolopedia"), rules("polish_all")
    assert 100 < len(samples((scorer(first).plan, scorer(second).plan))) < 2000


@pytest.mark.parametrize("least", [23, 24])
@pytest.mark.parametrize(
    "beside",
    [
        {},
        {"paulownia": {"name": "Paulownia", "cards": ["12C1", "12C2", "12C3"], "points": 6}},
        {"storm": {"name": "Storm", "cards": ["11C", "11B"], "points": 6}},
        {"calm": {"name": "Calm", "kind": "ribbon", "min": 6, "ruined_by": ["11C"], "points": 6}},
    ],
    ids=lambda beside: "".join(beside) or "alone",
)
def test_a_yaku_of_all_chaff_can_be_compared(least: int, beside: dict[str, Any]) -> None:
    every = changed({"yaku": {"kasu": {"min": least, "extra": 1, "points": 30}, **beside}})
    for shown in (differing_piles(every, rules("nintendo_jp")), differing_piles(rules("nintendo_jp"), every)):
        assert all(one.first.score.points != one.second.score.points for one in shown)
    assert trial(rules("nintendo_jp"), every).pile
