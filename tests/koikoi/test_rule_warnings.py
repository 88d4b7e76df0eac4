"""What is pointed out about rules that can be played: the limit and one below it, for every kind."""

from __future__ import annotations

import random
import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest

from scorekeeper.koikoi.cards import cards
from scorekeeper.koikoi.errors import BadRuleset
from scorekeeper.koikoi.rules.loader import names, read_toml, rules
from scorekeeper.koikoi.rules.schema import option, options
from scorekeeper.koikoi.scoring.evaluate import score
from scorekeeper.koikoi.scoring.rule_warnings import rule_warnings
from scorekeeper.koikoi.scoring.score import Circumstances

from .mixtures import mixtures, random_piles

# Built-in sets with settings that have no effect for a reason.
WITH_REASON = {
    ("dutch", "match.first_dealer_tie"),  # it counts where the choice "who draws the earliest month" is taken
    ("senridogs_additive", "calls.limit_scope"),  # inherited: it switches off the limit of its parent
}
AT = Circumstances(round=3)
CASES: list[dict[str, str]] = tomllib.loads(
    Path(__file__).with_name("rule_warnings.toml").read_text("utf-8")
)["case"]


def odd(change: str) -> dict[str, str]:
    """What is odd about the common rules with a change, by option."""
    return {key: str(why) for key, why in rule_warnings(rules("default", overrides=read_toml(change)))}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["odd"].strip().splitlines()[0])
def test_what_is_odd_is_pointed_out_and_the_nearest_that_is_not_is_left_alone(case: dict[str, str]) -> None:
    assert case["option"] in odd(case["odd"])
    assert case["option"] not in odd(case["near"])


def test_the_sentence_names_what_is_in_the_way() -> None:
    assert odd("calls.limit_scope = 'round'") == {
        "calls.limit_scope": "No effect while “Koi-koi limit” is: any number."
    }
    assert odd("deal.without = ['02R']")["yaku.akatan"] == (
        "Nobody can make it: it takes 3 such cards, and the deck has 2."
    )
    assert "“Three brights”" in odd("yaku.sanko.points = 9")["yaku.shiko"]


@pytest.mark.parametrize("name", names())
def test_no_built_in_set_is_odd_without_a_reason(name: str) -> None:
    found = {(name, key) for key, _why in rule_warnings(rules(name))}
    assert found == {reasoned for reasoned in WITH_REASON if reasoned[0] == name}


def test_a_yaku_that_never_counts_is_in_no_score() -> None:
    changed = [rules("default", overrides=read_toml(case["odd"])) for case in CASES]
    for rule_set in (*mixtures(20), *changed):
        keys = [odd.option.split(".") for odd in rule_warnings(rule_set)]
        never = {path[1] for path in keys if len(path) == 2 and path[0] == "yaku"}
        gone = cards(" ".join(rule_set.deal.without))
        for held in random_piles(300):
            if not held.cards & gone:
                assert never.isdisjoint(line.yaku for line in score(rule_set, held, AT).lines)


def test_what_is_odd_about_any_rules_has_an_option_and_a_sentence() -> None:
    chance = random.Random(4)
    for mixed in [*mixtures(12), *(_random(chance) for _ in range(60))]:
        for key, why in rule_warnings(mixed):
            assert option(key) or key.split(".")[1] in mixed.yaku, key
            assert str(why).endswith(".")


def _random(chance: random.Random) -> Any:
    """A rule set in which some options have another word or number."""
    while True:
        tree: dict[str, Any] = msgspec.to_builtins(rules(chance.choice(names())))
        tree |= {"choices": [], "advice": {}}
        for row in chance.sample(list(options().values()), 12):
            *path, last = row.key.split(".")
            table: Any = tree
            for part in path:
                table = table.get(part) if isinstance(table, dict) else None
            if isinstance(table, dict) and row.kind in ("word", "switch", "number"):
                table[last] = chance.choice(
                    row.words or ((True, False) if row.kind == "switch" else row.number or (0,))
                )
        try:
            return rules(tree)
        except BadRuleset:
            continue
