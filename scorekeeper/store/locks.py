"""Locks between processes, held on a file. They end with the process, however it ends."""

from __future__ import annotations

import os
import sys
import time
import weakref
from pathlib import Path
from typing import Final

from .files import owned_like

_PAUSE: Final = 0.02  # seconds between two tries
_PLACES: Final = (
    64  # Windows: how many may share a lock; each locks one byte of the file, an exclusive lock all
)


class Held(Exception):
    """Another process holds the lock."""


class FileLock:
    """A lock on the file at ``path``, which is created if needed; held until ``release``.

    Many may share it; an ``exclusive`` lock is held alone. ``wait``: seconds. A process that forks shares the
    lock with its children until the last of them ends. Raises Held, OSError.
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
                raise Held(str(path))
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
