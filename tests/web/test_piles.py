"""Each player enters their own cards on a phone of their own; the round is one."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import closing
from typing import Any

import pytest
from flask import Flask

from scorekeeper.installation import Installation
from scorekeeper.store import Stale
from scorekeeper.store.documents import Documents

from .fixtures import Table
from .guests import made_link
from .handing_in import board, hand_in, on_board, pile_form, tapped, won
from .player import Player
from .stored_matches import events_of

BRIGHTS = "01B 03B 08B"
RIBBONS = "01R 02R 03R 5C"


@pytest.fixture
def ben(phone: Callable[[], Player]) -> Player:
    """A second phone."""
    return phone()


def test_the_board_has_what_both_handed_in_and_the_round_is_one(
    table: Table, player: Player, ben: Player, installation: Installation
) -> None:
    notepad = table.begin()
    sent = hand_in(ben, notepad, 1, RIBBONS)
    assert sent.main == (
        "8 cards sent + 5 chaff cards Change Take back Anna: nothing sent yet "
        "Your cards are on the board for whoever scores the round. Score round 1"
    )
    assert sent.leads(notepad.path) == {"Change": "/piles/1?change=1", "Score round 1": "/rounds/new"}
    choice = player.open(f"{notepad.path}/piles")
    assert choice.main == (
        "Each player can enter their own cards, each on their own phone and at the same time. "
        "Whoever scores the round finds them on the board. Anna Ben 8 cards sent"
    )
    assert choice.leads(notepad.path) == {"Anna": "/piles/0", "Ben 8 cards sent": "/piles/1"}
    assert "3 cards sent" in hand_in(player, notepad, 0, BRIGHTS).text
    assert len(events_of(installation, notepad)) == 1  # nothing of it is an event
    page = player.open(f"{notepad.path}/rounds/new")
    assert "Anna sent 3 cards. Ben sent 8 cards." in page.text
    assert 'data-handed="01"' in page.html, "nothing of these was tapped here"
    assert on_board(page.form("/rounds")) == ["01B 03B 08B 0C", "01R 02R 03R 5C"]
    assert page.form("/rounds")["result"] is None
    assert "Round 1 is saved" in won(table, notepad, 0).text
    _, event = events_of(installation, notepad)
    assert (event["type"], event["piles"]) == ("round-won", [BRIGHTS, RIBBONS])
    assert on_board(board(player, notepad)) == ["0C", "0C"]
    assert "handed in" not in player.open(notepad.path).text


def test_below_more_a_pile_is_asked_what_the_rules_want_to_know_of_it(table: Table, player: Player) -> None:
    def ends(rules: str, view: str = "") -> str:
        form = pile_form(player, table.begin(rules=rules), 0)
        page = player.send(form.force("view", view)) if view else player.open(form.action)
        return page.main.rpartition(" . . ")[2]

    assert ends("dutch") == "Send"
    assert ends("cwz") == "More All four of a month? 1 松 Pine Send"
    assert ends("cwz", "months") == "Send"


def test_whose_cards_is_one_tap_and_remembered_for_the_match(table: Table, ben: Player) -> None:
    notepad, other = table.begin(), table.begin("Cleo", "Dan")
    page = ben.open(ben.open(f"{notepad.path}/rounds/new").link("Enter my cards"))
    assert "Whose cards?" in page.text
    assert ben.open(page.link("Ben")).path == f"{notepad.path}/piles/1"
    page = ben.open(f"{notepad.path}/piles")
    assert page.path == f"{notepad.path}/piles/1"
    assert ben.open(page.link("Cards of another player")).path == f"{notepad.path}/piles"
    assert ben.open(f"{other.path}/piles").path == f"{other.path}/piles"
    assert ben.open(ben.open(f"{notepad.path}/rounds/new").link("Enter my cards")).path.endswith("/1")


def test_whose_cards_is_remembered_for_the_last_matches_and_asked_again_in_earlier_ones(
    table: Table, ben: Player
) -> None:
    first, *others = [table.begin().path for _ in range(10)]
    for match in (first, *others):
        ben.open(f"{match}/piles/1")
    assert [ben.open(f"{match}/piles").path for match in others] == [f"{match}/piles/1" for match in others]
    assert "Whose cards?" in ben.open(f"{first}/piles").text


@pytest.mark.parametrize("seat", ["2", "3", "-1", "x"])
def test_a_seat_where_nobody_sits_has_no_pile(table: Table, player: Player, seat: str) -> None:
    notepad = table.begin()
    assert player.open(f"{notepad.path}/piles/{seat}").status == 404
    form = pile_form(player, notepad, 0).tick("cards-0", "01B")
    form.action = f"{notepad.path}/piles/{seat}"
    assert player.send(form, "step=hand-in").status == 404


def test_handing_in_again_replaces(table: Table, player: Player, ben: Player) -> None:
    notepad = table.begin()
    hand_in(ben, notepad, 1, RIBBONS)
    assert pile_form(ben, notepad, 1).ticked("cards-0") == ["01R", "02R", "03R"]
    page = hand_in(ben, notepad, 1, "04A 2C")
    assert "3 cards sent" in page.text
    assert on_board(board(player, notepad)) == ["0C", "04A 2C"]


def test_a_pile_is_withdrawn(table: Table, player: Player, ben: Player) -> None:
    notepad = table.begin()
    page = hand_in(ben, notepad, 1, RIBBONS)
    page = ben.send(page.form("/piles/1"), "step=withdraw")
    assert page.form("/piles/1").ticked("cards-0") == []
    assert on_board(board(player, notepad)) == ["0C", "0C"]
    assert "handed in" not in player.open(notepad.path).text
    assert "3 cards sent" in hand_in(player, notepad, 0, "01R 02R 03R").text


def test_a_card_that_the_other_has_handed_in_is_named_and_nothing_is_lost(
    table: Table, player: Player, ben: Player
) -> None:
    notepad = table.begin()
    hand_in(ben, notepad, 1, RIBBONS)
    page = hand_in(player, notepad, 0, "01B 01R 4C")
    assert page.status == 422
    assert page.beside("cards-0") == (
        "Ben has sent this card too: January, red poetry ribbon, ribbon. A card cannot be in two piles."
    )
    form = page.form("/piles/0")
    assert (form.ticked("cards-0"), form["chaff-0"]) == (["01B", "01R"], "4")
    assert on_board(board(player, notepad)) == ["0C", "01R 02R 03R 5C"]
    page = player.send(form.tick("cards-0", "02R"), "step=hand-in")
    assert "Ben has sent these cards too: January, " in page.beside("cards-0")
    page = player.send(page.form("/piles/0").untick("cards-0", "01R", "02R"), "step=hand-in")
    assert "5 cards sent" in page.text


@pytest.mark.parametrize(("chaff", "status"), [(19, 200), (20, 422)])
def test_both_together_hold_at_most_the_chaff_of_the_deck(
    table: Table, player: Player, ben: Player, chaff: int, status: int
) -> None:
    notepad = table.begin()
    hand_in(ben, notepad, 1, RIBBONS)
    page = hand_in(player, notepad, 0, f"{chaff}C")
    assert page.status == status
    assert ("25 chaff cards are too many: these rules use 24." in page.beside("cards-0")) is (status == 422)


@pytest.mark.parametrize(("chaff", "status"), [(17, 200), (18, 422)])
def test_both_together_hold_at_most_the_chaff_of_a_smaller_deck(
    table: Table, player: Player, ben: Player, installation: Installation, chaff: int, status: int
) -> None:
    rules = {"extends": "nintendo_jp", "title": "Short deck", "deal": {"without": ["01C1", "02C1"]}}
    installation.house_rules.keep("short", rules)
    notepad = table.begin(rules="short")
    hand_in(ben, notepad, 1, "5C")
    page = hand_in(player, notepad, 0, f"{chaff}C")
    assert page.status == status
    assert ("23 chaff cards are too many: these rules use 22" in page.text) is (status == 422)


def test_nothing_tapped_and_no_such_card_are_refused(table: Table, player: Player) -> None:
    notepad = table.begin()
    form = pile_form(player, notepad, 0)
    page = player.send(form, "step=hand-in")
    assert (page.status, page.beside("cards-0")) == (422, "Tap the cards that Anna captured.")
    page = player.send(form.force("cards-0", "13B"), "step=hand-in")
    assert (page.status, page.beside("cards-0")) == (422, "There is no card “13B”.")
    assert "handed in" not in player.open(notepad.path).text


def test_a_pile_that_is_only_shown_otherwise_has_an_address(table: Table, player: Player) -> None:
    notepad = table.begin()
    page = player.send(pile_form(player, notepad, 0).tick("cards-0", "01B").force("view", "months"))
    assert page.url.startswith(f"{notepad.path}/piles/0?")
    assert page.form("/piles/0").ticked("cards-0") == ["01B"]
    assert "handed in" not in player.open(notepad.path).text


def test_three_players_each_hand_in(
    table: Table, player: Player, phone: Callable[[], Player], installation: Installation
) -> None:
    notepad = table.begin("Anna", "Ben", "Cleo", rules="polish_all")
    piles = [BRIGHTS, "01R 02R", "04A 05A 06A 3C"]
    for seat in (2, 0, 1):
        hand_in(phone(), notepad, seat, piles[seat])
    assert "A card cannot be in two piles." in hand_in(player, notepad, 0, "01B 05A").text
    assert on_board(board(player, notepad)) == ["01B 03B 08B 0C", "01R 02R 0C", "04A 05A 06A 3C"]
    won(table, notepad, 0)
    assert events_of(installation, notepad)[-1]["piles"] == piles


def test_a_board_takes_over_only_what_is_still_empty_on_it(table: Table, player: Player, ben: Player) -> None:
    notepad = table.begin()
    mine = table.fill(board(player, notepad), "nobody", "08A", calls=(0, 2))
    hand_in(ben, notepad, 1, RIBBONS)
    hand_in(ben, notepad, 0, BRIGHTS)
    page = player.send(mine.force("step", "show"))
    form = page.form("/rounds")
    assert on_board(form) == ["08A 0C", "01R 02R 03R 5C"]
    assert (form["result"], form["calls-1"]) == ("nobody", "2")
    assert page.status == 200


def test_a_card_that_is_tapped_and_handed_in_is_named_beside_it(
    table: Table, player: Player, ben: Player
) -> None:
    notepad = table.begin()
    mine = table.fill(board(player, notepad), 0, "01B 03R")
    hand_in(ben, notepad, 1, RIBBONS)
    page = player.send(mine.force("step", "show"))
    assert "Ben has sent this card too: March, red poetry ribbon, ribbon." in page.beside("cards-0")
    form = page.form("/rounds")
    assert on_board(form) == ["01B 03R 0C", "0C"]
    page = player.send(form.untick("cards-0", "03R"), "step=show")
    assert on_board(page.form("/rounds")) == ["01B 0C", "01R 02R 03R 5C"]
    assert "show" in page.form("/rounds").presses("step")


def test_cards_laid_out_by_month_are_handed_in_too(table: Table, player: Player) -> None:
    notepad = table.begin()
    form = tapped(player, notepad, 0, "01B 5C").force("view", "months")
    form = player.send(form).form("/piles/0")
    assert form.ticked("cards-0") == ["01B"]
    page = player.send(form.tick("whole-0", "12").tick("cards-0", "11C"), "step=hand-in")
    assert "7 cards sent" in page.text  # four of the five chaff cards have names now
    assert on_board(board(player, notepad))[0] == "01B 11C 12B 12C1 12C2 12C3 5C"


def test_what_was_said_no_to_is_not_asked_again(table: Table, player: Player, ben: Player) -> None:
    notepad = table.begin(rules="mongolopedia")
    form = tapped(ben, notepad, 1, "03B 09A 4C").force("no", "0.cards.11", "brights")
    ben.send(form, "step=hand-in")
    assert board(player, notepad).ticked("no") == ["1.cards.11"]
    assert pile_form(ben, notepad, 1).ticked("no") == ["0.cards.11"]
    ben.send(tapped(ben, notepad, 1, "03B 09A 4C").untick("no", "0.cards.11"), "step=hand-in")
    assert board(player, notepad).ticked("no") == [], "the same cards, but not the same answer"
    ben.send(form, "step=hand-in")
    page = player.send(board(player, notepad).fill(result=1), "step=save")
    assert "Lightning captured?" not in page.text


def test_of_what_was_said_no_to_no_more_than_99_answers_are_kept(
    table: Table, ben: Player, installation: Installation
) -> None:
    notepad = table.begin()
    said = [f"cards.{number:03}" for number in range(100)]
    form = tapped(ben, notepad, 1, RIBBONS).force("no", *(f"0.{name}" for name in reversed(said)))
    ben.send(form, "step=hand-in")
    with closing(installation.open_store()) as store:
        kept = store.live.get("match", notepad.path.split("/")[2])
    assert kept is not None
    assert kept.value["piles"][1]["no"] == said[:99]


def test_a_pile_of_live_play_is_not_replaced(table: Table, ben: Player) -> None:
    notepad = table.begin(rules="dutch")
    turn = ben.open(f"{notepad.path}/turns").form("/turns").tick("captured", "01B", "01R")
    ben.send(turn)
    hand_in(ben, notepad, 0, BRIGHTS)
    assert on_board(board(ben, notepad)) == ["01B 01R 0C", "0C"]


def test_of_two_phones_that_hand_in_the_same_card_at_once_one_is_first(
    table: Table, phone: Callable[[], Player]
) -> None:
    notepad = table.begin("Anna", "Ben", "Cleo", rules="polish_all")
    players = [phone() for _ in range(3)]
    forms = [tapped(player, notepad, seat, "01B 4C") for seat, player in enumerate(players)]
    statuses: list[int] = []

    def send(seat: int) -> None:
        statuses.append(players[seat].send(forms[seat], "step=hand-in").status)

    senders = [threading.Thread(target=send, args=[seat]) for seat in range(3)]
    for sender in senders:
        sender.start()
    for sender in senders:
        sender.join()
    assert sorted(statuses) == [200, 422, 422]


@pytest.mark.parametrize(
    ("others", "status", "said"),
    [
        (8, 200, "8 cards sent"),
        (
            9,
            409,
            "Somebody else has changed this in the meantime. Look at what is new, then change it again.",
        ),
    ],
)
def test_a_pile_is_tried_again_as_long_as_others_hand_in_theirs(
    table: Table,
    ben: Player,
    installation: Installation,
    monkeypatch: pytest.MonkeyPatch,
    others: int,
    status: int,
    said: str,
) -> None:
    form = tapped(ben, table.begin(), 1, RIBBONS)
    with closing(installation.open_store()) as store:
        documents = type(store.live)
    write, faster = documents.put, iter(range(others))

    def put(self: Documents, *given: Any) -> int:
        if next(faster, None) is not None:
            raise Stale
        return write(self, *given)

    monkeypatch.setattr(documents, "put", put)
    page = ben.send(form, "step=hand-in")
    assert page.status == status
    assert said in page.text


def test_a_viewer_is_refused_and_the_name_of_a_scorer_is_kept(
    app: Flask, table: Table, player: Player, installation: Installation
) -> None:
    notepad, other = table.begin(), table.begin("Cleo", "Dan")
    match_id = notepad.path.split("/")[2]
    phones = {}
    for role in ("viewer", "scorer"):
        phones[role] = Player(app.test_client())
        join = phones[role].open(made_link(player, match=match_id, role=role)).form("/join")
        phones[role].send(join.fill(name=f"the {role}"))
    form = tapped(player, notepad, 1, RIBBONS)
    for address in ("/piles", "/piles/0", "/piles/1"):
        assert phones["viewer"].open(notepad.path + address).status == 403
        assert phones["scorer"].open(other.path + address).status == 403
    assert phones["viewer"].send(form, "step=hand-in").status == 403
    assert "Enter my cards" not in phones["viewer"].open(notepad.path).text
    assert on_board(board(player, notepad)) == ["0C", "0C"]
    hand_in(phones["scorer"], notepad, 1, RIBBONS)
    assert "Ben sent 8 cards." in phones["viewer"].open(notepad.path).text
    with closing(installation.open_store()) as store:
        kept = store.live.get("match", match_id)
    assert kept is not None
    assert kept.value["piles"][1]["by"] == "the scorer"


def test_what_is_handed_in_changes_nothing_that_was_played(
    table: Table, ben: Player, installation: Installation
) -> None:
    notepad = table.begin()
    with closing(installation.open_store()) as store:
        before = store.revision(), store.documents.revision()
        hand_in(ben, notepad, 1, RIBBONS)
        assert (store.revision(), store.documents.revision()) == before
