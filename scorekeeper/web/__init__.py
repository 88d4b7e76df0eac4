"""The web app: ``create_app`` and one module per page."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from flask import Flask
from flask_babel import Babel
from werkzeug.middleware.proxy_fix import ProxyFix

from ..folders import beside, default_folder
from ..installation import Installation, chosen
from . import (
    archive_view,
    assets,
    bin,
    context,
    errors,
    home,
    i18n,
    match_repository,
    observability,
    offline,
    security,
    templates,
)
from . import observability as operations
from .access import link_matches, links, phones, trust
from .access import views as access
from .figures import views as figures
from .forms.values import whole_number
from .groups import mount as in_group
from .groups import views as groups
from .groups.mount import Inside, Mounted
from .guide import chart as charts
from .guide import options
from .guide import views as guide
from .hand import dealt_hand, rescore, telling
from .hand import every_rule_set as desk
from .hand import views as hands
from .history import evenings
from .history import views as history
from .lab import views as lab
from .leagues import editing as league_forms
from .leagues import removal as league_bin
from .leagues import views as leagues
from .live_play import views as turns
from .matches import offline_start, rulings, screen, seats
from .matches import views as matches
from .players import identity
from .players import views as players
from .records import views as records
from .rounds import corrections, news, piles, round_list
from .rounds import views as rounds
from .rules import sharing
from .rules import views as rules_pages
from .sessions import Sessions
from .sheets import remarks
from .sheets import views as sheets

if TYPE_CHECKING:
    from ..certificates.home import Authority

_PACKAGE = Path(__file__).parent.parent
_PAGES = (
    *(access, link_matches, phones, links, offline, operations),
    *(assets, bin, home, matches, offline_start, round_list, news, rounds, piles, corrections, turns),
    *(rulings, screen),
    *(history, evenings, remarks),
    *(sheets, records, hands, dealt_hand),
    *(rules_pages, sharing, charts, guide, options, desk, rescore, telling, lab),
    *(players, identity, seats, figures),
    *(leagues, league_forms, league_bin),
)


def create_app(
    installation: Installation | None = None,
    proxies: int | None = None,
    hsts: bool | None = None,
    authority: Authority | None = None,
    inside: Inside | None = None,
) -> Flask:
    """The app of one installation and of its groups; by default that of this checkout or this user.

    ``proxies``: how many web servers before this one are trusted to say where a request comes from; by
    default the number in SCOREKEEPER_PROXY, or none. ``hsts``: whether browsers are told to open the address
    only over HTTPS; by default if SCOREKEEPER_HSTS is 1. ``authority``: what made the certificate of this
    computer, if it has one of its own. ``inside``: which group of another installation this one is. Raises
    BadSecret; ValueError for an environment that it cannot read.
    """
    installation = installation or chosen(default_folder())
    hsts = os.environ.get("SCOREKEEPER_HSTS") == "1" if hsts is None else hsts
    installation.hold()
    app = Flask(
        "scorekeeper",
        root_path=str(_PACKAGE),
        instance_path=str(installation.folder.resolve()),
        template_folder=str(beside("templates")),
        static_folder=str(beside("static")),
    )
    app.config.update(
        DOCS=str(beside("docs")),
        SECRET_KEY=installation.secret,
        # a phone may be let in to several groups; over HTTPS the name of a cookie must not depend on its path
        SESSION_COOKIE_NAME=f"scorekeeper-{inside.id}" if inside else "scorekeeper",
        HSTS=hsts,
        MAX_CONTENT_LENGTH=5_000_000,
        MAX_FORM_MEMORY_SIZE=5_000_000,
    )
    app.extensions.update(installation=installation, authority=authority)
    app.session_interface = Sessions()
    _ = installation.key  # an unusable key is reported at the start
    if inside is None:  # a group has none of its own
        made = partial(create_app, proxies=0, hsts=hsts, authority=authority)
        app.wsgi_app = Mounted(app, lambda group, within: made(group, inside=within))  # type: ignore[method-assign]
    _trust(app, _proxies() if proxies is None else proxies)
    templates.init_app(app)  # before anything looks at the environment of its templates
    Babel(app, locale_selector=i18n.language, default_translation_directories=str(_PACKAGE / "translations"))
    parts = (
        assets,
        security,
        trust,
        access,
        bin,
        errors,
        context,
        match_repository,
        archive_view,
        i18n,
        figures,
    )
    for part in parts:
        part.init_app(app)
    in_group.init_app(app, inside)
    observability.init_app(app, inside.watchers if inside else None)
    for page in (*_PAGES, *([trust] if authority else ()), *(() if inside else (groups,))):
        app.register_blueprint(page.pages)
    return app


def _trust(app: Flask, proxies: int) -> None:
    """Trust the X-Forwarded headers of that many proxies. Whoever reaches the app around them can lie."""
    if proxies:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=proxies, x_proto=proxies, x_host=proxies)  # type: ignore[method-assign]


def _proxies() -> int:
    written = os.environ.get("SCOREKEEPER_PROXY", "0")
    number = whole_number(written, 0, 99)
    if number is None:
        raise ValueError(f"SCOREKEEPER_PROXY is {written!r}; allowed: how many proxies to trust, such as 1.")
    return number
