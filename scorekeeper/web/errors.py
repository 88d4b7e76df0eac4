"""Error pages: one table from errors to status codes."""

from __future__ import annotations

from flask import Flask, current_app, render_template, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_babel import lazy_gettext
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException

from .. import limits
from ..exports.sheets.sheet import MissingLibrary
from ..keys import BadSecret
from ..koikoi.errors import KoikoiError
from ..sentences import Refusal
from ..store import BrokenStore, Conflict, DamagedMatch, InBin, NoSuchMatch, Stale, StoreError
from .access.current_phone import may
from .language import translate
from .match_repository import load
from .rounds.news import came_in

_STATUS = {
    KoikoiError: 422,
    Conflict: 409,
    Stale: 409,
    NoSuchMatch: 404,
    DamagedMatch: 422,
    StoreError: 500,
    MissingLibrary: 501,
}

_TITLES = {
    400: lazy_gettext("The app could not read that"),
    404: lazy_gettext("There is nothing here"),
    405: lazy_gettext("That does not work here"),
    409: lazy_gettext("Something changed in the meantime"),
    413: lazy_gettext("Too large"),
    422: lazy_gettext("That is not possible"),
    500: lazy_gettext("Something went wrong"),
    501: lazy_gettext("Not installed"),
}
_ADVICE = {
    400: lazy_gettext("Go back and send it again. What you typed is still in the form."),
    404: lazy_gettext("The address is wrong, or what was here has been deleted."),
    405: lazy_gettext("Go back and use the buttons of the page."),
    413: lazy_gettext("What you sent is too large. A file may have at most 5 MB."),
    500: lazy_gettext("Nothing that was saved is lost. Go back and try again."),
}


_WITHOUT_KEY = lazy_gettext("Without the key at most 16 kB can be sent.")


def init_app(app: Flask) -> None:
    app.register_error_handler(CSRFError, _stale_form)
    app.register_error_handler(BadSecret, _no_key)
    app.register_error_handler(HTTPException, _http)
    for kind in _STATUS:
        app.register_error_handler(kind, _refusal_page)


def _refusal_page(error: Exception) -> ResponseReturnValue:
    """The page for an error of the core or of the store, which has its own sentence."""
    if isinstance(error, Conflict) and request.method == "POST":
        return _conflict_page(error)
    status = next(status for kind, status in _STATUS.items() if isinstance(error, kind))
    assert isinstance(error, Refusal)
    if status == 500:
        current_app.logger.error("%s", error)
    if isinstance(error, BrokenStore):  # only the log says where on the server it is
        error = Refusal(error.without_place)
    return _page(status, translate(error), in_bin=isinstance(error, InBin))


def _conflict_page(conflict: Conflict) -> ResponseReturnValue:
    """A save that came too late, with what was saved before it, as far as this phone may see that match."""
    try:
        seen = may("matches.notepad", match_id=conflict.match_id)
        meanwhile = came_in(load(conflict.match_id), conflict.known) if seen else []
    except (KoikoiError, NoSuchMatch, DamagedMatch):  # the match is unreadable or was deleted
        meanwhile = []
    page = render_template(
        "errors/conflict.html",
        title=_TITLES[409],
        meanwhile=meanwhile or [conflict.sentence],
        match_id=conflict.match_id,
    )
    return page, 409


def _stale_form(_error: CSRFError) -> ResponseReturnValue:
    return _page(400, _("This page is out of date. Go back, reload it and send it again."))


def _no_key(error: BadSecret) -> ResponseReturnValue:
    """The key file was damaged while the app runs, or cannot be saved; only the log names the file."""
    current_app.logger.error("%s", error)
    return _page(503, _("The key cannot be read or saved. See the window where the app was started."))


def _http(error: HTTPException) -> ResponseReturnValue:
    status = error.code or 500
    if status == 413 and request.max_content_length == limits.BODY:
        return _page(status, str(_WITHOUT_KEY))
    return _page(status, str(_ADVICE.get(status, error.description or "")))


def _page(status: int, sentence: str, *, in_bin: bool = False) -> ResponseReturnValue:
    title = str(_TITLES.get(status, _TITLES[400 if status < 500 else 500]))
    page = render_template("errors/error.html", title=title, sentence=sentence, in_bin=in_bin)
    return page, status
