"""A backup: a whole installation in one file, written, read, and restored in its place.

It is a ZIP archive, which any computer can open without this app, which has a checksum for every member and
which is refused when it is cut short. It holds ``manifest.json`` with its format, ``scorekeeper.sqlite``,
copied by SQLite's online backup, and the small files under their paths.

To restore it several files are moved, and the power may fail between any two moves. So the backup is first
unpacked and checked next to the old files. Then one file, ``restore.json``, decides: without it the old
installation is valid; with it, the next process that opens the folder finishes the moves. Nothing is deleted:
the old files go to a folder of their own.
"""

from __future__ import annotations

import json
import re
import secrets
import shutil
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from os import SEEK_END
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import Final

from ..sentences import Sentence, say
from .database import files_of, forget_live, refuse_bad_copy
from .errors import StoreError, trouble_named
from .files import FileLock, LockHeld, owned_like, sync_folder, sync_tree, whole_file, write_atomic
from .sqlite import SqliteStore

DATABASE: Final = "scorekeeper.sqlite"
FORMAT: Final = "koikoi-backup/1"
_LATER: Final = re.compile(r"koikoi-backup/([2-9]|[1-9][0-9]{1,3})")
MANIFEST: Final = "manifest.json"
ASIDE: Final = "before-restore-"  # folders with the files that a restored backup replaced
_GROUPS: Final = "groups"  # an older version kept installations in it
_NO_LONGER_OURS: Final = {_GROUPS, "groups-removed"}  # folders that stay as they are
_OURS: Final = {"README.md", "lock", "begun", MANIFEST}  # files that are not the table's data
_ZIP: Final = b"PK\x03\x04"
_LARGEST: Final = 4_000_000_000  # bytes of all members, so that a backup cannot fill the disk
_LARGEST_MANIFEST: Final = 1_000  # bytes
_LONGEST_LIST: Final = 5_000_000  # bytes of the list of members, which is read as a whole
_END: Final = b"PK\5\6"  # begins the end of an archive, of at most so many bytes:
_LONGEST_END: Final = 22 + 65_535
_FURTHER_END: Final = b"PK\6\7"  # of archives that are larger than any of ours


def kept_beside_the_database(folder: Path) -> Iterator[Path]:
    """Every small file of an installation: secrets and anything else in the folder.

    Left out: the database, drafts and other hidden files, backups, groups, and what a restore moved aside.
    """
    for path in sorted(folder.rglob("*")):
        parts = path.relative_to(folder).parts
        hidden = any(part.startswith(".") for part in parts)
        if hidden or parts[0].startswith((ASIDE, DATABASE)) or parts[0] in _OURS | _NO_LONGER_OURS:
            continue
        if path.is_file() and (len(parts) > 1 or path.suffix != ".zip"):
            yield path


def groups_of_before(place: Path) -> str:
    """How to take out the groups that an older version left in a folder or a backup; empty without any."""
    if zipfile.is_zipfile(place):
        with _opened(place) as archive:
            is_there, first = any(map(_is_of_groups, archive.namelist())), "restore it with"
    else:
        is_there, first = any(place.glob(f"{_GROUPS}/*/{DATABASE}")), "start"
    if not is_there:
        return ""
    return (
        f"There are groups in {place}, which this version does not open: {first} the version before, "
        "save the export of each on its page, and restore that in a folder of its own."
    )


def _is_of_groups(name: str) -> bool:
    return PurePosixPath(name).parts[:1] == (_GROUPS,)


def write(store: SqliteStore, target: Path) -> None:
    """Write the whole installation to ``target``; the file appears complete or not at all.

    Raises StoreError when it would overwrite a file of the installation, BrokenStore, OSError.
    """
    folder = store.path.parent
    own = [*files_of(store.path), *kept_beside_the_database(folder)]
    if any(_same_file(target, path) for path in own):
        raise StoreError(
            say("A backup cannot overwrite a file of the installation. Choose another file name.")
        )
    with TemporaryDirectory(prefix=f".{target.name}.", dir=target.parent) as draft:
        copy = Path(draft, DATABASE)
        with whole_file(target) as file, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr(MANIFEST, json.dumps({"format": FORMAT}))
            store.copy(copy)
            archive.write(copy, DATABASE)
            for path in kept_beside_the_database(folder):
                archive.write(path, path.relative_to(folder).as_posix())


def is_backup(start: bytes) -> bool:
    """Whether a file that starts like this may be a backup."""
    return start.startswith(_ZIP)


def unpack_database(backup: Path, folder: Path, largest: int) -> Path:
    """Unpack only the database of a backup, of at most so many bytes, and check it. Raises StoreError."""
    target = folder / DATABASE
    with _opened(backup) as archive:
        if archive.getinfo(DATABASE).file_size > largest:
            raise StoreError(say("The database in this backup is too large. Restore it instead."))
        archive.extract(DATABASE, folder)  # checks the checksum too
    refuse_bad_copy(target)
    return target


def unpack(backup: Path, folder: Path) -> None:
    """Unpack a backup into an empty folder, without its links, phones and groups, and check every file.

    Raises StoreError, OSError.
    """
    with _opened(backup) as archive:
        for member in archive.infolist():
            if member.filename != MANIFEST and not _is_of_groups(member.filename):
                archive.extract(member, folder)  # checks the checksum too
    refuse_bad_copy(folder / DATABASE)
    forget_live(folder / DATABASE)
    for path in folder.rglob("*"):
        path.chmod(0o700 if path.is_dir() else 0o600)


def _same_file(target: Path, path: Path) -> bool:
    if target.exists() and path.exists():
        return target.samefile(path)
    return target.resolve() == path.resolve()


@contextmanager
def _opened(backup: Path) -> Iterator[zipfile.ZipFile]:
    """The archive of a backup, to be read. Raises StoreError where it is none, or is damaged."""
    try:
        _refuse_long_list(backup)
        with zipfile.ZipFile(backup) as archive:
            _refuse_other(archive)
            yield archive
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError) as error:
        raise StoreError(
            say("This is not a backup made by this app, or it is damaged. Choose another one.")
        ) from error


def _refuse_long_list(backup: Path) -> None:
    """Refuse an archive with more members than a backup can have, before the list of them is read."""
    with backup.open("rb") as file:
        file.seek(-min(backup.stat().st_size, _LONGEST_END), SEEK_END)
        rest, _, end = file.read().rpartition(_END)
    if _FURTHER_END in rest or int.from_bytes(end[8:12], "little") > _LONGEST_LIST:
        raise StoreError(say("This archive is not a backup made by this app."))


def _refuse_other(archive: zipfile.ZipFile) -> None:
    """Refuse an archive that is no backup, or of a newer version, or that would write or fill too much."""
    names = archive.namelist()
    for member in archive.infolist():
        _refuse_path(member)
    if sum(member.file_size for member in archive.infolist()) > _LARGEST or len(set(names)) < len(names):
        raise StoreError(say("This archive is not a backup made by this app."))
    manifest = b""
    if MANIFEST in names:
        with archive.open(MANIFEST) as file:
            manifest = file.read(_LARGEST_MANIFEST)  # what the archive says of its size may be a lie
    try:
        made = json.loads(manifest)["format"]
    except (ValueError, KeyError, TypeError) as error:
        raise StoreError(say("This archive is not a backup made by this app.")) from error
    if made != FORMAT:
        raise StoreError(_why_not(made))
    if DATABASE not in names:
        raise StoreError(say("This backup has no database. Choose another one."))


def _why_not(made: object) -> Sentence:
    """Why a backup that says it has this format cannot be read: it is newer, or there is no such format."""
    if isinstance(made, str) and _LATER.fullmatch(made):
        return say("This backup was written by a newer version of this app. Update the app.")
    return say(
        "This backup says that its format is “%(format)s”, which this app has never written; it reads "
        "“%(known)s”.",
        format="".join(filter(str.isprintable, str(made)))[:40],
        known=FORMAT,
    )


def _refuse_path(member: zipfile.ZipInfo) -> None:
    """An archive made by somebody else must not write outside the folder."""
    path = PurePosixPath(member.filename)
    outside = path.is_absolute() or ".." in path.parts or "\\" in member.filename
    ours = path.parts[:1] and path.parts[0] in _OURS and member.filename != MANIFEST
    if outside or ours or not path.parts or path.parts[0].startswith("."):
        raise StoreError(say("This archive is not a backup made by this app."))


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
        except LockHeld as error:
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
        except LockHeld as error:
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
        write_atomic(folder / _DECIDED, json.dumps(decided).encode())
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
