"""A round entered on the board: who stopped, what they captured, what the rules ask beside it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from scorekeeper.installation import Installation
from scorekeeper.koikoi.rules.loading import rules
from scorekeeper.web.rounds import asks

from .conftest import Table, coins
from .forms import Player

THREE = "01B 03B 08B"


def test_the_verdict_says_how_it_adds_up_before_anything_is_saved(table: Table, player: Player) -> None:
    notepad = table.begin(rules="russian")
    form = table.fill(table.board(notepad), 0, "01B 03B 08B 12B 10C", calls=(1, 1))
    verdict = player.send(form, "step=verdict")
    assert "not saved yet" in verdict.text
    assert "Four brights shikō 四光 8" in verdict.text
    assert "Anna called koi-koi × 2 Ben called koi-koi × 2" in verdict.text
    assert "7 points of yaku or more × 2" in verdict.text
    assert "9 × 8 72" in verdict.text
    assert "Ben pays Anna 72 coins." in verdict.text
    assert coins(player.open(notepad.path)) == [100, 100]
    saved = player.send(verdict.form("/rounds"), "step=save")
    assert coins(saved) == [172, 28]


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
    assert "Three brights, Chaff" in notepad.text


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
    page = table.score(table.begin(), 1, "01B")
    assert page.status == 422
    assert page.beside("cards-1") == "Tap the cards that Ben captured."
    assert page.form("/rounds").ticked("cards-0") == ["01B"]


def test_cards_that_make_no_yaku_are_refused_with_a_sentence(table: Table, player: Player) -> None:
    notepad = table.begin()
    page = table.score(notepad, 0, "01B 03B 4C")
    assert page.status == 422
    assert page.beside("cards-0") == "Those cards make no yaku."
    assert page.form("/rounds").ticked("cards-0") == ["01B", "03B"]
    assert "Round 1" in player.open(notepad.path).text


def test_a_card_cannot_lie_in_two_piles(table: Table) -> None:
    page = table.score(table.begin(), 0, THREE, "08B 09A")
    assert page.status == 422
    assert page.beside("cards-0") == "08B: a card cannot be in two piles."
    assert page.form("/rounds").ticked("cards-1") == ["08B", "09A"]


def test_two_piles_cannot_hold_more_chaff_than_the_deck(table: Table) -> None:
    page = table.score(table.begin(), 0, "13C", "12C")
    assert page.status == 422
    assert page.beside("cards-0") == "25 chaff cards are too many: the deck has 24."


def test_more_chaff_than_the_deck_holds_is_refused_beside_the_pile(table: Table) -> None:
    page = table.score(table.begin(), 0, "25C")
    assert page.status == 422
    assert "25 chaff cards are too many" in page.beside("cards-0")


def test_an_unknown_player_is_refused(table: Table, player: Player) -> None:
    for seat in ("2", "7", "-1", "Anna", "", "0\n"):
        form = table.fill(table.board(table.begin()), 0, THREE).force("result", seat)
        page = player.send(form, "step=save")
        assert page.status == 422
        assert page.beside("result") == "First say how the round ended."


@pytest.mark.parametrize("card", ["13B", "xx", "<b>", "", "01B 03B", "11C1"])
def test_a_card_that_does_not_exist_is_refused(table: Table, player: Player, card: str) -> None:
    form = table.fill(table.board(table.begin()), 0, THREE).force("cards-0", "01B", card)
    page = player.send(form, "step=save")
    assert page.status == 422
    assert page.beside("cards-0") == f"There is no card “{card}”."


def test_cards_left_out_of_the_deck_are_refused(
    table: Table, installation: Installation, player: Player
) -> None:
    house = {"extends": "dutch", "title": "Short deck", "deal": {"without": ["12C1", "12C2"]}}
    installation.house_rules.keep("short", house)
    page = table.score(table.begin(rules="short"), 0, THREE + " 12C1")
    assert page.status == 422
    assert page.beside("cards-0") == "12C1: not in this table's deck."


@pytest.mark.parametrize("number", ["99999", "-1", "x", "1.5", "９"])
def test_numbers_that_cannot_be_read_are_no_error_of_the_app(
    table: Table, player: Player, number: str
) -> None:
    form = table.fill(table.board(table.begin()), 0, THREE)
    form["calls-0"] = form["chaff-0"] = number
    assert player.send(form.force("brights", number).force("last-caller", number), "step=save").status == 200


@pytest.mark.parametrize(
    ("rules", "calls", "field", "sentence"),
    [
        ("clubhouse_ds", (2, 0), "calls-0", "A player may call koi-koi only 1 time in a round."),
        ("clubhouse_ds", (1, 2), "calls-1", "A player may call koi-koi only 1 time in a round."),
        ("nintendo_en", (1, 1), "calls-1", "Koi-koi may be called only 1 time in a round."),
    ],
)
def test_more_calls_than_the_rules_allow_are_refused_beside_the_caller(
    table: Table, rules: str, calls: tuple[int, int], field: str, sentence: str
) -> None:
    page = table.score(table.begin(rules=rules), 0, THREE, calls=calls)
    assert page.status == 422
    assert page.beside(field) == sentence


def test_as_many_calls_as_the_rules_allow_are_taken(table: Table) -> None:
    assert "is saved" in table.score(table.begin(rules="clubhouse_ds"), 0, THREE, calls=(1, 1)).text
    assert "is saved" in table.score(table.begin(rules="nintendo_en"), 0, THREE, calls=(0, 1)).text


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


# Twice, late, and on two phones


def test_a_double_tap_saves_one_round(table: Table, player: Player) -> None:
    notepad = table.begin(rules="russian")
    form = table.fill(table.board(notepad), 0, THREE, calls=(1, 0))
    player.send(form, "step=save")
    notepad = player.send(form, "step=save")
    assert notepad.status == 200
    assert coins(notepad) == [110, 90]
    assert "Score round 2" in notepad.text


def test_a_save_that_arrives_again_after_the_next_round_changes_nothing(table: Table, player: Player) -> None:
    notepad = table.begin(rules="russian")
    form = table.fill(table.board(notepad), 0, THREE)
    table.score(player.send(form, "step=save"), 1, "", THREE)
    notepad = player.send(form, "step=save")
    assert notepad.status == 200
    assert coins(notepad) == [100, 100]
    assert "Score round 3" in notepad.text


def test_a_void_deal_sent_twice_is_one_void_deal(table: Table, player: Player) -> None:
    notepad = table.begin()
    form = table.board(notepad)
    player.send(form, "other=void")
    player.send(form, "other=void")
    table.score(notepad, "nobody")
    assert "1 earlier deal was void." in player.open(f"{notepad.path}/rounds/1").text


def test_the_second_phone_sees_what_came_in_and_loses_nothing(
    table: Table, player: Player, phone: Callable[[], Player]
) -> None:
    notepad = table.begin(rules="russian")
    late = table.fill(table.board(notepad), 1, "02A", "01B 03B 08B 4C", calls=(0, 1))
    other = phone()
    first = other.open(notepad.path)
    board = table.fill(other.open(first.link("Score round")).form("/rounds"), 0, THREE)
    other.send(board, "step=save")
    page = player.send(late, "step=save")
    assert page.status == 409
    assert "Somebody else was faster. Round 1 was saved: Anna stopped." in page.text
    assert "Round 2: who stopped?" in page.text
    form = page.form("/rounds")
    assert (form["result"], form["chaff-1"], form["calls-1"]) == ("1", "4", "1")
    assert (form.ticked("cards-0"), form.ticked("cards-1")) == (["02A"], ["01B", "03B", "08B"])
    assert coins(player.send(form, "step=save")) == [95, 105]


@pytest.mark.parametrize("step", ["step=verdict", "step=save"])
def test_a_page_from_before_an_undo_is_told_so(table: Table, player: Player, step: str) -> None:
    notepad = table.score(table.begin(), 0, THREE)
    late = table.fill(table.board(notepad), 0, THREE)
    table.undo(notepad)
    page = player.send(late, step)
    assert page.status == 409
    assert "Something was undone or corrected in the meantime." in page.text


def test_a_page_that_knows_more_than_is_stored_is_told_so(table: Table, player: Player) -> None:
    form = table.fill(table.board(table.begin()), 0, THREE).force("after", "99")
    page = player.send(form, "step=save")
    assert page.status == 409
    assert "Something was put back or deleted in the meantime." in page.text


# Other endings


def test_nobody_stopped_is_a_draw_here(table: Table) -> None:
    notepad = table.score(table.begin(rules="russian"), "nobody")
    assert coins(notepad) == [100, 100]
    assert "The hands are empty and nobody stopped: a draw." in notepad.text


def test_nobody_stopped_pays_the_dealer_there(table: Table) -> None:
    assert coins(table.score(table.begin(rules="classic", dealer=1), "nobody")) == [0, 6]


def test_a_lucky_hand_wins_without_any_doubling(table: Table, player: Player) -> None:
    notepad = table.other(table.begin(rules="russian"), "hand.1.teshi")
    assert coins(notepad) == [94, 106]
    assert "Ben showed: Four of a month in hand" in notepad.text
    page = player.open(f"{notepad.path}/rounds/1")
    assert "Paid as it is: lucky hands are never doubled" in page.text


@pytest.mark.parametrize(
    ("rules", "shown", "balance"),
    [
        ("russian", ("teshi", "kuttsuki"), [106, 94]),  # the dealer's counts
        ("mongolopedia", ("kuttsuki", "teshi"), [0, 0]),  # a draw
    ],
)
def test_two_lucky_hands_of_one_deal(
    table: Table, player: Player, rules: str, shown: tuple[str, str], balance: list[int]
) -> None:
    notepad = table.begin(rules=rules)
    form = table.board(notepad).fill(result="other", hand_0=shown[0], hand_1=shown[1])
    notepad = player.send(form, "other=hands")
    assert coins(notepad) == balance
    assert "Score round 2" in notepad.text
    assert "Score round 1" in table.undo(notepad).text


def test_lucky_hands_of_nobody_are_refused(table: Table, player: Player) -> None:
    form = table.board(table.begin(rules="russian")).fill(result="other")
    page = player.send(form, "other=hands")
    assert page.status == 422
    assert page.beside("hand-0") == "Say who was dealt a lucky hand, and which."


def test_a_lucky_hand_that_the_rules_do_not_know_is_not_offered_and_refused(
    table: Table, player: Player
) -> None:
    form = table.board(table.begin(rules="cwz"))
    assert form.presses("other") == ["void", "void"]
    page = player.send(form.force("other", "hand.0.teshi"))
    assert page.status == 422
    assert page.beside("hand-0") == "Four of a month in hand does not win at this table."


def test_what_else_happened_must_be_known(table: Table, player: Player) -> None:
    form = table.board(table.begin()).fill(result="other").force("other", "nope")
    page = player.send(form)
    assert page.status == 422
    assert page.beside("result") == "First say how the round ended."


def test_a_void_deal_is_no_round_and_says_so(table: Table, player: Player) -> None:
    notepad = table.score(table.begin(), 0, THREE)
    notepad = player.send(table.board(notepad).fill(result="other", reason="a card fell"), "other=void")
    assert "The deal was void." in notepad.text
    assert "is saved" not in notepad.text
    assert "again, after a void deal" in notepad.text
    notepad = table.score(notepad, "nobody")
    assert "1 earlier deal was void. a card fell" in player.open(f"{notepad.path}/rounds/2").text


# What only some rules ask


def test_only_rules_that_need_them_ask_further_questions(table: Table) -> None:
    plain = table.board(table.begin(rules="nintendo_jp"))
    for name in ("brights", "months", "last-caller", "whole-0"):
        assert name not in plain
    assert "11C" not in plain.offers("cards-0")


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


def test_the_only_caller_is_the_last_one(table: Table) -> None:
    notepad = table.score(table.begin(rules="cwz"), "nobody", "", "07A 06A 10A", calls=(0, 1))
    assert coins(notepad) == [0, 10]


def test_the_cards_of_the_last_caller_are_needed(table: Table, player: Player) -> None:
    form = table.fill(table.board(table.begin(rules="cwz")), "nobody", calls=(1, 0))
    page = player.send(form, "step=save")
    assert page.status == 422
    assert (
        page.beside("last-caller") == "Anna called last and wins: their cards are needed to score the round."
    )


def test_rain_and_fog_on_the_field_ruin_the_yaku_with_sake(table: Table, player: Player) -> None:
    notepad = table.begin(rules="polish_all")
    form = table.fill(table.board(notepad), 0, "03B 08B 09A 01B")
    assert form.offers("months") == ["11", "12"]
    verdict = player.send(form.tick("months", "11"), "step=verdict")
    assert "a November card lies on the field: rain" in verdict.text
    assert "a December card lies on the field: fog" not in verdict.text
    dry = player.send(form.untick("months", "11"), "step=verdict")
    assert "lies on the field" not in dry.text


def test_a_month_that_was_captured_whole_cannot_lie_on_the_field(table: Table, player: Player) -> None:
    notepad = table.begin(rules="polish_all")
    form = player.send(table.board(notepad).fill(result=0).force("view", "months")).form("/rounds")
    form.tick("whole-0", "11").tick("cards-0", "01B", "03B", "08B").tick("months", "11")
    page = player.send(form, "step=save")
    assert page.status == 422
    assert "All cards of month 11 were captured" in page.beside("cards-0")


@pytest.mark.parametrize(("brights", "won"), [(0, 5), (1, 10), (2, 15), (4, 25)])
def test_brights_on_the_dealt_field_multiply(table: Table, player: Player, brights: int, won: int) -> None:
    notepad = table.begin(rules="russian_all")
    form = table.fill(table.board(notepad), 0, THREE)
    assert form.offers("brights") == ["0", "1", "2", "3", "4"]
    form["brights"] = brights
    assert coins(player.send(form, "step=save")) == [100 + won, 100 - won]


def test_lightning_is_named_where_the_rules_need_to_know_it(table: Table, player: Player) -> None:
    notepad = table.begin(rules="mongolopedia")
    board = table.board(notepad)
    assert "11C" in board.offers("cards-0")
    assert "07A" in board.offers("cards-0")
    asked = table.score(notepad, 0, "03B 09A")
    dry = coins(player.send(player.send(asked.form("/rounds"), "no=0.cards.11").form("/rounds"), "step=save"))
    wet = table.score(table.begin(rules="mongolopedia"), 0, "03B 09A 01B 08B 11C")
    assert dry == [3, 0]
    assert "Flower viewing" not in wet.text
    assert "Three brights" in wet.text


def test_the_month_of_the_round_is_asked_for_as_a_whole(table: Table, player: Player) -> None:
    form = table.board(table.begin(rules="cwz"))
    assert form.offers("whole-0") == ["1"]
    notepad = player.send(form.fill(result=0).tick("whole-0", "1"), "step=save")
    assert coins(notepad) == [4, 0]


# Questions that are open: the answer would change the points


@pytest.mark.parametrize("step", ["step=save", "step=verdict"])
def test_rain_is_asked_for_before_anything_is_saved(table: Table, player: Player, step: str) -> None:
    notepad = table.begin(rules="mongolopedia")
    page = player.send(table.fill(table.board(notepad), 0, "03B 09A 07A 06A 10A"), step)
    assert "not saved yet" in page.text
    assert "Lightning captured?" in page.text
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


def test_an_answer_is_kept_on_the_way_back_to_the_board(table: Table, player: Player) -> None:
    form = table.fill(table.board(table.begin(rules="mongolopedia")), 0, "03B 09A")
    answered = player.send(player.send(form, "step=verdict").form("/rounds"), "no=0.cards.11")
    board = player.send(answered.form("/rounds"), "step=edit").form("/rounds")
    assert board.ticked("no") == ["0.cards.11"]
    board.tick("cards-0", "08B")
    assert "is saved" in player.send(board, "step=save").text


def test_a_pile_that_rain_does_not_touch_is_saved_at_once(table: Table) -> None:
    assert "is saved" in table.score(table.begin(rules="mongolopedia"), 0, THREE).text


def test_where_all_48_cards_are_shown_no_card_is_asked_for(table: Table, player: Player) -> None:
    notepad = table.begin(rules="mongolopedia")
    form = player.send(table.board(notepad).fill(result=0).force("view", "months")).form("/rounds")
    assert "is saved" in player.send(form.tick("cards-0", "03B", "09A"), "step=save").text


def test_a_correction_asks_only_what_its_change_opens(table: Table, player: Player) -> None:
    notepad = table.begin(rules="russian_all")
    form = table.fill(table.board(notepad), 0, THREE)
    asked = player.send(form, "step=save")
    assert "Brights on the dealt field?" in asked.text
    notepad = player.send(player.send(asked.form("/rounds"), "brights=2").form("/rounds"), "step=save")
    assert coins(notepad) == [115, 85]
    form = player.open(f"{notepad.path}/rounds/1/correction").form("/correction")
    preview = player.send(form.fill(calls_1=1), "step=verdict")
    assert "Brights on the dealt field?" not in preview.text
    saved = player.send(preview.form("/correction"), "step=save")
    assert "This round was corrected." in saved.text


def test_the_other_endings_say_what_they_pay(table: Table, player: Player) -> None:
    notepad = table.begin("Anna", "Ben", rules="russian", purse=4)
    page = player.open(notepad.link("Score round"))
    assert "Four of a month in hand Ben pays Anna 4" in page.text  # the last coins
    assert "Four pairs in hand Anna pays Ben 4" in page.text
    assert "More than one lucky hand the dealer's counts" in page.text


def test_the_empty_board_takes_a_redeal_in_one_tap(table: Table, player: Player) -> None:
    notepad = player.send(table.board(table.begin()), "other=void")
    assert "The deal was void. Anna deals again." in notepad.text


def test_one_yaku_without_a_factor_needs_no_sum(table: Table, player: Player) -> None:
    form = table.fill(table.board(table.begin(rules="russian")), 0, THREE)
    assert player.send(form, "step=verdict").all("li", "total") == []
    two = table.fill(form, 0, "01B 03B 08B 10C")
    assert player.send(two, "step=verdict").all("li", "total") == ["Together 6"]


def test_doublings_that_are_added_add_up_on_the_page(table: Table, player: Player) -> None:
    form = table.fill(table.board(table.begin(rules="senridogs_additive")), 0, THREE, calls=(1, 1))
    verdict = player.send(form, "step=verdict")
    assert "Anna called koi-koi +1 Ben called koi-koi +1" in verdict.text
    assert "Doublings are added up here: 1 + 1 + 1 = × 3" in verdict.text
    alone = player.send(form.fill(calls_0=0), "step=verdict")
    assert "Ben called koi-koi × 2" in alone.text
    assert "added" not in alone.text


@pytest.mark.parametrize(
    ("size", "offered"), [(None, ["5", "8", "9", "10", "11"]), (9, ["4", "7", "8", "9", "10"])]
)
def test_the_usual_numbers_of_chaff_are_those_about_the_yaku_that_counts_them(
    size: int | None, offered: list[str]
) -> None:
    own = (
        {"yaku": {"kasu": {"points": 0}, "rubbish": {"kind": "chaff", "min": size, "points": 1}}}
        if size
        else {}
    )
    found = asks.asked(rules("russian", overrides=own), 1, 2).chaff_numbers
    assert [str(number) for number in found] == offered
