"""Importing matches: files are chosen, what they hold is shown, and what is ticked is stored.

Meanwhile the page carries each match. It is checked again when it comes back, so it needs no signature.
"""

from __future__ import annotations

import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from itertools import chain, islice
from typing import Final, NamedTuple

from flask import Blueprint, flash, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_babel import ngettext

from ...exports import record
from ...exports.record import Record
from ...imports.comparison import Comparison, Kind, compared, content_id, keep
from ...imports.files import Read, records_in
from ...koikoi.errors import BadRecord, KoikoiError
from ...koikoi.match.events import as_values
from ...koikoi.rules.choices import agreed_title
from ...koikoi.rules.loader import Find
from ...sentences import N_, Refusal, Sentence, say
from ...store import Conflict, InBin
from ...times import evening_of, utc_now
from ..context import shelf, store
from ..forms.fields import ExactTexts, NamedFile, SentFiles, TypedForm
from ..forms.request import from_body
from ..language import translate

pages = Blueprint("records", __name__, url_prefix="/records")


class FilesForm(TypedForm):
    """Matches that were kept as files."""

    record = SentFiles()


class PreviewForm(TypedForm):
    """What a preview carries: each match that was read, the places of the ticked ones, what was refused."""

    match = ExactTexts()
    keep = ExactTexts()
    refused = ExactTexts()


@pages.get("/new")
def choose() -> ResponseReturnValue:
    return render_template("records/new.html")


@pages.post("/preview")
def show_preview() -> ResponseReturnValue:
    """What some files hold; nothing is stored."""
    files = from_body(FilesForm).record.data
    if not files:
        return _refused(_("Choose at least one file."))
    try:
        seen = preview_of(files)
    except BadRecord as error:
        return _refused(translate(error))
    refused = [translate(sentence) for sentence in seen.refused]
    return _page(seen, seen.new, refused) if seen.rows else _refused(*refused)


@pages.post("")
def import_ticked() -> ResponseReturnValue:
    """Store the ticked matches, each whole or not at all; what is here already is not stored again."""
    form = from_body(PreviewForm)
    carried: tuple[str, ...] = form.match.data[:MOST]
    ticked = frozenset(place for place in range(len(carried)) if str(place) in form.keep.data)
    if not ticked:
        return _page_again(form, carried, ticked, [_("Tick at least one match.")])
    kept, problems = _stored([text for place, text in enumerate(carried) if place in ticked])
    if problems:
        return _page_again(form, carried, ticked, problems)
    flash(ngettext("Match imported.", "%(num)d matches imported.", len(kept)))
    if len(kept) == 1:
        return redirect(url_for("matches.notepad", match_id=kept[0]), 303)
    return redirect(url_for("home.index"), 303)


def _stored(carried: Sequence[str]) -> tuple[list[str], list[str]]:
    """Store these matches; returns their ids, and why others could not be stored."""
    find = shelf().find
    kept, problems = [], []
    for text in carried:
        try:
            kept.append(keep(unpacked(text, find), store()))
        except (KoikoiError, InBin, Conflict) as error:
            problems.append(translate(error))
    return kept, problems


def _page_again(
    form: PreviewForm, carried: Sequence[str], ticked: frozenset[int], problems: list[str]
) -> ResponseReturnValue:
    """The preview as it was sent, and why nothing, or not everything, was stored."""
    try:
        seen = preview(_carried(carried))
    except BadRecord as error:
        return _refused(translate(error))
    refused = [*form.refused.data, *(translate(sentence) for sentence in seen.refused)]
    return _page(seen, ticked, refused, [words for words in problems if words not in refused]), 422


def _carried(carried: Sequence[str]) -> Iterator[Read]:
    find = shelf().find
    for text in carried:
        try:
            yield unpacked(text, find)
        except BadRecord as error:
            yield error


def _page(seen: Preview, ticked: frozenset[int], refused: Sequence[str], problems: Sequence[str] = ()) -> str:
    return render_template(
        "records/preview.html", preview=seen, ticked=ticked, refused=refused, problems=problems
    )


def _refused(*problems: str) -> ResponseReturnValue:
    """The page where files are chosen, with what is wrong with those that were sent."""
    return render_template("records/new.html", problems=problems), 422


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
        compressed = urlsafe_b64decode(text + "==")
        written = unzipping.decompress(compressed, record.LARGEST + 1)
    except (ValueError, zlib.error) as error:
        raise BadRecord(_DAMAGED) from error
    if not unzipping.eof and len(written) <= record.LARGEST:
        raise BadRecord(_DAMAGED)
    return record.read(written, find)


MOST: Final = 200  # matches in one import; each is checked twice, in about 4 ms
_MOST_CARRIED: Final = 4_500_000  # bytes; a form may have 5,000,000


class PreviewRow(NamedTuple):
    """What is shown of a match that was read, and how it stands to those that are here.

    ``again``: the same match also stands above, in this or another state.
    """

    players: tuple[str, ...]
    balance: tuple[int, ...]
    rounds: int  # finished
    rules: str  # the title of the rule set, in the reader's language
    evening: date | None
    packed: str
    comparison: Comparison
    again: bool

    @property
    def new(self) -> bool:
        """Whether it is ticked from the start."""
        return self.comparison.kind in (Kind.NEW, Kind.LONGER) and not self.again


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
    reads = _reads(files)
    first = list(islice(reads, 2))
    if len(first) < 2:
        return preview(read for read, _ in first)
    return preview(placed for _, placed in chain(first, reads))


def preview(reads: Iterable[Read]) -> Preview:
    """How these matches stand to those that are here. Raises BadRecord where a page cannot carry them.

    One match is read at a time: a file of 5 MB holds many that take 10 MB each.
    """
    met: set[str] = set()
    rows: list[PreviewRow] = []
    refused: list[Sentence] = []
    carried = 0
    for number, read in enumerate(reads, 1):
        if number > MOST:
            raise BadRecord(say(_TOO_MANY, most=MOST))
        if isinstance(read, Refusal):
            refused.append(read.sentence)
        elif row := _row(read, met):
            rows.append(row)
            carried += len(row.packed)
            if carried > _MOST_CARRIED:
                raise BadRecord(
                    say("These files hold more than can be imported at once. Choose fewer of them.")
                )
    return Preview(tuple(rows), tuple(refused))


def _row(read: Record, met: set[str]) -> PreviewRow | None:
    """The row of a match; None for a record that was met already. ``met``: the ids of those above."""
    content = content_id(read)
    if content in met:
        return None
    comparison = compared(read, store())
    ids = {content, comparison.here or comparison.match_id}
    again = bool(ids & met)
    met |= ids
    match = read.match
    return PreviewRow(
        match.players,
        match.balance,
        len(match.rounds),
        translate(agreed_title(match.rules)),
        evening_of(match.start.at, match.start.zone),
        packed(read),
        comparison,
        again,
    )


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
