"""The groups of this installation, for its host: made, looked after, exported, removed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import msgspec
from flask import Blueprint, Response, abort, current_app, flash, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from wtforms.form import BaseForm

from ...access import Link, Links, Role
from ...groups import LONGEST_NAME, Group, Groups, Limits, clean, erase, to_be_removed_on
from ...installation import Installation
from ...sentences import say
from ...store import Store
from ...times import utc_now, utc_today
from ..access.phones import code_of
from ..context import installation, outside_address, store
from ..forms.fields import TextLine, TypedForm, ValidationError, WholeNumber
from ..forms.request import from_body

pages = Blueprint("groups", __name__, url_prefix="/groups")


class _Listed(NamedTuple):
    """A group in the list; ``due``: the day from which it is removed, where nobody opens it any more."""

    id: str
    group: Group
    matches: int
    size: int
    due: date | None


@pages.get("")
def index() -> str:
    """The groups: what they hold, and which of them nobody has opened for long."""
    return _list(GroupForm(data={}))


@pages.post("")
def make() -> ResponseReturnValue:
    """Make a group, with a link for its host."""
    form = from_body(GroupForm)
    if not form.validate():
        return _list(form), 422
    for removed in clean(installation(), _groups(), utc_today()):
        current_app.logger.warning("The group %s was removed: nobody had opened it for over a year", removed)
    id_ = _groups().make(form.name.data, utc_today())
    _renew_link(id_)
    return redirect(url_for("groups.show", group_id=id_), 303)


@pages.get("/<group_id>")
def show(group_id: str) -> str:
    """A group: the link for its host, its limits, its export, and the way to remove it."""
    group = _find(group_id)
    matches, entries, megabytes = msgspec.structs.astuple(group.limits)
    limits = {"most_matches": matches, "most_entries": entries, "most_megabytes": megabytes}
    return _page(group_id, group, ChangedGroupForm(data={"name": group.name, **limits}))


@pages.post("/<group_id>")
def change(group_id: str) -> ResponseReturnValue:
    """Change the name and the limits of a group."""
    group, form = _find(group_id), from_body(ChangedGroupForm)
    if not form.validate():
        return _page(group_id, group, form), 422
    _groups().change(group_id, name=form.name.data, limits=form.limits)
    flash(_("Saved."))
    return redirect(url_for("groups.show", group_id=group_id), 303)


@pages.post("/<group_id>/link")
def renew_link(group_id: str) -> ResponseReturnValue:
    """Make another link for the host of a group; the one before lets nobody in any more."""
    _find(group_id)
    _renew_link(group_id)
    flash(_("This is the new link. The one before no longer works."))
    return redirect(url_for("groups.show", group_id=group_id), 303)


@pages.get("/<group_id>/export.zip")
def export(group_id: str) -> Response:
    """Everything of a group in one file, from which an installation of its own can be restored."""
    _find(group_id)
    with TemporaryDirectory() as folder:
        file = Path(folder, "group.zip")
        installation().group(group_id).back_up(file)
        content = file.read_bytes()
    headers = {"Content-Disposition": f'attachment; filename="koi-koi-{group_id}.zip"'}
    return Response(content, content_type="application/zip", headers=headers)


@pages.get("/<group_id>/removal")
def ask_to_remove(group_id: str) -> str:
    """Ask before a group is removed."""
    return render_template("groups/removal.html", listed=_listed(group_id, _find(group_id)))


@pages.post("/<group_id>/removal")
def remove_group(group_id: str) -> ResponseReturnValue:
    """Remove a group: nobody can open it any more; its export stays in the folder of the installation."""
    group = _find(group_id)
    erase(installation(), _groups(), group_id)
    flash(_("The group %(name)s is removed.", name=group.name))
    return redirect(url_for("groups.index"), 303)


def _list(form: GroupForm) -> str:
    groups = {id_: group for id_, group in _groups().all().items() if not group.removed}
    listed = [_listed(id_, group) for id_, group in groups.items()]
    return render_template("groups/index.html", form=form, listed=listed)


def _page(group_id: str, group: Group, form: ChangedGroupForm) -> str:
    with _opened(group_id) as (inside, kept):
        links = Links(kept.sessions, inside.secret)
        code = links.code(group.link) if links.find(group.link) else ""
    path = f"{url_for('home.index')}g/{group_id}/"
    joined = f"{path}join/{code.replace('-', '')}"
    return render_template(
        "groups/group.html",
        listed=_listed(group_id, group),
        form=form,
        picture=code_of(joined) if code else "",
        address=outside_address() + (joined if code else path),
    )


def _listed(id_: str, group: Group) -> _Listed:
    with _opened(id_) as (inside, kept):
        due = to_be_removed_on(group, utc_today())
        return _Listed(id_, group, len(kept.last_seqs()), inside.kept.size(), due)


def _renew_link(id_: str) -> None:
    group = _find(id_)
    with _opened(id_) as (inside, kept):
        links = Links(kept.sessions, inside.secret)
        if group.link:
            links.revoke(group.link)
        made = links.make(Link(role=Role.HOST, made_at=utc_now()))
    _groups().change(id_, link=made)


@contextmanager
def _opened(id_: str) -> Iterator[tuple[Installation, Store]]:
    inside = installation().group(id_)
    with closing(inside.open_store()) as kept:
        yield inside, kept
    inside.release()


def _groups() -> Groups:
    return Groups(store().documents)


def _find(group_id: str) -> Group:
    return _groups().find(group_id) or abort(404)


class _Name(TextLine):
    """What a group is called: it must be called something."""

    def pre_validate(self, form: BaseForm) -> None:
        if not self.data:
            raise ValidationError(say("Type a name."))


class GroupForm(TypedForm):
    """What a group is called."""

    name = _Name(longest=LONGEST_NAME, default="")


class ChangedGroupForm(GroupForm):
    """A group with its limits. A field called ``matches`` would hide that method of the form on the page."""

    most_matches = WholeNumber(1, 1_000_000, needed=True)
    most_entries = WholeNumber(1, 1_000_000, needed=True)
    most_megabytes = WholeNumber(1, 100_000, needed=True)

    @property
    def limits(self) -> Limits:
        return Limits(self.most_matches.data, self.most_entries.data, self.most_megabytes.data)
