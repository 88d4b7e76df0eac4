"""Yaku of the table's own in the form for house rules."""

from __future__ import annotations

from collections.abc import Collection
from itertools import product
from typing import Any

import pytest
from extent import daily
from flask.testing import FlaskClient

from scorekeeper.installation import Installation
from scorekeeper.koikoi.rules.conversion import MOST_OWN
from scorekeeper.koikoi.rules.diff import differences
from scorekeeper.koikoi.rules.loader import rules
from scorekeeper.koikoi.rules.options.yaku import YakuOptions
from scorekeeper.web.rules.form import yaku_id

from .player import Page, Player, read_in
from .rules_pages import NEW_YAKU, kept, main_form, own, seen, send, submit


def test_a_yaku_of_chosen_cards(client: FlaskClient, installation: Installation) -> None:
    own(client, "House", **NEW_YAKU, **{"yaku.-.points": "7", "yaku.-.min": "2"})
    made = rules("house", installation.house_rules.find).yaku["three_sevens"]
    assert made == YakuOptions(points=7, name="Three sevens", cards=("07A", "07R", "07C1"), min=2)
    page = seen(client.get("/rules/house"))
    assert "Three sevens: <b>7 points</b> <small>was not played</small>" in page
    assert page.count("Three sevens") == 3  # in what pays, as a change, among the yaku


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
            "yaku.-.not": ["11A", "09A"],
            "pair.yaku": "-",
            "pair.other": "tane",
        },
    )
    made = rules("house", installation.house_rules.find).yaku["dry_animals"]
    assert (made.kind, made.min, made.extra, made.points) == ("animal", 6, 1, 5)
    assert set(made.without) == {"09A", "11A"}
    assert made.replaces == ("tane",)


def test_a_known_yaku_names_the_one_that_is_being_added(
    client: FlaskClient, installation: Installation
) -> None:
    pair = {"pair.yaku": "goko", "pair.how": "excluded_by", "pair.other": "-"}
    own(client, "House", **NEW_YAKU, **pair)
    assert kept(installation, "house")["yaku"]["goko"]["excluded_by"] == ["three_sevens"]


def test_the_yaku_that_is_being_added_wins_at_once(client: FlaskClient, installation: Installation) -> None:
    own(client, "House", "roppyakken", **NEW_YAKU, **{"counting.wins_at_once": ["goko", "-", "", "goko"]})
    assert kept(installation, "house")["counting"] == {"wins_at_once": ["goko", "three_sevens"]}
    page = seen(client.get("/rules/house/edit"))
    assert '<option value="goko" selected>Five brights</option>' in page
    assert '<option value="three_sevens" selected>Three sevens</option>' in page


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
    assert "Cards of one month only: the month of the round" in client.get("/rules/house").text
    hand = "/hand?pile=04A.04R.04C1&round=4&ruleset=house"
    assert "Flowers of the month" in client.get(hand).text
    assert 'value="04C2"' in client.get(f"{hand}&edit=1").text  # asked for by name


@pytest.mark.parametrize("made", ["animal", "cards"])
def test_what_makes_a_yaku_of_ones_own_stays_when_the_form_is_saved_unchanged(
    made: str, client: FlaskClient, installation: Installation
) -> None:
    kinds: dict[str, dict[str, Any]] = {
        "cards": {"cards": ["05A", "04A", "04R"]},  # not by month
        "animal": {"kind": "animal", "not": ["11A", "09A"]},
    }
    yaku = {"points": 3, "name": "Ours", "monthly": "each", "min": 1, "repeat": True, **kinds[made]}
    installation.house_rules.keep("house", {"extends": "default", "title": "House", "yaku": {"ours": yaku}})
    before = rules("house", installation.house_rules.find)
    assert submit(client, "/rules/house/edit").status_code == 303
    assert not differences(before, rules("house", installation.house_rules.find))


@pytest.mark.parametrize(
    ("before", "sent", "after"),
    [
        (
            {"cards": ["05A", "04A"], "also": ["01B"]},
            {"made": "cards", "cards": ["06A", "04A"]},
            {"cards": ["04A", "06A"], "also": ["01B"]},
        ),
        (
            {"cards": ["05A", "04A"], "also": ["01B"]},
            {"made": "ribbon", "min": "3"},
            {"kind": "ribbon", "min": 3, "also": ["01B"]},
        ),
        (
            {"cards": ["05A", "04A"], "also": ["01B"]},
            {"made": "any", "monthly": "each", "min": "3"},
            {"monthly": "each", "min": 3},
        ),
        (
            {"kind": "animal", "min": 2, "not": ["04A"]},
            {"made": "cards", "cards": ["06A", "04A"], "min": ""},
            {"cards": ["04A", "06A"]},
        ),
        (
            {"kind": "animal", "min": 2, "not": ["04A"]},
            {"made": "any", "monthly": "round"},
            {"monthly": "round", "min": 2, "not": ["04A"]},
        ),
    ],
)
def test_what_made_a_yaku_before_gives_way_to_what_makes_it_now(
    before: dict[str, Any],
    sent: dict[str, Any],
    after: dict[str, Any],
    client: FlaskClient,
    installation: Installation,
) -> None:
    ours = {"points": 3, "name": "Ours"}
    house = {"extends": "default", "title": "House", "yaku": {"ours": {**ours, **before}}}
    installation.house_rules.keep("house", house)
    form = {f"yaku.ours.{setting}": text for setting, text in sent.items()}
    assert submit(client, "/rules/house/edit", form).status_code == 303
    now = rules("house", installation.house_rules.find)
    assert now.yaku == rules({**house, "yaku": {"ours": {**ours, **after}}}).yaku


def test_a_cap_on_the_yaku_says_that_it_cut(client: FlaskClient) -> None:
    own(client, "House", **{"multipliers.max_base": "7"})
    page = client.get(
        "/hand?ruleset=house&cards-0=01B&cards-0=03B&cards-0=12B&cards-0=09A", follow_redirects=True
    ).text
    assert "All yaku together count at most 7." in page
    assert "7 × 2" in page


def test_both_viewings_say_what_three_each_is(client: FlaskClient) -> None:
    player, note = Player(client), "Held together they are worth this instead: 6 is three points each."
    assert note in player.open("/rules/new").text
    assert note not in player.open("/rules/default").text
    own(client, "House", **{"yaku.nomi.points": "6"})
    assert note in player.open("/rules/house").text


def test_several_yaku_are_added_one_after_another(client: FlaskClient, installation: Installation) -> None:
    page = submit(client, "/rules/new", {"title": "House", **NEW_YAKU, "press": "step=add"})
    assert page.status_code == 200
    assert installation.house_rules.names() == ()
    again = main_form(page)
    assert again["own"] == "three_sevens"
    assert [again[f"yaku.-.{setting}"] for setting in ("name", "points", "extra")] == ["", "5", "0"]
    page = send(client, page, {**NEW_YAKU, "press": "step=add"})
    sent = send(client, page, {"yaku.-.name": "Boars", "yaku.-.cards": ["07A", "06A"]})
    assert sent.status_code == 303
    assert set(kept(installation, "house")["yaku"]) == {"three_sevens", "three_sevens_2", "boars"}


@pytest.fixture
def many(installation: Installation) -> None:
    """House rules with as many yaku of their own as they may have."""
    rows = {f"own_{n}": {"name": f"Own {n}", "cards": ["01B", "03B"], "points": 1} for n in range(MOST_OWN)}
    installation.house_rules.keep("many", {"extends": "default", "title": "Many", "yaku": rows})


@pytest.mark.usefixtures("many")
@pytest.mark.parametrize(("step", "status"), [("step=add", 200), ("", 422)])
def test_no_yaku_is_added_where_there_are_as_many_as_may_be(
    client: FlaskClient, installation: Installation, step: str, status: int
) -> None:
    page = submit(client, "/rules/many/edit", {**NEW_YAKU, "press": step})
    shown = Page(page, "")
    assert page.status_code == status
    assert shown.beside("yaku.-") == "A rule set may have at most 40 yaku of its own."
    assert shown.all("div", "notice error") == ["1 rule does not fit. Nothing is saved yet. Add a yaku"]
    again = main_form(page)
    assert (again["yaku.-.name"], len(again.values().getlist("own"))) == ("Three sevens", MOST_OWN)
    assert send(client, page, {"yaku.own_7.remove": "yes"}).status_code == 303
    assert {"own_7", "three_sevens"} - kept(installation, "many")["yaku"].keys() == {"own_7"}


@pytest.mark.usefixtures("many")
def test_a_form_that_became_too_long_by_another_phone_can_be_shortened(
    client: FlaskClient, installation: Installation
) -> None:
    added = submit(client, "/rules/many/edit", {**NEW_YAKU, "yaku.own_7.remove": "yes", "press": "step=add"})
    boars = {"yaku.-.name": "Boars", "yaku.-.cards": ["07A", "06A"]}
    submit(client, "/rules/many/edit", {**boars, "yaku.own_7.remove": "yes"})
    page = send(client, added)
    assert page.status_code == 409
    assert Page(page, "").beside("yaku") == "A rule set may have at most 40 yaku of its own."
    assert 'id="s-yaku" open' in page.text
    assert send(client, page, {"yaku.boars.remove": "yes"}).status_code == 303
    assert {"own_7", "boars", "three_sevens"} & kept(installation, "many")["yaku"].keys() == {"three_sevens"}


def test_an_own_yaku_is_changed_and_taken_out(client: FlaskClient, installation: Installation) -> None:
    own(client, "House", **NEW_YAKU, **{"pair.yaku": "-", "pair.other": "tane"})
    submit(client, "/rules/house/edit", {"yaku.three_sevens.points": "9"})
    assert kept(installation, "house")["yaku"]["three_sevens"]["points"] == 9
    submit(client, "/rules/house/edit", {"yaku.three_sevens.remove": "yes"})
    assert "yaku" not in kept(installation, "house")


@pytest.mark.parametrize("title", ["House", "Ours"])
def test_a_yaku_that_another_phone_takes_out_is_no_fault_of_a_page_that_has_it(
    client: FlaskClient, installation: Installation, title: str
) -> None:
    own(client, "House", **NEW_YAKU)
    boars = {"yaku.-.name": "Boars", "yaku.-.cards": ["07A", "06A"]}
    submit(client, "/rules/house/edit", {**boars, "pair.yaku": "-", "pair.other": "three_sevens"})
    drawn = client.get("/rules/house/edit")
    submit(client, "/rules/house/edit", {"yaku.three_sevens.remove": "yes"})
    late = send(client, drawn, {"title": title, "about": "By the fire"})
    assert late.status_code == 409
    assert Page(late, "").all("div", "notice error")[0].startswith("Somebody else has changed these rules")
    assert (main_form(late)["about"], main_form(late)["own"]) == ("By the fire", "boars")
    assert send(client, late).status_code == 303
    assert [*kept(installation, "house")["yaku"]] == ["boars"]


def test_a_yaku_that_is_being_changed_comes_back_where_another_phone_took_it_out(
    client: FlaskClient, installation: Installation
) -> None:
    own(client, "House", **NEW_YAKU)
    drawn = client.get("/rules/house/edit?show=own.three_sevens")
    submit(client, "/rules/house/edit", {"yaku.three_sevens.remove": "yes"})
    late = send(client, drawn, {"yaku.three_sevens.points": "9"})
    assert late.status_code == 409
    assert send(client, late).status_code == 303
    assert kept(installation, "house")["yaku"]["three_sevens"]["points"] == 9


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
        ("x" * 31, "x" * 30),
    ],
)
def test_the_id_of_a_yaku_is_made_from_its_name(name: str, made: str) -> None:
    assert yaku_id(name, set()) == made


def test_two_yaku_of_one_name_have_two_ids() -> None:
    assert yaku_id("Ōzan", {"ozan"}) == "ozan_2"


def test_a_yaku_is_named_in_several_languages(client: FlaskClient, installation: Installation) -> None:
    own(client, "House", **NEW_YAKU, **{"yaku.-.name.pl": "Trzy siódemki"})
    assert kept(installation, "house")["yaku"]["three_sevens"]["name"] == {
        "pl": "Trzy siódemki",
        "en": "Three sevens",
    }
    assert "Three sevens" in client.get("/rules/house").text
    read_in(client, "pl")
    page = seen(client.get("/rules/house"))
    assert "Trzy siódemki" in page
    assert "Three sevens" not in page
    hand = client.get("/hand?ruleset=house&cards-0=07A&cards-0=07R&cards-0=07C1", follow_redirects=True).text
    assert "Trzy siódemki" in hand


@pytest.mark.parametrize(
    ("name", "code"),
    daily(product(["Sevens", {"en": "Sevens"}, {"pl": "Siódemki", "de": "Sieben"}], ["en", "pl", "ja"]), 4),
)
def test_the_names_of_a_yaku_stay_when_the_form_is_saved_unchanged(
    name: Any, code: str, client: FlaskClient, installation: Installation
) -> None:
    ours = {"points": 3, "cards": ["04A", "05A"], "name": name}
    installation.house_rules.keep("house", {"extends": "default", "title": "House", "yaku": {"ours": ours}})
    read_in(client, code)
    assert submit(client, "/rules/house/edit").status_code == 303
    assert kept(installation, "house")["yaku"]["ours"]["name"] == name


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        ({"pl": "Siódemki", "en": "Sevens", "ja": "七"}, "七"),
        ({"pl": "Siódemki", "en": "Sevens"}, "Sevens"),
        ({"pl": "Siódemki", "nl": "Zevens"}, "Siódemki"),
    ],
)
def test_in_place_of_a_name_in_the_readers_language_stands_the_english_one_or_the_first(
    names: dict[str, str], shown: str, client: FlaskClient, installation: Installation
) -> None:
    ours = {"points": 3, "cards": ["04A", "05A"], "name": names}
    installation.house_rules.keep("house", {"extends": "default", "title": "House", "yaku": {"ours": ours}})
    read_in(client, "ja")
    assert main_form(client.get("/rules/house/edit"))["yaku.ours.name"] == shown


def test_a_name_stays_when_one_in_another_language_is_added(
    client: FlaskClient, installation: Installation
) -> None:
    ours = {"points": 3, "cards": ["04A", "05A"], "name": "Sevens"}
    installation.house_rules.keep("house", {"extends": "default", "title": "House", "yaku": {"ours": ours}})
    submit(client, "/rules/house/edit", {"yaku.ours.name.pl": "Siódemki"})
    named = kept(installation, "house")["yaku"]["ours"]["name"]
    assert named == {"pl": "Siódemki", "en": "Sevens"}


def test_a_name_in_another_language_that_is_too_long_is_refused_beside_its_field(client: FlaskClient) -> None:
    page = submit(client, "/rules/new", {"title": "House", **NEW_YAKU, "yaku.-.name.pl": "x" * 41})
    assert page.status_code == 422
    assert 'id="error-yaku.three_sevens.name.pl"' in page.text
    fields = {field for field in main_form(page).values() if field.startswith("yaku.three_sevens.name.")}
    assert fields == {f"yaku.three_sevens.name.{code}" for code in ("pl", "ru", "nl", "ja")}


def test_the_row_of_a_yaku_shows_its_cards_and_its_place(client: FlaskClient) -> None:
    form = main_form(client.get("/rules/new"))
    form["yaku.-.name"] = "Three sevens"
    form["yaku.-.points"] = "6"
    page = seen(client.post(form.action, data=form.values("step=try")))
    assert "Choose its cards." in page
    form.tick("yaku.-.cards", *NEW_YAKU["yaku.-.cards"])
    page = seen(client.post(form.action, data=form.values("step=try")))
    assert "Less than Rainy four brights (7), more than Three brights (5)." in page
    form["yaku.-.points"] = "5"
    form["yaku.-.min"] = "2"
    page = seen(client.post(form.action, data=form.values("step=try")))
    assert "As much as Three brights." in page
    assert "any 2 of 3" in page


@pytest.mark.parametrize(
    ("kept_as", "sent", "needs"),
    [
        ({"kind": "animal", "min": 2}, {"min": ""}, "any 2 of 9"),
        ({"kind": "animal", "min": 2}, {"min": "", "made": "ribbon"}, "any 2 of 10"),
        ({"kind": "animal", "min": 2}, {"name": ""}, "any 2 of 9"),
        ({"cards": ["05A", "04A", "06A"], "min": 2}, {"cards": "no"}, "any 2 of 3"),
        ({"cards": ["05A", "04A", "06A"]}, {"made": "ribbon"}, "any 1 of 10"),
        ({"monthly": "each", "min": 2}, {"monthly": "off"}, "2 of one month"),
        ({"kind": "animal", "min": 2}, {"made": "any"}, "2 of one month"),
    ],
)
def test_what_is_refused_in_a_yaku_counts_as_it_was(
    kept_as: dict[str, Any],
    sent: dict[str, str],
    needs: str,
    client: FlaskClient,
    installation: Installation,
) -> None:
    yaku = {"ours": {"points": 3, "name": "Ours", **kept_as}}
    installation.house_rules.keep("house", {"extends": "default", "title": "House", "yaku": yaku})
    form = {f"yaku.ours.{setting}": text for setting, text in sent.items()}
    page = Page(submit(client, "/rules/house/edit", {**form, "press": "step=try"}), "")
    assert page.words_of("row-ours").startswith(f"Ours 3 points {needs} Less than Three brights (5)")


@pytest.mark.parametrize(
    ("points", "unplayed", "place"),
    [
        (11, (), "More than any other; the next is Five brights (10)."),
        (1, ("tane", "tan", "kasu"), "Less than any other; the next is Three brights (5)."),
        (1, set(rules("default").yaku), "The only yaku."),
    ],
)
def test_only_yaku_that_are_played_say_the_place_of_another(
    points: int, unplayed: Collection[str], place: str, client: FlaskClient, installation: Installation
) -> None:
    ours = {"points": points, "cards": ["04A", "05A"], "name": "Sevens"}
    yaku = {"ours": ours, **{name: {"points": 0} for name in unplayed}}
    installation.house_rules.keep("house", {"extends": "default", "title": "House", "yaku": yaku})
    assert place in seen(client.get("/rules/house/edit"))
