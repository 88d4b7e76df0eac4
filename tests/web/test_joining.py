"""Scripts and style sheets are joined in the order of their imports; what cannot be joined is named."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scorekeeper.web import assets
from scorekeeper.web.joining import CannotJoin, script, style_sheet

STATIC = Path(__file__).parents[2] / "static"


def files(folder: Path, sources: dict[str, str]) -> Path:
    """The first of some files with these texts."""
    for name, text in sources.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text)
    return folder / next(iter(sources))


def modules(joined: str) -> list[str]:
    return re.findall(r"^/\*! (\S+) \*/$", joined, re.MULTILINE)


def test_the_scripts_of_the_pages_hold_every_module_once() -> None:
    of_rules = ("new_match.js", "answers.js", "standing.js", "trial.js", "pass_on.js")
    entries = (
        "app.js",
        "turns.js",
        "take_home.js",
        "screen.js",
        "trust.js",
        "lab.js",
        "kept.js",
        "in_advance.js",
        "unopened.js",
        *of_rules,
    )
    scripts = [script(STATIC / "js" / name) for name in entries]
    for joined in scripts:
        assert len(modules(joined)) == len({*modules(joined)})
        assert not re.search(r"^(import|export)\b", joined, re.MULTILINE)
    held = {name for joined in scripts for name in modules(joined)}
    assert held == {path.name for path in (STATIC / "js").glob("*.js")}


def test_a_module_stands_behind_what_it_imports(tmp_path: Path) -> None:
    sources = {
        "entry.js": 'import "./left.js";\nimport "./right.js";\n',
        "left.js": 'import { shared } from "./shared.js";\nshared();\n',
        "right.js": 'import {\n  shared as common,\n} from "./shared.js";\ncommon();\n',
        "shared.js": "export function shared() {}\n",
    }
    assert modules(script(files(tmp_path, sources))) == ["shared.js", "left.js", "right.js", "entry.js"]


@pytest.mark.parametrize(
    "line",
    [
        'import shared from "./shared.js";',
        'import * as shared from "./shared.js";',
        'import { shared } from "../shared.js";',
        'import { shared } from "./shared.js"',
        '  import { shared } from "./shared.js";',
        'export { shared } from "./shared.js";',
        "export default 5;",
        "export let number = 5;",
        'const shared = () => import("./shared.js");',
        "const here = import.meta.url;",
        "const page = await fetch('/');",
        "await fetch('/');",
    ],
)
def test_an_unsupported_import_is_named_with_its_line(line: str, tmp_path: Path) -> None:
    sources = {"entry.js": f"// one\n\n{line}\n", "shared.js": "export const shared = 5;\n"}
    with pytest.raises(CannotJoin, match=r"^entry\.js, line 3: only .* can be joined: ") as refused:
        script(files(tmp_path, sources))
    assert repr(line) in str(refused.value)


@pytest.mark.parametrize(
    ("sources", "says"),
    [
        (
            {"a.js": '\nimport { b } from "./b.js";', "b.js": "const b = 5;"},
            "a.js, line 2: b.js does not export b",
        ),
        ({"a.js": 'import "./b.js";'}, "a.js, line 1: there is no b.js"),
        ({"a.js": 'import "./b.js";', "b.js": 'import "./a.js";'}, "b.js and a.js import each other"),
        ({"a.js": 'import "./a.js";'}, "a.js and a.js import each other"),
    ],
)
def test_an_import_that_leads_nowhere_is_named(sources: dict[str, str], says: str, tmp_path: Path) -> None:
    with pytest.raises(CannotJoin, match=re.escape(says)):
        script(files(tmp_path, sources))


def test_a_style_sheet_holds_its_parts_in_their_layers(tmp_path: Path) -> None:
    sources = {
        "app.css": '@import "css/top.css" layer(high);\n@import "css/plain.css";\nb { top: 0; }\n',
        "css/top.css": "i { top: 1px; }\n",
        "css/plain.css": "a { top: 2px; }\n",
    }
    joined = "@layer high {\ni { top: 1px; }\n}\na { top: 2px; }\nb { top: 0; }\n"
    assert style_sheet(files(tmp_path, sources)) == joined


@pytest.mark.parametrize("line", ['@import "more.css";', 'a { background: url("a.png"); }'])
def test_a_part_of_a_style_sheet_refers_to_no_other_file(line: str, tmp_path: Path) -> None:
    sources = {"app.css": '@import "css/part.css";\n', "css/part.css": f"a {{ top: 0; }}\n{line}\n"}
    with pytest.raises(CannotJoin, match=r"^part\.css, line 2: a part of a style sheet has no @import"):
        style_sheet(files(tmp_path, sources))


def test_a_part_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(CannotJoin, match=r"^app\.css, line 2: there is no part\.css"):
        style_sheet(files(tmp_path, {"app.css": '\n@import "part.css";\n'}))


@pytest.mark.parametrize(
    ("written", "sent"),
    [
        (".a { thead :is(th, td) { color: red; } }", ".a{thead *:is(th,td){color:red}}"),
        (".a { [lang] :is(p) { color: red; } }", ".a{[lang] *:is(p){color:red}}"),
        (".a { p:is(.b) { color: red; } }", ".a{p:is(.b){color:red}}"),
        (".a { > :is(p) { color : red; } }", ".a{>:is(p){color:red}}"),
    ],
)
def test_what_is_inside_an_element_stays_inside_it_when_spaces_go(
    tmp_path: Path, written: str, sent: str
) -> None:
    (tmp_path / "a.css").write_text(written)
    assert assets._content(tmp_path / "a.css", minified=True).decode() == sent
