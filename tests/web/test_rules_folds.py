"""The folds of the form for house rules: all of it is on the page, and what is looked for is open."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient

from scorekeeper.installation import Installation
from scorekeeper.koikoi.rules.diff import differences
from scorekeeper.koikoi.rules.loader import names, rules
from scorekeeper.koikoi.rules.options.row import COUNTED
from scorekeeper.koikoi.rules.questions import topic_of, topics
from scorekeeper.koikoi.rules.schema import sections
from scorekeeper.koikoi.rules.yaku import KNOWN
from scorekeeper.languages import LANGUAGES

from .rules_pages import main_form, send

ASKED = {f"ask.{topic.id}" for topic in topics()}


def folds(page: str) -> dict[str, bool]:
    """The folds of the page, and whether each is open."""
    return {
        fold: bool(is_open)
        for fold, is_open in re.findall(r'<details class="\w+" id="s-([^"]+)"( open)?', page)
    }


def opened(page: str) -> set[str]:
    return {fold for fold, is_open in folds(page).items() if is_open}


def test_every_fold_is_drawn_and_closed(client: FlaskClient) -> None:
    page = client.get("/rules/new").text
    there = folds(page).keys()
    assert {
        *ASKED,
        "mine",
        "new",
        "yaku",
        "pairs",
        "terms",
        "hand",
        "also.-",
        "not.-",
        "ruined_by.-",
    } <= there
    assert {f"terms.{name}" for name in (*KNOWN, "-")} <= there
    asked = topic_of().keys()
    assert there >= {
        name for name, section in sections().items() if {row.key for row in section.options} - asked
    }
    assert opened(page) == {"new"}  # within a closed one, while there is no other
    form = main_form(client.get("/rules/new"))
    assert {"match.tie", "yaku.tan.months", "yaku.-.also", "try.cards", "pair.yaku"} <= {
        control.name for control in form.controls
    }


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["mongolopedia", *names(COUNTED)])  # the longest; those with own yaku
def test_the_whole_page_is_at_most_25_kb_on_its_way(name: str, language: str, client: FlaskClient) -> None:
    headers = {"Accept-Language": language, "Accept-Encoding": "gzip"}
    page = client.get(f"/rules/new?from={name}", headers=headers)
    assert page.headers["Content-Language"] == language
    assert page.headers["Content-Encoding"] == "gzip"
    assert len(page.data) <= 25_000


def test_parts_that_say_nothing_yet_are_empty_and_take_no_room(client: FlaskClient) -> None:
    page = client.get("/rules/new").text
    assert '<div id="hits"></div>' in page
    assert '<div id="odd"></div>' in page


@pytest.mark.parametrize("number", [1, 2, 8])
def test_one_yaku_of_ones_own_is_open_and_of_several_none(
    number: int, client: FlaskClient, installation: Installation
) -> None:
    ours = {f"own{n}": {"points": 3, "name": f"Own {n}", "cards": ["04A", "05A"]} for n in range(number)}
    installation.house_rules.keep("house", {"extends": "default", "title": "House", "yaku": ours})
    page = client.get("/rules/house/edit")
    assert opened(page.text) == {"mine", *(["own.own0"] if number == 1 else [])}
    form = main_form(page)
    assert [name for name in ours if f"yaku.{name}.cards" in form] == (["own0"] if number == 1 else [])
    assert [form[f"yaku.{name}.points"] for name in ours] == ["3"] * number


def test_what_makes_an_own_yaku_is_asked_for_and_comes_with_all_that_was_entered(
    client: FlaskClient, installation: Installation
) -> None:
    ours = {f"own{n}": {"points": 3, "name": f"Own {n}", "cards": ["04A", "05A"]} for n in range(3)}
    installation.house_rules.keep("house", {"extends": "default", "title": "House", "yaku": ours})
    page = client.get("/rules/house/edit")
    assert page.text.count("Change this yaku") == 3
    page = send(client, page, {"title": "Hut", "yaku.own1.points": "4", "press": "show=own.own0"})
    assert "own.own0" in opened(page.text)
    assert page.text.count("Change this yaku") == 1  # of the one that is as it is kept
    page = send(client, page, {"yaku.own0.cards": ["06A", "07A"], "press": "show=own.own2"})
    form = main_form(page)
    assert "Change this yaku" not in page.text
    assert form["title"] == "Hut"
    assert [form[f"yaku.{name}.points"] for name in ours] == ["3", "4", "3"]
    assert send(client, page, {"yaku.own2.points": "5"}).status_code == 303
    kept = rules("house", installation.house_rules.find)
    now = [(row.points, row.cards) for name, row in kept.yaku.items() if name in ours]
    assert now == [(3, ("06A", "07A")), (4, ("04A", "05A")), (5, ("04A", "05A"))]


def test_what_is_refused_in_an_own_yaku_is_shown_as_it_was_typed(
    client: FlaskClient, installation: Installation
) -> None:
    ours = {f"own{n}": {"points": 3, "name": f"Own {n}", "cards": ["04A", "05A"]} for n in range(2)}
    installation.house_rules.keep("house", {"extends": "default", "title": "House", "yaku": ours})
    page = send(client, client.get("/rules/house/edit"), {"press": "show=own.own0"})
    page = send(client, page, {"yaku.own0.min": "many", "press": "step=try"})
    assert main_form(page)["yaku.own0.min"] == "many"
    page = send(client, client.get("/rules/house/edit"), {"yaku.own1.points": "many"})
    assert page.status_code == 422
    assert "own.own1" in opened(page.text)
    assert main_form(page)["yaku.own1.points"] == "many"


def test_settings_that_are_not_sent_stay_as_they_are(client: FlaskClient, installation: Installation) -> None:
    house = {"extends": "dutch", "title": "House", "match": {"rounds": 5}}
    ours = {"points": 3, "name": "Ours", "cards": ["04A", "05A"], "replaces": ["tan"], "after_koi": 4}
    installation.house_rules.keep("house", {**house, "yaku": {"tan": {"points": 3}, "ours": ours}})
    installation.house_rules.keep("hut", {"extends": "house", "title": "Hut"})
    for name, coin in (("house", "4"), ("hut", "5")):
        before = rules(name, installation.house_rules.find)
        token = main_form(client.get(f"/rules/{name}/edit"))["csrf_token"]
        sent = {"csrf_token": token, "title": f"Other {name}", "settlement.coin": coin}
        assert client.post(f"/rules/{name}", data=sent).status_code == 303
        after = rules(name, installation.house_rules.find)
        assert [change.key for change in differences(before, after)] == ["settlement.coin"]


def test_a_fold_with_changes_or_a_problem_is_open(client: FlaskClient, installation: Installation) -> None:
    house = {"extends": "dutch", "title": "House", "deal": {"packet": 2}, "multipliers": {"big": {"at": 9}}}
    installation.house_rules.keep("house", {**house, "yaku": {"hanami": {"months": [3]}}})
    page = client.get("/rules/house/edit")
    assert opened(page.text) == {"deal", "yaku", "terms", "terms.hanami", "new"}  # a topic says how it stands
    late = send(client, page, {"match.rounds": "0"})
    assert opened(late.text) >= {"deal", "ask.rounds"}
    assert not opened(late.text) & {"play", "ask.big", "changes"}


@pytest.mark.parametrize(
    ("show", "expected"),
    [
        ("mine", {"mine"}),
        ("terms.tan", {"yaku", "terms", "terms.tan"}),
        ("pairs", {"yaku", "pairs"}),
        ("ask.big", {"ask.big"}),
        ("also.-", {"mine", "also.-"}),
        ("changes", set()),  # there are none
        ("../form", set()),
        ("terms.nobody", {"mine"}),
    ],
)
def test_what_is_to_be_shown_is_open_with_what_it_is_in(
    client: FlaskClient, show: str, expected: set[str]
) -> None:
    assert opened(client.get(f"/rules/new?show={show}").text) == expected | {"new"}
    form = main_form(client.get("/rules/new")).force("show", show).force("deal.hand", "x")
    page = client.post(form.action, data=form.values())
    assert page.status_code == 200
    assert opened(page.text) == expected | {"new"}
    assert main_form(page)["deal.hand"] == "x"
