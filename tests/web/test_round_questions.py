"""What only some rules ask about a round, and questions whose answer would change the points."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from msgspec.structs import replace

from scorekeeper.koikoi.rules.loader import rules
from scorekeeper.web.rounds.rule_questions import asks, questions_of

from .fixtures import THREE, Table, coins
from .player import Player


def test_only_rules_that_need_them_ask_further_questions(table: Table) -> None:
    plain = table.board(table.begin(rules="nintendo_jp"))
    for name in ("brights", "months", "last-caller", "whole-0"):
        assert name not in plain
    assert "11C" not in plain.offers("cards-0")


LIGHTNING = "Which chaff cards? 11 カ November, lightning, chaff "
PINE = "All four of a month? 1 松 Pine "


@pytest.mark.parametrize(
    ("rules", "by_kind", "by_month"),
    [
        ("dutch", "", ""),
        (
            "cwz",
            f"{PINE}{PINE}If nobody stopped: who called koi-koi last? Anna Ben ",
            "If nobody stopped: who called koi-koi last? Anna Ben ",
        ),
        ("bga", "Brights on the dealt field 0 1 2 3 4 5 ", "Brights on the dealt field 0 1 2 3 4 5 "),
        (
            "russian_all",
            "Brights on the dealt field without the rain man 0 1 2 3 4 ",
            "Brights on the dealt field without the rain man 0 1 2 3 4 ",
        ),
        (
            "polish_all",
            "Still on the field a November card: rain a December card: fog ",
            "Still on the field a November card: rain a December card: fog ",
        ),
    ],
)
def test_below_more_the_board_asks_what_the_rules_want_to_know(
    table: Table, player: Player, rules: str, by_kind: str, by_month: str
) -> None:
    board = player.open(table.begin(rules=rules).link("Score round"))
    assert board.main.endswith(
        "Chaff − + 5 8 9 10 11 Throw the tapped cards away? Throw away Keep them Tap who stopped "
        f"Tap their cards Save . . More May I call koi-koi? {by_kind}Other piles Enter the cards of Anna too "
        "Enter the cards of Ben too Why? Show the result Save round 1"
    )
    months = player.send(board.form("/rounds").force("view", "months"))
    assert f" More May I call koi-koi? {by_month}Other piles " in months.main
    assert "Chaff −" not in months.main


def test_the_lightning_and_whole_months_are_asked_of_every_pile(table: Table, player: Player) -> None:
    main = player.open(table.begin(rules="mongolopedia").link("Score round")).main
    assert main.count(f"{LIGHTNING}All four of a month? 1 松 Pine 2 梅 Plum ") == 2


def test_rain_and_fog_on_the_field_ruin_the_yaku_with_sake(table: Table, player: Player) -> None:
    notepad = table.begin(rules="polish_all")
    form = table.fill(table.board(notepad), 0, "03B 08B 09A 01B")
    assert form.offers("months") == ["11", "12"]
    verdict = player.send(form.tick("months", "11"), "step=verdict")
    assert "a November card lies on the field: rain" in verdict.text
    assert "a December card lies on the field: fog" not in verdict.text
    dry = player.send(form.untick("months", "11"), "step=verdict")
    assert "lies on the field" not in dry.text
    asked = player.send(form.tick("months", "11"), "step=verdict").form("/rounds")
    saved = player.send(player.send(asked, "no=field.12").form("/rounds"), "step=save")
    correction = player.open(f"{saved.path}/rounds/1/correction").form("/correction")
    assert correction.ticked("months") == ["11"]


def test_a_month_that_was_captured_whole_cannot_lie_on_the_field(table: Table, player: Player) -> None:
    notepad = table.begin(rules="polish_all")
    form = player.send(table.board(notepad).fill(result=0).force("view", "months")).form("/rounds")
    form.tick("whole-0", "11").tick("cards-0", "01B", "03B", "08B").tick("months", "11")
    page = player.send(form, "step=save")
    assert page.status == 422
    assert "All cards of month 11 were captured" in page.beside("cards-0")


@pytest.mark.parametrize(
    ("november", "is_asked"), [("11B 11A 11R 11C", False), ("11B 11A 11R", True), ("", True)]
)
def test_nobody_is_asked_for_a_month_on_the_field_that_was_captured_whole(
    table: Table, player: Player, november: str, is_asked: bool
) -> None:
    notepad = table.begin(rules="polish_all")
    form = player.send(table.board(notepad).fill(result=0).force("view", "months")).form("/rounds")
    page = player.send(form.tick("cards-0", "03B", "09A", *november.split()), "step=save")
    assert ("Is a November card on the field (rain)?" in page.text) is is_asked
    assert ("is saved" in page.text) is not is_asked


@pytest.mark.parametrize(("brights", "won"), [(0, 5), (1, 10), (2, 15), (4, 25)])
def test_brights_on_the_dealt_field_multiply(table: Table, player: Player, brights: int, won: int) -> None:
    notepad = table.begin(rules="russian_all")
    form = table.fill(table.board(notepad), 0, THREE)
    assert form.offers("brights") == ["0", "1", "2", "3", "4"]
    form["brights"] = brights
    assert coins(player.send(form, "step=save")) == [100 + won, 100 - won]


@pytest.mark.parametrize(("rules", "most"), [("russian_all", 4), ("bga", 5)])
def test_who_left_the_brights_unsaid_is_offered_every_number_of_them(
    table: Table, rules: str, most: int
) -> None:
    asked = table.enter(table.begin(rules=rules), 0, THREE).form("/rounds")
    assert asked.presses("brights") == [str(number) for number in range(most + 1)]
    assert f"{most} brights on the dealt field" in table.player.send(asked, f"brights={most}").text


def test_lightning_is_named_where_the_rules_need_to_know_it(table: Table, player: Player) -> None:
    notepad = table.begin(rules="mongolopedia")
    board = table.board(notepad)
    assert "11C" in board.offers("cards-0")
    assert "07A" in board.offers("cards-0")
    asked = table.enter(notepad, 0, "03B 09A")
    dry = coins(player.send(player.send(asked.form("/rounds"), "no=0.cards.11").form("/rounds"), "step=save"))
    wet = table.enter(table.begin(rules="mongolopedia"), 0, "03B 09A 01B 08B 11C")
    assert dry == [3, 0]
    assert "Flower viewing" not in wet.text
    assert "Three brights" in wet.text


def test_a_question_about_chaff_shows_the_cards_that_it_means(app: Flask) -> None:
    asked = replace(questions_of(rules("default"), 1, 2), chaff=("05C1", "05C2", "11C"))
    with app.test_request_context():
        irises, lightning = asks(asked, ["Anna"])
    assert [(answer.label, answer.card) for answer in irises.answers] == [
        ("May, chaff, 1", "05C1"),
        ("May, chaff, 2", "05C2"),
        ("No", ""),
    ]
    assert lightning.card == "11C"
    assert [(answer.label, answer.card) for answer in lightning.answers] == [("Yes", ""), ("No", "")]


def test_questions_come_in_the_order_of_the_round_and_those_of_piles_by_seat(app: Flask) -> None:
    everything = {"dealt_brights": 1, "field_months": (11, 12), "chaff": ("11C",), "whole_months": (1,)}
    asked = replace(questions_of(rules("default"), 1, 2), **everything, last_caller=True)
    with app.test_request_context():
        asked_of = [(ask.id, ask.seat) for ask in asks(asked, ["Anna", "Ben"])]
        brights, *_ = asks(asked, ["Anna"])
    assert asked_of == [
        ("brights", None),
        ("field.11", None),
        ("field.12", None),
        *(("cards.11", 0), ("whole.1", 0)),
        *(("cards.11", 1), ("whole.1", 1)),
        ("last-caller", None),
    ]
    assert [(answer.label, answer.name, answer.value) for answer in brights.answers] == [
        ("0", "brights", "0"),
        ("1", "brights", "1"),
    ]


def test_the_month_of_the_round_is_asked_for_as_a_whole(table: Table, player: Player) -> None:
    board = table.begin(rules="cwz").link("Score round")
    assert re.search(r"All four of a month\?\s+1 松\s*Pine", player.open(board).text)
    form = table.board(table.begin(rules="cwz"))
    assert form.offers("whole-0") == ["1"]
    notepad = player.send(form.fill(result=0).tick("whole-0", "1"), "step=save")
    assert coins(notepad) == [4, 0]


@pytest.mark.parametrize("step", ["step=save", "step=verdict"])
def test_rain_is_asked_for_before_anything_is_saved(table: Table, player: Player, step: str) -> None:
    notepad = table.begin(rules="mongolopedia")
    page = player.send(table.fill(table.board(notepad), 0, "03B 09A 07A 06A 10A"), step)
    assert "not saved yet" in page.text
    asked = "One question first: the answer changes the points. Lightning captured? Yes No Change"
    assert page.main.endswith(asked), "of the one player whose cards count, without the name"
    form = page.form("/rounds")
    assert form.presses("step") == ["edit"], "nothing but an answer leads on"
    assert "Score round 1" in player.open(notepad.path).text
    wet = player.send(form, "cards-0=11C")
    assert "does not count: the lightning was captured: rain" in wet.text
    assert "Lightning captured?" not in wet.text
    dry = player.send(form, "no=0.cards.11")
    assert "Lightning captured?" not in dry.text
    saved = player.send(dry.form("/rounds"), "step=save")
    assert coins(saved) == [18, 0]  # boar, deer, butterflies and cup 6, flower viewing 3, doubled


def test_of_several_questions_the_first_is_asked_first(table: Table, player: Player) -> None:
    form = table.fill(table.board(table.begin(rules="polish_all")), 0, "03B 08B 09A")
    page = player.send(form, "step=save")
    asked = "One question first: the answer changes the points."
    assert page.main.endswith(f"{asked} Is a November card on the field (rain)? Yes No Change")
    page = player.send(page.form("/rounds"), "no=field.11")
    assert page.main.endswith(f"{asked} Is a December card on the field (fog)? Yes No Change")


def test_an_answer_is_kept_on_the_way_back_to_the_board(table: Table, player: Player) -> None:
    form = table.fill(table.board(table.begin(rules="mongolopedia")), 0, "03B 09A")
    answered = player.send(player.send(form, "step=verdict").form("/rounds"), "no=0.cards.11")
    board = player.send(answered.form("/rounds"), "step=edit").form("/rounds")
    assert board.ticked("no") == ["0.cards.11"]
    board.tick("cards-0", "08B")
    assert "is saved" in player.send(board, "step=save").text


def test_a_pile_that_rain_does_not_touch_is_saved_at_once(table: Table) -> None:
    assert "is saved" in table.enter(table.begin(rules="mongolopedia"), 0, THREE).text


def test_where_all_48_cards_are_shown_no_card_is_asked_for(table: Table, player: Player) -> None:
    notepad = table.begin(rules="mongolopedia")
    form = player.send(table.board(notepad).fill(result=0).force("view", "months")).form("/rounds")
    assert "is saved" in player.send(form.tick("cards-0", "03B", "09A"), "step=save").text


def test_a_correction_asks_only_what_its_change_opens(table: Table, player: Player) -> None:
    notepad = table.begin(rules="russian_all")
    form = table.fill(table.board(notepad), 0, THREE)
    asked = player.send(form, "step=save")
    assert "Brights on the dealt field, without the rain man?" in asked.text
    notepad = player.send(player.send(asked.form("/rounds"), "brights=2").form("/rounds"), "step=save")
    assert coins(notepad) == [115, 85]
    form = player.open(f"{notepad.path}/rounds/1/correction").form("/correction")
    preview = player.send(form.fill(calls_1=1), "step=verdict")
    assert "Brights on the dealt field" not in preview.text
    saved = player.send(preview.form("/correction"), "step=save")
    assert "This round was corrected." in saved.text
    corrected = player.client.get(f"{notepad.path}/record.json").get_json()["events"][-1]["events"]
    assert [event["type"] for event in corrected] == ["field-dealt", "koikoi-called", "round-won"]


def test_a_correction_asks_nothing_again_about_the_month_of_its_round(table: Table, player: Player) -> None:
    notepad = table.begin(rules="cwz")
    asked = player.send(table.fill(table.board(notepad), 0, f"{THREE} 01R 2C"), "step=save")
    answered = player.send(asked.form("/rounds"), "no=0.whole.1")
    notepad = player.send(answered.form("/rounds"), "step=save")
    form = player.open(f"{notepad.path}/rounds/1/correction").form("/correction")
    preview = player.send(form.fill(calls_1=1), "step=verdict")
    assert (preview.status, "All four of" in preview.text) == (200, False)


def test_what_lay_on_the_field_is_known_also_where_nobody_stopped(table: Table, player: Player) -> None:
    form = table.fill(table.board(table.begin(rules="polish_all")), "nobody", "03B 09A 08C1")
    asked = player.send(form, "step=save")
    assert "Anna has a yaku. Did they stop, call koi-koi, or did nobody notice?" in asked.text
    saved = player.send(form.tick("months", "11"), "step=save")
    assert "Undo round 1" in saved.text, "there was none in the rain"
    correction = player.open(f"{saved.path}/rounds/1/correction").form("/correction").fill(result=0)
    assert correction.ticked("months") == ["11"]
    preview = player.send(correction.tick("cards-0", "01R", "02R", "03R"), "step=verdict")
    assert "a November card lies on the field: rain" in preview.text


@pytest.mark.parametrize(
    ("rules", "cards"),
    [("russian_all", THREE), ("polish_all", "03B 08B 09A"), ("mongolopedia", "03B 09A 4C")],
)
def test_a_correction_does_not_ask_what_nobody_had_said_of_its_round(
    table: Table, player: Player, rules: str, cards: str
) -> None:
    notepad = table.score(table.begin(rules=rules), 0, cards)
    form = player.open(f"{notepad.path}/rounds/1/correction").form("/correction").fill(calls_1=1)
    preview = player.send(form, "step=verdict")
    assert (preview.status, "question first" in preview.text) == (200, False)


def test_a_round_says_of_its_own_correction_alone_what_that_changed(table: Table, player: Player) -> None:
    notepad = table.score(table.score(table.begin(rules="russian"), 0, THREE), 1, "", THREE)
    for card, before in (("09A", 105), ("12B", 130)):
        form = player.open(f"{notepad.path}/rounds/1/correction").form("/correction").tick("cards-0", card)
        saved = player.send(player.send(form, "step=verdict").form("/correction"), "step=save")
        assert f"Changed rounds Round Anna Ben 1 {before} " in saved.main
    assert ["Changed rounds" in player.open(f"{notepad.path}/rounds/{number}").text for number in (1, 2)] == [
        True,
        False,
    ]
