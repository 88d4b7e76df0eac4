"""The pages that need a server, each with the reason; and the page that says how to go on with one."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from ..sentences import N_
from ..web.context import installation
from ..web.downloads import download

_WHY: Final = {
    N_("Other phones join an app that runs on a computer. This one runs in your browser alone."): (
        "access.key access.submit_key access.join access.joined "
        "phones.index phones.own phones.rename phones.leave phones.new_key phones.change_key phones.forget "
        "links.new links.make links.show links.revoke "
        "piles.choose piles.show piles.hand_in"
    ),
}
MISSING: Final = {endpoint: why for why, endpoints in _WHY.items() for endpoint in endpoints.split()}

pages = Blueprint("pocket", __name__)


@pages.get("/other-phones")
def other_phones() -> str:
    """How a host starts the app on a computer, and all matches in one file to take along."""
    return render_template("pocket/other_phones.html")


@pages.get("/copy")
def copy() -> ResponseReturnValue:
    """All matches, house rules and settings in one file, which every app can import."""
    with TemporaryDirectory() as folder:
        target = Path(folder, "copy.zip")
        installation().back_up(target)
        return download(target.read_bytes(), "application/zip", "zip", "koi-koi")
