"""The pages of the rule sets, used as a player uses them."""

from __future__ import annotations

import re
import tomllib
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict
from werkzeug.test import TestResponse

from scorekeeper.installation import Installation
from scorekeeper.koikoi.rules.differences import differences
from scorekeeper.koikoi.rules.loading import MOST_OWN, names, read_toml, rules
from scorekeeper.koikoi.rules.schema import options, yaku_options
from scorekeeper.koikoi.rules.scoring_options import YakuOptions
from scorekeeper.web.rules.fields import KINDS
from scorekeeper.web.rules.form import RulesForm, yaku_id
from scorekeeper.web.rules.in_words import SECTIONS
from scorekeeper.web.rules.options_form import Sent

from .forms import Form, Page, Player

NEW_YAKU: dict[str, Any] = {"yaku.-.name": "Three sevens", "yaku.-.cards": ["07A", "07R", "07C1"]}


def seen(page: TestResponse) -> str:
    """The markup without soft hyphens, which nobody sees where a word is whole."""
    return page.text.replace("\u00ad", "")


@pytest.fixture
def client(player: Player) -> FlaskClient:
    return player.client


def main_form(page: TestResponse, action: str = "") -> Form:
    """The form with the most fields; the choice of the language stands below every page."""
    found = [one for one in Page(page, "").forms if one.method == "post" and action in one.action]
    return max((one for one in found if one.action != "/language"), key=lambda one: len(one.controls))


def submit(
    client: FlaskClient, address: str, changes: dict[str, Any] | None = None, action: str = "", **more: Any
) -> TestResponse:
    """Fetch a page, change fields of its main form and send it."""
    page = client.get(address)
    assert page.status_code == 200, f"{address}: {page.status_code}"
    return send(client, page, {**(changes or {}), **more}, action)


def send(
    client: FlaskClient, page: TestResponse, changes: dict[str, Any] | None = None, action: str = ""
) -> TestResponse:
    """Send the main form of a page; ``press`` is the button, a list gives a field several values.

    Fields that are folded away are asked for first.
    """
    form = main_form(page, action)
    if "all" in form.presses("open") and any(name not in form for name in changes or () if name != "press"):
        form = main_form(client.post(form.action, data=form.values("open=all")))
    button = (changes or {}).get("press", "")
    for name, value in (changes or {}).items():
        if name != "press":
            assert name in form, f"the form has no field {name}"
            form.force(name, *(value if isinstance(value, list) else [value]))
    return client.post(form.action, data=form.values(button))


def kept(installation: Installation, name: str) -> dict[str, Any]:
    return tomllib.loads((installation.house_rules.folder / f"{name}.toml").read_text("utf-8"))


def own(client: FlaskClient, title: str, parent: str = "default", **changes: object) -> None:
    """Make a rule set of one's own."""
    sent = submit(client, f"/rules/new?from={parent}", {"title": title, **changes})
    assert sent.status_code == 303, sent.text


# Reading


def test_all_rule_sets_are_listed_the_tables_own_first(client: FlaskClient) -> None:
    own(client, "Grandmother's house")
    page = client.get("/rules").text
    assert page.index("Grandmother&#39;s house") < page.index("Koi-Koi, common rules")
    assert all(f'href="/rules/{name}"' in page for name in names())


@pytest.mark.parametrize("name", names())
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
    assert (
        client.post("/rules/russian/deletion", data={"csrf_token": token, "sure": "yes"}).status_code == 404
    )
    assert "russian" in names()


def test_two_rule_sets_side_by_side_show_only_what_differs(client: FlaskClient) -> None:
    page = seen(client.get("/rules/difference?a=russian&b=russian_all"))
    assert "1 rule differs" in page
    assert "Brights on the dealt field" in page
    assert "Next dealer" not in page
    assert "These rules are the same." in client.get("/rules/difference?a=ww51&b=ww51").text


# The form


@pytest.mark.parametrize("name", names())
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


@pytest.mark.parametrize("name", names())
def test_the_form_can_say_every_named_rule_set(client: FlaskClient, name: str) -> None:
    """All fields of one rule set, sent over the default rules, make that rule set."""
    page = client.get(f"/rules/new?from={name}&open=all")
    sent = Sent(main_form(page).values())
    sent["title"] = "The same"
    form = RulesForm(rules("default"), rules("default"), sent)
    assert form.problems == {}
    assert form.rules is not None
    assert not differences(rules(name), form.rules)


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
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
        ({"multipliers.big": "no"}, {"multipliers": {"big": "off"}}),
        (
            {"multipliers.own_koi.form": "table", "multipliers.own_koi.table": "+1, ×2 x3"},
            {
                "multipliers": {
                    "own_koi": {"form": "table", "factor": 2, "table": [["+", 1], ["x", 2], ["x", 3]]}
                }
            },
        ),
        ({"multipliers.opponent_koi.form": "off"}, {"multipliers": {"opponent_koi": "off"}}),
        ({"multipliers.round": "1 1 2"}, {"multipliers": {"round": [1, 1, 2]}}),
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
            {"settlement.purse": "3=25 6=50, 12 = 100"},
            {"settlement": {"purse": {"3": 25, "6": 50, "12": 100}}},
        ),
        ({"settlement.bust_ends": "no"}, {"settlement": {"bust_ends": False}}),
        ({"yaku.hanami.points": "0"}, {"yaku": {"hanami": {"points": 0}}}),
        ({"yaku.hanami.after_koi": "3"}, {"yaku": {"hanami": {"after_koi": 3}}}),
        ({"yaku.hanami.months": "3 9"}, {"yaku": {"hanami": {"months": [3, 9]}}}),
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
    ],
)
def test_only_what_is_changed_is_written(
    client: FlaskClient, installation: Installation, changes: dict[str, Any], expected: dict[str, Any]
) -> None:
    own(client, "House", **changes)
    written = kept(installation, "house")
    assert {key: written[key] for key in written.keys() - {"extends", "title", "about", "source"}} == expected


def test_a_change_is_marked_with_what_it_was(client: FlaskClient) -> None:
    own(client, "House", **{"match.dealer_after_draw": "swap", "about": "We swap."})
    page = client.get("/rules/house/edit").text
    assert "Changed from “Koi-Koi, common rules”: was the same dealer." in page
    assert "1 change" in page
    assert "We swap." in page


def test_a_rule_set_keeps_its_file_when_it_is_renamed(
    client: FlaskClient, installation: Installation
) -> None:
    own(client, "House")
    assert submit(client, "/rules/house/edit", title="Hut").headers["Location"] == "/rules/house"
    assert kept(installation, "house")["title"] == "Hut"
    assert installation.house_rules.names() == ("house",)


@pytest.mark.parametrize(
    ("changes", "field", "sentence"),
    [
        ({"match.rounds": "0"}, "match.rounds", "allowed: a whole number from 1 to 99"),
        ({"match.rounds": "a few"}, "match.rounds", "“a few” is not possible"),
        ({"calls.min_points": "-3"}, "calls.min_points", "“-3” is not possible"),
        ({"match.tie": "number", "match.tie.number": "13"}, "match.tie.number", "from 1 to 12"),
        ({"deal.field_four": "dealer"}, "deal.field_four.dealer", "Enter a whole number from 1 to 999."),
        ({"deal.hand": "15", "deal.field": "16"}, "deal.hand", "need 46 cards; the deck has 45"),
        ({"multipliers.own_koi.form": "table"}, "multipliers.own_koi.table", "Enter a step for each call"),
        (
            {"multipliers.any_koi.form": "table", "multipliers.any_koi.table": "2"},
            "multipliers.any_koi.table",
            "“2” is not a step",
        ),
        ({"multipliers.round": "1 0"}, "multipliers.round", "“0” is not possible"),
        ({"settlement.purse": "3=many"}, "settlement.purse", "“many” is not possible"),
        ({"yaku.hanami.months": "13"}, "yaku.hanami.months", "from 1 to 12"),
        ({"yaku.hanami.month_factor": "2"}, "yaku.hanami.month_factor", "needs months"),
        ({"pair.yaku": "goko"}, "pair", "Choose two different yaku."),
        ({"pair.yaku": "goko", "pair.other": "goko"}, "pair", "Choose two different yaku."),
        ({"calls.min_points": ""}, "calls.min_points", "from 0 to 99"),
        ({"pair.yaku": "hanami", "pair.other": "nomi"}, "pair", "in a circle"),
        ({"title": " "}, "title", "Give these rules a name."),
        ({"yaku.-.name": "Nothing"}, "yaku.nothing.cards", "Choose the cards that make it."),
        ({"yaku.-.cards": ["01B", "02A"]}, "yaku.own.name", "Give this yaku a name."),
        ({"yaku.-.name": "Many", "yaku.-.made": "bright", "yaku.-.min": "6"}, "yaku.many.min", "from 1 to 5"),
        ({"yaku.tan.extra": "100"}, "yaku.tan.extra", "from 0 to 99"),
        ({"yaku.tan.min": "11"}, "yaku.tan.min", "from 1 to 10"),
        ({"multipliers.max_base": "0"}, "multipliers.max_base", "from 1 to 9999"),
        (
            {"yaku.hiki.separate": ["yes"], "yaku.hiki.repeat": ["no"]},
            "yaku.hiki.separate",
            "counts each time",
        ),
        ({"yaku.hiki.lightning": ["yes"]}, "yaku.hiki.lightning", "needs play.lightning “wild”"),
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
    ],
)
def test_the_impossible_is_refused_beside_its_field(
    client: FlaskClient, installation: Installation, changes: dict[str, Any], field: str, sentence: str
) -> None:
    without = {"deal.without": ["12C1", "12C2", "12C3"]} if "deal.hand" in changes else {}
    page = submit(client, "/rules/new", {"title": "House", **without, **changes})
    assert page.status_code == 422
    assert sentence in page.text[page.text.index(f'id="error-{field}"') :][:400]
    assert f'href="#error-{field}"' in page.text
    assert installation.house_rules.names() == ()
    form = main_form(page)
    for name, typed in changes.items():
        if isinstance(typed, str) and name in form and "-" not in name and "pair" not in name:
            assert form[name] == typed.strip()


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
    assert "4 settings do not fit" in page.text
    again = main_form(page)
    assert again["match.rounds"] == "x"
    assert again["about"] == "Ours"
    assert again["yaku.goko.points"] == "1000"


def test_what_is_typed_is_escaped(client: FlaskClient) -> None:
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
    assert "5 settings do not fit" in page.text
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
        ("match.next_dealer", "nobody", "allowed: alternate, loser, same, winner."),
        ("multipliers.own_koi.form", "cubic", "allowed: flat, linear, power, table."),
        ("weather.rain.ruins", "goko", "allowed: a list."),
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
    assert "2 settings do not fit" in page.text
    assert 'id="error-match.tie.number"' in page.text
    assert 'id="error-play.turn"' in page.text


def test_every_kind_of_field_that_an_option_names_has_a_class_and_a_template(app: Flask) -> None:
    folder = Path(app.root_path).parent / "templates" / "rules" / "kinds"
    named = {row.kind for row in (*options().values(), *yaku_options().values())} - {"pairs"}
    assert named == KINDS.keys()
    assert {f"{kind}.html" for kind in KINDS} == {path.name for path in folder.glob("[!_]*.html")}


# Folds


def folded(form: Form) -> list[str]:
    """The folds that are not drawn yet."""
    return [fold for fold in form.presses("open") if fold != "all"]


def test_the_first_page_of_the_form_draws_no_fold(client: FlaskClient) -> None:
    page = client.get("/rules/new")
    form = main_form(page)
    assert set(folded(form)) == {name for name, _title, _prefixes in SECTIONS}
    assert "match.rounds" not in form
    assert "yaku.tan.points" not in form
    assert len(page.data) < 12_000
    assert len(client.get("/rules/new?open=all").data) < 130_000


def test_a_fold_opens_without_scripts_and_keeps_what_was_typed(
    client: FlaskClient, installation: Installation
) -> None:
    form = main_form(client.get("/rules/new")).force("title", "House")
    form = main_form(client.post(form.action, data=form.values("open=match")))
    assert "deal.hand" not in form
    form["match.rounds"] = "x"
    page = client.post(form.action, data=form.values("open=deal"))
    assert page.status_code == 200
    assert "does not fit" not in page.text
    form = main_form(page)
    assert (form["title"], form["match.rounds"]) == ("House", "x")
    assert "deal.hand" in form
    form["match.rounds"] = "6"
    form["deal.hand"] = "7"
    assert client.post(form.action, data=form.values()).status_code == 303
    written = kept(installation, "house")
    assert (written["match"], written["deal"]) == ({"rounds": 6}, {"hand": 7})


def test_a_script_asks_for_a_fold_alone(client: FlaskClient) -> None:
    form = main_form(client.get("/rules/new"))
    answer = client.post(form.action, data=form.force("alone", "yes").values("open=settlement"))
    assert answer.status_code == 200
    assert 'name="settlement.coin"' in answer.text
    assert "<html" not in answer.text
    assert 'name="match.rounds"' not in answer.text


def test_folds_within_a_fold_are_asked_for_one_by_one(client: FlaskClient) -> None:
    form = main_form(client.get("/rules/new?open=yaku"))
    assert "yaku.tan.points" in form
    assert {"new", "pairs", "terms"} <= set(folded(form))
    form = main_form(client.post(form.action, data=form.values("open=terms")))
    assert "terms.hanami" in folded(form)
    form = main_form(client.post(form.action, data=form.values("open=terms.hanami")))
    assert "yaku.hanami.months" in form
    assert "yaku.tsukimi.months" not in form


@pytest.mark.parametrize(
    "fold", ["nothing", "../form", "own.goko", "terms.nobody", "cards.tan", "own.-", "terms."]
)
def test_a_fold_that_the_page_does_not_have_is_not_found(client: FlaskClient, fold: str) -> None:
    form = main_form(client.get("/rules/new")).force("open", fold)
    assert client.post(form.action, data=form.values()).status_code == 200
    assert client.post(form.action, data=form.force("alone", "yes").values()).status_code == 404


def test_what_was_never_unfolded_stays_as_it_is(client: FlaskClient, installation: Installation) -> None:
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


def test_a_fold_with_changes_or_a_problem_is_drawn_and_open(
    client: FlaskClient, installation: Installation
) -> None:
    installation.house_rules.keep("house", {"extends": "dutch", "title": "House", "deal": {"packet": 2}})
    page = client.get("/rules/house/edit")
    assert '<details class="panel" id="s-deal" data-fold open>' in page.text
    assert folded(main_form(page)) == [name for name, _t, _p in SECTIONS if name != "deal"]
    late = send(client, page, {"match.rounds": "0"})
    assert '<details class="panel" id="s-match" data-fold open>' in late.text
    assert '<details class="panel" id="s-play" data-fold>' in late.text


# Names


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
    assert [one.headers["Location"] for one in answers] == ["/rules/house", "/rules/house"]
    assert installation.house_rules.names() == ("house",)


@pytest.mark.parametrize("title", ["New", "Import", "Difference", "Дом", "家", "default", "!!!"])
def test_every_title_gets_an_address_of_its_own(client: FlaskClient, title: str) -> None:
    sent = submit(client, "/rules/new", title=title)
    assert sent.status_code == 303
    page = client.get(sent.headers["Location"])
    assert page.status_code == 200
    assert "Edit" in page.text
    assert title in page.text


def test_a_second_phone_does_not_lose_the_changes_of_the_first(
    client: FlaskClient, installation: Installation
) -> None:
    own(client, "House")
    drawn = client.get("/rules/house/edit")
    submit(client, "/rules/house/edit", {"match.rounds": "6"})
    late = send(client, drawn, {"match.rounds": "3"})
    assert late.status_code == 409
    assert kept(installation, "house")["match"]["rounds"] == 6
    assert send(client, late).status_code == 303
    assert kept(installation, "house")["match"]["rounds"] == 3


# Yaku of the table's own


def test_a_yaku_of_chosen_cards(client: FlaskClient, installation: Installation) -> None:
    own(client, "House", **NEW_YAKU, **{"yaku.-.points": "7", "yaku.-.min": "2"})
    made = rules("house", installation.house_rules.find).yaku["three_sevens"]
    assert made == YakuOptions(points=7, name="Three sevens", cards=("07A", "07R", "07C1"), min=2)
    page = seen(client.get("/rules/house"))
    assert "Three sevens: <b>7 points</b> <small>was not played</small>" in page
    assert page.count("Three sevens") == 2  # once as a change, once among the yaku


def test_a_yaku_of_a_kind_with_further_cards_that_replaces_another(
    client: FlaskClient, installation: Installation
) -> None:
    own(
        client,
        "House",
        parent="default",
        **{
            "yaku.-.name": "Dry animals",
            "yaku.-.made": "animal",
            "yaku.-.min": "6",
            "yaku.-.extra": "1",
            "yaku.-.cards": ["11A", "09A"],
            "pair.yaku": "-",
            "pair.other": "tane",
        },
    )
    made = rules("house", installation.house_rules.find).yaku["dry_animals"]
    assert (made.kind, made.min, made.extra, made.points) == ("animal", 6, 1, 5)
    assert set(made.without) == {"09A", "11A"}
    assert made.replaces == ("tane",)


def test_a_yaku_of_the_cards_of_the_month_of_the_round(
    client: FlaskClient, installation: Installation
) -> None:
    own(
        client,
        "House",
        **{
            "yaku.-.name": "Flowers of the month",
            "yaku.-.made": "any",
            "yaku.-.monthly": "round",
            "yaku.-.min": "3",
            "yaku.-.points": "2",
            "yaku.-.extra": "1",
        },
    )
    made = rules("house", installation.house_rules.find).yaku["flowers_of_the_month"]
    assert (made.monthly, made.kind, made.cards, made.min) == ("round", None, None, 3)
    assert (made.points, made.extra) == (2, 1)
    assert submit(client, "/rules/house/edit").status_code == 303  # as it was
    assert kept(installation, "house")["yaku"]["flowers_of_the_month"]["monthly"] == "round"
    assert "Of one month: the month of the round" in client.get("/rules/house").text
    hand = client.get("/hand?ruleset=house&round=4&cards-0=04A&cards-0=04R&cards-0=04C1").text
    assert "Flowers of the month" in hand
    assert 'value="04C2"' in hand  # chaff of the month of the round is asked for by name


@pytest.mark.parametrize("made", ["animal", "cards"])
def test_what_makes_a_yaku_of_ones_own_stays_when_the_form_is_saved_unchanged(
    made: str, client: FlaskClient, installation: Installation
) -> None:
    kinds: dict[str, dict[str, Any]] = {
        "cards": {"cards": ["04A", "04R", "05A"]},
        "animal": {"kind": "animal", "not": ["09A"]},
    }
    yaku = {"points": 3, "name": "Ours", "monthly": "each", "min": 1, "repeat": True, **kinds[made]}
    installation.house_rules.keep("house", {"extends": "default", "title": "House", "yaku": {"ours": yaku}})
    before = rules("house", installation.house_rules.find)
    assert submit(client, "/rules/house/edit").status_code == 303
    assert not differences(before, rules("house", installation.house_rules.find))


def test_a_cap_on_the_yaku_says_that_it_cut(client: FlaskClient) -> None:
    own(client, "House", **{"multipliers.max_base": "7"})
    page = client.get("/hand?ruleset=house&cards-0=01B&cards-0=03B&cards-0=12B&cards-0=09A").text
    assert "At this table the yaku together count at most 7." in page
    assert "7 × 2" in page


def test_both_viewings_say_what_three_each_is(client: FlaskClient) -> None:
    note = "Held together they pay this instead: 6 is three points each."
    assert note in client.get("/rules/new?open=yaku").text
    assert note not in client.get("/rules/default").text
    own(client, "House", **{"yaku.nomi.points": "6"})
    assert note in client.get("/rules/house").text


def test_several_yaku_are_added_one_after_another(client: FlaskClient, installation: Installation) -> None:
    page = submit(client, "/rules/new", {"title": "House", **NEW_YAKU, "press": "step=add"})
    assert page.status_code == 200
    assert installation.house_rules.names() == ()
    again = main_form(page)
    assert again["own"] == "three_sevens"
    assert again["yaku.-.name"] == ""
    sent = send(client, page, {"yaku.-.name": "Boars", "yaku.-.cards": ["07A", "06A"]})
    assert sent.status_code == 303
    assert set(kept(installation, "house")["yaku"]) == {"three_sevens", "boars"}


def test_an_own_yaku_is_changed_and_taken_out(client: FlaskClient, installation: Installation) -> None:
    own(client, "House", **NEW_YAKU, **{"pair.yaku": "-", "pair.other": "tane"})
    submit(client, "/rules/house/edit", {"yaku.three_sevens.points": "9"})
    assert kept(installation, "house")["yaku"]["three_sevens"]["points"] == 9
    submit(client, "/rules/house/edit", {"yaku.three_sevens.remove": "yes"})
    assert "yaku" not in kept(installation, "house")


def test_an_inherited_own_yaku_is_switched_off_with_its_points(
    client: FlaskClient, installation: Installation
) -> None:
    own(client, "House", **NEW_YAKU)
    own(client, "Hut", "house", **{"yaku.three_sevens.points": "0"})
    assert kept(installation, "hut")["yaku"] == {"three_sevens": {"points": 0}}


@pytest.mark.parametrize(
    ("name", "made"),
    [
        ("Three sevens", "three_sevens"),
        ("Tan", "tan_2"),
        ("Teshi", "teshi_2"),
        ("三枚", "own"),
        ("Ōzan!", "ozan"),
    ],
)
def test_the_id_of_a_yaku_is_made_from_its_name(name: str, made: str) -> None:
    assert yaku_id(name, set()) == made


def test_two_yaku_of_one_name_have_two_ids() -> None:
    assert yaku_id("Ōzan", {"ozan"}) == "ozan_2"


# Deleting


def test_deleting_asks_first(client: FlaskClient, installation: Installation) -> None:
    own(client, "House")
    asked = submit(client, "/rules/house", action="deletion")
    assert asked.status_code == 200
    assert "Delete “House”?" in asked.text
    assert installation.house_rules.names() == ("house",)
    gone = send(client, asked, {"press": "sure=yes"})
    assert (gone.status_code, gone.headers["Location"]) == (303, "/rules")
    assert installation.house_rules.names() == ()


def test_rules_on_which_others_build_stay(client: FlaskClient, installation: Installation) -> None:
    own(client, "House")
    own(client, "Hut", "house")
    page = submit(client, "/rules/house", action="deletion")
    assert page.status_code == 422
    assert "Hut" in page.text
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


def test_a_damaged_file_is_named_and_can_be_deleted(client: FlaskClient, installation: Installation) -> None:
    folder: Path = installation.house_rules.folder
    folder.mkdir()
    (folder / "old.toml").write_text("match = 3")
    (folder / "odd.toml").write_text("[[[")
    page = client.get("/rules").text
    assert "The file of “old” cannot be read." in page
    assert "The file of “odd” cannot be read." in page
    assert client.get("/rules/old").status_code == 422
    assert client.get("/rules/russian").status_code == 200
    asked = submit(client, "/rules", action="/rules/odd/deletion")
    assert send(client, asked, {"press": "sure=yes"}).status_code == 303
    assert not (folder / "odd.toml").exists()


# What no page sends


def test_a_form_without_a_title_is_refused_beside_the_title(client: FlaskClient) -> None:
    answer = client.post("/rules", data={"extends": "dutch", "csrf_token": token(client)})
    assert answer.status_code == 422
    assert "Name of these rules" in answer.text


@pytest.mark.parametrize(("number", "status"), [(MOST_OWN, 422), (MOST_OWN + 1, 422), (20_000, 422)])
def test_a_form_with_many_yaku_is_refused_early(client: FlaskClient, number: int, status: int) -> None:
    data = {"extends": "dutch", "title": "Many", "csrf_token": token(client)}
    fields = MultiDict([*data.items(), *(("own", f"own_{one}") for one in range(number))])
    answer = client.post("/rules", data=fields)
    assert answer.status_code == status
    assert ("at most 40 yaku of its own" in answer.text) == (number > MOST_OWN)


@pytest.mark.parametrize("name", ["a.b", "Own", "ö", "a b", "../x"])
def test_an_id_of_a_yaku_that_no_form_makes_is_left_out(
    client: FlaskClient, installation: Installation, name: str
) -> None:
    data = {"extends": "dutch", "title": "House", "csrf_token": token(client), "own": name}
    answer = client.post("/rules", data={**data, f"yaku.{name}.name": "X", f"yaku.{name}.cards": "01B"})
    assert answer.status_code == 303
    assert "yaku" not in kept(installation, "house")


def token(client: FlaskClient) -> str:
    (written,) = re.findall(r'name="csrf_token" value="([^"]+)"', client.get("/rules/new").text)[:1]
    return str(written)


# Giving away and bringing in


def test_a_rule_set_given_away_comes_back_the_same(client: FlaskClient, installation: Installation) -> None:
    own(client, "House", "russian", **NEW_YAKU, **{"match.rounds": "6"})
    own(client, "Hut", "house", **{"match.rounds": "3"})
    file = client.get("/rules/hut.toml")
    assert file.headers["Content-Disposition"] == "attachment; filename=koi-koi-Hut.toml"
    written = read_toml(file.text)
    assert written["extends"] == "russian"
    before = rules("hut", installation.house_rules.find)
    for name in ("hut", "house"):
        installation.house_rules.discard(name)
    sent = submit(client, "/rules/import", file=(BytesIO(file.data), "hut.toml"))
    assert sent.headers["Location"] == "/rules/hut"
    assert rules("hut", installation.house_rules.find) == before


@pytest.mark.parametrize("name", names())
def test_every_named_rule_set_can_be_given_away(client: FlaskClient, name: str) -> None:
    assert not differences(rules(name), rules(read_toml(client.get(f"/rules/{name}.toml").text)))


def test_a_pasted_rule_set_with_a_title_that_is_taken_gets_another(
    client: FlaskClient, installation: Installation
) -> None:
    own(client, "House")
    for _ in range(2):
        sent = submit(client, "/rules/import", written='title = "House"\nmatch.rounds = 6')
        assert sent.headers["Location"] == "/rules/house-2"
    assert kept(installation, "house-2")["title"] == "House 2"
    assert installation.house_rules.names() == ("house", "house-2")


@pytest.mark.parametrize(
    ("written", "sentence"),
    [
        (b"", "Choose a file or paste its text."),
        (b"match = [", "This is not a TOML file"),
        (b"\xff\xfe", "not UTF-8"),
        (b"match.rounds = 0", "match.rounds: 0 is not possible"),
        (b"match.colour = 1", "There is no option “match.colour”"),
        (b'extends = "nowhere"', "there is no rule set called “nowhere”"),
        (b"title = 5", "title: 5 is not possible; allowed: a text of up to 60 characters."),
        (b"title = " + b'"' + b"x" * 61 + b'"', "a text of up to 60 characters"),
        (b"yaku.tan.points = " + b"9" * 5000, "This is not a rule set."),
        (b"a = " + b"[" * 50_000, "This is not a rule set."),
        (b"#" * 200_001, "too large"),
    ],
    ids=range(11),
)
def test_what_cannot_be_brought_in_says_why(
    client: FlaskClient, installation: Installation, written: bytes, sentence: str
) -> None:
    page = submit(client, "/rules/import", file=(BytesIO(written), "x.toml"))
    assert page.status_code == 422
    assert sentence in page.text
    assert installation.house_rules.names() == ()


def test_the_editor_names_the_parent_in_the_language_of_the_reader(client: FlaskClient) -> None:
    client.set_cookie("language", "ru")
    assert "основа: Русский буклет" in client.get("/rules/new?from=russian").text
