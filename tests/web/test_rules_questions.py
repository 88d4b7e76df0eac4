"""The questions of the rule editor: ready answers, something else, how they stand."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorekeeper.installation import Installation
from scorekeeper.koikoi.rules.diff import differences
from scorekeeper.koikoi.rules.loader import rules
from scorekeeper.koikoi.rules.questions import topics
from scorekeeper.koikoi.rules.schema import options

from .fixtures import Table, coins
from .forms import Form
from .rules_pages import kept, main_form, seen


def again(client: FlaskClient, form: Form) -> Form:
    """The form as it comes back where it was not sent to be kept."""
    return main_form(client.post(form.action, data=form.values("step=try")))


def stands(page: TestResponse, topic: str) -> str:
    """What the page says of a topic."""
    (said,) = re.findall(
        rf'id="now-ask\.{topic}">(.*?)</span></span>', seen(page).replace("\u00a0", " "), re.S
    ) or [""]
    return " · ".join(re.findall(r"<span>([^<]+)", f"{said}</span>"))


def test_a_table_sets_up_the_russian_booklet_from_the_page_alone(
    client: FlaskClient, installation: Installation, table: Table
) -> None:
    """All doublings, rain ruins the viewings, and coins by the number of rounds."""
    form = main_form(client.get("/rules/new?from=default"))
    form["title"] = "Дом"
    answers = {
        "big": "seven",
        "own": "power",
        "other": "flat",
        "viewings": "five",
        "rain": "rain_man",
        "sets": "five",
        "further": "no",
        "lucky": "fourteen",
        "field_brights": "one",
        "coins": "else",
    }
    for question, answer in answers.items():
        form[f"answer.{question}"] = answer
    form["settlement.account"] = "transfer"
    form["settlement.purse"] = "rounds"
    purse = [control for control in form.controls if control.name == "settlement.purse.rounds"]
    assert [control.value for control in purse] == ["3", "", "6", "", "12", "", "", ""]
    for place, number in ((1, "25"), (3, "50"), (5, "100")):
        purse[place].value = number
    sent = client.post(form.action, data=form.values())
    assert sent.status_code == 303
    (name,) = installation.house_rules.names()
    house = rules(name, installation.house_rules.find)
    unlike = differences(
        rules("russian_all", overrides={"weather": {"rain": {"sign": "captured_lead"}}}), house
    )
    assert {difference.key for difference in unlike} == {
        "calls.missed_yaku", "deal.teyaku.both", "deal.teyaku.declare", "deal.hand", "deal.field",
        "match.first_dealer", "match.first_dealer_tie", "yaku.akatan_aotan.extra",
    }  # fmt: skip
    for length, purse_of_it in (("3", 25), ("6", 50), ("12", 100)):
        assert str(purse_of_it) in table.begin_by_form(rules=name, rounds=length).text


@pytest.mark.parametrize(("answer", "coins_of_both"), [("both", [32, 0]), ("once", [16, 0])])
def test_a_table_says_whether_a_round_is_doubled_only_once(
    client: FlaskClient, table: Table, answer: str, coins_of_both: list[int]
) -> None:
    form = main_form(client.get("/rules/new"))
    form["title"], form["answer.in_all"] = "House", answer
    assert client.post(form.action, data=form.values()).status_code == 303
    four_brights = "01B 03B 08B 12B"
    notepad = table.score(table.begin(rules="house"), 0, four_brights, "", calls=(0, 1))
    assert coins(notepad) == coins_of_both


def test_another_length_gets_a_line_of_its_own(client: FlaskClient, installation: Installation) -> None:
    form = main_form(client.get("/rules/new?from=russian"))
    form["title"], form["answer.coins"] = "House", "else"
    *_, rounds, coins = [control for control in form.controls if control.name == "settlement.purse.rounds"]
    rounds.value, coins.value = "8", "70"
    assert client.post(form.action, data=form.values()).status_code == 303
    assert kept(installation, "house")["settlement"]["purse"] == {"3": 25, "6": 50, "8": 70, "12": 100}
    form = main_form(client.get("/rules/house/edit"))
    lines = [control.value for control in form.controls if control.name == "settlement.purse.rounds"]
    assert lines == ["3", "25", "6", "50", "8", "70", "12", "100", "", ""]


def test_something_else_keeps_its_fields_and_a_ready_answer_does_not(
    client: FlaskClient, installation: Installation
) -> None:
    form = main_form(client.get("/rules/new"))
    form["title"] = "House"
    assert form["answer.big"] == "seven"
    form["multipliers.big.at"] = "9"
    after = again(client, form)
    assert (after["answer.big"], after["multipliers.big.at"]) == ("seven", "7")
    form["answer.big"] = "ten"
    after = again(client, form)
    assert (after["answer.big"], after["multipliers.big.at"]) == ("ten", "10")
    form["answer.big"] = "else"
    after = again(client, form)
    assert (after["answer.big"], after["multipliers.big.at"]) == ("else", "9")
    assert client.post(form.action, data=form.values()).status_code == 303
    assert kept(installation, "house")["multipliers"] == {"big": {"at": 9}}


@pytest.mark.parametrize("answer", ["else", "none of them"])
def test_what_is_refused_in_a_question_is_shown_there(client: FlaskClient, answer: str) -> None:
    form = main_form(client.get("/rules/new")).force("answer.big", answer)
    form["title"], form["multipliers.big.at"] = "House", "0"
    page = client.post(form.action, data=form.values())
    assert page.status_code == 422
    assert "from 1 to 999" in page.text[page.text.index('id="error-multipliers.big.at"') :][:200]
    assert '<details class="panel" id="s-ask.big" open>' in page.text
    assert main_form(page)["answer.big"] == "else"


@pytest.mark.parametrize("forged", ["cubic", "", "seven\n"])
def test_an_answer_that_is_none_changes_nothing(
    client: FlaskClient, installation: Installation, forged: str
) -> None:
    form = main_form(client.get("/rules/new?from=dutch")).force("answer.big", forged)
    form["title"] = "House"
    assert client.post(form.action, data=form.values()).status_code == 303
    assert not differences(rules("dutch"), rules("house", installation.house_rules.find))


def test_how_a_question_stands_is_said_as_it_is_entered(client: FlaskClient) -> None:
    page = client.get("/rules/new?from=russian")
    assert stands(page, "koikoi") == "own: × 2, × 4, × 8 … · other’s: × 2, once · × 2 and × 2: × 4"
    form = main_form(page).force("parts", "yes")
    form["answer.own"] = "points"
    news = client.post(form.action, data=form.values("step=try"))
    assert "own: +1, +2, +3 … points" in stands(news, "koikoi")
    assert "1 difference from “Russian booklet”" in news.text
    assert "<html" not in news.text


def test_every_option_can_be_reached(client: FlaskClient) -> None:
    form = main_form(client.get("/rules/new"))
    questions = [question for topic in topics() for question in topic.choices]
    answered = {key for question in questions for key in question.keys if question.complete}
    inner = {key for key in options() if key.rpartition(".")[0] in options()}
    lacking = {key for key in options() if key not in form and f"{key}.form" not in form}
    assert lacking - answered - inner == set()
    names = [control.name for control in form.controls if control.kind in ("text", "select", "radio")]
    lists = {"settlement.purse.rounds", "multipliers.round"}
    once = [
        name for name in names if not name.startswith(("answer.", "pair", "yaku.-.")) and name not in lists
    ]
    twice = {name for name in once if once.count(name) > 1 and not name.endswith((".table", ".months"))}
    assert twice == set()
