"""The small files of an installation that all its processes share: its key and secret, its house rules."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import Final, Protocol, TypeAlias

from ..sentences import say
from .errors import StoreError
from .files import sync_folder, write_first, write_whole
from .locks import FileLock, Held
from .trouble import trouble_named

PATIENCE: Final = 10.0  # seconds to wait for another process that writes

Stamp: TypeAlias = tuple[int | str, ...]  # differs after every change of a file; the latest is the greatest


class SmallFiles(Protocol):
    """Files by path, such as ``key`` and ``bin/house.toml``. Each method may raise BrokenStore."""

    def called(self, path: str) -> str:
        """What sentences call a file, so that whoever runs the app finds it."""

    def names(self, folder: str = "") -> list[str]:
        """The names of the files directly in a folder."""

    def stamps(self, folder: str = "") -> dict[str, Stamp]:
        """The stamps of the files directly in a folder, by name."""

    def stamp(self, path: str) -> Stamp:
        """What tells this content of a file from any other. Raises FileNotFoundError, OSError."""

    def read(self, path: str) -> bytes:
        """The content of a file. Raises FileNotFoundError, OSError."""

    def write(self, path: str, content: bytes) -> None:
        """Replace a file, whole or not at all."""

    def write_first(self, path: str, content: bytes) -> None:
        """Write a file unless it exists; when several write at once, the first one wins."""

    def move(self, path: str, target: str) -> None:
        """Give a file another path. Raises FileNotFoundError."""

    def remove(self, path: str) -> None:
        """Remove a file, if it is there."""

    def writing(self) -> AbstractContextManager[None]:
        """A block of reads and writes that no other thread or process with such a block interrupts.

        Raises StoreError when another one takes too long.
        """


class Folder:
    """SmallFiles in a folder of this computer, where people edit them too. It is made with the first file."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def called(self, path: str) -> str:
        return str(self.path / path)

    def names(self, folder: str = "") -> list[str]:
        place = self.path / folder
        return [path.name for path in place.iterdir()] if place.is_dir() else []

    def stamps(self, folder: str = "") -> dict[str, Stamp]:
        stamps = {}
        for name in self.names(folder):
            with suppress(FileNotFoundError):  # it was moved at this moment
                stamps[name] = self.stamp(f"{folder}/{name}" if folder else name)
        return stamps

    def stamp(self, path: str) -> Stamp:
        status = (self.path / path).stat()
        return status.st_mtime_ns, status.st_size, status.st_ino

    def read(self, path: str) -> bytes:
        return (self.path / path).read_bytes()

    def write(self, path: str, content: bytes) -> None:
        with trouble_named(self.path / path):
            write_whole(self._with_folder(path), content)

    def write_first(self, path: str, content: bytes) -> None:
        with trouble_named(self.path / path):
            write_first(self._with_folder(path), content)

    def move(self, path: str, target: str) -> None:
        before, after = self.path / path, self._with_folder(target)
        before.rename(after)
        with trouble_named(self.path):
            for folder in {before.parent, after.parent}:
                sync_folder(folder)

    def remove(self, path: str) -> None:
        place = self.path / path
        with trouble_named(place):
            shutil.rmtree(place) if place.is_dir() else place.unlink(missing_ok=True)

    @contextmanager
    def writing(self) -> Iterator[None]:
        with trouble_named(self.path):
            try:
                lock = FileLock(self._with_folder(".lock"), exclusive=True, wait=PATIENCE)
            except Held as error:
                raise busy() from error
        with lock:
            yield

    def _with_folder(self, path: str) -> Path:
        place = self.path / path
        place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        return place


def busy() -> StoreError:
    return StoreError(say("The house rules are being changed. Try again in a moment."))
