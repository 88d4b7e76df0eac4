"""The name of a table's own yaku: one text, or one for each language."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from scorekeeper.koikoi.errors import BadRuleset
from scorekeeper.koikoi.rules import phrases
from scorekeeper.koikoi.rules.diff import written
from scorekeeper.koikoi.rules.loader import named, read_toml, rules, write_toml
from scorekeeper.koikoi.rules.ruleset import RuleSet
from scorekeeper.sentences import Sentence, say


def called(name: Any) -> RuleSet:
    """The common rules with a yaku of that name."""
    return rules(
        "default", overrides={"yaku": {"ours": {"name": name, "cards": ["07A", "07R"], "points": 3}}}
    )


def in_language(sentence: Sentence, code: str) -> str:
    return sentence.render(lambda text: code if text == "en" else text, lambda one, _many, _n: one)


@pytest.mark.parametrize(
    ("name", "english", "polish"),
    [
        ("Sevens", "Sevens", "Sevens"),
        ({"en": "Sevens", "pl": "Siódemki"}, "Sevens", "Siódemki"),
        ({"pl": "Siódemki"}, "Siódemki", "Siódemki"),
        ({"nl": "Zevens", "en": "Sevens"}, "Sevens", "Sevens"),
        ({"nl": "Zevens", "ru": "Семёрки"}, "Zevens", "Zevens"),
    ],
)
def test_a_yaku_is_called_as_the_reader_says_it(name: Any, english: str, polish: str) -> None:
    sentence = say("%(yaku)s!", yaku=phrases.yaku("ours", called(name)))
    assert (in_language(sentence, "en"), in_language(sentence, "pl")) == (f"{english}!", f"{polish}!")
    assert in_language(phrases.value("yaku.ours.name", name, called(name)), "pl") == polish


@pytest.mark.parametrize("name", ["Sevens", {"en": "Sevens", "pl": "Siódemki"}, {"pl": "Siódemki"}])
def test_names_are_written_and_read_again(name: Any) -> None:
    house = called(name)
    tree = read_toml(write_toml(written(house, rules("default"), "default")))
    assert rules(tree) == house
    assert msgspec.json.decode(msgspec.json.encode(house), type=RuleSet) == house


def test_names_replace_those_of_the_parent_as_a_whole() -> None:
    house = called({"en": "Sevens", "pl": "Siódemki"})
    tree = written(called({"en": "Boars"}), house, "house")
    house_tree = written(house, rules("default"), "default")
    hut = rules(tree, lambda name: house_tree if name == "house" else named(name))
    assert hut.yaku["ours"].name == {"en": "Boars"}


@pytest.mark.parametrize(
    "name", [{}, {"PL": "x"}, {"pol": "x"}, {"pl": ""}, {"pl": "x" * 41}, {"pl": 3}, "x" * 41, ["x"]]
)
def test_a_name_that_is_none_is_refused(name: Any) -> None:
    with pytest.raises(BadRuleset, match=r"yaku\.ours\.name: .*a table of texts by language") as refused:
        called(name)
    assert refused.value.option == "yaku.ours.name"


def test_a_name_of_forty_letters_is_not_too_long() -> None:
    assert called({"pl": "x" * 40}).yaku["ours"].name == {"pl": "x" * 40}
