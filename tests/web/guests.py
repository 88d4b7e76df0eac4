"""Guests: phones that a link let in, made without the pages of the host."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date

from flask import Flask

from scorekeeper.access import Link, Links, Phones, Role
from scorekeeper.installation import Installation
from scorekeeper.times import HERE, evening_of, utc_now

from .player import Page, Player


@contextmanager
def kept_links(installation: Installation) -> Iterator[Links]:
    """The links of an installation."""
    store = installation.open_store()
    try:
        yield Links(store.live, installation.secret)
    finally:
        store.close()


@contextmanager
def kept_phones(installation: Installation) -> Iterator[Phones]:
    """The phones of an installation."""
    store = installation.open_store()
    try:
        yield Phones(store.live)
    finally:
        store.close()


def code_of(installation: Installation, role: str, *matches: str, evening: date | None = None) -> str:
    """The code of a new link."""
    with kept_links(installation) as links:
        link = Link(Role(role), utc_now(), matches, evening)
        return links.code(links.make(link)).replace("-", "")


def guest(app: Flask, code: str, name: str = "Guest") -> Player:
    """A new phone that a code let in."""
    phone = Player(app.test_client())
    assert phone.client.post("/join", data={"code": code, "name": name}).status_code == 303
    return phone


def tonight() -> date:
    night = evening_of(utc_now(), HERE)
    assert night is not None
    return night


def id_of(page: Page) -> str:
    """The id of the match of a page."""
    return page.path.split("/")[2]


def made_link(player: Player, **values: str) -> str:
    """The address of a new link, made on the page."""
    match = values.pop("match", "")
    form = player.open(f"/phones/links/new{f'?match={match}' if match else ''}").form("/phones/links")
    page = player.send(form.fill(**values))
    assert page.status == 200, page.text
    (address,) = re.findall(r"/join/[0-9a-z]{20}", page.html)
    return str(address)
