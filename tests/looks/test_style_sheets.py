"""Style sheets are sent as one text without nested rules; what is not understood is named with its line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from web.fixtures import files

from scorekeeper.web.bundles import CannotJoin, style_sheet


def sent(folder: Path, text: str) -> str:
    """What is sent for a style sheet, without line breaks."""
    return style_sheet(files(folder, {"a.css": text})).replace("\n", "")


def test_a_style_sheet_holds_its_parts_in_their_layers(tmp_path: Path) -> None:
    sources = {
        "app.css": '@import "css/top.css" layer(high);\n@import "css/plain.css";\nb { top: 0; }\n',
        "css/top.css": "i { top: 1px; }\n",
        "css/plain.css": "a { top: 2px; }\n",
    }
    high = "@supports (container-type:inline-size){\n@layer high{\ni{top:1px}\n}\n}\n"
    joined = f"{high}@supports (container-type:inline-size){{\na{{top:2px}}\n}}\nb{{top:0}}\n"
    assert style_sheet(files(tmp_path, sources)) == joined


@pytest.mark.parametrize(
    ("written", "flat"),
    [
        ("a { top: 0; b { top: 1px; } }", "a{top:0}a b{top:1px}"),
        ("a { b { top: 0; } top: 1px; }", "a b{top:0}a{top:1px}"),
        ("a { &:hover { top: 0; } & + & { top: 1px; } }", "a:hover{top:0}a + :is(a){top:1px}"),
        ("a { & b { top: 0; } & { top: 1px; } }", "a b{top:0}a{top:1px}"),
        ("a { > b { top: 0; } + b { top: 1px; } }", "a> b{top:0}a+ b{top:1px}"),
        ("a { b:has(i) { top: 0; } }", "a b:has(i){top:0}"),
        ("a b { .c &::before { top: 0; } }", ".c :is(a b)::before{top:0}"),
        ("a { :not(& > b) { top: 0; } }", ":not(:is(a) > b){top:0}"),
        ("a, .b { i, > u { top: 0; } }", ":is(a,.b) i,:is(a,.b)> u{top:0}"),
        ("a { b, i { u { top: 0; } } }", ":is(a b,a i) u{top:0}"),
        (":is(a, b) { i { top: 0; } }", ":is(a, b) i{top:0}"),
        ("a :is(b) { top: 0; }", "a :is(b){top:0}"),
        ("a { [b] :is(i) { top: 0; } }", "a [b] :is(i){top:0}"),
        (
            "a { top: 0; @media (min-width: 1em) and (not print) { top: 1px; b { top: 2px; } } }",
            "a{top:0}@media (min-width: 1em) and (not print){a{top:1px}a b{top:2px}}",
        ),
        (
            "@media print { a { @container (max-width: 9em) { @supports (top: 0) { b { top: 0; } } } } }",
            "@media print{@container (max-width: 9em){@supports (top: 0){a b{top:0}}}}",
        ),
        ("a::before { @media print { top: 0; } }", "@media print{a::before{top:0}}"),
    ],
)
def test_a_nested_rule_becomes_one_with_the_selectors_around_it(
    tmp_path: Path, written: str, flat: str
) -> None:
    assert sent(tmp_path, written) == flat


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("/* a */ a { top : 0; /* b */ }", "a{top:0}"),
        (
            "a { left: calc(1px + 2px); font: 1rem / 1.2 a, b }",
            "a{left:calc(1px + 2px);font:1rem / 1.2 a, b}",
        ),
        ('a { content: " ; , > "; }', 'a{content:" ; , > "}'),
        ("a { top: 0 !important; --b: 1px , 2px; }", "a{top:0!important;--b:1px , 2px}"),
        ("@layer a, b;", "@layer a, b;"),
        ("@keyframes a { from, to { top: 0; } }", "@keyframes a{from, to { top: 0; }}"),
        ('@font-face { src: url("a.b"); }', '@font-face{src: url("a.b");}'),
    ],
)
def test_what_is_not_nested_stays_as_it_is(tmp_path: Path, written: str, kept: str) -> None:
    assert sent(tmp_path, written) == kept


def test_a_text_with_an_alternative_is_shown_where_alternatives_are_unknown(tmp_path: Path) -> None:
    assert sent(tmp_path, 'a { content: "+" / ""; }') == 'a{content:"+";content:"+" / ""}'


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("& { top: 0; }", "& has a meaning in nested rules only"),
        ("a { &b { top: 0; } }", "the name of an element comes before &"),
        ("a::before { b { top: 0; } }", "a pseudo-element holds no other element"),
        ("a { @keyframes b { to { top: 0; } } }", "@keyframes is not understood here"),
        ("@scope (a) { b { top: 0; } }", "@scope is not understood here"),
        ("@layer a { b { top: 0; } }", "@layer is not understood here"),
        ("a { top 0; }", "this is neither a rule nor a declaration within one"),
        ("@media print { top: 0; }", "this is neither a rule nor a declaration within one"),
        ("a { top: 0; } }", "this is neither a rule nor a declaration within one"),
        ('@import "b.css";', 'only @import "part.css" layer(name) in the first file can be joined'),
        ('a { background: url("a.png"); }', "a part of a style sheet has no url()"),
        ("@font-face { src: url(a.b); }", "a part of a style sheet has no url()"),
    ],
)
def test_what_is_not_understood_is_named_with_its_line(tmp_path: Path, line: str, why: str) -> None:
    sources = {
        "app.css": '@import "css/part.css";\n',
        "css/part.css": f"a {{ top: 0; }}\n{line}\n",
        "b.css": "",
    }
    with pytest.raises(CannotJoin, match=re.escape(f"part.css, line 2: {why}: {line!r}")):
        style_sheet(files(tmp_path, sources))


@pytest.mark.parametrize(
    "line", ['@import url("a.css");', '@import "a.css" print;', '@import "a.css" layer;']
)
def test_an_import_that_cannot_be_joined_is_named(tmp_path: Path, line: str) -> None:
    with pytest.raises(CannotJoin, match=r"^app\.css, line 2: only @import"):
        style_sheet(files(tmp_path, {"app.css": f"\n{line}\n", "a.css": ""}))


def test_a_part_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(CannotJoin, match=r"^app\.css, line 2: there is no part\.css"):
        style_sheet(files(tmp_path, {"app.css": '\n@import "part.css";\n'}))
