"""Links for other phones: made, shown with their codes, revoked."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Final

from flask import Blueprint, abort, flash, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from ...access import Link, Role
from ...store import latest
from ...times import HERE, evening_of, utc_now
from ..archive_view import digests_of
from ..context import outside_address, store
from ..forms.fields import ExactText, ExactTexts, OneOf, OwnAddress, TypedForm
from ..forms.request import form_texts, from_address, from_body
from ..pagination import MOST_LISTED
from ..qr import code_for_phones
from .current_phone import admission, links, phones, tonight
from .link_matches import names_of

EVENING: Final = "evening"
MATCHES: Final = "matches"
ALL: Final = "all"


class LinkForm(TypedForm):
    """A new link: what its phones may do, and which matches it opens."""

    role = OneOf([role.value for role in Role], default=Role.SCORER.value)
    opens = OneOf((EVENING, MATCHES, ALL), default=EVENING)
    match = ExactTexts()
    again = ExactText()  # sent by a button: one like it, if this phone has made one, is shown again
    back = OwnAddress()  # where the reader came from


pages = Blueprint("links", __name__, url_prefix="/phones/links")


@pages.get("/new")
def new() -> ResponseReturnValue:
    """The form for a new link; ``?match=<id>``: for that match."""
    match = form_texts().get("match", "")
    of_match = {"opens": MATCHES, "match": (match,)} if match else {}
    return _form(LinkForm(data={"back": from_address(LinkForm).back.data, **of_match}))


@pages.post("")
def make() -> ResponseReturnValue:
    """Make a link, or find the one that a button has made before, and show its code."""
    form = from_body(LinkForm)
    role, opens = Role(form.role.data), form.opens.data
    matches: tuple[str, ...] = ()
    evening = None
    if role is Role.HOST:
        opens = ALL
    if opens == MATCHES:
        if form.again.data and form.match.data:
            store().last(form.match.data[0])  # raises where it was deleted since the page was drawn
        there = store().last_seqs()
        matches = tuple(match_id for match_id in form.match.data if match_id in there)
        if not matches:
            return _form(form, _("Tick at least one match.")), 422
    if opens == EVENING:
        evening = tonight()
        matches = tuple(_begun_on(evening))
    here = admission()
    assert here is not None  # the guard has asked
    link = Link(role=role, made_at=utc_now(), matches=matches, evening=evening, by=here.phone_id)
    shown = (form.again.data and _one_like(link)) or links().make(link)
    return redirect(url_for("links.show", link_id=shown, back=form.back.data or None), 303)


@pages.get("/<link_id>")
def show(link_id: str) -> ResponseReturnValue:
    """The QR code of a link, its address and its code, and buttons that show another one; who came by it,
    and the button that revokes it."""
    link = links().find(link_id) or abort(404)
    written = links().code(link_id)
    path = url_for("access.join", code=written.replace("-", ""))
    return render_template(
        "access/link.html",
        link=link,
        link_id=link_id,
        picture=code_for_phones(path),
        address=outside_address() + path,
        code=written,
        phones=[phone for phone in phones().all().values() if phone.link == link_id],
        names=names_of(link),
        others=_other_choices(link),
        back=from_address(LinkForm).back.data,
    )


@pages.post("/<link_id>/revocation")
def revoke(link_id: str) -> ResponseReturnValue:
    """Remove a link; all phones that came by it are out with their next tap."""
    links().revoke(link_id)
    phones().forget_those_of(link_id)
    flash(_("The link no longer works; phones that used it have no access."))
    return redirect(url_for("phones.index"), 303)


def _one_like(link: Link) -> str:
    """The id of a link like this one that lets in further phones; empty where there is none."""
    alike = (id_ for id_, kept in links().all().items() if kept.is_like(link))
    return next((id_ for id_ in alike if not phones().are_at_most(id_)), "")


def _other_choices(link: Link) -> list[tuple[Role, str]]:
    """What a further link may let phones do, and where: less than this one, more, everything."""
    where = MATCHES if link.matches and not link.evening else EVENING if link.evening else ALL
    wider = EVENING if where == MATCHES else ALL
    choices = [(Role.SCORER, where), (Role.VIEWER, where), (Role.SCORER, wider), (Role.HOST, ALL)]
    return [choice for choice in dict.fromkeys(choices) if choice != (link.role, where)]


def _begun_on(evening: date) -> Iterator[str]:
    """The ids of the matches that were begun on an evening, which may still go on."""
    for row in latest(store()):
        if (touched := evening_of(row.touched_at, HERE)) and touched < evening:
            return
        if evening_of(row.started_at, HERE) == evening:
            yield row.id


def _form(form: LinkForm, problem: str = "") -> str:
    rows = store().matches(MOST_LISTED)
    return render_template(
        "access/new_link.html",
        form=form,
        problem=problem,
        matches=[
            (row.id, digest)
            for row, digest in zip(rows, digests_of(rows), strict=True)
            if digest and (not digest.finished or row.id in form.match.data)
        ],
        tonight=tonight(),
    )
