"""What a request carries, read here alone: a form that was sent, an address, the entry that a form is for."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from typing import TypeVar

from flask import abort, request
from werkzeug.datastructures import MultiDict

from ...koikoi.match.events import LONGEST_ZONE
from ...times import zone_here
from .fields import ExactText, TypedField, TypedForm, WholeNumber
from .values import HIGHEST_NUMBER

_Form = TypeVar("_Form", bound=TypedForm)


def from_body(kind: type[_Form]) -> _Form:
    """The form that was sent, or the part of it that ``kind`` has."""
    return kind(request.form)


def from_address(kind: type[_Form]) -> _Form:
    """What the address of the page says after its question mark."""
    return kind(request.args)


def sent_texts() -> MultiDict[str, str]:
    """Every text that was sent, by the name of its field."""
    return request.form


def addressed_texts() -> MultiDict[str, str]:
    """Every text that the address of the page has after its question mark, by name."""
    return request.args


def refuse_many_fields() -> None:
    """Refuse a form of more fields than this phone may send; Werkzeug counts only those sent in parts."""
    if request.mimetype != "application/x-www-form-urlencoded":
        return
    if request.get_data().count(b"&") >= (request.max_form_parts or 0):
        abort(413)


def new_id() -> str:
    """A new id for a match or for what is entered on a page."""
    return uuid.uuid4().hex


class EntryId(ExactText):
    """The id that the page gave to what is being entered; a new id where it gave none that can be used."""

    def read(self, texts: Sequence[str]) -> str:
        text = texts[0]
        usable = 8 <= len(text) <= 64 and text.replace("-", "").isalnum()
        return text if usable else str(self.data)


class Zone(TypedField):
    """The name of the zone of the phone; that of this computer where the phone says none, or one too long."""

    def read(self, texts: Sequence[str]) -> str:
        return texts[0] if 0 < len(texts[0]) <= LONGEST_ZONE else str(self.data)


class ZoneForm(TypedForm):
    """The hidden field of a form that begins a match, which a script fills in."""

    zone = Zone(default=zone_here)


class EntryForm(TypedForm):
    """The hidden fields of a form whose content is stored once, even if it is sent twice."""

    id = EntryId(default=new_id)
    after = WholeNumber(0, HIGHEST_NUMBER, needed=True, default=0)  # the last event that the page knew
