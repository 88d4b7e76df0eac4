"""A short text for the content of files, which changes with any of them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Final

PACKAGE: Final = Path(__file__).parent
# What replays a match and adds up what is kept of it.
OF_A_MATCH: Final = (
    "archive/digests.py",
    *("koikoi/cards.py", "koikoi/errors.py", "koikoi/pile.py", "koikoi/typed_text.py"),
    *("koikoi/rules", "koikoi/scoring", "koikoi/match", "koikoi/figures"),
)


def fingerprint(folder: Path, parts: Iterable[str] = (".",)) -> str:
    """Ten hexadecimal digits of the names and the content of all files in these parts of a folder.

    A part is a file or a folder; what Python compiled is left out.
    """
    digest = hashlib.sha256()
    for part in parts:
        inside = folder / part
        for path in sorted(inside.rglob("*")) if inside.is_dir() else [inside]:
            if path.is_file() and "__pycache__" not in path.parts:
                digest.update(path.relative_to(folder).as_posix().encode() + path.read_bytes())
    return digest.hexdigest()[:10]


@cache
def version_of_the_match() -> str:
    """Changes with what decides what a match comes to: another one may count the same events otherwise."""
    return fingerprint(PACKAGE, OF_A_MATCH)


@cache
def version_of_the_game() -> str:
    """Changes with anything in the core, such as how the rounds of the lab are played."""
    return fingerprint(PACKAGE / "koikoi")
