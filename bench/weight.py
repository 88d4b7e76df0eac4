"""The size of a first view of the board: its files, packed by gzip -9, and what the server sends."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import urljoin

from flask.testing import FlaskClient

from .browser import Phones
from .figures import Figure
from .rounds import rounds
from .table import LENGTH, Table

_KB = 1024
_HTML = re.compile(r'<(?:link|script|img)\b[^>]*?\b(?:href|src)="([^"#]+)|<use\s+href="([^"#]+)')
_NOT_LOADED = re.compile(r'<link rel="(?:manifest|apple-touch-icon|alternate|prefetch)"[^>]*>')
_IMPORT = re.compile(r'^\s*(?:import|export)\b[^"\n]*"(\.{1,2}/[^"]+|/[^"]+)"', re.MULTILINE)
_CSS = re.compile(r'(?:@import\s+|url\()"?([^")]+)')
# A browser loads a font only where the page has a letter of its range; an English page has those of ASCII.
_OTHER_LETTERS = re.compile(r"@font-face\s*\{[^}]*unicode-range:\s*(?!U\+20-)[^}]*\}")
_PICTURES = {".svg", ".png", ".webp", ".avif"}


def measure(table: Table, phones: Phones) -> Iterator[Figure]:
    played, _ = rounds(LENGTH)
    board = f"/matches/{table.match(played[:-1])}/rounds/new"
    client = table.player()
    files = {address: client.get(address).data for address in _addresses(client, board)}
    packed = {address: len(gzip.compress(data, 9)) / _KB for address, data in files.items()}
    scripts = [size for address, size in packed.items() if _ending(address) == ".js"]
    art = [size for address, size in packed.items() if _is_art(address)]
    whole = sum(packed.values())
    parts = ", ".join(f"{_name(address, board)} {size:.1f}" for address, size in packed.items())
    yield Figure("board page, first view, all files, gzip -9", whole, "KB", 80, 80, note=parts)
    yield Figure("  without card art", whole - sum(art), "KB", 80, 40)
    yield Figure("  card art", sum(art), "KB", 80, 40)
    yield Figure("  JavaScript", sum(scripts), "KB", 20, 15, note=f"{len(scripts)} files")
    yield Figure("  HTML", packed[board], "KB", 14, 8)
    yield from _seen(phones, board)


def _seen(phones: Phones, board: str) -> Iterator[Figure]:
    """What a browser with an empty cache loads, in bytes on the wire with headers."""
    sent, requests, again = "  as the server sends it", "  requests", "  requests, second view"
    if phones.missing:
        yield Figure(sent, None, "KB", 80, 80, note=phones.missing)
        yield Figure(requests, None, "", 8, 5, note=phones.missing)
        return
    responses: dict[str, dict[str, Any]] = {}
    sizes: dict[str, float] = {}
    with phones.page() as (page, console):
        console.send("Network.enable")
        console.on(
            "Network.responseReceived",
            lambda event: responses.update({event["requestId"]: event["response"]}),
        )
        console.on(
            "Network.loadingFinished",
            lambda event: sizes.update({event["requestId"]: event["encodedDataLength"]}),
        )
        page.goto(phones.address + board, wait_until="networkidle")
        first = {responses[event]["url"]: size / _KB for event, size in sizes.items() if event in responses}
        packed = sum(
            "content-encoding" in {name.lower() for name in event["headers"]} for event in responses.values()
        )
        sizes.clear()
        page.goto(phones.address + board, wait_until="networkidle")
        wired = [size for event, size in sizes.items() if size and not responses[event].get("fromDiskCache")]
    largest = sorted(first.items(), key=lambda event: -event[1])[:4]
    told = ", ".join(f"{_name(address, phones.address + board)} {size:.1f}" for address, size in largest)
    yield Figure(
        sent, sum(first.values()), "KB", 80, 80, note=f"{packed} of {len(first)} answers compressed; {told}"
    )
    yield Figure(requests, len(first), "", 8, 5)
    yield Figure(again, len(wired), "", 1, 0, note=f"{sum(wired) / _KB:.1f} KB")


def _addresses(client: FlaskClient, board: str) -> list[str]:
    """The page and every file that it loads, in the order in which they are named."""
    addresses = [board]
    for address in addresses:
        words = client.get(address).data.decode("utf-8", "replace")
        for named in _named(address, words, board):
            whole = urljoin(address, named)
            if whole not in addresses and not whole.startswith("data:"):
                addresses.append(whole)
    return addresses


def _named(address: str, words: str, board: str) -> list[str]:
    if address == board:
        return [first or second for first, second in _HTML.findall(_NOT_LOADED.sub("", words))]
    pattern = {".js": _IMPORT, ".css": _CSS}.get(_ending(address))
    return pattern.findall(_OTHER_LETTERS.sub("", words)) if pattern else []


def _ending(address: str) -> str:
    return PurePosixPath(address.partition("?")[0]).suffix


def _is_art(address: str) -> bool:
    return _ending(address) in _PICTURES and "icon" not in address


def _name(address: str, board: str) -> str:
    return "page" if address == board else PurePosixPath(address.partition("?")[0]).name
