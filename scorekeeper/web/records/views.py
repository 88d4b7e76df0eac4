"""Importing matches: files are chosen, what they hold is shown, and what is ticked is stored."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from flask import Blueprint, flash, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_babel import ngettext

from ...imports.comparison import keep
from ...imports.files import Read
from ...koikoi.errors import BadRecord, KoikoiError
from ...store import Conflict, InBin
from ..context import shelf, store
from ..forms.fields import ExactTexts, SentFiles, TypedForm
from ..forms.request import from_body
from ..i18n import translate
from .preview import MOST, Preview, preview, preview_of, unpacked

pages = Blueprint("records", __name__, url_prefix="/records")


class FilesForm(TypedForm):
    """Matches that were kept as files."""

    record = SentFiles()


class PreviewForm(TypedForm):
    """What a preview carries: each match that was read, the places of the ticked ones, what was refused."""

    match = ExactTexts(default=())
    keep = ExactTexts(default=())
    refused = ExactTexts(default=())


@pages.get("/new")
def choose() -> ResponseReturnValue:
    return render_template("records/new.html")


@pages.post("/preview")
def look() -> ResponseReturnValue:
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
    kept, problems = _stored([carried[place] for place in sorted(ticked)])
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
        seen = preview(list(_reads(carried)))
    except BadRecord as error:
        return _refused(translate(error))
    refused = [*form.refused.data, *(translate(sentence) for sentence in seen.refused)]
    return _page(seen, ticked, refused, [words for words in problems if words not in refused]), 422


def _reads(carried: Sequence[str]) -> Iterator[Read]:
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
