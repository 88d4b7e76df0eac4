"""Whether the app runs, and whether it can read and save: for programs that watch it."""

from __future__ import annotations

from flask import Blueprint, Response, current_app

from ..keys import BadSecret
from ..store import StoreError
from .context import installation, store

pages = Blueprint("health", __name__, url_prefix="/health")


@pages.get("/live")
def live() -> Response:
    """The process answers. If it does not, start it again."""
    return _text("live")


@pages.get("/ready")
def ready() -> Response:
    """The matches can be read and phones be let in. If not, a new start does not help either."""
    try:
        store().revision()
        _ = installation().key
    except (StoreError, BadSecret) as error:
        current_app.logger.error("%s", error)
        return _text("not ready", 503)  # what is wrong is in the log only
    return _text("ready")


def _text(word: str, status: int = 200) -> Response:
    return Response(f"{word}\n", status, content_type="text/plain; charset=utf-8")
