"""The two doors: the key of the table, and a link with a role. Both end in a signed cookie."""

from __future__ import annotations

from flask import Blueprint, Flask, abort, current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_babel import ngettext

from ...access import LONGEST_NAME, own_name
from ...koikoi.errors import NotAllowed
from ..context import installation
from ..forms.fields import ExactText, TextLine, TypedForm
from ..forms.request import from_body
from ..security import csrf
from . import guard
from .current_phone import admission, let_in, links
from .key_throttle import Guesses

pages = Blueprint("access", __name__)


class KeyForm(TypedForm):
    """The key, or the code of a link, as it was typed; how it is spelled does not count, see Key."""

    key = ExactText()


class JoinForm(TypedForm):
    """The code of a link, and what the phone is to be called."""

    code = ExactText()
    name = TextLine(longest=LONGEST_NAME)


def init_app(app: Flask) -> None:
    app.extensions["guesses"] = Guesses(log=app.logger)
    guard.init_app(app)
    # a phone that was not let in has no cookie that a forged request could misuse
    csrf.exempt(submit_key)
    csrf.exempt(joined)


@pages.get("/key")
def key() -> ResponseReturnValue:
    """The page that asks for the key."""
    return _home() if admission() else render_template("access/key.html")


@pages.post("/key")
def submit_key() -> ResponseReturnValue:
    """Check a typed key; the code of a link leads to its page."""
    typed = from_body(KeyForm).key.data
    if opened := links().opened(typed):
        return redirect(url_for("access.join", code=links().code(opened)), 303)
    return _judged(typed, _("Wrong key. The right one is shown where the app was started."))


@pages.get("/key/<typed>")
def enter(typed: str) -> ResponseReturnValue:
    """The address in the QR code of the key: the key becomes a cookie and leaves the address bar."""
    if request.method == "HEAD":  # whoever asks only for headers wants to look, not to come in
        abort(405)
    return _judged(typed, _("This code is no longer valid. Scan the one that the app shows now."))


@pages.get("/join/<code>")
def join(code: str) -> ResponseReturnValue:
    """The address of a link: what it lets this phone do, and what to call the phone.

    Opening it changes nothing: messengers look at every address before somebody taps on it.
    """
    opened = links().opened(code)
    if not opened:
        return _no_link()
    here = admission()
    return _join_page(code, opened, JoinForm(data={"name": own_name(here.phone.name) if here else ""}))


@pages.post("/join")
def joined() -> ResponseReturnValue:
    """Let the phone in by the link, and on to its match, or home."""
    form = from_body(JoinForm)
    opened = links().opened(form.code.data)
    if not opened:
        return _no_link()
    if form.problems:
        return _join_page(form.code.data, opened, form), 422
    try:
        let_in(opened, form.name.data)
    except NotAllowed as error:
        form.name.refuse(error.sentence)
        return _join_page(form.code.data, opened, form), 422
    link = links().find(opened)
    if link and len(link.matches) == 1 and link.evening is None:
        return redirect(url_for("matches.notepad", match_id=link.matches[0]), 303)
    return _home()


def _join_page(code: str, opened: str, form: JoinForm) -> str:
    return render_template("access/join.html", code=code, link=links().find(opened), form=form)


def _judged(typed: str, refusal: str) -> ResponseReturnValue:
    """Let a phone in that has the key; an address with many wrong keys must wait between them."""
    right = installation().secrets.key.is_typed(typed)
    if refused := _too_soon(right):
        return refused
    if not right:
        return render_template("access/key.html", problem=refusal), 403
    let_in()
    return _home()


def _no_link() -> ResponseReturnValue:
    """The answer to a code that no link has.

    A right code is neither delayed nor counted: nobody finds one by trying, and a guest who has one must not
    clear with it the count of the wrong keys that came from the same address.
    """
    refusal = _("This link is no longer valid. Ask whoever sent it for a new one.")
    return _too_soon(right=False) or (render_template("access/key.html", problem=refusal), 403)


def _too_soon(right: bool) -> ResponseReturnValue | None:
    """The answer to a key or code that comes too soon after wrong ones; None for one that is checked now."""
    guesses: Guesses = current_app.extensions["guesses"]
    seconds = guesses.judge(request.remote_addr or "", right)
    if not seconds:
        return None
    problem = ngettext(
        "Too many wrong keys. Wait %(num)d second, then try again.",
        "Too many wrong keys. Wait %(num)d seconds, then try again.",
        seconds,
    )
    return render_template("access/key.html", problem=problem), 429, {"Retry-After": str(seconds)}


def _home() -> ResponseReturnValue:
    return redirect(url_for("home.index"), 303)
