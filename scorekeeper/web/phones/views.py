"""The phones at this table: the code for another phone, a new key, and forgetting this phone."""

from __future__ import annotations

import segno
from flask import Blueprint, flash, redirect, render_template, session, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from markupsafe import Markup

from ..access.views import let_in
from ..loading import installation
from ..outside import outside_address

pages = Blueprint("phones", __name__, url_prefix="/phones")


@pages.get("")
def index() -> ResponseReturnValue:
    """The QR code, address and key for another phone."""
    address = outside_address()
    key = installation().secrets.key
    code = segno.make(address + url_for("access.enter", typed=key.normalized), error="m")
    picture = code.svg_inline(scale=6, border=2, omitsize=True, svgclass="qr")
    return render_template("phones/index.html", picture=Markup(picture), key=key.written, address=address)


@pages.get("/key")
def new_key() -> ResponseReturnValue:
    """Ask before the key is changed."""
    return render_template("phones/new_key.html")


@pages.post("/key")
def change_key() -> ResponseReturnValue:
    """Make a new key: every phone except this one must enter it."""
    let_in(installation().secrets.change_key())
    flash(_("This is the new key. All other phones must enter it."))
    return redirect(url_for("phones.index"), 303)


@pages.post("/departure")
def leave() -> ResponseReturnValue:
    """Forget this phone; what it has not sent yet stays on it."""
    session.clear()
    return redirect(url_for("access.key"), 303)
