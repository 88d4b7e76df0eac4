"""The list of what the form changes, and the way back of each change."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from extent import daily
from flask.testing import FlaskClient

from scorekeeper.installation import Installation
from scorekeeper.koikoi.rules.diff import changes, differences, in_lines
from scorekeeper.koikoi.rules.loader import rules
from scorekeeper.web.rules.changes import without

from .forms import Form
from .rules_pages import kept, main_form, seen

OURS = {"points": 3, "name": "Ours", "cards": ["04A", "05A"], "replaces": ["tan"], "after_koi": 4}


def pressed(client: FlaskClient, form: Form, change: str) -> Form:
    """The form after one change was taken back."""
    return main_form(client.post(form.action, data=form.values(f"undo={change}")))


def like(name: str) -> dict[str, Any]:
    """A house rule set that says every difference of a named set against the default rules."""
    tree: dict[str, Any] = {"extends": "default", "title": "House"}
    for key, _before, value in differences(rules("default"), rules(name)):
        *path, last = key.split(".")
        inner = tree
        for part in path:
            inner = inner.setdefault(part, {})
        inner[last] = value
    tree.pop("advice", None)
    return tree


@pytest.mark.parametrize("name", daily(["polish_all", "russian_all", "senridogs_additive", "cwz_local"], 4))
def test_each_change_is_taken_back_alone(client: FlaskClient, installation: Installation, name: str) -> None:
    installation.house_rules.keep("house", like(name))
    form = main_form(client.get("/rules/house/edit"))
    made = form.presses("undo")
    assert len(made) > 5
    before = rules("house", installation.house_rules.find)
    for change in made:
        again = pressed(client, form, change)
        assert again.presses("undo") == [other for other in made if other != change]
        assert client.post(again.action, data=again.values()).status_code == 303
        after = rules("house", installation.house_rules.find)
        gone = in_lines(difference.key for difference in differences(before, after))
        assert gone == (change,)
        installation.house_rules.keep("house", like(name))
        form = main_form(client.get("/rules/house/edit"))


def test_no_yaku_names_one_of_the_tables_own_that_is_taken_out() -> None:
    own = {"ours": OURS, "goko": {"excluded_by": ["ours"]}}
    above, tree = map(msgspec.to_builtins, (rules("default"), rules("default", overrides={"yaku": own})))
    left = without(tree, above, "yaku.ours.points")
    assert "ours" not in left["yaku"]
    assert [*left["yaku"]["goko"]["excluded_by"]] == []
    assert [*left["yaku"]["shiko"]["replaces"]] == [*above["yaku"]["shiko"]["replaces"]]


def test_one_after_the_other_until_nothing_is_changed(
    client: FlaskClient, installation: Installation
) -> None:
    installation.house_rules.keep("house", like("russian"))
    form = main_form(client.get("/rules/house/edit"))
    while made := form.presses("undo"):
        form = pressed(client, form, made[0])
    page = client.post(form.action, data=form.values())
    assert page.status_code == 303
    assert changes(rules("default"), rules("house", installation.house_rules.find)) == ()


def test_what_else_is_entered_stays(client: FlaskClient, installation: Installation) -> None:
    installation.house_rules.keep("house", {"extends": "dutch", "title": "House", "match": {"rounds": 5}})
    form = main_form(client.get("/rules/house/edit"))
    form["title"], form["deal.hand"] = "Hut", "x"
    form["answer.big"] = "never"
    page = client.post(form.action, data=form.values("undo=match.rounds"))
    assert 'id="s-changes" open>' in page.text
    again = main_form(page)
    assert (again["title"], again["deal.hand"], again["answer.big"]) == ("Hut", "x", "never")
    assert again.presses("undo") == ["multipliers.big"]
    again["deal.hand"] = ""
    assert client.post(again.action, data=again.values()).status_code == 303
    assert kept(installation, "house")["multipliers"] == {"big": {"factor": 1}}
    assert "match" not in kept(installation, "house")


@pytest.mark.parametrize("kept_before", [True, False])
def test_a_yaku_that_was_added_is_taken_out(
    client: FlaskClient, installation: Installation, kept_before: bool
) -> None:
    if kept_before:
        house = {"extends": "dutch", "title": "House", "yaku": {"ours": OURS}}
        installation.house_rules.keep("house", house)
        form = main_form(client.get("/rules/house/edit"))
    else:
        form = main_form(client.get("/rules/new?from=dutch")).force("yaku.-.cards", "04A", "05A")
        form["title"], form["yaku.-.name"] = "House", "Ours"
        form = main_form(client.post(form.action, data=form.values("step=add")))
    assert form.presses("undo") == ["yaku.ours"]
    form = pressed(client, form, "yaku.ours")
    assert form.presses("undo") == []
    form = main_form(client.post(form.action, data=form.values("step=try")))
    assert form.presses("undo") == []
    assert client.post(form.action, data=form.values()).status_code == 303
    assert "yaku" not in kept(installation, "house")


def test_a_yaku_of_the_parent_becomes_what_it_was(client: FlaskClient, installation: Installation) -> None:
    installation.house_rules.keep("house", {"extends": "dutch", "title": "House", "yaku": {"ours": OURS}})
    other = {"ours": {"points": 9, "name": "Theirs", "cards": ["01B", "02A"], "replaces": []}}
    installation.house_rules.keep("hut", {"extends": "house", "title": "Hut", "yaku": other})
    page = client.get("/rules/hut/edit")
    assert "Theirs: <b>9 points</b>" in seen(page)
    form = pressed(client, main_form(page), "yaku.ours")
    assert client.post(form.action, data=form.values()).status_code == 303
    assert not differences(*(rules(name, installation.house_rules.find) for name in ("house", "hut")))


@pytest.mark.parametrize(
    ("yaku", "setting", "value"),
    [
        ("tan", "repeat", True),
        ("tan", "name", "Other"),
        ("tan", "not", ["02R"]),
        ("goko", "extra_from", "own_koi"),
    ],
)
def test_what_a_file_sets_without_effect_is_taken_back_too(
    yaku: str, setting: str, value: Any, client: FlaskClient, installation: Installation
) -> None:
    house = {"extends": "default", "title": "House", "yaku": {yaku: {setting: value}}}
    installation.house_rules.keep("house", house)
    page = client.get("/rules/house/edit")
    change = f"yaku.{yaku}.{setting}"
    assert main_form(page).presses("undo") == [change]
    assert f'id="s-terms.{yaku}" open' in page.text
    form = pressed(client, main_form(page), change)
    assert client.post(form.action, data=form.values()).status_code == 303
    assert not differences(rules("default"), rules("house", installation.house_rules.find))


@pytest.mark.parametrize("change", ["match.rounds", "nothing", "yaku.", "yaku.nobody", "yaku.tan.nothing"])
def test_what_is_not_changed_cannot_be_taken_back(client: FlaskClient, change: str) -> None:
    form = main_form(client.get("/rules/new?from=dutch")).force("undo", change)
    page = client.post(form.action, data=form.values())
    assert page.status_code == 200
    assert "The same as “Dutch" in seen(page)


def test_a_yaku_that_is_being_added_is_a_difference_already(client: FlaskClient) -> None:
    form = main_form(client.get("/rules/new?from=dutch")).force("yaku.-.cards", "04A", "05A")
    form["title"], form["yaku.-.name"] = "House", "Ours"
    told = client.post(form.action, data=form.force("parts", "yes").values("step=try")).text
    assert "1 difference from" in told
    assert 'value="yaku.ours"' in told
    undone = form.force("parts", "").force("undo", "yaku.ours")
    form = main_form(client.post(form.action, data=undone.values()))
    assert form.presses("undo") == []
    assert form["yaku.-.name"] == ""
