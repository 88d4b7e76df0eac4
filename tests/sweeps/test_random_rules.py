"""Random rule sets survive the editor, a change, the link and the comparison, and no page fails on them."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest
from extent import EVERY_LOOK
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from koikoi.mixtures import OVERRIDES
from web.option_values import changed, enter, other_values, refused
from web.player import read_in
from web.rules_journey import Journey, unlike

from scorekeeper.house_rules.changes import as_written
from scorekeeper.koikoi.errors import BadRuleset
from scorekeeper.koikoi.rules.loader import names, rules
from scorekeeper.koikoi.rules.ruleset import RuleSet
from scorekeeper.koikoi.rules.schema import options
from scorekeeper.koikoi.rules.yaku import KNOWN

EXAMPLES = 150 if EVERY_LOOK else 4
KEYS = [
    *(key for key in options() if key.rpartition(".")[0] not in options()),
    *(f"yaku.{name}.{key}" for name in KNOWN for key in ("points", "after_koi", "rivals")),
]
PAGES = ("", "/edit", "/edit?open=all", "/sharing", "/chart")
LANGUAGES = ("en", "pl", "ru", "nl", "ja")


@st.composite
def rule_sets(draw: st.DrawFn) -> tuple[str, RuleSet]:
    """The id of a rule set that comes with the game, and it with many random changes."""
    base = draw(st.sampled_from(names()))
    mixed = rules(base)
    for name in draw(st.lists(st.sampled_from(sorted(OVERRIDES)), max_size=3, unique=True)):
        mixed = _if_possible(mixed, OVERRIDES[name])
    for key in draw(st.lists(st.sampled_from(KEYS), max_size=40, unique=True)):
        value = draw(st.sampled_from(other_values(key, mixed)))
        if not refused(mixed, {key: value}):
            mixed = changed(mixed, {key: value})
    return base, msgspec.structs.replace(mixed, title="House", about="", source="")


@pytest.mark.slow
@settings(
    max_examples=EXAMPLES,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(mixed=rule_sets(), chosen=st.randoms(use_true_random=False), language=st.sampled_from(LANGUAGES))
def test_random_rules_survive_all_pages(
    journey: Journey, mixed: tuple[str, RuleSet], chosen: Random, language: str
) -> None:
    journey.forget()
    base, random_rules = mixed
    house = journey.installation.house_rules
    house.keep("house", as_written(house, random_rules, base))
    read_in(journey.player.client, language)
    for page in PAGES:
        assert journey.player.open(f"/rules/house{page}").status == 200
    check_saved_unchanged(journey, random_rules)
    read_in(journey.player.client, "en")
    check_one_change(journey, random_rules, chosen)
    journey.check_everywhere("house", base)


def check_saved_unchanged(journey: Journey, random_rules: RuleSet) -> None:
    """Every field of the whole form is posted back as it was."""
    assert journey.rules("house") == random_rules
    journey.keep(journey.editor("/rules/house/edit"))
    assert journey.rules("house") == random_rules


def check_one_change(journey: Journey, random_rules: RuleSet, chosen: Random) -> None:
    """One option is changed, and nothing else changes."""
    key, value = _possible_change(random_rules, chosen)
    form = journey.editor("/rules/house/edit")
    enter(form, {key: value})
    assert journey.keep(form) == "house"
    assert not unlike(changed(random_rules, {key: value}), journey.rules("house"))


def _possible_change(random_rules: RuleSet, chosen: Random) -> tuple[str, Any]:
    for key in chosen.sample(KEYS, len(KEYS)):
        value = chosen.choice(other_values(key, random_rules))
        if not refused(random_rules, {key: value}):
            return key, value
    raise AssertionError("nothing can be changed")


def _if_possible(mixed: RuleSet, overrides: dict[str, Any]) -> RuleSet:
    try:
        return rules(msgspec.to_builtins(mixed), overrides=overrides)
    except BadRuleset:  # such as yaku that now replace each other in a circle
        return mixed
