"""An evening far from the computer of the app: all that can be opened says the day of that table."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from contextlib import closing
from datetime import date
from html import unescape
from typing import Final
from urllib.parse import unquote
from zipfile import ZipFile

import pytest
from browser.pages import link
from cli.running import run
from clocks import computer_in
from flask import Flask
from web.pdf_text import squeezed
from web.pdf_text import text as pdf_text
from web.player import Player
from web.stored_matches import Shelf
from werkzeug.test import TestResponse

from scorekeeper.archive.leagues import KIND, League, Meeting
from scorekeeper.archive.players import id_of
from scorekeeper.exports.sheets.formats import FORMS
from scorekeeper.installation import Installation
from scorekeeper.languages import LANGUAGES, day, weekday
from scorekeeper.store.documents import as_value
from scorekeeper.web.access.permissions import NEEDED, Right
from scorekeeper.web.security import FILES

# In which zone two matches of an evening were begun, when, the second one after midnight, and their day. In
# Warsaw, where the app runs, the first evening began on the morning after, the other on the evening before.
EVENINGS: Final = [
    ("America/Los_Angeles", ("2026-02-15T05:30:00Z", "2026-02-15T10:30:00Z"), date(2026, 2, 14)),
    ("Asia/Tokyo", ("2026-02-14T20:30:00Z", "2026-02-15T15:30:00Z"), date(2026, 2, 15)),
]
_CLOCK: Final = r"(?![T ]\d\d:)"  # a moment, to the minute, has the date of its clock
_LAST_MOMENT: Final = re.compile(r"DTEND\S+")  # of a date in a calendar, which is the next midnight
SAY_IT: Final = {
    *(
        "/",
        "/history",
        "/history.csv",
        "/evenings/{day}",
        "/evenings/{day}.txt",
        "/bin",
        "/matches/over/about",
    ),
    *(
        "/players",
        "/players.csv",
        "/players/{player}",
        "/players/{player}.csv",
        "/figures",
        "/history?since={day}",
    ),
    *("/leagues/ours", "/leagues/ours/matches", "/leagues/ours/table.ics", "/leagues/ours/table.txt"),
    *(
        "/matches/over/sheet",
        "/matches/over/sheet?paper=a4",
        "/matches/over/sheet.txt",
        "/matches/over/sheet.pdf",
    ),
    *("/matches/over/sheet.xlsx", "/matches/goes-on/sheet.txt", "/bin/matches/binned/deletion"),
}


@pytest.fixture(params=EVENINGS, ids=lambda evening: evening[0])
def evening(request: pytest.FixtureRequest, installation: Installation) -> Iterator[date]:
    """The day of an installation that has one evening alone, with a league of that day: a match that is over,
    one that goes on, one in the bin."""
    zone, (first, second), evening = request.param
    with computer_in("Europe/Warsaw"):
        shelf = Shelf(installation)
        for id_, at, wins in (("over", first, 0), ("binned", first, 1), ("goes-on", second, None)):
            shelf.match(id_, "Anna", "Ben", at=at, wins=wins, zone=zone)
        shelf.discard("binned")
        with closing(installation.open_store()) as store:
            league = League("ours", name="Ours", since=evening, until=evening, dates=(Meeting(evening),))
            store.documents.put(KIND, "ours", 0, as_value(league))
        yield evening


def test_every_page_and_every_file_says_the_same_day(
    app: Flask, installation: Installation, player: Player, evening: date
) -> None:
    days = {}
    for address in _addresses(app, installation, evening):
        answer = player.client.get(address)
        if answer.status_code == 200:
            days[address] = _days(answer)
        answer.close()
    assert {address: said - {evening} for address, said in days.items() if said - {evening}} == {}
    expected = {address.format(day=evening, player=id_of("Anna")) for address in SAY_IT}
    assert {address for address in expected if not days.get(address)} == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_so_does_every_language(player: Player, evening: date, language: str) -> None:
    for address in (
        "/history",
        f"/evenings/{evening}.txt",
        "/matches/over/sheet.txt",
        "/matches/over/sheet.pdf",
    ):
        answer = player.client.get(address, headers={"Accept-Language": language})
        assert _days(answer, language) == {evening}, address


def test_so_do_the_commands(installation: Installation, player: Player, evening: date) -> None:
    record = player.client.get("/matches/over/record.json").text
    for written in (
        run("export", "--instance", installation.folder).stdout,
        run("sheet", "-", "--as", "text", text=record).stdout,
    ):
        assert _days_of(written) == {evening}


def _addresses(app: Flask, installation: Installation, evening: date) -> list[str]:
    """Every address that people open, with each value that a part of it can have here."""
    links = link(installation, "over")
    values = {
        "match_id": ["over", "goes-on"],
        "day": [str(evening)],
        "ending": ["ics", *sorted(form.ending for form in FORMS.values())],
        "player_id": [id_of("Anna")],
        "league_id": ["ours"],
        "link_id": [links["link"]],
        "code": [links["code"]],
        "kind": ["matches"],
        "binned": ["binned"],
        "name": ["dutch"],
        "number": ["1"],
        "seat": ["0"],
        "card_id": ["11B"],
        "key": ["match.rounds"],
        "typed": ["x"],
    }
    found = [f"/history?since={evening}", f"/history?until={evening}", "/matches/over/sheet?paper=a4"]
    for rule in app.url_map.iter_rules():
        if (
            "GET" in (rule.methods or ())
            and rule.endpoint not in FILES
            and NEEDED[rule.endpoint] is not Right.PROGRAM
        ):
            found += _filled(re.sub(r"<\w+:", "<", rule.rule), values)
    return found


def _filled(address: str, values: dict[str, list[str]]) -> list[str]:
    part = re.search(r"<(\w+)>", address)
    if part is None:
        return [address]
    return [full for value in values[part[1]] for full in _filled(address.replace(part[0], value), values)]


def _days(answer: TestResponse, language: str = "en") -> set[date]:
    """The days about that evening that a page or a file says."""
    if answer.mimetype == "application/pdf":
        return _days_of(pdf_text(answer.data), language)
    if answer.data.startswith(b"PK"):
        with ZipFile(io.BytesIO(answer.data)) as book:
            return _days_of(" ".join(book.read(part).decode() for part in book.namelist()), language)
    return _days_of(unescape(answer.text), language) if answer.mimetype != "image/png" else set()


def _days_of(text: str, language: str = "en") -> set[date]:
    plain, close = unquote(_LAST_MOMENT.sub("", text)), squeezed(text)
    return {
        near
        for near in (date(2026, 2, number) for number in range(12, 18))
        if re.search(rf"{near}{_CLOCK}|\b{near:%Y%m%d}\b", plain)
        or any(squeezed(words(near, language)) in close for words in (day, weekday))
    }
