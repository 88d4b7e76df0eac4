"""The files of an installation: written whole or not at all, locked between processes, looked up together.

The small ones, its key and secret, are shared by all its processes.
"""

from __future__ import annotations

import os
import secrets
import sys
import time
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, Final, Protocol, TypeAlias

from .errors import trouble_named


def write_atomic(path: Path, content: bytes) -> None:
    """Replace a file; only its owner may read it. Raises OSError."""
    with whole_file(path) as file:
        file.write(content)


def write_if_absent(path: Path, content: bytes) -> None:
    """Write a file unless it exists; when several write at once, the first one wins. Raises OSError."""
    with suppress(FileExistsError), _draft(path, _put_if_absent) as file:
        file.write(content)


def _put_if_absent(draft: Path, path: Path) -> None:
    if hasattr(os, "link"):
        os.link(draft, path)
    elif not path.exists():  # in a browser, where nobody else writes
        draft.replace(path)


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
    if hasattr(os, "geteuid") and os.geteuid() == 0:
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


_PAUSE: Final = 0.02  # seconds between two tries
_PLACES: Final = 64  # on Windows, how many may share a lock: each locks a byte, an exclusive lock all


class LockHeld(Exception):
    """Another process holds the lock."""


class FileLock:
    """A lock on the file at ``path``, which is created if needed; held until ``release``.

    Many may share it; an ``exclusive`` lock is held alone. ``wait``: seconds. A process that forks shares the
    lock with its children until the last of them ends. Raises LockHeld, OSError.
    """

    def __init__(self, path: Path, *, exclusive: bool, wait: float = 0.0) -> None:
        try:
            handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
            owned_like(handle, path.parent)
        except PermissionError:
            handle = os.open(path, os.O_RDONLY)  # a lock does not change the file
        self._close = weakref.finalize(self, os.close, handle)
        deadline = time.monotonic() + wait
        while not _locked(handle, exclusive):
            if time.monotonic() >= deadline:
                self.release()
                raise LockHeld(str(path))
            time.sleep(_PAUSE)

    def release(self) -> None:
        self._close()

    def __enter__(self) -> FileLock:
        return self

    def __exit__(self, *_: object) -> None:
        self.release()


if sys.platform == "win32":
    import msvcrt

    def _locked(handle: int, exclusive: bool) -> bool:
        """Python has no shared byte locks on Windows, so every holder locks a different byte."""
        places = [(0, _PLACES)] if exclusive else [(place, 1) for place in range(_PLACES)]
        for place, length in places:
            os.lseek(handle, place, os.SEEK_SET)
            try:
                msvcrt.locking(handle, msvcrt.LK_NBLCK, length)
                return True
            except OSError:
                continue
        return False

else:
    import fcntl

    def _locked(handle: int, exclusive: bool) -> bool:
        kind = fcntl.LOCK_EX if exclusive else fcntl.LOCK_SH
        try:
            fcntl.flock(handle, kind | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


Stamp: TypeAlias = tuple[int | str, ...]  # differs after every change of a file


class SmallFiles(Protocol):
    """Files by path, such as ``key`` and ``rules/house.toml``. Each method may raise BrokenStore."""

    def called(self, path: str) -> str:
        """What sentences call a file, so that whoever runs the app finds it."""

    def paths(self, folder: str) -> list[str]:
        """The paths of the files in a folder and in those inside it, without its own name; no hidden ones."""

    def stamp(self, path: str) -> Stamp:
        """What tells this content of a file from any other. Raises FileNotFoundError, OSError."""

    def read(self, path: str) -> bytes:
        """The content of a file. Raises FileNotFoundError, OSError."""

    def write(self, path: str, content: bytes) -> None:
        """Replace a file, whole or not at all."""

    def write_if_absent(self, path: str, content: bytes) -> None:
        """Write a file unless it exists; when several write at once, the first one wins."""

    def rename(self, folder: str, name: str) -> None:
        """Give a folder another name. Raises FileNotFoundError."""


class Folder:
    """SmallFiles in a folder of this computer, where people edit them too."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def called(self, path: str) -> str:
        return str(self.path / path)

    def paths(self, folder: str) -> list[str]:
        inside, below = self.path / folder, list[Path]()
        with suppress(FileNotFoundError):  # another process gives the folder another name meanwhile
            below = sorted(inside.rglob("*"))
        found = (path.relative_to(inside) for path in below if path.is_file())
        return [path.as_posix() for path in found if not any(part.startswith(".") for part in path.parts)]

    def stamp(self, path: str) -> Stamp:
        status = (self.path / path).stat()
        return status.st_mtime_ns, status.st_size, status.st_ino

    def read(self, path: str) -> bytes:
        return (self.path / path).read_bytes()

    def write(self, path: str, content: bytes) -> None:
        with trouble_named(self.path / path):
            write_atomic(self.path / path, content)

    def write_if_absent(self, path: str, content: bytes) -> None:
        with trouble_named(self.path / path):
            write_if_absent(self.path / path, content)

    def rename(self, folder: str, name: str) -> None:
        (self.path / folder).rename(self.path / name)
        sync_folder(self.path)
