"""The form for house rules: what it writes, and the titles and files of rule sets."""

from __future__ import annotations

import re
from typing import Any

import pytest
from extent import daily
from flask.testing import FlaskClient

from scorekeeper.installation import Installation
from scorekeeper.koikoi.rules.diff import differences
from scorekeeper.koikoi.rules.loader import names, over, rules
from scorekeeper.koikoi.rules.schema import Tree, options, yaku_options
from scorekeeper.web.rules.form import HouseRulesForm
from scorekeeper.web.rules.options_form import Sent

from .player import Page, read_in
from .rules_pages import NEW_YAKU, apart, kept, main_form, own, seen, send, submit

MEANWHILE = "Somebody else has changed these rules meanwhile. Save again to replace theirs with yours."


@pytest.mark.parametrize("name", daily(names(), 4))
def test_the_form_saved_unchanged_changes_nothing(
    client: FlaskClient, installation: Installation, name: str
) -> None:
    own(client, "The same", name)
    assert not differences(rules(name), rules("the-same", installation.house_rules.find))
    assert kept(installation, "the-same") == {
        "extends": name,
        "title": "The same",
        "about": "",
        "source": "",
    }
    assert submit(client, "/rules/the-same/edit").status_code == 303
    assert kept(installation, "the-same")["extends"] == name


@pytest.mark.parametrize("name", daily(names(), 6))
def test_the_form_can_say_every_named_rule_set(client: FlaskClient, name: str) -> None:
    """All fields of one rule set, sent for the default rules, produce that rule set but for its advice."""
    sent = Sent(main_form(client.get(f"/rules/new?from={name}")).values())
    sent["title"] = "The same"
    form = HouseRulesForm(rules("default"), rules("default"), sent)
    assert form.problems == {}
    assert form.rules is not None
    unlike = [row.key for row in differences(rules(name), form.rules)]
    assert [key for key in unlike if not key.startswith("advice.")] == []


WRITTEN: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"match.rounds": ""}, {"match": {"rounds": "off"}}),
    ({"match.tie": "number", "match.tie.number": "3"}, {"match": {"tie": 3}}),
    ({"match.next_dealer": "loser"}, {"match": {"next_dealer": "loser"}}),
    ({"deal.without": ["12C1", "12C2", "12C3"]}, {"deal": {"without": ["12C1", "12C2", "12C3"]}}),
    (
        {"deal.field_four": "dealer", "deal.field_four.dealer": "6"},
        {"deal": {"field_four": {"dealer": 6}}},
    ),
    ({"deal.teyaku.teshi": "redeal"}, {"deal": {"teyaku": {"teshi": "redeal"}}}),
    ({"weather.rain.ruins": ["no", "nomi"]}, {"weather": {"rain": {"ruins": ["nomi"]}}}),
    ({"weather.rain.ruins": "no"}, {"weather": {"rain": {"ruins": []}}}),
    ({"multipliers.big.factor": "1"}, {"multipliers": {"big": {"factor": 1}}}),
    (
        {
            "multipliers.own_koi.form": "table",
            "multipliers.own_koi.table": ["+", "1", "x", "2", "", "", "x", "3"],
        },
        {"multipliers": {"own_koi": {"form": "table", "table": [["+", 1], ["x", 2], ["x", 3]]}}},
    ),
    ({"multipliers.opponent_koi.form": "off"}, {"multipliers": {"opponent_koi": {"form": "off"}}}),
    ({"multipliers.round": ["1", "", "1", "2"]}, {"multipliers": {"round": [1, 1, 2]}}),
    (
        {"exhausted.no_yaku": "dealer", "exhausted.no_yaku.dealer": "6", "exhausted.no_yaku.other": "1"},
        {"exhausted": {"no_yaku": {"dealer": 6, "other": 1}}},
    ),
    (
        {
            "exhausted.held_yaku": "dealer",
            "exhausted.held_yaku.dealer": "0",
            "exhausted.held_yaku.holder": "6",
        },
        {"exhausted": {"held_yaku": {"dealer": 0, "other": 0, "holder": 6}}},
    ),
    (
        {"exhausted.held_yaku": "holders", "settlement.who_scores": "everyone"},
        {"exhausted": {"held_yaku": "holders"}, "settlement": {"who_scores": "everyone"}},
    ),
    (
        {"deal.teyaku.both": "best", "deal.goes_first": "hand"},
        {"deal": {"goes_first": "hand", "teyaku": {"both": "best"}}},
    ),
    (
        {"match.players": "3", "match.first_dealer_tie": "petal", "match.seats": "drawn"},
        {"match": {"players": 3, "first_dealer_tie": "petal", "seats": "drawn"}},
    ),
    (
        {
            "settlement.purse": "rounds",
            "settlement.purse.rounds": ["3", "25", "6", "50", "12", "100", "", ""],
        },
        {"settlement": {"purse": {"3": 25, "6": 50, "12": 100}}},
    ),
    ({"settlement.bust_ends": "no"}, {"settlement": {"bust_ends": False}}),
    ({"yaku.hanami.points": "0"}, {"yaku": {"hanami": {"points": 0}}}),
    ({"yaku.hanami.after_koi": "3"}, {"yaku": {"hanami": {"after_koi": 3}}}),
    ({"yaku.hanami.months": ["3", "9"]}, {"yaku": {"hanami": {"months": [3, 9]}}}),
    ({"yaku.tan.extra": "0"}, {"yaku": {"tan": {"extra": 0}}}),
    (
        {"pair.yaku": "goko", "pair.how": "excluded_by", "pair.other": "tan"},
        {"yaku": {"goko": {"excluded_by": ["tan"]}}},
    ),
    ({"yaku.tan.extra": "3"}, {"yaku": {"tan": {"extra": 3}}}),
    ({"yaku.tan.min": "4"}, {"yaku": {"tan": {"min": 4}}}),
    ({"yaku.tan.min": ""}, {}),
    ({"sake_cup": "two_chaff"}, {"sake_cup": "two_chaff"}),
    ({"multipliers.max_base": "10"}, {"multipliers": {"max_base": 10}}),
    ({"yaku.hiki.separate": "yes"}, {"yaku": {"hiki": {"separate": True}}}),
    (
        {"play.lightning": "wild", "yaku.tsukifuda.lightning": "yes"},
        {"play": {"lightning": "wild"}, "yaku": {"tsukifuda": {"lightning": True}}},
    ),
    (
        {"pair.yaku": "hanami", "pair.how": "rivals", "pair.other": "sanko"},
        {"yaku": {"hanami": {"rivals": ["sanko"]}}},
    ),
    (
        {"pair": ["nomi replaces hanami", "akatan_aotan replaces akatan", "akatan_aotan replaces aotan"]},
        {
            "yaku": {
                "nomi": {"replaces": ["hanami"]},
                "rokutan": {"replaces": []},
                "nanatan": {"replaces": []},
            }
        },
    ),
]


@pytest.mark.parametrize("cases", apart(WRITTEN), ids=lambda cases: next(iter(cases[0][0])))
def test_only_what_is_changed_is_written(
    client: FlaskClient, installation: Installation, cases: tuple[tuple[dict[str, Any], dict[str, Any]], ...]
) -> None:
    own(client, "House", **{field: value for changes, _ in cases for field, value in changes.items()})
    expected: Tree = {}
    for _changes, tree in cases:
        expected = over(expected, tree)
    written = kept(installation, "house")
    changed = {key: written[key] for key in written.keys() - {"extends", "title", "about", "source"}}
    assert over({}, changed) == expected  # in a file "off" stands for None


def test_a_change_is_marked_with_what_it_was(client: FlaskClient) -> None:
    own(client, "House", **{"match.dealer_after_draw": "swap", "about": "We swap."})
    page = client.get("/rules/house/edit?open=ask.dealer").text
    assert "Changed from “Koi-Koi, common rules”: was the same dealer." in page
    assert "1 difference from “Koi-Koi, common rules”" in page
    assert "We swap." in page


def test_a_rule_set_keeps_its_file_when_it_is_renamed(
    client: FlaskClient, installation: Installation
) -> None:
    own(client, "House")
    assert submit(client, "/rules/house/edit", title="Hut").headers["Location"] == "/rules/house"
    assert kept(installation, "house")["title"] == "Hut"
    assert installation.house_rules.names() == ("house",)


def test_the_source_of_rules_is_kept_when_they_are_changed_and_not_that_of_their_parent(
    client: FlaskClient, installation: Installation
) -> None:
    for source in ("A book", ""):
        house = {"extends": "dutch", "title": "House", "about": "Ours", "source": source}
        installation.house_rules.keep("house", house)
        submit(client, "/rules/house/edit", {"match.rounds": "6"})
        assert kept(installation, "house") == {**house, "match": {"rounds": 6}}


def test_a_title_of_the_table_is_taken_once(client: FlaskClient, installation: Installation) -> None:
    own(client, "House", **{"match.rounds": "6"})
    page = submit(client, "/rules/new", title="house")
    assert page.status_code == 422
    assert "already have rules called “house”" in page.text
    own(client, "Hut")
    assert submit(client, "/rules/hut/edit", title="HOUSE").status_code == 422
    assert installation.house_rules.names() == ("house", "hut")


def test_a_double_tap_makes_one_rule_set(client: FlaskClient, installation: Installation) -> None:
    page = client.get("/rules/new")
    answers = [send(client, page, {"title": "House", **NEW_YAKU}) for _ in range(2)]
    assert [answer.headers["Location"] for answer in answers] == ["/rules/house", "/rules/house"]
    assert installation.house_rules.names() == ("house",)


@pytest.mark.parametrize("title", ["New", "Import", "Difference", "Дом", "家", "default", "!!!"])
def test_every_title_gets_an_address_of_its_own(client: FlaskClient, title: str) -> None:
    sent = submit(client, "/rules/new", title=title)
    assert sent.status_code == 303
    page = client.get(sent.headers["Location"])
    assert page.status_code == 200
    assert "Edit" in page.text
    assert title in page.text


def test_rules_made_from_others_that_were_deleted_meanwhile_bring_them_back(
    client: FlaskClient, installation: Installation
) -> None:
    own(client, "Parent")
    drawn = client.get("/rules/new?from=parent")
    assert installation.house_rules.discard("parent")
    page = send(client, drawn, {"title": ""})
    assert (page.status_code, installation.house_rules.names()) == (422, ())
    assert send(client, page, {"title": "Child"}).status_code == 303
    assert installation.house_rules.names() == ("child", "parent")
    assert kept(installation, "child")["extends"] == "parent"


def test_nothing_new_is_begun_from_rules_in_the_bin(client: FlaskClient, installation: Installation) -> None:
    own(client, "Parent")
    installation.house_rules.discard("parent")
    assert client.get("/rules/new?from=parent").status_code == 404


def test_a_second_phone_does_not_lose_the_changes_of_the_first(
    client: FlaskClient, installation: Installation
) -> None:
    own(client, "House")
    drawn = client.get("/rules/house/edit")
    submit(client, "/rules/house/edit", {"match.rounds": "6"})
    late = send(client, drawn, {"match.rounds": "3"})
    assert late.status_code == 409
    assert Page(late, "").all("div", "notice error") == [MEANWHILE]
    assert 'id="error-title"' not in late.text
    assert kept(installation, "house")["match"]["rounds"] == 6
    assert send(client, late).status_code == 303
    assert kept(installation, "house")["match"]["rounds"] == 3


def test_what_does_not_fit_any_more_is_told_together_with_what_another_phone_did(client: FlaskClient) -> None:
    own(client, "House")
    drawn = client.get("/rules/house/edit")
    submit(client, "/rules/house/edit", {"match.rounds": "6"})
    late = send(client, drawn, {"about": "Ours", "match.target": "x"})
    assert late.status_code == 409
    fault = "1 rule does not fit. Nothing is saved yet. Target"
    assert Page(late, "").all("div", "notice error") == [MEANWHILE, fault]
    assert [main_form(late)[name] for name in ("about", "match.target")] == ["Ours", "x"]
    assert send(client, late).status_code == 422


def test_a_second_phone_does_not_lose_the_changes_of_the_first_to_the_parent(
    client: FlaskClient, installation: Installation
) -> None:
    own(client, "Parent")
    own(client, "Child", "parent", **{"match.rounds": "4"})
    drawn = client.get("/rules/child/edit")
    submit(client, "/rules/parent/edit", {"title": "Mother", "about": "Renamed"})
    assert send(client, drawn, {"title": "Kid"}).status_code == 303  # no text is inherited
    drawn = client.get("/rules/child/edit")
    submit(client, "/rules/parent/edit", {"yaku.tane.points": "8"})
    late = send(client, drawn, {"title": "Kid of ours"})
    assert late.status_code == 409
    assert Page(late, "").all("div", "notice error") == [MEANWHILE]
    assert "yaku" not in kept(installation, "child")
    assert send(client, late).status_code == 303
    assert kept(installation, "child")["yaku"] == {"tane": {"points": 1}}


def test_what_an_empty_field_means_is_said_in_the_language_of_the_reader(client: FlaskClient) -> None:
    for language, limit in (
        ("en", "Empty: any number."),
        ("nl", "Leeg: onbeperkt."),
        ("en", "Empty: any number."),
    ):
        read_in(client, language)
        page = seen(client.get("/rules/new?open=calls&open=yaku&open=terms&open=terms.tan"))
        assert limit in page
    assert "Empty: 5." in page  # ribbons that make the yaku


def test_what_an_empty_field_means_is_said_once(client: FlaskClient) -> None:
    page = seen(client.get("/rules/new?open=ask.rounds&open=deal"))
    assert page.count("Empty: until somebody reaches the target or is out of coins.") == 1
    assert page.count("Empty: 8, or 7 with three players.") == 1
    for never_empty in ("you need to call koi-koi.", "Yaku that do not count in rain.", "leave it off."):
        assert never_empty in page and f"{never_empty} Empty" not in page
    for row in (*options().values(), *yaku_options().values()):
        assert not (row.may_be_off and re.search(r"\b(off|[Ee]mpty):", row.meaning)), row.key
