"""Rules that somebody sent, played in one match without being kept."""

from __future__ import annotations

import pytest

from scorekeeper.house_rules.code import write_code
from scorekeeper.installation import Installation
from scorekeeper.koikoi.rules.choices import agree
from scorekeeper.koikoi.rules.loader import rules
from scorekeeper.koikoi.rules.schema import Tree

from .fixtures import Table
from .forms import Form
from .player import Player
from .rules_pages import agreed_rules, pick

SENT = {"extends": "russian", "title": "Дача", "match": {"rounds": 6}, "yaku": {"tan": {"points": 2}}}


def played_once(player: Player, sent: Tree = SENT) -> Form:
    """The form for a new match by the rules of a preview."""
    form = player.open("/rules/received").form("/received")
    form["written"] = write_code(sent)
    preview = player.send(form).form("/received")
    preview.action = "/matches"  # as the button says
    page = player.send(preview, "step=options")
    assert page.status == 200
    return page.form("/matches").fill(name_0="Anna", name_1="Ben", dealer=0)


def test_the_match_has_the_rules_and_nothing_is_kept(player: Player, installation: Installation) -> None:
    form = played_once(player)
    assert form["ruleset"] == "received"
    assert "own" not in form.presses("step"), "they are kept nowhere"
    assert agreed_rules(installation, player.send(form)) == rules(SENT)
    assert installation.house_rules.names() == ()
    assert player.open("/matches/new").form("/matches")["ruleset"] == "default"


def test_a_title_from_right_to_left_changes_nothing(player: Player, installation: Installation) -> None:
    sent = {**SENT, "title": "הבית"}
    assert agreed_rules(installation, player.send(played_once(player, sent))) == rules(sent)


def test_the_rules_used_before_are_offered_next(player: Player, table: Table) -> None:
    assert table.begin_by_form(rules="dutch").status == 200
    player.send(played_once(player))
    assert player.open("/matches/new").form("/matches")["ruleset"] == "dutch"


def test_their_options_are_asked_and_another_rule_set_can_be_chosen(
    player: Player, installation: Installation
) -> None:
    form = pick(played_once(player), doublings="all")
    assert agreed_rules(installation, player.send(form)) == agree(rules(SENT), {"doublings": "all"})
    form = played_once(player)
    form["ruleset"] = "dutch"
    assert agreed_rules(installation, player.send(form)) == rules("dutch")


def test_what_is_refused_loses_nothing(player: Player, installation: Installation) -> None:
    page = player.send(played_once(player).fill(name_1=""))
    assert page.status == 422
    form = page.form("/matches").fill(name_1="Ben")
    assert agreed_rules(installation, player.send(form)) == rules(SENT)


@pytest.mark.parametrize("written", ["", "{", "match = 3", "nonsense"])
def test_rules_that_cannot_be_read_are_refused(player: Player, written: str) -> None:
    form = played_once(player).force("written", written)
    page = player.send(form)
    assert page.status == 422
    assert page.beside("ruleset")


def test_they_can_be_looked_at_again(player: Player) -> None:
    answer = player.client.post("/matches", data={**played_once(player).values(), "step": "rules"})
    address, _, code = answer.headers["Location"].partition("#")
    assert address == "/rules/received"
    form = player.open(address).form("/received")
    form["written"] = code
    assert "Дача" in player.send(form).text
    left = player.open("/matches/new").form("/matches")
    assert (left["ruleset"], left["name-0"]) == ("default", "Anna")
