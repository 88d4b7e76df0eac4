"""About a match. Its place and a note beside it: written by anybody at the table, lost by nobody."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask

from scorekeeper.installation import Installation

from .fixtures import Table
from .forms import Form
from .guests import code_of, guest
from .player import Page, Player
from .stored_matches import Shelf


@pytest.fixture
def shelf(installation: Installation) -> Shelf:
    return Shelf(installation)


def form_of(player: Player, notepad: Page) -> Form:
    return player.open(player.open(notepad.path).link("About this match")).form("/about")


def test_a_place_and_a_note_are_shown_with_the_match_wherever_it_is(player: Player, table: Table) -> None:
    notepad = table.score(table.begin(), 0, "01B 03B 08B")
    saved = player.send(form_of(player, notepad).fill(place="Kraków", note="First snow.\nBen was late."))
    assert saved.path == notepad.path
    assert "The place and the note were saved." in saved.text
    for address in (notepad.path, f"{notepad.path}/sheet", f"{notepad.path}/sheet?paper=a4", "/history"):
        page = player.open(address)
        assert "Kraków" in page.text
        assert "First snow. Ben was late." in page.text
    again = form_of(player, notepad)
    assert (again["place"], (again["note"] or "").strip()) == ("Kraków", "First snow.\nBen was late.")


def test_it_leads_to_names_the_big_display_and_the_record_and_deletes(player: Player, table: Table) -> None:
    over = table.score(table.begin(rounds=1), 0, "01B 03B 08B")
    about = player.open(over.link("About this match"))
    assert "Who sat" not in player.open(about.link("Who played")).text
    assert about.main.partition(" ")[2].partition(" ")[2].partition(" ")[2] == (
        "Where? Notes Save Who played if somebody else played Big display for a screen beside the table "
        "Save the match for the app on another computer Delete the match"
    )
    assert about.leads(over.path) == {
        "Who played if somebody else played": "/players",
        "Big display for a screen beside the table": "/screen",
        "Save the match for the app on another computer": "/record.json",
        "Delete the match": "/deletion",
    }
    assert "Delete the match of Anna, Ben?" in player.open(about.link("Delete the match")).text


@pytest.mark.parametrize("role", ["viewer", "scorer"])
def test_a_guest_reads_about_the_match_and_deletes_nothing(
    app: Flask, installation: Installation, shelf: Shelf, role: str
) -> None:
    address = shelf.match("first", "Anna", "Ben")
    shelf.remark("first", place="Kraków", note="First snow.")
    page = guest(app, code_of(installation, role, "first")).open(f"{address}/about")
    own = "Where? Kraków First snow." if role == "viewer" else "Where? Notes First snow. Save"
    assert page.main == (
        f"Feb 14, 2026 {own} Big display for a screen beside the table "
        "Save the match for the app on another computer"
    )


def test_places_used_before_are_suggested_the_latest_first(player: Player, shelf: Shelf) -> None:
    for number, place in enumerate(("Kraków", "<Grandmother>", "Kraków", "")):
        shelf.match(f"m{number}", "Anna", "Ben", at=f"2026-02-1{number}T19:00:00Z")
        shelf.remark(f"m{number}", place=place)
    page = player.open("/matches/m3/about")
    offered = page.html.partition('<datalist id="places">')[2].partition("</datalist>")[0]
    assert offered.index("Kraków") < offered.index("&lt;Grandmother&gt;")
    assert offered.count("<option") == 2


def test_of_two_phones_the_second_sees_what_the_first_wrote_and_keeps_what_it_typed(
    player: Player, table: Table, phone: Callable[[], Player]
) -> None:
    notepad = table.begin()
    other = phone()
    mine, theirs = form_of(player, notepad), form_of(other, notepad)
    other.send(theirs.fill(place="Gdańsk", note="theirs"))
    page = player.send(mine.fill(place="Kraków", note="mine"))
    assert page.status == 409
    assert "Somebody else has changed this in the meantime." in page.text
    assert "What is there now Where? Gdańsk theirs Where? Notes mine Replace it with mine" in page.text
    form = page.form("/about")
    assert (form["place"], (form["note"] or "").strip()) == ("Kraków", "mine")
    assert "Gdańsk" in player.open(notepad.path).text
    assert "Kraków" in player.send(form).text
    assert "theirs" not in player.open(notepad.path).text
    other.send(form_of(other, notepad).fill(place="", note=""))
    again = player.send(form.fill(place="Łódź"))
    assert "What is there now Nothing Where?" in again.text


def test_a_form_that_was_refused_still_notices_what_came_in(player: Player, table: Table) -> None:
    notepad = table.begin()
    long, first = form_of(player, notepad).fill(place="x" * 81), form_of(player, notepad).fill(place="Kraków")
    player.send(first)
    refused = player.send(long)
    assert refused.status == 422
    late = player.send(refused.form("/about").fill(place="Łódź"))
    assert (late.status, "Kraków" in late.main) == (409, True)


def test_a_double_tap_saves_once(player: Player, table: Table) -> None:
    notepad = table.begin()
    form = form_of(player, notepad).fill(place="Kraków")
    assert [player.send(form).path for _ in range(2)] == [notepad.path] * 2


def test_what_others_keep_beside_the_match_stays(player: Player, shelf: Shelf) -> None:
    address = shelf.match("first", "Anna", "Ben")
    shelf.remark("first", seats=["anna", ""], place="Kraków")
    page = player.open(f"{address}/about")
    player.send(page.form("/about").fill(place="", note="a note"))
    store = shelf.store()
    document = store.documents.get("match", "first")
    store.close()
    assert document is not None
    assert document.value == {"seats": ["anna", ""], "note": "a note"}


def test_a_form_without_a_note_is_one_with_an_empty_note(player: Player, shelf: Shelf) -> None:
    address = shelf.match("first", "Anna", "Ben")
    shelf.remark("first", place="Kraków", note="a note")
    page = player.send(player.open(f"{address}/about").form("/about").force("note"))
    assert (page.path, page.status) == (address, 200)
    form = player.open(f"{address}/about").form("/about")
    assert (form["place"], form["note"]) == ("Kraków", "")


def test_emptied_remarks_are_gone(player: Player, shelf: Shelf) -> None:
    address = shelf.match("first", "Anna", "Ben")
    for place in ("Kraków", ""):
        player.send(player.open(f"{address}/about").form("/about").fill(place=place))
    store = shelf.store()
    assert store.documents.all("match") == {}
    store.close()


@pytest.mark.parametrize(
    ("name", "typed", "kept"),
    [
        ("place", "x" * 80, "x" * 80),
        ("place", " Łódź \u202e\u0007 🎴 ", "Łódź 🎴"),
        ("place", "בית של סבתא", "בית של סבתא"),
        ("place", "a\nb", "a b"),
        ("note", "x" * 2000, "x" * 2000),
        ("note", "🎴" * 2000, "🎴" * 2000),
        ("note", "  one\r\n\r\ntwo\u2028three\u200b \n\n", "one\n\ntwo\nthree"),
        ("note", "\u202eevil\u202c", "evil"),
        ("note", "\u200b\n\u2800", ""),
        ("note", "<b>&amp;</b>", "<b>&amp;</b>"),
    ],
)
def test_strange_text_is_kept_as_it_can_be_read(
    player: Player, shelf: Shelf, name: str, typed: str, kept: str
) -> None:
    address = shelf.match("first", "Anna", "Ben")
    page = player.send(player.open(f"{address}/about").form("/about").force(name, typed))
    assert page.status == 200
    store = shelf.store()
    document = store.documents.get("match", "first")
    store.close()
    assert (document.value[name] if document else "") == kept
    assert " ".join(kept.split()) in player.open("/history").text


@pytest.mark.parametrize(
    ("name", "typed"), [("place", "x" * 81), ("note", "x" * 2001), ("note", "x\n" * 1001 + "y")]
)
def test_what_is_too_long_is_refused_and_stays_in_the_form(
    player: Player, shelf: Shelf, name: str, typed: str
) -> None:
    address = shelf.match("first", "Anna", "Ben")
    form = player.open(f"{address}/about").form("/about").fill(place="p", note="n").force(name, typed)
    page = player.send(form)
    assert page.status == 422
    assert "That is too long" in page.beside(name)
    assert (page.form("/about")[name] or "").removeprefix("\n") == typed
    assert player.open(address).text.count("x" * 80) == 0


@pytest.mark.parametrize("version", ["", "-1", "x", "1000000000"])
def test_a_version_that_is_no_number_is_refused(player: Player, shelf: Shelf, version: str) -> None:
    address = shelf.match("first", "Anna", "Ben")
    shelf.remark("first", place="Kraków")
    form = player.open(f"{address}/about").form("/about").fill(place="Łódź").force("version", version)
    assert player.send(form).status in (409, 422)
    assert "Kraków" in player.open(address).text


def test_a_match_that_is_not_there_has_no_remarks(player: Player, shelf: Shelf) -> None:
    address = shelf.match("first", "Anna", "Ben")
    form = player.open(f"{address}/about").form("/about").fill(place="Kraków")
    shelf.discard("first")
    assert player.open(f"{address}/about").status == 404
    assert "This match is in the bin" in player.send(form).text
    store = shelf.store()
    assert store.documents.all("match") == {}
    store.close()
    assert player.open("/matches/nope/about").status == 404
