"""The web app: ``create_app`` and one module per page."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

from flask import Flask
from flask_babel import Babel
from flask_wtf import CSRFProtect

from ..installation import Installation, default_folder
from . import (
    access,
    assets,
    errors,
    hands,
    home,
    matches,
    news,
    rounds,
    rulings,
    security,
    sheets,
    tables,
    words,
)
from . import rules as rules_pages

_PACKAGE = Path(__file__).parent.parent


def create_app(installation: Installation | None = None) -> Flask:
    """The app of one installation; by default the one of this checkout or this user."""
    installation = installation or Installation(default_folder())
    app = Flask(
        "scorekeeper",
        root_path=str(_PACKAGE),
        instance_path=str(installation.folder.resolve()),
        template_folder=str(_beside("templates")),
        static_folder=str(_beside("static")),
    )
    app.config.update(
        SECRET_KEY=installation.secret,
        SESSION_COOKIE_NAME="scorekeeper",
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_HTTPONLY=True,
        PERMANENT_SESSION_LIFETIME=timedelta(days=400),
        WTF_CSRF_TIME_LIMIT=None,  # a round is entered after a long game, not within the default hour
        MAX_CONTENT_LENGTH=5_000_000,
        MAX_FORM_MEMORY_SIZE=5_000_000,
    )
    app.extensions["installation"] = installation
    app.jinja_options = {"trim_blocks": True, "lstrip_blocks": True}
    CSRFProtect(app)
    Babel(app, locale_selector=words.language, default_translation_directories=str(_PACKAGE / "translations"))
    for part in (assets, security, access, errors, tables, words):
        part.init_app(app)
    for page in (access, assets, home, matches, news, rounds, rulings, sheets, hands, rules_pages):
        app.register_blueprint(page.pages)
    return app


def _beside(name: str) -> Path:
    """A folder of the installed package, or of the checkout around it."""
    inside = _PACKAGE / name
    return inside if inside.is_dir() else _PACKAGE.parent / name
