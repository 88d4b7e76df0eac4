"""The first look at every request: was this phone let in, and may it do that?"""

from __future__ import annotations

from flask import Flask, Response, abort, g, render_template, request
from flask.typing import ResponseReturnValue

from ... import limits
from ..forms.request import addressed, refuse_many_fields, refuse_unnamed_fields
from ..security import FILES, csrf
from .current_phone import admission, may
from .permissions import NEEDED, Right

_OWN = "same-origin"  # what browsers say of our own forms, over HTTPS and on the computer itself
_NAMING = ("match", "again")  # what addresses call a match that a page is about besides its own


def init_app(app: Flask) -> None:
    app.before_request(_guard)


def _guard() -> ResponseReturnValue | None:
    """Ask for the key, then for the right, then for the token against forged requests.

    The token is in the body, so in this order nobody who was not let in can make the app read a large body.
    """
    if request.endpoint in FILES or NEEDED.get(request.endpoint or "") is Right.PROGRAM:
        return _body_may_follow()
    if request.method == "POST" and request.headers.get("Sec-Fetch-Site", _OWN) not in (_OWN, "none"):
        abort(400)  # sent by a page of somebody else: without a cookie it might let this phone in elsewhere
    here = admission()
    if here is None:
        return _stranger()
    _trust(here.phone_id)
    if request.endpoint is None:
        return None  # there is nothing at this address
    # all of them: of a name that is there twice, pages do not agree on which counts
    named = [match_id for name in _NAMING for match_id in addressed(name) if match_id]
    if not may(request.endpoint, **(request.view_args or {})) or not all(
        may("matches.notepad", match_id=match_id) for match_id in named
    ):
        return render_template("access/not_allowed.html"), 403
    g.entered_by = here.phone.name if here.phone.link else ""
    answer = _body_may_follow()
    if answer is None:
        _check_form()
    return answer


def _stranger() -> ResponseReturnValue | None:
    if NEEDED.get(request.endpoint or "") is not Right.OPEN:
        # the header is for the service worker: a page that this phone may not open is 403, too
        return render_template("access/key.html"), 403, {"Key-Needed": "1"}
    answer = _body_may_follow()
    if answer is None:
        refuse_many_fields()
    return answer


def _trust(phone_id: str) -> None:
    """From a phone that was let in more is read, and the server closes no connection of it for another's."""
    request.max_content_length = request.max_form_memory_size = limits.BODY_OF_A_PHONE
    request.max_form_parts = limits.FIELDS_OF_A_PHONE
    if let_in := request.environ.get(limits.LET_IN):
        let_in(phone_id)


def _body_may_follow() -> Response | None:
    """The answer to the server, where it asks that before it reads the body."""
    if limits.BODY_FOLLOWS not in request.environ:
        return None
    if (request.content_length or 0) > (request.max_content_length or 0):
        abort(413)
    return Response(status=100)


def _check_form() -> None:
    refuse_many_fields()
    refuse_unnamed_fields()
    csrf.protect(apply_exemptions=True)
