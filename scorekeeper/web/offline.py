"""The service worker that keeps pages without a connection, and the page for those that it has not kept."""

from __future__ import annotations

import json
from pathlib import Path

from flask import Blueprint, Response, current_app, render_template, url_for

from .assets import static, static_version
from .context import installation

pages = Blueprint("offline", __name__)

_SHELL = (
    *("app.css", "reading.css", "cards.svg"),
    *(f"js/{name}.js" for name in ("browser_check", "has_selector", "app", "reading", "cached_page")),
    *("js/new_match.js", "js/redraw.js", "js/offline_start.js"),
    *(f"fonts/alegreya-{letters}.woff2" for letters in ("latin", "latin-ext", "cyrillic")),
    *("icon.svg", "icon-192.png", "manifest.webmanifest"),
)


@pages.get("/sw.js")
def worker() -> Response:
    """``static/sw.js`` after one line with the version of the files and their addresses.

    Its own address has no version: browsers ask for it again and see by this line that files have changed.
    """
    shell = {
        "root": url_for("home.index"),
        "installation": installation().id,
        "places": sorted({rule.rule.split("/")[1] for rule in current_app.url_map.iter_rules()}),
        "version": static_version(),
        "files": [static(name) for name in _SHELL],
        "script": static("js/cached_page.js"),
        "page": url_for("offline.unopened"),
    }
    source = Path(current_app.static_folder or "", "sw.js").read_text("utf-8")
    return Response(
        f"const SHELL = {json.dumps(shell)};\n{source}",
        content_type="text/javascript; charset=utf-8",
        headers={"Cache-Control": "no-cache"},
    )


@pages.get("/offline")
def unopened() -> str:
    """The page that the service worker shows for an address that was not opened before."""
    return render_template("offline/unopened.html")
