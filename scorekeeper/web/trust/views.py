"""Trusting the certificate of this computer: how to, the certificate, and what plain HTTP is answered.

Only with an authority of this computer's own. These pages need no key: they come before everything else, and
a certificate is no secret.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from flask import Blueprint, Flask, Response, abort, current_app, render_template, request, url_for
from flask.typing import ResponseReturnValue

from ...addresses import fingerprint_lines
from ..security import FILES
from .systems import SYSTEMS, system_of

if TYPE_CHECKING:
    from ...certificates.home import Authority

pages = Blueprint("trust", __name__, url_prefix="/trust")

_PLAIN: Final = {*FILES, "trust.index", "trust.certificate", "home.settings", "home.choose_language"}
_MISDIRECTED: Final = 421


def init_app(app: Flask) -> None:
    app.before_request(_lead_on)
    app.jinja_env.globals["authority"] = app.extensions["authority"]


@pages.get("")
def index() -> ResponseReturnValue:
    """How to trust this computer."""
    return _page(url_for("home.index"))


@pages.get("/koi-koi.crt")
def certificate() -> ResponseReturnValue:
    """The certificate of the authority, with the type by which phones know that it is one."""
    return Response(_authority().file, content_type="application/x-x509-ca-cert")


@pages.get("/probe")
def probe() -> ResponseReturnValue:
    """Nothing: a browser gets it only if it trusts the certificate. Its page over plain HTTP may ask."""
    _authority()
    return Response(status=204, headers={"Access-Control-Allow-Origin": f"http://{request.host}"})


def _lead_on() -> ResponseReturnValue | None:
    """Answer plain HTTP with the way to HTTPS, once there is HTTPS."""
    if not current_app.extensions["authority"] or request.is_secure or request.endpoint in _PLAIN:
        return None
    if request.method not in ("GET", "HEAD"):
        return _page(url_for("home.index")), _MISDIRECTED
    return _page(request.script_root + request.full_path.removesuffix("?"))


def _page(path: str) -> str:
    authority = _authority()
    return render_template(
        "trust/index.html",
        name=authority.name,
        is_limited=authority.is_limited,
        fingerprint=fingerprint_lines(authority.fingerprint),
        systems=SYSTEMS,
        own=system_of(request.user_agent.string),
        origin=f"https://{request.host}",
        path=path,
    )


def _authority() -> Authority:
    authority: Authority | None = current_app.extensions["authority"]
    return authority or abort(404)
