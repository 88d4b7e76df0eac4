"""The page that passes a rule set on: a QR code, a link, a code, a message and files."""

from __future__ import annotations

import re
from itertools import product
from random import Random
from typing import Any

import pytest
import segno
from extent import daily
from flask.testing import FlaskClient

from scorekeeper.addresses import on_this_network
from scorekeeper.house_rules.code import read_code
from scorekeeper.installation import Installation
from scorekeeper.koikoi.rules.choices import agree
from scorekeeper.koikoi.rules.diff import differences
from scorekeeper.koikoi.rules.loader import names, read_toml, rules
from scorekeeper.web.qr import LARGEST, code_of_link

from .fixtures import Table
from .player import Page, Player, read_in
from .rules_pages import NEW_YAKU, own, spoil_rules, ways


def hard_to_pack(letters: int, seed: int = 0) -> str:
    """A text in which no letter foretells the next."""
    return "".join(map(chr, Random(seed).choices(range(0x4E00, 0x9000), k=letters)))


def passed(client: FlaskClient, name: str) -> dict[str, str]:
    """The texts on the page, by the id of their field."""
    return fields(client, f"/rules/{name}/sharing")


def fields(client: FlaskClient, address: str) -> dict[str, str]:
    page = client.get(address)
    assert page.status_code == 200
    found = re.findall(r'<textarea class="passed" id="(\w+)"[^>]*>(.*?)</textarea>', page.text, re.S)
    return {name: text.replace("&#39;", "'") for name, text in found}


def test_the_rules_of_a_match_are_passed_on_with_what_was_agreed(player: Player) -> None:
    form = player.open("/matches/new?ruleset=russian").form("/matches").fill(name_0="Anna", name_1="Ben")
    form["answer.doublings"], form["dealer"] = "all", "0"
    notepad = player.send(form)
    link = player.open(f"{notepad.path}/rules").link("Send these rules")
    texts = fields(player.client, link)
    assert rules(read_code(texts["code"]).tree) == agree(rules("russian"), {"doublings": "all"})
    assert "based on “Russian booklet”" in texts["message"]


def test_the_page_says_what_each_way_of_sending_is_for(player: Player, table: Table) -> None:
    page = player.open("/rules/dutch/sharing")
    assert ways(page) == [
        *(("/rules/dutch", "‹"), ("/rules/dutch.toml", "TOML"), ("/rules/dutch.json", "JSON")),
    ]
    said = page.text.partition("Discard it ")[2]
    assert said.startswith(
        "Scan The code holds all the rules. They are shown before anything is saved. It opens this app on "
        "phones with access. On another computer, paste the link under “Import rules”. Send Message On "
        "another computer, paste the whole message under “Import rules”. Dutch Wikipedia Koi-Koi rules, "
        "based on “Koi-Koi, common rules”: • "
    )
    assert "Code The link without the address of this app. " in said
    assert said.endswith("Copy Share File TOML JSON")
    match = table.begin(rules="dutch")
    shared = player.open(f"{match.path}/rules/sharing")
    assert ways(shared) == [(f"{match.path}/rules", "‹")]
    assert shared.text.endswith("Copy Share")  # kept nowhere else: no file


@pytest.mark.parametrize("name", daily(names(), 3))
def test_every_named_rule_set_is_passed_on_unchanged(client: FlaskClient, name: str) -> None:
    texts = passed(client, name)
    assert rules(read_code(texts["code"]).tree) == rules(name)
    assert texts["link"] == f"http://{on_this_network()}/rules/received#{texts['code']}"
    assert texts["message"].endswith(f"\n\n{texts['link']}")


@pytest.mark.parametrize(("name", "ending"), daily(product(names(), ("toml", "json")), 5))
def test_every_named_rule_set_can_be_downloaded(client: FlaskClient, name: str, ending: str) -> None:
    file = client.get(f"/rules/{name}.{ending}")
    assert file.headers["Content-Disposition"].endswith(f".{ending}") or "''" in str(file.headers)
    tree: Any = read_toml(file.text) if ending == "toml" else file.json
    assert not differences(rules(name), rules(tree))


def test_rules_above_other_house_rules_are_complete(client: FlaskClient, installation: Installation) -> None:
    own(client, "House", "russian", **NEW_YAKU, **{"match.rounds": "6"})
    own(client, "Hut", "house", **{"match.rounds": "3"})
    tree = read_code(passed(client, "hut")["code"]).tree
    assert tree["extends"] == "russian"
    assert rules(tree) == rules("hut", installation.house_rules.find)
    for file in (read_toml(client.get("/rules/hut.toml").text), client.get("/rules/hut.json").json or {}):
        assert rules(file) == rules("hut", installation.house_rules.find)
    assert "filename=koi-koi-Hut.json" in client.get("/rules/hut.json").headers["Content-Disposition"]


def test_the_qr_code_holds_the_link(client: FlaskClient) -> None:
    own(client, "Grandmother's house", "russian", **NEW_YAKU)
    page, link = (
        client.get("/rules/grandmother-s-house/sharing").text,
        passed(client, "grandmother-s-house")["link"],
    )
    code = segno.make_qr(link, error="l")
    assert code.svg_inline(border=4, omitsize=True, svgclass="qr fine") in page
    assert int(code.version) <= 12  # 65 modules a side
    assert code.svg_inline(border=4) != segno.make_qr(link[:-1] + "A", error="l").svg_inline(border=4)


@pytest.mark.slow
def test_a_link_as_long_as_a_phone_can_scan_has_a_qr_code_and_one_letter_more_has_none() -> None:
    def version(length: int) -> int:
        return int(segno.make_qr("a" * length, error="l").version)

    longest = next(length for length in range(900, 2_000) if version(length + 1) > LARGEST)
    assert 'class="qr fine"' in code_of_link("a" * longest)
    assert code_of_link("a" * (longest + 1)) == ""
    assert code_of_link("a" * 5_000) == ""  # too long for any QR code
    assert code_of_link("") == ""


def test_rules_too_long_for_a_qr_code_still_have_a_link(
    client: FlaskClient, installation: Installation
) -> None:
    texts = {"about": hard_to_pack(400), "source": hard_to_pack(400, 1)}
    installation.house_rules.keep("house", {"title": "House", **texts})
    page = client.get("/rules/house/sharing").text
    assert 'class="qr fine"' not in page
    assert "too long for a QR code that phones can read" in page
    assert rules(read_code(passed(client, "house")["code"]).tree).about == texts["about"]


def test_rules_too_long_for_a_code_still_have_a_message_and_files(
    client: FlaskClient, installation: Installation
) -> None:
    yaku = {
        f"own{number}": {"name": hard_to_pack(40, number), "cards": ["01B", "03B"], "points": 1}
        for number in range(40)
    }
    tree = {"title": "House", "about": hard_to_pack(400), "yaku": yaku}
    installation.house_rules.keep("house", tree)
    page = client.get("/rules/house/sharing").text
    assert "These rules are too long for a code. Pass on a file instead." in page
    assert passed(client, "house").keys() == {"message"}
    assert "received#" not in page
    assert rules(client.get("/rules/house.json").json or {}) == rules("house", installation.house_rules.find)


def test_the_message_names_ten_changes_and_first_what_decides_coins(client: FlaskClient) -> None:
    changed = {"match.rounds": "6", "sake_cup": "animal", "deal.hand": "7"}
    own(client, "Grandmother's house", "nintendo_jp", **NEW_YAKU, **changed)
    lines = passed(client, "grandmother-s-house")["message"].splitlines()
    assert lines[:4] == [
        "Grandmother's house",
        "Koi-Koi rules, based on “Nintendo (Japan)”:",
        "• Three sevens: 5 points; Cards: 7 boar, 7 plain red ribbon, 7 chaff 1",
        "• Sake cup: an animal",
    ]
    many = passed(client, "mongolopedia")["message"].splitlines()
    assert sum(line.startswith("• ") for line in many) == 10
    assert many[12] == "… and 11 more"
    assert passed(client, "default")["message"].splitlines()[1:3] == ["Koi-Koi rules", ""]
    ten = passed(client, "mushi")["message"].splitlines()
    assert ten[1] == "Rules for a game with hanafuda, based on “Bakappana”:"
    assert ten[11:13] == ["• Players: two", ""]
    first = passed(client, "bakappana")["message"].splitlines()
    assert first[:3] == ["Bakappana", "Rules for a game with hanafuda", ""]


def test_the_message_is_in_the_language_of_the_reader(client: FlaskClient) -> None:
    read_in(client, "pl")
    assert "Zasady koi-koi" in passed(client, "russian")["message"]


def test_unknown_rules_are_not_passed_on(client: FlaskClient) -> None:
    for address in ("/rules/nope/sharing", "/rules/nope.json", "/rules/..%2f..%2fsecret.json"):
        assert client.get(address).status_code == 404


def test_damaged_rules_say_why_they_cannot_be_passed_on(
    client: FlaskClient, installation: Installation
) -> None:
    spoil_rules(installation, "odd", "match = 3")
    for address in ("/rules/odd/sharing", "/rules/odd.json"):
        page = client.get(address)
        assert page.status_code == 422
        assert "match: 3 is not possible" in page.text


def test_the_page_of_a_rule_set_leads_there_and_the_list_to_the_import(client: FlaskClient) -> None:
    assert 'href="/rules/russian/sharing"' in client.get("/rules/russian").text
    assert Page(client.get("/rules"), "").link("Import rules") == "/rules/received"
