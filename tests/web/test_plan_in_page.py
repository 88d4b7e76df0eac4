"""The plan that a page carries for its scripts to score with is the plan of the rules."""

from __future__ import annotations

import json
from itertools import chain
from typing import Any

import msgspec
import pytest

from scorekeeper.koikoi.cards import CARDS, cards
from scorekeeper.koikoi.rules.loader import rules
from scorekeeper.koikoi.scoring.evaluate import scorer
from scorekeeper.web.rounds import live_line

EVERY_TERM = {
    "yaku": {
        "hanami": {"months": [], "after_koi": 0, "excluded_by": ["kasu"], "requires_other": True},
        "tsukimi": {"months": [8], "month_factor": 2, "rivals": ["hanami"]},
        "pairs": {
            "name": "Pairs",
            "monthly": "each",
            "min": 2,
            "points": 1,
            "repeat": True,
            "separate": True,
        },
        "whole": {"name": "Whole", "monthly": "each", "min": 4, "points": 1, "lightning": True},
    },
    "overlap": {"animals": "count_takes", "ribbons": "special_takes"},
    "chaff_twice": ["11C"],
    "brights": "cumulative",
    "counts": "best",
    "play": {"lightning": "wild"},
    "multipliers": {"max_base": 20, "max_factor": 4, "max_points": 50, "combine": "sum"},
}


UNSENT = ("core", "bit", "meets")  # the browser works them out, or does without


PLAYED = ("amuse_gion", "hana_awase", "koikoi_japan", "mongolopedia", "nintendo_en", "polish_all", "sakura")


def both(halves: list[int]) -> int:
    """A set of cards that was written as two halves."""
    assert max(halves) < 1 << 24
    return halves[0] | halves[1] << 24


@pytest.mark.parametrize("name", ["every_term", *PLAYED])
def test_the_plan_in_a_page_is_the_plan_of_the_rules(name: str) -> None:
    of_rules = rules("default", overrides=EVERY_TERM) if name == "every_term" else rules(name)
    plan = scorer(of_rules).plan
    written = json.loads(live_line.plan_json(plan))
    assert [len(rows) for rows in written["readings"]] == [len(rows) for rows in plan.readings]
    unset = {"after_koi": None, "months": None, "month_factor": None}  # all else is 0, or empty
    for row, played in zip(chain(*written["readings"]), chain(*plan.readings), strict=True):
        row["needs"] = [[both(among), least] for among, least in row["needs"]]
        row |= {name: both(row[name]) for name in ("kind", "ruined_by", "twice", "wild") if name in row}
        terms = {name: value for name, value in msgspec.to_builtins(played).items() if name not in UNSENT}
        told = {name: value for name, value in terms.items() if value != unset.get(name, type(value)())}
        assert row == json.loads(json.dumps(told))
    for name in ("highest", "animals", "ribbons", "combine", "max_base", "max_factor", "max_points", "big"):
        assert written[name] == msgspec.to_builtins(getattr(plan, name)), name
    assert written.get("best", False) is plan.best
    worth = [(both(among), points) for among, points in written.get("worth", [])]
    assert (tuple(worth), written.get("chaff_worth", 0)) == (plan.worth, plan.chaff_worth if worth else 0)


@pytest.mark.parametrize(("rainman", "brights"), [(True, "01B 03B 08B 11B 12B"), (False, "01B 03B 08B 12B")])
def test_the_plan_says_what_multiplies(rainman: bool, brights: str) -> None:
    multipliers = {
        "koi_counts": "players",
        "own_koi": {"form": "table", "table": [["+", 4], ["x", 3]]},
        "field_brights": {"form": "count", "rainman": rainman},
        "round": [1, 2],
    }
    house = rules("default", overrides={"multipliers": multipliers})
    written = json.loads(live_line.plan_json(scorer(house).plan))
    assert written["factors"] == [
        {"id": "own_koi", "form": "table", "table": [["+", 4], ["x", 3]], "by_player": True},
        {"id": "opponent_koi", "form": "flat", "factor": 2, "by_player": True},
        {"id": "field_brights", "form": "count", "factor": 2},
        {"id": "round", "form": "round", "table": [["x", 1], ["x", 2]]},
    ]
    assert both(written["field_brights"]) == cards(brights)
    assert "field_brights" not in json.loads(live_line.plan_json(scorer(rules("default")).plan))


THREE_OF = {"name": "Three", "cards": ["02A", "04A", "08A"], "points": 1}


@pytest.mark.parametrize(
    ("own", "alike"),
    [
        ({}, ["01B 12B", "02A 04A 05A 08A 11A", "06A 07A 10A", "09A", "04R 05R 07R 11R"]),
        ({"three": THREE_OF}, ["02A 04A 08A", "05A 11A"]),
        ({"three": {**THREE_OF, "extra": 1}}, ["02A 04A 08A", "05A 11A"]),
        ({"three": {**THREE_OF, "extra": 1, "min": 2}}, ["02A", "04A", "08A", "05A 11A"]),
        ({"three": {**THREE_OF, "ruined_by": ["04R"]}}, ["04R", "05R 07R 11R"]),
        (EVERY_TERM["yaku"], ["01C1 01C2", "11C", "12C1 12C2 12C3", "04A", "04R"]),
    ],
)
def test_cards_that_bring_the_same_to_any_pile_are_told_as_alike(
    own: dict[str, Any], alike: list[str]
) -> None:
    of_rules = rules("default", overrides={"yaku": own, "play": {"lightning": "wild"}})
    written = json.loads(live_line.plan_json(scorer(of_rules).plan))
    deck, numbers = written["deck"].split(), written["alike"]
    told = [" ".join(card for card, of in zip(deck, numbers, strict=True) if of == one) for one in {*numbers}]
    assert {*alike} <= {*told}
    assert own or " ".join(card.id for card in CARDS if "C" in card.id) in told


@pytest.mark.parametrize(("twice", "alone"), [([], []), (["11C"], ["11C"]), (["11C", "12C1"], [])])
def test_a_chaff_card_that_counts_twice_is_alike_only_others_that_do(
    twice: list[str], alone: list[str]
) -> None:
    written = json.loads(live_line.plan_json(scorer(rules("default", overrides={"chaff_twice": twice})).plan))
    alike = dict(zip(written["deck"].split(), written["alike"], strict=True))
    chaff = {card.id: alike[card.id] for card in CARDS if "C" in card.id}
    assert [card for card, number in chaff.items() if [*chaff.values()].count(number) == 1] == alone
