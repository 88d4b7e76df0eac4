"""Writing files whole or not at all, and flushing them to the disk."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO


def write_whole(path: Path, content: bytes) -> None:
    """Replace a file; only its owner may read it. Raises OSError."""
    with whole_file(path) as file:
        file.write(content)


def write_first(path: Path, content: bytes) -> None:
    """Write a file unless it exists; when several write at once, the first one wins. Raises OSError."""
    with suppress(FileExistsError), _draft(path, os.link) as file:
        file.write(content)


@contextmanager
def whole_file(path: Path) -> Iterator[BinaryIO]:
    """A file to write to, readable only by its owner; it appears at ``path`` when the block ends.

    If the block raises, nothing is left behind and an older file stays. Raises OSError.
    """
    with _draft(path, os.replace) as file:
        yield file


@contextmanager
def _draft(path: Path, put: Callable[[Path, Path], None]) -> Iterator[BinaryIO]:
    """A draft next to ``path``; ``put`` moves it to ``path`` once it is written and flushed."""
    draft = path.with_name(f".{path.name[:100]}-{secrets.token_hex(8)}")
    handle = os.open(draft, os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)
    try:
        with os.fdopen(handle, "w+b") as file:
            owned_like(handle, path if path.exists() else path.parent)
            yield file
            file.flush()
            os.fsync(file.fileno())
        put(draft, path)
    finally:
        draft.unlink(missing_ok=True)
    sync_folder(path.parent)


def owned_like(file: Path | int, other: Path) -> None:
    """Give a file the owner of another one, where root may: the app that reads it runs as somebody else."""
    if os.name != "nt" and os.geteuid() == 0:
        status = other.stat()
        os.chown(file, status.st_uid, status.st_gid)


def sync_folder(folder: Path) -> None:
    """Wait until the renames in a folder are on the disk. Windows does this by itself."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def sync_tree(folder: Path) -> None:
    """Wait until every file in a folder and its subfolders is on the disk."""
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            with path.open("rb+") as file:
                os.fsync(file.fileno())
        else:
            sync_folder(path)
    sync_folder(folder)
