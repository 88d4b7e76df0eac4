"""The access key: typed or taken from the QR code once, then kept in a signed cookie."""

from __future__ import annotations

from flask import Blueprint, Flask, abort, current_app, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_babel import ngettext

from ...keys import Key
from ..forms.fields import ExactText, TypedForm
from ..forms.reading import from_body, sent_texts
from ..loading import installation
from ..security import FILES, csrf
from .guessing import Guesses

pages = Blueprint("access", __name__)

_OPEN = {*FILES, "home.choose_language", "home.settings", "access.key", "access.enter", "access.submit_key"}
_MOST_SENT = 16_000  # bytes of a form from a phone without the key: the key, or a language
_MOST_PARTS = 10


class KeyForm(TypedForm):
    """The key as it was typed; how it is spelled does not count, see Key."""

    key = ExactText(default="")


def init_app(app: Flask) -> None:
    app.extensions["guesses"] = Guesses()
    app.before_request(_guard)
    csrf.exempt(submit_key)  # a phone without the key has no cookie that a forged request could misuse


@pages.get("/key")
def key() -> ResponseReturnValue:
    """The page that asks for the key."""
    return _home() if knows_key() else render_template("access/key.html")


@pages.post("/key")
def submit_key() -> ResponseReturnValue:
    """Check a typed key."""
    return _judged(
        from_body(KeyForm).key.data,
        _("That is not the key of this table. The key is shown where the app was started."),
    )


@pages.get("/key/<typed>")
def enter(typed: str) -> ResponseReturnValue:
    """The address in the QR code: the key becomes a cookie and leaves the address bar."""
    return _judged(typed, _("This code is no longer valid. Scan the one that the app shows now."))


def knows_key() -> bool:
    """True if this phone was let in with the current key. Raises BadSecret."""
    return installation().secrets.key.is_marked(str(session.get("key", "")))


def let_in(key: Key) -> None:
    """Give this phone the cookie that lets it in."""
    session.permanent = True
    session["key"] = key.mark


def _guard() -> ResponseReturnValue | None:
    """Ask for the key, then for the token against forged requests.

    The token is in the body, so in this order nobody without the key can make the app read a large body.
    """
    if request.endpoint not in FILES and knows_key():
        if None in sent_texts():  # a part without a name, which no page sends
            abort(400)
        csrf.protect(apply_exemptions=True)
        return None
    if request.endpoint not in _OPEN:
        return render_template("access/key.html"), 403
    request.max_content_length = request.max_form_memory_size = _MOST_SENT
    request.max_form_parts = _MOST_PARTS
    return None


def _judged(typed: str, refusal: str) -> ResponseReturnValue:
    """Let a phone in that has the key; an address with many wrong keys must wait between them."""
    key = installation().secrets.key
    right = key.is_typed(typed)
    guesses: Guesses = current_app.extensions["guesses"]
    seconds = guesses.judge(request.remote_addr or "", right)
    if seconds:
        problem = ngettext(
            "Too many wrong keys. Wait %(num)d second, then try again.",
            "Too many wrong keys. Wait %(num)d seconds, then try again.",
            seconds,
        )
        return render_template("access/key.html", problem=problem), 429, {"Retry-After": str(seconds)}
    if not right:
        return render_template("access/key.html", problem=refusal), 403
    let_in(key)
    return _home()


def _home() -> ResponseReturnValue:
    return redirect(url_for("home.index"), 303)
