"""The web app: ``create_app`` puts together its parts and its pages."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from .. import limits
from ..addresses import EVERYWHERE, ShownAddress, shown_address
from ..folders import beside, default_folder
from ..installation import Installation, chosen
from ..store.backup import groups_of_before
from . import (
    access,
    archive_view,
    assets,
    bin,
    context,
    errors,
    figures,
    guide,
    hand,
    health,
    history,
    home,
    lab,
    language,
    leagues,
    live_play,
    match_repository,
    matches,
    offline,
    players,
    pocket,
    records,
    rounds,
    rules,
    security,
    sheets,
    templates,
)
from .access import trust
from .forms import request
from .forms.values import whole_number
from .sessions import Sessions

if TYPE_CHECKING:
    from ..certificates.home import Authority
    from .pocket import Pocket

_PACKAGE = Path(__file__).parent.parent
_PARTS = (
    *(assets, security, pocket, trust, access.views, errors, context, match_repository, archive_view),
    *(language, templates, request),
)
_PAGES = (
    *(home.pages, bin.pages, offline.pages, assets.pages, health.pages),
    *(*access.BLUEPRINTS, *matches.BLUEPRINTS, *rounds.BLUEPRINTS, *live_play.BLUEPRINTS),
    *(*sheets.BLUEPRINTS, *records.BLUEPRINTS, *history.BLUEPRINTS, *players.BLUEPRINTS),
    *(*figures.BLUEPRINTS, *leagues.BLUEPRINTS),
    *(*rules.BLUEPRINTS, *guide.BLUEPRINTS, *hand.BLUEPRINTS, *lab.BLUEPRINTS),
)


def create_app(
    installation: Installation | None = None,
    proxies: int | None = None,
    hsts: bool | None = None,
    authority: Authority | None = None,
    address: ShownAddress | None = None,
    listens_on: str = EVERYWHERE[0],
    in_pocket: Pocket | None = None,
) -> Flask:
    """The app of one installation; by default that of this checkout or this user.

    ``proxies``: how many web servers before this one are trusted to say where a request comes from, and under
    which path they serve the app; by default the number in SCOREKEEPER_PROXY, or none. ``hsts``: whether
    browsers are told to open the address only over HTTPS; by default if SCOREKEEPER_HSTS is 1.
    ``authority``: what made the certificate of this computer, if it has one of its own. ``address``: where
    phones open the app, if it cannot know; by default SCOREKEEPER_ADDRESS. ``listens_on``: the host on which
    phones find it otherwise. ``in_pocket``: what differs where a browser runs it. Raises BadSecret;
    ValueError for an environment that it cannot read.
    """
    installation = installation or chosen(default_folder())
    hsts = os.environ.get("SCOREKEEPER_HSTS") == "1" if hsts is None else hsts
    installation.storage.hold()
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
        HSTS=hsts,
        MAX_CONTENT_LENGTH=limits.BODY,  # more once it is known who sends it
        MAX_FORM_MEMORY_SIZE=limits.BODY,
        MAX_FORM_PARTS=limits.FIELDS,
    )
    app.extensions.update(
        installation=installation,
        authority=authority,
        address=address or _address(),
        listens_on=listens_on,
        pocket=in_pocket,
    )
    app.session_interface = Sessions()
    _ = installation.key  # an unusable key is reported at the start
    if left := groups_of_before(installation.folder):
        app.logger.warning(left)
    if proxies := _proxies() if proxies is None else proxies:  # whoever reaches the app around them can lie
        app.wsgi_app = ProxyFix(  # type: ignore[method-assign]
            app.wsgi_app, x_for=proxies, x_proto=proxies, x_host=proxies, x_prefix=proxies
        )
    app.jinja_environment, app.jinja_options = templates.TemplateEnvironment, templates.OPTIONS
    for part in _PARTS:
        part.init_app(app)
    of_a_home = (trust.pages,) if authority else ()  # whose certificate is its own
    for blueprint in (*_PAGES, *of_a_home):
        app.register_blueprint(blueprint)
    return app


def _address() -> ShownAddress | None:
    written = os.environ.get("SCOREKEEPER_ADDRESS", "")
    return shown_address(written) if written else None


def _proxies() -> int:
    written = os.environ.get("SCOREKEEPER_PROXY", "0")
    number = whole_number(written, 0, 99)
    if number is None:
        raise ValueError(f"SCOREKEEPER_PROXY is {written!r}; allowed: how many proxies to trust, such as 1.")
    return number
