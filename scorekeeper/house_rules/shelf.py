"""The table's own rule sets: TOML files of the installation, looked up like the named ones."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from copy import copy
from typing import Final, NamedTuple

from ..koikoi.errors import BadRuleset
from ..koikoi.rules.loader import named, names, read_toml, write_toml
from ..koikoi.rules.schema import Tree
from ..sentences import N_, Sentence, say
from ..store.files import SmallFiles, Stamp
from ..times import utc_now

_ID: Final = re.compile(r"[a-z0-9][a-z0-9_-]{0,59}")
_BIN: Final = "bin"
_BINNED: Final = re.compile(r"([a-z0-9][a-z0-9_-]{0,59})~(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z)")


class BinnedRules(NamedTuple):
    """A deleted rule set: its id in the bin, its title, and when it was deleted."""

    id: str
    title: str
    discarded_at: str


class HouseRules:
    """The written rule sets in files, by id (the file's name without ``.toml``).

    Each file is read once, and again when it has changed. What is deleted goes to the folder ``bin``.
    """

    def __init__(self, files: SmallFiles, *, now: Callable[[], str] = utc_now) -> None:
        self._files = files
        self._now = now
        self._read: dict[str, tuple[Stamp, Tree | Sentence]] = {}  # a sentence says why it cannot be read
        self._listed: dict[str, dict[str, Stamp]] | None = None  # by folder, what was looked up once

    def at_once(self) -> HouseRules:
        """The same for one request: a folder is looked up once, and again after a change by this one."""
        shelf = copy(self)
        shelf._listed = {}
        return shelf

    def names(self) -> tuple[str, ...]:
        """The ids of the table's own rule sets."""
        return tuple(sorted(_stems(self._stamps(), _ID)))

    def find(self, name: str) -> Tree | None:
        """The written rule set with this id, the table's own or one that comes with the game.

        Raises BadRuleset where the file cannot be read, or where its name is a word of an address.
        """
        if (tree := named(name)) is not None:
            return tree
        if not _ID.fullmatch(name):
            return None
        stamp = self._stamps().get(_path(name))
        if stamp is None:
            return None
        if name in RESERVED:
            sentence = N_("“%(name)s” has another meaning in addresses; give the file another name.")
            raise BadRuleset(say(sentence, name=name))
        read = self._read.get(name)
        if read is None or read[0] != stamp:
            read = self._read[name] = stamp, self._content(_path(name), name)
        if isinstance(read[1], Sentence):
            raise BadRuleset(read[1])
        return read[1]

    @contextmanager
    def writing(self) -> Iterator[None]:
        """A block of reads and writes that no other thread or process interrupts.

        Raises StoreError when another one takes too long, BrokenStore.
        """
        with self._files.writing():
            self._look_again()  # others may have written until now
            yield

    def keep(self, name: str, tree: Tree) -> None:
        """Write a rule set, whole or not at all. Raises BrokenStore."""
        assert _ID.fullmatch(name), name
        self._files.write(_path(name), write_toml(tree).encode())
        self._look_again()

    def discard(self, name: str) -> str | None:
        """Move one of the table's own rule sets to the bin; returns its id there, None where there is none.

        Matches keep the rules they began with. Raises BrokenStore.
        """
        if name not in self.names():
            return None
        binned = f"{name}~{self._now().replace(':', '-')}"
        self._move(_path(name), _binned(binned))
        return binned

    def bin(self) -> list[BinnedRules]:
        """The rule sets in the bin, most recently deleted first."""
        ids = _stems(self._stamps(_BIN), _BINNED)
        discarded = [BinnedRules(binned, self._title(binned), _discarded_at(binned)) for binned in ids]
        return sorted(discarded, key=lambda binned: (binned.discarded_at, binned.id), reverse=True)

    def put_back(self, binned: str) -> str | None:
        """Take a rule set out of the bin; returns its id, a new one if that is taken, None if it is gone."""
        if not self._in_bin(binned):
            return None
        name = binned.partition("~")[0]
        name = name if self._free(name) else self.free_name(name)
        self._move(_binned(binned), _path(name))
        return name

    def delete(self, binned: str) -> None:
        """Delete a rule set in the bin for good. Raises BrokenStore."""
        if self._in_bin(binned):
            self._files.remove(_binned(binned))
            self._look_again()

    def empty_bin(self, limit: str) -> None:
        """Delete what has been in the bin since before a moment, that of ``Store.bin_limit``."""
        for binned in self.bin():
            if binned.discarded_at < limit:
                self.delete(binned.id)

    def free_name(self, title: str) -> str:
        """An id made from a title, which no rule set has and which is no word of an address."""
        stem = slug(title, "-", 40) or "house"
        return first_free(stem, "-", lambda name: not self._free(name))

    def _free(self, name: str) -> bool:
        return name not in (*names(), *RESERVED) and _path(name) not in self._stamps()

    def _in_bin(self, binned: str) -> bool:
        return _BINNED.fullmatch(binned) is not None and _path(binned) in self._stamps(_BIN)

    def _stamps(self, folder: str = "") -> dict[str, Stamp]:
        """The stamps of the files in a folder, by name."""
        if self._listed is None:
            return self._files.stamps(folder)
        if folder not in self._listed:
            self._listed[folder] = self._files.stamps(folder)
        return self._listed[folder]

    def _look_again(self) -> None:
        if self._listed is not None:
            self._listed.clear()

    def _move(self, path: str, target: str) -> None:
        self._files.move(path, target)
        self._look_again()

    def _title(self, binned: str) -> str:
        content = self._content(_binned(binned), binned)
        title = "" if isinstance(content, Sentence) else str(content.get("title", ""))
        return title or binned.partition("~")[0]

    def _content(self, path: str, name: str) -> Tree | Sentence:
        """What a file holds, or why it cannot be read."""
        try:
            return read_toml(self._files.read(path).decode("utf-8"))
        except BadRuleset as error:
            return error.sentence
        except UnicodeDecodeError:
            return say("The file of the rule set “%(name)s” is not UTF-8 text.", name=name)
        except OSError as error:
            reason = error.strerror or type(error).__name__
            return say(
                "The file of the rule set “%(name)s” cannot be read: %(reason)s.", name=name, reason=reason
            )


def _path(name: str) -> str:
    return f"{name}.toml"


def _binned(binned: str) -> str:
    return f"{_BIN}/{binned}.toml"


def _stems(names: Iterable[str], form: re.Pattern[str]) -> list[str]:
    """The names of TOML files without their ending, those that have a form."""
    stems = (name.removesuffix(".toml") for name in names if name.endswith(".toml"))
    return [stem for stem in stems if form.fullmatch(stem)]


def _discarded_at(binned: str) -> str:
    day, _, time = binned.partition("~")[2].partition("T")
    return f"{day}T{time.replace('-', ':')}"


# Words that addresses and the form for a new match use in place of the id of a rule set.
RESERVED: Final = frozenset({"again", "difference", "new", "received"})


def slug(name: str, between: str, longest: int) -> str:
    """The name in the letters a to z and digits, with ``between`` in place of everything else."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", between, plain).strip(between)[:longest]


def first_free(stem: str, between: str, taken: Callable[[str], bool]) -> str:
    """The stem, or the stem followed by the lowest number that makes it free."""
    number, name = 1, stem
    while taken(name):
        number += 1
        name = f"{stem}{between}{number}"
    return name
