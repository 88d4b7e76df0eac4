"""What the style sheets may not say, because an engine draws it otherwise."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

import pytest
import tinycss2

STATIC = Path(__file__).parent.parent / "static"
_COMMA = re.compile(r",(?![^(]*\))")  # between selectors, not in :is(…)
_NAME = re.compile(r"\.([\w-]+)")
_ROW = re.compile(r"\btr\s*\{([^{}]*)\}")


@pytest.mark.parametrize("path", sorted(STATIC.rglob("*.css")), ids=lambda path: path.name)
def test_the_layer_of_a_link_does_not_leave_its_table_row(path: Path) -> None:
    """In WebKit a table row holds nothing that is positioned: the layer of its link would cover the page."""
    rows = [row for row in _ROW.findall(path.read_text("utf-8")) if "position:" in row]
    assert all("clip-path: inset(0)" in row for row in rows)


def test_a_name_is_styled_by_one_part() -> None:
    """Two things of one name would wear the styles of both, as soon as a page loads both parts."""
    parts: dict[str, set[str]] = defaultdict(set)
    for path in STATIC.rglob("*.css"):
        for rule in tinycss2.parse_stylesheet(path.read_text("utf-8"), skip_comments=True):
            if rule.type == "qualified-rule":
                for selector in _COMMA.split(tinycss2.serialize(rule.prelude)):
                    if name := _NAME.fullmatch(selector.strip()):
                        parts[name[1]].add(path.name)
    shared = {"app.css", "base.css"}  # colours, and what many things have
    twice = {name: files for name, files in parts.items() if len(files - shared) > 1}
    assert len(parts) > 100
    assert not twice


def test_the_line_of_the_dealer_is_not_clamped() -> None:
    """It has further elements behind its text: WebKit would end it in dots though all of it is there."""
    bar = (STATIC / "css/page.css").read_text("utf-8")
    assert "h1 .dealer" in bar
    assert not re.search(r"line-clamp:\s*1\s*[;}]", bar)
