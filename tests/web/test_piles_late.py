"""What becomes of a pile that was handed in: the round is saved, the deal is void, something is undone."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing

import pytest

from scorekeeper.installation import Installation

from .fixtures import Table
from .forms import Form
from .handing_in import board, hand_in, on_board, pile_form, tapped, won
from .player import Page, Player
from .stored_matches import events_of

BRIGHTS = "01B 03B 08B"
RIBBONS = "01R 02R 03R 5C"
EMPTY = ["0C", "0C"]


@pytest.fixture
def ben(phone: Callable[[], Player]) -> Player:
    """A second phone."""
    return phone()


def news(player: Player, notepad: Page, seq: int, piles: int | str = "") -> dict[str, object]:
    answer = player.client.get(f"{notepad.path}/news?after={seq}&told={seq}&piles={piles}")
    assert answer.status_code == 200
    assert "Set-Cookie" not in answer.headers
    told: dict[str, object] = answer.get_json()
    return told


def test_a_pile_that_comes_after_the_round_is_refused_and_offered_as_a_correction(
    table: Table, player: Player, ben: Player, installation: Installation
) -> None:
    notepad = table.begin()
    late = tapped(ben, notepad, 1, RIBBONS)
    table.score(notepad, 0, BRIGHTS)
    page = ben.send(late, "step=hand-in")
    assert page.status == 409
    assert page.main.startswith(
        "Show it Something changed in the meantime. Round 1 was saved: Anna stopped. What you entered "
        "is still here and not saved. View round 1 Correct round 1 with them Send for round 2 Brights"
    )
    assert page.main.endswith("Chaff − + 5 8 9 10 11 . .")
    form = page.form("/piles/1")
    assert (form.ticked("cards-0"), form["chaff-0"]) == (["01R", "02R", "03R"], "5")
    assert ben.open(page.link("View round 1")).path == f"{notepad.path}/rounds/1"
    correction = ben.open(page.link("Correct round 1 with them")).form("/correction")
    assert correction["result"] == "0"
    assert on_board(correction) == ["01B 03B 08B 0C", "01R 02R 03R 5C"]
    ben.send(ben.send(correction, "step=verdict").form("/correction"), "step=save")
    (corrected,) = events_of(installation, notepad)[-1]["events"]
    assert corrected["piles"] == [BRIGHTS, RIBBONS]
    assert on_board(board(player, notepad)) == EMPTY


def test_a_late_pile_can_be_one_of_the_next_round(table: Table, player: Player, ben: Player) -> None:
    notepad = table.begin()
    late = tapped(ben, notepad, 1, RIBBONS)
    table.score(notepad, 0, BRIGHTS)
    page = ben.send(late, "step=hand-in")
    assert "8 cards sent" in ben.send(page.form("/piles/1"), "step=hand-in").text
    assert on_board(board(player, notepad)) == ["0C", "01R 02R 03R 5C"]


def test_a_pile_sent_again_after_its_round_was_saved_leads_to_the_round(table: Table, ben: Player) -> None:
    notepad = table.begin()
    sent = tapped(ben, notepad, 1, RIBBONS)
    ben.send(sent, "step=hand-in")
    hand_in(ben, notepad, 0, BRIGHTS)
    won(table, notepad, 0)
    assert ben.send(sent, "step=hand-in").path == f"{notepad.path}/rounds/1"
    assert ben.send(sent.tick("cards-0", "04R"), "step=hand-in").status == 409


def test_taking_back_a_pile_that_the_round_was_saved_without_is_too_late(
    table: Table, player: Player, ben: Player
) -> None:
    notepad = table.begin()
    mine = table.fill(board(player, notepad), 0, BRIGHTS)
    sent = hand_in(ben, notepad, 1, RIBBONS)
    player.send(mine, "step=save")
    page = ben.send(sent.form("/piles/1"), "step=withdraw")
    assert page.status == 409
    assert "Round 1 was saved: Anna stopped." in page.text


def test_a_round_that_was_saved_without_a_pile_says_so(
    table: Table, player: Player, ben: Player, installation: Installation
) -> None:
    notepad = table.begin()
    mine = table.fill(board(player, notepad), 0, BRIGHTS)
    hand_in(ben, notepad, 1, RIBBONS)
    player.send(mine, "step=save")
    page = ben.open(f"{notepad.path}/piles/1")
    assert "Round 1 was saved without the cards of Ben." in page.text
    assert "without the cards" not in ben.open(f"{notepad.path}/piles/0").text
    correction = ben.open(page.link("Add them")).form("/correction")
    ben.send(ben.send(correction, "step=verdict").form("/correction"), "step=save")
    assert events_of(installation, notepad)[-1]["events"][-1]["piles"] == [BRIGHTS, RIBBONS]
    assert "without the cards" not in ben.open(f"{notepad.path}/piles/1").text


def test_a_pile_of_another_deal_is_none_that_a_round_was_saved_without(table: Table, ben: Player) -> None:
    notepad = table.score(table.begin(), 0, BRIGHTS)
    hand_in(ben, notepad, 1, RIBBONS)
    assert "without the cards" not in ben.open(f"{notepad.path}/piles/1").text
    notepad = table.score(table.other(notepad, "void"), 0, BRIGHTS)
    assert "without the cards" not in ben.open(f"{notepad.path}/piles/1").text


def test_so_does_a_round_that_nobody_stopped_but_not_a_lucky_hand(table: Table, ben: Player) -> None:
    for notepad, says in (
        (table.score(holding(ben, table), "nobody"), True),
        (table.other(holding(ben, table), "hand.0.teshi"), False),
    ):
        assert notepad.link("Score round 2")
        page = ben.open(f"{notepad.path}/piles/1")
        assert ("Round 1 was saved without the cards of Ben." in page.text) is says
        assert says == any("Add them" in words for _, words in page.links)


def holding(ben: Player, table: Table) -> Page:
    """A match with a pile of Ben that was handed in."""
    notepad = table.begin(rules="russian")
    hand_in(ben, notepad, 1, "01R 5C")
    return notepad


def test_a_void_deal_takes_its_piles_with_it(table: Table, player: Player, ben: Player) -> None:
    notepad = table.begin()
    hand_in(ben, notepad, 1, RIBBONS)
    late = tapped(ben, notepad, 0, BRIGHTS)
    table.other(notepad, "void")
    assert on_board(board(player, notepad)) == EMPTY
    page = ben.send(late, "step=hand-in")
    assert page.status == 409
    assert "Something changed in the meantime. The cards were dealt again." in page.text
    assert "Correct round" not in page.text
    table.score(notepad, 0, BRIGHTS)
    page = ben.send(late, "step=hand-in")  # those were not the cards of the deal that was scored
    assert "Round 1 was saved" in page.text
    assert "Correct round" not in page.text


def test_undo_brings_back_what_was_handed_in(table: Table, player: Player, ben: Player) -> None:
    notepad = table.begin()
    hand_in(ben, notepad, 1, RIBBONS)
    table.undo(table.other(notepad, "void"))
    assert on_board(board(player, notepad)) == ["0C", "01R 02R 03R 5C"]
    hand_in(ben, notepad, 0, BRIGHTS)
    table.undo(won(table, notepad, 0))
    assert on_board(board(player, notepad)) == ["01B 03B 08B 0C", "01R 02R 03R 5C"]
    notepad = won(table, notepad, 1)
    hand_in(ben, notepad, 1, "04A")  # the next round
    table.undo(notepad)  # of those nothing is known any more, but for what the round was saved with
    assert on_board(board(player, notepad)) == ["01B 03B 08B 0C", "01R 02R 03R 5C"]


def test_a_pile_of_a_round_that_was_undone_is_too_late(table: Table, ben: Player) -> None:
    notepad = table.score(table.begin(), 0, BRIGHTS)
    late = tapped(ben, notepad, 1, RIBBONS)
    table.undo(notepad)
    page = ben.send(late, "step=hand-in")
    assert page.status == 409
    assert "Something was undone or corrected in the meantime." in page.text
    assert "Correct round" not in page.text


def test_a_correction_of_an_earlier_round_does_not_touch_the_piles_of_this_one(
    table: Table, player: Player, ben: Player
) -> None:
    notepad = table.score(table.begin(), 0, BRIGHTS)
    hand_in(ben, notepad, 1, RIBBONS)
    form = player.open(f"{notepad.path}/rounds/1/correction").form("/correction")
    assert on_board(form) == ["01B 03B 08B 0C", "0C"]
    player.send(player.send(form.tick("cards-0", "12B"), "step=verdict").form("/correction"), "step=save")
    assert on_board(board(player, notepad)) == ["0C", "01R 02R 03R 5C"]


@pytest.mark.parametrize(
    ("pile", "status"),
    [
        ("01R.5C", 200),
        ("", 200),
        (f"01R{'.' * 395}5C", 200),
        (f"01R{'.' * 396}5C", 422),  # one letter too many: of 5C only the number is left
        ("01R.5C.25C", 422),
        ("99X", 422),
    ],
)
def test_the_pile_in_the_address_of_a_correction_is_checked(
    table: Table, player: Player, pile: str, status: int
) -> None:
    notepad = table.score(table.begin(), 0, BRIGHTS)
    for seat in (0, 1):
        assert player.open(f"{notepad.path}/rounds/1/correction?seat={seat}&pile={pile}").status == status
    assert player.open(f"{notepad.path}/rounds/1/correction?seat=2&pile={pile}").status == 200


def test_a_match_that_is_over_takes_no_pile(table: Table, player: Player, ben: Player) -> None:
    notepad = table.begin(rounds=1)
    late = tapped(ben, notepad, 1, RIBBONS)
    mine = table.fill(board(player, notepad), 0, BRIGHTS)
    hand_in(ben, notepad, 0, "04A")
    player.send(mine, "step=save")
    for address in ("/piles", "/piles/1"):
        assert ben.open(notepad.path + address).path == notepad.path
    assert player.open(f"{notepad.path}/piles").path == notepad.path, "nor does it ask whose cards they are"
    page = ben.send(late, "step=hand-in")
    assert (page.status, page.form("/piles/1").presses("step")) == (409, [])
    assert "Round 1 was saved: Anna stopped." in page.text
    assert page.link("Correct round 1 with them")


def test_a_match_that_ended_without_a_pile_offers_to_add_it(
    table: Table, player: Player, ben: Player
) -> None:
    notepad = table.begin(rounds=1)
    mine = table.fill(board(player, notepad), 0, BRIGHTS)
    hand_in(ben, notepad, 1, RIBBONS)
    player.send(mine, "step=save")
    page = ben.open(f"{notepad.path}/piles/1")
    assert page.main == "Round 1 was saved without the cards of Ben. Add them Back to the match"
    correction = ben.open(page.link("Add them")).form("/correction")
    assert on_board(correction) == ["01B 03B 08B 0C", "01R 02R 03R 5C"]


def test_a_match_that_is_ended_early_takes_no_pile(table: Table, player: Player, ben: Player) -> None:
    notepad = table.begin()
    late = tapped(ben, notepad, 1, RIBBONS)
    player.send(player.open(f"{notepad.path}/correct-or-end").form("/ending"))
    page = ben.send(late, "step=hand-in")
    assert page.status == 409
    assert "Something changed in the meantime. The match is over: The match was ended early." in page.text
    assert page.form("/piles/1").ticked("cards-0") == ["01R", "02R", "03R"]


def test_open_pages_are_told_what_is_handed_in(table: Table, player: Player, ben: Player) -> None:
    notepad = table.begin()
    assert news(player, notepad, 1, 0) == {"seq": 1}
    hand_in(ben, notepad, 1, RIBBONS)
    told = {"seq": 1, "piles": 1, "says": "Ben sent 8 cards."}
    assert news(player, notepad, 1, 0) == told
    assert news(player, notepad, 1, 1) == {"seq": 1}
    assert news(player, notepad, 1) == {"seq": 1}  # a page that does not tell of them
    hand_in(ben, notepad, 1, RIBBONS)  # the same once more
    assert news(player, notepad, 1, 1) == {"seq": 1}
    page = hand_in(ben, notepad, 0, BRIGHTS)
    assert news(player, notepad, 1, 0)["says"] == "Ben sent 8 cards. Anna sent 3 cards."
    assert news(player, notepad, 1, 1)["says"] == "Anna sent 3 cards."
    ben.send(page.form("/piles/0"), "step=withdraw")
    assert news(player, notepad, 1, 2)["says"] == "Anna took their cards back."
    won(table, notepad, 1)
    assert news(player, notepad, 1, 3)["says"] == "Round 1 was saved: Ben stopped."
    hand_in(ben, notepad, 0, BRIGHTS)
    assert news(player, notepad, 2, 3) == {"seq": 2, "piles": 4, "says": "Anna sent 3 cards."}


def test_pages_say_up_to_which_pile_they_tell(table: Table, player: Player, ben: Player) -> None:
    notepad = table.begin()
    hand_in(ben, notepad, 1, RIBBONS)
    for address in ("", "/rounds/new", "/piles?choose=1", "/piles/1"):
        assert 'data-piles="1"' in player.open(notepad.path + address).html, address
    for address in ("/piles/0", "/piles/1?change=1"):
        assert "data-piles" not in player.open(notepad.path + address).html, address


def test_what_was_handed_in_is_deleted_for_good_with_its_match(
    table: Table, player: Player, ben: Player, installation: Installation
) -> None:
    notepad = table.begin()
    hand_in(ben, notepad, 1, RIBBONS)
    match_id = notepad.path.split("/")[2]
    with closing(installation.open_store()) as store:
        store.discard(match_id, 1)
        assert pile_page_is_gone(ben, notepad)
        store.put_back(match_id)
        assert on_board(board(player, notepad)) == ["0C", "01R 02R 03R 5C"]
        store.discard(match_id, 1)
        store.delete(match_id)
        assert store.live.get("match", match_id) is None


def pile_page_is_gone(player: Player, notepad: Page) -> bool:
    return player.open(f"{notepad.path}/piles/1").status == 404


def test_a_pile_without_its_deal_is_that_of_the_deal_being_played(table: Table, ben: Player) -> None:
    """A form that says nothing of the round is taken as it comes, like that of a round."""
    notepad = table.score(table.begin(), 0, BRIGHTS)
    form: Form = pile_form(ben, notepad, 1).force("number").force("void").tick("cards-0", "01R")
    assert "1 card sent" in ben.send(form, "step=hand-in").text
