"""A question that a source asks and the form for house rules asks, too, has the same words in both."""

from __future__ import annotations

from functools import cache

import pytest

from scorekeeper.koikoi.rules.diff import by_key
from scorekeeper.koikoi.rules.loader import every_name, rules
from scorekeeper.koikoi.rules.questions import Question, every_topic
from scorekeeper.koikoi.rules.ruleset import Choice

QUESTIONS = [question for topic in every_topic() for question in topic.choices]
# What a source asks more narrowly than the form: only about some of its answers.
NARROWER = {
    ("big", "Are seven points counted before or after the other doublings?"),
    ("big", "Are seven points or more doubled?"),
    ("big", "Seven points are doubled: from how many yaku must they come?"),
    ("own", "Does the winner’s own koi-koi double too?"),
    ("other", "Does every further koi-koi of the other player double again?"),
    ("rain", "Do rain and fog cancel the sake yaku?"),
    ("dealer", "Who deals after a round with a winner?"),
    ("calling", "What happens with fewer than three points?"),
    ("fuke", "Does nobody score when somebody’s cards are worth 20 points or fewer?"),
    ("fuke", "Does nobody score when somebody’s cards are worth 30 points or fewer?"),
    ("field_brights", "Is the rain man one of the brights on the field?"),
}


def settings(choice: Choice) -> list[dict[str, object]]:
    return [dict(by_key(answer.sets)) for answer in choice.answers]


@cache
def asked_alike() -> list[tuple[Question, Choice]]:
    """The questions of the form, each with the choices of sources that set just what it sets."""
    return [
        (question, choice)
        for question in QUESTIONS
        for name in every_name()
        for choice in rules(name).choices
        if {key for sets in settings(choice) for key in sets}
        == {key for sets in settings(question) for key in sets}
    ]


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.id)
def test_a_source_and_the_form_ask_with_the_same_words(question: Question) -> None:
    asked = {choice.question for other, choice in asked_alike() if other is question}
    assert {(question.id, words) for words in asked - {question.question}} <= NARROWER


def test_there_are_questions_that_both_ask() -> None:
    assert {"cup", "grown", "together", "calling", "viewings", "gets", "willow"} <= {
        question.id for question, _ in asked_alike()
    }


def test_answers_that_set_the_same_are_called_the_same() -> None:
    unlike = [
        (question.id, ours.says, theirs.says)
        for question, choice in asked_alike()
        if choice.question == question.question
        for ours in question.answers
        for theirs in choice.answers
        if dict(by_key(ours.sets)) == dict(by_key(theirs.sets)) and ours.says != theirs.says
    ]
    assert unlike == []
