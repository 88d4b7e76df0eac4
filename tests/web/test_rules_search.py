"""The search of the rule editor: what it finds, and where that leads."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.installation import Installation
from scorekeeper.koikoi.rules.options.row import COUNTED, KOIKOI, GameId
from scorekeeper.koikoi.rules.schema import yaku_options
from scorekeeper.web.guide.options import search
from scorekeeper.web.rules.option_search import hits as found_by
from scorekeeper.web.rules.places import place_of

from .rules_pages import main_form, search_results, seen, titles_of


@pytest.mark.parametrize(
    ("language", "sought"), [("en", "only once"), ("pl", "remis"), ("ru", "ставка"), ("ja", "一回だけ")]
)
def test_the_editor_finds_the_options_of_the_reference(app: Flask, language: str, sought: str) -> None:
    with app.test_request_context(headers={"Accept-Language": language}):
        folds = [place_of(hit.entry.key, KOIKOI).fold for hit in search(sought)]
        assert list(dict.fromkeys(hit.fold for hit in found_by(sought))) == list(dict.fromkeys(folds))


def test_a_hit_shows_the_words_that_it_does_not_say(client: FlaskClient) -> None:
    (listed,) = re.findall(r'<ul class="hits">(.*?)</ul>', seen(search_results(client, "only once")), re.S)
    assert "· only the highest counts</small>" in listed


def test_only_a_script_is_sent_the_hits_alone(client: FlaskClient) -> None:
    form = main_form(client.get("/rules/new")).force("latest", "find")
    form["find"] = "dealer"
    assert "<html" in client.post(form.action, data=form.values("step=find")).text
    alone = client.post(form.action, data=form.force("parts", "yes").values("step=find"))
    assert alone.text.lstrip().startswith('<div id="hits">')
    assert titles_of(alone)
    form["find"] = " "
    assert client.post(form.action, data=form.values("step=find")).text.strip() == '<div id="hits"></div>'


def test_a_hit_opens_its_place_and_keeps_what_was_typed(client: FlaskClient) -> None:
    form = main_form(client.get("/rules/new"))
    form["title"], form["find"] = "House", "who deals"
    page = client.post(form.action, data=form.values("step=find"))
    assert 'value="ask.dealer" data-opens="s-ask.dealer"' in page.text
    form = main_form(page)
    page = client.post(form.action, data=form.values("show=ask.dealer"))
    form = main_form(page)
    assert (form["title"], form["find"], form["answer.dealer"]) == ("House", "who deals", "winner")
    assert '<details class="panel" id="s-ask.dealer" open>' in page.text


@pytest.mark.parametrize(("sought", "fold"), [("after own koi-koi", "terms"), ("instead of", "pairs")])
def test_a_hit_inside_another_fold_opens_both(client: FlaskClient, sought: str, fold: str) -> None:
    form = main_form(search_results(client, sought))
    page = client.post(form.action, data=form.values(f"show={fold}"))
    opened = re.findall(r'id="s-([\w.]+)" open>', page.text)
    assert {"yaku", fold} <= set(opened)


def test_the_enter_key_searches_while_there_are_words_and_saves_otherwise(
    client: FlaskClient, installation: Installation
) -> None:
    assert titles_of(search_results(client, "dealer", "enter"))
    assert "0 rules found" in search_results(client, "xyzzy", "enter").text
    form = main_form(client.get("/rules/new"))
    form["title"] = "House"
    assert client.post(form.action, data=form.values("step=enter")).status_code == 303
    assert installation.house_rules.names() == ("house",)


def test_a_word_of_the_game_finds_what_it_is_about_alone(app: Flask) -> None:
    with app.test_request_context():
        found = [[hit.place for hit in found_by(word, KOIKOI)] for word in ("tefuda", "手札")]
    assert found == [["f-deal.hand"], ["f-deal.hand"]]


@pytest.mark.parametrize("sought", ["  ", "<b>xyzzy", "x" * 3000])
def test_any_words_may_be_searched_for(client: FlaskClient, sought: str) -> None:
    page = search_results(client, sought)
    assert page.status_code == 200
    assert not titles_of(page)
    assert "<b></ul>" not in page.text


OF_YAKU = {
    "Points": "yaku",
    "Each extra card": "yaku",
    "Yaku of your own": "mine",
    "Cards needed besides": "mine",
    "Cards that do not count": "mine",
    "Cards that cancel it": "mine",
    "Yaku that do not count together": "pairs",
    "At least": "terms",
    "Only with another yaku": "terms",
    "Each time": "terms",
    "Each month is a yaku": "terms",
    "The lightning completes a month": "terms",
    "Only in rounds": "terms",
    "Multiplied in those rounds by": "terms",
}
OF_KOIKOI = {"Extra cards count": "terms", "After own koi-koi": "terms"}


@pytest.mark.parametrize(("game", "places"), [(KOIKOI, OF_YAKU | OF_KOIKOI), (COUNTED, OF_YAKU)])
def test_each_setting_of_all_yaku_is_found_where_it_is_set(
    app: Flask, game: GameId, places: dict[str, str]
) -> None:
    with app.test_request_context():
        found = [hit for key in yaku_options() for hit in found_by(f"yaku.{key}", game)]
    assert {
        hit.title: hit.fold for hit in found if hit.place in ("s-yaku", "s-terms", "s-mine", "s-pairs")
    } == (places)


@pytest.mark.parametrize(
    ("sought", "title", "meaning", "fold", "place"),
    [
        ("cards in hand", "Cards in hand", "", "deal", "f-deal.hand"),
        ("only in rounds", "Only in rounds", None, "terms", "s-terms"),
        (
            "instead of",
            "Yaku that do not count together",
            "Which yaku counts instead of which.",
            "pairs",
            "s-pairs",
        ),
        (
            "own yaku",
            "Yaku of your own",
            "Add a yaku that only your table plays: its name, points and cards.",
            "mine",
            "s-mine",
        ),
        ("cancel it", "Cards that cancel it", None, "mine", "s-mine"),
        ("tan ribbons", "Ribbons", "", "yaku", "y-tan"),
        ("yonmai", "Four of a month", "", "yaku", "y-hiki"),  # as it is called in Japanese
        ("three points each", "Are the sake yaku played?", None, "ask.viewings", "s-ask.viewings"),
        ("five brights", "What are the special yaku worth?", None, "ask.sets", "s-ask.sets"),
    ],
)
def test_what_is_found_says_where_it_is_set(
    app: Flask, sought: str, title: str, meaning: str | None, fold: str, place: str
) -> None:
    with app.test_request_context():
        found = {hit.title: hit for hit in found_by(sought)}
    hit = found[title]
    assert (hit.fold, hit.place) == (fold, place)
    assert meaning is None or hit.meaning == meaning
