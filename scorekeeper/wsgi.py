"""The app for web servers other than its own: ``gunicorn "scorekeeper.wsgi:app()"``.

Every worker calls it once, after it was forked: a connection to the database may not be shared.
"""

from __future__ import annotations

from flask import Flask

from .folders import default_folder
from .installation import chosen
from .server import settle
from .web import create_app


def app() -> Flask:
    """The app of this computer's installation. Raises StoreError, BadSecret, ValueError."""
    made = create_app(chosen(default_folder()))
    settle()
    return made
