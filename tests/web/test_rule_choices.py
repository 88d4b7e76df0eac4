"""Rule sets to choose from: what each changes is worked out once, and again when they change."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.house_rules.shelf import HouseRules
from scorekeeper.installation import Installation
from scorekeeper.koikoi.rules.loader import names
from scorekeeper.web.rules.descriptions import choice, rule_choices

from .rules_pages import spoil_rules

HOUSE = {"extends": "dutch", "title": "House", "match": {"rounds": 5}}
HUT = {"extends": "house", "title": "Hut", "match": {"rounds": 7}}


@pytest.fixture
def house(tmp_path: Path) -> HouseRules:
    shelf = Installation(tmp_path).house_rules
    shelf.keep("house", HOUSE)
    shelf.keep("hut", HUT)
    return shelf


def changed(house: HouseRules, name: str) -> list[str]:
    return [f"{title}: {after}" for title, _before, after in choice(name, house.find).changes]


def test_a_choice_is_worked_out_once(house: HouseRules) -> None:
    for name in (*house.names(), *names()):
        assert choice(name, house.find) is choice(name, house.find)


def test_a_choice_follows_its_rules_and_those_of_its_parent(house: HouseRules) -> None:
    assert changed(house, "hut") == ["Rounds: 7"]
    house.keep("hut", {**HUT, "settlement": {"coin": 2}})
    assert changed(house, "hut") == ["Coins per point: 2", "Rounds: 7"]
    house.keep("house", {**HOUSE, "match": {"rounds": 7}})
    assert changed(house, "hut") == ["Coins per point: 2"]


def test_rule_sets_that_cannot_be_read_are_not_offered(tmp_path: Path, house: HouseRules) -> None:
    spoil_rules(Installation(tmp_path), "odd", "[[[")
    assert [choice.id for choice in rule_choices(house.names(), house.find)] == ["house", "hut"]


def test_what_a_choice_changes_is_said_in_the_language_of_each_reader(house: HouseRules, app: Flask) -> None:
    said = {}
    for language in ("en", "nl", "en"):
        with app.test_request_context(headers={"Accept-Language": language}):
            said[language] = choice("house", house.find).in_words
    assert said == {"en": ("Rounds: 5",), "nl": ("Rondes: 5",)}
