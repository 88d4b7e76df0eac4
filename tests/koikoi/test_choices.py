"""Choices: what a source offers or leaves open, the answer that is taken, and the rules with another one."""

from __future__ import annotations

import itertools
from typing import Any

import msgspec
import pytest
from extent import daily, examples
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.koikoi.errors import BadRuleset
from scorekeeper.koikoi.match.events import MatchStarted
from scorekeeper.koikoi.match.start import started
from scorekeeper.koikoi.rules.choices import advises, agree, answered, as_read, choice_states, taken
from scorekeeper.koikoi.rules.diff import by_key, changes, differences, in_lines, written
from scorekeeper.koikoi.rules.loader import named, names, read_toml, rules, write_toml
from scorekeeper.koikoi.rules.ruleset import Choice, RuleSet

from . import playing
from .offered import asked

DOCUMENTS = ("mongolopedia", "russian", "polish_booklet", "dutch")


EVERY_CHOICE = [(name, choice.id) for name in names() for choice in rules(name).choices]


def is_taken(rule_set: RuleSet, choice_id: str) -> str | None:
    choice = next(choice for choice in rule_set.choices if choice.id == choice_id)
    answer = taken(rule_set, choice)
    return answer.id if answer else None


# --- the rule sets that come with the game


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_document_says_what_it_offers_and_what_it_leaves_open(name: str) -> None:
    rule_set = rules(name)
    assert {choice.kind for choice in rule_set.choices} == {"optional", "open"}
    assert rule_set.readings
    assert all(choice.source for choice in rule_set.choices if choice.kind == "optional")


@pytest.mark.parametrize(("name", "choice_id"), EVERY_CHOICE)
def test_the_source_of_a_choice_is_a_place_and_no_quotation(name: str, choice_id: str) -> None:
    choice = next(choice for choice in rules(name).choices if choice.id == choice_id)
    assert not set(choice.source) & set('«»„“”"…')
    assert len(choice.source) <= 60


@pytest.mark.parametrize("name", names())
def test_a_rule_set_tells_its_readings_and_choices_in_words_of_its_own(name: str) -> None:
    rule_set = rules(name)
    asked_and_answered = [
        (choice.question, *(row.says for row in choice.answers)) for choice in rule_set.choices
    ]
    for text in (*rule_set.readings, *(text for texts in asked_and_answered for text in texts)):
        assert not set(text) & set('«»„“”"'), text


@pytest.mark.parametrize(("name", "choice_id"), daily(EVERY_CHOICE, 4))
def test_every_answer_can_be_given_and_taken_back(name: str, choice_id: str) -> None:
    rule_set = rules(name)
    (row,) = (row for row in choice_states(rule_set) if row.choice.id == choice_id)
    choice = row.choice
    if not row.arises:
        with pytest.raises(BadRuleset, match="No effect while"):
            answered(rule_set, choice_id, choice.answers[0].id)
        return
    assert row.taken is not None
    first = row.taken.id
    given = {answer.id: answered(rule_set, choice_id, answer.id) for answer in choice.answers}
    assert given[first] == rule_set
    for before, after in itertools.permutations(given, 2):
        changed = answered(given[before], choice_id, after)
        assert is_taken(changed, choice_id) == after
        assert differences(given[before], changed)
        assert answered(changed, choice_id, before) == given[before]


@pytest.mark.parametrize(("name", "choice_id"), EVERY_CHOICE)
def test_a_rule_set_that_stands_for_an_answer_takes_it(name: str, choice_id: str) -> None:
    choice = next(choice for choice in rules(name).choices if choice.id == choice_id)
    for answer in choice.answers:
        if answer.ruleset:
            assert taken(rules(answer.ruleset), choice) == answer


@pytest.mark.parametrize(
    ("name", "choice_id", "answer_id", "other"),
    [
        ("russian", "doublings", "none", "russian_no_mult"),
        ("russian", "doublings", "all", "russian_all"),
        ("russian_no_mult", "doublings", "three", "russian"),
        ("polish_booklet", "optional_rules", "yes", "polish_all"),
        ("polish_all", "optional_rules", "no", "polish_booklet"),
        ("senridogs", "doublings", "sum", "senridogs_additive"),
        ("cwz", "local_yaku", "yes", "cwz_local"),
    ],
)
def test_an_answer_makes_the_rule_set_that_it_names(
    name: str, choice_id: str, answer_id: str, other: str
) -> None:
    assert differences(answered(rules(name), choice_id, answer_id), rules(other)) == ()


def test_the_doublings_of_the_russian_booklet_leave_its_readings_as_they_are() -> None:
    table = answered(rules("russian"), "seven_measured", "after")
    table = answered(answered(table, "opponent_again", "yes"), "doublings", "all")
    assert is_taken(table, "seven_measured") == "after"
    assert is_taken(table, "opponent_again") == "yes"
    table = answered(table, "rain_man", "yes")
    assert is_taken(table, "doublings") == "all"
    assert table.multipliers.field_brights.rainman


@pytest.mark.parametrize("name", names())
def test_what_is_open_is_told_with_its_passage_and_what_the_source_offers_is_not(name: str) -> None:
    ruleset = rules(name)
    for key in {key for choice in ruleset.choices for key in keys_set(choice)}:
        about = [choice for choice in ruleset.choices if key in keys_set(choice)]
        passage = next((choice.source for choice in about if choice.kind == "open"), None)
        read = as_read(ruleset, key)
        if passage is None:
            assert read is None, key
        else:
            said = f"the source: “{passage}”)" if passage else "it: the source does not say)"
            assert str(read) == f"(as the app reads {said}", key


def keys_set(choice: Choice) -> set[str]:
    return set(in_lines(key for answer in choice.answers for key, _ in by_key(answer.sets)))


def test_what_the_players_agreed_on_is_no_longer_how_the_app_reads_it() -> None:
    late = "deal.teyaku.declare"
    ruleset = rules("mongolopedia")
    assert as_read(ruleset, late) is not None
    assert as_read(agree(ruleset, {"lucky_late": "ever"}), late) is None
    assert as_read(agree(ruleset, {"missed": "koikoi"}), late) is not None
    assert as_read(rules("default"), late) is None


def test_a_table_with_something_of_its_own_takes_no_answer() -> None:
    assert is_taken(rules("dutch", overrides={"match": {"rounds": 7}}), "length") is None
    assert is_taken(rules("dutch", overrides={"match": {"rounds": 6}}), "length") == "six"


def test_a_table_of_coins_is_one_value() -> None:
    coins = [
        {"id": "two", "says": "two", "sets": {"settlement": {"purse": {"3": 25, "6": 50}}}},
        {"id": "one", "says": "one", "sets": {"settlement": {"purse": {"3": 25}}}},
    ]
    table = rules({"extends": "dutch", "choices": [asked(answers=coins)], "settlement": {"purse": {"3": 25}}})
    assert is_taken(table, "length") == "one"
    table = answered(table, "length", "two")
    assert (is_taken(table, "length"), table.settlement.purse) == ("two", {"3": 25, "6": 50})
    assert is_taken(answered(table, "length", "one"), "length") == "one"


def test_a_choice_about_a_part_that_is_off_does_not_arise() -> None:
    by_id = {row.choice.id: row for row in choice_states(rules("russian_no_mult"))}
    assert by_id["doublings"].arises
    assert not by_id["seven_measured"].arises
    assert by_id["seven_measured"].taken is None
    assert {row.choice.id: row for row in choice_states(rules("russian"))}["seven_measured"].arises


@pytest.mark.parametrize(
    ("own_koi", "first", "arises"),
    [
        ({"form": "linear"}, {"table": [["+", 1]]}, False),  # every call has its own step in a table only
        ({"form": "table", "table": [["+", 2]]}, {"table": [["+", 1]]}, True),
        ({"form": "off"}, {"form": "linear"}, False),
        ({"form": "off"}, {"form": "off"}, True),
    ],
)
def test_a_choice_arises_where_the_doubling_looks_at_its_option(
    own_koi: Any, first: Any, arises: bool
) -> None:
    answers = [
        {"id": "first", "says": "so", "sets": {"multipliers": {"own_koi": first}}},
        {"id": "other", "says": "or so", "sets": {"multipliers": {"own_koi": {"table": [["+", 3]]}}}},
    ]
    choices = [asked(answers=answers)]
    table = rules({"extends": "dutch", "choices": choices, "multipliers": {"own_koi": own_koi}})
    assert [row.arises for row in choice_states(table)] == [arises]


def test_an_answer_that_does_not_go_with_the_rest_is_refused_with_its_name() -> None:
    table = answered(rules("polish_booklet"), "turn", "draw_then_two")
    with pytest.raises(BadRuleset, match=r"^choices, “unmatched”, answer “keep”: play\.turn: “draw"):
        answered(table, "unmatched", "keep")


@pytest.mark.parametrize(("choice", "answer"), [("length", "seven"), ("nope", "six"), ("", "")])
def test_an_answer_that_is_not_offered_is_refused(choice: str, answer: str) -> None:
    with pytest.raises(BadRuleset, match=f"^There is no choice “{choice}” with an answer “{answer}”"):
        answered(rules("dutch"), choice, answer)


def test_a_rule_set_inherits_choices_and_readings_unless_it_has_its_own() -> None:
    assert rules("russian_all").choices == rules("russian").choices
    assert rules({"extends": "dutch"}).readings == rules("dutch").readings
    assert rules({"extends": "dutch", "choices": [], "readings": ["So."]}).choices == ()
    assert rules("go_koikoi").choices == ()


@settings(max_examples=examples(60))
@given(playing.tables(), st.data())
def test_any_table_takes_the_answer_that_it_gives(table: Any, data: st.DataObject) -> None:
    rule_set = rules(table)
    for choice in rule_set.choices:
        answer = data.draw(st.sampled_from(choice.answers))
        try:
            rule_set = answered(rule_set, choice.id, answer.id)
        except BadRuleset as refusal:
            assert str(refusal).startswith(f"choices, “{choice.id}”, answer “{answer.id}”: ")
            continue
        assert taken(rule_set, choice) == answer


# --- advice


def test_advice_changes_nothing_but_what_the_players_are_told() -> None:
    table = answered(rules("mongolopedia"), "lightning_three", "all")
    changed = changes(rules("mongolopedia"), table)
    assert [tuple(map(str, change)) for change in changed] == [
        (
            "The lightning is played to three cards of a month: what does it take?",
            "one of them",
            "all three",
        )
    ]
    assert rules(written(table, rules("mongolopedia"), "mongolopedia")) == table
    compared = changes(rules("dutch"), rules("mongolopedia"))
    assert not any("lightning is played" in str(title) for title, _, _ in compared)


def test_a_choice_of_options_that_compute_nothing_is_advice() -> None:
    by_id = {choice.id: choice for choice in rules("polish_booklet").choices}
    assert [name for name, choice in by_id.items() if advises(choice)] == [
        *("lightning", "turn", "unmatched")
    ]


def test_advice_for_a_choice_that_is_not_there_is_refused() -> None:
    with pytest.raises(BadRuleset, match=r"^advice\.nope: these rules have no choice of this name\.$"):
        rules({"extends": "dutch", "advice": {"nope": "yes"}})
    dropped = {"extends": "mongolopedia", "choices": [], "advice": {"lightning_three": None}}
    assert rules(read_toml(write_toml(dropped))).advice == {}


# --- what is kept, sent and compared


@pytest.mark.parametrize("name", DOCUMENTS)
def test_choices_and_readings_survive_the_file(name: str) -> None:
    rule_set = rules(name)
    whole = msgspec.to_builtins(rule_set)
    assert rules(read_toml(write_toml(whole))) == rule_set
    assert rules(msgspec.json.decode(msgspec.json.encode(rule_set))) == rule_set
    tree = named(name)
    assert tree is not None
    assert rules(read_toml(write_toml(tree))).choices == rule_set.choices


def test_house_rules_keep_only_the_difference_that_an_answer_makes() -> None:
    table = answered(rules("russian"), "doublings", "none")
    assert written(table, rules("russian"), "russian") == {
        "extends": "russian",
        **{text: getattr(table, text) for text in ("title", "about", "source")},
        "multipliers": {"big": {"factor": 1}, "own_koi": {"form": "off"}, "opponent_koi": {"form": "off"}},
    }


def test_comparing_rule_sets_ignores_their_texts_and_choices() -> None:
    bare = rules(
        {"extends": "mongolopedia", "title": "x", "choices": [], "advice": {"lightning_three": None}}
    )
    kept = [row for row in differences(rules("mongolopedia"), bare) if not row.key.startswith("advice.")]
    assert kept == []
    assert changes(rules("mongolopedia"), bare) == ()


def test_a_match_carries_the_choices_and_an_old_one_loads_without_them() -> None:
    whole = msgspec.to_builtins(rules("mongolopedia"))
    begun = started(MatchStarted(players=("A", "B"), ruleset=whole))
    assert begun.rules.choices == rules("mongolopedia").choices
    old = {key: value for key, value in whole.items() if key not in ("choices", "readings", "advice")}
    assert started(MatchStarted(players=("A", "B"), ruleset=old)).rules.choices == ()


def test_off_is_a_word_inside_an_answer_too() -> None:
    tree = {"extends": "dutch", "choices": [asked()]}
    assert 'rounds = "off"' in write_toml(tree)
    assert read_toml(write_toml(tree)) == tree
    assert answered(rules(tree), "length", "off").match.rounds is None


def test_an_empty_table_of_a_doubling_plays_it_however_it_is_measured() -> None:
    answers = [
        {"id": "yes", "says": "yes", "sets": {"multipliers": {"opponent_koi": {}}}},
        {"id": "no", "says": "no", "sets": {"multipliers": {"opponent_koi": None}}},
    ]
    house = {"choices": [{"id": "played", "question": "Is it played?", "answers": answers}]}
    off = rules({**house, "multipliers": {"opponent_koi": None}})
    assert is_taken(off, "played") == "no"
    assert answered(off, "played", "yes").multipliers.opponent_koi.form == "flat"
    power = rules({**house, "multipliers": {"opponent_koi": {"form": "power"}}})
    assert is_taken(power, "played") == "yes"
    assert answered(power, "played", "yes").multipliers == power.multipliers
    assert answered(power, "played", "no").multipliers.opponent_koi.form == "off"


def test_of_a_doubling_that_is_off_the_rest_says_nothing() -> None:
    off = rules("default", overrides={"multipliers": {"big": None}})
    assert rules("default", overrides={"multipliers": {"big": {"factor": 1, "at": 9}}}) == off
    assert rules("default", overrides={"multipliers": {"big": {"factor": 2, "at": 9}}}) != off
