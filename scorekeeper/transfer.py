"""Copying an installation from one place to another, of whichever kinds, and checking all that arrived.

Matches, what is in the bin, what the table wrote beside them, links and phones, the key, the secret and the
house rules are copied: it is the same installation in another place. What is worked out from matches is not,
except the digests, so that lists and figures are there at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from .house_rules.shelf import KIND as RULES
from .sentences import say
from .storage import FolderStorage, Storage
from .store import DamagedMatch, Document, Store, StoredEvent, StoreError
from .store.errors import room_for
from .store.events import readable

_SECRETS = ("key", "secret")


class Copied(NamedTuple):
    """How many there were of each."""

    matches: int
    events: int
    documents: int
    rules: int  # of the documents


def copy(source: Storage, target: Storage) -> Copied:
    """Copy an installation to an empty place, all of it or nothing.

    Raises StoreError where that place is not empty, and where the installation was changed meanwhile;
    BrokenStore, OSError.
    """
    with closing(source.open_store()) as here:
        before = _state(here), _files(source)
        with target.fill() as filled, closing(filled.open_store()) as there:
            for match_id, discarded_at in _ids(here).items():
                there.adopt(match_id, _entries(here, match_id, discarded_at), discarded_at)
            there.keep_digests(here.digests())
            for key, value in here.values().items():
                there.set(key, value)
            for ours, theirs in zip(_documents(here), _documents(there), strict=True):
                for kind, id_, document in _all(ours):
                    theirs.adopt(kind, id_, document)
            for path, content in before[1].items():
                filled.files().write(path, content)
            copied = _checked(here, source, there, filled)
            if (_state(here), _files(source)) != before:
                raise StoreError(
                    say("The installation changed while it was being copied. Stop the app, then copy again.")
                )
    return copied


def back_up(storage: Storage, target: Path) -> None:
    """Write an installation to one file, even while the app runs; what is in a database by way of a folder.

    Raises StoreError when the target is a file of the installation, BrokenStore, OSError.
    """
    with room_for(target):
        if isinstance(storage, FolderStorage):
            storage.back_up(target)
            return
        storage.open_store().close()  # the first time it may write
        with TemporaryDirectory(prefix=f".{target.name}.", dir=target.parent) as folder, storage.snapshot():
            copied = FolderStorage(Path(folder, "copy"))
            copy(storage, copied)
            copied.back_up(target)
            copied.release()


def _ids(store: Store) -> dict[str, str]:
    """Every match, and when it was deleted; an empty text where it was not."""
    listed = dict.fromkeys(store.last_seqs(), "")  # the list of matches leaves out those without a time
    return listed | {row.id: row.discarded_at for row in store.bin()}


def _entries(store: Store, match_id: str, discarded_at: str) -> list[StoredEvent]:
    """A match as it is stored, also a damaged one. Raises DamagedMatch where it cannot even be copied."""
    entries = store.stored(match_id)
    if not discarded_at:
        try:
            store.events(match_id)
        except DamagedMatch:
            if all(map(readable, entries)):  # it is no text in UTF-8: what can be read of it is not all
                raise
    return entries


def _documents(store: Store) -> tuple[Any, ...]:
    return store.documents, store.live


def _all(documents: Any) -> Iterator[tuple[str, str, Document]]:
    for kind in documents.kinds():
        for id_, document in documents.all(kind).items():
            yield kind, id_, document


def _state(store: Store) -> tuple[object, ...]:
    return store.revision(), store.documents.revision(), store.live.revision(), store.values()


def _files(storage: Storage) -> dict[str, bytes]:
    """The content of the key and the secret, as far as they are there."""
    files, found = storage.files(), {}
    for path in _SECRETS:
        with suppress(FileNotFoundError):
            found[path] = files.read(path)
    return found


def _checked(here: Store, source: Storage, there: Store, filled: Storage) -> Copied:
    """How much was copied, once all of it was read again and is the same. Raises StoreError."""
    ids, events = _ids(here), 0
    same = ids == _ids(there)
    for match_id, discarded_at in ids.items() if same else ():
        entries = _entries(here, match_id, discarded_at)
        same = same and entries == _entries(there, match_id, discarded_at)
        events += len(entries)
    documents = [[*_all(one)] for store in (here, there) for one in _documents(store)]
    same = same and documents[:2] == documents[2:] and _files(source) == _files(filled)
    if not same or here.values() != there.values():
        raise StoreError(say("The copy does not match the original. Nothing was saved."))
    rules = len(there.documents.all(RULES))
    return Copied(len(ids), events, sum(map(len, documents[:2])), rules)
