"""What the form for house rules refuses, each with a sentence beside its field."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict

from scorekeeper.installation import Installation
from scorekeeper.koikoi.rules.conversion import MOST_OWN
from scorekeeper.koikoi.rules.schema import every_option, yaku_options
from scorekeeper.web.rules.fields import KINDS

from .player import Page
from .rules_pages import NEW_YAKU, apart, kept, main_form, own, submit, token

IMPOSSIBLE: list[tuple[dict[str, Any], str, str]] = [
    ({"match.rounds": "0"}, "match.rounds", "allowed: a whole number from 1 to 99"),
    ({"match.rounds": "a few"}, "match.rounds", "“a few” is not possible"),
    ({"calls.min_points": "-3"}, "calls.min_points", "“-3” is not possible"),
    ({"match.tie": "number", "match.tie.number": "13"}, "match.tie.number", "from 1 to 12"),
    ({"deal.field_four": "dealer"}, "deal.field_four.dealer", "Enter a whole number from 0 to 999."),
    (
        {"deal.hand": "15", "deal.field": "16", "deal.without": ["12C1", "12C2", "12C3"]},
        "deal.hand",
        "need 46 cards; the deck has 45",
    ),
    (
        {"multipliers.own_koi.form": "table"},
        "multipliers.own_koi.table",
        "is empty; allowed: steps such as",
    ),
    (
        {"multipliers.any_koi.form": "table", "multipliers.any_koi.table": ["", "37"]},
        "multipliers.any_koi.table",
        "Choose: add points, or multiply.",
    ),
    (
        {"multipliers.any_koi.form": "table", "multipliers.any_koi.table": ["x", "100"]},
        "multipliers.any_koi.table",
        "from 0 to 99",
    ),
    ({"multipliers.round": ["1", "0"]}, "multipliers.round", "“0” is not possible"),
    ({"settlement.purse": "same", "settlement.purse.same": ""}, "settlement.purse.same", "from 0 to 100000."),
    (
        {"settlement.purse": "rounds", "settlement.purse.rounds": ["3", "many"]},
        "settlement.purse.rounds",
        "“many” is not possible",
    ),
    (
        {"settlement.purse": "rounds", "settlement.purse.rounds": ["100", "9"]},
        "settlement.purse.rounds",
        "from 1 to 99",
    ),
    (
        {"settlement.purse": "rounds", "settlement.purse.rounds": ["3", "", "6", ""]},
        "settlement.purse.rounds",
        "for at least one number of rounds",
    ),
    ({"yaku.hanami.months": ["13"]}, "yaku.hanami.months", "from 1 to 12"),
    ({"yaku.hanami.month_factor": "2"}, "yaku.hanami.month_factor", "needs months"),
    ({"pair.yaku": "goko"}, "pair", "Choose two different yaku."),
    ({"pair.yaku": "goko", "pair.other": "goko"}, "pair", "Choose two different yaku."),
    ({"calls.min_points": ""}, "calls.min_points", "from 0 to 99"),
    ({"pair.yaku": "hanami", "pair.other": "nomi"}, "pair", "in a circle"),
    ({"title": " "}, "title", "Give these rules a name."),
    ({"yaku.-.name": "Nothing"}, "yaku.nothing.cards", "Choose the cards that make it."),
    ({"yaku.-.cards": ["01B", "02A"]}, "yaku.own.name", "Give this yaku a name."),
    ({"yaku.-.name": "Many", "yaku.-.made": "bright", "yaku.-.min": "6"}, "yaku.many.min", "from 1 to 5"),
    ({"yaku.-.made": "bright", "yaku.-.min": "3"}, "yaku.own.name", "Give this yaku a name."),
    ({"yaku.tan.extra": "100"}, "yaku.tan.extra", "from 0 to 99"),
    ({"yaku.tan.min": "11"}, "yaku.tan.min", "from 1 to 10"),
    ({"multipliers.max_base": "0"}, "multipliers.max_base", "from 1 to 9999"),
    (
        {"yaku.hiki.separate": ["yes"], "yaku.hiki.repeat": ["no"]},
        "yaku.hiki.separate",
        "counts each time",
    ),
    ({"yaku.hiki.lightning": ["yes"]}, "yaku.hiki.lightning", "needs “Lightning” “wild”"),
    (
        {"yaku.-.name": "Flowers", "yaku.-.made": "any"},
        "yaku.flowers.monthly",
        "Choose the month of the round, or any month.",
    ),
    (
        {"yaku.-.name": "Flowers", "yaku.-.made": "any", "yaku.-.monthly": "round", "yaku.-.min": "5"},
        "yaku.flowers.min",
        "from 1 to 4",
    ),
]


@pytest.mark.parametrize("cases", apart(IMPOSSIBLE), ids=lambda cases: " ".join(case[1] for case in cases))
def test_an_impossible_setting_is_refused_beside_its_field(
    client: FlaskClient, installation: Installation, cases: tuple[tuple[dict[str, Any], str, str], ...]
) -> None:
    changes = {field: typed for changes, _, _ in cases for field, typed in changes.items()}
    page = submit(client, "/rules/new", {"title": "House", **changes})
    assert page.status_code == 422
    for _changes, field, sentence in cases:
        assert sentence in page.text[page.text.index(f'id="error-{field}"') :][:400]
        assert f'href="#error-{field}"' in page.text
    assert installation.house_rules.names() == ()
    form = main_form(page)
    for name, typed in changes.items():
        if isinstance(typed, str) and name in form and "-" not in name and "pair" not in name:
            assert form[name] == typed.strip()
        elif isinstance(typed, list):
            assert all(f'value="{text}"' in page.text for text in typed if text.isdigit())


def test_all_problems_are_told_at_once_and_what_was_typed_is_kept(client: FlaskClient) -> None:
    page = submit(
        client,
        "/rules/new",
        {
            "title": "",
            "about": "Ours",
            "match.rounds": "x",
            "multipliers.own_koi.form": "table",
            "yaku.goko.points": "1000",
        },
    )
    assert "4 rules do not fit" in page.text
    again = main_form(page)
    assert again["match.rounds"] == "x"
    assert again["about"] == "Ours"
    assert again["yaku.goko.points"] == "1000"


def test_typed_text_is_escaped(client: FlaskClient) -> None:
    nasty = "<script>alert(1)</script>"
    own(client, nasty, about=nasty, **{**NEW_YAKU, "yaku.-.name": "<b>x</b>"})
    name = "script-alert-1-script"
    for address in (
        "/rules",
        f"/rules/{name}",
        f"/rules/{name}/edit",
        f"/rules/difference?a={name}&b=default",
    ):
        page = client.get(address).text
        assert nasty not in page
        assert "<b>x</b>" not in page
        assert "&lt;script&gt;" in page


def test_several_impossible_settings_are_told_at_once_each_at_its_field(
    client: FlaskClient, installation: Installation
) -> None:
    page = submit(
        client,
        "/rules/new",
        {
            "title": "House",
            "deal.hand": "15",
            "deal.field": "16",
            "deal.without": ["12C1", "12C2", "12C3"],
            "play.turn": "draw_then_two",
            "play.unmatched_stock": "keep",
            "yaku.hanami.month_factor": "2",
            "yaku.hiki.lightning": "yes",
            "yaku.tan.min": "11",
        },
    )
    assert page.status_code == 422
    assert "5 rules do not fit" in page.text
    for field in (
        "deal.hand",
        "play.turn",
        "yaku.hanami.month_factor",
        "yaku.hiki.lightning",
        "yaku.tan.min",
    ):
        assert f'href="#error-{field}"' in page.text
        assert f'id="error-{field}"' in page.text
    assert installation.house_rules.names() == ()


@pytest.mark.parametrize(
    ("field", "forged", "sentence"),
    [
        ("match.dealer_after_draw", "nobody", "allowed: same, swap."),
        ("multipliers.own_koi.form", "cubic", "allowed: flat, linear, off, power, table."),
        ("weather.rain.ruins", "goko", "allowed: a list, each of it "),
        ("deal.without", "99X", "There is no card “99X”."),
        ("exhausted.no_yaku", "x", "“x” is not possible"),
    ],
)
def test_a_word_that_no_field_offers_is_refused_beside_the_field(
    client: FlaskClient, field: str, forged: str, sentence: str
) -> None:
    page = submit(client, "/rules/new", {"title": "House", field: forged, "match.rounds": "x"})
    assert page.status_code == 422
    assert sentence in page.text[page.text.index(f'id="error-{field}"') :][:300]
    assert 'id="error-match.rounds"' in page.text


def test_a_choice_of_a_number_without_the_number_is_refused_beside_it(client: FlaskClient) -> None:
    sent = {"extends": "default", "title": "House", "csrf_token": token(client), "match.tie": "number"}
    answer = client.post("/rules", data=sent)
    assert answer.status_code == 422
    beside = answer.text[answer.text.index('id="error-match.tie.number"') :][:100]
    assert "a whole number from 1 to 12." in beside


def test_an_unreadable_number_hides_nothing_else_that_is_impossible(client: FlaskClient) -> None:
    unreadable = {"match.tie": "number", "match.tie.number": "13"}
    impossible = {"play.turn": "draw_then_two", "play.unmatched_stock": "keep"}
    page = submit(client, "/rules/new", {"title": "House", **unreadable, **impossible})
    assert "2 rules do not fit" in page.text
    assert 'id="error-match.tie.number"' in page.text
    assert 'id="error-play.turn"' in page.text


def test_every_kind_of_field_that_an_option_names_has_a_class_and_a_macro(app: Flask) -> None:
    named = {row.kind for row in (*every_option().values(), *yaku_options().values())}
    assert named == KINDS.keys()
    controls = app.jinja_env.get_template("rules/_field.html").make_module().__dict__["controls"]
    assert controls.keys() == KINDS.keys()


def test_a_form_without_a_title_is_refused_beside_the_title(client: FlaskClient) -> None:
    answer = client.post("/rules", data={"extends": "dutch", "csrf_token": token(client)})
    assert answer.status_code == 422
    assert "Name of these rules" in answer.text


@pytest.mark.parametrize(("number", "status"), [(MOST_OWN, 422), (MOST_OWN + 1, 422), (900, 422)])
def test_a_form_with_too_many_yaku_comes_back(client: FlaskClient, number: int, status: int) -> None:
    data = {"extends": "dutch", "title": "Many", "csrf_token": token(client)}
    own = [f"own_{n}" for n in range(number)]
    made = [(f"yaku.{name}.made", "cards") for name in own]
    fields = MultiDict([*data.items(), *(("own", name) for name in own), *made])
    answer = client.post("/rules", data=fields)
    assert answer.status_code == status
    assert ("at most 40 yaku of its own" in answer.text) == (number > MOST_OWN)
    assert main_form(answer)["title"] == "Many"


@pytest.mark.parametrize(
    ("name", "taken"),
    [
        *((name, False) for name in ("a.b", "Own", "ö", "a b", "../x", "", "x" * 41)),
        *(("a_9", True), ("x" * 40, True)),
    ],
)
def test_an_id_of_a_yaku_that_no_form_makes_is_left_out(
    client: FlaskClient, installation: Installation, name: str, taken: bool
) -> None:
    data = {"extends": "dutch", "title": "House", "csrf_token": token(client), "own": name}
    made = {f"yaku.{name}.{setting}": text for setting, text in (("made", "cards"), ("cards", "01B"))}
    answer = client.post("/rules", data={**data, **made, f"yaku.{name}.name": "X"})
    assert answer.status_code == 303
    assert [*kept(installation, "house").get("yaku", {})] == ([name] if taken else [])


def test_rules_based_on_too_many_others_are_refused_when_they_are_saved(
    client: FlaskClient, installation: Installation
) -> None:
    name = "default"
    for number in range(1, 12):
        installation.house_rules.keep(f"h{number}", {"extends": name, "title": f"House {number}"})
        name = f"h{number}"
    sentence = "At most 12 rule sets may be based on one another; base these on an earlier one."
    refused = submit(client, "/rules/new?from=h11", {"title": "Mine", "about": "ours"})
    assert refused.status_code == 422
    assert sentence in refused.text
    notice = "1 rule does not fit. Nothing is saved yet. These rules"
    assert Page(refused, "").all("div", "notice error") == [notice]
    assert re.findall(r'id="s-([^"]+)" open', refused.text) == ["new"]  # within a fold that is closed
    assert (main_form(refused)["title"], main_form(refused)["about"]) == ("Mine", "ours")
    assert "h12" not in installation.house_rules.names()
    own(client, "Mine", "h10")
    assert client.get("/rules/mine").status_code == 200
