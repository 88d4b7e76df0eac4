"""The pages of the leagues, as players use them."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import closing
from datetime import date, timedelta
from urllib.parse import quote

import pytest
from flask import Flask

from scorekeeper.archive.leagues import KIND, MOST_DATES, SCHEMES, League
from scorekeeper.archive.players import id_of
from scorekeeper.installation import Installation
from scorekeeper.store.documents import as_value
from scorekeeper.times import later, utc_now

from .forms import Form
from .league import DAY, date_form, new, places, play, tomorrow
from .player import Page, Player
from .stored_matches import Shelf


def test_without_leagues_the_page_says_what_one_is(player: Player) -> None:
    page = player.open("/leagues")
    assert "No leagues yet" in page.text
    assert player.open(page.link("New league")).form("/leagues")["name"] == ""


def test_a_new_league_shows_its_table(player: Player) -> None:
    play(player, "Anna", "Piet")
    play(player, "Piet", "Wim")
    page = new(player, "Spring league", "Anna", "Piet")
    assert page.path.startswith("/leagues/")
    assert places(page) == [
        ["1", "Anna", "1", "1", "0", "0", "+5", "3"],
        ["2", "Piet", "1", "0", "0", "1", "0", "0"],
    ]
    assert "2 players" in page.text
    assert "everybody in it is a player of this league" in page.text


def test_a_league_of_everybody_counts_every_match(player: Player) -> None:
    play(player, "Anna", "Piet")
    page = new(player, "All")
    assert len(places(page)) == 2
    play(player, "Wim", "Иван")
    assert len(places(player.open(page.path))) == 4


def test_a_page_says_what_it_does_not_count_yet_and_a_file_counts_everything(
    app: Flask, installation: Installation, player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As right after an update of the app, when every match is counted again: here one for each look."""
    others = ("Piet", "Wim", "Cleo")
    ids = [play(player, "Anna", name).path.removeprefix("/matches/") for name in others]
    league = new(player).path
    monkeypatch.setattr("scorekeeper.archive.archive._PATIENCE", 0.0)

    def updated() -> None:
        app.extensions["archive"]._name = ""
        with closing(installation.open_store()) as store:
            for id_ in ids:
                store.drop_digest(id_)

    updated()
    page = player.open(league)
    assert (places(page)[0][2], "2 matches are still to be counted" in page.text) == ("1", True)
    assert "1 match is still to be counted" in player.open(f"{league}/matches").text
    page = player.open(league)
    assert (places(page)[0][2], "still to be counted" in page.text) == ("3", False)
    for file in (f"{league}/table.csv", f"{league}/table.txt", f"/evenings/{DAY}.txt", "/history.csv"):
        updated()
        written = player.client.get(file).text
        assert [name for name in others if name not in written] == [], file


@pytest.mark.parametrize("scheme", SCHEMES)
def test_every_scheme_can_be_chosen_and_is_explained(player: Player, scheme: str) -> None:
    play(player, "Anna", "Piet")
    page = new(player, scheme=scheme)
    assert SCHEMES[scheme].title in page.text
    assert ("Match points" in page.html) is (scheme != "coins")


def test_the_period_counts_with_both_its_days(player: Player) -> None:
    for day in ("2026-01-31", "2026-02-01", "2026-02-28", "2026-03-01"):
        play(player, "Anna", "Piet", day=day)
    page = new(player, since="2026-02-01", until="2026-02-28")
    assert places(page)[0][2] == "2"
    one = player.send(
        player.open(f"{page.path}/edit").form(page.path).fill(since="2026-02-28", until="2026-02-28")
    )
    assert places(one)[0][2] == "1"


@pytest.mark.parametrize(
    ("values", "field", "said"),
    [
        ({"name": ""}, "name", "Give the league a name."),
        ({"since": "2026-02-02", "until": "2026-02-01"}, "until", "This day is before the first one."),
        ({"since": "2026-02-30"}, "since", "is not a day"),
        ({"until": "soon"}, "until", "is not a day"),
        ({"minimum": "1000"}, "minimum", "from 0 to 999"),
        ({"who": "chosen"}, "player", "Choose at least two players."),
        ({"who": "chosen", "others": "Anna, anna"}, "player", "Choose at least two players."),
        ({"who": "chosen", "others": f"Anna, {'x' * 41}"}, "others", "may have at most 40 characters."),
        ({"who": "chosen", "others": ", ".join(["Anna"] * 999)}, "others", "at most 2000 characters."),
    ],
)
def test_what_no_league_can_be_is_refused_beside_its_field(
    player: Player, values: dict[str, str], field: str, said: str
) -> None:
    page = new(player, **{"name": "Spring", **values})
    assert page.status == 422
    assert said in page.beside(field)
    form = page.form("/leagues")
    assert all(form[name] == value for name, value in values.items())
    assert "No leagues yet" in player.open("/leagues").text


def test_a_name_may_have_200_letters_but_no_more(player: Player) -> None:
    name = "Лига " * 40
    page = new(player, name.strip() + "!")
    assert page.path.startswith("/leagues/")
    assert name.strip() in page.text
    form = player.open("/leagues/new").form("/leagues").fill(name="x" * 201)
    assert "at most 200" in player.send(form).beside("name")


def test_players_who_have_not_played_yet_are_named(player: Player) -> None:
    play(player, "Anna", "Piet")
    form = player.open("/leagues/new").form("/leagues").fill(name="New", who="chosen", others="Wim, Żaneta")
    page = player.send(form.tick("player", id_of("Anna")))
    assert sorted(row[1] for row in places(page)) == ["Anna", "Wim", "Żaneta"]
    play(player, "Wim", "Anna")
    found = player.open(page.path)
    assert places(found)[0][:3] == ["1", "Wim", "1"]
    assert "Still to play each other" in found.text
    assert player.open(f"{page.path}/edit").form(page.path).ticked("player") == [
        id_of(name) for name in ("Anna", "Wim", "Żaneta")
    ]


def test_the_same_form_sent_twice_makes_one_league(player: Player) -> None:
    form = player.open("/leagues/new").form("/leagues").fill(name="Spring")
    assert player.send(form).path == player.send(form).path
    assert player.open("/leagues").html.count('class="names">Spring') == 1


def test_what_is_sent_twice_of_players_and_dates_is_saved_once(player: Player) -> None:
    def twice(form: Form, button: str = "") -> Page:
        assert player.send(form, button).status == 200
        again = player.send(form, button)
        assert again.status == 200
        return again

    form = player.open("/leagues/new").form("/leagues")
    page = twice(form.fill(name="Spring", who="chosen", others="Zoë, Wim"))
    player.send(date_form(page).fill(day="2030-01-01"))
    page = twice(player.open(f"{page.path}/edit").form(page.path).fill(name="Summer"))
    assert "Restore" in twice(page.form("/archiving"), "archived=yes").text


def test_of_two_phones_the_second_sees_what_it_typed(player: Player, phone: Callable[[], Player]) -> None:
    page = new(player, "Spring")
    other = phone()
    late = other.open(f"{page.path}/edit").form(page.path).fill(name="Summer")
    assert "Autumn" in player.send(player.open(f"{page.path}/edit").form(page.path).fill(name="Autumn")).text
    again = other.send(late)
    assert again.status == 409
    assert "Somebody else has changed this" in again.text
    assert again.form(page.path)["name"] == "Summer"
    assert "Summer" in other.send(again.form(page.path)).text


def test_a_form_that_was_refused_still_notices_what_came_in(
    player: Player, phone: Callable[[], Player]
) -> None:
    page = new(player, "Spring")
    form = player.open(f"{page.path}/edit").form(page.path).fill(name="")
    refused = player.send(form)
    other = phone()
    other.send(other.open(f"{page.path}/edit").form(page.path).fill(name="Autumn"))
    for late in (refused, player.send(form)):
        assert late.status == 422
        assert player.send(late.form(page.path).fill(name="Summer")).status == 409
    assert "Autumn" in player.open(page.path).text


def test_after_the_back_button_the_form_of_a_new_league_changes_it(player: Player) -> None:
    form = player.open("/leagues/new").form("/leagues").fill(name="Spring")
    page = player.send(form)
    again = player.send(form.fill(name="Summer"))
    assert again.status == 409
    assert player.send(again.form(page.path)).path == page.path
    assert "Summer" in player.open("/leagues").text


def test_dates_are_added_and_removed(player: Player) -> None:
    page = new(player, "Spring")
    soon = tomorrow()
    page = player.send(date_form(page).fill(day=str(soon), text="at Anna's; 19:30"))
    page = player.send(date_form(page).fill(day=str(soon - timedelta(days=9))))
    assert "at Anna's; 19:30" in page.text
    assert "Past dates 1" in page.text
    assert "Next date" in player.open("/leagues").text
    (future, _past) = [form for form in page.forms if form.action.endswith("/removal")]
    page = player.send(future)
    assert "at Anna's" not in page.text
    assert player.send(future).status == 200  # a double tap
    assert "Past dates 1" in player.open(page.path).text


def test_a_date_has_a_day_of_the_calendar(player: Player) -> None:
    page = new(player, "Spring")
    for day in ("", "2026-02-30", "tomorrow"):
        refused = player.send(date_form(page).fill(day=day, text="at Anna's"))
        assert refused.status == 422
        assert "is not a day" in refused.beside("day")
        assert date_form(refused)["text"] == "at Anna's"
    assert "at most 200" in player.send(date_form(page).fill(day=DAY, text="x" * 201)).beside("text")
    assert player.send(date_form(page).force("day")).status == 422


def test_a_date_added_too_late_stays_in_the_form(player: Player, phone: Callable[[], Player]) -> None:
    page = new(player, "Spring")
    other = phone()
    late = date_form(other.open(page.path)).fill(day="2030-01-01", text="at Wim's")
    player.send(date_form(page).fill(day="2030-02-02"))
    again = other.send(late)
    assert again.status == 409
    assert "Somebody else has changed this in the meantime." in again.text
    assert date_form(again)["day"] == "2030-01-01"
    assert "at Wim's" in other.send(date_form(again)).text


def test_a_league_has_thirty_dates_at_most(player: Player) -> None:
    page = new(player, "Spring")
    for number in range(MOST_DATES):
        page = player.send(date_form(page).fill(day=str(date(2030, 1, 1) + timedelta(days=number))))
        assert page.status == 200
    refused = player.send(date_form(page).fill(day="2031-01-01"))
    assert refused.status == 422
    assert "at most 30 dates" in refused.beside("day")
    again = player.send(date_form(page).fill(day="2030-01-01"))  # it has that date
    assert again.status == 200


def test_running_leagues_come_first_and_archived_ones_last(player: Player) -> None:
    for name, since, until in (
        ("Past", "", "2020-01-01"), ("Future", "2900-01-01", ""), ("Away", "", ""), ("Now", "", "")
    ):  # fmt: skip
        page = new(player, name, since=since, until=until)
        if name == "Away":
            page = player.send(page.form("/archiving"), "archived=yes")
            assert "archived" in page.text
    text = player.open("/leagues").text
    heads = ("Running", "Now", "Not begun yet", "Future", "Over", "Past", "Archived", "Away")
    assert [text.find(word) for word in heads] == sorted(text.find(word) for word in heads)
    away = player.open(player.open("/leagues").link("Away"))
    assert "· archived" not in player.send(away.form("/archiving"), "archived=no").text


def test_archiving_from_a_page_that_is_out_of_date_is_refused(player: Player) -> None:
    page = new(player, "Spring")
    player.send(date_form(page).fill(day=DAY))
    late = player.send(page.form("/archiving"), "archived=yes")
    assert (late.status, "Somebody else has changed this in the meantime." in late.text) == (409, True)
    assert late.form("/archiving").presses("archived") == ["yes"]


def test_a_league_is_deleted_after_asking_and_put_back(player: Player) -> None:
    play(player, "Anna", "Piet")
    page = new(player, "Spring")
    asking = player.open(page.link("Delete the league"))
    assert "Delete “Spring”?" in asking.text
    gone = player.send(asking.form("/deletion"))
    assert "No leagues yet" in gone.text
    assert player.open(page.path).status == 404
    assert player.send(asking.form("/deletion")).status == 200  # a double tap
    back = player.send(gone.form("/restoration"))
    assert back.path == page.path
    assert places(back) == places(page)


def test_a_league_in_the_bin_is_put_back_or_deleted_for_good(player: Player) -> None:
    page = new(player, "Spring")
    player.send(player.open(page.link("Delete the league")).form("/deletion"))
    bin_page = player.open("/bin")
    assert "League “Spring”" in bin_page.text
    assert player.send(bin_page.form("/restoration")).path == page.path
    assert "League" not in player.open("/bin").text
    player.send(player.open(page.link("Delete the league")).form("/deletion"))
    asking = player.open(player.open("/bin").link("Delete for good"))
    assert "This cannot be undone." in asking.text
    gone = player.send(asking.form("/deletion"))
    assert "The league was deleted for good." in gone.text
    assert "League “Spring”" not in gone.text
    assert player.send(asking.form("/deletion")).path == "/bin"  # a double tap
    assert player.open(asking.path).status == 404  # by Back
    assert player.send(bin_page.form("/restoration")).status == 404


@pytest.mark.parametrize(("days", "left"), [(37, True), (39, False)])
def test_the_bin_keeps_a_league_until_something_stored_a_week_ago_is_thirty_days_newer(
    player: Player, installation: Installation, days: int, left: bool
) -> None:
    old = League("b" * 12, name="Old", deleted=later(utc_now(), -days))
    with closing(installation.open_store()) as store:
        store.documents.put(KIND, old.id, 0, as_value(old))
        stored = {"type": "match-started", "id": "a", "at": later(utc_now(), -8)}
        store.create("of-a-week-ago", [stored])
    page = new(player, "Spring")
    player.send(player.open(page.link("Delete the league")).form("/deletion"))
    assert ("League “Old”" in player.open("/bin").text) is left


def test_a_league_changed_while_asking_is_asked_about_again(player: Player) -> None:
    page = new(player, "Spring")
    asking = player.open(page.link("Delete the league"))
    player.send(date_form(page).fill(day=DAY))
    again = player.send(asking.form("/deletion"))
    assert "Delete “Spring”?" in again.text
    assert "No leagues yet" in player.send(again.form("/deletion")).text


def test_the_end_of_a_match_says_where_its_players_stand(player: Player) -> None:
    play(player, "Anna", "Piet")
    new(player, "Spring league", "Anna", "Piet")
    page = play(player, "Piet", "Anna", day="2026-02-15")
    assert "Spring league · Anna in place 1 · Piet in place 1" in page.text
    page = play(player, "Piet", "Wim")
    assert "Spring league" not in page.text
    league = new(player, "Everybody")
    assert "Everybody · Piet in place 1 · Wim in place 3" in player.open(page.path).text
    player.send(league.form("/archiving"), "archived=yes")
    assert "Everybody" not in player.open(page.path).text


def test_the_matches_that_count_are_listed_in_parts(player: Player, installation: Installation) -> None:
    page = new(player, "Spring")
    for number in range(51):
        Shelf(installation).match(f"match-{number}", "Anna", f"Player {number}")
    found = player.open(player.open(page.path).link("All 51 matches that count"))
    assert found.html.count('<li><a href="/matches/') == 50
    older = player.open(found.link("Older matches"))
    assert older.html.count('<li><a href="/matches/') == 1
    assert player.open(older.link("Later matches")).text == found.text
    assert player.open(f"{page.path}/matches?page=3").status == 404


def test_the_text_for_a_messenger(player: Player) -> None:
    play(player, "Anna", "Piet", "Wim", ruleset="polish_all")
    page = new(player, "Spring league", since="2026-02-01", until="2026-03-01")
    player.send(date_form(page).fill(day=str(tomorrow()), text="at Anna's"))
    player.send(date_form(player.open(page.path)).fill(day=str(tomorrow() + timedelta(days=1))))
    text = player.client.get(f"{page.path}/table.txt").get_data(as_text=True)
    head, table, dates = text.rstrip("\n").split("\n\n")
    assert head == "Spring league\nFeb 1, 2026 – Mar 1, 2026"
    first, second, third = table.splitlines()
    assert first.startswith("1. Anna: points 3, 1 match, 1 won, coins +")
    assert second.startswith("2. Piet: points ½, 1 match, 0 won, coins −")
    assert third.startswith("2. Wim: points ½, ")
    assert re.sub(r"\w{3}, \w{3} \d+, \d{4}", "DAY", dates) == "Next dates\nDAY: at Anna's\nDAY"


@pytest.mark.parametrize(
    ("days", "head"),
    [
        ({}, "Spring league"),
        ({"since": "2026-02-01"}, "Spring league\nFeb 1, 2026 –"),
        ({"until": "2026-03-01"}, "Spring league\n– Mar 1, 2026"),
    ],
)
def test_the_text_says_from_when_and_until_when(player: Player, days: dict[str, str], head: str) -> None:
    page = new(player, "Spring league", **days)
    assert player.client.get(f"{page.path}/table.txt").get_data(as_text=True) == f"{head}\n"


def test_the_spreadsheet_has_a_row_a_player_and_no_formulas(player: Player) -> None:
    play(player, "=Anna", "Piet", "Wim", ruleset="polish_all")
    page = new(player, "Spring")
    rows = player.client.get(f"{page.path}/table.csv").get_data().decode("utf-8-sig").split("\r\n")
    assert rows[0] == "Place,Player,Matches,Won,Tied,Lost,Coins,Points,Match points"
    assert rows[1].startswith("1,'=Anna,1,1,0,0,")
    assert rows[1].endswith(",3")
    assert rows[2].endswith(",0.50")
    assert rows[3:] == [rows[2].replace("Piet", "Wim"), ""]


@pytest.mark.parametrize(("ending", "kind"), [("txt", "plain"), ("csv", "csv"), ("ics", "calendar")])
def test_a_file_names_its_charset_once(player: Player, ending: str, kind: str) -> None:
    answer = player.client.get(f"{new(player, 'Spring').path}/table.{ending}")
    assert answer.content_type == f"text/{kind}; charset=utf-8"


def test_files_that_a_league_does_not_have(player: Player) -> None:
    page = new(player, "Spring")
    assert player.open(f"{page.path}/table.pdf").status == 404
    for address in (
        "/leagues/nope",
        f"/leagues/{quote('ą/../x')}",
        "/leagues/nope/edit",
        "/leagues/nope/table.txt",
    ):
        assert player.open(address).status == 404


def test_the_form_offers_who_played_last_first_and_folds_the_rest(
    player: Player, installation: Installation
) -> None:
    for number in range(25):
        names, day = (f"First {number:02}", f"Second {number:02}"), date(2026, 1, 1) + timedelta(days=number)
        Shelf(installation).match(f"match-{number}", *names, at=f"{day}T19:00:00Z")
    page = player.open("/leagues/new")
    ids = page.form("/leagues").offers("player")
    assert len(ids) == 50
    assert ids[:2] == [id_of("First 24"), id_of("Second 24")]
    assert "More players 38" in page.text
    made = new(player, "Chosen", "First 00", "Second 24")
    assert player.open(f"{made.path}/edit").form(made.path).offers("player")[:2] == [
        id_of("Second 24"),
        id_of("First 00"),
    ]


def test_a_player_without_a_match_outside_the_bin_stays_in_the_league(
    player: Player, installation: Installation
) -> None:
    play(player, "Anna", "Piet")
    page = new(player, "Spring", "Anna", "Piet")
    gone = play(player, "Wim", "Piet").path.rpartition("/")[2]
    form = player.open(f"{page.path}/edit").form(page.path)
    player.send(form.tick("player", id_of("Wim")))
    with closing(installation.open_store()) as store:
        store.discard(gone, store.last(gone))
        assert "Wim" not in player.send(player.open(f"{page.path}/edit").form(page.path).fill(name="x")).text
        store.put_back(gone)
    assert "Wim" in player.open(page.path).text


def test_a_league_may_count_the_matches_of_one_rule_set(player: Player) -> None:
    play(player, "Anna", "Piet")
    play(player, "Piet", "Anna", ruleset="russian")
    form = player.open("/leagues/new").form("/leagues").fill(name="Dutch")
    title = next(title for title in form.offers("rules") if "Dutch" in title)
    page = player.send(form.fill(rules=title))
    assert places(page)[0][:3] == ["1", "Anna", "1"]
    assert f"was played. Only matches by the rules “{title}” count. 3 points for a win" in page.text
    assert player.open(f"{page.path}/edit").form(page.path)["rules"] == title


def test_the_page_of_sixty_players_opens(player: Player, installation: Installation) -> None:
    names = [f"Player {number}" for number in range(60)]
    for one, other in zip(names[::2], names[1::2], strict=True):
        Shelf(installation).match(id_of(one), one, other)
    league = League("a" * 12, name="Big", players=tuple(map(id_of, names)))
    with closing(installation.open_store()) as store:
        store.documents.put(KIND, league.id, 0, as_value(league))
    page = player.open(f"/leagues/{league.id}")
    assert len(places(page)) == 60
    assert f"Still to play each other {60 * 59 // 2 - 30}" in page.text


def test_points_of_rules_in_which_nobody_pays_stand_beside_the_coins(player: Player) -> None:
    address = new(player).path
    play(player, "Anna", "Ben", ruleset="dutch")
    assert [head for head in heads(player, address) if head in ("Coins", "Points")] == ["Points"]
    play(player, "Anna", "Ben", ruleset="polish_all")
    assert [head for head in heads(player, address) if head in ("Coins", "Points")] == ["Coins", "Points"]


def heads(player: Player, address: str) -> list[str]:
    """The heads of the columns of a league."""
    return re.findall(r'<th scope="col"[^>]*>([^<]*)</th>', player.open(address).html)


def test_coins_of_several_rule_sets_are_said_to_be_added_together(player: Player) -> None:
    said = "Coins of several rule sets are added together here."
    address = new(player).path
    play(player, "Anna", "Ben", ruleset="polish_all")
    play(player, "Ben", "Anna", ruleset="polish_all")
    assert said not in player.open(address).text
    play(player, "Anna", "Ben", ruleset={"extends": "polish_all", "title": "Ours"})
    assert said in player.open(address).text
    assert said in player.open(f"/players/{id_of('Anna')}").text
