"""The pile on which a change of rules shows."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.koikoi.compare.differences import trial
from scorekeeper.koikoi.pile import pile
from scorekeeper.koikoi.rules.loader import names, rules
from scorekeeper.koikoi.scoring.samples import USUAL_PILE

from .mixtures import mixtures


@pytest.mark.parametrize(
    ("change", "held", "before", "after"),
    [
        ({"yaku": {"tan": {"points": 3}}}, "01R 04R 05R 07R 11R", 1, 3),
        ({"yaku": {"tane": {"min": 4}}}, "02A 04A 05A 08A", 0, 1),
        ({"sake_cup": "animal"}, "09A 9C", 1, 0),
        ({"brights": "cumulative"}, "01B 03B 08B 11B 12B", 20, 60),
        ({"weather": {"rain": {"sign": "captured_lead"}}}, "03B 09A 11B", 5, 0),
        ({"weather": {"rain": {"sign": "captured_lead_or_lightning"}}}, "03B 09A 11B", 5, 0),
        ({"yaku": {"hiki": {"points": 4}}}, "01B 01R 01C1 01C2", 0, 4),
        ({"yaku": {"ours": {"cards": ["04A", "05A"], "points": 6, "name": "Ours"}}}, "04A 05A", 0, 6),
        ({"multipliers": {"big": None}}, str(USUAL_PILE), 20, 10),
    ],
)
def test_the_pile_is_one_that_the_change_touches(
    change: dict[str, Any], held: str, before: int, after: int
) -> None:
    tried = trial(rules("default"), rules("default", overrides=change))
    assert (str(tried.pile), tried.before.points, tried.after.points) == (str(pile(held)), before, after)
    assert (tried.at.own, tried.at.others) == (0, 0)


@pytest.mark.parametrize(
    ("change", "calls"),
    [
        ({"multipliers": {"own_koi": {"form": "flat"}}}, (1, 0)),
        ({"multipliers": {"own_koi": {"form": "linear"}}}, (2, 0)),
        ({"multipliers": {"own_koi": {"form": "linear"}}, "calls": {"limit": 1}}, (1, 0)),
        ({"multipliers": {"opponent_koi": None}}, (0, 1)),
        ({"yaku": {"hanami": {"after_koi": 9}}}, (1, 0)),
    ],
)
def test_calls_are_made_where_the_change_is_about_them(
    change: dict[str, Any], calls: tuple[int, int]
) -> None:
    tried = trial(rules("default"), rules("default", overrides=change))
    assert (tried.at.own, tried.at.others) == calls
    assert tried.differs


@pytest.mark.parametrize(("scope", "both"), [("round", (1, 0)), ("player", (1, 1))])
def test_no_more_calls_are_tried_than_the_rules_allow(scope: str, both: tuple[int, int]) -> None:
    changed = {"own_koi": {"form": "flat", "factor": 3}, "opponent_koi": {"form": "flat", "factor": 2}}
    overrides = {"multipliers": changed, "calls": {"limit": 1, "limit_scope": scope}}
    tried = trial(
        rules("default", overrides={"multipliers": {"opponent_koi": None}}),
        rules("default", overrides=overrides),
    )
    assert (tried.at.own, tried.at.others) == both


def test_rounds_and_the_field_are_as_the_change_needs_them() -> None:
    default = rules("default")
    assert trial(default, rules("default", overrides={"multipliers": {"round": [1, 3]}})).at.round == 2
    fog = trial(default, rules("default", overrides={"weather": {"fog": {"sign": "field_month"}}}))
    assert fog.at.field_months == (12,)
    dealt = trial(default, rules("default", overrides={"multipliers": {"field_brights": {"form": "count"}}}))
    assert (dealt.at.dealt_brights, dealt.before.points * 2) == (2, dealt.after.points)
    months = {"hanami": {"months": [3], "month_factor": 4}}
    assert trial(default, rules("default", overrides={"yaku": months})).at.round == 3


def test_the_usual_pile_stands_there_while_nothing_differs() -> None:
    for name in names():
        tried = trial(rules(name), rules(name))
        assert (tried.pile, tried.differs, tried.at.own + tried.at.others) == (USUAL_PILE, False, 0)


def test_no_pile_holds_a_card_that_is_left_out() -> None:
    tried = trial(rules("default"), rules("default", overrides={"deal": {"without": ["01R", "06A"]}}))
    assert not tried.pile.cards & (pile("01R 06A").cards)
    assert tried.before.points


def test_a_pile_and_calls_of_ones_own_are_tried_as_they_are() -> None:
    doubled = rules("default", overrides={"multipliers": {"own_koi": {"form": "flat"}}})
    held = pile("01B 03B 08B")
    tried = trial(rules("default"), doubled, held, (1, 0))
    assert (tried.pile, tried.before.points, tried.after.points) == (held, 5, 10)
    assert trial(rules("default"), doubled, held, (0, 0)).after.points == 5
    assert trial(rules("default"), doubled, None, (0, 0)).pile == USUAL_PILE  # without a call nothing differs
    assert trial(rules("default"), doubled, held).at.own == 1


def test_any_two_rule_sets_have_a_pile_to_try() -> None:
    for mixed in mixtures(12):
        tried = trial(rules("default"), mixed)
        assert len(tried.pile) > 0
        assert not tried.pile.cards & pile(" ".join(mixed.deal.without)).cards
