"""Trusting the certificate of this computer: how each system is told to, and what plain HTTP is answered."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from flask import Blueprint, Flask, Response, abort, current_app, render_template, request, url_for
from flask.typing import ResponseReturnValue

from ...addresses import fingerprint_lines
from ...sentences import N_
from ..security import FILES

if TYPE_CHECKING:
    from ...certificates.home import Authority


class System(NamedTuple):
    """A system, the words of a browser by which it is known, and its steps."""

    title: str
    words: Sequence[str]
    steps: Sequence[str]
    removal: str


SYSTEMS: Final = (
    System(
        "Android",
        ("Android",),
        (
            N_(
                "Open the settings of the phone and search for “CA certificate”. On most phones it is under "
                "Security & privacy → More security settings → Encryption & credentials → "
                "Install a certificate."
            ),
            N_(
                "Tap “CA certificate”, then “Install anyway”. Unlock the phone and choose the file "
                "koi-koi.crt."
            ),
            N_(
                "Android may say later that the network can be monitored. It says so of every certificate "
                "that was added by hand."
            ),
        ),
        N_(
            "Search the settings for “Trusted credentials”. Choose “User”, tap the certificate, then "
            "“Remove”."
        ),
    ),
    System(
        N_("iPhone and iPad"),
        ("iPhone", "iPad"),
        (
            N_("Open this page in Safari, download the certificate, and tap “Allow”."),
            N_("Open the settings, tap “Profile Downloaded”, then “Install”."),
            N_(
                "One more step, without which nothing changes: Settings → General → About → "
                "Certificate Trust Settings. Switch the certificate on."
            ),
        ),
        N_("Settings → General → VPN & Device Management: tap the profile, then “Remove Profile”."),
    ),
    System(
        "Windows",
        ("Windows",),
        (
            N_("Open the downloaded file. Choose “Install Certificate”, then “Current User”."),
            N_(
                "Choose “Place all certificates in the following store”, then “Browse” and "
                "“Trusted Root Certification Authorities”."
            ),
            N_("Confirm the warning, and start the browser again."),
        ),
        N_(
            "Press the Windows key and R, and type certmgr.msc. Delete the certificate under "
            "Trusted Root Certification Authorities → Certificates."
        ),
    ),
    System(
        "Mac",
        ("Macintosh",),
        (
            N_("Open the downloaded file. It is added to the app “Keychain Access”."),
            N_("Double-click the certificate there. Under “Trust”, choose “Always Trust”."),
        ),
        N_("Delete the certificate in “Keychain Access”."),
    ),
    System(
        N_("Linux, and Firefox on a computer"),
        ("X11", "Wayland", "Linux"),
        (
            N_(
                "Firefox: Settings → Privacy & Security → View Certificates → Authorities → Import. "
                "Tick “Trust this CA to identify websites”."
            ),
            N_(
                "Chrome and Chromium: Settings → Privacy and security → Security → Manage certificates. "
                "Import the file as an authority for websites."
            ),
        ),
        N_("Delete the certificate in the same list."),
    ),
)


def system_of(browser: str) -> System | None:
    """The system of a browser, by how the browser calls itself."""
    return next((system for system in SYSTEMS if any(word in browser for word in system.words)), None)


pages = Blueprint("trust", __name__, url_prefix="/trust")

_PLAIN: Final = {*FILES, "trust.index", "trust.certificate", "home.settings", "home.choose_language"}
_MISDIRECTED: Final = 421


def init_app(app: Flask) -> None:
    app.before_request(_lead_on)


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
        "access/trust.html",
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
