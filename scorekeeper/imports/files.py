"""The match records in a file: one record, a JSON list, a record on each line, or a backup of this app."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, TypeAlias

import msgspec

from ..exports import record
from ..exports.record import Record
from ..koikoi.errors import BadRecord, KoikoiError
from ..koikoi.match.events import FORMAT
from ..koikoi.rules.loader import Find
from ..sentences import Refusal, say
from ..store import BrokenStore, DamagedMatch, StoreError, backup, latest
from ..store.sqlite import SqliteStore

Read: TypeAlias = Record | Refusal  # a match, or why it cannot be read

LARGEST_DATABASE: Final = 100_000_000  # bytes that a backup may unpack to
_MARK: Final = b"\xef\xbb\xbf"  # a byte order mark, as some editors write


def records_in(content: bytes, find: Find) -> Iterator[Read]:
    """Every match of a file in its order, or why it is refused; ``find`` returns rule sets by name.

    A file that cannot be read at all is a single refusal.
    """
    content = content.removeprefix(_MARK)
    if backup.is_backup(content):
        yield from _in_backup(content, find)
    else:
        yield from _in_json(content, find)


def accepted(read: Read) -> Record:
    """A match that could be read. Raises the refusal of any other."""
    if isinstance(read, Refusal):
        raise read
    return read


def _in_json(content: bytes, find: Find) -> Iterator[Read]:
    tree = _decoded(content)
    if isinstance(tree, list) and tree:
        for part in tree:
            yield _from_tree(part, find)
    elif isinstance(tree, dict) and len(content) <= record.LARGEST:
        yield _from_tree(tree, find)  # not read a second time: nested values take 45 times their bytes
    elif tree is None and _decoded(content.lstrip().partition(b"\n")[0]) is not None:
        for line in filter(bytes.strip, content.splitlines()):
            yield _from_text(line, find)
    else:
        yield _from_text(content, find)


def _in_backup(content: bytes, find: Find) -> Iterator[Read]:
    """The matches of a backup, the latest first; those in its bin are left out."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "backup")
        path.write_bytes(content)
        try:
            database = backup.unpack_database(path, Path(folder), LARGEST_DATABASE)
            with closing(SqliteStore(database, make=False)) as store:
                for row in latest(store):
                    yield _stored(store, row.id, find)
        except BrokenStore:  # its sentence names a file that the player has never seen
            yield StoreError(
                say("This is not a backup made by this app, or it is damaged. Choose another one.")
            )
        except StoreError as error:
            yield error


def _stored(store: SqliteStore, match_id: str, find: Find) -> Read:
    try:
        events = store.events(match_id)
    except DamagedMatch as error:
        return error
    return _from_tree({"format": FORMAT, "events": events}, find)


def _from_text(written: bytes, find: Find) -> Read:
    if not written.strip() and len(written) <= record.LARGEST:
        return BadRecord(say("There is no match record: the file is empty."))
    try:
        return record.read(written, find)
    except KoikoiError as error:
        return error


def _from_tree(tree: Any, find: Find) -> Read:
    try:
        return record.from_tree(tree, find)
    except KoikoiError as error:
        return error


def _decoded(content: bytes) -> Any:
    """The value of a JSON text; None where it is no JSON."""
    try:
        return msgspec.json.decode(content)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
