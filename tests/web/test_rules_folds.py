"""The folds of the form for house rules: all of it is on the page, and what is looked for is open."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from scorekeeper.installation import Installation
from scorekeeper.koikoi.rules.diff import differences
from scorekeeper.koikoi.rules.loader import names, rules
from scorekeeper.koikoi.rules.options.row import COUNTED, KOIKOI
from scorekeeper.koikoi.rules.questions import topic_of, topics
from scorekeeper.koikoi.rules.schema import Tree, put_at, sections
from scorekeeper.koikoi.rules.yaku import KNOWN
from scorekeeper.languages import LANGUAGES
from scorekeeper.web.rules.places import place_of

from .player import Page, Player
from .rules_pages import NEW_YAKU, main_form, own, send, submit, ways

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
    assert there & sections().keys() == {
        *(name for name, section in sections().items() if {row.key for row in section.options} - asked),
        "yaku",
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


@pytest.mark.parametrize(
    ("show", "expected"),
    [
        ("own.own0", {"own.own0"}),
        ("also.own0", {"own.own0", "also.own0"}),
        ("terms.own1", {"own.own1", "terms.own1"}),
        ("new", {"new"}),
        ("ruined_by.-", {"new", "ruined_by.-"}),
        ("terms.-", {"new", "terms.-"}),
        ("terms", {"yaku", "terms"}),
        ("changes", {"changes"}),
    ],
)
def test_beside_yaku_of_ones_own_what_is_to_be_shown_is_open(
    show: str, expected: set[str], client: FlaskClient, installation: Installation
) -> None:
    ours = {f"own{n}": {"points": 3, "name": f"Own {n}", "cards": ["04A", "05A"]} for n in range(2)}
    installation.house_rules.keep("house", {"extends": "default", "title": "House", "yaku": ours})
    assert opened(client.get(f"/rules/house/edit?show={show}").text) == {"mine", *expected}


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


def test_pairs_that_are_changed_or_not_whole_are_open(
    client: FlaskClient, installation: Installation
) -> None:
    yaku = {"goko": {"excluded_by": ["tan"]}}
    installation.house_rules.keep("house", {"extends": "default", "title": "House", "yaku": yaku})
    assert opened(client.get("/rules/house/edit").text) == {"yaku", "pairs", "new"}
    page = submit(client, "/rules/new", {"title": "House", "pair.yaku": "tan"})
    assert opened(page.text) == {"yaku", "pairs", "new"}


@pytest.mark.parametrize(
    ("field", "place"),
    [
        ("match.rounds", ("ask.rounds", "q-rounds")),
        ("multipliers.big", ("ask.big", "q-big")),
        ("multipliers.max_factor", ("ask.big", "q-in_all")),
        ("settlement.purse.rounds", ("ask.coins", "q-coins")),
        ("deal.hand", ("deal", "f-deal.hand")),
        ("match.tie.number", ("match", "f-match.tie.number")),
        ("yaku.sanko", ("ask.sets", "q-brights")),
        ("yaku.akatan.extra", ("ask.sets", "q-further")),
        ("yaku.tane", ("yaku", "y-tane")),
        ("yaku.tane.extra", ("yaku", "y-tane")),
        ("yaku.goko.extra", ("terms.goko", "s-terms.goko")),
        ("yaku.tan.min", ("terms.tan", "s-terms.tan")),
        ("yaku.hiki.repeat", ("terms.hiki", "s-terms.hiki")),
        ("yaku.ours", ("own.ours", "row-ours")),
        ("yaku.ours.min", ("own.ours", "row-ours")),
        ("yaku.ours.also", ("also.ours", "s-also.ours")),
        ("yaku.ours.months", ("terms.ours", "s-terms.ours")),
        ("yaku.-.cards", ("new", "row--")),
        ("yaku.ours.rivals", ("pairs", "s-pairs")),
        ("pair", ("pairs", "s-pairs")),
        ("title", ("", "f-title")),
        ("", ("", "f-")),
    ],
)
def test_each_field_has_its_place(field: str, place: tuple[str, str]) -> None:
    assert place_of(field, KOIKOI) == place
    assert field not in ("multipliers.max_factor", "settlement.purse.rounds") or (
        place_of(field, COUNTED) == (field.partition(".")[0], f"f-{field}")
    )


def test_what_only_koi_koi_asks_for_is_in_a_section_of_another_game(
    client: FlaskClient, installation: Installation
) -> None:
    counted = {"extends": "roppyakken", "title": "House", "multipliers": {"max_factor": 4}}
    installation.house_rules.keep("house", counted)
    page = client.get("/rules/house/edit")
    assert opened(page.text) == {"multipliers"}
    assert Page(page, "").words_of("now-multipliers") == "1 change"


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


HOUSE: Tree = {
    "extends": "default",
    "title": "House",
    "deal": {"without": ["12C1"]},
    "match": {"rounds": 5},
    "yaku": {
        "x": {"points": 3, "name": {"en": "X", "pl": "Y"}, "cards": ["04A", "05A"], "also": ["01B"]},
        "tan": {"points": 3, "extra": 2, "after_koi": 4},
    },
}


@pytest.mark.parametrize(
    ("address", "heading", "made_from", "back", "leads"),
    [
        ("new", "Your own rules", "Koi-Koi, common rules", "/rules", ["/rules"]),
        ("new?from=dutch", "Your own rules", "Dutch Wikipedia", "/rules/dutch", ["/rules"]),
        (
            *("house/edit", "Edit these rules", "Koi-Koi, common rules"),
            *("/rules/house", ["/lab?rules=default&against=house"]),
        ),
    ],
)
def test_the_editor_says_what_is_made_and_leads_back(
    player: Player,
    installation: Installation,
    address: str,
    heading: str,
    made_from: str,
    back: str,
    leads: list[str],
) -> None:
    installation.house_rules.keep("house", HOUSE)
    page = player.open(f"/rules/{address}")
    assert f"<title>{heading} –" in page.html
    assert f"{heading} from: {made_from} " in page.text
    assert [to for to, _ in ways(page)] == [back, *leads, back]
    assert ("Start from other rules" in page.text) == (address != "house/edit")


def test_what_rules_change_is_marked_where_it_is_set_and_listed_with_what_it_was(
    player: Player, installation: Installation
) -> None:
    installation.house_rules.keep("house", HOUSE)
    installation.house_rules.keep("hut", {"extends": "house", "title": "Hut"})
    page = player.open("/rules/house/edit")
    assert page.text.partition("Name of these rules ")[2].partition(" House rules")[0] == (
        "6 differences from “Koi-Koi, common rules” Rounds: 5 was 12 Undo Cards left out: 12 chaff 1 "
        "was none Undo Ribbons: 3 points was 1 point Undo Ribbons: Each extra card: 2 was 1 Undo "
        "Ribbons: After own koi-koi: 4 was off Undo X: 3 points was not played Undo"
    )
    assert "Yaku of your own 1 change X" in page.text
    assert "Ribbons tan タン was 1 point was +1 for each extra card" in page.text
    assert page.text.count("was +1 for each extra card") == 1 and page.text.count("was 1 point") == 2
    assert re.findall(r'<tr class="changed">\s*<th scope="row"><span id="y-(\w+)"', page.html) == ["tan"]
    shown = re.findall(r'<details class="panel"(?: id="s-([^"]*)")? open', page.html)
    assert shown == ["mine", "own.x", "", "also.x", "deal", "", "yaku", "terms", "terms.tan"]
    assert 'name="yaku.x.remove"' in page.html
    inherited = player.open("/rules/hut/edit")
    assert 'value="x"' in inherited.html and 'name="yaku.x.remove"' not in inherited.html
    assert "The same as “House” House rules" in inherited.text


def test_a_number_stands_beside_its_label_and_several_controls_are_a_group(player: Player) -> None:
    page = player.open("/rules/new?from=roppyakken").html + player.open("/rules/new").html
    beside = re.findall(r'<div class="field row" id="f-([\w.]+)">', page)
    groups = re.findall(r'<div class="field" id="f-([\w.]+)" role="group" aria-label="[^"]+">', page)
    assert {"match.rounds", "deal.hand", "multipliers.big.factor"} <= {*beside}
    assert {"multipliers.round", "weather.rain.ruins", "multipliers.own_koi.table"} <= {*groups}
    assert {"counting.cards", "counting.wins_at_once", "deal.without"} <= {*groups}


@pytest.mark.parametrize(
    ("key", "entered", "shown"),
    [
        ("multipliers.round", None, ["", "", ""]),
        ("multipliers.round", [1, 2], ["1", "2", "", "", ""]),
        ("yaku.tan.months", [], ["–", "", "", ""]),  # in no round at all
        ("multipliers.own_koi.table", [], [""] * 8),
        (
            "multipliers.own_koi.table",
            [["x", n] for n in range(4)],
            ["x", "0", "x", "1", "x", "2", "x", "3", "", ""],
        ),
        ("counting.cards", {}, [""] * 4),
        ("counting.cards", {"01B": 5, "12C1": 0}, ["01B", "5", "12C1", "0", *[""] * 4]),
        ("counting.wins_at_once", ["goko"], ["goko", "", ""]),
    ],
)
def test_what_is_listed_has_room_for_more_and_stays(
    key: str, entered: Any, shown: list[str], client: FlaskClient, installation: Installation
) -> None:
    house: dict[str, Any] = {
        "extends": "roppyakken" if key.startswith("counting") else "default",
        "title": "House",
    }
    put_at(house, key, "off" if entered is None else entered)
    installation.house_rules.keep("house", house)
    before = rules("house", installation.house_rules.find)
    form = main_form(client.get("/rules/house/edit"))
    assert [control.value for control in form.controls if control.name == key] == shown
    assert client.post(form.action, data=form.values()).status_code == 303
    assert not differences(before, rules("house", installation.house_rules.find))


def test_rules_for_some_numbers_of_players_offer_all_that_there_can_be(client: FlaskClient) -> None:
    form = main_form(client.get("/rules/new?from=roppyakken"))
    assert form.offers("match.players") == ["2", "3", "4", "2 3", "2 4", "3 4", "2 3 4"]
    assert form["match.players"] == "2 3"
    assert '<option value="2 3 4">2, 3, 4</option>' in client.get("/rules/new?from=roppyakken").text
    assert main_form(client.get("/rules/new?from=mushi")).offers("match.players") == ["2", "3"]


def test_a_yaku_is_asked_for_what_can_matter_to_it(client: FlaskClient, installation: Installation) -> None:
    def asked(address: str, setting: str) -> set[str]:
        form = main_form(client.get(address))
        return {name for name in KNOWN if f"yaku.{name}.{setting}" in form}

    whole = {"goko", "hanami", "tsukimi", "nomi", "tsukifuda", "hiki", "omotesugawara"}
    assert asked("/rules/new", "extra") == asked("/rules/new", "extra_from") == KNOWN.keys() - whole
    assert asked("/rules/new", "min") == {"tane", "tan", "kasu"}
    assert asked("/rules/new", "repeat") == asked("/rules/new", "separate") == {"hiki"}
    assert asked("/rules/new", "lightning") == {"tsukifuda", "hiki"}
    yaku = {"goko": {"extra": 1}, "hiki": {"extra": 1}}
    installation.house_rules.keep("house", {"extends": "default", "title": "House", "yaku": yaku})
    for setting in ("extra", "extra_from"):
        assert asked("/rules/house/edit", setting) == KNOWN.keys() - (whole - yaku.keys())


ASKED_OF_ALL = {"points", "extra", "min", "month_factor", "months", "requires_other"}
ASKED_OF_OWN = {
    "name",
    "made",
    "cards",
    "monthly",
    "also",
    "not",
    "ruined_by",
    "repeat",
    "separate",
    "lightning",
}


@pytest.mark.parametrize(
    ("origin", "of_koikoi"), [("default", {"after_koi", "extra_from"}), ("roppyakken", set())]
)
def test_only_in_koi_koi_a_yaku_is_asked_what_koi_koi_does(
    origin: str, of_koikoi: set[str], client: FlaskClient
) -> None:
    form = main_form(client.get(f"/rules/new?from={origin}"))
    asked = [control.name.split(".") for control in form.controls if control.name.startswith("yaku.")]
    assert {name[2] for name in asked if name[1] == "tan"} == ASKED_OF_ALL | of_koikoi
    assert {name[2] for name in asked if name[1] == "-"} == ASKED_OF_ALL | ASKED_OF_OWN | of_koikoi
    assert form.offers("yaku.-.made") == ["cards", "bright", "animal", "ribbon", "chaff", "any"]
    assert (form["yaku.-.made"], form["yaku.-.monthly"]) == ("cards", "off")


@pytest.mark.parametrize("yaku", ["goko", "hiki"])
def test_what_further_cards_pay_that_there_are_not_stays_as_it_is_entered(
    yaku: str, client: FlaskClient, installation: Installation
) -> None:
    house = {"extends": "default", "title": "House", "yaku": {yaku: {"extra": 1}}}
    installation.house_rules.keep("house", house)
    extra = f"yaku.{yaku}.extra"
    page = client.get("/rules/house/edit")
    refused = send(client, page, {extra: ""})
    assert Page(refused, "").beside(extra) == "Enter a whole number from 0 to 99."
    assert main_form(refused)[extra] == ""
    for press in ("step=find", f"undo={extra}"):
        again = send(client, page, {extra: "0" if press == "step=find" else "1", "press": press})
        assert main_form(again)[extra] == "0"
    assert send(client, again).status_code == 303
    assert rules("house", installation.house_rules.find).yaku[yaku].extra == 0
    installation.house_rules.keep("house", house)
    installation.house_rules.keep("hut", {"extends": "house", "title": "Hut", "yaku": {yaku: {"extra": 0}}})
    again = send(client, client.get("/rules/hut/edit"), {"press": f"undo={extra}"})
    assert main_form(again)[extra] == "1"


def test_which_yaku_do_not_count_together_is_said_and_can_be_said_in_three_ways(
    player: Player, installation: Installation
) -> None:
    yaku = {"hanami": {"rivals": ["sanko"], "excluded_by": ["tan"]}}
    installation.house_rules.keep("house", {"extends": "default", "title": "House", "yaku": yaku})
    page = player.open("/rules/house/edit")
    assert "Flower viewing or, if it is worth more, Three brights" in page.text
    assert "Flower viewing does not count together with Ribbons" in page.text
    assert page.form("/house").offers("pair.how") == ["replaces", "excluded_by", "rivals"]
    assert page.form("/house")["pair.how"] == "replaces"


def test_a_topic_of_one_question_asks_it_once(player: Player) -> None:
    page = player.open("/rules/new")
    for topic in topics():
        legend = re.findall(
            rf'id="q-{topic.choices[0].id}">\s*<legend( class="visually-hidden")?>', page.html
        )
        assert legend == [' class="visually-hidden"' if len(topic.choices) == 1 else ""], topic.id


def test_what_does_not_fit_and_what_was_added_is_said_above_the_form(client: FlaskClient) -> None:
    page = Page(submit(client, "/rules/new", {"title": "House", "match.rounds": "0"}), "")
    assert page.all("div", "notice error") == ["1 rule does not fit. Nothing is saved yet. Rounds"]
    page = Page(submit(client, "/rules/new", {"match.rounds": "0", "deal.hand": "x"}), "")
    assert page.all("div", "notice error") == [
        "3 rules do not fit. Nothing is saved yet. Rounds , Cards in hand , Name of these rules"
    ]
    page = Page(submit(client, "/rules/new", {"title": "House", "about": "x" * 401, "pair.yaku": "tan"}), "")
    assert page.all("div", "notice error") == [
        "2 rules do not fit. Nothing is saved yet. About these rules , Yaku that do not count together"
    ]
    inside = {"match.tie": "number", "match.tie.number": "13", "yaku.tan.extra": "100"}
    inside |= {"settlement.purse": "rounds", "yaku.-.name.pl": "x" * 41, "yaku.-.made": "any"}
    page = Page(submit(client, "/rules/new", {"title": "House", **NEW_YAKU, **inside}), "")
    assert page.all("div", "notice error") == [
        "5 rules do not fit. Nothing is saved yet. Tie of the match , Coins at the start , Three sevens: "
        "Name , Three sevens: Cards of one month only , Ribbons: Each extra card"
    ]
    assert page.all("p", "error") == [
        "Enter the coins for at least one number of rounds.",
        "That is too long: at most 40 characters.",
        "Choose the month of the round, or any month.",
        "“13” is not possible; allowed: a whole number from 1 to 12.",
        "“100” is not possible; allowed: a whole number from 0 to 99.",
    ]
    page = Page(submit(client, "/rules/new", {"title": "House", **NEW_YAKU, "press": "step=add"}), "")
    assert page.all("div", "notice")[-1] == "“Three sevens” was added below. Save to keep it."


def test_what_each_call_does_is_shown_as_it_is_kept(client: FlaskClient) -> None:
    steps = ["+", "1", "x", "2", "x", "3", "", ""]
    table: dict[str, Any] = {"multipliers.own_koi.form": "table", "multipliers.own_koi.table": steps}
    own(client, "House", **table)
    form = main_form(client.get("/rules/house/edit"))
    typed = [control.value for control in form.controls if control.name == "multipliers.own_koi.table"]
    assert typed == steps
