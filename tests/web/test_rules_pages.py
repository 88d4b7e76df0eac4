"""The pages of the rule sets: listed, read in words, compared, deleted."""

from __future__ import annotations

import re

import pytest
from extent import daily
from flask.testing import FlaskClient

from scorekeeper.installation import Installation
from scorekeeper.koikoi.rules.loader import names, rules

from .player import Player
from .rules_pages import NEW_YAKU, kept, main_form, own, seen, spoil_rules, submit


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


def test_what_differs_from_the_parent_is_marked(client: FlaskClient) -> None:
    page = client.get("/rules/koikoi_japan").text
    assert "+1, +2, +3, × 2, × 3, × 4, × 5" in page
    assert "was × 2 from 7 points" in page
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


def test_two_rule_sets_are_offered_before_two_were_chosen(client: FlaskClient) -> None:
    def offered(address: str) -> list[str]:
        return re.findall(r'<option value="(\w+)" selected>', client.get(address).text)

    first, second = offered("/rules/difference")
    assert first == "default" != second
    assert offered(f"/rules/difference?a={second}") == [second, "default"]


def test_deleting_asks_first(player: Player, installation: Installation) -> None:
    own(player.client, "House")
    asked = player.open(player.open("/rules/house").link("Delete these rules"))
    assert "Delete “House”?" in asked.text
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
    assert "“House” cannot be deleted." in refused.text
    assert refused.link("Hut") == "/rules/hut"
    assert installation.house_rules.names() == ("house", "hut")


def test_a_change_that_breaks_rules_built_on_it_is_refused(
    client: FlaskClient, installation: Installation
) -> None:
    own(client, "House", **NEW_YAKU)
    own(client, "Hut", "house", **{"pair.yaku": "goko", "pair.other": "three_sevens"})
    page = submit(client, "/rules/house/edit", {"yaku.three_sevens.remove": "yes"})
    assert page.status_code == 422
    assert "“Hut” is based on these rules" in page.text
    assert "three_sevens" in kept(installation, "house")["yaku"]


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
