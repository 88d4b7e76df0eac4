"""Reads the test cases that are written in TOML.

What a file sets at its top holds for each of its cases: ``rules`` (a name), ``set`` (settings over it, as a
rule set would write them), ``source``. A case adds its own ``set``. ``bug`` names a bug of the core that is
still open.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

from scorekeeper.koikoi.rules.loader import read_toml, rules
from scorekeeper.koikoi.rules.ruleset import RuleSet

from .script import Tree, written

Case = dict[str, Any]  # what a file sets at its top, and what the case adds

HERE = Path(__file__).parent


def cases(folder: str, table: str) -> list[Any]:
    """Every case of a folder as a pytest parameter: the ``[[table]]`` entries of its files."""
    paths = sorted((HERE / folder).glob("*.toml"))
    return [_parameter(path, case, table) for path in paths for case in _read(path, table)]


def rules_of(case: Case) -> RuleSet:
    """The rule set of a case: the file's, with the case's settings over it."""
    tree = {"extends": case["rules"], **read_toml(case["file_set"])}
    return rules(tree, overrides=read_toml(case.get("set", "")))


def _read(path: Path, table: str) -> list[Case]:
    read = tomllib.loads(path.read_text("utf-8"))
    shared = {key: value for key, value in read.items() if isinstance(value, str) and key != "set"}
    return [{**shared, "file_set": read.get("set", ""), **case} for case in read.get(table, ())]


def _parameter(path: Path, case: Case, table: str) -> Any:
    assert case.get("source"), f"{path.name}: “{case['claim']}” has no source"
    marks = [pytest.mark.xfail(strict=True, reason=case["bug"])] if "bug" in case else []
    return pytest.param(case, id=f"{path.stem}: {case['claim']}", marks=marks)


def recorded(case: Case, lines: list[str]) -> Tree:
    rules = msgspec.to_builtins(rules_of(case))
    return written(rules, lines, case.get("players", 2), **case.get("start", {}))


MATCHES: Final = [*cases("matches", "match"), *cases("worked", "match")]
