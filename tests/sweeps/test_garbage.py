"""Given any input, the core returns a result or raises an error of its own with a sentence; nothing else."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

import msgspec
import pytest
from extent import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from koikoi import playing

from scorekeeper.cli.score import Answers
from scorekeeper.exports import json_values, record
from scorekeeper.koikoi.errors import BadRuleset, KoikoiError
from scorekeeper.koikoi.match.events import event
from scorekeeper.koikoi.pile import pile
from scorekeeper.koikoi.rules import loader as ruleset
from scorekeeper.koikoi.rules.schema import options, yaku_options
from scorekeeper.koikoi.scoring.evaluate import score

SOME = settings(max_examples=examples(80))

WORDS = st.sampled_from(
    [
        "off",
        "draw",
        "dutch",
        "x",
        "01B",
        "11C",
        "4C",
        "dealer",
        "²",
        "",
        "teshi",
        "round-won",
        "%(name)s",
        "a.b",
        "[0]",
        "`",
    ]
)
LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | WORDS
JSON = st.recursive(
    LEAVES,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6) | WORDS, inner, max_size=3)
    ),
    max_leaves=8,
)
KEYS = [
    *options(),
    *(f"yaku.{name}.{key}" for name in ("tan", "own", "other", "753") for key in yaku_options()),
    *("yaku.x", "choices", "readings", "advice", "advice.x"),
]


Kept = TypeVar("Kept")


def quietly(call: Callable[..., Kept], *arguments: Any) -> Kept | None:
    """What the call returns, or None if it refuses with a sentence."""
    try:
        return call(*arguments)
    except KoikoiError as error:
        assert str(error)
        return None


def set_in(tree: Any, path: Sequence[str | int], value: Any) -> Any:
    """The tree with one of its inner values replaced; missing parts of the path are added."""
    tree = copy.deepcopy(tree)
    table = tree
    for part in path[:-1]:
        following = table.get(part) if isinstance(table, dict) else table[part]
        if not isinstance(following, dict | list):
            following = {}
            table[part] = following
        table = following
    table[path[-1]] = value
    return tree


def paths(tree: Any, prefix: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Every place in a tree of plain values."""
    inside = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ()
    for key, value in inside:
        yield (*prefix, key)
        yield from paths(value, (*prefix, key))


@SOME
@given(st.text() | st.lists(WORDS | st.from_regex(r"\d{1,3}[BARCbarc][123]?", fullmatch=True)).map(" ".join))
def test_any_text_as_a_pile(words: str) -> None:
    held = quietly(pile, words)
    assert held is None or pile(str(held)) == held


@SOME
@given(JSON)
def test_anything_as_an_event(tree: Any) -> None:
    quietly(event, tree)


@SOME
@given(JSON)
def test_anything_as_a_rule_set(tree: Any) -> None:
    quietly(ruleset.rules, tree)


@SOME
@given(st.sampled_from(KEYS), JSON)
def test_anything_as_an_option(key: str, value: Any) -> None:
    tree = set_in({"extends": "dutch"}, key.split("."), value)
    house = quietly(ruleset.rules, tree)
    if house is not None:
        quietly(score, house, pile("01B 03B 08B 11B 09A 10C 01R 02R 03R 04R 05R"))


@SOME
@given(st.data())
def test_a_choice_with_one_thing_wrong(data: st.DataObject) -> None:
    russian = msgspec.to_builtins(ruleset.rules("russian"))
    asked = {"extends": "russian", "choices": russian["choices"], "readings": russian["readings"]}
    listed = msgspec.json.decode(msgspec.json.encode(asked))
    path = data.draw(st.sampled_from([*paths(listed)]))
    quietly(ruleset.rules, set_in(listed, path, data.draw(JSON)))


@SOME
@given(st.lists(st.tuples(st.sampled_from(KEYS), LEAVES | WORDS), max_size=4))
def test_any_options_together(pairs: list[tuple[str, Any]]) -> None:
    tree: dict[str, Any] = {}
    for key, value in pairs:
        tree = set_in(tree, key.split("."), value)
    quietly(ruleset.rules, "default", ruleset.named, tree)


@SOME
@given(st.text() | st.just("[match]\nrounds = 99999999999999999999") | st.just('title = "\\ud800"'))
def test_any_text_as_a_rule_set_file(words: str) -> None:
    tree = quietly(ruleset.read_toml, words)
    if tree is not None:
        quietly(ruleset.rules, tree)


@SOME
@given(JSON)
def test_anything_as_a_record(tree: Any) -> None:
    quietly(record.from_tree, tree)
    quietly(record.from_tree, {"format": "koikoi-match/1", "events": tree})
    quietly(record.from_tree, {"format": "koikoi-match/1", "events": [tree, tree]})


@SOME
@given(st.binary() | st.text() | JSON.map(json.dumps))
def test_any_bytes_as_a_record_or_a_question(written: str | bytes) -> None:
    quietly(record.read, written)
    quietly(Answers().answer, written)


@SOME
@given(playing.matches(most=5), st.data())
def test_a_record_with_one_thing_wrong(events: list[dict[str, Any]], data: st.DataObject) -> None:
    tree = {"format": "koikoi-match/1", "events": events}
    path = data.draw(st.sampled_from([*paths(tree)]))
    imported = quietly(record.from_tree, set_in(tree, path, data.draw(JSON)))
    if imported is not None:
        json_values.tally(imported.match)


@SOME
@given(st.data())
def test_a_question_with_one_thing_wrong(data: st.DataObject) -> None:
    tree = {
        "ruleset": "dutch",
        "overrides": {"multipliers": {"big": None}},
        "captured": "01B 03B 08B 3C",
        "calls": {"winner": 1, "others": 1},
        "round": 3,
        "field_at_deal": "01B",
        "field_now": "11R",
    }
    path = data.draw(st.sampled_from([*paths(tree)]))
    quietly(Answers().answer, json.dumps(set_in(tree, path, data.draw(JSON))))


@pytest.mark.parametrize("length", ["²", "0", "100", "03", "-3", "1" * 5000, "٣", ""])
def test_a_purse_is_named_by_a_length_from_1_to_99(length: str) -> None:
    with pytest.raises(BadRuleset, match="is not a number of rounds; allowed: 1 to 99"):
        ruleset.rules({"settlement": {"purse": {length: 5}}})


def test_no_player_calls_more_often_than_they_have_turns() -> None:
    calls = [{"type": "koikoi-called", "player": 0}] * 9
    start = {"type": "match-started", "players": ["Anna", "Ben"], "ruleset": "default"}
    with pytest.raises(KoikoiError):
        record.from_tree({"format": "koikoi-match/1", "events": [start, *calls]})
