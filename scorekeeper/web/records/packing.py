"""A match that a page carries while the players decide whether to keep it.

Nothing of it is stored until then. It is checked again when it comes back, so it needs no signature.
"""

from __future__ import annotations

import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Final

from ...exports import record
from ...exports.record import Record
from ...koikoi.errors import BadRecord
from ...koikoi.match.events import as_values
from ...koikoi.rules.loader import Find
from ...sentences import say

_DAMAGED: Final = say("This match was damaged on its way. Choose its file again.")


def packed(read: Record) -> str:
    """A record as a short text of letters, digits, "-" and "_"."""
    written = record.write(as_values(event) for event in read.events)
    return urlsafe_b64encode(zlib.compress(written)).decode().rstrip("=")


def unpacked(text: str, find: Find) -> Record:
    """The record in a text that ``packed`` made, checked as any other. Raises BadRecord."""
    unzipping = zlib.decompressobj()
    try:
        compressed = urlsafe_b64decode(text + "=" * (-len(text) % 4))
        written = unzipping.decompress(compressed, record.LARGEST + 1)
    except (ValueError, zlib.error) as error:
        raise BadRecord(_DAMAGED) from error
    if not unzipping.eof and len(written) <= record.LARGEST:
        raise BadRecord(_DAMAGED)
    return record.read(written, find)
