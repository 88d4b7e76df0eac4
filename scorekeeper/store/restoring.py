"""Restoring a backup in place of the files of an installation.

Several files are moved, and the power may fail between any two moves. So the backup is first unpacked and
checked next to the old files. Then one file, ``restore.json``, decides: without it the old installation is
valid; with it, the next process that opens the folder finishes the moves. Nothing is deleted: the old files
go to a folder of their own.
"""

from __future__ import annotations

import json
import secrets
import shutil
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from ..sentences import say
from .backup import ASIDE, DATABASE, kept_beside_the_database, unpack
from .database import files_of
from .errors import StoreError
from .files import owned_like, sync_folder, sync_tree, write_whole
from .locks import FileLock, Held
from .trouble import trouble_named

LOCK: Final = "lock"
_DECIDED: Final = "restore.json"
_COPY: Final = ".restoring-"
_PATIENCE: Final = 10.0  # seconds to wait for another process that finishes a restore


def hold(folder: Path) -> FileLock:
    """Finish an interrupted restore, then return a shared lock that prevents new ones.

    Raises StoreError while a backup is being restored, BrokenStore.
    """
    with trouble_named(folder):
        try:
            if (folder / _DECIDED).exists():
                with FileLock(folder / LOCK, exclusive=True, wait=_PATIENCE):
                    _finish(folder)
            return FileLock(folder / LOCK, exclusive=False, wait=_PATIENCE)
        except Held as error:
            raise StoreError(say("A backup is being restored. Try again in a moment.")) from error


def restore(folder: Path, backup: Path) -> Path | None:
    """Replace the files of the folder with those of a backup; returns the folder with the old files, if any.

    Raises StoreError for a backup that cannot be used and while the app is running on the folder,
    BrokenStore, OSError; the old installation then stays as it was.
    """
    with trouble_named(folder):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            with FileLock(folder / LOCK, exclusive=True):
                _finish(folder)
                return _restore(folder, backup)
        except Held as error:
            raise StoreError(
                say("The app is running on this folder. Stop it, then restore the backup.")
            ) from error


def _restore(folder: Path, backup: Path) -> Path | None:
    for left_over in folder.glob(f"{_COPY}*"):
        shutil.rmtree(left_over)
    copy = folder / f"{_COPY}{secrets.token_hex(4)}"
    copy.mkdir(mode=0o700)
    try:
        unpack(backup, copy)
        for path in (copy, *copy.rglob("*")):
            owned_like(path, folder)
        sync_tree(copy)
        moved = _replaced(folder, {path.name for path in copy.iterdir()})
        aside = f"{ASIDE}{datetime.now(UTC):%Y%m%d-%H%M%S}-{copy.name[-4:]}"
        decided = {"copy": copy.name, "aside": aside, "moved": moved}
        write_whole(folder / _DECIDED, json.dumps(decided).encode())
    except BaseException:
        shutil.rmtree(copy, ignore_errors=True)
        raise
    _finish(folder)
    return folder / aside if moved else None


def _replaced(folder: Path, coming: set[str]) -> list[str]:
    """Names of the files and folders to move away: those of the installation, and what is coming."""
    going = {path.name for path in files_of(folder / DATABASE)} | coming
    going |= {path.relative_to(folder).parts[0] for path in kept_beside_the_database(folder)}
    return sorted(name for name in going if (folder / name).exists())


def _finish(folder: Path) -> None:
    """Make the moves that were decided; each of them may have been made already."""
    if not (folder / _DECIDED).exists():
        return
    decided = json.loads((folder / _DECIDED).read_bytes())
    copy, aside = folder / decided["copy"], folder / decided["aside"]
    for name in decided["moved"]:
        if (folder / name).exists() and not (aside / name).exists():
            aside.mkdir(mode=0o700, exist_ok=True)
            owned_like(aside, folder)
            (folder / name).rename(aside / name)
    if aside.exists():
        sync_folder(aside)
    sync_folder(folder)
    for path in sorted(copy.iterdir()) if copy.exists() else ():
        path.rename(folder / path.name)
    sync_folder(folder)
    (folder / _DECIDED).unlink()
    sync_folder(folder)
    shutil.rmtree(copy, ignore_errors=True)
