"""The reference of the options: complete, and its examples worked out by the evaluator."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from importlib import resources
from itertools import combinations
from typing import Any

import msgspec
import pytest

from scorekeeper.koikoi.match.events import KoikoiCalled, RoundWon
from scorekeeper.koikoi.pile import pile
from scorekeeper.koikoi.reference.entries import OptionEntry, entries, written
from scorekeeper.koikoi.reference.examples import Example, examples
from scorekeeper.koikoi.reference.scenes import key_in, scene_lines, scenes
from scorekeeper.koikoi.rules.loader import names, rules
from scorekeeper.koikoi.rules.options.row import COUNTED, KOIKOI
from scorekeeper.koikoi.rules.schema import every_option, put_at, value_at, yaku_options
from scorekeeper.koikoi.scoring.evaluate import score
from scorekeeper.koikoi.scoring.score import Circumstances
from scorekeeper.languages import LANGUAGES

EVERY = list({**entries(), **entries(COUNTED)}.values())
COMPUTING = [entry for entry in EVERY if not entry.option.advice]


def by_key(entry: OptionEntry) -> str:
    return entry.key


def test_every_option_of_the_schema_has_an_entry() -> None:
    assert {entry.key for entry in EVERY} == {*every_option(), *(f"yaku.{key}" for key in yaku_options())}


def alike(shown: Sequence[Example]) -> set[tuple[str, str]]:
    """The pairs of values that lead to the same in all of these examples."""
    told: dict[str, list[str]] = {}
    for example in shown:
        for result in example.results:
            said = f"{result.points} {' '.join(map(str, result.said))}"
            told.setdefault(written(result.value), []).append(said)
    return {pair for pair in combinations(sorted(told), 2) if told[pair[0]] == told[pair[1]]}


@pytest.mark.parametrize("entry", COMPUTING, ids=by_key)
def test_the_scenes_of_an_option_tell_its_values_apart_and_none_of_them_is_needless(
    entry: OptionEntry,
) -> None:
    shown = entry.examples
    assert shown
    assert alike(shown) == set()
    for place, example in enumerate(shown):
        assert len(example.alike) > 1
        assert len(shown) == 1 or alike([*shown[:place], *shown[place + 1 :]])


@pytest.mark.parametrize("entry", COMPUTING, ids=by_key)
def test_every_word_of_an_option_is_compared_in_each_of_its_scenes(entry: OptionEntry) -> None:
    row = entry.option
    words = {written(word) for word in row.fixed if word is not None and row.kind != "boxes"}
    compared = [{written(result.value) for result in example.results} for example in entry.examples]
    assert all(words <= values and values == compared[0] for values in compared)


@pytest.mark.parametrize("entry", [entry for entry in EVERY if entry.option.advice], ids=by_key)
def test_advice_has_no_example(entry: OptionEntry) -> None:
    assert entry.examples == ()


def test_the_points_of_an_example_are_what_the_pile_scores() -> None:
    checked = 0
    for entry in COMPUTING:
        for example in entry.examples:
            *before, last = example.scene.events or [None]
            if not isinstance(last, RoundWon) or last.player != 0:
                continue
            calls = [event.player for event in before if isinstance(event, KoikoiCalled)]
            if len(calls) < len(before):
                continue
            at = Circumstances(calls.count(0), calls.count(1), 1, field_months=last.field)
            for result in example.results:
                overrides: dict[str, Any] = {}
                put_at(overrides, key_in(entry.key, example.scene.yaku), result.value)
                ruleset = rules({"extends": "default", **example.scene.besides}, overrides=overrides)
                if result.points is not None:
                    checked += 1
                    assert result.points == score(ruleset, pile(last.piles[0] or ""), at).points, entry.key
    assert checked > 60


def test_a_scene_says_nothing_about_its_end() -> None:
    known = {"compares", "besides", "yaku", "players", "drawn", "tells", "events"}
    file = resources.files("scorekeeper.koikoi.reference").joinpath("scenes.toml")
    trees = tomllib.loads(file.read_text("utf-8"))
    assert all(set(tree) <= known for tree in trees["scene"])


def test_a_yaku_of_a_scene_is_named_in_every_language() -> None:
    given = [
        *(yaku.get("name") for scene in scenes() for yaku in scene.besides.get("yaku", {}).values()),
        *(name for scene in scenes() for name in scene.compares.get("yaku.name", ()) if name != "off"),
    ]
    called = [name for name in given if name is not None]
    assert len(called) > 5
    assert all(set(name) == set(LANGUAGES) for name in called)


def test_every_scene_is_shown() -> None:
    computing = {entry.key for entry in COMPUTING}
    for scene in scenes():
        assert scene.compares and set(scene.compares) <= computing
        assert scene_lines(scene)


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("overlap.ribbons", {"Many points": "not played"}),
        ("yaku.points", {}),
        ("yaku.name", {"tsuru": "3 points", "tsuru: Cards": "1 crane and sun, 12 phoenix"}),
        ("yaku.cards", {"tsuru": "3 points"}),
    ],
)
def test_an_example_says_what_the_rules_set_besides_the_option(key: str, said: dict[str, str]) -> None:
    (example,) = examples(key)
    assert {str(title): str(value) for title, value in example.besides} == said


def test_an_example_follows_the_evaluator(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same scenes by other common rules lead to other points."""
    before = examples("yaku.extra")[0].results
    examples.cache_clear()
    monkeypatch.setattr("scorekeeper.koikoi.reference.examples.DEFAULT", "dutch")
    try:
        assert [result.points for result in examples("yaku.extra")[0].results] != [
            result.points for result in before
        ]
    finally:
        examples.cache_clear()


@pytest.mark.parametrize("entry", EVERY, ids=by_key)
def test_the_values_name_the_rule_sets_that_use_them(entry: OptionEntry) -> None:
    for value in entry.values:
        for name in value.rulesets:
            whole = msgspec.to_builtins(rules(name))
            assert written(value_at(whole, key_in(entry.key, value.yaku))) == value.written
    users = [name for value in entry.values for name in value.rulesets]
    assert (
        entry.doubling
        or entry.key.startswith("yaku.")
        or sorted(users) == sorted(names(entry.option.game or KOIKOI))
    )


def test_a_choice_is_listed_where_it_sets_the_option() -> None:
    asked = {(asked.ruleset, asked.choice.id) for asked in entries()["calls.min_points"].asked}
    assert asked == {("cwz", "least"), ("polish_booklet", "optional_rules"), ("polish_booklet", "least")}
    measured = entries()["multipliers.big.on"].asked
    assert [(asked.ruleset, asked.choice.id) for asked in measured] == [("russian", "seven_measured")]
    viewings = {asked.choice.id for asked in entries()["yaku.points"].asked if asked.ruleset == "dutch"}
    assert viewings == {"viewings", "special_sets"}


def test_the_key_of_an_option_of_a_yaku_is_found_in_a_rule_set() -> None:
    tree: dict[str, object] = {}
    put_at(tree, key_in("yaku.points", "tan"), 3)
    assert tree == {"yaku": {"tan": {"points": 3}}}
    assert key_in("brights", "") == "brights"


def test_where_three_players_sit_is_told_where_they_draw_for_it() -> None:
    (example,) = entries()["match.seats"].examples
    said = {result.value: " ".join(map(str, result.said)) for result in example.results}
    assert "sits to the right" in said["drawn"]
    assert "sits to the right" not in said["free"]
