"""What a table writes beside a match: where it was played, a note, and whom a name in it stands for."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from ..store import Document
from ..store.documents import OF_A_MATCH

KIND: Final = OF_A_MATCH  # of documents
replace = msgspec.structs.replace


class Remarks(msgspec.Struct, frozen=True, omit_defaults=True):
    """The remarks of one match."""

    place: str = ""
    note: str = ""
    seats: tuple[str, ...] = ()  # by seat a player's id, empty where it is the one of that name
    version: int = 0  # of the document


def remarks(document: Document | None) -> Remarks:
    if document is None:
        return Remarks()
    return msgspec.convert({**document.value, "version": document.version}, Remarks)


def as_value(made: Remarks) -> dict[str, Any] | None:
    """What is stored of remarks; None where there is nothing to say."""
    value: dict[str, Any] = msgspec.to_builtins(made)
    value.pop("version", None)
    return value or None
