"""Static files under an address with a version, and compressed answers."""

from __future__ import annotations

import gzip
import mimetypes
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

from flask import Blueprint, Flask, Response, abort, current_app, g, redirect, request, url_for
from flask.typing import ResponseReturnValue
from rjsmin import jsmin
from werkzeug.security import safe_join

from ..fingerprints import fingerprint
from .bundles import script, style_sheet
from .pocket import pocket

pages = Blueprint("assets", __name__)

_SMALL = 600  # bytes; smaller answers fit into one packet anyway
_TEXTS = ("text/", "application/json", "application/manifest+json", "image/svg+xml")
_LONGEST_NAME = 200  # a longer name is a file system error rather than a missing file
_YEAR = 365 * 24 * 3600
_BROWSER_CHECK = "browser_check.js"  # decides whether the other scripts run
_WHERE_IT_LETS = 'if (document.documentElement.classList.contains("with-scripts")) {\n%s\n}'
_ON_EVERY_PAGE = ("app.css", "reading.css", "js/app.js", "js/reading.js", "cards.svg")

mimetypes.add_type("application/manifest+json", ".webmanifest")
mimetypes.add_type("font/woff2", ".woff2")


class _File(NamedTuple):
    """A static file: its bytes, the same compressed (empty if that saves nothing), its type."""

    content: bytes
    packed: bytes
    kind: str


def init_app(app: Flask) -> None:
    app.after_request(_compressed)


def static(name: str) -> str:
    """The address of a static file. Its version changes with any file, so browsers may keep it for a year."""
    addresses: dict[str, str] = g.setdefault("static_addresses", {})  # a board has a hundred pictures
    if name not in addresses:
        addresses[name] = url_for("assets.file", version=static_version(), name=name)
    return addresses[name]


def static_version() -> str:
    """A short text that changes with any static file."""
    here = pocket()
    return here.static_version if here else fingerprint_of(current_app.static_folder or "")


@cache
def fingerprint_of(folder: str) -> str:
    return fingerprint(Path(folder))


@pages.get("/assets/<version>/<path:name>")
def file(version: str, name: str) -> Response:
    """A static file, a script or a style sheet with everything it imports.

    The version only makes the address change when a file changes.
    """
    path = safe_join(current_app.static_folder or "", name)
    if path is None or len(name) > _LONGEST_NAME or not Path(path).is_file():
        abort(404)
    static_file = _read(Path(path), minified=not current_app.debug)
    packed = bool(static_file.packed) and _takes_gzip()
    response = Response(static_file.packed if packed else static_file.content, content_type=static_file.kind)
    if packed:
        response.headers["Content-Encoding"] = "gzip"
    response.vary.add("Accept-Encoding")
    if version == static_version():
        response.cache_control.public = True
        response.cache_control.max_age = _YEAR
        response.cache_control.immutable = True
    else:
        response.cache_control.no_cache = True  # the page is of another version than this file
    return response


@pages.get("/favicon.ico")
def icon() -> ResponseReturnValue:
    """Where browsers look for the icon of what names none: a PDF, a picture, a line of text."""
    return redirect(static("icon.svg"))


@lru_cache(maxsize=64)
def _read(path: Path, minified: bool) -> _File:
    content = _content(path, minified)
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    text = kind.startswith(_TEXTS)
    packed = gzip.compress(content, 9, mtime=0) if text and len(content) > _SMALL else b""
    return _File(content, packed, f"{kind}; charset=utf-8" if text else kind)


def _content(path: Path, minified: bool) -> bytes:
    match path.suffix:
        case ".js":
            joined = script(path) if path.name == _BROWSER_CHECK else _WHERE_IT_LETS % script(path)
            return (jsmin(joined) if minified else joined).encode()
        case ".css":
            return style_sheet(path).encode()
        case _:
            return path.read_bytes()


def _compressed(response: Response) -> Response:
    """A page with its body compressed, where the browser accepts that and it saves enough."""
    kind = response.content_type or ""
    plain = kind.startswith(_TEXTS) and not response.direct_passthrough and not response.is_streamed
    if not plain or "Content-Encoding" in response.headers:
        return response
    response.vary.add("Accept-Encoding")
    body = response.get_data()
    if len(body) > _SMALL and _takes_gzip():
        response.set_data(gzip.compress(body, 9))
        response.headers["Content-Encoding"] = "gzip"
    return response


def pack() -> None:
    """Join and compress what nearly every page needs. Only in the context of an app."""
    for name in _ON_EVERY_PAGE:
        _read(Path(current_app.static_folder or "", name), minified=not current_app.debug)


def _takes_gzip() -> bool:
    return request.accept_encodings["gzip"] > 0
