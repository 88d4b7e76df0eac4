"""Matches that count in a league, a new league, and what its page shows."""

from __future__ import annotations

import re
from datetime import date, timedelta

from scorekeeper.archive.players import id_of
from scorekeeper.web.access.current_phone import tonight

from .forms import Form
from .player import Page, Player
from .stored_matches import store_match

DAY = "2026-02-14"


def play(player: Player, *names: str, day: str = DAY, **more: object) -> Page:
    """A finished match of one round, which the first player won; returns its notepad."""
    at = f"{day}T19:00:00Z"
    start = {"type": "match-started", "players": names, "ruleset": "dutch", "rounds": 1, "at": at}
    won = {"type": "round-won", "player": 0, "piles": ["01B 03B 08B", *[None] * (len(names) - 1)]}
    return store_match(player, {**start, **more}, {**won, "at": at})


def new(player: Player, name: str = "Spring league", *names: str, **values: str | int) -> Page:
    form = player.open("/leagues/new").form("/leagues").fill(name=name, **values)
    if names:
        form["who"] = "chosen"
        form.tick("player", *map(id_of, names))
    return player.send(form)


def places(page: Page) -> list[list[str]]:
    """The cells of the table: place, name, played, won, tied, lost, coins, points."""
    body = page.html.replace("\xad", "").partition("<tbody>")[2].partition("</tbody>")[0]
    lines = re.findall(r"<tr.*?</tr>", body, re.S)
    cells = (re.findall(r"<t[dh].*?>(.*?)</t[dh]>", line, re.S) for line in lines)
    return [[re.sub("<a.*?>|</a>", "", cell).strip() for cell in line] for line in cells]


def date_form(page: Page) -> Form:
    return page.form("/dates")


def tomorrow() -> date:
    return tonight() + timedelta(days=1)
