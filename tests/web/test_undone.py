"""After an undo the board is as it was entered: one card is changed, and it is saved again."""

from __future__ import annotations

import re
from collections.abc import Callable

import msgspec
import pytest

from scorekeeper.koikoi.match.events import (
    AnyEvent,
    DealerCorrected,
    HandShown,
    KoikoiCalled,
    MatchExtended,
    NamesCorrected,
    PointsAdjusted,
    RoundCorrected,
    RoundExhausted,
    RoundWon,
    RulesChanged,
    TurnTaken,
    content,
)
from scorekeeper.koikoi.match.events import event as event_of
from scorekeeper.koikoi.match.replay import that_count
from scorekeeper.koikoi.rules.loader import rules as rules_of

from .fixtures import THREE, Table, coins
from .forms import Form
from .handing_in import hand_in
from .player import Page, Player

FILLED = "Filled in as it was entered before."


def again(player: Player, notepad: Page) -> Page:
    """The board to which the notepad leads where something was undone."""
    page = player.open(player.open(notepad.path).link("Change round"))
    assert FILLED in page.text
    return page


def entered(form: Form) -> dict[str, object]:
    """What is entered on a board of two, without what is empty."""
    names = ["calls-0", "calls-1", "chaff-0", "chaff-1", "brights", "last-caller", "called-0", "called-1"]
    said = {name: form[name] for name in names if name in form and form[name] not in ("", "0", None)}
    said |= {"result": form["result"]} if form["result"] else {}
    cards = {f"cards-{seat}": form.ticked(f"cards-{seat}") for seat in (0, 1)}
    months = {"months": form.ticked("months")} if "months" in form else {}
    return {**said, **{name: held for name, held in {**cards, **months}.items() if held}}


def is_empty(player: Player, notepad: Page, number: int) -> bool:
    """Whether the board of the next round has nothing of an earlier one."""
    page = player.open(player.open(notepad.path).link(f"Score round {number}"))
    return FILLED not in page.text and entered(page.form("/rounds")) == {}


def test_a_card_is_changed_after_an_undo(table: Table, player: Player, phone: Callable[[], Player]) -> None:
    notepad = table.begin(rules="russian")
    board = table.fill(table.board(notepad), 0, f"{THREE} 06A 4C", "02A 3C", calls=(2, 1))
    board["called-0"] = THREE
    was = entered(board)
    notepad = table.undo(player.send(board, "step=save"))
    assert "Score round" not in notepad.text.replace("Score the next round", "")
    other = phone()
    form = again(other, notepad).form("/rounds")
    assert entered(form) == was
    assert form["filled"] == "6", "after the start, three calls and the end of the round"
    notepad = other.send(form.untick("cards-0", "06A").tick("cards-0", "07A"), "step=save")
    saved = player.open(f"{notepad.path}/rounds/1/correction").form("/correction")
    assert saved.ticked("cards-0") == ["01B", "03B", "08B", "07A"]
    assert is_empty(player, notepad, 2), "in its place another round was saved"


@pytest.mark.parametrize("rules", ["bga", "polish_all"])
def test_what_the_rules_ask_is_answered_as_before(table: Table, player: Player, rules: str) -> None:
    notepad = table.begin(rules=rules)
    board = table.fill(table.board(notepad), 1, "", "03B 08B 09A 5C")
    asked = {name: board.offers(name)[-1] for name in ("brights",) if name in board}
    for name, value in asked.items():
        board[name] = value
    if "months" in board:
        board.tick("months", "12")
    was = entered(board)
    page = player.send(board, "step=save")
    while page.status == 422:  # an open question about the cards
        page = player.send(
            page.form("/rounds"), next(f"no={no}" for no in page.form("/rounds").presses("no"))
        )
        page = player.send(page.form("/rounds"), "step=save") if page.status == 200 and page.forms else page
    table.undo(player.open(notepad.path))
    form = again(player, notepad).form("/rounds")
    assert entered(form) == was
    assert player.send(form, "step=save").status == 200, "nothing is asked again"


def test_a_round_that_nobody_stopped_says_who_called_last(table: Table, player: Player) -> None:
    notepad = table.begin(rules="cwz")
    board = table.fill(table.board(notepad), "nobody", THREE, "07A 06A 10A", calls=(1, 1))
    board["last-caller"] = 0
    saved = player.send(board, "step=save")
    correction = player.open(f"{saved.path}/rounds/1/correction").form("/correction")
    form = again(player, table.undo(saved)).form("/rounds")
    assert entered(form) == entered(board)
    assert correction["last-caller"] == form["last-caller"] == "0"
    assert coins(player.send(form, "step=save")) == [15, 0]


def test_three_players_get_their_piles_back(table: Table, player: Player) -> None:
    notepad = table.begin("Anna", "Ben", "Cleo", rules="mongolopedia")
    notepad = table.undo(table.score(notepad, 2, "02A 1C", "", f"{THREE} 2C"))
    form = again(player, notepad).form("/rounds")
    assert form["result"] == "2"
    assert [form.ticked(f"cards-{seat}") for seat in range(3)] == [["02A"], [], THREE.split()]
    assert [form[f"chaff-{seat}"] for seat in range(3)] == ["1", "0", "2"]


@pytest.mark.parametrize(("second", "kept"), [(97, 97), (98, 97)])
def test_of_several_rulings_no_more_is_kept_than_one_may_say(
    table: Table, player: Player, second: int, kept: int
) -> None:
    notepad = table.begin(rules="dutch")
    for place, said in enumerate(("a" * 301, "b" * second)):
        notepad = table.store(notepad, TurnTaken(player=place, captured=f"0{place + 1}C1", ruling=said))
    ruling = "a" * 301 + "; " + "b" * kept
    board = player.open(f"{notepad.path}/rounds/new").form("/rounds")
    assert board["ruling"] == ruling
    notepad = table.store(notepad, RoundExhausted(ruling="c"))
    correction = player.open(f"{notepad.path}/rounds/1/correction").form("/correction")
    assert correction["ruling"] == ruling


def test_of_calls_the_cards_are_kept_since_the_last_without_any(table: Table, player: Player) -> None:
    piles = (None, THREE, None, f"{THREE} 1C", "01B 02A 03B 08B 1C")
    calls = [KoikoiCalled(player=0, pile=held, ruling="agreed") for held in piles]
    notepad = table.begin(rules="russian")
    notepad = table.store(notepad, *calls, RoundWon(player=0, piles=(f"{THREE} 02A 2C", None), ruling="x"))
    correction = player.open(f"{notepad.path}/rounds/1/correction").form("/correction")
    undone = again(player, table.undo(notepad)).form("/rounds")
    for form in (correction, undone):
        assert (form["calls-0"], form["called-0"]) == ("5", f"{THREE} 1C; 01B 02A 03B 08B 1C")


def test_the_words_for_calls_that_do_not_fit_are_kept(table: Table, player: Player) -> None:
    notepad = table.undo(table.score(table.begin(rules="russian"), 0, THREE, calls=(3, 0)))
    form = again(player, notepad).form("/rounds")
    assert form["ruling"] == "agreed"
    assert player.send(form, "step=save").status == 200


# Several undos, and what is entered after one


def test_each_of_two_undone_rounds_comes_back_in_its_turn(table: Table, player: Player) -> None:
    notepad = table.score(table.begin(rules="russian"), 0, THREE)
    notepad = table.score(notepad, 1, "", "06A 07A 10A 2C")
    table.undo(table.undo(notepad))
    form = again(player, notepad).form("/rounds")
    assert (form["result"], form.ticked("cards-0")) == ("0", THREE.split())
    player.send(form.tick("cards-0", "09A"), "step=save")
    form = again(player, notepad).form("/rounds")
    assert (form["number"], form["result"], form.ticked("cards-1")) == ("2", "1", ["06A", "07A", "10A"])
    player.send(form, "step=save")
    assert is_empty(player, notepad, 3)


def test_an_undo_of_what_was_saved_in_its_place_fills_in_that(table: Table, player: Player) -> None:
    notepad = table.undo(table.score(table.begin(rules="russian"), 0, THREE))
    notepad = table.undo(table.score(notepad, 1, "", "06A 07A 10A"))
    assert entered(again(player, notepad).form("/rounds")) == {
        "result": "1",
        "cards-1": ["06A", "07A", "10A"],
    }


def test_a_round_that_counts_again_is_filled_in_no_more(table: Table, player: Player) -> None:
    notepad = table.score(table.begin(rules="russian"), 0, THREE)
    notepad = table.undo(table.score(notepad, 1, "", "06A 07A 10A"))
    table.put_back(table.undo(notepad))
    assert entered(again(player, notepad).form("/rounds"))["result"] == "1", "of the later one"
    notepad = table.undo(table.score(notepad, 0, THREE))
    table.put_back(notepad)
    assert is_empty(player, notepad, 3)


@pytest.mark.parametrize("kind", ["adjustment", "dealer", "correction"])
def test_what_the_table_decides_meanwhile_leaves_it_filled_in(
    table: Table, player: Player, kind: str
) -> None:
    notepad = table.score(table.begin(rules="russian"), "nobody")
    notepad = table.undo(table.score(notepad, 0, THREE))
    match kind:
        case "adjustment":
            notepad = table.store(notepad, PointsAdjusted(points=(1, -1), reason="lent"))
        case "dealer":
            notepad = table.store(notepad, DealerCorrected(round=2, player=1))
        case _:
            notepad = table.store(notepad, RoundCorrected(round=1, events=(RoundExhausted(piles=("01B",)),)))
    assert entered(again(player, notepad).form("/rounds"))["result"] == "0"
    notepad = table.undo(notepad)  # of that: nothing to fill in, but what was before it
    assert entered(again(player, notepad).form("/rounds"))["result"] == "0"


def test_an_undone_correction_or_ruling_fills_in_nothing(table: Table, player: Player) -> None:
    notepad = table.score(table.begin(rules="russian"), 0, THREE)
    notepad = table.store(notepad, RoundCorrected(round=1, events=(RoundExhausted(),)))
    notepad = table.undo(table.undo(table.store(notepad, PointsAdjusted(points=(1, -1), reason="lent"))))
    assert is_empty(player, notepad, 2)


def test_a_page_from_before_the_undo_is_answered_with_what_it_says(table: Table, player: Player) -> None:
    notepad = table.score(table.begin(rules="russian"), 0, THREE)
    late = table.fill(table.board(notepad), 1, "", "06A 07A 10A")
    table.undo(notepad)
    page = player.send(late, "step=save")
    assert page.status == 409
    assert entered(page.form("/rounds")) == {"result": "1", "cards-1": ["06A", "07A", "10A"]}
    assert FILLED not in page.text


# Other endings


@pytest.mark.parametrize("months", [(), (5,)])
def test_a_lucky_hand_is_chosen_again(table: Table, player: Player, months: tuple[int, ...]) -> None:
    notepad = table.begin(rules="russian")
    board = table.board(notepad).fill(result="other").tick("lucky-1", *map(str, months))
    notepad = table.undo(player.send(board, "other=hand.1.teshi"))
    page = again(player, notepad)
    form = page.form("/rounds")
    assert (form["result"], form["kept"], form.ticked("lucky-1")) == (
        "other",
        "hand.1.teshi",
        [*map(str, months)],
    )
    assert re.search(r'value="hand.1.teshi" data-ends aria-current="true"', page.html)
    assert "Undo round 1" in player.send(form, "step=save").text


def test_the_cards_that_a_void_deal_threw_away_come_back(
    table: Table, player: Player, phone: Callable[[], Player]
) -> None:
    notepad = table.begin(rules="russian")
    board = table.fill(table.board(notepad), "other", "", "06A 07A 4C", calls=(1, 0))
    asked = player.send(board, "other=void").form("/rounds")
    notepad = table.undo(player.send(asked, "away=void"))
    other = phone()
    form = again(other, notepad).form("/rounds")
    assert entered(form) == {"result": "1", "calls-0": "1", "chaff-1": "4", "cards-1": ["06A", "07A"]}
    assert form["filled"] == "3", "after the start and the new deal"
    assert form.presses("away") == [""], "nothing is chosen that would throw them away again"
    notepad = other.send(form.tick("cards-1", "10A").force("ruling", "agreed"), "step=save")
    assert is_empty(player, notepad, 2)


def test_cards_of_both_that_were_thrown_away_do_not_say_who_stopped(table: Table, player: Player) -> None:
    notepad = table.begin(rules="russian")
    board = table.fill(table.board(notepad), "other", "06A", "07A")
    asked = player.send(board, "other=void").form("/rounds")
    form = again(player, table.undo(player.send(asked, "away=void"))).form("/rounds")
    assert entered(form) == {"cards-0": ["06A"], "cards-1": ["07A"]}


def test_the_cards_of_a_void_deal_are_of_that_deal_alone(table: Table, player: Player) -> None:
    notepad = table.begin(rules="russian")
    asked = player.send(table.fill(table.board(notepad), "other", "06A"), "other=void").form("/rounds")
    notepad = player.send(asked, "away=void")
    assert is_empty(player, notepad, 1)
    notepad = table.undo(table.other(notepad, "void"))  # of the second deal
    assert is_empty(player, notepad, 1)
    assert entered(again(player, table.undo(notepad)).form("/rounds"))["cards-0"] == ["06A"]


def test_the_cards_that_a_lucky_hand_threw_away_come_back_with_it(table: Table, player: Player) -> None:
    notepad = table.begin(rules="russian")
    board = table.fill(table.board(notepad), "other", "06A 2C")
    asked = player.send(board, "other=hand.0.teshi").form("/rounds")
    notepad = table.undo(player.send(asked, "away=hand.0.teshi"))
    form = again(player, notepad).form("/rounds")
    assert entered(form) == {"result": "other", "chaff-0": "2", "cards-0": ["06A"]}
    assert form["kept"] == "hand.0.teshi"


def test_a_void_deal_without_cards_leaves_the_board_empty(table: Table, player: Player) -> None:
    notepad = table.undo(table.other(table.begin(), "void"))
    assert is_empty(player, notepad, 1)


# What else is known of the round


def test_cards_of_another_phone_are_filled_in_beside(
    table: Table, player: Player, phone: Callable[[], Player]
) -> None:
    notepad = table.score(table.begin(), 0, THREE)
    table.undo(notepad)
    hand_in(phone(), notepad, 1, "06A 07A")
    assert entered(again(player, notepad).form("/rounds")) == {
        "result": "0",
        "cards-0": THREE.split(),
        "cards-1": ["06A", "07A"],
    }


def test_turns_count_again_beside_the_piles_that_were_entered_in_their_place(
    table: Table, player: Player
) -> None:
    notepad = table.begin(rules="dutch")
    notepad = table.store(notepad, TurnTaken(player=0, captured="01B 01R"))
    board = player.open(f"{notepad.path}/rounds/new").form("/rounds")
    assert board.ticked("cards-0") == ["01B", "01R"]
    table.fill(board, 0, "03B 08B")
    notepad = table.undo(player.send(board, "step=save"))
    assert "Continue round 1 live" in notepad.text
    assert again(player, notepad).form("/rounds").ticked("cards-0") == ["01B", "03B", "08B", "01R"]


@pytest.mark.parametrize(
    "decided",
    [
        PointsAdjusted(points=(3, -3), reason="lent"),
        MatchExtended(rounds=3),
        NamesCorrected(players=("Anna", "Bernd")),
        RulesChanged(from_round=1, ruleset=msgspec.to_builtins(rules_of("nintendo_jp"))),
    ],
)
def test_what_was_decided_between_turns_counts_once_whatever_is_undone(
    table: Table, player: Player, decided: AnyEvent
) -> None:
    notepad = table.begin(rules="dutch")
    for event in (TurnTaken(player=0, captured="01B 01R"), decided, TurnTaken(player=1, captured="02A 02C1")):
        notepad = table.store(notepad, event)
    before = counting(player, notepad)
    board = player.open(f"{notepad.path}/rounds/new").form("/rounds")
    saved = player.send(table.fill(board, 0, "03B 08B"), "step=save")
    after = counting(player, saved)
    assert after == [before[0], before[2], *after[-1:]]
    assert player.send(board, "step=save").path == saved.path, "sent again"
    undone = table.undo(saved)
    assert counting(player, undone) == before
    assert again(player, undone).form("/rounds").ticked("cards-0") == ["01B", "03B", "08B", "01R"]
    assert counting(player, table.put_back(undone)) == after
    undone = table.undo(player.open(notepad.path))
    assert counting(player, undone) == before
    assert counting(player, table.undo(undone)) == before[:-1], "the last turn"
    assert counting(player, table.undo(player.open(notepad.path))) == before[:2], "what was decided"


def counting(player: Player, notepad: Page) -> list[AnyEvent]:
    """The events of a match that count, without what storing them adds."""
    trees = player.client.get(f"{notepad.path}/record.json").get_json()["events"]
    return [content(one) for one in that_count(map(event_of, trees))]


def test_a_round_that_was_played_live_goes_on_live(table: Table, player: Player) -> None:
    notepad = table.begin(rules="dutch")
    notepad = table.store(notepad, TurnTaken(player=0, captured=THREE))
    notepad = table.undo(table.store(notepad, RoundWon(player=0, piles=(None, None))))
    assert "Change round" not in notepad.text
    assert "Continue round 1 live" in notepad.text
    form = player.open(f"{notepad.path}/rounds/new").form("/rounds")
    assert form.ticked("cards-0") == THREE.split()


def test_a_second_lucky_hand_of_the_round_before_is_none_of_this_one(table: Table, player: Player) -> None:
    notepad = table.store(table.begin(rules="russian"), HandShown(player=0, yaku="teshi"))
    notepad = table.undo(table.store(notepad, HandShown(player=1, yaku="teshi")))
    assert is_empty(player, notepad, 2)


def test_cards_and_hands_that_the_rules_no_longer_allow_are_shown_and_refused(
    table: Table, player: Player
) -> None:
    notepad = table.other(table.begin(rules="russian"), "hand.0.teshi")
    table.undo(notepad)
    cwz = msgspec.to_builtins(rules_of("cwz"))
    table.store(notepad, RulesChanged(ruleset=cwz, from_round=1))
    page = again(player, notepad)
    refused = player.send(page.form("/rounds"), "step=save")
    assert refused.status == 422
    assert refused.beside("hand-0") == "Four of a month in hand does not win by these rules."


# Clear


def test_clear_leads_to_the_same_board_empty(
    table: Table, player: Player, phone: Callable[[], Player]
) -> None:
    notepad = table.undo(table.score(table.begin(), 0, f"{THREE} 2C", calls=(1, 0)))
    hand_in(phone(), notepad, 1, "06A")
    page = player.open(again(player, notepad).link("Clear"))
    form = page.form("/rounds")
    assert entered(form) == {}
    assert FILLED not in page.text
    assert "Use these cards" in page.text
    again_shown = player.send(table.fill(form, 1, "", "02A").force("view", "months"))
    assert FILLED not in again_shown.text
    assert again_shown.form("/rounds").ticked("cards-1") == ["02A"]
    assert again(player, notepad).form("/rounds")["result"] == "0", "until something is saved"


def test_it_can_be_cleared_as_long_as_it_is_filled_in(table: Table, player: Player) -> None:
    notepad = table.undo(table.score(table.begin(), 0, THREE))
    page = player.send(again(player, notepad).form("/rounds").force("view", "months"))
    page = player.send(page.form("/rounds"), "step=verdict")
    page = player.send(page.form("/rounds"), "step=edit")
    assert page.link("Clear").endswith("/rounds/new?empty=1")
