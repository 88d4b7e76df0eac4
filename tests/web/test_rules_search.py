"""The search of the rule editor, in the reader's language and without scripts."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient
from looks import daily
from werkzeug.test import TestResponse

from scorekeeper.installation import Installation
from scorekeeper.koikoi.rules.schema import options
from scorekeeper.web.rules.search import MOST_HITS
from scorekeeper.web.rules.search import hits as found_by

from .rules_pages import main_form, seen

# What a table may type, by language and by the fold that has to be found.
WORDS = {
    "en": {
        "ask.big": "only once, doubled once, double, doubling, multiplier, seven points, never more",
        "ask.koikoi": "koi koi, opponent",
        "ask.cup": "sake, September",
        "ask.viewings": "hanami, rain",
        "ask.sets": "poetry",
        "ask.nobody": "draw",
        "ask.dealer": "oya",
        "ask.coins": "money",
        "ask.lucky": "four of a kind",
        "ask.rounds": "target",
        "ask.calling": "minimum",
        "match": "three players, eldest",
        "calls": "last card",
    },
    "pl": {
        "ask.big": "tylko raz, podwaja, podwojenie, podwójnie, mnożnik, siedem, nigdy więcej",
        "ask.koikoi": "koi koi, przeciwnik",
        "ask.cup": "czarka, wrzesień",
        "ask.viewings": "hanami, deszcz",
        "ask.sets": "wstążki",
        "ask.nobody": "remis",
        "ask.dealer": "rozdający",
        "ask.coins": "pieniądze",
        "ask.lucky": "czwórka",
        "ask.rounds": "ile rozdań",
        "ask.calling": "minimum",
        "match": "losowo",
        "play": "błyskawica",
    },
    "ru": {
        "ask.big": "только один раз, удваивается, удвоение, вдвое, множитель, семь, не больше",
        "ask.koikoi": "кой кой, противник",
        "ask.cup": "чаша, сентябрь",
        "ask.viewings": "ханами, дождь",
        "ask.sets": "ленты",
        "ask.nobody": "ничья",
        "ask.dealer": "сдающий",
        "ask.coins": "деньги",
        "ask.lucky": "тенхо",
        "ask.rounds": "сколько раундов",
        "ask.calling": "минимум",
        "match": "трое, старший",
        "play": "молния",
    },
    "nl": {
        "ask.big": "maar één keer, verdubbeld, verdubbeling, dubbel, factor, zeven, nooit meer",
        "ask.koikoi": "koi koi, tegenstander",
        "ask.cup": "kopje, september",
        "ask.viewings": "hanami, regen",
        "ask.sets": "linten",
        "ask.nobody": "gelijkspel",
        "ask.dealer": "deler",
        "ask.coins": "geld",
        "ask.lucky": "vier paren",
        "ask.rounds": "hoeveel rondes",
        "ask.calling": "minimum",
        "match": "drie spelers, oudste",
        "calls": "laatste kaart",
    },
    "ja": {
        "ask.big": "一度だけ, 1回だけ, 倍, 二倍, 倍率, 上限, 7文",
        "ask.koikoi": "こいこい, 相手",
        "ask.cup": "盃, 9月",
        "ask.viewings": "花見, 雨",
        "ask.sets": "猪鹿蝶",
        "ask.nobody": "流局",
        "ask.dealer": "親",
        "ask.coins": "支払い",
        "ask.lucky": "くっつき",
        "ask.rounds": "何局",
        "ask.calling": "最低",
        "match": "3人, 最年長",
        "play": "雷",
    },
}


def searched(client: FlaskClient, sought: str, step: str = "find") -> TestResponse:
    form = main_form(client.get("/rules/new"))
    form["find"] = sought
    return client.post(form.action, data=form.values(f"step={step}"))


def hits(page: TestResponse) -> list[str]:
    """The titles of what was found."""
    (listed,) = re.findall(r'<ul class="hits">(.*?)</ul>', seen(page), re.S) or [""]
    return re.findall(r"<b>(.*?)</b>", listed)


@pytest.mark.parametrize(
    ("language", "sought", "title"),
    [
        ("en", "LIGHTNING", "Lightning"),
        ("en", "capture   match", "Matching cards"),
        ("en", "sake cup", "What does the sake cup count as?"),
        ("en", "whichever pays more", "What does the sake cup count as?"),
        ("en", "five brights", "What are the special yaku worth?"),
        ("en", "× 8", "What does koi-koi multiply?"),
        ("en", "four matching months", ""),
        ("en", "only once", "From how many points is a round doubled, and how often?"),
        ("en", "instead of", "Yaku that do not count together"),
        ("en", "only in rounds", "Only in rounds"),
        ("en", "own yaku", "Yaku of your own"),
        ("en", "cancel it", "Cards that cancel it"),
        ("en", "tan ribbons", "Ribbons"),
        ("pl", "na ręce", "Karty na ręce"),
        ("ru", "карт на руках", "Карт на руках"),
        ("nl", "kaarten in de hand", "Kaarten in de hand"),
        ("ja", "手札の枚数", "手札の枚数"),
        ("ja", "cards in hand", ""),
    ],
)
def test_a_rule_is_found_by_its_words(client: FlaskClient, language: str, sought: str, title: str) -> None:
    client.set_cookie("language", language)
    found = hits(searched(client, sought))
    assert title in found if title else not found


@pytest.mark.parametrize("language", WORDS)
def test_a_rule_is_found_by_the_words_of_a_table(app: Flask, language: str) -> None:
    typed = [(word, fold) for fold, words in WORDS[language].items() for word in words.split(", ")]
    assert len(typed) >= 20
    with app.test_request_context(headers={"Cookie": f"language={language}"}):
        found = {word: [hit.fold for hit in found_by(word)] for word, _ in typed}
    assert [(word, found[word]) for word, fold in typed if fold not in found[word]] == []
    assert {found[word][0] for word, fold in typed if fold == "ask.big"} == {"ask.big"}


@pytest.mark.parametrize("key", daily(sorted(options()), 3))
def test_every_option_is_found_by_its_title_or_by_the_question_that_asks_for_it(
    client: FlaskClient, key: str
) -> None:
    row = options()[key]
    assert 0 < len(hits(searched(client, f"{row.title} {row.meaning}"))) <= MOST_HITS


def test_a_hit_opens_its_place_and_keeps_what_was_typed(client: FlaskClient) -> None:
    form = main_form(client.get("/rules/new"))
    form["title"], form["find"] = "House", "who deals"
    page = client.post(form.action, data=form.values("step=find"))
    assert 'value="ask.dealer" formaction="/rules#s-ask.dealer"' in page.text
    form = main_form(page)
    page = client.post(form.action, data=form.values("open=ask.dealer"))
    form = main_form(page)
    assert (form["title"], form["find"], form["answer.dealer"]) == ("House", "who deals", "winner")
    assert '<details class="panel" id="s-ask.dealer" data-fold open>' in page.text


def test_the_enter_key_searches_while_there_are_words_and_saves_otherwise(
    client: FlaskClient, installation: Installation
) -> None:
    assert hits(searched(client, "dealer", "enter"))
    assert "0 rules found" in searched(client, "xyzzy", "enter").text
    form = main_form(client.get("/rules/new"))
    form["title"] = "House"
    assert client.post(form.action, data=form.values("step=enter")).status_code == 303
    assert installation.house_rules.names() == ("house",)


@pytest.mark.parametrize("sought", ["", "  ", "<b>", "%", "x" * 3000])
def test_any_words_may_be_searched_for(client: FlaskClient, sought: str) -> None:
    page = searched(client, sought)
    assert page.status_code == 200
    assert not hits(page)
    assert "<b></ul>" not in page.text
