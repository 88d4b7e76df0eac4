"""What the style sheets may not say, because an engine draws it otherwise."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

STATIC = Path(__file__).parent.parent / "static"
_ROW = re.compile(r"\btr\s*\{([^{}]*)\}")


@pytest.mark.parametrize("path", sorted(STATIC.rglob("*.css")), ids=lambda path: path.name)
def test_the_layer_of_a_link_does_not_leave_its_table_row(path: Path) -> None:
    """In WebKit a table row holds nothing that is positioned: the layer of its link would cover the page."""
    rows = [row for row in _ROW.findall(path.read_text("utf-8")) if "position:" in row]
    assert all("clip-path: inset(0)" in row for row in rows)
