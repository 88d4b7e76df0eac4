"""The pages of the rule sets: listed, read in words, compared, deleted."""

from __future__ import annotations

import re

import pytest
from extent import daily
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.installation import Installation
from scorekeeper.koikoi.rules.loader import names, rules
from scorekeeper.koikoi.rules.options.row import COUNTED

from .fixtures import Table
from .guests import code_of, guest
from .player import Page, Player
from .rules_pages import NEW_YAKU, kept, main_form, own, seen, spoil_rules, submit, ways


def presses(page: Page) -> list[str]:
    """The words of the buttons of a page that are not on all pages, without the comparison."""
    return [
        words for words in page.all("button", "button") if words not in ("Compare", "View it", "Discard it")
    ]


def to_all(name: str) -> list[tuple[str, str]]:
    """Where the page of a rule set leads everybody first."""
    return [
        ("/rules", "‹"),
        (f"/rules/{name}/chart", "Yaku chart"),
        (f"/rules/{name}/sharing", "Send these rules"),
        (f"/rules/difference?a={name}", "Compare with another"),
    ]


def test_the_page_of_a_rule_set_leads_to_all_that_can_be_done_with_it(player: Player) -> None:
    lab, chart = "How would these rules change our game?", "Yaku chart with the cards"
    page = player.open("/rules/default")
    assert ways(page) == [
        *to_all("default"),
        ("/lab?rules=default", lab),
        ("/rules/default/chart", chart),
        ("/lab?rules=default", lab),
        ("/rules/new?from=default", "Make your own"),
        ("/matches/new?ruleset=default", "Play with these rules"),
    ]
    assert presses(page) == []
    assert page.form("/difference")["a"] == "default"
    assert sorted(page.form("/difference").offers("b")) == sorted({*names()} - {"default"})
    assert "Made from" not in page.text
    counted = player.open("/rules/mushi").form("/difference")
    assert sorted(counted.offers("b")) == sorted({*names(COUNTED)} - {"mushi"})
    page = player.open("/rules/dutch")
    assert ways(page) == [
        *to_all("dutch"),
        ("/lab?rules=dutch", lab),
        ("/rules/dutch/chart", chart),
        ("/rules/default", "Koi-Koi, common rules"),
        ("/lab?rules=dutch", lab),
    ]
    assert presses(page) == ["Save these rules", "See the rules", "Make your own", "Play with these rules"]
    assert "Source: https://nl.wikipedia.org/wiki/Koi-Koi" in page.text


def test_that_of_the_tables_own_rules_also_to_changing_and_deleting_them(player: Player) -> None:
    own(player.client, "House", "hanafubuki", **{"match.rounds": "5"})
    own(player.client, "Hut", "house")
    lab, chart = "How would these rules change our game?", "Yaku chart with the cards"
    page = player.open("/rules/house")
    assert ways(page) == [
        *to_all("house"),
        ("/lab?rules=house", lab),
        ("/rules/new?from=house", "Make a copy to change"),
        ("/rules/house/deletion", "Delete these rules"),
        ("/rules/house/chart", chart),
        ("/rules/hanafubuki", "Hanafubuki"),
        ("/rules/house/edit?show=changes#s-changes", "Undo changes"),
        ("/lab?rules=hanafubuki&against=house", lab),
        ("/rules/house/edit", "Edit"),
        ("/matches/new?ruleset=house", "Play with these rules"),
    ]
    assert "Made from Hanafubuki ." in page.text and "What is different 1 Rounds: 5" in page.text
    page = player.open("/rules/hut")
    assert "Made from House ; nothing is changed." in page.text
    assert "Source:" not in page.text
    assert "What is different" not in page.text
    assert ways(page)[7:9] == [("/rules/hut/chart", chart), ("/rules/house", "House")]
    assert ways(page)[9] == ("/lab?rules=hut", lab)  # beside nothing: they are the same


def test_who_may_only_keep_the_score_is_not_led_to_the_editor(
    app: Flask, player: Player, installation: Installation
) -> None:
    own(player.client, "House", "dutch", **{"match.rounds": "5"})
    own(player.client, "Hut", "hanafubuki")
    visitor = guest(app, code_of(installation, "scorer"))
    chart = "Yaku chart with the cards"
    assert ways(visitor.open("/rules/house")) == [
        *to_all("house"),
        ("/rules/house/chart", chart),
        ("/rules/dutch", "Dutch Wikipedia"),
        ("/matches/new?ruleset=house", "Play with these rules"),
    ]
    assert presses(visitor.open("/rules/house")) == []
    assert [to for to, _ in ways(visitor.open("/rules/hut")) if "matches" in to] == [
        "/matches/new?ruleset=hut"
    ]
    index = visitor.open("/rules")
    assert [words for _to, words in ways(index)][-1] == "Compare two"
    assert "Pick the closest set and change it" not in index.text
    assert [to for to, _ in ways(guest(app, code_of(installation, "viewer")).open("/rules/house"))][-1] == (
        "/rules/dutch"
    )


def test_the_list_of_the_rule_sets_leads_to_each_and_to_making_ones_own(player: Player, table: Table) -> None:
    page = player.open("/rules")
    assert page.text.count("Your rules are different? Pick the closest set and change it.") == 1
    menu = [
        ("/", "‹"),
        ("/rules/difference", "Compare two"),
        ("/options", "Every option explained"),
        ("/rules/received", "Import rules"),
    ]
    assert ways(page)[:4] == menu
    assert ways(page)[-2:] == [menu[1], ("/rules/new?from=default", "Make your own")]
    table.begin(rules="dutch")
    own(player.client, "House", "hanafubuki", **{"match.rounds": "5", "sake_cup": "animal"})
    own(player.client, "Hut", "house")
    page = player.open("/rules")
    assert "Your rules are different?" not in page.text
    assert ways(page)[4:6] == [
        ("/rules/house", "House “Hanafubuki” with 2 changes"),
        ("/rules/hut", "Hut “House” with 0 changes"),
    ]
    assert ways(page)[-1] == ("/rules/new?from=dutch", "Make your own")
    assert "chosen now" not in page.text
    page = player.open("/rules?for=match")
    assert ways(page)[0] == ("/matches/new", "‹")
    assert "Your rules are different?" not in page.text
    chosen = [(to, words) for to, words in ways(page) if "chosen now" in words]
    assert [to for to, _ in chosen] == ["/matches/new?ruleset=dutch"]
    assert all(to.startswith("/matches/new?ruleset=") for to, _ in ways(page)[4:])


def test_a_card_more_in_words_is_no_difference_where_the_same_is_dealt(player: Player) -> None:
    """Eight for two players, as the common rules have it, but for two alone."""
    own(player.client, "House", **{"deal.hand": "8"})
    page = player.open("/rules/house")
    assert "Made from Koi-Koi, common rules ; nothing is changed." in page.text
    assert 'class="changed"' not in page.html
    assert "hands Cards in hand 8 Cards on the field 8, or 6 with three players Cards left out" in page.main
    assert "The same as “Koi-Koi, common rules”" in player.open("/rules/house/edit").text


def test_all_rule_sets_are_listed_the_tables_own_first(client: FlaskClient) -> None:
    own(client, "Grandmother's house")
    page = client.get("/rules").text
    assert page.index("Grandmother&#39;s house") < page.index("Koi-Koi, common rules")
    assert all(f'href="/rules/{name}"' in page for name in names())


@pytest.mark.parametrize("name", daily(names(), 3))
def test_every_named_rule_set_reads_in_words(client: FlaskClient, name: str) -> None:
    page = client.get(f"/rules/{name}")
    assert page.status_code == 200
    assert "五光" in page.text or rules(name).yaku["goko"].points == 0
    assert "Dealer after a draw" in page.text


def test_a_yaku_says_what_it_pays_and_what_it_paid_in_the_parent(
    player: Player, installation: Installation
) -> None:
    yaku = {"tan": {"points": 3, "extra": 2}, "kasu": {"points": 0}}
    installation.house_rules.keep("house", {"extends": "default", "title": "House", "yaku": yaku})
    text = player.open("/rules/house").text
    assert "3 Ribbons +2 1 Animals +1 +: for each extra card." in text
    assert (
        "Animals tane タネ 1 +1 Ribbons tan タン 3 was 1 point +2 Chaff kasu カス not played was 1 "
        "point Match" in text
    )


def test_what_differs_from_the_parent_is_marked(client: FlaskClient) -> None:
    page = client.get("/rules/koikoi_japan").text
    assert "+1, +2, +3, × 2, × 3, × 4, × 5" in page
    assert "was × 2 from 7 points" in page
    told = Page(client.get("/rules/koikoi_japan"), "").main.partition("What the yaku are worth")[2]
    assert "Match Players two Rounds 8 was 12 Target none First dealer who draws the earliest month" in told
    assert "Coins at the start 30 was 0 Coins per point 1 Too few coins everything, and goes below" in told
    assert 'class="changed"' in page
    assert 'class="changed"' not in client.get("/rules/default").text


def test_unknown_rule_sets_are_not_found(client: FlaskClient) -> None:
    for address in ("/rules/nope", "/rules/nope.toml", "/rules/nope/edit", "/rules/new?from=nope"):
        assert client.get(address).status_code == 404
    assert client.get("/rules/difference?a=nope&b=default").status_code == 404
    assert client.get("/rules/..%2f..%2fsecret").status_code == 404
    assert client.get("/rules/..%2f..%2fsecret.toml").status_code == 404


def test_named_rule_sets_are_neither_edited_nor_deleted(client: FlaskClient) -> None:
    token = main_form(client.get("/rules/new"))["csrf_token"]
    assert client.get("/rules/russian/edit").status_code == 404
    assert client.post("/rules/russian", data={"csrf_token": token}).status_code == 404
    assert client.get("/rules/russian/deletion").status_code == 404
    for name in ("russian", "ww51", "nope"):
        client.post(f"/rules/{name}/deletion", data={"csrf_token": token})
    assert {"russian", "ww51"} <= {*names()}


def test_two_rule_sets_side_by_side_show_only_what_differs(client: FlaskClient) -> None:
    page = seen(client.get("/rules/difference?a=russian&b=russian_all"))
    assert "1 rule differs" in page
    assert "Brights on the dealt field" in page
    assert "Next dealer" not in page
    assert "These rules are the same." in client.get("/rules/difference?a=ww51&b=ww51").text


def test_two_rule_sets_are_compared_on_the_cards_on_which_they_differ_most(player: Player) -> None:
    page = player.open("/rules/difference?a=dutch&b=russian")
    assert page.text.partition("The same cards with both ")[2] == (
        "2 own koi-koi Dutch Wikipedia 5 Russian booklet 20 2 own koi-koi: × 4 +15 By all rules Dutch "
        "Wikipedia 14 Russian booklet 6 Boar-deer-butterflies: 5 instead of 6 × 2 −2 7 points or more: "
        "does not count × 2 from 7 points −6 By all rules Dutch Wikipedia 6 Russian booklet 5 "
        "Boar-deer-butterflies: 5 instead of 6 −1 By all rules Dutch Wikipedia 6 Russian booklet 5 Red "
        "poetry ribbons: 5 instead of 6 −1 By all rules More Dutch Wikipedia 6 Russian booklet 5 Blue "
        "ribbons: 5 instead of 6 −1 By all rules 12 rules differ Dutch Wikipedia Russian booklet Who "
        "pays nobody, the winner adds points each loser pays the winner Coins at the start 0 25 for 3 "
        "rounds, 50 for 6 rounds, 100 for 12 rounds Own koi-koi off × 2, × 4, × 8 … "
        "Boar-deer-butterflies 6 points 5 points Red poetry ribbons 6 points 5 points Blue ribbons 6 "
        "points 5 points Yaku with the last card the player may choose it stops the round by itself "
        "Two full months in hand not played 14 points Several lucky hands the round is a draw the "
        "dealer’s counts Showing a lucky hand it counts whenever it is noticed only before the "
        "player’s first turn First dealer by chance the eldest player Tie for the first deal the card "
        "of the higher kind who last watched a cherry petal fall"
    )
    assert ways(page)[:3] == [
        ("/rules", "‹"),
        ("/lab?rules=dutch&against=russian", "How much difference does it make?"),
        ("/hand?ruleset=dutch&pile=03B.09A&calls=2.0", "By all rules"),
    ]
    form = page.form("/difference")
    assert (form["a"], form["b"]) == ("dutch", "russian")
    alone = player.open("/rules/difference?a=dutch")
    assert "The same cards" not in alone.text and "How much difference" not in alone.text
    assert player.open("/rules/difference?a=dutch&b=mushi").status == 422


def test_two_rule_sets_are_offered_before_two_were_chosen(client: FlaskClient) -> None:
    def offered(address: str) -> list[str]:
        return re.findall(r'<option value="(\w+)" selected>', client.get(address).text)

    first, second = offered("/rules/difference")
    assert first == "default" != second
    assert offered(f"/rules/difference?a={second}") == [second, "default"]
    assert offered("/rules/difference?b=dutch") == ["default", "dutch"]
    assert offered("/rules/difference?a=mushi") == ["mushi", "bakappana"]
    assert offered("/rules/difference?a=nope") == ["default"]


def test_deleting_asks_first(player: Player, installation: Installation) -> None:
    own(player.client, "House")
    asked = player.open(player.open("/rules/house").link("Delete these rules"))
    assert "Delete “House”?" in asked.text
    assert ways(asked) == [("/rules", "‹"), ("/rules/house.toml", "Save a copy first"), ("/rules", "Cancel")]
    assert installation.house_rules.names() == ("house",)
    gone = player.send(asked.form("/deletion"))
    assert gone.path == "/rules"
    assert "“House” is in the bin." in gone.text
    assert player.send(asked.form("/deletion")).path == "/rules"  # a double tap
    assert installation.house_rules.names() == ()
    assert player.open(asked.path).status == 404  # by Back


def test_rules_that_others_extend_cannot_be_deleted(player: Player, installation: Installation) -> None:
    own(player.client, "House")
    asked = player.open("/rules/house/deletion")
    own(player.client, "Hut", "house")  # meanwhile
    refused = player.send(asked.form("/deletion"))
    assert refused.path == asked.path
    assert "“House” cannot be deleted. Other rules are based on them: Hut ." in refused.text
    assert ways(refused) == [("/rules", "‹"), ("/rules/hut", "Hut"), ("/rules", "Back to the rule sets")]
    assert installation.house_rules.names() == ("house", "hut")
    own(player.client, "Hat", "house")
    assert "based on them: Hat , Hut ." in player.open(asked.path).text


def test_a_change_that_breaks_rules_built_on_it_is_refused(
    client: FlaskClient, installation: Installation
) -> None:
    own(client, "House", **NEW_YAKU)
    own(client, "Hut", "house", **{"pair.yaku": "goko", "pair.other": "three_sevens"})
    page = submit(client, "/rules/house/edit", {"yaku.three_sevens.remove": "yes"})
    assert page.status_code == 422
    assert "“Hut” is based on these rules" in page.text
    assert "three_sevens" in kept(installation, "house")["yaku"]


def test_rules_without_a_title_are_called_by_their_id(player: Player, installation: Installation) -> None:
    installation.house_rules.keep("hut", {"match": {"rounds": 3}})
    assert '<option value="hut">hut</option>' in player.open("/rules/difference?a=dutch").html
    assert player.open("/rules").link("hut") == "/rules/hut"
    assert "Delete “hut”?" in player.open("/rules/hut/deletion").text


def test_damaged_rules_are_named_and_can_be_deleted(client: FlaskClient, installation: Installation) -> None:
    spoil_rules(installation, "old", "match = 3")
    spoil_rules(installation, "odd", "[[[")
    page = client.get("/rules").text
    assert "The rules “old” cannot be read." in page
    assert "The rules “odd” cannot be read." in page
    assert client.get("/rules/old").status_code == 422
    assert client.get("/rules/russian").status_code == 200
    assert 'href="/rules/odd/deletion"' in page
    assert submit(client, "/rules/odd/deletion").status_code == 303
    assert installation.house_rules.names() == ("old",)
