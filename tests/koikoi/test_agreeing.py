"""Several answers agreed on at once, and the rule set named with them."""

from __future__ import annotations

import itertools

import msgspec
import pytest
from extent import daily

from scorekeeper.koikoi.errors import BadAnswer, BadRuleset
from scorekeeper.koikoi.rules.choices import agree, agreed_title, agreed_words, answered, taken
from scorekeeper.koikoi.rules.diff import differences, written
from scorekeeper.koikoi.rules.loader import names, rules
from scorekeeper.koikoi.rules.ruleset import Choice, RuleSet

WITH_CHOICES = [name for name in names() if rules(name).choices]


def is_taken(rule_set: RuleSet, choice: Choice) -> str | None:
    answer = taken(rule_set, choice)
    return answer.id if answer else None


def test_a_whole_rule_set_is_agreed_on_before_the_rest() -> None:
    """Polish booklet: whether coins are paid stands before the optional rules, which say so too."""
    by_answers = agree(rules("polish_booklet"), {"account": "no", "optional_rules": "yes", "least": "none"})
    assert by_answers.settlement.account == "gains"
    assert by_answers.calls.min_points == 0
    assert by_answers.play.lightning == "wild"
    first = answered(rules("polish_booklet"), "optional_rules", "yes")
    assert differences(answered(answered(first, "account", "no"), "least", "none"), by_answers) == ()


@pytest.mark.parametrize("name", daily(WITH_CHOICES, 6))
def test_two_answers_do_not_depend_on_which_was_given_first(name: str) -> None:
    """Every answer that was given is taken afterwards, unless it stood for a whole rule set."""
    rule_set = rules(name)
    for one, other in itertools.combinations(rule_set.choices, 2):
        pair = {one.id: one.answers[-1].id, other.id: other.answers[-1].id}
        try:
            after = agree(rule_set, pair)
        except BadAnswer:
            with pytest.raises(BadAnswer):
                agree(rule_set, dict(reversed(pair.items())))
            continue
        assert agree(rule_set, dict(reversed(pair.items()))) == after
        for choice in (one, other):
            whole = any(answer.ruleset for answer in choice.answers)
            assert whole or is_taken(after, choice) == pair[choice.id]


def test_only_an_answer_that_changes_something_is_remembered() -> None:
    assert agree(rules("russian"), {"doublings": "three", "rain": "no"}) == rules("russian")
    assert agree(rules("russian"), {"doublings": "all", "rain": "no"}).agreed == {"doublings": "all"}
    table = agree(rules("russian"), {"doublings": "all"})
    assert agree(table, {"rain": "yes"}).agreed == {"doublings": "all", "rain": "yes"}


def test_a_choice_that_does_not_arise_does_once_another_answer_makes_it() -> None:
    with pytest.raises(
        BadAnswer, match="No effect while “Brights on the dealt field” is: nothing"
    ) as refusal:
        agree(rules("russian"), {"rain_man": "yes"})
    assert refusal.value.choice == "rain_man"
    table = agree(rules("russian"), {"rain_man": "yes", "doublings": "all"})
    assert table.multipliers.field_brights is not None
    assert table.multipliers.field_brights.rainman


def test_an_unknown_choice_or_answer_is_refused() -> None:
    with pytest.raises(BadRuleset, match=r"^There is no choice “nope”"):
        agree(rules("russian"), {"doublings": "all", "nope": "yes"})
    with pytest.raises(BadRuleset, match=r"^There is no choice “rain” with an answer “perhaps”"):
        agree(rules("russian"), {"rain": "perhaps"})


def test_what_was_agreed_is_told_in_the_order_of_the_source() -> None:
    table = agree(rules("russian"), {"rain": "yes", "doublings": "all"})
    assert len(agreed_words(table)) == 2
    assert str(agreed_title(table)) == "Russian booklet · " + " · ".join(map(str, agreed_words(table)))
    assert "all" in str(agreed_words(table)[0])
    assert str(agreed_title(rules("russian"))) == "Russian booklet"
    assert str(agreed_title(rules({"extends": "russian", "title": ""}))) == ""


def test_an_answer_that_was_changed_since_is_not_told() -> None:
    table = agree(rules("russian"), {"rounds": "six"})
    assert len(agreed_words(table)) == 1
    longer = msgspec.structs.replace(table, match=msgspec.structs.replace(table.match, rounds=9))
    assert agreed_words(longer) == ()


def test_what_was_agreed_travels_with_the_rules_and_is_no_difference() -> None:
    table = agree(rules("russian"), {"rain": "yes"})
    assert rules(msgspec.to_builtins(table)) == table
    assert [row.key for row in differences(rules("russian"), table)] == ["weather.rain.sign"]
    assert written(table, rules("russian"), "russian")["agreed"] == {"rain": "yes"}


def test_an_agreement_on_a_choice_that_is_not_there_is_refused() -> None:
    with pytest.raises(BadRuleset, match=r"^agreed\.nope: these rules have no choice of this name\.$"):
        rules({"extends": "dutch", "agreed": {"nope": "yes"}})
