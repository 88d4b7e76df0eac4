"""``scorekeeper simulate``: one JSON object, the same for the same seed; bad input is refused in words."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from cli.running import run

from scorekeeper.installation import Installation


def simulated(*arguments: object) -> Any:
    result = run("simulate", *arguments)
    assert result.exit_code == 0, result.stderr
    (line,) = result.stdout.splitlines()
    return json.loads(line)


def test_one_rule_set(tmp_path: Path) -> None:
    told = simulated("default", "--rounds", 300, "--seed", 1, "--instance", tmp_path)
    assert (told["rounds"], told["seed"], told["policy"]) == (300, 1, "careful")
    (of,) = told["rulesets"]
    assert "differences" not in told
    shares = [of["won"][who] for who in ("dealer", "other", "nobody")]
    assert sum(share["value"] for share in shares) == pytest.approx(1, abs=1e-5)
    for number in (*shares, of["points"]["a_round"], of["points"]["spread"], of["yaku"][0]["worth"]):
        assert number["low"] < number["value"] < number["high"]
    assert sum(rounds for _, rounds in of["points"]["won_rounds"]) == pytest.approx(
        300 * (1 - shares[2]["value"]), abs=1e-3
    )


def test_two_rule_sets_and_their_differences() -> None:
    told = simulated("russian", "--against", "russian_no_mult", "--rounds", 200, "--seed", 1)
    assert [of["ruleset"] for of in told["rulesets"]] == ["russian", "russian_no_mult"]
    means = [of["points"]["a_round"]["value"] for of in told["rulesets"]]
    assert told["differences"]["points"]["a_round"]["value"] == pytest.approx(means[1] - means[0], abs=1e-5)


def test_the_same_seed_gives_the_same_object_and_another_another() -> None:
    first, again, other = (
        run("simulate", "dutch", "--rounds", 1200, "--seed", seed, "--policy", "random").stdout
        for seed in (4, 4, 5)
    )
    assert first == again != other


def test_rules_of_the_house(tmp_path: Path) -> None:
    Installation(tmp_path).house_rules.keep("ours", {"extends": "dutch", "title": "Ours"})
    told = simulated("ours", "--rounds", 20, "--seed", 1, "--instance", tmp_path)
    assert told["rulesets"][0]["ruleset"] == "ours"


@pytest.mark.parametrize("names", [["nobodys"], ["dutch", "--against", "nobodys"]])
def test_a_rule_set_that_there_is_not_is_named(names: list[str]) -> None:
    result = run("simulate", *names, "--rounds", 20, "--seed", 1)
    assert result.exit_code == 1
    assert "nobodys" in result.stderr and not result.stdout


@pytest.mark.parametrize(
    "wrong",
    [
        ("--rounds", 0),
        ("--rounds", 100_001),
        ("--rounds", "many"),
        ("--seed", -1),
        ("--policy", "wise"),
        ("--against",),
    ],
)
def test_what_cannot_be_asked_is_wrong_usage(wrong: tuple[object, ...]) -> None:
    result = run("simulate", "dutch", "--rounds", 20, "--seed", 1, *wrong)
    assert result.exit_code == 2
    assert not result.stdout


@pytest.mark.parametrize("missing", ["--rounds", "--seed"])
def test_rounds_and_seed_are_needed(missing: str) -> None:
    given = {"--rounds": 20, "--seed": 1}
    del given[missing]
    assert run("simulate", "dutch", *(part for row in given.items() for part in row)).exit_code == 2


def test_a_deck_too_small_for_two_is_said(tmp_path: Path) -> None:
    deal = {"hand": 15, "field": 16, "without": ["12C1", "12C2", "12C3"]}
    Installation(tmp_path).house_rules.keep("ours", {"extends": "dutch", "title": "Ours", "deal": deal})
    result = run("simulate", "ours", "--rounds", 20, "--seed", 1, "--instance", tmp_path)
    assert result.exit_code == 1
    assert "the deck has 45" in result.stderr
