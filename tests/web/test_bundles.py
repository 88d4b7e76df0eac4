"""Scripts are joined in the order of their imports; what cannot be joined is named."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scorekeeper.web.bundles import CannotJoin, entries, script

from .fixtures import files
from .player import Player

STATIC = Path(__file__).parents[2] / "static"
TEMPLATES = STATIC.with_name("templates")


def modules(joined: str) -> list[str]:
    return re.findall(r"^/\* (\S+) \*/$", joined, re.MULTILINE)


def test_every_module_is_in_a_script_that_a_page_asks_for_and_in_none_twice() -> None:
    asked_for = {"has_selector.js"}  # by browser_check.js, of browsers that need it
    for template in TEMPLATES.rglob("*.html"):
        asked_for.update(re.findall(r"\bjs/(\w+\.js)\b", template.read_text("utf-8")))
    scripts = [script(STATIC / "js" / name) for name in asked_for]
    for joined in scripts:
        assert len(modules(joined)) == len({*modules(joined)})
        assert not re.search(r"^(import|export)\b", joined, re.MULTILINE)
    held = {name for joined in scripts for name in modules(joined)}
    assert held == {path.name for path in (STATIC / "js").rglob("*.js")}


def test_a_module_imports_what_it_calls_of_another() -> None:
    """In a joined script it could call that without."""
    sources = [path.read_text("utf-8") for path in (STATIC / "js").rglob("*.js")]
    exported = {
        name
        for text in sources
        for name in re.findall(r"^export (?:(?:async )?function|class|const) (\w+)", text, re.MULTILINE)
    }
    for text in sources:
        code = re.sub(r"//.*|/\*[^*]*\*/", "", text)
        imported = {*re.findall(r"\w+", " ".join(re.findall(r"^import \{([^}]*)\}", code, re.MULTILINE)))}
        own = {*re.findall(r"\b(?:function|class|const|let) (\w+)", code)}
        called = {*re.findall(r"(?<![.\w-])(\w+)\(", code)}
        assert not (called & exported) - imported - own


def test_a_module_stands_behind_what_it_imports(tmp_path: Path) -> None:
    sources = {
        "entry.js": 'import "./left.js";\nimport "./right.js";\n',
        "left.js": 'import { shared } from "./shared.js";\nshared();\n',
        "right.js": 'import {\n  shared,\n} from "./shared.js";\nshared();\n',
        "shared.js": "export function shared() {}\n",
    }
    assert modules(script(files(tmp_path, sources))) == ["shared.js", "left.js", "right.js", "entry.js"]


def test_pages_ask_for_all_files_but_the_parts_of_others(tmp_path: Path) -> None:
    sources = {
        "sheet.css": '@import "css/part.css";\n',
        "css/part.css": "a { top: 0; }\n",
        "js/entry.js": 'import "./part.js";\n',
        "js/part.js": "",
        "icon.svg": "",
    }
    files(tmp_path, sources)
    assert entries(tmp_path) == ["icon.svg", "js/entry.js", "sheet.css"]


@pytest.mark.parametrize(
    "line",
    [
        'import shared from "./shared.js";',
        'import * as shared from "./shared.js";',
        'import { shared } from "../shared.js";',
        'import { shared as common } from "./shared.js";',
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
        (
            {"a.js": 'import "./b.js";\nexport const c = 5;', "b.js": "export function c() {}"},
            "b.js and a.js both export c",
        ),
    ],
)
def test_an_import_that_leads_nowhere_is_named(sources: dict[str, str], says: str, tmp_path: Path) -> None:
    with pytest.raises(CannotJoin, match=re.escape(says)):
        script(files(tmp_path, sources))


@pytest.mark.parametrize(("name", "waits"), [("app", True), ("reading", True), ("browser_check", False)])
def test_a_script_runs_only_where_the_check_of_the_browser_lets_it(
    player: Player, name: str, waits: bool
) -> None:
    sent = player.client.get(f"/assets/x/js/{name}.js").text
    condition = 'if(document.documentElement.classList.contains("with-scripts")){'
    assert sent.lstrip().startswith(condition) is waits
