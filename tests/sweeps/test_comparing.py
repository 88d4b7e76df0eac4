"""Two scores of the same cards are compared: the stated differences add up, and each says why."""

from __future__ import annotations

import random
from itertools import islice
from typing import Any

import pytest
from extent import daily
from koikoi.mixtures import RULE_SETS, circumstances, mixtures, random_piles

from scorekeeper.koikoi.compare.groups import groups
from scorekeeper.koikoi.compare.steps import scored_pile, steps
from scorekeeper.koikoi.pile import pile
from scorekeeper.koikoi.rules.loader import names, rules
from scorekeeper.koikoi.rules.ruleset import RuleSet
from scorekeeper.koikoi.scoring.score import PLAIN, Circumstances

FOUR = "01B 03B 08B 12B"


def said(before: RuleSet, after: RuleSet, cards: str, at: Circumstances = PLAIN) -> list[str]:
    made = steps(scored_pile(before, pile(cards), at), scored_pile(after, pile(cards), at))
    return [f"{step.sentence} {step.points:+}" + (f" ({step.why})" if step.why else "") for step in made]


def default(**overrides: Any) -> RuleSet:
    """The default rules without doubling, but for what is said."""
    return rules("default", overrides={"multipliers": {"big": None, "opponent_koi": None}} | overrides)


def multiplied(**multipliers: Any) -> RuleSet:
    return default(multipliers={"big": None, "opponent_koi": None} | multipliers)


@pytest.mark.parametrize("seed", daily(range(8), 4))
def test_the_differences_add_up_for_any_pile_and_any_two_rule_sets(seed: int) -> None:
    chance = random.Random(seed)
    sets = [*RULE_SETS.values(), *mixtures(10)]
    around = list(islice(circumstances("comparing"), 60))
    for cards in chance.sample(random_piles(), 400):
        first, second, at = chance.choice(sets), chance.choice(sets), chance.choice(around)
        before, after = scored_pile(first, cards, at), scored_pile(second, cards, at)
        made = steps(before, after)
        assert sum(step.points for step in made) == after.score.points - before.score.points, str(cards)
        assert all(str(step.sentence) for step in made)
        if before.score.lines == after.score.lines:
            assert all(step.about[0].startswith(("factor", "max", "combine")) for step in made)


@pytest.mark.parametrize("name", names())
def test_equal_rules_say_nothing(name: str) -> None:
    at = Circumstances(own=1, others=1, round=3, dealt_brights=1, field_months=(11,))
    for cards in random_piles(300):
        assert not steps(scored_pile(rules(name), cards, at), scored_pile(rules(name), cards, at))


def test_other_points_of_a_yaku_are_counted_with_the_multiplier() -> None:
    dearer = {"sanko": {"points": 6}}
    assert said(default(), default(yaku=dearer), "01B 03B 08B") == ["Three brights: 6 instead of 5 +1"]
    doubled = default(multipliers={"own_koi": {}}), default(yaku=dearer, multipliers={"own_koi": {}})
    (step,) = steps(*(scored_pile(table, pile("01B 03B 08B"), Circumstances(own=1)) for table in doubled))
    assert (step.points, step.times) == (2, 2)


@pytest.mark.parametrize(
    ("settings", "cards", "sentences"),
    [
        ({"yaku": {"hanami": {"points": 0}}}, "03B 09A", ["Flower viewing does not count -5 (not played)"]),
        (
            {"weather": {"rain": {"sign": "captured_lead"}}},
            "03B 09A 11B",
            ["Flower viewing does not count -5 (the rain man was captured: rain)"],
        ),
        (
            {"yaku": {"nomi": {"points": 6}}},
            "03B 08B 09A",
            [
                "Flower viewing does not count -5 (Flower and moon viewing counts instead)",
                "Moon viewing does not count -5 (Flower and moon viewing counts instead)",
                "Flower and moon viewing counts: 6 +6 (Koi-Koi, common rules: not played)",
            ],
        ),
        (
            {"yaku": {"hanami": {"excluded_by": ["sanko"]}}},
            "01B 03B 08B 09A",
            ["Flower viewing does not count -5 (does not count together with Three brights)"],
        ),
        (
            {"yaku": {"tan": {"min": 6}}},
            "04R 05R 07R 11R 01R",
            ["Ribbons does not count -1 (it needs 6 cards)"],
        ),
        (
            {"sake_cup": "animal"},
            "09A 9C",
            ["Chaff does not count -1 (Sake cup: an animal)"],
        ),
        (
            {"yaku": {"kasu": {"extra": 0}}},
            "12C",
            ["Chaff: 1 instead of 3 -2 (each extra card is worth 0 points)"],
        ),
        ({"sake_cup": "animal"}, "09A 10C", ["Chaff: 1 instead of 2 -1 (Sake cup: an animal)"]),
        (
            {"yaku": {"hiki": {"points": 4, "requires_other": True}, "hanami": {"requires_other": True}}},
            "03B 09A",
            ["Flower viewing does not count -5 (it counts only beside another yaku)"],
        ),
    ],
)
def test_a_yaku_that_is_worth_something_else_says_why(
    settings: dict[str, Any], cards: str, sentences: list[str]
) -> None:
    assert said(default(), default(**settings), cards) == sentences


@pytest.mark.parametrize(
    ("before", "after", "at", "sentences"),
    [
        ({}, {"big": {}}, PLAIN, ["7 points or more: × 2 +8"]),
        ({"big": {}}, {}, PLAIN, ["7 points or more: does not count -8"]),
        (
            {"big": {}},
            {"big": {"at": 9}},
            PLAIN,
            ["7 points or more: does not count -8 (× 2 from 9 points)"],
        ),
        ({"big": {}}, {"big": {"at": 8}}, PLAIN, []),
        ({"own_koi": {}}, {"any_koi": {}}, Circumstances(own=1), []),
        (
            {"own_koi": {}},
            {"any_koi": {"factor": 3}},
            Circumstances(own=1),
            ["1 own koi-koi: does not count -8", "1 koi-koi in this round: × 3 +16"],
        ),
        (
            {"own_koi": {"form": "table", "table": [["+", 1]]}},
            {"own_koi": {}},
            Circumstances(own=1),
            ["1 own koi-koi: × 2 instead of + 1 point +7"],
        ),
        (
            {"own_koi": {"factor": 3}, "opponent_koi": {"factor": 3}},
            {"own_koi": {"factor": 3}, "opponent_koi": {"factor": 3}, "combine": "sum"},
            Circumstances(own=1, others=1),
            ["Several doublings: added (2 and 2 are × 3) -32"],
        ),
        (
            {"own_koi": {"factor": 4}},
            {"own_koi": {"factor": 4}, "max_factor": 3},
            Circumstances(own=1),
            ["At most × 3. -8"],
        ),
        (
            {"max_points": 5},
            {},
            PLAIN,
            ["no limit of 5 +3"],
        ),
    ],
)
def test_a_factor_or_a_cap_that_differs_is_a_difference(
    before: dict[str, Any], after: dict[str, Any], at: Circumstances, sentences: list[str]
) -> None:
    assert said(multiplied(**before), multiplied(**after), FOUR, at) == sentences


def test_rule_sets_that_make_the_same_of_a_pile_are_one_group() -> None:
    cards = pile("03B 09A 11B")
    force = scored_pile(rules("russian"), cards)
    others = {
        name: scored_pile(rules(name), cards) for name in ("russian", "mongolopedia", "dutch", "gamedesign")
    }
    same, without = groups(force, others)
    assert (same.names, same.steps) == (("russian", "dutch"), ())
    assert without.names == ("mongolopedia", "gamedesign")
    assert [str(step.sentence) for step in without.steps] == ["Flower viewing does not count"]


def test_a_reason_that_only_some_of_a_group_have_is_told_with_their_name() -> None:
    cards = pile("03B 09A 11B")
    force = scored_pile(default(), cards)
    rain = scored_pile(default(weather={"rain": {"sign": "captured_lead"}}), cards)
    dry = scored_pile(default(yaku={"hanami": {"points": 0}}), cards)
    (group,) = groups(force, {"rain": rain, "dry": dry})
    assert str(group.steps[0].why) == "Koi-Koi, common rules: the rain man was captured: rain"
    (group,) = groups(force, {"rain": rain})
    assert str(group.steps[0].why) == "the rain man was captured: rain"


def test_what_rules_would_also_ask_is_said_and_keeps_groups_apart() -> None:
    cards = pile("03B 09A 4C")
    sets = {"cup": default(), "rain": default(weather={"rain": {"sign": "captured_lead_or_lightning"}})}
    others = {name: scored_pile(table, cards) for name, table in sets.items()}
    assert [group.open_questions for group in groups(others["cup"], others)] == [(), ("cards.11",)]
