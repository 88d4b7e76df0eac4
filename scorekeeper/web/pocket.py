"""What differs where a browser runs the app, without a server: pages that are missing, files beside it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from flask import Flask, current_app, render_template, request
from flask.typing import ResponseReturnValue


class Pocket(NamedTuple):
    """``missing``: why a page needs a server, by endpoint; ``static_version``: of the files of the site."""

    missing: Mapping[str, str]
    static_version: str


def init_app(app: Flask) -> None:
    app.before_request(_refuse_missing)


def pocket() -> Pocket | None:
    """What differs in this app; None where a server runs it."""
    found: Pocket | None = current_app.extensions["pocket"]
    return found


def is_missing(endpoint: str) -> bool:
    """Whether this app lacks a page that needs a server."""
    here = pocket()
    return here is not None and endpoint in here.missing


def _refuse_missing() -> ResponseReturnValue | None:
    here = pocket()
    why = here and here.missing.get(request.endpoint or "")
    return (render_template("pocket/missing.html", why=why), 501) if why else None
