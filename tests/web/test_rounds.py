"""A round entered on the board: who stopped, what they captured, and what the board refuses."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from scorekeeper.installation import Installation
from scorekeeper.koikoi.rules.loader import rules
from scorekeeper.web.rounds import rule_questions

from .fixtures import THREE, Table, coins
from .guests import code_of, guest, id_of
from .player import Player


def test_the_verdict_says_how_it_adds_up_before_anything_is_saved(table: Table, player: Player) -> None:
    notepad = table.begin(rules="russian")
    form = table.fill(table.board(notepad), 0, "01B 03B 08B 12B 10C", calls=(1, 1))
    verdict = player.send(form, "step=verdict")
    assert "not saved yet" in verdict.text
    assert "Four brights shikō 四光 8" in verdict.text
    assert "Anna called koi-koi × 2 Ben called koi-koi × 2" in verdict.text
    assert "7 points or more × 2" in verdict.text
    assert "9 × 8 72" in verdict.text
    assert verdict.main.endswith("Ben 72 Anna Ben pays Anna 72 coins. Change Save round 1")
    assert "Ben pays Anna 72 coins." in verdict.text
    assert coins(player.open(notepad.path)) == [100, 100]
    saved = player.send(verdict.form("/rounds"), "step=save")
    assert coins(saved) == [172, 28]


def test_the_page_of_a_round_says_how_it_went_and_on_which_phone_it_was_entered(
    app: Flask, installation: Installation, table: Table, player: Player
) -> None:
    notepad = table.begin(rules="dutch")
    scorer = guest(app, code_of(installation, "scorer", id_of(notepad)), "Tablet")
    scorer.send(table.fill(scorer.open(f"{notepad.path}/rounds/new").form("/rounds"), 0, THREE), "step=save")
    page = player.open(f"{notepad.path}/rounds/1")
    assert page.main == (
        "Anna stopped Anna dealt. Entered on: Tablet Three brights sankō 三光 5 +5 Anna By other rules "
        "Cards Anna captured Back Correct this round"
    )
    assert page.leads(notepad.path) == {
        "Anna dealt.": "/rounds/1/dealer",
        "By other rules": f"/hand?match={id_of(notepad)}&pile=01B.03B.08B&round=1#others",
        "Back": "",
        "Correct this round": "/rounds/1/correction",
    }
    viewer = guest(app, code_of(installation, "viewer", id_of(notepad)))
    seen = viewer.open(f"{notepad.path}/rounds/1")
    assert "Correct" not in seen.main
    assert set(seen.leads(notepad.path)) == {"By other rules", "Back"}


def test_change_leads_back_to_the_board_with_everything_on_it(table: Table, player: Player) -> None:
    notepad = table.begin()
    form = table.fill(table.board(notepad), 0, "01B 03B 08B 4C", "09A 2C", calls=(1, 0))
    verdict = player.send(form, "step=verdict")
    board = player.send(verdict.form("/rounds"), "step=edit").form("/rounds")
    assert board["result"] == "0"
    assert board.ticked("cards-0") == ["01B", "03B", "08B"]
    assert board.ticked("cards-1") == ["09A"]
    assert (board["chaff-0"], board["chaff-1"], board["calls-0"]) == ("4", "2", "1")


def test_all_48_cards_can_be_shown_and_nothing_is_lost_on_the_way(table: Table, player: Player) -> None:
    notepad = table.begin()
    form = table.fill(table.board(notepad), 0, "01B 03B 08B 10C", calls=(0, 2))
    months = player.send(form.force("view", "months")).form("/rounds")
    assert len(months.offers("cards-0")) == 48
    assert months.ticked("cards-0") == ["01B", "03B", "08B"]
    assert months["chaff-0"] == "10"
    months.tick("cards-0", "01C1", "01C2", "11C")
    kinds = player.send(months.force("view", "kinds")).form("/rounds")
    assert sorted(kinds.ticked("cards-0")) == ["01B", "01C1", "01C2", "03B", "08B", "11C"]
    assert (kinds["chaff-0"], kinds["calls-1"], kinds["result"]) == ("10", "2", "0")
    notepad = player.send(kinds, "step=save")
    assert "Three brights + Chaff" in notepad.text


def test_a_whole_month_counts_as_its_four_cards(table: Table, player: Player) -> None:
    notepad = table.begin()
    form = player.send(table.board(notepad).fill(result=0).force("view", "months")).form("/rounds")
    form.tick("whole-0", "1", "3", "8")
    notepad = player.send(form, "step=save")
    assert "Three brights" in notepad.text


@pytest.mark.parametrize("step", ["step=save", "step=verdict"])
def test_how_the_round_ended_must_be_said(table: Table, player: Player, step: str) -> None:
    page = player.send(table.board(table.begin()), step)
    assert page.status == 422
    assert page.beside("result") == "First say how the round ended."


def test_the_cards_of_the_winner_are_needed(table: Table) -> None:
    page = table.enter(table.begin(), 1, "01B")
    assert page.status == 422
    assert page.beside("cards-1") == "Tap the cards that Ben captured."
    assert page.form("/rounds").ticked("cards-0") == ["01B"]


def test_cards_that_make_no_yaku_are_refused_with_a_sentence(table: Table, player: Player) -> None:
    notepad = table.begin()
    page = table.enter(notepad, 0, "01B 03B 4C")
    assert page.status == 422
    assert page.beside("cards-0") == "Those cards make no yaku."
    assert page.form("/rounds").ticked("cards-0") == ["01B", "03B"]
    assert "Round 1" in player.open(notepad.path).text


def test_doublings_without_end_are_refused_with_a_sentence(
    table: Table, player: Player, installation: Installation
) -> None:
    power = {"form": "power", "factor": 99}
    house = {"extends": "dutch", "title": "House", "multipliers": {"own_koi": power, "opponent_koi": power}}
    installation.house_rules.keep("house", house)
    notepad = table.begin(rules="house")
    for calls in ((5, 0), (8, 7)):  # more than a billion, more than a number of 64 bits
        page = table.enter(notepad, 0, THREE, calls=calls)
        assert page.status == 422
        assert "A round can be worth at most a billion points." in page.text
        assert page.form("/rounds").ticked("cards-0") == THREE.split()
    assert coins(table.enter(notepad, 0, THREE, calls=(2, 0))) != coins(notepad)
    told = table.enter(table.begin(rules="dutch"), 0, THREE, calls=(5, 0))
    assert player.open(f"{told.path}/retold?ruleset=house").status == 200


@pytest.mark.parametrize(("result", "beside"), [(0, "cards-0"), (1, "cards-1"), ("nobody", "result")])
def test_a_card_cannot_lie_in_two_piles(table: Table, result: int | str, beside: str) -> None:
    page = table.enter(table.begin(), result, THREE, "08B 09A")
    assert page.status == 422
    assert page.beside(beside) == "08B: a card cannot be in two piles."
    assert page.form("/rounds").ticked("cards-1") == ["08B", "09A"]


def test_two_piles_cannot_hold_more_chaff_than_the_deck(table: Table) -> None:
    page = table.enter(table.begin(), 0, "13C", "12C")
    assert page.status == 422
    assert page.beside("cards-0") == "25 chaff cards are too many: the deck has 24."


def test_more_chaff_than_the_deck_holds_is_refused_beside_the_pile(table: Table) -> None:
    page = table.enter(table.begin(), 0, "25C")
    assert page.status == 422
    assert "25 chaff cards are too many" in page.beside("cards-0")


def test_an_unknown_player_is_refused(table: Table, player: Player) -> None:
    for seat in ("2", "7", "-1", "Anna", "", "0\n"):
        form = table.fill(table.board(table.begin()), 0, THREE).force("result", seat)
        page = player.send(form, "step=save")
        assert page.status == 422
        assert page.beside("result") == "First say how the round ended."


@pytest.mark.parametrize("card", ["13B", "xx", "<b>", "", "01B 03B", "11C1", "x" * 21])
def test_a_card_that_does_not_exist_is_refused(table: Table, player: Player, card: str) -> None:
    form = table.fill(table.board(table.begin()), 0, THREE).force("cards-0", "01B", card)
    page = player.send(form, "step=save")
    assert page.status == 422
    assert page.beside("cards-0") == f"There is no card “{card[:20]}”."


def test_cards_left_out_of_the_deck_are_refused(
    table: Table, installation: Installation, player: Player
) -> None:
    house = {"extends": "dutch", "title": "Short deck", "deal": {"without": ["12C1", "12C2"]}}
    installation.house_rules.keep("short", house)
    page = table.enter(table.begin(rules="short"), 0, THREE + " 12C1")
    assert page.status == 422
    assert page.beside("cards-0") == "12C1: not in the deck with these rules."


@pytest.mark.parametrize("number", ["99999", "-1", "x", "1.5", "９"])
def test_numbers_that_cannot_be_read_are_no_error_of_the_app(
    table: Table, player: Player, number: str
) -> None:
    form = table.fill(table.board(table.begin()), 0, THREE)
    form["calls-0"] = form["chaff-0"] = number
    assert player.send(form.force("brights", number).force("last-caller", number), "step=save").status == 200


@pytest.mark.parametrize(
    ("calls", "noted"), [(3, [None, THREE, f"{THREE} 1C"]), (2, [THREE, f"{THREE} 1C"]), (1, [THREE])]
)
def test_of_calls_whose_cards_were_not_all_noted_the_last_were(
    table: Table, player: Player, calls: int, noted: list[str | None]
) -> None:
    form = table.fill(table.board(table.begin(rules="russian")), 0, f"{THREE} 1C", calls=(calls, 0))
    notepad = player.send(form.force("called-0", f"{THREE};{THREE} 1C"), "step=save")
    events = player.client.get(f"{notepad.path}/record.json").get_json()["events"]
    called = [event.get("pile") for event in events if event["type"] == "koikoi-called"]
    assert called == noted


@pytest.mark.parametrize(
    ("rules", "calls", "sentence"),
    [
        ("clubhouse_ds", (2, 0), "A player may call koi-koi only once in a round."),
        ("clubhouse_ds", (1, 2), "A player may call koi-koi only once in a round."),
        ("nintendo_en", (1, 1), "Koi-koi may be called only once in a round."),
    ],
)
def test_more_calls_than_the_rules_allow_are_asked_about(
    table: Table, rules: str, calls: tuple[int, int], sentence: str
) -> None:
    notepad = table.begin(rules=rules)
    form = table.fill(table.board(notepad), 0, THREE, calls=calls, ruling="")
    page = table.player.send(form, "step=save")
    assert page.status == 422
    assert sentence in page.text
    assert "Koi-koi limit: 1" in page.text


def test_calls_are_asked_about_also_where_the_dealt_field_is_noted(
    table: Table, player: Player, installation: Installation
) -> None:
    installation.house_rules.keep("house", {"extends": "bga", "title": "House", "calls": {"limit": 1}})
    form = table.fill(table.board(table.begin(rules="house")), 0, THREE, calls=(2, 0), ruling="")
    asked = player.send(form.fill(brights=2), "step=save")
    assert (asked.status, "Koi-koi limit: 1" in asked.text) == (422, True)
    assert "is saved" in player.send(asked.form("/rounds").fill(ruling="agreed"), "step=save").text


@pytest.mark.parametrize(("rules", "most"), [("clubhouse_ds", "1"), ("russian", "24")])
def test_the_board_counts_calls_up_to_what_the_rules_allow(table: Table, rules: str, most: str) -> None:
    page = table.player.open(table.begin(rules=rules).link("Score round"))
    assert re.findall(r'name="calls-\d" min="0" max="(\d+)"', page.html) == [most, most]


def test_as_many_calls_as_the_rules_allow_are_taken(table: Table) -> None:
    assert "is saved" in table.enter(table.begin(rules="clubhouse_ds"), 0, THREE, calls=(1, 1)).text
    assert "is saved" in table.enter(table.begin(rules="nintendo_en"), 0, THREE, calls=(0, 1)).text


def test_an_odd_month_is_a_warning_and_can_be_saved(table: Table, player: Player) -> None:
    notepad = table.begin()
    form = table.fill(table.board(notepad), 0, THREE)
    form = player.send(form.force("view", "months")).form("/rounds").tick("cards-0", "01C1", "03C1")
    verdict = player.send(form, "step=verdict")
    assert "Anna holds an odd number of cards of month 8." in verdict.text
    assert "of month 1." not in verdict.text
    assert "is saved" in player.send(verdict.form("/rounds"), "step=save").text


@pytest.mark.parametrize(
    ("lightning", "said"),
    [
        ("plain", "Captures come in pairs; is one missing?"),
        ("wild_if_august", "Was an August card dealt to the field, so that the lightning took one"),
        ("wild", None),
    ],
)
def test_where_the_lightning_may_be_wild_an_odd_month_is_asked_about(
    table: Table, player: Player, installation: Installation, lightning: str, said: str | None
) -> None:
    installation.house_rules.keep("house", {"title": "House", "play": {"lightning": lightning}})
    form = table.fill(table.board(table.begin(rules="house")), 0, THREE)
    form = player.send(form.force("view", "months")).form("/rounds").tick("cards-0", "01C1", "03C1")
    text = player.send(form, "step=verdict").text
    assert said in text if said else "an odd number" not in text


def test_one_yaku_without_a_factor_shows_no_sum(table: Table, player: Player) -> None:
    form = table.fill(table.board(table.begin(rules="russian")), 0, THREE)
    assert player.send(form, "step=verdict").all("li", "total") == []
    two = table.fill(form, 0, "01B 03B 08B 10C")
    assert player.send(two, "step=verdict").all("li", "total") == ["Together 6"]


def test_a_yaku_that_is_cut_shows_to_how_much(
    table: Table, player: Player, installation: Installation
) -> None:
    house = {"extends": "dutch", "title": "House", "multipliers": {"max_base": 4}}
    installation.house_rules.keep("house", house)
    form = table.fill(table.board(table.begin(rules="house")), 0, THREE)
    assert player.send(form, "step=verdict").main == (
        "Anna stopped Three brights sankō 三光 5 Together 4 All yaku together count at most 4. 4 4 +4 Anna "
        "Change Save round 1"
    )


def test_doublings_that_are_added_add_up_on_the_page(table: Table, player: Player) -> None:
    form = table.fill(table.board(table.begin(rules="senridogs_additive")), 0, THREE, calls=(1, 1))
    verdict = player.send(form, "step=verdict")
    assert "Anna called koi-koi +1 Ben called koi-koi +1" in verdict.text
    assert "Doublings are added up here: 1 + 1 + 1 = × 3" in verdict.text
    alone = player.send(form.fill(calls_0=0), "step=verdict")
    assert "Ben called koi-koi × 2" in alone.text
    assert "added" not in alone.text


@pytest.mark.parametrize(
    ("size", "players", "offered"),
    [
        (None, 2, (5, 8, 9, 10, 11)),
        (9, 2, (4, 7, 8, 9, 10)),
        (4, 2, (2, 3, 4, 5)),
        (3, 2, (6, 10, 11, 12, 13)),  # about an equal share
        (3, 3, (4, 6, 7, 8, 9)),
    ],
)
def test_the_usual_numbers_of_chaff_are_those_about_the_yaku_that_counts_them(
    size: int | None, players: int, offered: tuple[int, ...]
) -> None:
    own = {"kasu": {"points": 0}, "rubbish": {"kind": "chaff", "min": size, "points": 1}} if size else {}
    house = rules("russian", overrides={"yaku": own})
    assert rule_questions.questions_of(house, 1, players).chaff_numbers == offered


def test_whoever_saves_a_round_is_offered_its_rules_first_but_not_for_a_correction(
    table: Table, player: Player
) -> None:
    first, second = table.begin(rules="russian"), table.begin(rules="dutch")
    assert player.open("/hand").form()["ruleset"] == "default"
    table.enter(first, 0, THREE)
    assert player.open("/hand").form()["ruleset"] == "russian"
    table.score(second, 0, THREE)
    form = player.open(f"{second.path}/rounds/1/correction").form("/correction")
    player.send(player.send(form.fill(calls_1=1), "step=verdict").form("/correction"), "step=save")
    assert player.open("/hand").form()["ruleset"] == "russian"


def test_brights_that_the_rules_do_not_ask_for_are_left_out(table: Table, player: Player) -> None:
    form = table.fill(table.board(table.begin(rules="dutch")), 0, THREE).force("brights", "2")
    notepad = player.send(form, "step=save")
    events = player.client.get(f"{notepad.path}/record.json").get_json()["events"]
    assert [event["type"] for event in events] == ["match-started", "round-won"]
