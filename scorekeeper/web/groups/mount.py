"""The way to the groups: what is under ``/g/<id>/`` is for the app of that group.

A group is an installation of its own, so it is served by an app of its own, which knows no other: its
pages, cookies and addresses are those of the group because there are no others in it. It knows its name,
and that it was opened today.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Callable, Iterable
from contextlib import closing
from datetime import date
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING, Final, NamedTuple

from flask import Flask, current_app

from ...groups import Group, GroupInstallation, Groups, Limits
from ...installation import Installation
from ...times import utc_today
from ..access.current_phone import admission

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment


_ADDRESS: Final = re.compile(r"(/g/([a-z0-9]{10}))(/.*)?", re.DOTALL)
_MOST: Final = 200  # apps that are kept, of about 1.2 megabytes each
LOOKED_FOR: Final = 2.0  # seconds for which it is not looked again whether a group is there


class Inside:
    """The group that an app serves."""

    def __init__(self, outside: Installation, id_: str) -> None:
        self.id = id_
        self._outside = outside
        self._looked: tuple[float, Group | None] = (float("-inf"), None)

    @property
    def group(self) -> Group | None:
        """What is kept of it, as it was a moment ago; None where it is gone. Raises BrokenStore."""
        looked, group = self._looked
        if monotonic() - looked > LOOKED_FOR:
            with closing(self._outside.open_store()) as store:
                group = Groups(store.documents).find(self.id)
            self._looked = (monotonic(), group)
        return group

    @property
    def limits(self) -> Limits:
        group = self.group
        return group.limits if group else Limits()

    def note_opened(self, today: date) -> None:
        """Note, once a day, that somebody who is let in has opened it; a clock that went back is ignored."""
        group = self.group
        if group and group.opened < today:
            with closing(self._outside.open_store()) as store:
                Groups(store.documents).change(self.id, opened=today)
            self._looked = (float("-inf"), None)


class _Kept(NamedTuple):
    app: Flask
    inside: Inside
    installation: Installation


class Mounted:
    """The app of an installation, with those of its groups, each made when it is first asked for."""

    def __init__(self, app: Flask, make: Callable[[Installation, Inside], Flask]) -> None:
        self._own: WSGIApplication = app.wsgi_app
        self._outside = app.extensions
        self._make = make
        self._kept: OrderedDict[str, _Kept] = OrderedDict()
        self._lock = Lock()

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        address = _ADDRESS.fullmatch(environ.get("PATH_INFO", ""))
        app = self._app(address[2]) if address else None
        if address is None or app is None:
            return self._own(environ, start_response)  # there is nothing, for all that anybody can see
        environ["SCRIPT_NAME"] = environ.get("SCRIPT_NAME", "") + address[1]
        environ["PATH_INFO"] = address[3] or ""
        return app(environ, start_response)

    def _app(self, id_: str) -> Flask | None:
        outside: Installation = self._outside["installation"]
        with self._lock:
            kept = self._kept.get(id_)
            inside = kept.inside if kept else Inside(outside, id_)
            if inside.group is None:
                self._drop(id_)
                return None
            if kept is None:
                installation = GroupInstallation(outside, id_, lambda: inside.limits)
                kept = self._kept[id_] = _Kept(self._make(installation, inside), inside, installation)
            self._kept.move_to_end(id_)
            if len(self._kept) > _MOST:
                self._drop(next(iter(self._kept)))
            return kept.app

    def _drop(self, id_: str) -> None:
        if kept := self._kept.pop(id_, None):
            kept.installation.release()


def init_app(app: Flask) -> None:
    if app.extensions["inside"]:
        app.before_request(_note_opened)  # after the guard, which has asked who it is


def group_name() -> str:
    """The name of the group that this app serves; empty in the app of the installation itself."""
    inside: Inside | None = current_app.extensions["inside"]
    group = inside.group if inside else None
    return group.name if group else ""


def _note_opened() -> None:
    if admission() is not None:
        current_app.extensions["inside"].note_opened(utc_today())
