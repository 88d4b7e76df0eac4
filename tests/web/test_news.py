"""New events of a match: open pages ask for them, and late saves are answered with them."""

from __future__ import annotations

import re
from contextlib import closing
from datetime import datetime, timedelta

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from scorekeeper.installation import Installation
from scorekeeper.koikoi.match.events import MatchEnded, PointsAdjusted, TurnTaken
from scorekeeper.times import utc_now
from scorekeeper.web.rounds import handed_in

from .fixtures import Table, deleted
from .forms import Form
from .guests import code_of, guest
from .handing_in import hand_in
from .player import Page, Player

THREE = "01B 03B 08B"


def news(player: Player, notepad: Page, knows: int, after: int | None = None) -> TestResponse:
    return player.client.get(f"{notepad.path}/news?after={after or knows}&told={knows}")


def late(
    table: Table, notepad: Page, *piles: str, result: str | int = 0, calls: tuple[int, ...] = ()
) -> Form:
    return table.fill(table.board(notepad), result, *piles, calls=calls)


def test_nothing_new_is_answered_without_loading_the_match(
    table: Table, player: Player, installation: Installation
) -> None:
    notepad = table.begin()
    store = installation.open_store()
    store.append(notepad.path.split("/")[-1], 1, [{"type": "of-a-later-version", "id": "a"}])
    store.close()
    assert player.open(notepad.path).status == 422  # loading the match fails
    answer = news(player, notepad, 2)
    assert (answer.status_code, answer.json) == (200, {"seq": 2})
    assert "Set-Cookie" not in answer.headers


def test_every_page_of_a_match_asks_for_what_comes_after_the_event_it_knows(
    table: Table, player: Player
) -> None:
    notepad = table.score(table.score(table.begin(), 0, THREE), "nobody")
    for page in (
        *("", "/screen", "/rounds", "/rounds/1", "/sheet", "/sheet?paper=a4", "/correct-or-end", "/length"),
    ):
        html = player.open(notepad.path + page).html
        (asks,) = re.findall(r'data-news="([^"]*)"\s+data-seq="(\d+)"', html)
        assert asks == (f"{notepad.path}/news", "3"), page


def test_news_are_told_in_words_with_the_event_they_reach(table: Table, player: Player) -> None:
    notepad = table.begin()
    assert news(player, notepad, 1).json == {"seq": 1}
    notepad = table.score(table.score(notepad, 0, THREE), "nobody")
    answer = news(player, notepad, 1)
    assert answer.json == {
        "seq": 3,
        "says": "Round 1 was saved: Anna stopped. Round 2 was saved: Draw.",
    }
    assert news(player, notepad, 3).json == {"seq": 3}
    assert news(player, notepad, 3, after=1).json == {"seq": 3}
    assert news(player, notepad, 2).get_json()["says"] == "Round 2 was saved: Draw."
    table.undo(notepad)
    assert news(player, notepad, 3).get_json()["says"] == "Something was undone or corrected in the meantime."
    table.store(notepad, PointsAdjusted(points=(3, -3), reason="a bet"))
    table.store(notepad, MatchEnded())
    assert news(player, notepad, 4).get_json()["says"] == (
        "The points were adjusted. The match was ended early."
    )
    assert news(player, notepad, 99).get_json()["says"] == "Somebody restored or deleted something meanwhile."


def test_of_a_round_that_is_played_the_last_two_steps_are_told(table: Table, player: Player) -> None:
    notepad = table.begin(rules="russian")
    for seat, captured in ((0, "01B 01C1"), (1, "02A 02C1"), (0, "03B 03C1")):
        table.store(notepad, TurnTaken(player=seat, captured=captured))
    told = [news(player, notepad, seq).get_json()["says"] for seq in (1, 2, 3)]
    assert told[0] == told[1] and told[1].endswith(told[2])
    assert told[2] and told[1] != told[2]


@pytest.mark.parametrize("after", ["", "x", "-1", "9" * 30])
def test_a_page_that_sends_an_invalid_event_number_is_answered(
    table: Table, player: Player, after: str
) -> None:
    notepad = table.score(table.begin(), 0, THREE)
    answer = player.client.get(f"{notepad.path}/news?after={after}")
    assert (answer.status_code, answer.get_json()["seq"]) == (200, 2)


def test_news_of_a_deleted_match_and_without_the_key(table: Table, player: Player, app: Flask) -> None:
    notepad = table.begin()
    assert app.test_client().get(f"{notepad.path}/news").status_code == 403
    deleted(player, notepad)
    assert news(player, notepad, 1).status_code == 404


@pytest.mark.parametrize(
    ("piles", "calls", "same"),
    [
        (("01B 03B 08B",), (1, 0), True),
        (("01B 03B 08B 02A",), (1, 0), False),
        (("01B 03B 08B", "02A"), (1, 0), False),
        (("01B 03B 08B",), (0, 0), False),
        (("01B 03B 08B",), (1, 1), False),
    ],
)
def test_only_the_same_cards_and_calls_are_the_same_round(
    table: Table, player: Player, piles: tuple[str, ...], calls: tuple[int, int], same: bool
) -> None:
    notepad = table.begin(rules="russian")
    mine = late(table, notepad, *piles, calls=calls)
    table.enter(notepad, 0, THREE, calls=(1, 0))
    page = player.send(mine, "step=save")
    assert page.status == 409
    assert ("The same round was saved from another phone, as round 1: Anna stopped." in page.text) is same
    assert ("Round 1 was saved: Anna stopped." in page.text) is not same


def test_a_round_behind_a_void_deal_and_an_adjustment_is_the_same_too(table: Table, player: Player) -> None:
    notepad = table.other(table.begin(rules="russian"), "void")
    mine = late(table, notepad, THREE)
    notepad = table.enter(notepad, 0, THREE)
    player.send(player.open(f"{notepad.path}/adjustments").form("/adjustments").fill(points_0=1, reason="r"))
    assert "The same round was saved" in player.send(mine, "step=save").text


def test_dropping_a_late_round_comes_before_saving_it_once_more(table: Table, player: Player) -> None:
    notepad = table.begin(rules="russian")
    mine = late(table, notepad, THREE)
    table.score(notepad, 0, THREE)
    page = player.send(mine, "step=save")
    notice = page.html[
        page.html.index("Something changed in the meantime.") : page.html.index('class="dock"')
    ]
    assert notice.index("Discard mine") < notice.index("Save mine as round 2")
    assert page.link("Discard mine") == notepad.path
    dock = page.html[page.html.index('class="dock"') :]
    assert all(
        " hidden>" in dock[: dock.index(words)][-30:] for words in ("Why?", "Show the result", "Save round 2")
    )
    assert len(player.open(notepad.path).all("td", "bal gain")) == 1
    player.send(page.form("/rounds"), "step=save")
    assert len(player.open(notepad.path).all("td", "bal gain")) == 2


def test_a_late_correction_is_dropped_or_saved_by_choice(table: Table, player: Player) -> None:
    notepad = table.score(table.begin(rules="russian"), 0, THREE)
    mine = player.open(f"{notepad.path}/rounds/1/correction").form("/correction")
    table.score(notepad, 1, "", THREE)
    page = player.send(mine, "step=verdict")
    assert page.status == 409
    assert page.link("Discard mine") == f"{notepad.path}/rounds/1"
    assert "Show what changes" in page.html[page.html.index("Discard mine") :]


def test_a_round_is_saved_under_the_number_it_was_entered_with(table: Table, player: Player) -> None:
    notepad = table.begin(rules="russian")
    mine = late(table, notepad, THREE)
    table.score(notepad, 1, "", THREE)
    values = mine.force("after", "2").values("step=save")
    answer = player.client.post(mine.action, data=values, headers={"Accept": "application/json"})
    assert (answer.status_code, "would now be round 2." in answer.text) == (409, True), "a script shows it"
    page = player.send(mine, "step=save")
    assert page.status == 409
    assert "This was entered as round 1 and would now be round 2." in page.text
    assert len(player.open(notepad.path).all("td", "bal gain")) == 1
    page = player.send(page.form("/rounds"), "step=save")
    assert len(page.all("td", "bal gain")) == 2


def test_a_script_learns_which_event_its_save_reached(table: Table, player: Player) -> None:
    notepad = table.begin(rules="russian")
    form = late(table, notepad, THREE, calls=(2, 0))
    values = form.values("step=save")
    for _ in range(2):  # sent again, after a later round
        answer = player.client.post(form.action, data=values, headers={"Accept": "application/json"})
        assert answer.get_json()["seq"] == 4
        table.score(notepad, "nobody")
    form = player.open(f"{notepad.path}/rounds/1/correction").form("/correction")
    values = form.force("step", "save").values()
    for _ in range(2):
        answer = player.client.post(form.action, data=values, headers={"Accept": "application/json"})
        assert answer.get_json()["seq"] == 7


def test_an_undo_that_comes_too_late_is_told_what_came_in(table: Table, player: Player) -> None:
    notepad = table.score(table.begin(rules="russian"), 0, THREE)
    late_undo = notepad.form("/takebacks")
    table.score(notepad, 1, "", THREE)
    page = player.send(late_undo)
    assert page.status == 409
    assert "Round 2 was saved: Ben stopped." in page.text
    assert page.link("See what is new") == notepad.path
    assert len(player.open(notepad.path).all("td", "bal gain")) == 2


def entering(player: Player, notepad: Page, **values: object) -> int:
    """What the board of a phone tells while it is being filled; the status of the answer."""
    form = player.open(f"{notepad.path}/rounds/new").form("/rounds")
    told = {"csrf_token": form["csrf_token"], "number": form["number"], **values}
    return player.client.post(f"{notepad.path}/news", data=told).status_code


def test_a_phone_without_a_name_is_another_phone_in_every_language(
    app: Flask, installation: Installation, player: Player, table: Table
) -> None:
    notepad = table.begin()
    android = Player(app.test_client())
    headers = {"User-Agent": "Mozilla/5.0 (Linux; Android 15; K) Chrome/142", "Accept-Language": "ja"}
    code = code_of(installation, "scorer")
    assert android.client.post("/join", data={"code": code}, headers=headers).status_code == 303
    assert entering(android, notepad) == 204
    assert told_of_entering(player, notepad) == "Another phone is entering this round"


def told_of_entering(player: Player, notepad: Page) -> str | None:
    said: str | None = news(player, notepad, 1).get_json().get("entering")
    return said


def test_other_phones_are_told_that_a_round_is_being_entered(
    app: Flask, table: Table, player: Player, installation: Installation
) -> None:
    notepad = table.begin()
    anna, viewer = (guest(app, code_of(installation, role), role) for role in ("scorer", "viewer"))
    assert entering(anna, notepad) == 204
    assert told_of_entering(player, notepad) == "scorer is entering this round"
    assert told_of_entering(viewer, notepad) == "scorer is entering this round"
    assert told_of_entering(anna, notepad) is None, "of itself"
    assert entering(player, notepad) == 204, "nobody is kept from entering it, too"
    assert told_of_entering(anna, notepad) == "Another phone is entering this round"
    assert told_of_entering(viewer, notepad) == "Another phone is entering this round", "the last to begin"
    assert told_of_entering(player, notepad) == "scorer is entering this round"
    entering(player, notepad, step="empty")
    assert told_of_entering(anna, notepad) is None
    table.score(notepad, 0, THREE)
    assert "entering" not in news(viewer, notepad, 2).get_json(), "the round was saved"
    assert news(viewer, notepad, 2).get_json() == {"seq": 2}
    assert entering(anna, notepad, number=1) == 204
    assert "entering" not in news(viewer, notepad, 2).get_json(), "of a round that is over"
    player.send(player.open(f"{notepad.path}/correct-or-end").form("/ending"))
    token = player.open(notepad.path).form("/takebacks")["csrf_token"]
    told = {"csrf_token": token, "number": "2"}
    assert player.client.post(f"{notepad.path}/news", data=told).status_code == 204
    assert "entering" not in news(viewer, notepad, 3).get_json(), "of a match that is over"


def test_what_is_handed_in_and_who_enters_do_not_touch_each_other(
    app: Flask, table: Table, player: Player, installation: Installation
) -> None:
    notepad = table.begin()
    anna = guest(app, code_of(installation, "scorer"), "Anna's phone")
    entering(anna, notepad)
    hand_in(player, notepad, 1, "04A 2C")
    assert told_of_entering(player, notepad) == "Anna's phone is entering this round"
    entering(anna, notepad)
    asked = player.client.get(f"{notepad.path}/news?after=1&told=1&piles=1").get_json()
    assert asked == {"seq": 1, "entering": "Anna's phone is entering this round"}
    assert "Ben sent 3 cards." in player.open(notepad.path).text


@pytest.mark.parametrize(("minutes", "told"), [(2, True), (3, False), (-4, False)])
def test_a_board_that_was_left_is_told_of_for_a_few_minutes(
    app: Flask,
    table: Table,
    player: Player,
    installation: Installation,
    monkeypatch: pytest.MonkeyPatch,
    minutes: int,
    told: bool,
) -> None:
    notepad = table.begin()
    entering(guest(app, code_of(installation, "scorer")), notepad)
    later = datetime.fromisoformat(utc_now()) + timedelta(minutes=minutes)
    monkeypatch.setattr(handed_in, "utc_now", lambda: later.isoformat())
    assert (told_of_entering(player, notepad) is not None) is told
    entering(player, notepad)
    with closing(installation.open_store()) as store:
        kept = store.live.get("match", notepad.path.rpartition("/")[2])
    assert kept is not None
    assert len(kept.value["entering"]) == 1 + told
