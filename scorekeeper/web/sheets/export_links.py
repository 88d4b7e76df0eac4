"""The scoresheet of a stored match, and its forms as pages offer them, each with its title."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from typing import NamedTuple

from flask import url_for

from ...exports.sheets.bgstats import bgstats_link
from ...exports.sheets.formats import FORMS
from ...exports.sheets.sheet import MissingLibrary, Sheet, sheet_of
from ...exports.sheets.typst_sheet import why_not_drawn
from ...koikoi.match.match import Match
from ...sentences import Sentence
from ..archive_view import remarks_of
from ..downloads import file_name
from ..language import language, listed, translate


def composed(match_id: str, match: Match, numbers: range | None = None) -> Sheet:
    """The scoresheet in the reader's language; ``numbers``: of which rounds it has lines, by default all."""
    said = remarks_of(match_id)
    return sheet_of(match, language(), numbers, place=said.place, note=said.note)


class ExportLink(NamedTuple):
    """A form that can be written here: what it is called, where it is, and the name and type of its file."""

    form: str
    title: str
    address: str
    file: str
    kind: str


class ExportLinks(NamedTuple):
    """Every form of a scoresheet that can be written here; ``missing``: why others cannot, a sentence each.

    ``bgstats``: the link that hands a finished match to BG Stats.
    """

    forms: tuple[ExportLink, ...]
    missing: tuple[Sentence, ...]
    bgstats: str | None

    @property
    def to_share(self) -> ExportLink:
        """What a phone passes on: the picture, or else the text."""
        return self.forms[0]


def export_links(match_id: str, sheet: Sheet) -> ExportLinks:
    """The forms of a match's scoresheet."""
    name = file_name(*sheet.players)
    links, missing, too_long = [], dict[str, list[str]](), list[str]()
    for form, row in FORMS.items():
        if row.drawn and why_not_drawn(row.ending.upper(), sheet):
            too_long.append(row.ending.upper())
        elif is_installed(form):
            address = url_for("sheets.as_file", match_id=match_id, ending=row.ending)
            links.append(ExportLink(form, translate(row.title), address, f"{name}.{row.ending}", row.kind))
        else:
            missing.setdefault(row.library, []).append(row.ending.upper())
    why_missing = [MissingLibrary(listed(forms), library).sentence for library, forms in missing.items()]
    if too_long and (why := why_not_drawn(" / ".join(too_long), sheet)):
        why_missing.insert(0, why)
    bgstats = bgstats_link(sheet, match_id) if sheet.finished else None
    return ExportLinks(tuple(links), tuple(why_missing), bgstats)


def is_installed(form: str) -> bool:
    """Whether the library that a form needs is there."""
    library = FORMS[form].library
    return not library or _has(library)


@cache
def _has(library: str) -> bool:
    return find_spec(library.lower()) is not None
