"""A short text for the content of a folder, which changes with any of its files."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from .. import koikoi


def fingerprint(folder: Path) -> str:
    """Ten hexadecimal digits of the names and the content of all files except those that Python compiled."""
    digest = hashlib.sha256()
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        if "__pycache__" not in path.parts:
            digest.update(path.relative_to(folder).as_posix().encode() + path.read_bytes())
    return digest.hexdigest()[:10]


@cache
def version_of_the_game() -> str:
    """Changes with anything in the core: another version may make another match of the same events."""
    return fingerprint(Path(koikoi.__file__).parent)
