"""Imports point one way, as ``LAYERS`` has it, and the core stays pure."""

from __future__ import annotations

import ast
import subprocess
import sys
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path
from shutil import copytree
from textwrap import dedent

import pytest

import scorekeeper
from scorekeeper.fingerprints import OF_A_MATCH, fingerprint

PACKAGE = Path(scorekeeper.__file__).parent
# Each may import those before it.
PARTS = ["rules", "scoring", "chart", "match", "notation", "compare", "figures", "reference", "simulation"]
LAYERS = {
    "sentences": 0,
    "__init__": 0,  # the version
    "koikoi": 1,
    "fingerprints": 0,
    "times": 0,
    "languages": 1,
    "limits": 1,
    "store": 1,  # knows no rules of the game
    "archive": 2,
    "certificates": 2,
    "access": 3,
    "exports": 2,
    "keys": 2,
    "addresses": 3,
    "imports": 3,
    "house_rules": 3,
    "folders": 1,
    "storage": 4,  # where an installation keeps what is its own
    "transfer": 5,
    "server": 7,
    "installation": 6,
    "web": 8,
    "pocket": 9,
    "wsgi": 9,
    "cli": 10,
    "__main__": 11,
}
CORE = ("koikoi", "sentences")
MODULES = sorted(PACKAGE.rglob("*.py"))
FILES = {*MODULES}
PURE = {
    *(
        "__future__",
        "collections",
        "copy",
        "fractions",
        "functools",
        "graphlib",
        "importlib",
        "itertools",
        "math",
        "operator",
        "re",
        "tomllib",
        "typing",
        "unicodedata",
    ),
    *("hashlib", "msgspec", "tomli_w", "zlib"),
}


@cache
def parsed(path: Path) -> list[ast.AST]:
    """Everything that is written in a module."""
    return [*ast.walk(ast.parse(path.read_text("utf-8")))]


@cache
def imported(path: Path) -> set[str]:
    """What a module imports, with full names."""
    here = ("scorekeeper", *path.relative_to(PACKAGE).with_suffix("").parts)
    modules = set()
    for node in parsed(path):
        if isinstance(node, ast.Import):
            modules |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            above = here[: -node.level] if node.level else ()
            base = ".".join([*above, *([node.module] if node.module else [])])
            modules |= {f"{base}.{name.name}" for name in node.names}
    return modules


@pytest.mark.parametrize("room", PARTS)
def test_each_part_of_the_core_imports_only_earlier_parts(room: str) -> None:
    later = PARTS[PARTS.index(room) + 1 :]
    core = PACKAGE / "koikoi"
    for path in (*sorted((core / room).rglob("*.py")), *core.glob(f"{room}.py")):
        for name in imported(path):
            assert not name.startswith(tuple(f"scorekeeper.koikoi.{other}" for other in later)), path.name
    for path in sorted(core.glob("*.py")):
        if path.stem in PARTS:
            continue
        for name in imported(path):
            assert not name.startswith(tuple(f"scorekeeper.koikoi.{other}." for other in PARTS)), path.name


def layer(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def test_every_module_has_its_layer() -> None:
    """A new one is named in LAYERS, above those that it imports."""
    assert {layer(path) for path in MODULES} == LAYERS.keys()


def test_imports_point_one_way() -> None:
    for path in MODULES:
        own = layer(path)
        for name in imported(path):
            parts = name.split(".")
            if parts[0] == "scorekeeper":
                other = parts[1] if parts[1] in LAYERS else "__init__"
                assert other == own or LAYERS[other] < LAYERS[own], f"{path} imports {name}"


@cache
def module(name: str) -> Path | None:
    """The file of a module, or of the module that has the name; None outside the package."""
    path = PACKAGE.parent.joinpath(*name.split("."))
    found = (path.with_suffix(".py"), path / "__init__.py", path.parent.with_suffix(".py"))
    return next((file for file in found if file in FILES), None)


def test_no_modules_import_each_other_in_a_circle() -> None:
    graph = {path: {module(name) for name in imported(path)} - {None} for path in MODULES}
    assert graph[PACKAGE / "web" / "home.py"] >= {PACKAGE / "web" / "context.py"}
    assert len([*TopologicalSorter(graph).static_order()]) == len(MODULES)  # else CycleError names them


def test_no_parts_of_the_web_import_each_other_in_a_circle() -> None:
    """Each lists its blueprints, so it is imported whole."""
    web = PACKAGE / "web"
    graph: dict[str, set[str]] = {}
    for path in web.rglob("*.py"):
        own, *_ = path.relative_to(web).parts
        files = [module(name) for name in imported(path)]
        others = {file.relative_to(web).parts[0] for file in files if file and file.is_relative_to(web)}
        graph.setdefault(own, set()).update(others - {own})
    del graph["__init__.py"]
    assert graph["matches"] >= {"rounds", "rules"}
    assert "matches" in TopologicalSorter(graph).static_order()


def test_a_module_is_called_by_a_noun() -> None:
    assert [path.name for path in MODULES if path.stem.endswith("ing")] == []


def type_names(module: list[ast.AST]) -> list[str]:
    """The types that a module gives a name: classes, aliases, and what it imports under another name."""
    names = []
    tree = module[0]
    assert isinstance(tree, ast.Module)
    for statement in tree.body:
        if isinstance(statement, ast.ClassDef):
            names.append(statement.name)
        elif isinstance(statement, ast.Assign | ast.AnnAssign):
            targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
            names += [target.id for target in targets if isinstance(target, ast.Name)]
    for node in module:
        if isinstance(node, ast.Import | ast.ImportFrom):
            names += [name.asname for name in node.names if name.asname and name.asname != name.name]
    return [name for name in names if not name.isupper() and name.lstrip("_")[:1].isupper()]


def test_a_type_name_stands_once() -> None:
    found: dict[str, list[str]] = {}
    for path in MODULES:
        for name in type_names(parsed(path)):
            found.setdefault(name, []).append(str(path.relative_to(PACKAGE)))
    assert len(found) > 500
    assert {name: paths for name, paths in found.items() if len(paths) > 1} == {}


def test_every_form_of_a_type_name_is_seen() -> None:
    written = """
        class Pile: ...
        Months = tuple[int, ...]
        Row: TypeAlias = Sequence[Months]
        Id = NewType("Id", str)
        Seat = NamedTuple("Seat", [("number", int)])
        Options = TypedDict("Options", {"points": int})
        _T = TypeVar("_T")
        MOST: Final = 8
        from .cards import Card as Picture, Deck as Deck, cards as read
    """
    assert type_names([*ast.walk(ast.parse(dedent(written)))]) == [
        "Pile",
        "Months",
        "Row",
        "Id",
        "Seat",
        "Options",
        "Picture",
    ]


# Words that say nothing to whoever has not read the code; and where some are left.
RIDDLES = {
    *("told", "telling", "untold", "retold", "unasked", "ahead", "odd", "doubt", "around", "standing"),
    *("still", "filling", "who"),
}


def test_a_name_is_no_riddle() -> None:
    """Of a module, a type, a function or a parameter; what a few lines call something is their affair."""
    found: dict[str, list[str]] = {}
    for path in MODULES:
        names = [path.stem]
        for node in parsed(path):
            if isinstance(node, ast.ClassDef | ast.FunctionDef):
                names.append(node.name)
            elif isinstance(node, ast.arg):
                names.append(node.arg)
        if riddles := [name for name in names if name.strip("_").lower() in RIDDLES]:
            found[path.relative_to(PACKAGE).as_posix()] = riddles
    assert found == {}


def test_the_core_imports_no_web_store_clock_randomness_or_files() -> None:
    for path in MODULES:
        if layer(path) not in CORE:
            continue
        for name in imported(path):
            top = name.split(".")[0]
            own = top == "scorekeeper" and name.split(".")[1] in CORE
            assert top in PURE or own or name == "random.Random", f"{path} imports {name}"
        read = parsed(path)
        names = {node.id for node in read if isinstance(node, ast.Name)}
        assert not names & {"open", "print", "input", "exec", "eval"}, path
        calls = {ast.unparse(node) for node in read if isinstance(node, ast.Call)}
        assert "Random()" not in calls, f"{path}: a seed is handed in"


def test_the_core_works_without_the_rest() -> None:
    program = (
        "import sys, scorekeeper.koikoi.match.match, scorekeeper.koikoi.match.interpreter\n"
        "print(*sorted({name.split('.')[1] for name in sys.modules if name.startswith('scorekeeper.')}))\n"
        "print(*sorted({'flask', 'werkzeug', 'sqlite3', 'sqlite_utils', 'socket'} & sys.modules.keys()))\n"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ran.stdout.split() == ["koikoi", "sentences"]


def test_whatever_decides_a_digest_changes_its_version() -> None:
    """What replays a match, what makes a digest of it, and everything that these import of the core."""
    behind, reached = [PACKAGE / "archive/digests.py", PACKAGE / "koikoi/match/replay.py"], set[str]()
    while behind:
        path = behind.pop()
        inside = path.relative_to(PACKAGE).as_posix()
        if inside not in reached and path.exists() and layer(path) in ("archive", "koikoi"):
            reached.add(inside)
            parts = [name.split(".")[1:] for name in imported(path) if name.startswith("scorekeeper.")]
            behind += [
                PACKAGE.joinpath(*part[:end]).with_suffix(".py") for part in parts for end in (2, 3, 4)
            ]
    assert "koikoi/scoring/plan.py" in reached
    assert [path for path in reached if not path.startswith(OF_A_MATCH)] == []


def test_the_digests_are_kept_where_another_part_of_the_core_changes(tmp_path: Path) -> None:
    copied = Path(copytree(PACKAGE / "koikoi", tmp_path / "koikoi")).parent
    copytree(PACKAGE / "archive", copied / "archive")
    before = fingerprint(copied, OF_A_MATCH)
    for changed in (
        "koikoi/simulation/report.py",
        "koikoi/chart.py",
        "koikoi/texts.py",
        "archive/players.py",
    ):
        (copied / changed).write_text("# changed")
        assert fingerprint(copied, OF_A_MATCH) == before
    for changed in ("koikoi/match/match.py", "koikoi/cards.py", "archive/digests.py"):
        (copied / changed).write_text("# changed")
        assert fingerprint(copied, OF_A_MATCH) != before
        before = fingerprint(copied, OF_A_MATCH)


def test_every_form_of_import_is_recognized() -> None:
    module = PACKAGE / "koikoi" / "match" / "start.py"
    assert "scorekeeper.koikoi.match.settlement" in imported(module)  # from . import settlement
    assert "scorekeeper.koikoi.match.events.MatchStarted" in imported(module)  # from .events
    record = PACKAGE / "exports" / "record.py"
    assert "scorekeeper.koikoi.match.follow.followed" in imported(record)  # from ..koikoi
    assert "json" in imported(PACKAGE / "cli" / "lines.py")  # import json
