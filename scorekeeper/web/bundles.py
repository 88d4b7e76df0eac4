"""Scripts and style sheets with everything they import, each sent as one text.

Browsers would ask for one part after the other. A style sheet is also made so that browsers without nested
rules understand it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

import tinycss2

_IMPORT = re.compile(r'^import (?:\{((?:(?! as )[^{}"])*)\} from )?"(\./[^"]+)";', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:(?:async )?function|class|const) (\w+))", re.MULTILINE)
_NO_SCRIPT = re.compile(
    r"^[ \t]*(?:import|export)\b.*|^(?:(?:const|let) [^(=]*= *)?await\b.*|\bimport *[.(].*", re.MULTILINE
)


class CannotJoin(ValueError):
    """A source that cannot be joined; the message names the file, the line, and what is allowed there."""


class _Module(NamedTuple):
    """``imports``: the paths; ``exports``: the names; ``body``: without the words import and export."""

    path: Path
    imports: list[Path]
    exports: list[str]
    body: str


def entries(folder: Path) -> list[str]:
    """The static files that pages ask for: all but the parts of scripts and style sheets."""
    parts: set[Path] = set()
    for path in folder.rglob("*.js"):
        parts |= {(path.parent / found[2]).resolve() for found in _IMPORT.finditer(path.read_text("utf-8"))}
    parts |= {path.resolve() for path in (folder / "css").rglob("*")}
    found = (path for path in sorted(folder.rglob("*")) if path.is_file() and path.resolve() not in parts)
    return [path.relative_to(folder).as_posix() for path in found]


def script(entry: Path) -> str:
    """The module ``entry`` and all that it imports, once each, as one module.

    Every module becomes a function that returns its exports, so modules may use the same names for all else.
    They run in the order in which a browser would run them. Raises CannotJoin.
    """
    modules = list(_in_order(entry.resolve(), [], set()))
    exported: dict[str, Path] = {}
    for module in modules:
        for name in module.exports:
            if (other := exported.setdefault(name, module.path)) != module.path:
                raise CannotJoin(f"{other.name} and {module.path.name} both export {name}")
    return "\n".join(map(_as_function, modules))


def _in_order(path: Path, within: list[Path], done: set[Path]) -> Iterator[_Module]:
    """Each module once, after those that it imports. ``within``: the modules that are being imported."""
    module = _module(path)
    for imported in module.imports:
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
        if not imported.is_file():
            _refuse(path, text, statement.start(), f"there is no {imported.name}")
        exported = _EXPORT.findall(imported.read_text("utf-8"))
        if missing := [name for name in re.findall(r"\w+", names) if name not in exported]:
            _refuse(path, text, statement.start(), f"{imported.name} does not export {', '.join(missing)}")
        imports.append(imported)
    body = _EXPORT.sub("", _IMPORT.sub(lambda statement: "\n" * statement[0].count("\n"), text))
    if refused := _NO_SCRIPT.search(body):
        allowed = 'import "./x.js", import { a, b } from "./x.js" and export function, class or const'
        _refuse(path, body, refused.start(), f"only {allowed} can be joined")
    return _Module(path, imports, _EXPORT.findall(text), body)


def _as_function(module: _Module) -> str:
    """The module as a function whose exports all that follow can see: see ``script``."""
    exports = f"{{ {', '.join(module.exports)} }}"
    return f"/* {module.path.name} */\nconst {exports} = (() => {{\n{module.body}\nreturn {exports};\n}})();"


def _refuse(path: Path, source: str, start: int, why: str) -> NoReturn:
    index = source.count("\n", 0, start)
    raise CannotJoin(f"{path.name}, line {index + 1}: {why}: {source.splitlines()[index]!r}")


# Parts are for browsers that know this, which is newer than most of what they hold: others get none of them
# rather than some, and the plain styles of the first file. Scripts ask for the same (browser_check.js).
_NEEDED = "@supports (container-type:inline-size)"
_CONDITIONS = ("media", "supports", "container")  # they may be nested, and hold rules
_AS_WRITTEN = ("font-face", "keyframes", "page")
_COMBINATORS = (">", "+", "~")
_ADDRESS = re.compile(r"\burl\(", re.IGNORECASE)


def style_sheet(entry: Path) -> str:
    """The style sheet ``entry`` with its imported parts in their places and layers. Raises CannotJoin."""
    return "".join(f"{rule}\n" for rule in _Source(entry, is_part=False).rules())


class _Source:
    """One file of a style sheet."""

    def __init__(self, path: Path, is_part: bool) -> None:
        self.path = path
        self.is_part = is_part
        self.text = path.read_text("utf-8")

    def rules(self) -> Iterator[str]:
        for node in tinycss2.parse_stylesheet(self.text, skip_comments=True, skip_whitespace=True):
            if node.type == "at-rule" and node.lower_at_keyword == "import":
                yield from self._imported(node)
            else:
                yield from self._flat([node], [])

    def _imported(self, node: Any) -> Iterator[str]:
        named, *rest = [token for token in node.prelude if token.type != "whitespace"]
        layers = [token for token in rest if token.type == "function" and token.lower_name == "layer"]
        if self.is_part or named.type != "string" or rest != layers:
            raise self._refused(node, 'only @import "part.css" layer(name) in the first file can be joined')
        path = self.path.parent / named.value
        if not path.is_file():
            raise self._refused(node, f"there is no {path.name}")
        rules = _Source(path, is_part=True).rules()
        for layer in layers:
            rules = iter([_block(f"@layer {_text(layer.arguments)}", rules)])
        yield _block(_NEEDED, rules)

    def _flat(self, nodes: Iterable[Any], parents: Sequence[str]) -> Iterator[str]:
        """The rules of some nodes, in their order. ``parents``: the selectors of the rule that holds them."""
        declarations: list[str] = []
        for node in nodes:
            if node.type == "declaration" and parents:
                declarations += self._declaration(node)
                continue
            yield from _rule(parents, declarations)
            declarations = []
            if node.type == "qualified-rule":
                selectors = [self._selector(node, tokens, parents) for tokens in _listed(node.prelude)]
                yield from self._flat(_inside(node), selectors)
            elif node.type == "at-rule":
                yield self._at_rule(node, parents)
            else:
                raise self._refused(node, "this is neither a rule nor a declaration within one")
        yield from _rule(parents, declarations)

    def _at_rule(self, node: Any, parents: Sequence[str]) -> str:
        name = node.lower_at_keyword
        start = f"@{name} {_text(node.prelude)}".rstrip()
        if name in _CONDITIONS and node.content is not None:
            return _block(start, self._flat(_inside(node), parents))
        if name in _AS_WRITTEN and node.content is not None and not parents:
            return f"{start}{{{self._own(node, node.content)}}}"
        if name == "layer" and node.content is None and not parents:
            return f"{start};"
        raise self._refused(node, f"@{name} is not understood here")

    def _selector(self, rule: Any, tokens: Sequence[Any], parents: Sequence[str]) -> str:
        """A selector that stands alone: & is what is around it, and so is the start of one without &."""
        text = _text(tokens)
        if not parents:
            if "&" in text:
                raise self._refused(rule, "& has a meaning in nested rules only")
            return text
        if any("::" in outer for outer in parents):
            raise self._refused(rule, "a pseudo-element holds no other element")
        if re.match(r"&\w", text):
            raise self._refused(rule, "the name of an element comes before &")
        either = f":is({','.join(parents)})"
        first = parents[0] if len(parents) == 1 else either
        if "&" not in text:
            return f"{first}{'' if tokens[0] in _COMBINATORS else ' '}{text}"
        if text.startswith("&"):
            text = first + text[1:]
        return text.replace("&", either)

    def _declaration(self, node: Any) -> Iterator[str]:
        """The declaration; before a text with an alternative for screen readers also the text alone."""
        value = self._own(node, node.value)
        end = "!important" if node.important else ""
        if node.lower_name == "content" and "/" in node.value:
            yield f"content:{_text(node.value[: node.value.index('/')])}{end}"
        yield f"{node.name}:{value}{end}"

    def _own(self, node: Any, tokens: Iterable[Any]) -> str:
        """A text that names no other file, which a part would name by another address."""
        text = _text(tokens)
        if self.is_part and _ADDRESS.search(text):
            raise self._refused(node, "a part of a style sheet has no url()")
        return text

    def _refused(self, node: Any, why: str) -> CannotJoin:
        line = node.source_line
        return CannotJoin(f"{self.path.name}, line {line}: {why}: {self.text.splitlines()[line - 1]!r}")


def _inside(node: Any) -> list[Any]:
    return tinycss2.parse_blocks_contents(node.content, skip_comments=True, skip_whitespace=True)  # type: ignore[no-any-return]


def _listed(prelude: Iterable[Any]) -> list[list[Any]]:
    """The selectors of a list, each with no white space at its ends."""
    selectors: list[list[Any]] = [[]]
    for token in prelude:
        if token == ",":
            selectors.append([])
        elif token.type != "comment" and (selectors[-1] or token.type != "whitespace"):
            selectors[-1].append(token)
    return selectors


def _rule(selectors: Sequence[str], declarations: Sequence[str]) -> Iterator[str]:
    if declarations:
        yield f"{','.join(selectors)}{{{';'.join(declarations)}}}"


def _block(start: str, rules: Iterable[str]) -> str:
    return "\n".join((f"{start}{{", *rules, "}"))


def _text(tokens: Iterable[Any]) -> str:
    return str(tinycss2.serialize(tokens)).strip()
