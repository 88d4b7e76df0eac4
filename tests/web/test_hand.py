"""Score a hand: a pile by some rules and by all others, its address, piles on which two rule sets differ."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import parse_qs, urlsplit

import pytest
from extent import daily
from werkzeug.datastructures import MultiDict

from scorekeeper.installation import Installation
from scorekeeper.koikoi.pile import pile
from scorekeeper.koikoi.rules.loader import names
from scorekeeper.koikoi.scoring.score import Circumstances
from scorekeeper.web.hand.address import AskedHand, PileAddress, read, write

from .fixtures import Table
from .player import Player

FOUR = "01B 03B 08B 12B"
VIEWING = "/hand?pile=03B.09A.11B"


def test_a_hand_is_scored_by_the_chosen_rules(player: Player) -> None:
    form = player.open("/hand").form("/hand").fill(ruleset="dutch", calls_1=1)
    form.tick("cards-0", "01B", "03B", "08B", "12B")
    page = player.send(form)
    assert page.main.startswith(
        "Captured cards Dealt hand Rules Show the result 1 koi-koi of the others "
        "Four brights shikō 四光 8 1 koi-koi of the others × 2 7 points or more × 2 8 × 4 32 "
        "By other rules 32 Russian booklet 8 × 4 the same and 9 other rule sets "
    )
    assert page.main.endswith(
        "Show the same elsewhere This link holds the cards and koi-koi. It also opens in the app on other "
        "computers. http://localhost/hand?pile=01B.03B.08B.12B&calls=0.1&ruleset=dutch Copy Share "
        "By rules someone sent you Link or code Show the result Change the cards"
    )
    assert 'aria-current="page">Captured cards</a>' in page.html
    board = player.open(page.link("Change the cards"))
    assert board.leads("") == {
        "Captured cards": "/hand?ruleset=dutch",
        "Dealt hand": "/hand/dealt?ruleset=dutch",
        "Clear": "/hand?edit=1&ruleset=dutch",
    }
    again = board.form("/hand")
    assert (again["ruleset"], again["calls-1"]) == ("dutch", "1")
    assert again.ticked("cards-0") == ["01B", "03B", "08B", "12B"]


def test_the_same_cards_are_worth_something_else_under_other_rules(player: Player) -> None:
    address = "/hand?cards-0=01B&cards-0=03B&cards-0=08B&ruleset="
    assert "Three brights sankō 三光 5" in player.open(address + "nintendo_jp").text
    assert "Three brights sankō 三光 6" in player.open(address + "classic").text


def test_a_hand_is_scored_by_the_rules_that_this_phone_used_last(
    player: Player, table: Table, phone: Callable[[], Player]
) -> None:
    table.begin_by_form(rules="russian")
    other = phone()
    assert rules_offered(player) == "russian"
    assert rules_offered(other) == "default", "that match was begun by somebody else"
    other.send(other.open("/hand").form("/hand").fill(ruleset="dutch"))
    assert rules_offered(other) == "dutch"
    for passed_on in ("ruleset=nonsense", "ruleset=cwz", "pile=03B&ruleset=cwz", "ruleset=cwz&cards-0=03B"):
        other.open(f"/hand?{passed_on}")
        other.open(f"/hand/dealt?{passed_on}")
    assert rules_offered(other) == "dutch"
    other.send(other.open("/hand?pile=03B.09A").form("/hand").fill(ruleset="cwz"))
    assert rules_offered(other) == "cwz"
    other.send(other.open("/hand/dealt").form("/hand/dealt").fill(ruleset="polish_booklet"))
    assert rules_offered(other) == "polish_booklet"
    assert rules_offered(player) == "russian"


def test_whoever_saves_a_round_scores_hands_by_its_rules(table: Table, phone: Callable[[], Player]) -> None:
    notepad = table.begin(rules="russian")
    other = phone()
    Table(other).enter(other.open(notepad.path), 0, "03B 09A")
    assert rules_offered(other) == "russian"


def test_whoever_corrects_a_round_goes_on_scoring_hands_by_the_rules_used_last(
    table: Table, player: Player, phone: Callable[[], Player]
) -> None:
    notepad = table.score(table.begin(rules="russian"), 0, "03B 09A")
    other = phone()
    form = other.open(f"{notepad.path}/rounds/1/correction").form("/correction").fill(**{"calls-1": 1})
    other.send(other.send(form, "step=verdict").form("/correction"), "step=save")
    assert "Ben called koi-koi once." in player.open(f"{notepad.path}/rounds/1").text
    assert rules_offered(other) == "default"


def rules_offered(player: Player) -> str | None:
    offered = {player.open(page).form(page)["ruleset"] for page in ("/hand", "/hand/dealt")}
    (name,) = offered
    return name


def test_what_further_cards_add_is_shown_beside_the_yaku(player: Player) -> None:
    page = player.open("/hand?ruleset=nintendo_jp&pile=06A.07A.10A.02A.04A.05A.08A.01R")
    assert "Boar-deer-butterflies ino-shika-chō 猪鹿蝶 5 + 4 = 9" in page.text
    assert "Animals tane タネ 1 + 2 = 3" in page.text


@pytest.mark.parametrize("name", daily(names(), 3))
def test_every_rule_set_scores_every_card(player: Player, name: str) -> None:
    page = player.open(f"/hand?ruleset={name}")
    form = page.form("/hand")
    form.tick("cards-0", *form.offers("cards-0"))
    assert player.send(form).status == 200


@pytest.mark.parametrize(
    ("cup", "chaff", "said"),
    [
        ("both", 9, "9 chaff cards + sake cup"),
        ("two_chaff", 8, "8 chaff cards + sake cup"),
        ("animal", 10, "10 chaff cards"),
    ],
)
def test_chaff_says_that_the_sake_cup_is_among_it(
    player: Player, installation: Installation, cup: str, chaff: int, said: str
) -> None:
    installation.house_rules.keep("house", {"extends": "dutch", "title": "House", "sake_cup": cup})
    page = player.open(f"/hand?ruleset=house&cards-0=09A&chaff-0={chaff}")
    assert f"{said} " in page.text
    assert ("+ sake cup" in page.text) == (cup != "animal")


def test_cards_without_a_yaku_say_so(player: Player) -> None:
    page = player.open("/hand?pile=01B&ruleset=dutch")
    assert "Show the result These cards make no yaku. By other rules 0 Mongolopedia" in page.main
    assert "other result" not in page.main


def test_what_some_rules_would_also_ask_is_said_of_them_alone(player: Player) -> None:
    main = player.open("/hand?pile=01B.03B.08B&ruleset=dutch").main
    said, _, rest = main.partition(" By other rules ")
    assert said.endswith("Show the result Three brights sankō 三光 5")
    assert rest.startswith("5 Russian booklet · Polish booklet the same and 17 other rule sets ")
    assert (
        "5 Board Game Arena the same and 1 other rule set Russian booklet, every doubling "
        "It also depends on this: Brights on the dealt field? 6 Mongolopedia and 5 other rule sets "
    ) in rest
    assert (
        "Three brights: 6 instead of 5 +1 1 other result 3 Oishi Tengudo (card maker) "
        "Three brights: 3 instead of 5 −2 Show the same elsewhere"
    ) in rest
    asked = player.open("/hand?pile=01B.03B.08B&ruleset=bga").main.partition(" By other rules ")[0]
    assert asked.endswith("三光 5 It also depends on this: Brights on the dealt field?")


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("ruleset=nope", "There is no rule set called “nope”."),
        ("ruleset=../../etc/passwd", "There is no rule set called"),
        ("ruleset=%3Cscript%3E", "There is no rule set called “<script>”."),
        ("cards-0=99X", "There is no card “99X”."),
        ("chaff-0=25", "25 chaff cards are too many"),
    ],
)
def test_what_cannot_be_scored_is_said_in_a_sentence(player: Player, query: str, sentence: str) -> None:
    page = player.open(f"/hand?{query}")
    assert page.status == (200 if "ruleset" in query else 422)
    assert sentence in page.text
    assert "<script>" not in page.html.replace('<script type="module"', "")


@pytest.mark.parametrize(
    "query", ["calls-0=999", "round=0", "round=1000", "round=x", "brights=99", "months=13", "view=x"]
)
def test_strange_numbers_in_the_address_are_no_error(player: Player, query: str) -> None:
    for name in ("dutch", "russian_all", "polish_all", "cwz"):
        assert player.open(f"/hand?ruleset={name}&cards-0=01B&cards-0=03B&cards-0=08B&{query}").status == 200


@pytest.mark.parametrize(
    ("typed", "asked"),
    [
        ("calls-0=23&calls-1=24&brights=4", "calls=23.24&brights=4"),
        ("calls-0=24&calls-1=25&brights=5", "calls=24.24&brights=5"),
        ("calls-0=25&calls-1=23&brights=6&round=99", "calls=24.23&round=99&brights=5"),
        ("months=11&months=12&brights=0", "brights=0&months=11.12"),
    ],
)
def test_more_than_is_possible_counts_as_the_most(player: Player, typed: str, asked: str) -> None:
    page = player.open(f"/hand?ruleset=dutch&cards-0=01B&{typed}")
    assert page.url == f"/hand?pile=01B&{asked}&ruleset=dutch"


def test_all_48_cards_can_be_shown(player: Player) -> None:
    form = player.open("/hand?view=months").form("/hand")
    assert len(form.offers("cards-0")) == 48


def address(query: dict[str, str]) -> PileAddress:
    return PileAddress(MultiDict(query))


def test_every_rule_set_says_what_the_pile_is_worth(player: Player) -> None:
    page = player.open(VIEWING + "&ruleset=russian")
    assert page.status == 200
    assert "Flower viewing hanami de ippai 花見で一杯 5" in page.text
    assert "Flower viewing does not count" in page.text
    assert "Mongolopedia: the rain man was captured: rain" in page.text
    assert {f"/rules/{name}" for name in names() if name != "russian"} <= {link for link, _ in page.links}


def test_the_rules_in_force_come_first_and_the_others_are_explained_from_them(player: Player) -> None:
    text = player.open(VIEWING + "&ruleset=mongolopedia").text
    assert text.index("By other rules 0 ") < text.index("the same") < text.index("5 Russian booklet")
    assert "Flower viewing counts: 5" in text
    assert "Flower viewing does not count" not in text


def test_the_tables_own_rules_come_before_those_of_the_documents(
    player: Player, installation: Installation
) -> None:
    installation.house_rules.keep(
        "ours", {"extends": "dutch", "title": "Ours", "yaku": {"hanami": {"points": 9}}}
    )
    text = player.open(VIEWING + "&ruleset=dutch").text
    assert "Flower viewing: 9 instead of 5 +4" in text
    assert text.index("Ours") < text.index("Mongolopedia")


def test_the_board_leads_to_the_short_address(player: Player) -> None:
    form = player.open("/hand?ruleset=dutch").form("/hand").fill(calls_0=1, chaff_0=4)
    form.tick("cards-0", "09A", "08B")
    page = player.send(form)
    assert page.url.endswith("/hand?pile=08B.09A.4C&calls=1.0&ruleset=dutch")
    again = player.open(page.link("Change the cards")).form("/hand")
    assert again.ticked("cards-0") == ["08B", "09A"]
    assert (again["calls-0"], again["chaff-0"]) == ("1", "4")


def test_the_board_shows_all_48_cards_with_what_is_ticked(player: Player) -> None:
    page = player.open("/hand?shown=kinds&view=months&cards-0=09A")
    assert page.form("/hand").ticked("cards-0") == ["09A"]
    assert "11C" in page.form("/hand").offers("cards-0")


def test_what_any_rule_set_asks_can_be_said_on_the_board(player: Player, installation: Installation) -> None:
    page = player.open("/hand?ruleset=nintendo_jp")
    assert page.main.endswith(
        " More Which chaff cards? 11 カ November, lightning, chaff All four of a month? 1 松 Pine 2 梅 Plum "
        "3 桜 Cherry 4 藤 Wisteria 5 菖蒲 Iris 6 牡丹 Peony 7 萩 Bush clover 8 芒 Susuki grass 9 菊 "
        "Chrysanthemum 10 紅葉 Maple 11 柳 Willow 12 桐 Paulownia Brights on the dealt field 0 1 2 3 4 5 "
        "Still on the field a November card: rain a December card: fog Round Clear Show the result"
    )
    form = page.form("/hand")
    assert form.offers("months") == ["11", "12"]
    assert form.offers("cards-0")[-1] == "11C"
    chaff = {"points": 3, "name": "Ours", "cards": ["12C1", "07C2", "01C1", "05C1", "03C2"]}
    installation.house_rules.keep("ours", {"extends": "dutch", "title": "Ours", "yaku": {"ours": chaff}})
    again = player.open("/hand?ruleset=nintendo_jp").form("/hand")
    assert again.offers("cards-0")[-6:] == ["01C1", "03C2", "05C1", "07C2", "11C", "12C1"]


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("pile=99X", "There is no card “99X”"),
        ("pile=" + "09A." * 100, "The card 09A appears twice."),
        ("pile=25C", "25 chaff cards are too many"),
        ("pile=" + "09A." * 100 + "0", "That is too long: at most 400 characters."),
        ("pile=09A&calls=1", "The address says calls=1; allowed: numbers from 0 to 24, such as 0.0."),
        ("pile=09A&calls=25.0", "calls=25.0"),
        ("pile=09A&calls=a.b", "calls=a.b"),
        ("pile=09A&round=0", "The address says round=0; allowed: numbers from 1 to 99, such as 1."),
        ("pile=09A&round=100", "round=100"),
        ("pile=09A&round=1.2", "round=1.2"),
        ("pile=09A&brights=6", "brights=6"),
        ("pile=09A&brights=1.2", "brights=1.2"),
        ("pile=09A&months=10", "The address says months=10; allowed: numbers from 11 to 12, such as 11."),
        ("pile=09A&months=13", "months=13"),
        ("pile=%3Cscript%3E", "There is no card “<script>”"),
    ],
)
def test_a_wrong_address_is_refused_in_a_sentence(player: Player, query: str, sentence: str) -> None:
    page = player.open(f"/hand?{query}")
    assert page.status == 422
    assert sentence in page.text
    assert page.form("/hand")


@pytest.mark.parametrize("query", ["calls=24.24", "round=99", "brights=5", "months=11.12", "calls=0.0"])
def test_the_limits_themselves_are_allowed(player: Player, query: str) -> None:
    assert player.open(f"/hand?pile=09A.24C&{query}").status == 200


def test_the_board_is_led_to_with_all_that_the_address_said(player: Player) -> None:
    page = player.open("/hand?pile=1C.01B&ruleset=dutch&calls=1.2&round=3&brights=2&months=12.11.12&no=a+b")
    assert page.link("Change the cards") == (
        "/hand?edit=1&pile=01B.1C&calls=1.2&round=3&brights=2&months=11.12&no=a+b&ruleset=dutch"
    )
    page = player.open("/hand?pile=01B&calls=0.0&months=&no=")
    assert page.link("Change the cards") == "/hand?edit=1&pile=01B&ruleset=default"


def test_rules_that_are_not_here_are_replaced_with_a_word(player: Player) -> None:
    page = player.open(VIEWING + "&ruleset=theirs")
    assert page.status == 200
    assert "There is no rule set called “theirs”." in page.text
    assert "Scored by Koi-Koi, common rules instead." in page.text


@pytest.mark.parametrize(
    "question",
    [
        AskedHand(pile("03B 09A 4C")),
        AskedHand(pile("11C 10C 1C"), Circumstances(own=2, others=1)),
        AskedHand(pile("01B"), Circumstances(round=3, dealt_brights=0, field_months=(11, 12))),
    ],
)
def test_an_address_says_all_that_decides_the_score(question: AskedHand) -> None:
    assert read(address(write(question))) == question


def test_the_address_can_be_opened_elsewhere(player: Player) -> None:
    page = player.open(VIEWING + "&calls=1.0&ruleset=dutch")
    (shared,) = [link for link, _ in page.links if link.startswith("http")]
    asked = {"pile": ["03B.09A.11B"], "calls": ["1.0"], "ruleset": ["dutch"]}
    assert parse_qs(urlsplit(shared).query) == asked


def test_a_code_that_cannot_be_read_is_refused_and_the_pile_stays(player: Player) -> None:
    form = next(form for form in player.open(VIEWING).forms if "written" in form)
    form["written"] = "nonsense"
    page = player.send(form)
    assert page.status == 422
    assert "This code is mistyped" in page.text
    assert "Scored by Koi-Koi, common rules instead." in page.text


def test_a_round_leads_to_the_hand_of_its_winner(table: Table, player: Player) -> None:
    notepad = table.score(table.begin(rules="dutch"), 0, FOUR, calls=(0, 1))
    page = player.open(player.open(notepad.path + "/rounds/1").link("By other rules"))
    assert "Four brights shikō 四光 8" in page.text
    assert "&calls=0.1&round=1" in page.url
    assert page.link("‹") == notepad.path
    cleared = player.open(player.open(page.link("Change the cards")).link("Clear"))
    assert cleared.link("‹") == notepad.path
    assert player.open(page.link("Change the cards")).form("/hand").ticked("cards-0") == FOUR.split()


def test_two_rule_sets_are_compared_on_piles(player: Player) -> None:
    page = player.open("/rules/difference?a=mongolopedia&b=russian")
    assert "The same cards with both" in page.text
    assert "Mongolopedia 0 Russian booklet 5 Flower viewing counts: 5" in page.text
    assert "Three brights: 5 instead of 6 −1" in page.text
    assert len([words for _, words in page.links if words == "By all rules"]) == 8
    assert "The same cards with both" not in player.open("/rules/difference?a=dutch&b=dutch").text


def test_both_tabs_keep_the_rules(player: Player) -> None:
    page = player.open("/hand?pile=03B.09A&ruleset=cwz")
    for tab in ("Dealt hand", "Captured cards", "Dealt hand"):
        page = player.open(page.link(tab))
        assert page.status == 200
        assert page.form(page.path)["ruleset"] == "cwz"


def test_what_is_not_so_is_not_asked_again(player: Player) -> None:
    asks = "Lightning captured?"
    page = player.open("/hand?pile=03B.09A&ruleset=mongolopedia")
    assert asks in page.text
    board = player.open(page.link("Change the cards")).form("/hand").force("no", "0.cards.11")
    page = player.send(board)
    assert asks not in page.text
    assert "&no=cards.11&" in page.url
    again = player.open(page.link("Change the cards")).form("/hand")
    assert again.values().getlist("no") == ["0.cards.11"]


def test_whoever_sees_all_48_cards_is_asked_for_none(player: Player) -> None:
    pile = "cards-0=11B&cards-0=11A&cards-0=11R&cards-0=02A"
    assert "Lightning captured?" in player.open(f"/hand?{pile}&shown=kinds").text
    assert "Lightning captured?" not in player.open(f"/hand?{pile}&shown=months").text


def test_other_rules_leave_the_cards_on_the_board(player: Player) -> None:
    form = player.open("/hand").form("/hand").fill(ruleset="dutch", calls_0=1).tick("cards-0", "03B", "09A")
    board = player.send(form, "view=kinds").form("/hand")
    assert (board["ruleset"], board["calls-0"]) == ("dutch", "1")
    assert board.ticked("cards-0") == ["03B", "09A"]


def test_rules_of_a_match_give_way_to_chosen_ones(table: Table, player: Player) -> None:
    match = table.begin(rules="dutch").path.rpartition("/")[2]
    page = player.send(player.open(f"/hand?match={match}").form("/hand").tick("cards-0", "03B", "09A"))
    assert rules_offered(player) == "default"
    assert "Flower viewing hanami de ippai 花見で一杯 5" in page.text
    page = player.send(page.form("/hand").fill(ruleset="mongolopedia"))
    assert "Flower viewing hanami de ippai 花見で一杯 3" in page.text
    assert page.link("‹") == f"/matches/{match}"


def test_of_a_wrong_address_the_cards_that_exist_stay(player: Player) -> None:
    page = player.open("/hand?pile=03B.09A.99X&ruleset=cwz")
    assert page.form("/hand").ticked("cards-0") == ["03B", "09A"]
    assert page.form("/hand")["ruleset"] == "cwz"


SMALL = {"extends": "dutch", "title": "Small", "deal": {"without": ["12C1", "12C2", "12C3"]}}


@pytest.mark.parametrize("hand", ["pile=01B.03B.12C3", "cards-0=01B&cards-0=12C3", "pile=01B.22C"])
def test_cards_that_are_not_in_the_deck_of_the_rules_are_refused_and_stay_tapped(
    player: Player, installation: Installation, hand: str
) -> None:
    installation.house_rules.keep("small", SMALL)
    page = player.open(f"/hand?{hand}&ruleset=small")
    assert page.status == 422
    why = "22 chaff cards are too many" if "22C" in hand else "12C3: not in the deck with these rules."
    assert why in page.text
    assert page.form("/hand").ticked("cards-0")[:1] == ["01B"]
    assert player.open(f"/hand?{hand}&ruleset=dutch").status == 200


def test_rules_whose_deck_lacks_a_card_say_nothing_of_it(player: Player, installation: Installation) -> None:
    installation.house_rules.keep("small", SMALL)
    assert "Small" in player.open("/hand?pile=01B.03B.08B.21C&ruleset=dutch").text
    assert "Small" not in player.open("/hand?pile=01B.03B.08B.22C&ruleset=dutch").text


def test_piles_on_which_two_rule_sets_differ_have_no_card_that_a_deck_lacks(
    player: Player, installation: Installation
) -> None:
    gone = {"deal": {"without": ["03B", "09A"]}, "yaku": {"hanami": {"points": 7}, "tan": {"points": 3}}}
    installation.house_rules.keep("small", {**SMALL, **gone})
    page = player.open("/rules/difference?a=dutch&b=small")
    assert page.status == 200
    assert "pile=" in page.html
    assert not re.search(r"pile=[^\"]*(03B|09A)", page.html)
