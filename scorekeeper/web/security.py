"""The security headers of every answer."""

from __future__ import annotations

from flask import Flask, Response, request

_HEADERS = {
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
    app.after_request(_secured)


def _secured(response: Response) -> Response:
    response.headers.extend(_HEADERS)
    if request.is_secure:
        response.headers["Strict-Transport-Security"] = "max-age=63072000; includeSubDomains"
    if request.endpoint not in ("static", "assets.file"):
        response.headers["Cache-Control"] = "no-store" if response.is_streamed else "no-cache, private"
    return response
