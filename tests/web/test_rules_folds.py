"""The folds of the form for house rules: fetched when they are opened."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient

from scorekeeper.installation import Installation
from scorekeeper.koikoi.rules.diff import differences
from scorekeeper.koikoi.rules.loader import rules
from scorekeeper.koikoi.rules.questions import topics
from scorekeeper.koikoi.rules.schema import sections
from scorekeeper.web.rules.form import rest_of

from .forms import Form
from .rules_pages import kept, main_form, seen, send

ASKED = [f"ask.{topic.id}" for topic in topics()]
SECTIONS = [name for name in sections() if name == "yaku" or rest_of(name)]  # what no question asks for


def folded(form: Form) -> list[str]:
    """The folds that are not drawn yet."""
    return [fold for fold in form.presses("open") if fold != "all"]


def test_the_first_page_of_the_form_draws_no_fold(client: FlaskClient) -> None:
    page = client.get("/rules/new")
    form = main_form(page)
    assert set(folded(form)) == {*ASKED, "mine", *SECTIONS, "hand"}
    assert "match.rounds" not in form
    assert "yaku.tan.points" not in form
    assert len(page.data) < 18_000


def names_in(form: Form) -> set[str]:
    return {control.name for control in form.controls}


ALONE = {"terms", "hand", "also.-", "not.-", "ruined_by.-"}  # folds that are asked for alone


def test_showing_everything_leaves_lists_of_cards_and_terms_folded(client: FlaskClient) -> None:
    page = client.get("/rules/new?open=all")
    assert len(page.data) < 140_000
    form = main_form(page)
    assert set(folded(form)) == ALONE | {"terms.-"}
    assert {"match.tie", "deal.hand", "yaku.tan.points", "yaku.-.name", "pair.yaku"} <= names_in(form)
    assert not {"try.cards", "yaku.tan.months", "yaku.-.also"} & names_in(form)


def test_showing_everything_opens_all_that_it_draws(client: FlaskClient) -> None:
    page = client.get("/rules/new?open=all")
    folds = dict(re.findall(r'<details class="panel" id="s-([^"]+)" data-fold( open)?>', page.text))
    assert {fold for fold, is_open in folds.items() if not is_open} == ALONE | {"terms.-"}
    assert {*ASKED, *SECTIONS, "mine", "pairs"} <= folds.keys()


def test_what_stays_folded_has_a_button_that_keeps_what_was_entered(
    client: FlaskClient,
) -> None:
    form = main_form(client.get("/rules/new?open=all")).force("deal.hand", "7").force("yaku.-.name", "Herd")
    form = main_form(client.post(form.action, data=form.values("open=also.-")))
    form.tick("yaku.-.also", "01B")
    for fold in ("terms", "terms.tan"):
        form = main_form(client.post(form.action, data=form.values(f"open={fold}")))
    assert (form["deal.hand"], form["yaku.-.name"]) == ("7", "Herd")
    assert form.ticked("yaku.-.also") == ["01B"]
    assert "yaku.tan.months" in form


@pytest.mark.parametrize("number", [1, 2, 8])
def test_one_yaku_of_ones_own_is_open_and_of_several_each_is_asked_for(
    number: int, client: FlaskClient, installation: Installation
) -> None:
    ours = {f"own{n}": {"points": 3, "name": f"Own {n}", "cards": ["04A", "05A"]} for n in range(number)}
    installation.house_rules.keep("house", {"extends": "default", "title": "House", "yaku": ours})
    page = client.get("/rules/house/edit?open=all")
    assert len(page.data) < 140_000
    form = main_form(page)
    assert [f"yaku.{name}.name" for name in ours if f"yaku.{name}.name" in form] == (
        ["yaku.own0.name"] if number == 1 else []
    )
    assert set(folded(form)) & {f"own.{name}" for name in ours} == (
        set() if number == 1 else {f"own.{name}" for name in ours}
    )
    form = main_form(client.post(form.action, data=form.values("open=new")))
    assert "yaku.-.name" in form


def test_a_fold_opens_without_scripts_and_keeps_what_was_typed(
    client: FlaskClient, installation: Installation
) -> None:
    form = main_form(client.get("/rules/new")).force("title", "House")
    form = main_form(client.post(form.action, data=form.values("open=ask.rounds")))
    form["answer.rounds"] = "else"
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


def test_a_fold_alone_says_what_a_setting_was_in_the_parent(client: FlaskClient) -> None:
    form = main_form(client.get("/rules/new")).force("alone", "yes").force("match.rounds", "5")
    answer = client.post(form.action, data=form.values("open=ask.rounds"))
    assert answer.status_code == 200
    assert "Changed from “Koi-Koi, common rules”: was 12." in seen(answer)


def test_folds_within_a_fold_are_asked_for_one_by_one(client: FlaskClient) -> None:
    form = main_form(client.get("/rules/new?open=yaku"))
    assert "yaku.tan.points" in form
    assert {"pairs", "terms"} <= set(folded(form))
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


def test_settings_in_unopened_folds_stay_as_they_are(client: FlaskClient, installation: Installation) -> None:
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
    assert folded(main_form(page)) == [*ASKED, "mine", *(name for name in SECTIONS if name != "deal"), "hand"]
    late = send(client, page, {"match.rounds": "0"})
    assert '<details class="panel" id="s-ask.rounds" data-fold open>' in late.text
    assert '<details class="panel" id="s-play" data-fold>' in late.text
