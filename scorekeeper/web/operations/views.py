"""Addresses for programs that watch the app: does it run, can it save, how is it doing."""

from __future__ import annotations

from flask import Blueprint, Response, abort, current_app, request

from ...keys import BadSecret
from ...store import StoreError
from ..loading import installation, store

pages = Blueprint("operations", __name__)


@pages.get("/health/live")
def live() -> Response:
    """The process answers. If it does not, start it again."""
    return _text("live")


@pages.get("/health/ready")
def ready() -> Response:
    """The matches can be read and phones be let in. If not, a new start does not help either."""
    try:
        store().state()
        _ = installation().key
    except (StoreError, BadSecret) as error:
        current_app.logger.error("%s", error)
        return _text("not ready", 503)  # what is wrong is in the log only
    return _text("ready")


@pages.get("/metrics")
def metrics() -> Response:
    """What was counted, for whoever has the token; without it there is nothing here."""
    counted = current_app.extensions.get("metrics")
    if counted is None or not counted.opens(request.headers.get("Authorization", "")):
        abort(404)
    return Response(counted.text(), content_type="text/plain; version=0.0.4; charset=utf-8")


def _text(word: str, status: int = 200) -> Response:
    return Response(f"{word}\n", status, content_type="text/plain; charset=utf-8")
