"""A hand to try on the page of the form for house rules."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict
from werkzeug.test import TestResponse

from scorekeeper.installation import Installation

from .forms import Form
from .player import Page
from .rules_pages import NEW_YAKU, main_form, seen


def opened(client: FlaskClient, address: str = "/rules/new") -> Form:
    return main_form(client.get(address))


def tried(client: FlaskClient, form: Form) -> TestResponse:
    """The page after the button Try was pressed."""
    return client.post(form.action, data=form.values("step=try"))


def points(page: TestResponse) -> list[int]:
    """The points before and after; once where they are the same."""
    (shown,) = re.findall(r'<b class="num">(.*?)</b>', page.text, re.DOTALL)[:1]
    return [int(number) for number in re.findall(r"\d+", shown)]


@pytest.mark.parametrize(
    ("field", "text", "fold"),
    [
        ("answer.big", "ten", ("answer.big", "answer.in_all", "multipliers.big", "multipliers.max_factor")),
        ("yaku.tan.points", "3", ("yaku.", "pair")),
        ("deal.hand", "7", ("deal.",)),
        ("deal.hand", "", ("deal.",)),
        ("deal.hand", "x", ("deal.",)),
    ],
)
def test_what_is_not_sent_stays_as_it_is(
    field: str, text: str, fold: tuple[str, ...], client: FlaskClient
) -> None:
    form = opened(client, "/rules/new?from=russian").force("parts", "yes").force("latest", field)
    form[field] = text
    values = form.values("step=try")
    outside = ("csrf_token", "extends", "drawn", "title", "step", "parts", "latest")
    texts = [(name, text) for name, text in values.items(multi=True) if name.startswith((*fold, *outside))]
    few = MultiDict(texts)
    assert len(few) < len(values)
    assert client.post(form.action, data=few).text == client.post(form.action, data=values).text


def test_a_usual_hand_stands_there_while_nothing_is_changed(client: FlaskClient) -> None:
    page = client.get("/rules/new")
    assert points(page) == [20]
    assert "Nothing changes for these cards" in page.text
    assert page.text.count("#06A") > 0


def test_a_hand_of_the_cup_and_chaff_says_both(client: FlaskClient) -> None:
    form = opened(client, "/rules/new?from=russian")
    form["answer.cup"] = "no"
    page = tried(client, form)
    assert points(page) == [1, 0]
    head, _, bills = " ".join(seen(page).split()).partition("Try it with:")
    assert head.rindex("#09A") < head.index("+ 9 chaff cards")
    assert "9 chaff cards + sake cup" in bills


def test_a_change_shows_on_a_hand_that_it_touches_before_it_is_saved(
    client: FlaskClient, installation: Installation
) -> None:
    form = opened(client)
    form["yaku.tan.points"] = "3"
    page = tried(client, form)
    assert page.status_code == 200
    assert points(page) == [1, 3]
    assert "Ribbons 3" in seen(page)
    assert "With your changes" in page.text
    assert main_form(page)["yaku.tan.points"] == "3"
    assert installation.house_rules.names() == ()


def latest(form: Form, field: str) -> Form:
    """The form as a script sends it after this field was changed."""
    return form.force("parts", "yes").force("latest", field)


def test_the_hand_shows_what_was_changed_last(client: FlaskClient) -> None:
    form = opened(client)
    form["yaku.tan.points"] = "40"
    assert points(tried(client, latest(form, "yaku.tan.points"))) == [1, 80]
    form["yaku.kasu.points"] = "2"
    assert points(tried(client, form.force("latest", ""))) == [1, 80]  # the biggest change
    assert points(tried(client, latest(form, "yaku.kasu.points"))) == [1, 2]
    form["answer.big"] = "never"
    for field in ("answer.big", "multipliers.big.at"):
        assert points(tried(client, latest(form, field))) == [20, 10]
    form["title"] = "House"
    biggest = points(tried(client, form.force("latest", "")))
    for field in ("title", "nothing", "yaku.", "answer.nothing", "match.rounds"):
        assert points(tried(client, latest(form, field))) == biggest


def test_only_what_changes_is_sent_to_a_script(client: FlaskClient) -> None:
    form = opened(client).force("parts", "yes")
    form["answer.big"] = "never"
    answer = tried(client, form)
    assert "<html" not in answer.text
    assert points(answer) == [20, 10]


def test_all_that_a_change_changes_is_sent_to_a_script(client: FlaskClient) -> None:
    form = opened(client, "/rules/new?from=russian").force("parts", "yes")
    form["deal.hand"], form["calls.limit_scope"], form["yaku.tan.after_koi"] = "7", "round", "4"
    form["yaku.-.name"] = "Sevens"
    form.tick("yaku.-.cards", "07A", "07R")
    assert Page(tried(client, form), "").text == (
        "4 differences from “Russian booklet” Cards in hand: 7 was 8 Undo The limit applies to: the whole "
        "round was each player Undo Ribbons: After own koi-koi: 4 was off Undo Sevens: 5 points was not "
        "played Undo from 7 points, × 2 own: × 2, × 4, × 8 … other’s: × 2, once × 2 and × 2: × 4 an animal "
        "and chaff at once 5 each canceled by rain: no 5 each each extra animal or ribbon: no brights: "
        "three 5, four with rain 7, four 8, five 10 a draw, nobody scores with a yaku: a draw, nobody "
        "scores the winner; after a draw the same dealer 25, 50 or 100 for 3, 6 or 12 rounds; the loser "
        "pays 6 each, two full months 14 12 rounds with any yaku a yaku that grew: stop or koi-koi no 1 "
        "change 1 change 1 change 1 change 0 → 5 1 unusual rule Try it with: Sevens 5 Before: Russian "
        "booklet These cards make no yaku. With your changes Sevens 5 Unusual, but allowed The limit "
        "applies to No effect while “Koi-koi limit” is: any number. Sevens 5 points As much as Three "
        "brights. No effect while “Koi-koi limit” is: any number."
    )


def test_cards_and_calls_of_ones_own_are_tried(client: FlaskClient) -> None:
    form = opened(client)
    form["answer.own"] = "flat"
    form.tick("try.cards", "01B", "03B", "08B")
    assert points(tried(client, form)) == [5, 10]  # the app makes the call on which the change shows
    form["calls-0"] = "0"
    assert points(tried(client, form)) == [5]
    form["calls-0"] = "1"
    page = tried(client, form)
    assert points(page) == [5, 10]
    again = main_form(page)
    assert again.ticked("try.cards") == ["01B", "03B", "08B"]
    assert again["calls-0"] == "1"
    assert "own koi-koi" in page.text
    assert '<details class="trial" id="s-try" data-presses="try" open>' in page.text


def test_a_hand_of_several_yaku_is_added_up_and_multiplied(client: FlaskClient) -> None:
    form = opened(client)
    form.tick("try.cards", "01R", "02R", "03R", "06R", "01B", "03B", "08B")
    page = Page(tried(client, form), "")
    assert page.words_of("tried").endswith("22 Try it with: Three brights 5 + Red poetry ribbons 6, × 2")
    assert page.words_of("reasons").startswith(
        "Nothing changes for these cards Three brights sankō 三光 5 Red poetry ribbons akatan 赤短 5 + 1 = 6"
    )


@pytest.mark.parametrize(
    ("changes", "assumed"),
    [
        ({"answer.own": "flat"}, "1 own koi-koi · Boar-deer-butterflies 5"),
        ({"answer.other": "linear"}, "2 koi-koi of the others · Boar-deer-butterflies 5"),
        ({"answer.field_brights": "one"}, "2 brights on the dealt field · Boar-deer-butterflies 5"),
        ({"answer.by_round": "else", "multipliers.round": ["1", "3"]}, "round 2 · Boar-deer-butterflies 5"),
        ({"answer.by_round": "else", "multipliers.round": ["3", "1"]}, "Boar-deer-butterflies 5"),
        ({"answer.rain": "field"}, "a November card lies on the field: rain · These cards make no yaku."),
    ],
    ids=lambda value: next(iter(value)) if isinstance(value, dict) else "",
)
def test_on_what_the_points_depend_besides_the_cards_is_said(
    client: FlaskClient, changes: dict[str, str | list[str]], assumed: str
) -> None:
    form = opened(client)
    for name, value in changes.items():
        form.force(name, *([value] if isinstance(value, str) else value))
    head = Page(tried(client, form), "").words_of("tried")
    assert head.partition("Try it with: ")[2].startswith(assumed)


@pytest.mark.parametrize(
    ("own", "others", "shown"),
    [
        *(("1", "", [5, 10]), ("", "1", [10]), ("x", "1", [10]), ("-1", "1", [10]), ("1", "-1", [5, 10])),
        *(("24", "1", [10, 20]), ("25", "1", [10]), ("1", "24", [10, 20]), ("1", "25", [5, 10])),
    ],
)
def test_calls_that_are_not_said_are_none(
    client: FlaskClient, own: str, others: str, shown: list[int]
) -> None:
    form = opened(client)
    form["answer.own"] = "flat"
    form.tick("try.cards", "01B", "03B", "08B").force("calls-0", own).force("calls-1", others)
    assert points(tried(client, form)) == shown


def test_calls_that_are_no_numbers_and_cards_that_do_not_exist_count_for_nothing(client: FlaskClient) -> None:
    form = opened(client).force("calls-0", "x").force("try.cards", "99X")
    assert points(tried(client, form)) == [20]


def test_a_yaku_that_is_being_added_is_tried_once_it_has_cards(client: FlaskClient) -> None:
    form = opened(client)
    form["yaku.-.name"] = "Three sevens"
    assert points(tried(client, form)) == [20]
    form.tick("yaku.-.cards", *NEW_YAKU["yaku.-.cards"])
    page = tried(client, form)
    assert points(page) == [0, 5]
    assert "Three sevens 5" in page.text
    assert main_form(page)["yaku.-.name"] == "Three sevens"


def test_rules_that_cannot_be_played_say_why_instead(client: FlaskClient) -> None:
    form = opened(client)
    form["deal.hand"] = "15"
    form["deal.field"] = "16"
    assert points(tried(client, form)) == [20]  # 46 cards of 48
    form.tick("deal.without", "12C1", "12C2")
    assert points(tried(client, form)) == [20]
    form.tick("deal.without", "12C1", "12C2", "12C3")
    page = tried(client, form)
    assert "These rules cannot be played yet." in page.text
    assert "“Cards in hand” and “Cards on the field” need 46 cards; the deck has 45." in page.text


def test_house_rules_are_tried_against_their_parent(client: FlaskClient, installation: Installation) -> None:
    house = {"extends": "default", "title": "House", "yaku": {"tan": {"points": 4}}}
    installation.house_rules.keep("house", house)
    page = client.get("/rules/house/edit")
    assert points(page) == [1, 4]
    form = opened(client, "/rules/house/edit")
    form["yaku.tan.points"] = "1"
    assert points(tried(client, form)) == [20]
    assert client.post("/rules/nobody", data=form.values()).status_code == 404
    assert client.post("/rules/default", data=form.values()).status_code == 404


def test_what_is_odd_is_said_beside_its_field_and_above_the_buttons(client: FlaskClient) -> None:
    form = opened(client)
    form["calls.limit_scope"] = "round"
    page = seen(tried(client, form))
    why = "No effect while “Koi-koi limit” is: any number."
    assert page.count(why) == 2
    assert "1 unusual rule" in page
    field = page[page.index('name="calls.limit_scope"') :]
    assert why in field[: field.index('name="calls.final_turn"')]
    form["calls.limit"] = "1"
    assert 'class="odd"' not in tried(client, form).text


def test_what_is_odd_never_keeps_rules_from_being_saved(
    client: FlaskClient, installation: Installation
) -> None:
    form = opened(client).force("title", "House")
    form["answer.brights"] = "else"
    form["yaku.sanko.points"] = "9"
    page = seen(tried(client, form))
    asked = page[page.index('name="answer.brights"') :]
    assert "It never counts" in asked[: asked.index('id="s-')]
    assert client.post("/rules", data=form.values()).status_code == 303
    assert installation.house_rules.names() == ("house",)
    assert "2 unusual rules" in seen(client.get("/rules/house/edit")), "their parent is not so"


def test_what_is_odd_about_the_parent_already_is_not_said_again(client: FlaskClient) -> None:
    assert "setting is odd" not in client.get("/rules/new?from=dutch").text
    form = opened(client, "/rules/new?from=dutch")
    form["answer.coins"] = "else"
    form.force("settlement.purse", "same").force("settlement.purse.same", "50")
    assert form["settlement.account"] == "gains"
    assert "1 unusual rule" in seen(tried(client, form))


def test_a_card_that_is_not_in_the_deck_is_named_and_not_tried(client: FlaskClient) -> None:
    form = opened(client).force("deal.without", "12C3")
    form.tick("try.cards", "04R", "12C3")
    page = tried(client, form)
    assert page.status_code == 200
    assert "12C3: not in the deck with these rules." in seen(page)
    assert "#04R" in page.text
    assert "Nothing changes for these cards" in page.text
