"""The day of a match: that of its table, and the same one on every page and in every file."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from contextlib import closing
from datetime import date, timedelta
from html import unescape
from pathlib import Path
from typing import Final
from urllib.parse import parse_qs, urlsplit
from zipfile import ZipFile

import pytest
from cli.running import run
from clocks import computer_in
from flask import Flask

from scorekeeper.archive.archive import Archive
from scorekeeper.archive.players import id_of
from scorekeeper.installation import Installation
from scorekeeper.koikoi.match.events import LONGEST_ZONE
from scorekeeper.languages import day as in_words
from scorekeeper.times import HERE, clock

from .fixtures import Table, serve
from .guests import code_of, guest, tonight
from .pdf_text import squeezed
from .pdf_text import text as pdf_text
from .player import Page, Player
from .stored_matches import Shelf

WARSAW, TOKYO, LOS_ANGELES = "Europe/Warsaw", "Asia/Tokyo", "America/Los_Angeles"
# In which zone a match of an evening was begun, when, what clocks showed there, and its day.
BEGUN: Final = [
    (LOS_ANGELES, "2026-02-15T03:30:00Z", "2026-02-14 19:30", "2026-02-14"),  # 4:30 in Warsaw
    (LOS_ANGELES, "2026-02-15T05:30:00Z", "2026-02-14 21:30", "2026-02-14"),  # 6:30 on the next morning
    (LOS_ANGELES, "2026-02-15T10:30:00Z", "2026-02-15 02:30", "2026-02-14"),
    (TOKYO, "2026-02-14T20:30:00Z", "2026-02-15 05:30", "2026-02-15"),  # 21:30 on the evening before
    (TOKYO, "2026-02-15T04:30:00Z", "2026-02-15 13:30", "2026-02-15"),
    (TOKYO, "2026-02-15T15:30:00Z", "2026-02-16 00:30", "2026-02-15"),
    ("", "2026-02-15T03:30:00Z", "2026-02-15 04:30", "2026-02-14"),
    ("Mars/Olympus_Mons", "2026-02-15T04:30:00Z", "2026-02-15 05:30", "2026-02-15"),
]
ANNA: Final = id_of("Anna")


@pytest.fixture(autouse=True)
def in_warsaw(app: Flask) -> Iterator[None]:
    """The computer of the app; the archive of another test knows the days of another one."""
    with computer_in(WARSAW):
        yield


@pytest.fixture
def shelf(installation: Installation) -> Shelf:
    return Shelf(installation)


@pytest.fixture(params=BEGUN, ids=lambda begun: f"{begun[0] or 'none'} {begun[1]}")
def begun(request: pytest.FixtureRequest, shelf: Shelf) -> tuple[str, str, str]:
    """An evening of two matches; its day, what the clocks of the table showed, and the zone."""
    zone, at, shown, day = request.param
    for number, id_ in enumerate(("first", "second")):
        shelf.match(id_, "Anna", "Ben", at=f"{at[:17]}0{number}Z", **({"zone": zone} if zone else {}))
    return day, shown, zone


def days(page: Page) -> set[str]:
    """Every day that a page shows."""
    assert page.status == 200, page.text
    return set(re.findall(r'<time datetime="([^"]+)"', page.html))


def found(page: Page) -> list[str]:
    """The ids of the matches that a page lists, in its order."""
    return re.findall(r'<li><a href="/matches/([\w-]+)"', page.html)


def rows(player: Player, address: str) -> list[dict[str, str]]:
    written = player.client.get(address).get_data(as_text=True)
    return list(csv.DictReader(io.StringIO(written.lstrip("\ufeff"))))


def test_every_page_shows_the_same_day(begun: tuple[str, str, str], player: Player) -> None:
    day, *_ = begun
    league = player.send(
        player.open("/leagues/new").form("/leagues").fill(name="Spring", since=day, until=day)
    )
    pages = [
        *("/", "/history", f"/history?since={day}&until={day}", f"/evenings/{day}", "/players", "/figures"),
        *(
            f"/players/{ANNA}",
            "/matches/first/about",
            "/matches/first/sheet",
            "/matches/first/sheet?paper=a4",
            "/matches/first/sheet?rounds=all",
        ),
        *(league.path, f"{league.path}/matches"),
    ]
    assert {address: days(player.open(address)) for address in pages} == {address: {day} for address in pages}
    assert len(player.open(f"/evenings/{day}").all("ul", "matches over")[0].split("Scoresheet")) == 3
    assert "2 matches" in player.open(f"{league.path}/matches").text  # both count in the league
    for address in (f"/history?until={day}", f"/history?since={day}"):
        assert "2 matches" in player.open(address).text, address
    assert player.open("/matches/first").link("The whole evening") == f"/evenings/{day}"


@pytest.mark.parametrize("other", [-1, 1])
def test_no_other_day_has_the_match(begun: tuple[str, str, str], player: Player, other: int) -> None:
    near = date.fromordinal(date.fromisoformat(begun[0]).toordinal() + other)
    assert "Nobody played on this evening." in player.open(f"/evenings/{near}").text
    assert rows(player, f"/history.csv?since={near}&until={near}") == []


def test_every_file_says_the_same_day(
    begun: tuple[str, str, str], player: Player, installation: Installation
) -> None:
    day, shown, _ = begun
    words, get = in_words(date.fromisoformat(day), "en"), player.client.get
    assert [(row["Evening"], row["Started at"]) for row in rows(player, "/history.csv")] == [(day, shown)] * 2
    assert {row["Last match"] for row in rows(player, "/players.csv")} == {day}
    after = [row for row in rows(player, f"/players/{ANNA}.csv") if "after a match" in row["What"]]
    assert [row["Name"] for row in after] == [day, day]
    assert words.partition(",")[0] in get(f"/evenings/{day}.txt").text.splitlines()[0]
    sheet = "/matches/first/sheet"
    assert words in get(f"{sheet}.txt").text
    assert squeezed(words) in pdf_text(get(f"{sheet}.pdf").data)
    with ZipFile(io.BytesIO(get(f"{sheet}.xlsx").data)) as book:
        assert words in book.read("xl/sharedStrings.xml").decode()
    assert get(f"{sheet}.png").status_code == 200
    listed = run("export", "--instance", installation.folder).stdout
    assert re.findall(r"  (\S*)  Anna, Ben", listed) == [day, day]


def test_bg_stats_shows_it_on_the_same_day(begun: tuple[str, str, str], player: Player) -> None:
    """By the clock of the phone at that table. What began after midnight has the end of the evening."""
    day, shown, zone = begun
    link = next(href for href, _ in player.open("/matches/first/sheet").links if "bgstats" in href)
    play = json.loads(parse_qs(urlsplit(unescape(link)).query)["data"][0])
    with computer_in(zone if zone in (TOKYO, LOS_ANGELES) else WARSAW):
        there = clock(play["playDate"], HERE)
    assert f"{there:%Y-%m-%d}" == day
    assert f"{there:%H:%M}" == (shown[11:] if shown.startswith(day) else "23:59")


def test_a_file_takes_the_day_along(
    begun: tuple[str, str, str], player: Player, app: Flask, tmp_path: Path
) -> None:
    day, _, zone = begun
    written = player.client.get("/matches/first/record.json").data
    assert (b'"zone"' in written) == bool(zone)
    other = Installation(tmp_path / "other")
    serve(app, other)
    host = guest(app, code_of(other, "host"))
    preview = host.send(host.open("/records/new").form("/records/preview"), file=(written, "match.json"))
    assert days(preview) == {day}
    host.send(preview.form("/records"))
    assert days(host.open("/history")) == {day}
    assert host.client.get("/matches/start/record.json").status_code == 404  # it has an id of its own
    assert json.loads(run("tally", "-", text=written).stdout)["winners"] == [0]


def test_the_bin_says_the_same_day(begun: tuple[str, str, str], player: Player, shelf: Shelf) -> None:
    shelf.discard("first")
    page = player.open("/bin")
    assert days(page) - {begun[0]} and begun[0] in days(page)
    assert days(player.open("/bin/matches/first/deletion")) == {begun[0]}


def test_matches_of_one_evening_stand_together_in_whatever_zones_they_were_begun(
    shelf: Shelf, player: Player
) -> None:
    """In the order of the moments two evenings of Los Angeles and Tokyo would lie between each other."""
    for id_, zone, at in (
        ("west 1", LOS_ANGELES, "2026-02-15T02:00:00Z"),
        ("east 1", TOKYO, "2026-02-15T03:00:00Z"),
        ("west 2", LOS_ANGELES, "2026-02-15T07:00:00Z"),
        ("east 2", TOKYO, "2026-02-15T11:00:00Z"),
    ):
        shelf.match(id_.replace(" ", "-"), "Anna", "Ben", at=at, zone=zone)
    page = player.open("/history")
    assert found(page) == [
        "east-2",
        "east-1",
        "west-2",
        "west-1",
    ]
    assert re.findall(r'<time datetime="([^"]+)"', page.html) == ["2026-02-15", "2026-02-14"]


def test_a_list_goes_on_after_a_match_that_was_deleted_meanwhile(shelf: Shelf, player: Player) -> None:
    for number in range(23):
        zone, at = ((LOS_ANGELES, "2026-02-15T07"), (TOKYO, "2026-02-15T03"))[number % 2]
        shelf.match(f"m{number:02}", "Anna", "Ben", at=f"{at}:{number:02}:00Z", zone=zone)
    first = player.open("/history")
    shown = found(first)
    older = first.link("Older matches")
    shelf.discard(shown[-1])
    rest = found(player.open(older))
    assert sorted(shown + rest) == [f"m{number:02}" for number in range(23)]


def test_what_is_kept_of_a_match_holds_no_day(shelf: Shelf, player: Player) -> None:
    """Without a zone the day is that of the computer, also when it comes into another zone."""
    shelf.match("first", "Anna", "Ben", at="2026-02-15T04:30:00Z")
    assert days(player.open("/history")) == {"2026-02-15"}
    with computer_in(LOS_ANGELES), closing(shelf.store()) as store:
        archive = Archive(player.client.application.extensions["archive"].version)
        (match,) = archive.view("again", store, lambda id_: pytest.fail(f"{id_} was replayed")).matches
        assert match.evening == date(2026, 2, 14)


@pytest.mark.parametrize(("now", "is_past"), [("2026-02-14", False), ("2026-02-15", True)])
def test_a_date_of_a_league_is_past_from_the_day_after_it(
    player: Player, monkeypatch: pytest.MonkeyPatch, now: str, is_past: bool
) -> None:
    monkeypatch.setattr("scorekeeper.web.leagues.views.tonight", lambda: date.fromisoformat(now))
    league = player.send(player.open("/leagues/new").form("/leagues").fill(name="Spring")).path
    player.send(player.open(league).form("/dates").fill(day="2026-02-14", text="at Cleo's"))
    page = player.open(league)
    assert page.text.count("at Cleo's") == 1
    assert ("Past dates 1" in page.text, "None so far." in page.text) == (is_past, is_past)


# --- a match is begun in the zone of the phone


def zone_of(player: Player, notepad: Page) -> str | None:
    record = player.client.get(f"{notepad.path}/record.json").json
    assert record is not None
    zone: str | None = record["events"][0].get("zone")
    return zone


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        *((TOKYO, TOKYO), (f" {TOKYO}\u200b", TOKYO), ("Mars/Olympus_Mons", "Mars/Olympus_Mons")),
        *(("", WARSAW), (" ", WARSAW), (None, WARSAW)),  # without a script: that of the computer
        *(("A" * LONGEST_ZONE, "A" * LONGEST_ZONE), ("A" * (LONGEST_ZONE + 1), WARSAW)),
        ("<b>", "<b>"),
    ],
)
@pytest.mark.parametrize("way", ["form", "rematch"])
def test_a_match_knows_the_zone_in_which_it_was_begun(
    player: Player, table: Table, sent: str | None, kept: str, way: str
) -> None:
    if way == "form":
        form = player.open("/matches/new").form("/matches").fill(name_0="Anna", name_1="Ben")
    else:
        form = table.score(table.begin(rounds=1), 0, "01B 03B 08B").form("/rematches")
    assert form["zone"] == ""
    if sent is None:
        form.controls = [control for control in form.controls if control.name != "zone"]
    else:
        form["zone"] = sent
    notepad = player.send(form)
    assert notepad.status == 200, notepad.text
    assert zone_of(player, notepad) == kept
    assert player.send(form).path == notepad.path  # a double tap


@pytest.mark.parametrize("computer", ["", "CET-1CEST", "Mars/Olympus_Mons"])
def test_where_nobody_knows_the_zone_a_match_has_none(player: Player, computer: str) -> None:
    form = player.open("/matches/new").form("/matches").fill(name_0="Anna", name_1="Ben")
    with computer_in(computer):
        assert zone_of(player, player.send(form)) is None


def test_a_rematch_in_another_zone_has_that_one(player: Player, table: Table) -> None:
    form = player.open("/matches/new").form("/matches").fill(name_0="Anna", name_1="Ben")
    form["zone"], form["rounds"] = TOKYO, "3"
    notepad = player.send(form)
    for _ in range(3):
        notepad = table.score(notepad, 0, "01B 03B 08B")
    again = notepad.form("/rematches")
    again["zone"] = LOS_ANGELES
    assert [zone_of(player, page) for page in (notepad, player.send(again))] == [TOKYO, LOS_ANGELES]


# --- rights are of the zone of the computer


@pytest.mark.parametrize("zone", [TOKYO, LOS_ANGELES, "Pacific/Kiritimati", "Pacific/Pago_Pago"])
def test_the_link_of_an_evening_opens_what_was_begun_on_it_here(
    app: Flask, installation: Installation, shelf: Shelf, zone: str
) -> None:
    """Whatever zone a phone says, no match of another evening comes into it, and none of this one is lost."""
    inside = (
        "2026-02-14T04:00:00Z",
        "2026-02-14T19:00:00Z",
        "2026-02-15T03:59:00Z",
    )  # 5:00 to 4:59 in Warsaw
    outside = ("2026-02-14T03:59:00Z", "2026-02-15T04:00:00Z")
    for number, at in enumerate((*inside, *outside)):
        shelf.match(f"m{number}", "Anna", "Ben", at=at, zone=zone)
    phone = guest(app, code_of(installation, "scorer", evening=date(2026, 2, 14)))
    assert [phone.open(f"/matches/m{number}").status for number in range(5)] == [200, 200, 200, 403, 403]
    assert sorted(found(phone.open("/"))) == sorted(found(phone.open("/evenings/2026-02-14")))
    assert sorted(found(phone.open("/"))) == ["m0", "m1", "m2"]
    assert phone.open("/evenings/2026-02-14.txt").text.count("Anna won") == 3
    for day in (13, 15):
        assert phone.open(f"/evenings/2026-02-{day}").status == 403


@pytest.mark.parametrize("zone", [TOKYO, LOS_ANGELES, "Pacific/Kiritimati", "Pacific/Pago_Pago"])
def test_a_guest_begins_matches_on_the_evening_of_the_computer(
    app: Flask, installation: Installation, shelf: Shelf, zone: str
) -> None:
    begun = []
    for away in (-1, 0, 1):
        phone = guest(app, code_of(installation, "scorer", evening=tonight() + timedelta(days=away)))
        sent = {"name-0": "Anna", "name-1": "Ben", "ruleset": "dutch", "zone": zone}
        token = phone.open("/phone").form("/phone")["csrf_token"]
        begun.append(phone.client.post("/matches", data={**sent, "csrf_token": token}).status_code)
    assert begun == [403, 303, 403]
