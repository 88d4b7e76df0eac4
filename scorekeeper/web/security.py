"""Checks and headers for every request: a usable host, the token against forgery, security headers, a mark.

The mark lets scripts and the service worker take only the app's own answers for answers. It is a header, so
that a page, a part of one, JSON and a file carry the same mark; proxies must pass on headers that they do not
know (RFC 9110, section 5.1), and where one puts a page of its own in the place of an answer, the mark goes.
"""

from __future__ import annotations

import re
from typing import Final

from flask import Flask, Response, current_app, request
from flask.globals import request_ctx
from flask_wtf import CSRFProtect

from ..addresses import is_host
from .pocket import pocket

# endpoints of files that are the same for everybody
FILES = frozenset({"static", "assets.file", "assets.icon", "offline.worker"})

csrf = CSRFProtect()

_ROOT: Final = re.compile(r"(/[\w~-][\w.~-]*)*", re.ASCII)  # under which a web server in front serves the app

_HEADERS = {
    "Koi-Koi": "1",  # addresses.js, sw.js
    "Content-Security-Policy": "; ".join(
        (
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "img-src 'self'",
            "font-src 'self'",
            "connect-src 'self'",
            "manifest-src 'self'",
            "worker-src 'self'",
            "form-action 'self'",
            "base-uri 'none'",
            "frame-ancestors 'none'",
        )
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "screen-wake-lock=(self), camera=(), microphone=(), geolocation=()",
}


def init_app(app: Flask) -> None:
    app.config.update(
        WTF_CSRF_CHECK_DEFAULT=False,  # ``access`` checks the token once the key is known
        WTF_CSRF_TIME_LIMIT=None,  # a round is entered after a long game, not within the default hour
        # Over HTTPS Flask-WTF also requires a Referer. Our pages send none, so that addresses of matches do
        # not leak, and some browsers never do. The token in a SameSite cookie protects without it.
        WTF_CSRF_SSL_STRICT=False,
    )
    csrf.init_app(app)
    app.before_request(_refuse_unusable_address)
    app.after_request(_secured)


def _refuse_unusable_address() -> Response | None:
    """Refuse in plain text: without a usable host, scheme and path the links of a page cannot be built."""
    host = request.headers.get("Host")
    if request_ctx.url_adapter is None or not (host is None or is_host(host)):  # HTTP/1.0 names none
        why = "The address of this request names no usable host."
    elif request.scheme not in ("http", "https"):  # as a web server in front says
        why = "X-Forwarded-Proto can be http or https."
    elif not _ROOT.fullmatch(request.script_root):
        why = f"X-Forwarded-Prefix is {request.script_root!r}; allowed: a path, such as /koi."
    else:
        return None
    return Response(f"{why}\n", 400, mimetype="text/plain")


def _secured(response: Response) -> Response:
    response.headers.extend(_HEADERS)
    if pocket():  # the page around the app is of the same site
        response.content_security_policy.frame_ancestors = "'self'"
    if request.is_secure and current_app.config["HSTS"]:  # only as asked: it shuts out a home certificate
        response.headers["Strict-Transport-Security"] = "max-age=63072000"
    if request.endpoint not in FILES and not response.cache_control.no_store:
        response.headers["Cache-Control"] = "no-store" if response.is_streamed else "no-cache, private"
    return response
