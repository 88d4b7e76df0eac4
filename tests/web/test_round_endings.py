"""Rounds that nobody stopped: hands empty, lucky hands, void deals."""

from __future__ import annotations

import json
import re

import pytest

from scorekeeper.exports import record
from scorekeeper.installation import Installation

from .fixtures import THREE, Table, coins
from .player import Player


def test_nobody_stopped_is_a_draw_by_the_russian_rules(table: Table) -> None:
    notepad = table.score(table.begin(rules="russian"), "nobody")
    assert coins(notepad) == [100, 100]
    assert "The hands are empty and nobody stopped: a draw." in notepad.text


def test_nobody_stopped_pays_the_dealer_by_the_classic_rules(table: Table) -> None:
    assert coins(table.score(table.begin(rules="classic", dealer=1), "nobody")) == [0, 6]


@pytest.mark.parametrize(("rules", "reminds"), [("polish_booklet", 1), ("mongolopedia", 0)])
def test_without_scripts_the_board_reminds_of_a_yaku_made_with_the_last_card(
    table: Table, player: Player, rules: str, reminds: int
) -> None:
    page = player.open(table.begin(rules=rules).link("Score round"))
    hint = "A yaku made with the last card stops the round by itself."
    assert page.all("p", "small unscripted") == [hint] * reminds


def test_a_lucky_hand_wins_without_any_doubling(table: Table, player: Player) -> None:
    notepad = table.other(table.begin(rules="russian"), "hand.1.teshi")
    assert coins(notepad) == [94, 106]
    assert "Ben showed: Four of a month in hand" in notepad.text
    page = player.open(f"{notepad.path}/rounds/1")
    assert page.main == (
        "Ben showed: Four of a month in hand Anna dealt. Four of a month in hand teshi 手四 6 Ben Not "
        "doubled 6 Anna 6 Ben Anna pays Ben 6 coins. Back Correct this round"
    )


@pytest.mark.parametrize(
    ("rules", "shown", "balance", "told"),
    [
        (
            "russian",
            ("teshi", "kuttsuki"),
            [106, 94],
            "Anna showed: Four of a month in hand Anna dealt. Four of a month in hand teshi 手四 6 Anna "
            "Four pairs in hand kuttsuki くっつき Ben More than one lucky hand: the one nearest the dealer "
            "counts. 6 Ben 6 Anna Ben pays Anna 6 coins.",
        ),
        (
            "mongolopedia",
            ("kuttsuki", "teshi"),
            [0, 0],
            "Draw Anna dealt. Four pairs in hand kuttsuki くっつき Anna Four of a month in hand teshi 手四 "
            "Ben More than one lucky hand: the round is a draw. 0",
        ),
    ],
)
def test_two_lucky_hands_of_one_deal(
    table: Table, player: Player, rules: str, shown: tuple[str, str], balance: list[int], told: str
) -> None:
    notepad = table.begin(rules=rules)
    form = table.board(notepad).fill(result="other", hand_0=shown[0], hand_1=shown[1])
    notepad = player.send(form, "other=hands")
    assert coins(notepad) == balance
    assert player.open(f"{notepad.path}/rounds/1").main == f"{told} Back Correct this round"
    assert "Score round 2" in notepad.text
    correction = player.open(f"{notepad.path}/rounds/1/correction").form("/correction")
    undone = table.undo(notepad)
    for form in (correction, player.open(undone.link("Change round 1")).form("/rounds")):
        assert (form["result"], form["kept"]) == ("other", "hands")
        assert (form["hand-0"], form["hand-1"]) == shown


@pytest.mark.parametrize(
    ("teyaku", "shown"),
    [
        ({"both": "redeal"}, ("teshi", "kuttsuki")),
        ({"both": "redeal"}, ("teshi", "teshi", "teshi")),
        ({"teshi": "redeal"}, ("teshi", "kuttsuki")),
        ({"teshi": "redeal"}, ("kuttsuki", "teshi")),
    ],
)
def test_lucky_hands_that_void_the_deal_are_all_of_that_deal(
    table: Table, player: Player, teyaku: dict[str, str], shown: tuple[str, ...]
) -> None:
    players = ["Anna", "Ben", "Chris"][: len(shown)]
    rules = {"extends": "default", "title": "House", "match": {"players": 3}, "deal": {"teyaku": teyaku}}
    start = {"type": "match-started", "players": players, "ruleset": rules}
    notepad = player.bring(
        record.write(
            [start, {"type": "points-adjusted", "points": [1, 0, 0][: len(shown)], "reason": "a bet"}]
        )
    )
    form = table.board(notepad).fill(result="other")
    for seat, hand in enumerate(shown):
        form[f"hand-{seat}"] = hand
    notepad = player.send(form, "other=hands")
    assert coins(notepad) == [1, 0, 0][: len(shown)]
    assert "Score round 1" in notepad.text


def test_points_that_are_worth_several_coins_are_reckoned_where_there_are_any(
    table: Table, player: Player, installation: Installation
) -> None:
    house = {"extends": "russian", "title": "House", "settlement": {"coin": 3}}
    installation.house_rules.keep("house", house)
    notepad = table.score(table.score(table.begin(rules="house"), 0, THREE), "nobody")
    assert coins(notepad) == [115, 85]
    reckoned = "5 5 points at 3 coins each Anna 15 Ben"
    pages = [player.open(f"{notepad.path}/rounds/{number}").text for number in (1, 2)]
    assert reckoned.replace("Anna 15 Ben", "Ben 15 Anna") in pages[0]
    assert "coins each" not in pages[1]


def test_lucky_hands_of_nobody_are_refused(table: Table, player: Player) -> None:
    form = table.board(table.begin(rules="russian")).fill(result="other")
    page = player.send(form, "other=hands")
    assert page.status == 422
    assert page.beside("hand-0") == "Say who was dealt a lucky hand, and which."


def test_a_lucky_hand_that_the_rules_do_not_know_is_not_offered_and_refused(
    table: Table, player: Player
) -> None:
    form = table.board(table.begin(rules="cwz"))
    assert form.presses("other") == ["void"]
    page = player.send(form.force("other", "hand.0.teshi"))
    assert page.status == 422
    assert page.beside("hand-0") == "Four of a month in hand does not win by these rules."


def test_what_else_happened_must_be_known(table: Table, player: Player) -> None:
    form = table.board(table.begin()).fill(result="other").force("other", "nope")
    page = player.send(form)
    assert page.status == 422
    assert page.beside("result") == "First say how the round ended."


def test_a_void_deal_is_no_round_and_says_so(table: Table, player: Player) -> None:
    notepad = table.score(table.begin(), 0, THREE)
    notepad = player.send(table.board(notepad).fill(result="other", reason="a card fell"), "other=void")
    assert "Ben deals again." in notepad.text or "Anna deals again." in notepad.text
    assert "is saved" not in notepad.text
    assert "dealt again" in notepad.text
    notepad = table.score(notepad, "nobody")
    assert "Dealt again 1 time. a card fell" in player.open(f"{notepad.path}/rounds/2").text


def test_the_last_caller_is_paid_when_nobody_stops(table: Table, player: Player) -> None:
    notepad = table.begin(rules="cwz")
    form = table.fill(table.board(notepad), "nobody", THREE, "07A 06A 10A", calls=(1, 1))
    form["last-caller"] = 0
    notepad = player.send(form, "step=save")
    assert coins(notepad) == [15, 0]
    assert (
        "Nobody stopped; Anna called koi-koi last and wins." in notepad.text
        or "Three brights" in notepad.text
    )


def test_of_two_callers_the_last_one_is_asked_for(table: Table, player: Player) -> None:
    form = table.fill(table.board(table.begin(rules="cwz")), "nobody", THREE, "07A 06A 10A", calls=(1, 1))
    page = player.send(form, "step=save")
    assert page.status == 422
    assert page.beside("last-caller") == "Say who called koi-koi last."


def test_who_called_last_is_not_asked_where_it_pays_nobody(table: Table, player: Player) -> None:
    board = table.fill(table.board(table.begin()), "nobody", THREE, "07A 06A 10A", calls=(1, 1))
    assert "Round 1 is saved" in player.send(board, "step=save").text


def test_the_only_caller_is_the_last_one(table: Table) -> None:
    notepad = table.score(table.begin(rules="cwz"), "nobody", "", "07A 06A 10A", calls=(0, 1))
    assert coins(notepad) == [0, 10]


def test_the_cards_of_the_last_caller_are_needed(table: Table, player: Player) -> None:
    form = table.fill(table.board(table.begin(rules="cwz")), "nobody", calls=(1, 0))
    page = player.send(form, "step=save")
    assert page.status == 422
    assert (
        page.beside("last-caller")
        == "Anna called koi-koi last and wins: their cards are needed to score the round."
    )


def test_the_other_endings_say_what_they_pay(table: Table, player: Player) -> None:
    notepad = table.begin("Anna", "Ben", rules="russian", purse=4)
    page = player.open(notepad.link("Score round"))
    assert "Four of a month in hand Ben pays Anna the last 4" in page.text
    assert "Four pairs in hand Anna pays Ben the last 4" in page.text
    assert "More than one lucky hand the dealer’s counts" in page.text


def test_an_empty_board_is_dealt_again_without_a_question(table: Table, player: Player) -> None:
    board = table.board(table.begin(rules="russian"))
    board["calls-0"] = 1
    assert "Anna deals again." in player.send(board.fill(result="other"), "other=void").text


@pytest.mark.parametrize("pile", ["01B", "1C"])
@pytest.mark.parametrize("ending", ["void", "hand.0.teshi", "hands"])
def test_cards_that_were_tapped_are_thrown_away_only_when_that_is_wanted(
    table: Table, player: Player, ending: str, pile: str
) -> None:
    notepad = table.begin(rules="russian")
    board = table.fill(table.board(notepad), "other", pile).fill(hand_0="teshi", reason="a card fell")
    page = player.send(board, f"other={ending}")
    assert page.status == 422
    assert "Throw the tapped cards away?" in page.text
    assert player.open(notepad.path).text.count("Undo") == 0, "nothing is saved"
    kept = player.send(page.form("/rounds"), "step=edit").form("/rounds")
    assert [kept.ticked("cards-0"), kept["chaff-0"]] == [board.ticked("cards-0"), board["chaff-0"]]
    assert (kept["result"], kept["reason"]) == ("other", "a card fell")
    again = page.form("/rounds")
    saved = player.send(again, f"away={ending}")
    assert "Undo the new deal" in saved.text if ending == "void" else "Undo round 1" in saved.text
    assert player.send(again, f"away={ending}").text.count("Undo") == 1, "a double tap"


def test_a_correction_asks_for_no_cards(table: Table, player: Player) -> None:
    """Before it is saved it shows what it changes, and it has no draft to be lost."""
    notepad = table.score(table.begin(rules="russian"), 0, THREE)
    form = player.open(f"{notepad.path}/rounds/1/correction").form("/correction")
    page = player.send(form.fill(result="other"), "other=hand.0.teshi")
    assert page.status == 200
    assert "Throw the tapped cards away?" not in page.text


def test_lucky_hands_are_found_by_their_name(table: Table, player: Player) -> None:
    page = player.open(table.begin(rules="russian").link("Score round"))
    assert "Lucky hand Anna Four of a month in hand" in page.text
    words = re.search(r"<script [^>]*data-words>(.*?)</script>", page.html, re.S)
    assert words
    assert json.loads(words[1])["says"]["rare"] == "Lucky hand, new deal: “Other…”"
