"""Choices that cannot be offered: each is refused with a sentence that names the choice and the answer."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.koikoi.errors import BadRuleset
from scorekeeper.koikoi.rules.loader import rules
from scorekeeper.koikoi.rules.ruleset import LONGEST_READING, MOST_ANSWERS, MOST_CHOICES, MOST_READINGS

from .offered import asked, with_answer


@pytest.mark.parametrize(
    ("choice", "sentence"),
    [
        (5, "choices, number 1: Expected object, got int."),
        (asked(kind="other"), "choices, number 1: Invalid enum value 'other' - at $.kind."),
        (asked(more=1), "choices, number 1: Object contains unknown field more."),
        (asked(question=""), "choices, number 1: Expected str of length >= 1 - at $.question."),
        (asked(id="Length"), "choices, number 1: Expected str matching regex '^[a-z0-9_]{1,40}$' - at $.id."),
        (
            asked(answers=asked()["answers"][:1]),
            "choices, number 1: Expected array of length >= 2 - at $.answers.",
        ),
        (with_answer(id="six"), "choices, “length”: “six” appears twice."),
        (
            with_answer(sets={"match": {"rounds": 6}}),
            "choices, “length”, answer “off”: it sets the same as “six”.",
        ),
        (
            with_answer(sets={"match": {"rounds": 0}}),
            "choices, “length”, answer “off”: match.rounds: 0 is not possible; allowed: a whole number "
            "from 1 to 99, or off.",
        ),
        (
            with_answer(sets={"match": {"target": 5}}),
            "choices, “length”, answer “six”: every answer has to set match.target.",
        ),
        (with_answer(sets={}), "choices, “length”, answer “off”: it sets nothing."),
        (with_answer(sets={"match": {}}), "choices, “length”, answer “off”: it sets nothing."),
        (
            with_answer(sets={"title": "x"}),
            "choices, “length”, answer “off”: it may set options only, not title.",
        ),
        (
            with_answer(sets={"yaku": {"goko": {"points": -1}}}),
            "choices, “length”, answer “off”: yaku.goko.points: -1 is not possible; allowed: a whole "
            "number from 0 to 999.",
        ),
        (
            with_answer(ruleset="nope", sets={}),
            "choices, “length”, answer “off”: There is no rule set called “nope”.",
        ),
    ],
)
def test_a_choice_that_cannot_be_offered_is_refused(choice: Any, sentence: str) -> None:
    with pytest.raises(BadRuleset) as refusal:
        rules({"extends": "dutch", "choices": [choice]})
    assert str(refusal.value) == sentence
    assert refusal.value.option == "choices"


def test_an_unknown_option_in_an_answer_is_named() -> None:
    with pytest.raises(BadRuleset, match=r"answer “off”: There is no option “match\.nope”; allowed here: "):
        rules({"extends": "dutch", "choices": [with_answer(sets={"match": {"nope": 1}})]})


@pytest.mark.parametrize("choices", [5, "x", {"id": "x"}, [asked(), asked()], [float("nan")], [10**30]])
def test_what_is_no_list_of_choices_is_refused(choices: Any) -> None:
    with pytest.raises(BadRuleset, match=r"^choices"):
        rules({"extends": "dutch", "choices": choices})


def test_a_rule_set_has_so_many_choices_answers_and_readings_and_no_more() -> None:
    def many(number: int) -> dict[str, Any]:
        return {"extends": "dutch", "choices": [asked(id=f"n{place}") for place in range(number)]}

    def answers(number: int) -> dict[str, Any]:
        sets = [{"match": {"rounds": place + 1}} for place in range(number)]
        offered = [{"id": f"n{place}", "says": "x", "sets": settings} for place, settings in enumerate(sets)]
        return {"extends": "dutch", "choices": [asked(answers=offered)]}

    def readings(number: int, longest: int) -> dict[str, Any]:
        return {"extends": "dutch", "readings": ["x" * longest] * number}

    for fitting in (many(MOST_CHOICES), answers(MOST_ANSWERS), readings(MOST_READINGS, LONGEST_READING)):
        rules(fitting)
    for too_many, where in (
        (many(MOST_CHOICES + 1), "choices: "),
        (answers(MOST_ANSWERS + 1), "choices, number 1: "),
        (readings(MOST_READINGS + 1, 1), "readings: "),
        (readings(1, LONGEST_READING + 1), "readings: "),
    ):
        with pytest.raises(BadRuleset, match=f"^{where}"):
            rules(too_many)
