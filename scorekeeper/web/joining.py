"""A script with everything it imports, sent as one text.

The files in ``static`` are ordinary ES modules, which a browser could load one by one. Only a part of what
the language allows can be joined; anything else raises CannotJoin.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple, NoReturn

_IMPORT = re.compile(r'^import (?:\{([^{}"]*)\} from )?"(\./[^"]+)";', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:(?:async )?function|class|const) (\w+))", re.MULTILINE)
_NO_SCRIPT = re.compile(
    r"^[ \t]*(?:import|export)\b.*|^(?:(?:const|let) [^(=]*= *)?await\b.*|\bimport *[.(].*", re.MULTILINE
)


class CannotJoin(ValueError):
    """A source that cannot be joined; the message names the file, the line, and what is allowed there."""


class _Module(NamedTuple):
    """``imports``: (names as written between the braces, path); ``body``: without its imports and exports."""

    path: Path
    imports: list[tuple[str, Path]]
    exports: list[str]
    body: str


def script(entry: Path) -> str:
    """The module ``entry`` and all that it imports, once each, as one module.

    Every module becomes a function that returns its exports, so modules may use the same names. They run in
    the order in which a browser would run them. Raises CannotJoin.
    """
    entry = entry.resolve()
    return "\n".join(_as_function(module, entry.parent) for module in _in_order(entry, [], set()))


def _in_order(path: Path, within: list[Path], done: set[Path]) -> Iterator[_Module]:
    """Each module once, after those that it imports. ``within``: the modules that are being imported."""
    module = _module(path)
    for _, imported in module.imports:
        if imported in (*within, path):
            raise CannotJoin(f"{path.name} and {imported.name} import each other")
        if imported not in done:
            yield from _in_order(imported, [*within, path], done)
    done.add(path)
    yield module


def _module(path: Path) -> _Module:
    text = path.read_text("utf-8")
    imports = []
    for statement in _IMPORT.finditer(text):
        names, imported = statement[1] or "", (path.parent / statement[2]).resolve()
        exported = _EXPORT.findall(_text(imported, path, text, statement.start()))
        if missing := [name for name in re.findall(r"(\w+)(?: as \w+)?", names) if name not in exported]:
            _refuse(path, text, statement.start(), f"{imported.name} does not export {', '.join(missing)}")
        imports.append((names, imported))
    body = _EXPORT.sub("", _IMPORT.sub(lambda statement: "\n" * statement[0].count("\n"), text))
    if refused := _NO_SCRIPT.search(body):
        allowed = 'import "./x.js", import { a, b as c } from "./x.js" and export function, class or const'
        _refuse(path, body, refused.start(), f"only {allowed} can be joined")
    return _Module(path, imports, _EXPORT.findall(text), body)


def _as_function(module: _Module, folder: Path) -> str:
    """The module as a function that returns its exports: see ``script``."""
    imports = "".join(
        f"const {{ {re.sub(r' as ', ': ', names)} }} = {_name(path, folder)};\n"
        for names, path in module.imports
        if names
    )
    start = f"/*! {module.path.name} */\nconst {_name(module.path, folder)} = (() => {{\n"
    return f"{start}{imports}{module.body}\nreturn {{ {', '.join(module.exports)} }};\n}})();"


def _name(path: Path, folder: Path) -> str:
    return "$" + re.sub(r"\W", "_", path.relative_to(folder).with_suffix("").as_posix())


def _text(path: Path, importer: Path, source: str, start: int) -> str:
    if not path.is_file():
        _refuse(importer, source, start, f"there is no {path.name}")
    return path.read_text("utf-8")


def _refuse(path: Path, source: str, start: int, why: str) -> NoReturn:
    index = source.count("\n", 0, start)
    raise CannotJoin(f"{path.name}, line {index + 1}: {why}: {source.splitlines()[index]!r}")
