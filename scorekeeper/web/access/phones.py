"""The phones at this table: the code for another phone, a new key, and forgetting this phone."""

from __future__ import annotations

from collections import Counter

from flask import Blueprint, flash, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from ...access import LONGEST_NAME, own_name
from ...store import Place
from ..context import further_addresses, installation, outside_address
from ..forms.fields import TextLine, TypedForm
from ..forms.request import from_address, from_body
from ..pagination import ListAddress, PlaceInList, part_of
from ..qr import code_for_phones
from .current_phone import admission, let_in, links, phones


class PhonesAddress(ListAddress):
    """The links begin after one place, the phones after another."""

    seen_before = PlaceInList()


class NameForm(TypedForm):
    """What a phone is called."""

    name = TextLine(longest=LONGEST_NAME)


pages = Blueprint("phones", __name__)


@pages.get("/phones")
def index() -> ResponseReturnValue:
    """The links, the phones that were let in, and the QR code, address and key for another phone."""
    key = installation().secrets.key
    asked = from_address(PhonesAddress)
    all_links = links().all()
    let_in_now = [
        (id_, phone)
        for id_, phone in phones().all().items()
        if phone.link in all_links or (phone.key and key.is_marked(phone.key))
    ]
    before, seen_before = asked.before.data, asked.seen_before.data
    shown, older = part_of(all_links.items(), lambda row: Place(row[1].made_at, row[0]), before)
    seen, seen_older = part_of(let_in_now, lambda row: Place(row[1].seen, row[0]), seen_before)
    return render_template(
        "access/phones.html",
        picture=code_for_phones(url_for("access.enter", typed=key.normalized)),
        key=key.written,
        address=outside_address() + request.script_root,
        others=further_addresses(),
        links=all_links,
        shown=shown,
        before=before,
        older=older,
        came=Counter(phone.link for _, phone in let_in_now),
        phones=seen,
        seen_before=seen_before,
        seen_older=seen_older,
    )


@pages.get("/phones/key")
def new_key() -> ResponseReturnValue:
    """Ask before the key is changed."""
    return render_template("access/new_key.html")


@pages.post("/phones/key")
def change_key() -> ResponseReturnValue:
    """Make a new key: every phone that came by the old one except this one must enter it."""
    here = admission()
    installation().secrets.change_key()
    phones().forget_those_of(link="")
    if here and not here.phone.link:
        let_in(name=here.phone.name)
    flash(_("This is the new key. All other phones that used the old one must enter it."))
    return redirect(url_for("phones.index"), 303)


@pages.post("/phones/<phone_id>/departure")
def forget(phone_id: str) -> ResponseReturnValue:
    """Let a phone in no more, until it scans a code again."""
    phones().forget(phone_id)
    flash(_("That phone must scan a code again before it can go on."))
    return redirect(url_for("phones.index"), 303)


@pages.get("/phone")
def own() -> ResponseReturnValue:
    """This phone: its name, and what it may do."""
    here = admission()
    assert here is not None  # the guard has asked
    return _own_page(NameForm(data={"name": own_name(here.phone.name)}))


@pages.post("/phone")
def rename() -> ResponseReturnValue:
    """Give this phone another name. What it has entered keeps the old one."""
    here = admission()
    assert here is not None
    form = from_body(NameForm)
    if form.problems or not form.name.data:
        return _own_page(form), 422
    phones().rename(here.phone_id, form.name.data)
    flash(_("This phone is now called %(name)s.", name=form.name.data))
    return redirect(url_for("phones.own"), 303)


@pages.post("/phone/departure")
def leave() -> ResponseReturnValue:
    """Forget this phone; what it has not sent yet stays on it."""
    here = admission()
    assert here is not None
    phones().forget(here.phone_id)
    session.clear()
    answer = redirect(url_for("access.key"), 303)
    answer.headers["Clear-Site-Data"] = '"cache"'  # pages that "back" would show; drafts stay
    return answer


def _own_page(form: NameForm) -> str:
    return render_template("access/own_phone.html", form=form)
