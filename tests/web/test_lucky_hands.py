"""Lucky hands: accepted unchecked, by their months or by all their cards, and refused if they are none."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from scorekeeper.installation import Installation
from scorekeeper.koikoi.match.events import TurnTaken

from .fixtures import Table, coins
from .player import Page, Player

PAIRS = ["01B", "01R", "02A", "02C1", "05A", "05C1", "12B", "12C1"]
NEARLY = ["01B", "01R", "02A", "02C1", "05A", "05C1", "12B", "11C"]


def show(table: Table, notepad: Page, what: str, *, months: Sequence[int] = (), seat: int = 1) -> Page:
    form = table.board(notepad).fill(result="other")
    form.tick(f"lucky-{seat}", *map(str, months))
    return table.player.send(form, f"other={what}")


def test_a_lucky_hand_is_accepted_without_its_months(table: Table) -> None:
    assert coins(show(table, table.begin(), "hand.1.teshi")) == [0, 6]


def test_its_months_are_kept_and_shown(player: Player, table: Table) -> None:
    notepad = show(table, table.begin(), "hand.1.kuttsuki", months=[1, 2, 5, 12])
    assert coins(notepad) == [0, 6]
    assert "Ben: Pine, Plum, Iris, Paulownia" in player.open(f"{notepad.path}/rounds/1").text


@pytest.mark.parametrize(
    ("what", "months", "sentence"),
    [
        ("kuttsuki", [1, 2, 5], "Four pairs in hand: name 4 different months, not 3."),
        ("kuttsuki", [1, 2, 5, 7, 8], "Four pairs in hand: name 4 different months, not 5."),
        ("teshi", [1, 2], "Four of a month in hand: name 1 month, not 2."),
    ],
)
def test_the_wrong_number_of_months_is_refused_beside_the_hand(
    table: Table, what: str, months: list[int], sentence: str
) -> None:
    page = show(table, table.begin(), f"hand.1.{what}", months=months)
    assert page.status == 422
    assert page.beside("hand-1") == sentence
    assert page.form("/rounds").ticked("lucky-1") == [str(month) for month in months]


def test_a_correction_begins_with_the_months_that_were_shown(player: Player, table: Table) -> None:
    notepad = show(table, table.begin(), "hand.1.kuttsuki", months=[1, 2, 5, 12])
    form = player.open(f"{notepad.path}/rounds/1/correction").form("/correction")
    assert form.ticked("lucky-1") == ["1", "2", "5", "12"]
    form.untick("lucky-1", "12").tick("lucky-1", "11")
    verdict = player.send(form, "other=hand.1.kuttsuki")
    player.send(verdict.form("/correction"), "step=save")
    assert "Ben: Pine, Plum, Iris, Willow" in player.open(f"{notepad.path}/rounds/1").text


def test_the_board_says_whether_the_hand_or_the_field_goes_first(
    player: Player, table: Table, installation: Installation
) -> None:
    installation.house_rules.keep("hand", {"title": "Hand", "deal": {"goes_first": "hand"}})
    installation.house_rules.keep("play", {"title": "Play", "deal": {"field_four": "play"}})
    said = "If the field also ends the deal, this counts: "
    assert f"{said}the dealt field." in player.open(table.begin().link("Score round")).text
    assert f"{said}the lucky hand." in player.open(table.begin(rules="hand").link("Score round")).text
    assert said not in player.open(table.begin(rules="play").link("Score round")).text


# Card by card


def judge(player: Player, address: str, cards: list[str]) -> Page:
    form = player.open(address).form("/hand/dealt")
    return player.send(form.tick("cards", *cards))


def test_eight_cards_are_judged_under_any_rules(player: Player) -> None:
    page = judge(player, "/hand/dealt?ruleset=dutch", PAIRS)
    assert "Four pairs in hand kuttsuki くっつき 6" in page.text
    assert page.form("/hand/dealt").ticked("cards") == PAIRS
    none = judge(player, "/hand/dealt?ruleset=dutch", NEARLY)
    assert (
        "This is not a lucky hand. Most cards of one month: 2 of 4; months with a pair: 3 of 4." in none.text
    )
    teshi = [*PAIRS[:2], "01C1", "01C2", "02A", "03B", "05A", "08B"]
    again = judge(player, "/hand/dealt?ruleset=koikoi_japan", teshi)
    assert "Four of a month in hand teshi 手四 deal again" in again.text


def test_a_dealt_hand_is_judged_by_all_other_rules_too(player: Player) -> None:
    page = judge(player, "/hand/dealt?ruleset=dutch", PAIRS)
    assert (
        "Four pairs in hand kuttsuki くっつき 6 By other rules 6 Mongolopedia Four pairs in hand and 19 "
        "other rule sets Russian booklet · "
    ) in page.main
    assert "0 Polish booklet not played and 7 other rule sets Amuse Gion (Kyoto) · " in page.main
    assert "0 Polish booklet not played" in page.text
    assert "/rules/dutch" not in [link for link, _ in page.links]
    assert "By other rules" not in judge(player, "/hand/dealt?ruleset=dutch", NEARLY).text


def test_other_rules_may_be_chosen_before_all_cards_are_tapped(player: Player) -> None:
    form = player.open("/hand/dealt").form("/hand/dealt").tick("cards", *PAIRS[:3])
    page = player.send(form.fill(ruleset="dutch"), "stay=1")
    assert "not 3" not in page.text
    assert page.form("/hand/dealt").ticked("cards") == PAIRS[:3]
    assert "By these rules a dealt hand has 8 cards, not 3." in player.send(form).text


@pytest.mark.parametrize(
    ("address", "cards", "sentence"),
    [
        ("/hand/dealt?ruleset=dutch", PAIRS[:7], "By these rules a dealt hand has 8 cards, not 7."),
        ("/hand/dealt?ruleset=dutch", [*PAIRS, "07A"], "By these rules a dealt hand has 8 cards, not 9."),
        (
            "/hand/dealt?ruleset=mongolopedia&players=3",
            PAIRS,
            "By these rules a dealt hand has 7 cards, not 8.",
        ),
    ],
)
def test_the_wrong_number_of_cards_is_refused(
    player: Player, address: str, cards: list[str], sentence: str
) -> None:
    assert sentence in judge(player, address, cards).text


def test_nonsense_in_the_address_is_answered_with_a_sentence(player: Player) -> None:
    assert "There is no card “99X”" in player.open("/hand/dealt?cards=99X").text
    assert "There is no rule set called “nope”." in player.open("/hand/dealt?ruleset=nope").text
    assert player.open("/hand/dealt?match=nope").status == 404


def test_a_hand_that_was_judged_can_be_saved_as_the_round(player: Player, table: Table) -> None:
    notepad = table.begin()
    board = player.open(notepad.link("Score round"))
    links = [address for address, words in board.links if words == "Check the dealt cards one by one"]
    asked = player.open(links[1])
    assert asked.main.startswith("Tap the 8 cards that were dealt. 1 松 January, crane and sun, bright ")
    assert asked.main.endswith(" Is it a lucky hand?")
    assert asked.link("‹") == f"{notepad.path}/rounds/new"
    page = judge(player, links[1], PAIRS)
    assert page.main.startswith(
        "Four pairs in hand kuttsuki くっつき 6 Ben shows it Tap the 8 cards that were dealt. "
    )
    saved = player.send(page.form("/rounds"))
    assert coins(saved) == [0, 6]
    page = player.open(f"{saved.path}/rounds/1")
    assert "Ben: Pine, Plum, Iris, Paulownia" in page.text
    assert [card for card in PAIRS if f'cards.svg#{card}"' in page.html] == PAIRS
    form = player.open(f"{saved.path}/rounds/1/correction").form("/correction")
    assert [value for name, value in form.values().items(multi=True) if name == "dealt-1"] == PAIRS
    opened = player.open(f"{saved.path}/rounds/1/correction").html
    assert "open>" in opened.partition("<summary>Which months make it?")[0].rpartition("<details")[2]
    preview = player.send(form.tick("lucky-1", "1", "2", "5", "11"), "other=hand.1.kuttsuki")
    page = player.send(preview.form("/correction"), "step=save")
    assert "Ben: Pine, Plum, Iris, Willow" in page.text, "months that are named replace the cards"
    assert [card for card in PAIRS if f'cards.svg#{card}"' in page.html] == []
    empty = player.open(saved.link("Score round 2")).html
    assert "open>" not in empty.partition("<summary>Which months make it?")[0].rpartition("<details")[2]


@pytest.mark.parametrize(
    ("seat", "player_of_it"), [("", "Anna"), ("&seat=1", "Ben"), ("&seat=2", None), ("&seat=x", "Anna")]
)
def test_the_dealt_hand_of_a_match_is_that_of_a_player(
    player: Player, table: Table, seat: str, player_of_it: str | None
) -> None:
    match_id = table.begin().path.rpartition("/")[2]
    page = player.open(f"/hand/dealt?match={match_id}{seat}")
    assert page.status == (200 if player_of_it else 404)
    assert (f"<h1>Is it a lucky hand? <small>{player_of_it}</small></h1>" in page.html) == (
        page.status == 200
    )


@pytest.mark.parametrize(
    ("address", "players", "cards"),
    [
        ("", "2", 8),
        ("players=3", "3", 7),
        ("players=4", "2", 8),
        ("ruleset=dutch&players=3", "3", 8),
        ("ruleset=nope&players=3", "3", 7),
    ],
)
def test_a_dealt_hand_without_a_match_has_as_many_cards_as_the_rules_deal(
    player: Player, address: str, players: str, cards: int
) -> None:
    page = player.open(f"/hand/dealt?{address}")
    form = page.form("/hand/dealt")
    assert f"Tap the {cards} cards that were dealt." in page.main
    assert (form["players"], form.offers("players")) == (players, ["2", "3"])
    assert form["ruleset"] == ("dutch" if "dutch" in address else "default")


def test_cards_that_are_no_lucky_hand_cannot_be_saved(player: Player, table: Table) -> None:
    notepad = table.begin()
    match_id = notepad.path.rpartition("/")[2]
    page = judge(player, f"/hand/dealt?match={match_id}&seat=0", NEARLY)
    assert "This is not a lucky hand." in page.text
    assert not [form for form in page.forms if form.action.endswith("/rounds")]


def test_a_forged_hand_is_refused_with_the_reason(player: Player, table: Table) -> None:
    notepad = table.begin()
    form = table.board(notepad).fill(result="other").force("dealt-1", *NEARLY)
    page = player.send(form, "other=hand.1.kuttsuki")
    assert page.status == 422
    assert page.beside("hand-1").startswith("This is not a lucky hand.")
    gap = [""] * (399 - len(" ".join(PAIRS)))  # a blank each
    for cards, status in (([*PAIRS, *gap[1:], "99X"], 422), ([*PAIRS, *gap, "99X"], 200)):
        read = player.send(form.force("dealt-1", *cards), "other=hand.1.kuttsuki")
        assert read.status == status, "400 letters are read"


def test_a_finished_match_has_no_page_to_check_a_hand(player: Player, table: Table) -> None:
    notepad = table.score(table.begin(rounds=1), 0, "01B 03B 08B")
    match_id = notepad.path.rpartition("/")[2]
    assert player.open(f"/hand/dealt?match={match_id}&seat=0").status == 404


@pytest.fixture
def multiplied(installation: Installation) -> str:
    """The Russian booklet where all coins of a round are multiplied, those for a lucky hand too."""
    house = {"extends": "russian_all", "title": "All coins", "deal": {"teyaku": {"multiplied": "both"}}}
    installation.house_rules.keep("all-coins", house)
    return "all-coins"


def test_brights_that_multiply_a_lucky_hand_are_asked_for_and_said_on_the_round(
    player: Player, table: Table, multiplied: str
) -> None:
    notepad = table.begin(rules=multiplied)
    page = show(table, notepad, "hand.1.double_teshi")
    assert "One question first" in page.text
    assert "Brights on the dealt field" in page.text
    page = player.send(page.form("/rounds"), "brights=1")
    notepad = player.send(page.form("/rounds"), "step=save") if "not saved yet" in page.text else page
    assert coins(notepad) == [44, 156]
    text = player.open(f"{notepad.path}/rounds/1").text
    assert "1 bright on the dealt field × 2" in text
    assert "14 × 4 56" in text
    assert "never doubled" not in text


def test_brights_of_no_number_leave_a_lucky_hand_as_it_is(
    player: Player, table: Table, multiplied: str
) -> None:
    page = show(table, table.begin(rules=multiplied), "hand.1.kuttsuki")
    page = player.send(page.form("/rounds"), "brights=0")
    notepad = player.send(page.form("/rounds"), "step=save") if "not saved yet" in page.text else page
    assert coins(notepad) == [94, 106]


def test_turn_by_turn_they_are_asked_for_beside_the_lucky_hands(
    player: Player, table: Table, multiplied: str
) -> None:
    live = table.follow(table.begin(rules=multiplied))
    refused = player.send(live.form("/deals"), "other=hand.0.kuttsuki")
    assert refused.status == 422
    assert "Say how many brights were dealt to the field." in refused.text
    notepad = player.send(refused.form("/deals").fill(brights=2), "other=hand.0.kuttsuki")
    assert coins(notepad) == [118, 82]


def test_brights_that_were_dealt_before_the_turns_are_refused_beside_their_number(
    player: Player, table: Table, multiplied: str
) -> None:
    notepad = table.store(table.begin(rules=multiplied), TurnTaken(player=0, captured="01C1 01C2"))
    form = player.open(f"{notepad.path}/rounds/new").form("/rounds").fill(result="other", brights=1)
    form.untick("cards-0", "01C1", "01C2")
    form["chaff-0"] = 0
    page = player.send(form, "other=hand.1.kuttsuki")
    assert (page.status, page.beside("brights")) == (422, "Enter the dealt field before the first turn.")


TWO_MONTHS = ["01B", "01R", "01C1", "01C2", "03B", "03R", "03C1", "03C2"]


def test_dealt_cards_are_multiplied_as_in_the_round_and_the_page_asks_for_the_brights(
    player: Player, table: Table, multiplied: str
) -> None:
    page = judge(player, f"/hand/dealt?ruleset={multiplied}", TWO_MONTHS)
    assert "14 × 2 28" in page.text
    assert "It also depends on this: Brights on the dealt field" in page.text
    page = player.send(page.form("/hand/dealt").fill(brights=1))
    assert "14 × 4 56" in page.text
    assert "It also depends" not in page.text
    address = f"/hand/dealt?match={table.begin(rules=multiplied).path.rpartition('/')[2]}&seat=1"
    form = player.open(address).form("/hand/dealt").fill(brights=1)
    shown = player.send(player.send(form.tick("cards", *TWO_MONTHS)).form("/rounds"))
    notepad = player.send(shown.form("/rounds"), "step=save") if "not saved yet" in shown.text else shown
    assert coins(notepad) == [44, 156]


def test_a_limit_of_a_round_is_told_with_the_lucky_hand_that_it_cuts(
    player: Player, table: Table, installation: Installation
) -> None:
    house = {"extends": "russian", "title": "At most 20", "multipliers": {"max_points": 20}}
    house["deal"] = {"teyaku": {"multiplied": "big"}}
    installation.house_rules.keep("twenty", house)
    notepad = show(table, table.begin(rules="twenty"), "hand.1.double_teshi")
    assert coins(notepad) == [80, 120]
    for text in (
        player.open(f"{notepad.path}/rounds/1").text,
        judge(player, "/hand/dealt?ruleset=twenty", TWO_MONTHS).text,
    ):
        assert "A round scores at most 20." in text
        assert "14 × 2 20" in text


@pytest.mark.parametrize(
    ("rules", "multiplied", "asks"),
    [
        ("russian_all", "never", False),
        ("russian_all", "big", False),
        ("russian_all", "field_brights", True),
        ("russian_all", "both", True),
        ("russian", "both", False),
    ],
)
def test_where_no_brights_multiply_a_lucky_hand_nothing_is_asked(
    player: Player, table: Table, installation: Installation, rules: str, multiplied: str, asks: bool
) -> None:
    house = {"extends": rules, "title": "House", "deal": {"teyaku": {"multiplied": multiplied}}}
    installation.house_rules.keep("house", house)
    page = show(table, table.begin(rules="house"), "hand.1.kuttsuki")
    assert ("Brights on the dealt field, without the rain man?" in page.text) is asks
    assert asks or coins(page) == [94, 106]
    assert ("brights" in player.open("/hand/dealt?ruleset=house").form("/hand/dealt")) is asks
