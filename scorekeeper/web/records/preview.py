"""What is shown of some match files before anything is stored.

Meanwhile the page carries each match. It is checked again when it comes back, so it needs no signature.
"""

from __future__ import annotations

import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final, NamedTuple

from ...exports import record
from ...exports.record import Record
from ...imports.comparison import Kind, RecordStanding, content_id, standing
from ...imports.files import Read, records_in
from ...koikoi.errors import BadRecord, KoikoiError
from ...koikoi.match.events import as_values
from ...koikoi.match.match import Match
from ...koikoi.rules.loader import Find
from ...sentences import N_, Refusal, Sentence, say
from ...times import utc_now
from ..context import shelf, store
from ..forms.fields import NamedFile

_DAMAGED: Final = say("This match was damaged on its way. Choose its file again.")
_TOO_MANY: Final = N_(
    "These files hold more than %(most)d matches. Import fewer at once, or all of them with the "
    "command “scorekeeper import” on the computer of the app."
)


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


MOST: Final = 200  # matches in one import; each is checked twice, in about 4 ms
_MOST_CARRIED: Final = 4_500_000  # bytes; a form may have 5,000,000


class PreviewRow(NamedTuple):
    """A match that was read, and how it stands to those that are here.

    ``again``: the same match also stands above, in this or another state.
    """

    match: Match
    packed: str
    standing: RecordStanding
    again: bool

    @property
    def offered(self) -> bool:
        return self.standing.can_be_kept

    @property
    def new(self) -> bool:
        """Whether it is ticked from the start."""
        return self.standing.kind in (Kind.NEW, Kind.LONGER) and not self.again


class Preview(NamedTuple):
    """The matches that can be read, in the order of their files, and why others cannot."""

    rows: tuple[PreviewRow, ...]
    refused: tuple[Sentence, ...]

    @property
    def new(self) -> frozenset[int]:
        """Places of the matches that are ticked from the start."""
        return frozenset(place for place, row in enumerate(self.rows) if row.new)


def preview_of(files: Sequence[NamedFile]) -> Preview:
    """The preview of some files. Raises BadRecord where they hold too much."""
    reads = list(islice(_reads(files), MOST + 1))
    if len(reads) > MOST:
        raise BadRecord(say(_TOO_MANY, most=MOST))
    return preview([placed for _, placed in reads] if len(reads) > 1 else [read for read, _ in reads])


def preview(reads: Sequence[Read]) -> Preview:
    """How these matches stand to those that are here. Raises BadRecord where a page cannot carry them."""
    met: set[str] = set()
    rows = [_row(read, met) for read in reads if isinstance(read, Record)]
    shown = tuple(row for row in rows if row)
    if sum(len(row.packed) for row in shown) > _MOST_CARRIED:
        raise BadRecord(say("These files hold more than can be imported at once. Choose fewer of them."))
    return Preview(shown, tuple(read.sentence for read in reads if isinstance(read, Refusal)))


def _row(read: Record, met: set[str]) -> PreviewRow | None:
    """The row of a match; None for a record that was met already. ``met``: the ids of those above."""
    content = content_id(read)
    if content in met:
        return None
    stands = standing(read, store())
    ids = {content, stands.here or stands.match_id}
    again = bool(ids & met)
    met |= ids
    return PreviewRow(read.match, packed(read), stands, again)


def _reads(files: Sequence[NamedFile]) -> Iterator[tuple[Read, Read]]:
    """Every match of the files; the second time a refusal says in which file, and which match of it."""
    find = shelf().find
    for file in files:
        for number, read in enumerate(records_in(file.content, find), 1):
            checked = placed = _checked(read)
            if not isinstance(checked, Record):
                sentence = N_("%(file)s, match %(number)d: %(reason)s")
                placed = BadRecord(say(sentence, file=file.name, number=number, reason=checked.sentence))
            yield checked, placed


def _checked(read: Read) -> Read:
    """A match without events in the future."""
    try:
        if isinstance(read, Record):
            record.stored(read, "", utc_now())
    except KoikoiError as error:
        return error
    return read
