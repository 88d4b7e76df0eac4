"""How the templates are written: short lines, files that say what they use, no parts without a need."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from jinja2 import Environment, nodes
from markupsafe import Markup

from scorekeeper.installation import Installation
from scorekeeper.web import create_app
from scorekeeper.web.language import dotted

ROOT = Path(__file__).parent.parent
TEMPLATES = ROOT / "templates"
LONGEST = 110  # characters, as for Python
PAGE = 120  # lines: a part that one file uses lies in that file, up to about so many
CODE = "".join(path.read_text("utf-8") for path in (ROOT / "scorekeeper").rglob("*.py"))
# How values end that the app has made itself: ids, counts, its own words. No letter in them runs leftwards.
MADE_HERE = re.compile(
    r"\b(after|brights|calls\[seat\]|card|chaff\[seat\]|code|day|drawn|filled|fold|hand|how|id|index0|key|length"
    r"|match_id|minted|month|number|other|packed|player|played|policy|role|rounds?|ruleset|seat|stamp|taken_by"
    r"|turn_id|value|version|view|word)$|'$|\)$"
)
PARSER = Environment(extensions=["jinja2.ext.i18n"])
PARSED = {
    path.relative_to(TEMPLATES).as_posix(): PARSER.parse(path.read_text("utf-8"))
    for path in sorted(TEMPLATES.rglob("*.html"))
}


def imported(template: nodes.Template) -> set[str]:
    """The names that a template takes from others, as it calls them."""
    names = [name for taken in template.find_all(nodes.FromImport) for name in taken.names]
    return {name if isinstance(name, str) else name[1] for name in names}


def used(template: nodes.Template) -> set[str]:
    return {name.name for name in template.find_all(nodes.Name) if name.ctx == "load"}


def made(template: nodes.Template) -> set[str]:
    """The names that a template gives itself: its macros, their arguments, what it sets."""
    macros = {macro.name for macro in template.find_all(nodes.Macro)}
    return macros | {name.name for name in template.find_all(nodes.Name) if name.ctx != "load"}


def users() -> dict[str, set[str]]:
    """By template the others that include it, take macros from it or extend it."""
    by_name: dict[str, set[str]] = {name: set() for name in PARSED}
    for user, name in references(nodes.Include, nodes.FromImport, nodes.Extends):
        by_name[name].add(user)
    return by_name


def references(*kinds: type[nodes.Include | nodes.FromImport | nodes.Extends]) -> Iterator[tuple[str, str]]:
    """Which template names which other one in a statement of these kinds."""
    for user, template in PARSED.items():
        for statement in template.find_all(kinds):
            assert isinstance(statement.template, nodes.Const), f"{user} includes what a variable names"
            yield user, statement.template.value


def in_code(template: str) -> bool:
    """Whether a view names it."""
    return f'"{template}"' in CODE


def test_a_template_uses_every_name_that_it_imports() -> None:
    assert {name: idle for name, page in PARSED.items() if (idle := imported(page) - used(page))} == {}


def test_a_template_imports_every_macro_that_it_calls() -> None:
    macros = {macro.name for page in PARSED.values() for macro in page.find_all(nodes.Macro)}
    calls = {
        name: {call.node.name for call in page.find_all(nodes.Call) if isinstance(call.node, nodes.Name)}
        for name, page in PARSED.items()
    }
    own = {name: imported(page) | made(page) for name, page in PARSED.items()}
    assert {name: lent for name in PARSED if (lent := (calls[name] & macros) - own[name])} == {}


def test_a_macro_names_what_it_needs() -> None:
    lent = {
        name
        for name, page in PARSED.items()
        for taken in page.find_all(nodes.FromImport)
        if taken.with_context
    }
    assert lent == set()


def test_what_two_files_use_is_a_macro_and_no_include() -> None:
    included = [name for _, name in references(nodes.Include)]
    assert {name for name in included if included.count(name) > 1} == set()


def test_only_what_a_view_also_sends_alone_is_included_and_takes_nothing_from_around_it() -> None:
    included = list(references(nodes.Include))
    assert {name: user for user, name in included if not in_code(name)} == {}
    around = {user: imported(PARSED[user]) | made(PARSED[user]) for user, _ in included}
    open_names = {
        name: used(PARSED[name]) - imported(PARSED[name]) - made(PARSED[name]) for _, name in included
    }
    assert {name: lent for user, name in included if (lent := open_names[name] & around[user])} == {}


def test_a_part_that_one_file_uses_lies_in_that_file_unless_it_is_too_long_for_it() -> None:
    lines = {name: len((TEMPLATES / name).read_text("utf-8").splitlines()) for name in PARSED}
    alone = {
        name: next(iter(others)) for name, others in users().items() if len(others) == 1 and not in_code(name)
    }
    assert {name: user for name, user in alone.items() if lines[name] + lines[user] <= PAGE} == {}


def test_every_template_is_used() -> None:
    assert [name for name, others in users().items() if not others and not in_code(name)] == []


def test_an_alert_looks_like_an_error() -> None:
    """But for those that a script fills."""
    alerts = re.compile(r'class="notice([^"]*)" role="alert"([^>]*)>')
    plain = {
        path.relative_to(TEMPLATES).as_posix()
        for path in TEMPLATES.rglob("*.html")
        for css, more in alerts.findall(path.read_text("utf-8"))
        if "error" not in css and "data-" not in more
    }
    assert plain == set()


def test_a_keyboard_reaches_what_scrolls_sideways_and_a_reader_says_what_it_is() -> None:
    tags = re.compile(r'<[a-z]+ class="(?:scroll|sheet)\b[^<>]*(?:\{%[^<>]*%\}[^<>]*)*>')
    found = [tag for path in TEMPLATES.rglob("*.html") for tag in tags.findall(path.read_text("utf-8"))]
    assert len(found) == 4
    needed = ('tabindex="0"', "aria-label")
    assert [tag for tag in found if any(part not in tag for part in needed)] == []


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


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "&lt;Anna&gt;\xa0· <b>Ben</b>\xa0· 3"), ("ja", "&lt;Anna&gt;・<b>Ben</b>・3")],
)
def test_short_texts_stand_in_a_line_as_in_the_language_of_the_reader(
    tmp_path: Path, language: str, said: str
) -> None:
    with create_app(Installation(tmp_path)).test_request_context(headers={"Accept-Language": language}):
        assert dotted(["<Anna>", "", Markup(" <b>Ben</b>\n"), "3"]) == said
        assert dotted([]) == ""


def test_no_template_separates_texts_itself() -> None:
    assert [path for path in TEMPLATES.rglob("*.html") if "·" in path.read_text("utf-8")] == []


def test_a_field_sends_what_somebody_typed_as_it_was_typed() -> None:
    """Without the signs that set a text apart from the texts beside it: ``as_typed`` or ``bare``."""
    values = {
        path.relative_to(TEMPLATES).as_posix(): re.findall(r'\bvalue="([^"]*)"', path.read_text("utf-8"))
        for path in TEMPLATES.rglob("*.html")
    }
    set_apart = {
        (name, value)
        for name, of_page in values.items()
        for value in re.findall(r"(?s){{-? (.*?) -?}}", " ".join(of_page))
        if not value.endswith("| bare") and not MADE_HERE.search(value)
    }
    assert set_apart == set()
