"""Rule sets received from another table: shown with what they change, and kept if the table wants them."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from extent import daily
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorekeeper.house_rules.code import write_code
from scorekeeper.house_rules.exchange import code_of, portable, write_json
from scorekeeper.house_rules.shelf import HouseRules
from scorekeeper.installation import Installation
from scorekeeper.koikoi.rules.loader import LONGEST_FILE, names, rules, write_toml
from scorekeeper.koikoi.rules.schema import Tree

from .fixtures import Table
from .guests import code_of as code_of_link
from .guests import guest
from .player import Player, read_in
from .rules_pages import kept, main_form, own, seen, send, submit
from .rules_pages import ways as links

HOUSE: dict[str, Any] = {
    "extends": "dutch",
    "title": "花札の家 – żółć 🎴",
    "about": "Played on Sundays.",
    "multipliers": {"big": None},
    "yaku": {"three_sevens": {"name": "Trzy siódemki 七", "cards": ["07A", "07R", "07C1"], "points": 4}},
}


@pytest.fixture
def friend(tmp_path: Path) -> HouseRules:
    """The house rules of another table."""
    house = Installation(tmp_path / "friend").house_rules
    house.keep("house", HOUSE)
    return house


def received(client: FlaskClient, sent: str | bytes) -> TestResponse:
    """The page that a pasted text or a file leads to."""
    if isinstance(sent, bytes):
        return submit(client, "/rules/received", file=(BytesIO(sent), "x.toml"))
    return submit(client, "/rules/received", written=sent)


def keep(client: FlaskClient, preview: TestResponse) -> TestResponse:
    assert preview.status_code == 200, preview.text
    return send(client, preview, {"press": "step=keep"}, "/received")


def ways(house: HouseRules, name: str) -> dict[str, str | bytes]:
    """What a table may send of a rule set."""
    tree, code = portable(house, name) or {}, code_of(house, name)
    return {
        "a link": f"http://192.168.1.20:8000/rules/received#{code}",
        "a message": f"House\n• Rounds: 8\n\nhttps://koi.example/rules/received#{code} ",
        "a link of an app without a server": f"https://koi.example/koi/#rules/received#{code}",
        "a hand": f"https://koi.example/hand?pile=01B.03B#{code}",
        "a hand without a server": f"https://koi.example/koi/#hand?pile=01B.03B#{code}",
        "a code": code,
        "a broken code": f" {code[:40]}\r\n{code[40:]}\n",
        "a TOML file": write_toml(tree).encode(),
        "a pasted TOML file": write_toml(tree),
        "a JSON file": b"\xef\xbb\xbf" + write_json(tree).encode(),
        "a pasted JSON file": write_json(tree),
    }


@pytest.mark.parametrize(
    "way",
    [
        *("a link", "a message", "a code", "a broken code"),
        *("a link of an app without a server", "a hand", "a hand without a server"),
        *("a TOML file", "a pasted TOML file", "a JSON file", "a pasted JSON file"),
    ],
)
def test_rules_arrive_unchanged_however_they_are_sent(
    client: FlaskClient, installation: Installation, friend: HouseRules, way: str
) -> None:
    preview = received(client, ways(friend, "house")[way])
    assert installation.house_rules.names() == ()
    sent = keep(client, preview)
    assert (sent.status_code, sent.headers["Location"]) == (303, "/rules/zoc")
    assert rules("zoc", installation.house_rules.find) == rules("house", friend.find)
    assert "Rules imported." in client.get("/rules/zoc").text


def test_rules_with_a_title_from_right_to_left_arrive_unchanged(
    client: FlaskClient, installation: Installation
) -> None:
    assert keep(client, received(client, 'title = "הבית"\nmatch.rounds = 6')).status_code == 303
    (name,) = installation.house_rules.names()
    assert kept(installation, name)["title"] == "הבית"


def test_the_preview_says_in_words_what_is_different(client: FlaskClient, friend: HouseRules) -> None:
    page = received(client, code_of(friend, "house"))
    assert "not saved yet" in page.text
    assert '<a href="/rules/dutch">Dutch Wikipedia</a>' in page.text
    words = " ".join(seen(page).split())
    assert "Many points: <b>off</b> <small>was × 2 from 7 points</small>" in words
    assert "Trzy siódemki 七: <b>4 points</b> <small>was not played</small>" in words
    assert "Played on Sundays." in page.text
    assert all(f"cards.svg#{card}" in page.text for card in ("07A", "07R", "07C1"))
    assert "You already have" not in page.text
    assert "not the same here" not in page.text


def test_the_preview_shows_all_that_rules_say_before_they_are_kept(player: Player) -> None:
    ours = 'extends = "dutch"\nabout = "Ours"\nsource = "A book"\nmatch.rounds = 5\n'
    form = player.open("/rules/received").form("/received")
    form["written"] = f'{ours}[yaku.x]\nname = "X"\npoints = 4\ncards = ["04A", "05A"]\n'
    page = player.send(form)
    said = page.text.partition("Discard it ")[2]
    assert said.partition(" Options How is")[0] == (
        "Ours What is different Made from Dutch Wikipedia . X: 4 points was not played Rounds: 5 was 12 Yaku "
        "of its own X 4 Cards: 4 cuckoo, 5 plank bridge"
    )
    assert "How long is a match? Not one of these answers." in said
    assert "What the source leaves open Yaku with the last card: can you still call koi-koi? yes" in said
    assert said.partition("How the source was read ")[2].startswith("5 In each turn of the deal the dealer’s")
    assert said.endswith("Source: A book Play once Save these rules")
    assert links(page) == [("/rules/received", "‹"), ("/rules/dutch", "Dutch Wikipedia")]
    assert page.form("/received")["ruleset"] == "received"


def test_who_may_not_make_rules_sees_what_was_sent_and_cannot_keep_it(
    app: Flask, installation: Installation
) -> None:
    visitor = guest(app, code_of_link(installation, "scorer"))
    form = visitor.open("/rules/received").form("/received")
    form["written"] = 'extends = "dutch"\nmatch.rounds = 5'
    preview = visitor.send(form)
    assert "Made from Dutch Wikipedia . Rounds: 5 was 12" in preview.text
    assert [form.action for form in preview.forms] == []
    refused = visitor.send(form.force("step", "keep"))
    assert (refused.status, installation.house_rules.names()) == (403, ())
    assert "This phone’s link does not give access to this page." in refused.text


@pytest.mark.parametrize("name", daily(names(), 5))
def test_a_rule_set_that_comes_with_the_game_is_here_already(
    client: FlaskClient, friend: HouseRules, name: str
) -> None:
    page = received(client, code_of(friend, name))
    assert page.status_code == 200
    assert "You already have these rules:" in page.text
    assert f'<a href="/rules/{name}">' in page.text
    assert "Save these rules" not in page.text


def test_rules_that_were_kept_are_here_already_also_under_a_numbered_title(
    client: FlaskClient, installation: Installation, friend: HouseRules
) -> None:
    own(client, HOUSE["title"])
    keep(client, received(client, code_of(friend, "house")))
    assert kept(installation, "zoc-2")["title"] == "花札の家 – żółć 🎴 2"
    page = received(client, code_of(friend, "house"))
    assert "You already have these rules:" in page.text
    assert '<a href="/rules/zoc-2">' in page.text
    assert "Save these rules" not in page.text


@pytest.mark.parametrize(
    ("sent", "alike", "kept_as"),
    [
        ({"extends": "russian", "title": "Hut"}, "russian", "hut"),
        ({**HOUSE, "about": "Played on Mondays."}, "zoc", "zoc-2"),
    ],
    ids=["another title", "another description"],
)
def test_rules_that_only_read_differently_can_be_kept_too(
    client: FlaskClient, installation: Installation, friend: HouseRules, sent: Tree, alike: str, kept_as: str
) -> None:
    installation.house_rules.keep("zoc", HOUSE)
    friend.keep("sent", sent)
    page = received(client, code_of(friend, "sent"))
    assert "You already have these rules under another name:" in page.text
    assert f'<a href="/rules/{alike}">' in page.text
    assert keep(client, page).headers["Location"] == f"/rules/{kept_as}"


def test_keeping_twice_keeps_once(
    client: FlaskClient, installation: Installation, friend: HouseRules
) -> None:
    preview = received(client, code_of(friend, "house"))
    places = {keep(client, preview).headers["Location"] for _ in range(2)}
    assert places == {"/rules/zoc"}
    assert installation.house_rules.names() == ("zoc",)


def test_rules_with_a_title_that_is_taken_get_another(
    client: FlaskClient, installation: Installation
) -> None:
    own(client, "House")
    sent = keep(client, received(client, 'title = "House"\nmatch.rounds = 6'))
    assert sent.headers["Location"] == "/rules/house-2"
    assert kept(installation, "house-2")["title"] == "House 2"
    assert installation.house_rules.names() == ("house", "house-2")


def test_rules_called_like_an_address_of_the_app_get_another_id(client: FlaskClient) -> None:
    sent = keep(client, received(client, 'title = "Received"\nmatch.rounds = 6'))
    assert sent.headers["Location"] == "/rules/received-2"


def test_rules_made_above_another_version_of_a_set_come_with_a_warning(
    client: FlaskClient, friend: HouseRules, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr("scorekeeper.house_rules.code._print", lambda base: b"\0\0")
        code = code_of(friend, "house")
    page = received(client, code)
    assert "“Dutch Wikipedia” is not the same here as in the app of the sender." in " ".join(
        page.text.split()
    )
    assert keep(client, page).status_code == 303


CODE = write_code(HOUSE)


@pytest.mark.parametrize(
    ("pasted", "sentence"),
    [
        (" \n", "Paste a link or a code, or choose a file."),
        (CODE[:-1], "This code is mistyped, or a part of it is missing."),
        (CODE.swapcase(), "This code is mistyped, or a part of it is missing."),
        (f"http://koi/rules/received#{CODE[:-1]}-", "“-” is not possible in a code; allowed: letters"),
        ("http://koi/rules/received#", "This code is mistyped, or a part of it is missing."),
        (write_code({"extends": "dutch", "colour": 1}), "There is no option “colour”"),
        (write_code({"extends": "dutch", "match": {"rounds": 0}}), "match.rounds: 0 is not possible"),
        (
            write_code({"extends": "dutch", "yaku": {"A": {"points": 1}}}),
            "yaku.A: a yaku’s id is made of",
        ),
        ("z" * 6001, "This code is too long: at most 6000 letters are allowed."),
        ("{", "This is not a JSON file: "),
        ('{"title": "\ud7ff', "This is not a JSON file: "),
        ('{"a":' * 5000, "This is not a rule set."),
        ('{"colour": 1}', "There is no option “colour”"),
        ("Rounds = six", "This is not a TOML file: "),
        (CODE[:9] + "-" + CODE[9:], "“-” is not possible in a code"),
    ],
    ids=range(15),
)
def test_what_is_refused_says_why_and_stays_in_the_field(
    client: FlaskClient, installation: Installation, pasted: str, sentence: str
) -> None:
    page = received(client, pasted)
    assert page.status_code == 422
    assert sentence in page.text
    assert (main_form(page, "/received")["written"] or "").strip() == pasted.strip()
    assert installation.house_rules.names() == ()


@pytest.mark.parametrize(
    ("written", "sentence"),
    [
        (b"match = [", "This is not a TOML file"),
        (b"\xff\xfe", "not UTF-8"),
        (b"match.rounds = 0", "match.rounds: 0 is not possible"),
        (b"match.colour = 1", "There is no option “match.colour”"),
        (b'extends = "nowhere"', "there is no rule set called “nowhere”"),
        (b"title = 5", "title: 5 is not possible; allowed: a text of up to 60 characters."),
        (b"title = " + b'"' + b"x" * 61 + b'"', "a text of up to 60 characters"),
        (b"yaku.tan.points = " + b"9" * 5000, "This is not a rule set."),
        (b"a = " + b"[" * 50_000, "This is not a rule set."),
        (b"match.rounds = 6".ljust(LONGEST_FILE + 1), "too large"),
    ],
    ids=range(10),
)
def test_an_invalid_file_is_not_imported_and_says_why(
    client: FlaskClient, installation: Installation, written: bytes, sentence: str
) -> None:
    page = received(client, written)
    assert page.status_code == 422
    assert sentence in page.text
    assert installation.house_rules.names() == ()


def test_a_file_as_large_as_the_limit_is_read(client: FlaskClient) -> None:
    assert received(client, b"match.rounds = 6".ljust(LONGEST_FILE)).status_code == 200


def test_a_form_without_its_token_is_refused(client: FlaskClient, installation: Installation) -> None:
    assert client.post("/rules/received", data={"written": CODE, "step": "keep"}).status_code == 400
    assert installation.house_rules.names() == ()


def test_the_editor_names_the_parent_in_the_language_of_the_reader(client: FlaskClient) -> None:
    read_in(client, "ru")
    assert "основа: Русский буклет" in client.get("/rules/new?from=russian").text


def test_the_rules_of_a_match_from_elsewhere_can_be_saved(
    player: Player, table: Table, installation: Installation
) -> None:
    start = {"type": "match-started", "players": ["Anna", "Ben"], "ruleset": HOUSE}
    written = json.dumps({"format": "koikoi-match/1", "events": [start]}).encode()
    player.bring(written)
    match = player.open(player.open("/").link("Anna – Ben"))
    page = player.open(f"{match.path}/rules")
    assert "Save these rules" in page.html
    preview = player.send(page.form("/rules/received"))
    assert installation.house_rules.names() == ()
    saved = player.send(preview.form("/rules/received"), "step=keep")
    assert "Rules imported." in saved.text
    (name,) = installation.house_rules.names()
    house = rules(name, installation.house_rules.find)
    assert house.yaku["three_sevens"].points == 4
    assert house.multipliers.big.factor == 1
    assert house.title == HOUSE["title"]
    assert "Save these rules" not in player.open(f"{match.path}/rules").html
    alike = {"extends": "dutch", "title": "Ours", "about": "As at home.", "source": "A book"}
    installation.house_rules.keep("alike", alike)
    renamed = table.begin(rules="alike")
    installation.house_rules.discard("alike")
    for known in (table.begin(rules="russian"), table.begin(rules="dutch", rounds=3), renamed):
        assert "Save these rules" not in player.open(f"{known.path}/rules").html


@pytest.mark.parametrize(
    ("agreed", "values", "can_be_saved"),
    [
        ("russian&answer.rounds=six", {}, False),
        ("russian&answer.doublings=all", {}, False),  # those are here under another name
        ("dutch", {"rounds": "target", "target": 50}, False),
        ("russian&answer.rain=yes", {}, True),
    ],
)
def test_what_was_agreed_on_for_one_match_alone_is_no_reason_to_save_its_rules(
    player: Player, agreed: str, values: dict[str, str | int], can_be_saved: bool
) -> None:
    form = player.open(f"/matches/new?ruleset={agreed}").form("/matches")
    notepad = player.send(form.fill(name_0="Anna", name_1="Ben", dealer=0, **values))
    page = player.open(f"{notepad.path}/rules")
    assert (page.status, "Save these rules" in page.html) == (200, can_be_saved)
