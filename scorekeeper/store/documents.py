"""What a table writes beside its matches, such as players and leagues: small values with versions."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, Final, NamedTuple, Protocol

import msgspec

from .errors import Stale

OF_A_MATCH: Final = "match"  # the kind whose ids are those of matches: deleted for good with them


class Document(NamedTuple):
    """A JSON value, and how often it was written."""

    version: int  # 1 when it is new
    value: Any


def as_value(written: msgspec.Struct) -> dict[str, Any]:
    """The value of a document as it is read again: all that is written but its id and version."""
    value: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(written))
    return {name: value[name] for name in value if name not in ("id", "version")}


class Documents(Protocol):
    """The documents of an installation, by kind ("player") and id. Each method may raise BrokenStore."""

    def revision(self) -> str:
        """A text that is another one after every document that is written."""

    def all(self, kind: str) -> dict[str, Document]:
        """The documents of a kind, by id, in the order of their ids."""

    def get(self, kind: str, id_: str) -> Document | None:
        """One document; None where there is none."""

    def kinds(self) -> list[str]:
        """The kinds of which there are documents, in their order."""

    def adopt(self, kind: str, id_: str, document: Document) -> None:
        """Write a document of another store with the version that it has there, where there is none yet.

        Raises Stale.
        """

    def put(self, kind: str, id_: str, known: int, value: Any) -> int:
        """Write a document in place of the version that is ``known`` (0: there is none); returns the new one.

        The same value written again changes nothing. ``value`` None removes the document. Raises Stale when
        somebody else has written another value in the meantime.
        """


def remove(documents: Documents, kind: str, id_: str) -> None:
    """Remove a document, whoever else is writing it just now. Raises BrokenStore."""
    while there := documents.get(kind, id_):
        with suppress(Stale):
            documents.put(kind, id_, there.version, None)


def is_there(there: Document | None, known: int, value: Any) -> bool:
    """Whether a value is what is stored already. Raises Stale when that is not what the writer knew."""
    if (there.value if there else None) == value:
        return True
    if (there.version if there else 0) != known:
        raise Stale
    return False
