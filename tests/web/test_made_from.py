"""Rules of one's own begin with the rules that were played last, and the page leads to others."""

from __future__ import annotations

from scorekeeper.installation import Installation
from scorekeeper.koikoi.rules.choices import agree
from scorekeeper.koikoi.rules.diff import differences
from scorekeeper.koikoi.rules.loader import rules

from .fixtures import Table
from .player import Player
from .rules_pages import kept, pick, switches


def test_they_begin_with_the_rules_of_the_last_match(table: Table, player: Player) -> None:
    assert player.open("/rules").link("Make your own") == "/rules/new?from=default"
    table.begin(rules="russian")
    editor = player.open(player.open("/rules").link("Make your own"))
    assert "from: Russian booklet" in editor.text
    assert editor.form("/rules")["extends"] == "russian"


def test_they_lead_to_other_rules_to_start_from(player: Player) -> None:
    others = player.open(player.open("/rules/new?from=russian").link("Start from other rules"))
    chosen = player.open(others.link("Dutch Wikipedia"))
    editor = player.send(chosen.form("/answers"), "step=own")
    assert "from: Dutch Wikipedia" in editor.text
    assert editor.form("/rules")["extends"] == "dutch"


def test_rules_that_are_kept_lead_to_no_others(player: Player) -> None:
    editor = player.open("/rules/new?from=russian").form("/rules")
    again = player.send(editor.force("title", "House"), "step=try")
    editor = again.form("/rules")
    assert (editor["extends"], editor["title"]) == ("russian", "House")
    assert player.send(editor).path == "/rules/house"
    assert "Start from other rules" not in player.open("/rules/house/edit").text


def test_one_button_says_that_it_saves(player: Player) -> None:
    assert player.open("/rules/new?from=russian").html.count("Save these rules") == 1


def test_the_list_of_changes_has_no_line_until_something_is_changed(player: Player) -> None:
    page = player.open("/rules/new?from=russian")
    assert "<li>" not in page.html.partition('id="now-list"')[2].partition("</ul>")[0]
    editor = page.form("/rules")
    editor["answer.rounds"] = "six"
    changed = player.send(editor, "step=try")
    assert "<li>" in changed.html.partition('id="now-list"')[2].partition("</ul>")[0]


def test_the_answers_given_beside_a_rule_set_go_along_to_the_editor(
    player: Player, installation: Installation
) -> None:
    form = pick(switches(player, "russian"), doublings="all", rain="yes")
    editor = player.send(form, "step=own").form("/rules")
    editor["title"] = "House"
    assert player.send(editor).path == "/rules/house"
    expected = agree(rules("russian"), {"doublings": "all", "rain": "yes"})
    assert not differences(expected, rules("house", installation.house_rules.find))
    assert "agreed" not in kept(installation, "house"), "they are its rules, and no answers before a match"


def test_the_answers_given_beside_rules_of_ones_own_are_no_longer_answers_once_they_are_kept(
    player: Player, installation: Installation
) -> None:
    installation.house_rules.keep("house", {"extends": "russian", "title": "House"})
    form = pick(switches(player, "house"), doublings="all")
    editor = player.send(form, "step=own").form("/rules/house")
    assert player.send(editor).path == "/rules/house"
    now = rules("house", installation.house_rules.find)
    assert not differences(agree(rules("russian"), {"doublings": "all"}), now)
    assert "agreed" not in kept(installation, "house")
