"""What a request carries, read here and by the guard: a form, an address, the entry that a form is for."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Sequence
from typing import Final, TypeVar
from urllib.parse import urlencode

from flask import Flask, Response, abort, json, redirect, request, url_for
from werkzeug.datastructures import MultiDict

from ...koikoi.match.events import LONGEST_ZONE
from ...times import zone_here
from .fields import ExactText, TypedField, TypedForm, WholeNumber
from .values import HIGHEST_NUMBER

_Form = TypeVar("_Form", bound=TypedForm)
_LONGEST: Final = 6000  # characters of an address: servers in front of the app read 8,000
_JSON: Final = "application/json"


def init_app(app: Flask) -> None:
    app.after_request(_told_to_scripts)


def from_body(kind: type[_Form]) -> _Form:
    """The form that was sent, or the part of it that ``kind`` has."""
    return kind(request.form)


def from_address(kind: type[_Form]) -> _Form:
    """What the address of the page says after its question mark."""
    return kind(request.args)


def from_form(kind: type[_Form]) -> _Form:
    """The form that was sent, or the one that the address of a page carries, see ``way_to``."""
    return kind(form_texts())


def form_texts() -> MultiDict[str, str]:
    """Every text of the form that was sent, or that the address carries, by the name of its field."""
    return request.form if request.method == "POST" else request.args


def way_to(endpoint: str, fields: Iterable[tuple[str, str]], **parts: object) -> Response | None:
    """The way to the page that shows what was sent, at an address that carries it; None where it is too long.

    So nothing that only shows something is the answer to a POST, which browsers keep in their history.
    """
    carried = [(name, text) for name, text in fields if name != "csrf_token"]
    address = f"{url_for(endpoint, **parts)}?{urlencode(carried)}"  # type: ignore[arg-type]
    return redirect(address, 303) if len(address) <= _LONGEST else None  # type: ignore[return-value]


def sent_way(endpoint: str, **parts: object) -> Response | None:
    """The way to the page that shows the form that was sent as it is; None there, or where it is too long."""
    fields = [(name, text) for name, text in request.form.items(multi=True) if text]
    return way_to(endpoint, fields, **parts) if request.method == "POST" else None


def asks_json() -> bool:
    """Whether a script sent the form that keeps it until it is stored, see outbox.js."""
    return request.accept_mimetypes.best == _JSON


def _told_to_scripts(response: Response) -> Response:
    """Tell a script where its form leads: it cannot see that of a redirect without opening the page."""
    is_script = any(kind == _JSON for kind, _ in request.accept_mimetypes)
    if request.method == "POST" and is_script and response.status_code in (302, 303):
        address = response.headers.pop("Location")
        response.status_code = 200
        response.set_data(json.dumps({"leads_to": address}))
        response.content_type = _JSON
    return response


def addressed(name: str) -> list[str]:
    """Every value of a name that the address of the page carries."""
    return request.args.getlist(name)


def refuse_many_fields() -> None:
    """Refuse a form of more fields than this phone may send; Werkzeug counts only those sent in parts."""
    if request.mimetype != "application/x-www-form-urlencoded":
        return
    if request.get_data().count(b"&") >= (request.max_form_parts or 0):
        abort(413)


def refuse_unnamed_fields() -> None:
    """Refuse a part without a name, which no page sends."""
    if None in request.form:
        abort(400)


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
