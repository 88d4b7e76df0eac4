"""What the first look at a page would wait for, done before anybody looks."""

from __future__ import annotations

from datetime import date
from typing import Final

from flask import Flask

from ..koikoi.rules.loader import names, rules
from ..koikoi.scoring.evaluate import scorer
from ..languages import LANGUAGES, day, texts
from . import archive_view, assets
from .hyphens import hyphenated

_OPENED_FIRST: Final = ("home/", "matches/", "rounds/", "parts/", "guide/", "hand/")  # folders of templates


def warm(app: Flask) -> None:
    """Compile the templates and the rule sets, and load the texts of all languages and the static files.

    Takes half a second of processor time, and three the first time; without it the first page of every kind
    takes 40 to 110 ms of that. After an update of the app every match is then read once for the archive. May
    run in a thread while the app answers.
    """
    templates = app.jinja_env.list_templates(extensions=["html"])
    for name in sorted(templates, key=lambda name: not name.startswith(_OPENED_FIRST)):
        app.jinja_env.get_template(name)
    with app.app_context():
        assets.static_version()
        assets.pack()
        for language in LANGUAGES:
            texts(language)
            day(date(2000, 1, 1), language)
            hyphenated("hyphenated", language)
    for name in names():
        scorer(rules(name))
    with app.app_context():
        archive_view.fully_archived()
