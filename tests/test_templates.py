"""How the templates are written: short lines that can be read."""

from __future__ import annotations

from pathlib import Path

import pytest

from scorekeeper.installation import Installation
from scorekeeper.web import create_app

TEMPLATES = Path(__file__).parent.parent / "templates"
LONGEST = 110  # characters, as for Python


def test_lines_are_short() -> None:
    assert not [
        f"{path.relative_to(TEMPLATES)}:{number}"
        for path in sorted(TEMPLATES.rglob("*.html"))
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if len(line) > LONGEST
    ]


def test_a_match_of_a_list_is_drawn_in_one_place() -> None:
    drawn = [path for path in TEMPLATES.rglob("*.html") if 'class="score"' in path.read_text("utf-8")]
    assert drawn == [TEMPLATES / "parts" / "match_row.html"]


@pytest.mark.parametrize(("language", "listed"), [("en", "Anna, Ben, Ewa"), ("ja", "Anna、Ben、Ewa")])
def test_people_are_listed_as_in_the_language_of_the_reader(
    tmp_path: Path, language: str, listed: str
) -> None:
    app = create_app(Installation(tmp_path))
    with app.test_request_context(headers={"Accept-Language": language}):
        assert app.jinja_env.filters["listed"](["Anna", "Ben", "Ewa"]) == listed
