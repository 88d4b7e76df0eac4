"""The documents link to what exists; docs/security.md names tests and every point of its standard."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from scorekeeper import limits

TESTS = Path(__file__).parent
ROOT = TESTS.parent
WRITTEN = (ROOT / "docs" / "security.md").read_text("utf-8")
DOCUMENTS = [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("tests/*.md"), *ROOT.glob("bench/*.md")]
POINTS = {  # chapter: points of level 1
    1: "2.1 2.2 2.3 2.4 2.5 3.1 3.2 5.1",
    2: "1.1 2.1 2.2 3.1",
    3: "2.1 2.2 3.1 4.1 4.2 5.1 5.2 5.3",
    4: "1.1 4.1",
    5: "2.1 2.2 3.1 3.2",
    6: "1.1 2.1 2.2 2.3 2.4 2.5 2.6 2.7 2.8 3.1 3.2 4.1 4.2",
    7: "2.1 2.2 2.3 2.4 4.1 4.2",
    8: "1.1 2.1 2.2 3.1",
    9: "1.1 1.2 1.3 2.1",
    11: "3.1 3.2 4.1",
    12: "1.1 2.1 2.2",
    13: "4.1",
    14: "2.1 3.1",
    15: "1.1 2.1 3.1",
}


def rows() -> list[list[str]]:
    """The rows of the tables with a column for tests: point, how, tests."""
    lines = [line.strip("| ").split(" | ") for line in WRITTEN.splitlines() if line.startswith("| ")]
    return [cells for cells in lines if len(cells) == 3 and cells[0] != "point"]


def test_every_test_that_is_named_exists() -> None:
    named = re.findall(r"`([\w/]+\.py)::(\w+)`", WRITTEN)
    assert len(named) > 60
    for file, name in named:
        tree = ast.parse((TESTS / file).read_text("utf-8"))
        assert name in {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}, (
            f"{file}::{name}"
        )


def test_the_limits_that_are_told_are_those_that_are_kept() -> None:
    told = re.findall(r"^\| `([A-Z_]+)`: [^|]+ \| ([\d,]+)(?: (kB|MB|s))? \|", WRITTEN, re.MULTILINE)
    units = {"": 1, "s": 1, "kB": 1000, "MB": 1_000_000}
    assert {name: int(number.replace(",", "")) * units[unit] for name, number, unit in told} == {
        name: value for name, value in vars(limits).items() if isinstance(value, int)
    }


def test_every_row_names_a_test_or_says_why_there_is_none() -> None:
    assert len(rows()) > 60
    for point, how, tests in rows():
        assert how, point
        if not re.fullmatch(r"`[\w/]+\.py::\w+`(, `[\w/]+\.py::\w+`)*", tests):
            assert tests == "–", point
            why = ("not met", "not applicable", "there are none", "they are few", "SHA-256")
            assert how.startswith(why), point


def test_every_point_of_the_first_level_is_there() -> None:
    written = set(re.findall(r"\b\d+\.\d+\.\d+\b", " ".join(point for point, _, _ in rows())))
    wanted = {f"{chapter}.{point}" for chapter, points in POINTS.items() for point in points.split()}
    assert written == wanted
    assert "10.4 OAuth" in WRITTEN


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_document_links_to_what_exists(document: Path) -> None:
    linked = re.findall(r"\]\((?!https?:|mailto:|#)([^)#\s]+)", document.read_text("utf-8"))
    assert [link for link in linked if not (document.parent / link).exists()] == []


def test_some_documents_link() -> None:
    assert len(DOCUMENTS) > 5
    assert len(re.findall(r"\]\(\.\./", (ROOT / "docs" / "architecture.md").read_text("utf-8"))) > 10
