"""Styles and scripts use what the oldest browsers of the README know, by MDN's data (tools/support.py)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest
import tinycss2

from scorekeeper.web.bundles import style_sheet
from tools.support import COMPLETE, EXTRACT, OLDEST

ROOT = Path(__file__).parents[2]
STATIC = ROOT / "static"
DATA = json.loads(EXTRACT.read_text("utf-8"))
NEWER: Final = {kind: set(names.split()) for kind, names in DATA["newer"].items()}
KNOWN: Final = {kind: set(names.split()) for kind, names in DATA["known"].items()}
KNOWN["function"].add("format")  # of a font: the data does not list it

# What is used although not all know it: what happens where it is unknown.
STAND_INS: Final = {
    "selector has": "has_selector.js puts an attribute on what it would find",
    "property user-select": "-webkit-user-select beside it",
    "property hyphens": "-webkit-hyphens beside it",
    "property print-color-adjust": "-webkit-print-color-adjust beside it",
    "property text-size-adjust": "-webkit-text-size-adjust beside it, and Firefox changes no sizes",
    "value grid-template-columns:subgrid": "columns of its own before it, nearly where those of the grid are",
    "function color-mix": "a button is not shaded under the mouse",
    "property text-wrap": "lines of a heading are of unequal length",
    "property text-wrap-style": "a paragraph may end with a single sign",
    "value word-break:auto-phrase": "lines in Japanese may end within a phrase",
    "property accent-color": "boxes are in the colour of the phone",
    "property field-sizing": "the field has a scroll bar",
    "property forced-color-adjust": "Safari has no forced colours",
    "selector selection": "iOS marks text in its own colour",
    "value cursor:pointer": "phones show no pointer",
    "selector details-content": "a closed fold is not printed",
    "property content-visibility": "a closed fold is not printed",
    "value break-after:avoid": "a heading may be printed at the end of a page",
    "media scripting": "without scripts, cards can be tapped before it is said who stopped",
    "at-rule page": "the margins of the print are chosen in its dialogue",
    "property size": "the size of the paper is chosen in the dialogue of the print",
    "static AbortSignal.timeout": "ends a request; before Chrome 124 with another error",
    "interface ClipboardItem": "asked for before it is used: share_buttons.js writes the text itself",
    "member requestIdleCallback": "asked for before it is used: setTimeout",
    "member share": "the button is shown where there is one",
    "member canShare": "called where there is one",
    "member wakeLock": "asked for before it is used: a sentence says that the screen goes off",
    "member release": "of what only wakeLock gives",
    "member released": "of what only wakeLock gives",
    "member error": "of Response, in every browser; the data only knows the newer of the name",
}
PREFIXED: Final = ("user-select", "hyphens", "print-color-adjust", "text-size-adjust")

Use = tuple[int, str, str]  # line, kind, name


def in_styles(text: str) -> Iterator[Use]:
    """What a style sheet uses, apart from the names of browsers' own and of the sheet."""
    yield from _of_rules(tinycss2.parse_stylesheet(text, skip_comments=True, skip_whitespace=True))


def _of_rules(nodes: Iterable[Any]) -> Iterator[Use]:
    for node in nodes:
        if node.type == "declaration":
            yield from _of_declaration(node)
        elif node.type == "qualified-rule":
            yield from _of_selector(node.prelude)
            yield from _of_rules(tinycss2.parse_blocks_contents(node.content, True, True))
        elif node.type == "at-rule":
            name = node.lower_at_keyword
            yield node.source_line, "at-rule", name
            if name == "media":
                yield from ((line, "media", asked) for line, asked in _asked(node.prelude))
            if name == "keyframes" or node.content is None:
                continue
            if name != "supports" or "not" in [getattr(token, "value", "") for token in node.prelude]:
                yield from _of_rules(tinycss2.parse_blocks_contents(node.content, True, True))


def _asked(tokens: Iterable[Any]) -> Iterator[tuple[int, str]]:
    """The features of a media query; min- and max- ask for the same."""
    for token in tokens:
        if token.type == "() block":
            first = token.content[0]
            if first.type == "ident" and first.value != "not":
                yield token.source_line, first.value.removeprefix("min-").removeprefix("max-")
            yield from _asked(token.content)


def _of_selector(tokens: Iterable[Any]) -> Iterator[Use]:
    after_colon = False
    for token in tokens:
        if after_colon and token.type in ("ident", "function"):
            yield token.source_line, "selector", token.lower_name if token.type == "function" else token.value
        after_colon = token == ":"
        yield from _of_selector(getattr(token, "arguments", None) or [])


def _of_declaration(node: Any) -> Iterator[Use]:
    name = node.name
    if name.startswith("-"):
        yield from _of_value(node.value, None)
    else:
        yield node.source_line, "property", name
        yield from _of_value(node.value, name)


def _of_value(tokens: Iterable[Any], of: str | None) -> Iterator[Use]:
    for token in tokens:
        if token.type == "function":
            yield token.source_line, "function", token.lower_name
            yield from _of_value(token.arguments, None)
        elif token.type == "ident" and of:
            yield token.source_line, "value", f"{of}:{token.lower_value}"
        elif token.type == "dimension":
            yield token.source_line, "unit", token.lower_unit


def in_scripts(text: str) -> Iterator[Use]:
    """What a script may use: every name in it that could be one of a browser's."""
    own = set(re.findall(r"(?:function|const|let|class) (\w+)", text)) | _imported(text)
    lines = re.sub(r"/\*.*?\*/", lambda comment: "\n" * comment[0].count("\n"), text, flags=re.DOTALL)
    for number, line in enumerate(lines.split("\n"), 1):
        code = re.sub(r"(^|\s)//.*", "", line)
        called = [name for name in re.findall(r"(?<![.\w])([a-z]\w*)\(", code) if name not in own]
        members = re.findall(r"(?<!\b[A-Z])[a-z\d_)\]]\??\.([a-z]\w*)", code)
        yield from ((number, "static", name) for name in re.findall(r"\b[A-Z]\w*\.\w+", code))
        yield from ((number, "interface", name) for name in re.findall(r"\b[A-Z]\w*", code))
        yield from ((number, "member", name) for name in [*members, *called])


def _imported(text: str) -> set[str]:
    imports = re.findall(r"^import \{([^}]*)\}", text, re.MULTILINE)
    return {name for names in imports for name in names.split(", ")}


def missing(use: Use) -> str | None:
    """What is wrong with a use, if anything."""
    line, kind, name = use
    if name.startswith("-"):
        return None  # a browser's own, beside what all know
    newer = (
        NEWER["function" if kind == "unit" else kind] if kind != "unit" or name in NEWER["function"] else ()
    )
    if name in newer and f"{kind} {name}" not in STAND_INS:
        return f"line {line}: {kind} {name}: not every browser of {', '.join(OLDEST)} knows it"
    if kind in COMPLETE and name not in KNOWN[kind] and name not in NEWER[kind]:
        return f"line {line}: {kind} {name}: look it up, or see tools/support.py"
    return None


def uses(path: Path) -> Iterator[Use]:
    return (in_styles if path.suffix == ".css" else in_scripts)(path.read_text("utf-8"))


SOURCES = sorted(path for path in STATIC.rglob("*") if path.suffix in (".css", ".js"))


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_every_browser_knows_what_is_used_or_there_is_a_stand_in(path: Path) -> None:
    assert [f"{path.name}, {said}" for use in uses(path) if (said := missing(use))] == []


def test_every_stand_in_is_for_something_that_is_used() -> None:
    used = {f"{kind} {name}" for path in SOURCES for _, kind, name in uses(path)}
    assert STAND_INS.keys() - used == set()
    assert {name for name in STAND_INS if set(NEWER[name.split()[0]]).isdisjoint(name.split()[1:])} == set()


@pytest.mark.parametrize("name", PREFIXED)
def test_what_has_a_name_with_a_prefix_is_written_with_it_too(name: str) -> None:
    for path in SOURCES:
        written = re.findall(rf"^ *(-webkit-|){name}: (.*);$", path.read_text("utf-8"), re.MULTILINE)
        plain, prefixed = ([value for prefix, value in written if prefix == own] for own in ("", "-webkit-"))
        assert plain == prefixed, path.name


@pytest.mark.parametrize("name", ["app.css", "reading.css", "screen.css"])
def test_what_is_sent_has_no_rules_within_rules(name: str) -> None:
    def rules(nodes: Iterable[Any]) -> Iterator[Any]:
        for node in nodes:
            if (
                node.type == "at-rule"
                and node.content
                and node.lower_at_keyword in ("layer", "media", "supports")
            ):
                yield from rules(tinycss2.parse_blocks_contents(node.content or [], True, True))
            elif node.type == "qualified-rule":
                yield node

    sent = list(rules(tinycss2.parse_stylesheet(style_sheet(STATIC / name), True, True)))
    assert len(sent) > 20
    for rule in sent:
        inside = tinycss2.parse_blocks_contents(rule.content, True, True)
        assert {node.type for node in inside} == {"declaration"}, tinycss2.serialize(rule.prelude)
        assert "&" not in tinycss2.serialize(rule.prelude)


def test_the_readme_names_the_oldest_browsers() -> None:
    names = {"safari": "Safari", "safari_ios": "iOS", "chrome": "Chrome", "firefox": "Firefox"}
    said = re.search(r"It works in (.*?), and", " ".join((ROOT / "README.md").read_text("utf-8").split()))
    assert said
    assert said[1] == "Safari and iOS from 16.4, Chrome from 109 and Firefox from 115"
    oldest = {names[browser]: version for browser, version in OLDEST.items() if browser in names}
    assert oldest == {"Safari": "16.4", "iOS": "16.4", "Chrome": "109", "Firefox": "115"}


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("a { color: light-dark(red, blue); }", "function light-dark"),
        ("a { text-box: trim-both; }", "property text-box"),
        ("a { colour: red; }", "property colour"),
        ("a { b:open { top: 0; } }", "selector open"),
        ("@scope (a) { b { top: 0; } }", "at-rule scope"),
        ("@media (overflow-inline: none) { a { top: 0; } }", "media overflow-inline"),
        ("a { @media print and (min-width: 1em) { height: 1lh; } }", "unit lh"),
        ("a { display: grid; grid-template-rows: subgrid; }", "value grid-template-rows:subgrid"),
    ],
)
def test_a_style_that_some_browsers_do_not_know_is_found(written: str, said: str) -> None:
    (found,) = [found for use in in_styles(written) if (found := missing(use))]
    assert found.startswith(f"line 1: {said}: ")


def test_what_is_asked_for_with_supports_may_be_newer() -> None:
    text = "@supports (color: light-dark(red, blue)) { a { color: light-dark(red, blue); } }"
    assert [use for use in in_styles(text) if missing(use)] == []
    text = "@supports not (top: 0) { a { color: light-dark(red, blue); } }"
    assert [use for use in in_styles(text) if missing(use)] == [(1, "function", "light-dark")]


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("const a = [1].toSorted();", "member toSorted"),
        ("/*\n*/ b?.checkVisibility();", "member checkVisibility"),
        ("URL.canParse(c);", "static URL.canParse"),
        ("new ClipboardChangeEvent();", "interface ClipboardChangeEvent"),
        ("cancelIdleCallback(d);", "member cancelIdleCallback"),
        ("button.ariaBusy = true; // .moveBefore", "member ariaBusy"),
    ],
)
def test_a_script_that_some_browsers_do_not_know_is_found(written: str, said: str) -> None:
    (found,) = [found for use in in_scripts(written) if (found := missing(use))]
    assert re.sub(r"line \d+: ", "", found).startswith(f"{said}: ")
