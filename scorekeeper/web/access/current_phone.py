"""The phone that asks: let in or not, by what, and what it may do here."""

from __future__ import annotations

from datetime import date

from flask import g, request, session

from ...access import BY_KEY, Admission, Links, Phone, Phones, kind_of_phone, phone_id
from ...keys import Key
from ...store import InBin, NoSuchMatch
from ...times import HERE, evening_of, utc_now
from ..context import installation, store
from ..forms.fields import day_of
from ..match_repository import load_or_none
from ..pocket import is_missing
from .permissions import NEEDED, Right


def links() -> Links:
    return Links(store().live, installation().secret)


def phones() -> Phones:
    return Phones(store().live)


def admission() -> Admission | None:
    """What the phone that asks may do; None where it is not let in. Raises BadSecret, BrokenStore."""
    if "admission" not in g:
        g.admission = _found()
    found: Admission | None = g.admission
    return found


def let_in(link: str = "", name: str = "") -> None:
    """Let in the phone that asks, by a link or, without one, by the key; it gets a new cookie.

    The one that it had before, if any, lets nobody in any more. Raises NotAllowed where the link has let in
    as many phones as it may.
    """
    before = phone_id(str(session["phone"])) if "phone" in session else ""
    now = utc_now()
    key = "" if link else _key().mark
    name = name or kind_of_phone(request.headers.get("User-Agent", ""))
    secret = phones().let_in(Phone(name=name, since=now, seen=now, link=link, key=key), before)
    session.clear()
    session.permanent = True
    session["phone"] = secret
    g.pop("admission", None)


def may(endpoint: str, **values: str) -> bool:
    """Whether the phone that asks may open that page, or send that form."""
    if is_missing(endpoint):
        return False
    right, here = NEEDED.get(endpoint, Right.HOST), admission()
    if right in (Right.PROGRAM, Right.OPEN):
        return True
    return here is not None and _allows(here, right, values)


def sees_all() -> bool:
    """Whether the phone that asks may look at everything that was played: names and places are of all."""
    here = admission()
    return here is not None and here.sees_all


def note_beginning(match_id: str) -> None:
    """Count the match that the phone that asks is about to begin, and let its link open it; not one that is
    here already, which may be another table's.

    Raises NotAllowed where a guest has begun as many as one may, BrokenStore.
    """
    here = admission()
    if here is None or here.is_host or _exists(match_id):
        return
    phones().note_begun(here.phone_id, tonight())
    if not here.link.is_for_all:
        links().add_match(here.phone.link, match_id)
    g.pop("admission", None)


def tonight() -> date:
    """The evening that it is now."""
    evening = evening_of(utc_now(), HERE)
    assert evening is not None  # the clock is inside the calendar
    return evening


def _allows(here: Admission, right: Right, values: dict[str, str]) -> bool:
    match_id = str(values.get("match_id", ""))
    if right is Right.LET_IN:
        return True
    if right is Right.SEE:
        return here.sees(match_id, _evening_of_match)
    if right is Right.ENTER:
        return here.enters(match_id)
    if right is Right.BEGIN:
        return here.begins(tonight()) and (not match_id or here.sees(match_id, _evening_of_match))
    if right is Right.SEE_EVENING:
        return here.sees_evening(day_of(str(values.get("day", ""))))
    return here.sees_all if right is Right.SEE_ALL else here.is_host


def _found() -> Admission | None:
    id_ = phone_id(str(session.get("phone", "")))
    phone = phones().find(id_)
    if phone is None:
        _key()  # raises where it cannot be read: then nobody is asked for it
        return None
    link = links().find(phone.link) if phone.link else BY_KEY if _key().is_marked(phone.key) else None
    if link is None:
        return None
    phones().note_seen(id_, phone, utc_now())
    return Admission(id_, phone, link)


def _exists(match_id: str) -> bool:
    try:
        return store().last(match_id) > 0
    except InBin:
        return True
    except NoSuchMatch:
        return False


def _key() -> Key:
    return installation().secrets.key


def _evening_of_match(match_id: str) -> date | None:
    """None where the match cannot be read: then a guest is told nothing of it, not even what is wrong."""
    match = load_or_none(match_id)
    return evening_of(match.start.at, HERE) if match else None
