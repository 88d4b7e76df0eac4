"""The desk: a pile under all rules, its address, and the piles on which two rule sets differ."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from werkzeug.datastructures import MultiDict

from scorekeeper.house_rules.code import read_code
from scorekeeper.installation import Installation
from scorekeeper.koikoi.pile import pile
from scorekeeper.koikoi.rules.choices import agree
from scorekeeper.koikoi.rules.loader import names, rules
from scorekeeper.koikoi.scoring.score import Circumstances
from scorekeeper.web.hand.address import AskedHand, PileAddress, read, write

from .conftest import Table
from .player import Page, Player

VIEWING = "/desk/pile?pile=03B.09A.11B"


def address(query: dict[str, str]) -> PileAddress:
    return PileAddress(MultiDict(query))


def test_every_rule_set_says_what_the_pile_is_worth(player: Player) -> None:
    page = player.open(VIEWING + "&ruleset=russian")
    assert page.status == 200
    assert "Flower viewing hanami de ippai 花見で一杯 5" in page.text
    assert "Flower viewing does not count" in page.text
    assert "Mongolopedia: the rain man was captured: rain" in page.text
    assert {f"/rules/{name}" for name in names()} <= {link for link, _ in page.links}


def test_the_rules_in_force_come_first_and_the_others_are_explained_from_them(player: Player) -> None:
    text = player.open(VIEWING + "&ruleset=mongolopedia").text
    assert text.index("By these rules 0 Mongolopedia") < text.index("5 Russian booklet")
    assert "Flower viewing counts: 5" in text
    assert "Flower viewing does not count" not in text


def test_the_tables_own_rules_come_before_those_of_the_documents(
    player: Player, installation: Installation
) -> None:
    with installation.house_rules.writing():
        installation.house_rules.keep(
            "ours", {"extends": "dutch", "title": "Ours", "yaku": {"hanami": {"points": 9}}}
        )
    text = player.open(VIEWING + "&ruleset=dutch").text
    assert "Flower viewing: 9 instead of 5 +4" in text
    assert text.index("Ours") < text.index("Mongolopedia")


def test_the_board_leads_to_the_short_address(player: Player) -> None:
    form = player.open("/desk/pile?ruleset=dutch").form("/desk/pile").fill(calls_0=1, chaff_0=4)
    form.tick("cards-0", "09A", "08B")
    page = player.send(form)
    assert page.url.endswith("/desk/pile?pile=08B.09A.4C&calls=1.0&ruleset=dutch")
    again = player.open(page.link("Change the cards")).form("/desk/pile")
    assert again.ticked("cards-0") == ["08B", "09A"]
    assert (again["calls-0"], again["chaff-0"]) == ("1", "4")


def test_the_board_shows_all_48_cards_with_what_is_ticked(player: Player) -> None:
    page = player.open("/desk/pile?shown=kinds&view=months&cards-0=09A")
    assert page.form("/desk/pile").ticked("cards-0") == ["09A"]
    assert "11C" in page.form("/desk/pile").offers("cards-0")


def test_what_any_rule_set_asks_can_be_said_on_the_board(player: Player) -> None:
    form = player.open("/desk/pile?ruleset=nintendo_jp").form("/desk/pile")
    assert form.offers("brights")
    assert form.offers("months") == ["11", "12"]
    assert "11C" in form.offers("cards-0")


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("pile=99X", "There is no card “99X”"),
        ("pile=09A.09A", "The card 09A appears twice."),
        ("pile=25C", "25 chaff cards are too many"),
        ("pile=" + "09A." * 200, "That is too long"),
        ("pile=09A&calls=1", "The address says calls=1; allowed: numbers from 0 to 24, such as 0.0."),
        ("pile=09A&calls=25.0", "calls=25.0"),
        ("pile=09A&calls=a.b", "calls=a.b"),
        ("pile=09A&round=0", "The address says round=0; allowed: numbers from 1 to 99, such as 1."),
        ("pile=09A&round=100", "round=100"),
        ("pile=09A&brights=6", "brights=6"),
        ("pile=09A&months=10", "The address says months=10; allowed: numbers from 11 to 12"),
        ("pile=%3Cscript%3E", "There is no card “<script>”"),
    ],
)
def test_a_wrong_address_is_refused_in_a_sentence(player: Player, query: str, sentence: str) -> None:
    page = player.open(f"/desk/pile?{query}")
    assert page.status == 422
    assert sentence in page.text
    assert page.form("/desk/pile")


@pytest.mark.parametrize("query", ["calls=24.24", "round=99", "brights=5", "months=11.12", "calls=0.0"])
def test_the_limits_themselves_are_allowed(player: Player, query: str) -> None:
    assert player.open(f"/desk/pile?pile=09A.24C&{query}").status == 200


def test_rules_that_are_not_here_are_replaced_with_a_word(player: Player) -> None:
    page = player.open(VIEWING + "&ruleset=theirs")
    assert page.status == 200
    assert "There is no rule set called “theirs”." in page.text
    assert "Compared with Koi-Koi, common rules instead." in page.text


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


def test_the_address_can_be_opened_elsewhere(player: Player, tmp_path: Path) -> None:
    page = player.open(VIEWING + "&calls=1.0&ruleset=dutch")
    (shared,) = [link for link, _ in page.links if link.startswith("http")]
    assert parse_qs(urlsplit(shared).query) == {
        "pile": ["03B.09A.11B"],
        "calls": ["1.0"],
        "ruleset": ["dutch"],
    }


OURS = {"extends": "dutch", "title": "Ours", "yaku": {"hanami": {"points": 9}}}


def shared_link(page: Page) -> str:
    """The address that is passed on."""
    (link,) = [link for link, _ in page.links if link.startswith("http")]
    return link


def test_the_address_carries_house_rules_to_where_they_are_not(
    player: Player, installation: Installation
) -> None:
    installation.house_rules.keep("ours", OURS)
    link = shared_link(player.open(VIEWING + "&calls=1.0&ruleset=ours"))
    address, _, code = link.partition("#")
    assert parse_qs(urlsplit(address).query) == {"pile": ["03B.09A.11B"], "calls": ["1.0"]}
    assert rules(read_code(code).tree) == rules(OURS)
    here = player.open(VIEWING + "&calls=1.0&ruleset=ours").all("section", "verdict")
    installation.house_rules.discard("ours")
    for sent in (code, link):  # a script sends the code; without one the link is pasted
        form = next(form for form in player.open(address).forms if "written" in form)
        form["written"] = sent
        there = player.send(form)
        assert there.status == 200
        assert [text.replace(" Show the rules", "") for text in there.all("section", "verdict")] == here
        assert shared_link(there) == link
    assert installation.house_rules.names() == ()


def test_the_address_carries_what_the_players_agreed_on(table: Table, player: Player) -> None:
    form = player.open("/matches/new?ruleset=russian&answer.doublings=all").form("/matches")
    notepad = player.send(form.fill(name_0="Anna", name_1="Ben", dealer=0))
    match = notepad.path.rpartition("/")[2]
    code = shared_link(player.open(f"{VIEWING}&match={match}")).partition("#")[2]
    agreed = agree(rules("russian"), {"doublings": "all"})
    assert rules(read_code(code).tree) == agreed


def test_a_code_that_cannot_be_read_is_refused_and_the_pile_stays(player: Player) -> None:
    form = next(form for form in player.open(VIEWING).forms if "written" in form)
    form["written"] = "nonsense"
    page = player.send(form)
    assert page.status == 422
    assert "This code is mistyped" in page.text
    assert "Compared with Koi-Koi, common rules instead." in page.text


def test_rules_that_every_installation_has_need_no_code(player: Player) -> None:
    assert "#" not in shared_link(player.open(VIEWING + "&ruleset=russian"))


def test_a_round_and_a_hand_lead_to_the_desk(table: Table, player: Player) -> None:
    notepad = table.score(table.begin(rules="dutch"), 0, "01B 03B 08B 12B", calls=(0, 1))
    page = player.open(player.open(notepad.path + "/rounds/1").link("By other rules"))
    assert "Four brights shikō 四光 8" in page.text
    assert "&calls=0.1&round=1" in page.url
    assert "Compare with" in page.text
    hand = player.open("/hand?cards-0=01B&cards-0=03B&cards-0=08B&ruleset=dutch")
    assert "ruleset=dutch" in hand.link("By all rules")


def test_two_rule_sets_are_compared_on_piles(player: Player) -> None:
    page = player.open("/rules/difference?a=mongolopedia&b=russian")
    assert "The same cards with both" in page.text
    assert "Mongolopedia 0 Russian booklet 5 Flower viewing counts: 5" in page.text
    assert "Three brights: 5 instead of 6 −1" in page.text
    assert len([words for _, words in page.links if words == "By all rules"]) == 8
    assert "The same cards with both" not in player.open("/rules/difference?a=dutch&b=dutch").text


def test_rules_that_somebody_sent_stay_when_the_cards_are_changed(
    installation: Installation, player: Player
) -> None:
    installation.house_rules.keep("ours", OURS)
    link = shared_link(player.open(VIEWING + "&ruleset=ours"))
    installation.house_rules.discard("ours")
    form = next(form for form in player.open(VIEWING).forms if "written" in form)
    form["written"] = link
    page = player.send(form)
    board = player.send(next(form for form in page.forms if "edit=1" in form.action))
    assert "Ours" in board.text
    entry = next(form for form in board.forms if form.id == "entry")
    entry.untick("cards-0", "11B")
    again = player.send(entry)
    assert again.status == 200
    assert "Ours" in again.text
    assert shared_link(again).partition("#")[2] == link.partition("#")[2]
    assert "pile=03B.09A&" in shared_link(again) or "pile=03B.09A#" in shared_link(again)
