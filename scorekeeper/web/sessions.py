"""The cookies of a phone: its signed session once it was let in, and plain cookies such as its language.

Phones send them to every app on a computer, whatever its port.
"""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

from flask import Flask, Request, Response, request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadSignature, URLSafeTimedSerializer

from ..times import utc_today
from .context import installation
from .security import FILES

_LONGEST = 3_900  # bytes of a value: browsers drop a cookie of more than 4,096 with its name (RFC 6265bis)
_KEPT = 400 * 24 * 3600  # seconds; browsers keep no cookie longer


class Sessions(SecureCookieSessionInterface):
    """Signed cookies, sent only to a phone that was let in.

    Flask's own sessions become invalid when the server's clock goes back by a second, and the error page
    then overwrites the good cookie. Here the clock does not matter: a cookie is valid as long as its phone is
    let in, and an answer to one that is not does not change its cookie.
    """

    def get_cookie_name(self, app: Flask) -> str:
        """The name; over HTTPS a name that plain HTTP cannot set or overwrite."""
        name = cookie_name("scorekeeper")
        return f"__Host-{name}" if request.is_secure else name

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession:
        serializer = self.get_signing_serializer(app)
        assert serializer is not None  # an installation always has a secret
        with suppress(BadSignature):
            return self.session_class(serializer.loads(request.cookies.get(self.get_cookie_name(app), "")))
        return self.session_class()

    def should_set_cookie(self, app: Flask, session: SessionMixin) -> bool:
        """Once a day, so that it lasts, and where something has changed.

        Not with files, which shared caches may pass on to others, nor before the phone was let in. An answer
        that is late must not bring back the cookie of before: a phone that has just joined would be out.
        """
        if "phone" not in session or request.endpoint in FILES:
            return False
        return session.modified or session.get("day") != utc_today().isoformat()

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        name = self.get_cookie_name(app)
        if session.accessed:
            response.vary.add("Cookie")
        if not session and session.modified:
            response.delete_cookie(name, secure=request.is_secure, httponly=True, samesite="Lax")
        elif self.should_set_cookie(app, session):
            serializer = self.get_signing_serializer(app)
            assert serializer is not None
            keep_cookie(response, name, _sealed(serializer, {**session, "day": utc_today().isoformat()}))


def _sealed(serializer: URLSafeTimedSerializer, remembered: dict[str, Any]) -> str:
    """The cookie's value. Where it is too long for browsers, what is longest goes, and the phone stays in."""
    while len(value := str(serializer.dumps(remembered))) > _LONGEST:
        del remembered[max(remembered, key=lambda name: len(json.dumps(remembered[name])))]
    return value


def cookie_name(name: str) -> str:
    """The name of a cookie that no other installation on this computer has."""
    return f"{name}-{installation().id}"


def keep_cookie(response: Response, name: str, value: str) -> None:
    """Set a cookie for as long as browsers allow.

    ``max_age`` is measured by the phone: this computer's clock may be years behind.
    """
    response.set_cookie(name, value, max_age=_KEPT, secure=request.is_secure, httponly=True, samesite="Lax")
