"""What the tests of groups do: make one, open its link, play in it."""

from __future__ import annotations

import re
from contextlib import closing

from flask import Flask

from scorekeeper.groups import Group, Groups
from scorekeeper.installation import Installation

from ..fixtures import THREE
from ..player import Page, Player


def made(player: Player, name: str) -> str:
    """A new group; its id."""
    page = player.send(player.open("/groups").form("/groups").fill(name=name))
    assert page.status == 200, page.text
    return page.path.split("/")[2]


def host_of(app: Flask, player: Player, group: str) -> Player:
    """A phone that opened the link which the host of the installation passes on."""
    (address,) = set(re.findall(r"/g/\w{10}/join/\w+", player.open(f"/groups/{group}").html))
    phone = Player(app.test_client())
    page = phone.send(phone.open(address).form("/join").fill(name="Host"))
    assert page.status == 200, page.text
    return phone


def forget_groups(app: Flask) -> None:
    """Let the app look at its groups anew, as another process does."""
    app.wsgi_app._kept.clear()  # type: ignore[attr-defined]


def begun(phone: Player, group: str, *names: str) -> Page:
    """A new match of a group, at its notepad."""
    form = phone.open(f"/g/{group}/matches/new").form("/matches")
    return phone.send(form.fill(**{f"name-{seat}": name for seat, name in enumerate(names)}, dealer="0"))


def scored(phone: Player, match: str) -> Page:
    form = phone.open(f"{match}/rounds/new").form("/rounds")
    form["result"] = "0"
    return phone.send(form.tick("cards-0", *THREE.split()), "step=save")


def kept(installation: Installation, group: str) -> Group:
    with closing(installation.open_store()) as store:
        return Groups(store.documents).all()[group]


def changed(installation: Installation, group: str, **changes: object) -> None:
    with closing(installation.open_store()) as store:
        Groups(store.documents).change(group, **changes)
