"""House rules that an older version kept as files: made into documents once, and their folder set aside."""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping
from contextlib import nullcontext, suppress
from typing import Final, NamedTuple

from ..koikoi.errors import BadRuleset
from ..koikoi.rules.loader import rules
from ..koikoi.rules.schema import Tree
from ..koikoi.typed_text import cleaned
from ..store import Stale
from ..store.documents import Documents, as_value
from ..store.files import SmallFiles
from ..times import utc_now
from .shelf import KIND, HouseRules, StoredRules, free_id, is_id, tree_of

FOLDER: Final = "rules"  # deleted ones in "bin" in it, with the time in their names
_NAME: Final = re.compile(
    r"(bin/)?(?P<stem>[^/]+?)(?(1)~(?P<day>\d{4}-\d\d-\d\d)T(?P<time>\d\d-\d\d-\d\d\.\d{3}Z))\.toml"
)
_log: Final = logging.getLogger("scorekeeper")


class _OldFile(NamedTuple):
    """A file that can be read. ``stem``: its name without ending; ``deleted``: when, or empty."""

    path: str
    stem: str
    deleted: str
    text: str

    @property
    def keeps_id(self) -> bool:
        return not self.deleted and is_id(self.stem)


def take_in(documents: Documents, files: SmallFiles) -> None:
    """Make documents of the files, and set their folder aside. What was interrupted goes on at the next call.

    A file that cannot be played is only set aside; the log says which, and why.
    """
    paths = files.paths(FOLDER)
    if not paths:
        return
    found, faults = _read(files, paths)
    house = HouseRules(lambda: nullcontext(documents))
    written = {file.stem: tree_of(file.text) for file in found if not file.deleted}
    stored = dict(house.all())

    def find(name: str) -> Tree | None:
        return house.find(name) or written.get(name)

    # Those that keep their ids come first, so that no other gets one of these.
    for file in sorted(found, key=lambda file: (not file.keeps_id, file.deleted, file.path)):
        try:
            if not file.deleted:
                rules(written[file.stem], find)
            new = _as_document(file, stored)
            documents.put(KIND, new.id, 0, as_value(new))
            stored[new.id] = new
        except BadRuleset as error:
            faults[file.path] = str(error)
        except Stale:
            faults[file.path] = "There are other rules of this name."
    aside = f"old-rules-{utc_now()[:19].replace(':', '-')}"
    with suppress(FileNotFoundError):  # another process was faster
        files.rename(FOLDER, aside)
    taken = len(found) - sum(file.path in faults for file in found)
    _log.warning(
        "House rules are now kept in the database. Taken from %s: %d. That folder is now %s.",
        *(files.called(FOLDER), taken, files.called(aside)),
    )
    for path, why in faults.items():
        _log.warning("%s", cleaned(f"{files.called(f'{aside}/{path}')} was not taken. {why}"))


def _read(files: SmallFiles, paths: list[str]) -> tuple[list[_OldFile], dict[str, str]]:
    """The files that hold house rules in TOML; and by path why others, which should, do not."""
    found, faults = [], {}
    for name in filter(None, map(_NAME.fullmatch, paths)):
        deleted = f"{name['day']}T{name['time'].replace('-', ':')}" if name["day"] else ""
        try:
            text = files.read(f"{FOLDER}/{name[0]}").decode("utf-8-sig")
            tree_of(text)
            found.append(_OldFile(name[0], name["stem"], deleted, text))
        except BadRuleset as error:
            faults[name[0]] = str(error)
        except UnicodeDecodeError:
            faults[name[0]] = "It is not UTF-8 text."
        except OSError as error:
            faults[name[0]] = f"It cannot be read: {error.strerror}."
    return found, faults


def _as_document(file: _OldFile, stored: Mapping[str, StoredRules]) -> StoredRules:
    """The rules of a file under the id that it gave them; a file that gave none gets one, once."""
    if file.keeps_id:
        return StoredRules(file.stem, file.text)
    same = (one.id for one in stored.values() if (one.toml, one.deleted) == (file.text, file.deleted))
    return StoredRules(next(same, "") or free_id(file.stem, stored), file.text, file.deleted)
