"""The phones at this table: the code that lets another one in, a new key, and this phone forgotten."""

from __future__ import annotations

import segno
from flask import Blueprint, flash, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from markupsafe import Markup

from ..addresses import is_local, on_this_network
from .access import let_in
from .tables import installation

pages = Blueprint("phones", __name__, url_prefix="/phones")


@pages.get("")
def index() -> ResponseReturnValue:
    """The code with which another phone comes to this table."""
    host = request.host
    if is_local(host):  # other phones cannot use the address that this page was opened with
        host = on_this_network() + (f":{port}" if (port := host.partition(":")[2]) else "")
    key = installation().secrets.key
    address = f"{request.scheme}://{host}{url_for('access.enter', typed=key.plain)}"
    picture = segno.make(address, error="m").svg_inline(scale=6, border=2, omitsize=True, svgclass="qr")
    return render_template("phones/index.html", picture=Markup(picture), key=key.written, host=host)


@pages.get("/key")
def new_key() -> ResponseReturnValue:
    """Asks before the key is changed."""
    return render_template("phones/new_key.html")


@pages.post("/key")
def change_key() -> ResponseReturnValue:
    """A new key: every phone but this one has to give it."""
    let_in(installation().secrets.change_key())
    flash(_("This is the new key. All other phones are asked for it."))
    return redirect(url_for("phones.index"), 303)


@pages.post("/departure")
def leave() -> ResponseReturnValue:
    """This phone is no longer let in; what it still has to send stays on it."""
    session.clear()
    return redirect(url_for("access.key"), 303)
