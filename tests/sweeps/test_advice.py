"""Options marked as advice compute nothing, and every other option is read by the code."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import msgspec
import pytest
from extent import daily
from koikoi.cases import Case, cases, rules_of
from koikoi.script import Tree, written

import scorekeeper
from scorekeeper.exports import json_values, record
from scorekeeper.koikoi.errors import BadRuleset
from scorekeeper.koikoi.rules.diff import is_idle
from scorekeeper.koikoi.rules.loader import names, rules
from scorekeeper.koikoi.rules.schema import Option, options, put_at, yaku_options
from scorekeeper.koikoi.scoring.plan import compiled

PACKAGE = Path(scorekeeper.__file__).parent
ADVICE = [row for row in options().values() if row.advice]
MATCHES = [case for case in (*cases("matches", "match"), *cases("worked", "match")) if not case.marks]
READERS = [
    *(PACKAGE / "koikoi" / "match").glob("*.py"),
    *(PACKAGE / "koikoi" / "scoring").glob("*.py"),
    PACKAGE / "koikoi" / "rules" / "deal.py",
    PACKAGE / "koikoi" / "rules" / "ruleset.py",
    PACKAGE / "web" / "matches" / "new_match_form.py",  # who deals first and how three players sit
]


def with_each_word(row: Option, ruleset: Tree) -> list[Tree]:
    """The rule set with every value of an option, but those that do not go with the rest or switch it off."""
    computing = [key for key, other in options().items() if not other.advice]
    trees = []
    for word in row.words:
        override: Tree = {}
        put_at(override, row.key, word)
        try:
            tree = msgspec.to_builtins(rules(ruleset, overrides=override))
        except BadRuleset:
            continue
        if not any(is_idle(key, tree) and not is_idle(key, ruleset) for key in computing):
            trees.append(tree)
    return trees


def test_some_options_are_advice() -> None:
    assert [row.key for row in ADVICE] == [
        *(
            "deal.packet",
            "play.capture",
            "play.turn",
            "play.unmatched_stock",
            "play.lightning",
        )
    ]
    assert not any(row.advice for row in yaku_options().values())


@pytest.mark.parametrize("row", ADVICE, ids=lambda row: row.key)
def test_advice_changes_no_plan(row: Option) -> None:
    for name in names():
        whole = msgspec.to_builtins(rules(name))
        trees = with_each_word(row, whole)
        assert len(trees) > 1
        assert {msgspec.json.encode(compiled(rules(tree))) for tree in trees} == {
            msgspec.json.encode(compiled(rules(name)))
        }


@pytest.mark.parametrize("case", daily([case for case in MATCHES if "refused" not in case.values[0]], 12))
def test_advice_changes_no_match(case: Case) -> None:
    whole = msgspec.to_builtins(rules_of(case))
    told = outcome(case, whole)
    for row in ADVICE:
        for tree in with_each_word(row, whole):
            assert outcome(case, tree) == told, row.key


def outcome(case: Case, ruleset: Tree) -> Any:
    """The sheet of a match, who deals next, the calls, and what the referee says."""
    start = case.get("start", {})
    match = record.from_tree(written(ruleset, case["events"], case.get("players", 2), **start)).match
    return json_values.tally(match), match.dealer, match.play.calls, match.play.due, match.why_finished


def test_every_other_option_is_read() -> None:
    read = {
        node.attr
        for path in READERS
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Attribute)
    }
    by_name = {"teshi", "kuttsuki", "double_teshi", "own_koi", "opponent_koi", "any_koi"}  # getattr
    by_name.add("name")  # of a table's own yaku: told, not computed with
    for row in (*options().values(), *yaku_options().values()):
        field = {"not": "without"}.get(row.key, row.key.rpartition(".")[2])
        assert row.advice or field in read | by_name, row.key
