"""Scoring cases: computed by hand from the texts of the rules, ``rounds/*.toml``, or given as examples by the
sources, ``worked/*.toml``.

A case: ``claim``, ``pile``, ``calls`` (winner, others), ``round``, ``dealt`` (cards or a number of brights),
``field`` (months), and what must come out: ``yaku`` (id = points), ``lines`` where a yaku has several,
``base`` where it is not the sum of the yaku, ``times``, ``plus``, ``points``; ``pays``: the coins that change
hands when each player begins with ``purse``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
import pytest
from web.option_values import changed, other_values, with_needed

from scorekeeper.koikoi.cards import cards
from scorekeeper.koikoi.pile import pile
from scorekeeper.koikoi.rules import loader as ruleset
from scorekeeper.koikoi.rules.schema import options, yaku_options
from scorekeeper.koikoi.rules.yaku import KNOWN
from scorekeeper.koikoi.scoring.evaluate import score
from scorekeeper.koikoi.scoring.plan import compiled
from scorekeeper.koikoi.scoring.score import Circumstances

from .cases import Case, cases, rules_of
from .script import matched

ROUNDS = [*cases("rounds", "round"), *cases("worked", "round")]
PAID = [case for case in ROUNDS if "pays" in case.values[0]]
FIELDS = {
    *("claim", "source", "rules", "set", "file_set", "pile", "calls", "round", "dealt", "field", "bug"),
    *("yaku", "lines", "base", "times", "plus", "points", "caps", "cards"),
    *("purse", "pays"),
}


def circumstances(case: Case) -> Circumstances:
    dealt = case.get("dealt", "")
    own, others = case.get("calls", (0, 0))
    return Circumstances(
        own=own,
        others=others,
        round=case.get("round"),
        dealt=cards(dealt) if isinstance(dealt, str) else 0,
        dealt_brights=dealt if isinstance(dealt, int) else None,
        field_months=tuple(case.get("field", ())),
    )


@pytest.mark.parametrize("case", ROUNDS)
def test_a_round_scores(case: Case) -> None:
    assert case.keys() <= FIELDS
    scored = score(rules_of(case), pile(case["pile"]), circumstances(case))
    lines = [(line.yaku, line.points) for line in scored.lines]
    assert sorted(lines) == sorted(map(tuple, case.get("lines", case["yaku"].items())))
    assert (scored.base, scored.multiplier, scored.added, scored.points) == (
        case.get("base", sum(case["yaku"].values())),
        case.get("times", 1),
        case.get("plus", 0),
        case["points"],
    )
    assert list(scored.caps) == case.get("caps", [])


@pytest.mark.parametrize("case", PAID)
def test_a_round_is_paid(case: Case) -> None:
    own, others = case.get("calls", (0, 0))
    field = [f"field {case['dealt']}"] if "dealt" in case else []
    won = f"won 0: {case['pile']} {case.get('field', [])}"
    events = [*field, *["koi 0"] * own, *["koi 1"] * others, won]
    start = {"purse": case["purse"]} if "purse" in case else {}
    match = matched(msgspec.to_builtins(rules_of(case)), events, **start)
    assert match.rounds[-1].transfer == (case["pays"], -case["pays"])


def test_every_named_rule_set_has_a_round() -> None:
    assert {case.values[0]["rules"] for case in ROUNDS} == set(ruleset.names())


def touches_the_score(key: str) -> bool:
    """Whether the plan of a rule set that plays by an option is another one with another value of it."""
    row, sets = options()[key], map(ruleset.rules, ruleset.names())
    playing = (rules for rules in sets if not row.idle_beside(msgspec.to_builtins(rules)))
    base = next(playing, ruleset.rules("default"))
    changes = (with_needed(base, key, value) for value in other_values(key, base))
    return any(compiled(changed(base, change)) != compiled(base) for change in changes)


def test_every_option_that_touches_the_score_has_a_round() -> None:
    wanted = {*filter(touches_the_score, options()), *(f"yaku.*.{key}" for key in yaku_options())}
    used = set()
    for case in ROUNDS:
        case = case.values[0]
        for tree in (case["file_set"], case.get("set", "")):
            used |= set(_keys(ruleset.read_toml(tree)))
    assert wanted <= used


def test_every_known_yaku_is_made_in_a_round() -> None:
    assert KNOWN.keys() <= {name for case in ROUNDS for name in case.values[0]["yaku"]}


def _keys(tree: Mapping[str, Any], prefix: str = "") -> Iterator[str]:
    for key, value in tree.items():
        path = f"{prefix}{key}"
        if path.startswith("yaku.") and path.count(".") == 1:
            path = "yaku.*"
        yield path
        if isinstance(value, dict):
            yield from _keys(value, f"{path}.")
