"""The access key: typed, or carried once by the QR code, and then kept in a signed cookie."""

from __future__ import annotations

import hashlib
import hmac

import segno
from flask import Blueprint, Flask, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from markupsafe import Markup

from ..addresses import is_local, on_this_network
from .tables import installation

pages = Blueprint("access", __name__)

_OPEN = {
    "static",
    "assets.file",
    "home.speak",
    "home.settings",
    "access.key",
    "access.enter",
    "access.leave_key",
}


def init_app(app: Flask) -> None:
    app.before_request(_ask_for_key)


@pages.get("/key")
def key() -> ResponseReturnValue:
    """The page that asks for the key."""
    if _knows_key():
        return redirect(url_for("home.index"), 303)
    return render_template("access/key.html")


@pages.post("/key")
def leave_key() -> ResponseReturnValue:
    """A key was typed."""
    if not _is_key(request.form.get("key", "")):
        problem = _("That is not the key of this table. It stands where the app was started.")
        return render_template("access/key.html", problem=problem), 403
    _remember()
    return redirect(url_for("home.index"), 303)


@pages.get("/key/<typed>")
def enter(typed: str) -> ResponseReturnValue:
    """The address in the QR code: the key becomes a cookie and leaves the address bar."""
    if not _is_key(typed):
        problem = _("This code is no longer valid. Scan the one that the app shows now.")
        return render_template("access/key.html", problem=problem), 403
    _remember()
    return redirect(url_for("home.index"), 303)


@pages.get("/phones")
def phones() -> ResponseReturnValue:
    """The code with which another phone comes to this table."""
    host = request.host
    if is_local(host):  # other phones cannot use the address that this page was opened with
        host = on_this_network() + (f":{port}" if (port := host.partition(":")[2]) else "")
    address = f"{request.scheme}://{host}{url_for('access.enter', typed=installation().key)}"
    picture = segno.make(address, error="m").svg_inline(scale=6, border=2, omitsize=True, svgclass="qr")
    return render_template("access/phones.html", picture=Markup(picture), key=installation().key, host=host)


def _ask_for_key() -> ResponseReturnValue | None:
    if request.endpoint in _OPEN or _knows_key():
        return None
    return render_template("access/key.html"), 403


def _is_key(typed: str) -> bool:
    plain = "".join(letter for letter in typed.lower() if letter.isalnum())
    return hmac.compare_digest(plain.encode(), installation().key.replace("-", "").encode())


def _mark() -> str:
    """What the cookie holds: not the key itself, and worthless once the key changes."""
    return hashlib.sha256(b"scorekeeper key " + installation().key.encode()).hexdigest()[:32]


def _knows_key() -> bool:
    return hmac.compare_digest(str(session.get("key", "")), _mark())


def _remember() -> None:
    session.permanent = True
    session["key"] = _mark()
