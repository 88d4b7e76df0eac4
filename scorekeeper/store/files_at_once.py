"""The small files of an installation for the time of one request, looked up together.

In a database each look is a question, and a page about rule sets looks at all of them several times.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager

from .small_files import SmallFiles, Stamp


class FilesAtOnce:
    """Implements SmallFiles: those of a folder are listed once, and again after a change by this one."""

    def __init__(self, files: SmallFiles) -> None:
        self._files = files
        self._listed: dict[str, dict[str, Stamp]] = {}  # by folder

    def called(self, path: str) -> str:
        return self._files.called(path)

    def names(self, folder: str = "") -> list[str]:
        return list(self.stamps(folder))

    def stamps(self, folder: str = "") -> dict[str, Stamp]:
        if folder not in self._listed:
            self._listed[folder] = self._files.stamps(folder)
        return self._listed[folder]

    def stamp(self, path: str) -> Stamp:
        folder, _, name = path.rpartition("/")
        stamp = self.stamps(folder).get(name)
        if stamp is None:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), self.called(path))
        return stamp

    def read(self, path: str) -> bytes:
        return self._files.read(path)

    def write(self, path: str, content: bytes) -> None:
        self._listed.clear()
        self._files.write(path, content)

    def write_first(self, path: str, content: bytes) -> None:
        self._listed.clear()
        self._files.write_first(path, content)

    def move(self, path: str, target: str) -> None:
        self._listed.clear()
        self._files.move(path, target)

    def remove(self, path: str) -> None:
        self._listed.clear()
        self._files.remove(path)

    @contextmanager
    def writing(self) -> Iterator[None]:
        with self._files.writing():
            self._listed.clear()  # others may have written until now
            yield
