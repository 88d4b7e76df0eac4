"""Who is who, said on the pages: renamed, the same person, archived, on another seat."""

from __future__ import annotations

from contextlib import closing

import pytest
from flask import Flask

from scorekeeper.archive.players import id_of
from scorekeeper.installation import Installation

from .fixtures import Table
from .one_round import ANNA, BEN, won
from .player import Page, Player
from .stored_matches import events_of

ANIA = id_of("Ania")


@pytest.fixture
def page(player: Player, table: Table) -> Page:
    """The page of Anna, who played one match; so did Ania."""
    won(table, "Ania", "Ben")
    won(table, "Anna", "Ben")
    return player.open(f"/players/{ANNA}")


def rename(player: Player, page: Page, name: str) -> Page:
    return player.send(page.form("/name").fill(name=name))


def merge(player: Player, page: Page, into: str) -> Page:
    form = next(form for form in page.forms if form.action.endswith("/merger") and "into" in form)
    return player.send(form.fill(into=into))


def sure(player: Player, page: Page) -> Page:
    return player.send(page.form("/merger"), "sure=yes")


def test_a_player_is_renamed_and_the_scoresheets_keep_their_name(player: Player, page: Page) -> None:
    page = rename(player, page, "Hanna")
    assert (page.status, page.path) == (200, f"/players/{ANNA}")
    assert page.words_of("results") == "1 finished match"
    assert "<h1>Hanna" in page.html
    assert "Hanna" in player.open("/players").text
    assert "Anna – Ben" in player.open("/").text
    assert player.open(f"/players/{id_of('Hanna')}").url == f"/players/{ANNA}"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("", "Every player needs a name."),
        ("\u200b", "Every player needs a name."),
        ("x" * 41, "A name may have at most 40 characters."),
    ],
)
def test_a_name_that_nobody_may_have_is_refused(player: Player, page: Page, name: str, said: str) -> None:
    page = rename(player, page, name)
    assert page.status == 422
    assert page.beside("name") == said
    assert page.form("/name")["name"] == name.strip("\u200b")


def test_the_name_of_another_player_offers_to_merge_them(player: Player, page: Page) -> None:
    page = rename(player, page, "ANIA")
    assert page.status == 422
    assert page.beside("name") == "Another player is already called Ania."
    assert page.link("already called Ania") == "#error-name"
    assert page.form("/name")["name"] == "ANIA"
    page = player.send(page.form("/merger"), f"into={ANIA}")
    assert "1 match of Anna will count for Ania; the scoresheets stay as they are." in page.text
    page = sure(player, page)
    assert page.url == f"/players/{ANIA}"
    assert "Anna now counts as Ania." in page.text
    assert "2 finished matches" in page.text


def test_two_names_are_said_to_be_one_person_and_separated_again(player: Player, page: Page) -> None:
    asked = merge(player, page, ANIA)
    assert player.open(f"/players/{ANIA}").words_of("results") == "1 finished match"  # only asked so far
    assert asked.link("Cancel") == f"/players/{ANNA}"
    page = sure(player, asked)
    assert "also: Anna" in page.text
    assert player.open(f"/players/{ANNA}").url == f"/players/{ANIA}"
    again = sure(player, asked)  # a double tap
    assert again.url == f"/players/{ANIA}"
    page = player.send(page.form("/separation"))
    assert (page.status, page.url) == (200, f"/players/{ANIA}")
    assert "Anna and Ania are two players again." in page.text
    assert "also:" not in page.text
    assert player.open(f"/players/{ANNA}").url == f"/players/{ANNA}"


def test_a_separation_sent_twice_is_done_once(player: Player, page: Page) -> None:
    page = sure(player, merge(player, page, ANIA))
    form = page.form("/separation")
    assert player.send(form).url == f"/players/{ANIA}"
    assert player.send(form).url == f"/players/{ANNA}"


@pytest.mark.parametrize(
    ("into", "said"),
    [
        ("", "Choose the other player."),
        ("nope", "Choose the other player."),
        (ANNA, "That is the same player."),
        (BEN, "Anna and Ben played against each other, so they are two people. If a name in that match is "
              "wrong, correct it there first."),
    ],
)  # fmt: skip
def test_a_merger_that_cannot_be_is_refused(player: Player, page: Page, into: str, said: str) -> None:
    form = next(form for form in page.forms if form.action.endswith("/merger"))
    page = player.send(form.force("into", into))
    assert page.status == 422
    assert page.beside("into") == said


def test_a_player_is_archived_and_brought_back(player: Player, page: Page) -> None:
    page = player.send(page.forms[-1], "archived=yes")
    assert "<small>Archived</small>" in page.html
    page = player.send(page.form("/marks"), "guest=yes")
    assert "<small>Guest\N{NO-BREAK SPACE}· Archived</small>" in page.html
    page = player.send(page.forms[-1], "archived=no")
    assert "<small>Guest</small>" in page.html
    page = player.send(page.form("/marks"), "guest=no")
    assert "<small>" not in page.html.partition("</header>")[0].partition("<h1>")[2].partition("</h1>")[0]


def test_a_second_phone_gets_the_page_again_with_what_it_typed(player: Player, page: Page) -> None:
    rename(player, page, "Hanna")
    late = rename(player, page, "Johanna")
    assert late.status == 409
    assert "Somebody else has changed this in the meantime." in late.beside("name")
    assert late.form("/name")["name"] == "Johanna"
    assert "<h1>Hanna" in late.html
    assert "<h1>Johanna" in rename(player, late, "Johanna").html


def test_a_second_phone_that_merges_or_marks_gets_the_page_again(player: Player, page: Page) -> None:
    asked = merge(player, page, ANIA)
    rename(player, page, "Hanna")
    late = sure(player, asked)
    assert late.status == 409
    assert "Somebody else has changed this" in late.beside("into")
    late = player.send(page.form("/marks"), "guest=yes")
    assert late.status == 409
    assert "Somebody else has changed this" in late.text
    assert "<small>Guest" in player.send(late.form("/marks"), "guest=yes").html


def test_the_same_name_sent_twice_is_saved_once(player: Player, page: Page) -> None:
    for _ in range(2):
        assert rename(player, page, "Hanna").status == 200


def test_who_played_sent_twice_is_saved_once(player: Player, table: Table) -> None:
    form = player.open(f"{won(table, 'Anna', 'Ben').path}/players").form("/players").fill(name_0="Hanna")
    for _ in range(2):
        assert player.send(form).status == 200


def test_a_separation_by_a_page_that_is_out_of_date_is_refused(player: Player, page: Page) -> None:
    page = sure(player, merge(player, page, ANIA))
    late = player.send(page.form("/separation").force("version", "7"))
    assert late.status == 409
    assert "Somebody else has changed this" in late.text
    assert "also: Anna" in late.text


def test_in_one_match_a_name_was_somebody_else(player: Player, table: Table, page: Page) -> None:
    notepad = won(table, "Anna", "Ben")
    seats = player.open(player.open(notepad.link("About this match")).link("Who played"))
    form = seats.form("/players")
    assert (form["name-0"], form["name-1"]) == ("Anna", "Ben")
    seats = player.send(form.fill(name_0="Anna K."))
    assert "Saved. The scoresheet keeps its names." in seats.text
    assert player.open(seats.link("The page of Anna K.")).words_of("results") == "1 finished match"
    assert player.open(f"/players/{ANNA}").words_of("results") == "1 finished match"
    assert "Anna – Ben" in player.open(notepad.path).text
    seats = player.send(seats.form("/players"), "undo=0")
    assert seats.form("/players")["name-0"] == "Anna"
    assert player.open(f"/players/{ANNA}").words_of("results") == "2 finished matches"
    assert not seats.form("/players").presses("undo")


@pytest.mark.parametrize(
    ("name", "said"), [("", "Every player needs a name."), ("ben", "Ben already sits in this match.")]
)
def test_a_seat_that_cannot_be_is_refused_with_what_was_typed(
    player: Player, table: Table, page: Page, name: str, said: str
) -> None:
    notepad = won(table, "Anna", "Ben", "Cleo")
    seats = player.open(f"{notepad.path}/players")
    seats = player.send(seats.form("/players").fill(name_2=name))
    assert seats.status == 422
    assert seats.beside("name-2") == said
    assert seats.form("/players")["name-2"] == name


def test_two_phones_that_say_who_played(player: Player, table: Table) -> None:
    seats = player.open(f"{won(table, 'Anna', 'Ben').path}/players")
    player.send(seats.form("/players").fill(name_0="Hanna"))
    late = player.send(seats.form("/players").fill(name_1="Bernd"))
    assert late.status == 409
    assert "Somebody else has changed this" in late.text
    assert late.form("/players")["name-1"] == "Bernd"
    again = player.send(late.form("/players").fill(name_0="Hanna"))
    assert [again.form("/players")[f"name-{seat}"] for seat in (0, 1)] == ["Hanna", "Bernd"]


def test_a_match_that_is_not_there_has_no_players(player: Player) -> None:
    for address in ("/matches/nope/players", "/matches/nope/players/0"):
        assert player.open(address).status == 404


def test_of_a_match_that_cannot_be_read_it_says_why(
    player: Player, table: Table, installation: Installation
) -> None:
    (event,) = events_of(installation, table.begin())
    with closing(installation.open_store()) as store:
        store.create("damaged", [{**event, "dealer": 9}])
    for address in ("/matches/damaged/players", "/matches/damaged/players/0", "/matches/damaged"):
        page = player.open(address)
        assert page.status == 422
        assert page.main == (
            "That is not possible match-started: the field “dealer” is not possible (Expected int <= 3). "
            "Go to the matches"
        )


def test_who_played_is_known_while_other_matches_are_still_to_be_counted(
    app: Flask, installation: Installation, player: Player, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As right after an update of the app: whichever match is asked for is counted first."""
    ids = [won(table, name, "Ben").path.removeprefix("/matches/") for name in ("Anna", "Cleo", "Dan")]
    monkeypatch.setattr("scorekeeper.archive.archive._PATIENCE", 0.0)
    monkeypatch.setattr("scorekeeper.web.matches.new_match_form._MOST_NAMES", 0)  # they are counted, too
    for match_id in ids:
        app.extensions["archive"]._name = ""
        with closing(installation.open_store()) as store:
            for id_ in ids:
                store.drop_digest(id_)
        assert player.open(f"/matches/{match_id}/players").status == 200
        assert "1 match is still to be counted" in player.open("/players").text
