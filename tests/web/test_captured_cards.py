"""Rounds in which every captured card counts, entered on their board without scripts."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable

import msgspec
import pytest

from scorekeeper.installation import Installation
from scorekeeper.koikoi.rules.loader import rules as rules_of
from scorekeeper.web.rounds.captured_cards import initials

from .fixtures import Table, coins
from .forms import Form
from .player import Page, Player
from .stored_matches import store_match

NAMES = ("Anna", "Ben", "Cleo", "Dan")
A = "01R 02R 03R 01B 04A 09A"
B = "03B 08B 12B 02A 05A 06A 04R 05R"
C = "11B 07A 08A 10A 11A 06R 07R 09R 10R 11R"


def begun(player: Player, rules: object = "hana_awase", players: int = 3) -> Page:
    start = {"type": "match-started", "players": [*NAMES[:players]], "ruleset": rules, "rounds": 6}
    return store_match(player, start)


def board(player: Player, match: Page, number: int | None = None) -> Form:
    at, action = ("new", "/rounds") if number is None else (f"{number}/correction", "/correction")
    return player.open(f"{match.path}/rounds/{at}").form(action)


def entered(form: Form, *piles: str) -> Form:
    """Piles with their chaff as a number in front: "10 01R 02R"."""
    for seat, pile in enumerate(piles):
        chaff, *cards = pile.split()
        form.tick(f"cards-{seat}", *cards)[f"chaff-{seat}"] = chaff
    return form


def rests(page: Page) -> list[str]:
    """The seats that are offered the rest of the cards."""
    return re.findall(r'name="rest" value="(\d)"[^>]*?"\s*>', page.html)


def shown(player: Player, form: Form) -> Page:
    """The proof of a round, every question answered with no."""
    page = player.send(form, "step=verdict")
    while page.form().presses("no"):
        page = player.send(page.form(), f"no={page.form().presses('no')[0]}")
    return page


def saved(player: Player, form: Form) -> Page:
    return player.send(shown(player, form).form(), "step=save")


def test_a_round_is_entered_pile_by_pile_and_the_rest_is_somebodys(player: Player) -> None:
    match = begun(player)
    begins = player.open(f"{match.path}/rounds/new")
    assert begins.form("/rounds")["whose"] == "0"
    assert rests(begins) == [], "whose it is can be said of the last one alone"
    one = player.send(entered(begins.form("/rounds"), f"10 {A}"), "step=verdict")
    assert (one.status, rests(one)) == (422, [])
    assert "Enter Ben’s cards too: in this game every captured card counts." in one.text
    too_early = player.send(one.form("/rounds"), "rest=2").form("/rounds")
    assert too_early.ticked("cards-2") == []
    two = player.send(entered(one.form("/rounds"), f"10 {A}", f"6 {B}"), "step=verdict")
    assert rests(two) == ["2"]
    page = player.send(two.form("/rounds"), "rest=2")
    filled = page.form("/rounds")
    assert sorted(filled.ticked("cards-2")) == sorted(C.split())
    assert filled["chaff-2"] == "8"
    assert filled["whose"] == "2", "the pile that was filled in is shown"
    asked = player.send(filled, "step=verdict")
    assert "cards 65 − par 88 + own yaku 80 − yaku of the others 40 17" in asked.text
    assert "Ben: All four of December?" in asked.text, "chaff that was only counted may complete a yaku"
    proof = shown(player, filled)
    assert "Cleo made most" in proof.text
    notepad = player.send(proof.form(), "step=save")
    assert coins(notepad) == [17, -62, 45]
    assert "Cleo deals" in notepad.text
    assert (
        "cards 65 − par 88 + own yaku 80 − yaku of the others 40 17"
        in player.open(f"{match.path}/rounds/1").text
    )


def test_all_four_of_a_month_that_was_counted_are_a_yaku_where_the_answer_says_so(player: Player) -> None:
    page = player.send(entered(board(player, begun(player)), f"10 {A}", f"6 {B}", f"8 {C}"), "step=verdict")
    paid = player.send(page.form(), "whole-1=12")
    assert "Four of the paulownia" in paid.text


def test_a_round_with_missing_cards_says_how_many_and_the_sum_and_is_saved(player: Player) -> None:
    match = begun(player)
    form = entered(board(player, match), f"10 {A}", f"6 {B}", f"6 {C}")
    missing = "2 cards are missing: the points of the round add up to −2 instead of 0."
    assert missing in shown(player, form).text
    assert sum(coins(saved(player, form))) == -2


def test_a_pile_without_cards_is_asked_for_and_nothing_is_lost(player: Player) -> None:
    page = player.send(entered(board(player, begun(player)), f"10 {A}"), "step=save")
    assert page.status == 422
    assert "Enter Ben’s cards too: in this game every captured card counts." in page.text
    assert sorted(page.form("/rounds").ticked("cards-0")) == sorted(A.split())


def test_a_card_in_two_piles_and_more_cards_than_the_deck_has_are_refused(player: Player) -> None:
    match = begun(player)
    twice = player.send(entered(board(player, match), f"10 {A}", f"6 {A}", f"8 {C}"), "step=save")
    assert twice.status == 422
    many = player.send(entered(board(player, match), f"10 {A}", f"10 {B}", f"10 {C}"), "step=save")
    assert many.status == 422


def test_the_rest_of_chaff_that_nobody_can_have_counted_is_named(player: Player) -> None:
    match = begun(player, "sakura", 2)
    form = entered(board(player, match), f"10 {A}")
    for unknown in ((), ("99X",)):
        rest = player.send(form.force("cards-0", *A.split(), *unknown), "rest=1").form("/rounds")
        assert "12C3" not in rest.ticked("cards-1"), "Anna may have it among her ten"
    rest = player.send(form.tick("no", "0.cards.12"), "rest=1").form("/rounds")
    assert "12C3" in rest.ticked("cards-1")
    assert rest["chaff-1"] == "14"


def test_whoever_named_a_chaff_card_of_a_month_has_no_other_of_it(player: Player) -> None:
    own = {
        "twins": {"name": "Twins", "cards": ["12C1", "12C2"], "points": 50},
        "iris": {"name": "Iris", "cards": ["05A", "05C1"], "points": 50},
    }
    house = {"extends": "sakura", "title": "House", "yaku": own}
    match = store_match(player, {"type": "match-started", "players": ["Anna", "Ben"], "ruleset": house})

    def chaff(*named: str) -> list[str]:
        """The chaff that is named in the pile of Ben, where this is in that of Anna."""
        form = entered(board(player, match), f"10 {A}").force("cards-0", *A.split(), *named)
        rest = player.send(form, "rest=1").form("/rounds")
        assert rest["chaff-1"] == "14"
        return [card for card in rest.ticked("cards-1") if "C" in card]

    assert chaff() == []
    assert chaff("12C1") == ["12C2", "12C3"]
    assert chaff("05C2") == [], "of which the rules ask nothing"


def test_the_rest_of_a_board_with_all_cards_names_all(player: Player) -> None:
    match = begun(player, "mushi", 2)
    page = player.send(board(player, match).force("view", "months"))
    form = page.form("/rounds").tick("cards-0", *A.split())
    assert len(player.send(form, "rest=1").form("/rounds").ticked("cards-1")) == 34, "of the 40 of this game"
    unknown = player.send(form.force("cards-0", *A.split(), "99X"), "rest=1")
    assert (unknown.status, len(unknown.form("/rounds").ticked("cards-1"))) == (200, 34)
    counted = form.force("chaff-0", "2")  # as another phone sent them
    rest = player.send(counted, "rest=1").form("/rounds")
    assert (len(rest.ticked("cards-1")), rest["chaff-1"]) == (14, "18"), "Anna may have any chaff"
    for number in ("20", "21"):
        rest = player.send(form.force("chaff-0", number), "rest=1").form("/rounds")
        assert "chaff-1" not in rest, "none is left"


def test_a_round_is_corrected_and_undone(player: Player, table: Table) -> None:
    match = begun(player)
    saved(player, entered(board(player, match), f"10 {A}", f"6 {B}", f"8 {C}"))
    form = board(player, match, 1)
    assert form["chaff-1"] == "6"
    form.untick("cards-1", "12B").tick("cards-2", "12B")
    shows = player.send(form, "step=verdict")
    assert "Cleo" in shows.text
    player.send(shows.form("correction"), "step=save")
    assert coins(player.open(match.path)) == [17, -82, 65]
    for _ in range(2):  # the correction, and the round
        table.undo(player.open(match.path))
    again = board(player, match)
    assert sorted(again.ticked("cards-0")) == sorted(A.split()), "filled in as it was entered"


def test_a_deal_is_void_and_what_is_only_of_koikoi_is_refused(player: Player) -> None:
    match = begun(player)
    page = player.send(board(player, match), "other=void")
    assert "dealt again" in page.text
    stopped = board(player, match).tick("cards-0", *A.split()).force("result", "0")
    page = player.send(stopped, "step=save")
    assert page.status == 422
    assert "every captured card counts" in page.text


@pytest.mark.parametrize(
    ("names", "short"),
    [
        (["Anna", "Ben", "Cleo", "Dan"], ["A", "B", "C", "D"]),
        (["Anna", "Adam", "Ben"], ["An", "Ad", "B"]),
        (["Ann", "Anna", "Bo"], ["A1", "A2", "B"]),
        (["Maksymilian", "Małgorzata", "Magdalena"], ["Mak", "Mał", "Mag"]),
        (["Żaneta", "Z"], ["Ż", "Z"]),
        (["e\u0301a", "eb"], ["e\u0301", "e"]),
        (["👩‍👩‍👧 a", "👩 b"], ["👩‍👩‍👧", "👩"]),
        (["桜子", "桜井"], ["桜子", "桜井"]),
    ],
)
def test_a_small_card_says_whose_it_is_in_a_letter_or_a_few(names: list[str], short: list[str]) -> None:
    assert initials(names) == short


@pytest.mark.parametrize(("rules", "cards"), [("hana_awase", 48), ("mushi", 40)])
def test_cards_that_are_not_played_with_are_not_on_the_board(player: Player, rules: str, cards: int) -> None:
    match = begun(player, rules, 2)
    of_all = player.send(board(player, match).force("view", "months")).form("/rounds")
    assert len(of_all.offers("cards-0")) == cards
    assert len(of_all.offers("whole-0")) == cards // 4


def test_piles_from_two_phones_are_on_the_board_of_a_third(
    player: Player, phone: Callable[[], Player]
) -> None:
    match = begun(player)
    for seat, pile in enumerate((f"10 {A}", f"6 {B}")):
        own = phone()
        page = own.open(f"{match.path}/piles/{seat}")
        own.send(entered(page.form(f"/piles/{seat}"), pile), "step=hand-in")
    form = board(player, match)
    assert (form["chaff-0"], form["chaff-1"]) == ("10", "6")
    assert sorted(form.ticked("cards-1")) == sorted(B.split())


def test_a_round_sent_twice_is_saved_once_and_another_that_came_in_is_said(player: Player) -> None:
    match = begun(player)
    first, late = (entered(board(player, match), f"10 {A}", f"6 {B}", f"8 {C}") for _ in range(2))
    proof = shown(player, first).form()
    for _ in range(2):
        assert coins(player.send(proof, "step=save")) == [17, -62, 45]
    page = player.send(late, "step=save")
    assert page.status == 409
    assert "The same round was saved from another phone, as round 1: Cleo made most." in page.text


def test_the_board_of_koikoi_knows_nothing_of_it(table: Table) -> None:
    page = table.player.open(f"{table.begin().path}/rounds/new")
    assert "captured_cards" not in page.html
    plan, words = (
        json.loads(text) for text in re.findall("<script[^>]* data-(?:plan|words)>(.*?)</script>", page.html)
    )
    assert not {"worth", "chaff_worth"} & plan.keys()
    assert "months" not in words["unsaid"]


def test_a_round_in_which_all_made_the_same_is_a_tie_and_not_one_in_which_nobody_scores(
    player: Player,
) -> None:
    match = begun(player, "bakappana", 2)  # 132 each: the equal share, so that nothing is gained or lost
    ours = "12 01B 03B 08B 02A 04A 05A 01R 02R 03R 04R 05R 06R"  # 60 + 30 + 30 + 12
    theirs = "12 11B 12B 06A 07A 08A 09A 10A 11A 07R 09R 10R 11R"  # 40 + 60 + 20 + 12
    notepad = saved(player, entered(board(player, match), ours, theirs))
    assert coins(notepad) == [0, 0]
    assert "Anna: cards 132 − par 132 = 0." in notepad.text
    assert "Several made equally much" in notepad.text
    assert "Nobody" not in notepad.text


def test_also_where_nobody_has_won_yet_the_month_of_the_round_is_asked_for(
    player: Player, table: Table, installation: Installation
) -> None:
    whole = {"name": "Whole", "monthly": "round", "min": 4, "points": 10}
    installation.house_rules.keep(
        "house", {"extends": "bakappana", "title": "House", "yaku": {"whole": whole}}
    )
    house = msgspec.to_builtins(rules_of("house", installation.house_rules.find))
    match = begun(player, house, 2)
    table.score(match, "nobody", f"{A} 10C", f"{B} {C} 14C")
    ours = "12 01B 03B 08B 02A 04A 05A 01R 02R 03R 04R 05R 06R"
    theirs = "12 11B 12B 06A 07A 08A 09A 10A 11A 07R 09R 10R 11R"
    asked = player.send(entered(board(player, match), ours, theirs), "step=verdict")
    assert "Anna: All four of February?" in asked.text


def test_what_is_asked_about_the_field_is_asked_of_nobody(player: Player, installation: Installation) -> None:
    rain = {"sign": "field_month", "ruins": ["hanami"]}
    house = {"extends": "hana_awase", "title": "House", "weather": {"rain": rain}}
    installation.house_rules.keep("house", house)
    match = begun(player, msgspec.to_builtins(rules_of("house", installation.house_rules.find)))
    form = entered(board(player, match), "10 01R 02R 03R 03B 04A 09A", "6 01B 08B 12B 05A 06A", f"8 {C}")
    asked = player.send(form, "step=verdict")
    assert asked.main.endswith(" changes the points. Is a November card on the field (rain)? Yes No Change")


def test_a_round_in_which_somebody_has_too_little_is_one_in_which_nobody_scores(player: Player) -> None:
    page = player.open("/matches/new?ruleset=hana_awase&answer.fuke=yes")
    form = page.form("/matches")
    form["name-0"], form["name-1"] = NAMES[:2]
    match = player.send(form)
    ours, theirs = "20", "4 " + A + " " + B + " " + C  # Anna’s 20 points are just not enough
    notepad = saved(player, entered(board(player, match), ours, theirs))
    assert coins(notepad) == [0, 0]
    assert "Nobody scores: the cards of Anna are worth only 20." in notepad.text
    assert "equally" not in notepad.text


def test_the_most_of_a_round_may_be_less_than_nothing_and_has_the_minus_of_all_other_numbers(
    player: Player,
) -> None:
    match = begun(player, "sakura", 2)
    ours = "12 01B 02A 03B 01R 02R 03R"  # 20 + 5 + 20 + 30 = 75, and two yaku
    theirs = "11 08B 04A 05A 07A 06R 09R 10R"  # 20 + 15 + 30 = 65, and two yaku
    notepad = saved(player, entered(board(player, match), ours, theirs))
    assert coins(notepad) == [-25, -35]
    assert "By other rules" not in player.open(f"{match.path}/rounds/1").text
    for page in (notepad, player.open(f"{match.path}/sheet"), player.open(f"{match.path}/screen")):
        assert "−25" in page.text
        assert not re.search(r"(?<=\s)-\d", page.text)


def test_cards_without_yaku_are_no_sum_and_a_card_is_called_by_its_name(player: Player) -> None:
    match = begun(player, "roppyakken", 2)
    notepad = saved(player, entered(board(player, match), "10 01B 12B 02A 01R 02R", "8 03B 08B 04A 05A 03R"))
    assert "Anna: cards 170. Ben: cards 130." in notepad.text
    assert "No pile names “12 chaff 3”" in notepad.text


def test_an_evening_of_hana_awase_from_its_form_to_its_winner(player: Player) -> None:
    form = player.open("/matches/new?ruleset=hana_awase").form("/matches")
    form["name-0"], form["name-1"], form["name-2"] = NAMES[:3]
    form["rounds"], form["dealer"] = "3", "0"
    match = player.send(form)
    # Anna 65 − 88 + 80 − 40; Ben 106 − 88 − 80; Cleo 93 − 88 + 80 − 40
    page = player.send(entered(board(player, match), f"10 {A}", f"6 {B}"), "rest=2")
    notepad = saved(player, page.form("/rounds"))
    assert coins(notepad) == [17, -62, 45]
    # Without a yaku, and two chaff cards are missing: 84 − 88, 72 − 88, 106 − 88
    second = (
        "9 01B 03B 04A 05A 01R 04R 06R",
        "7 08B 02A 06A 10A 02R 05R 09R",
        "6 11B 12B 07A 08A 09A 11A 03R 07R 10R 11R",
    )
    notepad = saved(player, entered(board(player, match), *second))
    assert coins(notepad) == [13, -78, 63]
    assert "2 cards are missing" in notepad.text
    # Anna’s flower viewing 20 and Cleo’s blue ribbons 40: 83 − 88 + 40 − 40, 88 − 88 − 60, 93 − 88 + 80 − 20
    third = (
        "8 01B 03B 04A 09A 01R 02R 04R",
        "8 08B 12B 02A 05A 06A 03R 05R",
        f"8 {C}",
    )
    notepad = saved(player, entered(board(player, match), *third))
    assert coins(notepad) == [8, -138, 128]
    assert "Cleo wins" in notepad.text
    assert "120 points ahead" in notepad.text
    # The two chaff cards were Ben’s: 74 − 88
    correction = board(player, match, 2)
    correction["chaff-1"] = "9"
    player.send(shown(player, correction).form("correction"), "step=save")
    assert coins(player.open(match.path)) == [8, -136, 128]
    sheet = player.open(f"{match.path}/sheet").text
    assert "missing" not in sheet
    assert "Anna 84, Ben 74, Cleo 106" in sheet
    head, *_, last = player.open(f"{match.path}/sheet.csv").html.strip().splitlines()
    assert "Yaku,Yaku points,Times,Points,Why,Card points Anna," in head
    assert len(next(csv.reader([head]))) == len(next(csv.reader([last]))) == 8 + 3 * 4
    empty = player.open(f"{begun(player).path}/sheet.csv").html
    assert "Card points Anna" in empty and "Koi-koi" not in empty
    assert last.endswith(
        "83,88,93,01B 01R 02R 03B 04A 04R 09A 8C,02A 03R 05A 05R 06A 08B 12B 8C,"
        "06R 07A 07R 08A 09R 10A 10R 11B 11A 11R 8C,-5,-60,65,8,-136,128"
    )
    text = player.open(f"{match.path}/sheet.txt").html
    assert "Anna 8 – Ben −136 – Cleo 128 (Cleo wins)" in text
    for page in (notepad, player.open(f"{match.path}/sheet"), player.open(f"{match.path}/rounds/3")):
        assert not re.search("koi-koi|coin|stopped", page.text, re.IGNORECASE)


@pytest.mark.parametrize(("rules", "months"), [("hana_awase", 0), ("cwz", 12), ("mongolopedia", 0)])
def test_the_month_that_is_asked_for_moves_with_the_round_only_where_it_is_that_of_the_round(
    player: Player, rules: str, months: int
) -> None:
    page = player.open(f"{begun(player, rules, 2).path}/rounds/new")
    (ahead,) = re.findall("<script[^>]* data-ahead>(.*?)</script>", page.html)
    assert len(json.loads(ahead)["months"]) == months
