"""The link of a hand carries the rules by which it is scored to where they are not."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest

from scorekeeper.house_rules.code import read_code
from scorekeeper.installation import Installation
from scorekeeper.koikoi.errors import BadRuleset
from scorekeeper.koikoi.rules.choices import agree
from scorekeeper.koikoi.rules.loader import rules
from scorekeeper.sentences import say

from .fixtures import Table
from .player import Page, Player

VIEWING = "/hand?pile=03B.09A.11B"
OURS = {"extends": "dutch", "title": "Ours", "yaku": {"hanami": {"points": 9}}}


def shared_link(page: Page) -> str:
    """The address that is passed on."""
    (link,) = [link for link, _ in page.links if link.startswith("http")]
    return link


def received(player: Player, installation: Installation) -> tuple[str, Page]:
    """The link of a hand by house rules, and its page where these are not."""
    installation.house_rules.keep("ours", OURS)
    link = shared_link(player.open(VIEWING + "&ruleset=ours"))
    installation.house_rules.discard("ours")
    form = next(form for form in player.open(VIEWING).forms if "written" in form)
    return link, player.send(form.fill(written=link))


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
        assert "Show the rules" in there.text
        assert "This link holds the cards, koi-koi and rules. It also opens" in there.text
    assert installation.house_rules.names() == ()


def test_an_address_without_room_for_house_rules_names_them(
    player: Player, installation: Installation, monkeypatch: pytest.MonkeyPatch
) -> None:
    def too_long(*_: object) -> str:
        raise BadRuleset(say("This code is too long."))

    installation.house_rules.keep("ours", OURS)
    monkeypatch.setattr("scorekeeper.web.rules.rule_sets.code_of_rules", too_long)
    page = player.open(VIEWING + "&ruleset=ours")
    assert shared_link(page) == f"http://localhost{VIEWING}&ruleset=ours"
    assert "This link holds the cards and koi-koi. It also opens" in page.main


def test_the_address_carries_what_the_players_agreed_on(table: Table, player: Player) -> None:
    form = player.open("/matches/new?ruleset=russian&answer.doublings=all").form("/matches")
    notepad = player.send(form.fill(name_0="Anna", name_1="Ben", dealer=0))
    match = notepad.path.rpartition("/")[2]
    code = shared_link(player.open(f"{VIEWING}&match={match}")).partition("#")[2]
    agreed = agree(rules("russian"), {"doublings": "all"})
    assert rules(read_code(code).tree) == agreed


def test_rules_that_every_installation_has_need_no_code(player: Player) -> None:
    assert "#" not in shared_link(player.open(VIEWING + "&ruleset=russian"))


def test_rules_that_somebody_sent_stay_when_the_cards_are_changed(
    installation: Installation, player: Player
) -> None:
    link, page = received(player, installation)
    board = player.send(next(form for form in page.forms if "edit=1" in form.action))
    assert "Ours" in board.text
    entry = next(form for form in board.forms if form.id == "entry")
    entry.untick("cards-0", "11B")
    again = player.send(entry)
    assert again.status == 200
    assert "Ours" in again.text
    assert shared_link(again).partition("#")[2] == link.partition("#")[2]
    assert "pile=03B.09A&" in shared_link(again) or "pile=03B.09A#" in shared_link(again)


def test_both_tabs_keep_rules_that_somebody_sent(installation: Installation, player: Player) -> None:
    installation.house_rules.keep("ours", {**OURS, "deal": {"hand": 7}})
    link = shared_link(player.open(VIEWING + "&ruleset=ours"))
    installation.house_rules.discard("ours")
    form = next(form for form in player.open(VIEWING).forms if "written" in form)
    page = player.send(form.fill(written=link))
    for path in ("/hand/dealt", "/hand", "/hand/dealt"):
        form = next(form for form in page.forms if "written" in form and not form.id)
        form.action = path  # that of its button
        page = player.send(form)
        assert (page.status, "Score a hand Ours" in page.text) == (200, True)
    dealt = next(form for form in page.forms if "cards" in form)
    assert "By these rules a dealt hand has 7 cards, not 1." in player.send(dealt.tick("cards", "01B")).text
    assert "Rules Koi-Koi, common rules" in player.open("/matches/new").text
    assert player.send(dealt.fill(ruleset="cwz"), "stay=1").form("/hand/dealt")["ruleset"] == "cwz"


def test_rules_that_were_sent_give_way_to_chosen_ones(player: Player, installation: Installation) -> None:
    _, page = received(player, installation)
    board = player.send(next(form for form in page.forms if "edit=1" in form.action)).form("/hand")
    assert board["ruleset"] == ""
    assert "ruleset=cwz" in player.send(board.fill(ruleset="cwz")).url
    assert "ruleset=cwz" in player.send(page.form("/hand").fill(ruleset="cwz")).url
