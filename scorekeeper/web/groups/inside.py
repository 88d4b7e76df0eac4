"""What is different in the app of a group: it knows its name, and that it was opened today."""

from __future__ import annotations

from datetime import UTC, datetime

from flask import Flask, current_app

from ..access.admitting import admission
from .mounting import Inside


def init_app(app: Flask, inside: Inside | None) -> None:
    app.extensions["inside"] = inside
    app.jinja_env.globals.update(group_name=group_name, has_groups=inside is None)
    if inside:
        app.before_request(_note_opened)  # after the guard, which has asked who it is


def group_name() -> str:
    """The name of the group that this app serves; empty in the app of the installation itself."""
    inside: Inside | None = current_app.extensions["inside"]
    group = inside.group if inside else None
    return group.name if group else ""


def _note_opened() -> None:
    if admission() is not None:
        current_app.extensions["inside"].note_opened(datetime.now(UTC).date())
