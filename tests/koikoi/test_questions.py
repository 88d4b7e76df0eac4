"""The questions about what tables differ in: complete, and answered as the settings say."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from scorekeeper.koikoi.rules.diff import by_key
from scorekeeper.koikoi.rules.loader import every_name, rules
from scorekeeper.koikoi.rules.questions import Question, every_topic, summed_up, taken, topic_of, topics
from scorekeeper.koikoi.rules.ruleset import Answer
from scorekeeper.koikoi.rules.schema import Tree, option, put_at

ONCE = "in all: × 2, never more (doubled only once)"
QUESTIONS = {question.id: question for topic in every_topic() for question in topic.choices}
ANSWERS = [
    pytest.param(question, answer, id=f"{question.id}-{answer.id}")
    for question in QUESTIONS.values()
    for answer in question.answers
]


def tree(name: str | Tree = "default", **overrides: Any) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(rules(name, overrides=overrides))
    return plain


def stands(topic_id: str, name: str | Tree = "default", **overrides: Any) -> list[str]:
    (topic,) = [topic for topic in every_topic() if topic.id == topic_id]
    rule_set = rules(name, overrides=overrides)
    return [str(words) for words in summed_up(topic, msgspec.to_builtins(rule_set), rule_set)]


def test_every_option_is_asked_for_once() -> None:
    keys = [key for question in QUESTIONS.values() for key in question.keys]
    assert len(keys) == len(set(keys)) == len(topic_of())
    assert [key for key in keys if option(key) is None] == []


def test_the_answers_that_go_without_saying_exist() -> None:
    assert [q.id for q in QUESTIONS.values() if q.unsaid and q.answer(q.unsaid) is None] == []


@pytest.mark.parametrize(("question", "answer"), ANSWERS)
@pytest.mark.parametrize("name", ["default", "mongolopedia", "russian_all"])
def test_an_answer_that_was_given_is_the_one_that_holds(
    name: str, question: Question, answer: Answer
) -> None:
    assert taken(question, tree(name, **answer.sets)) is answer


TABLES = {name: {"form": "table", "factor": 3, "table": [["+", 2]]} for name in ("own_koi", "opponent_koi")}


@pytest.mark.parametrize(("question", "answer"), ANSWERS)
@pytest.mark.parametrize("multipliers", [{}, TABLES], ids=["usual", "tables"])
def test_what_an_answer_sets_is_what_it_sets_when_it_is_loaded(
    multipliers: Tree, question: Question, answer: Answer
) -> None:
    start = {"extends": "russian_all", "multipliers": multipliers}
    before, after = tree(start), rules(start, overrides=answer.sets)
    for key, value in by_key(answer.sets):
        put_at(before, key, value)
    assert rules(before) == after


@pytest.mark.parametrize("name", every_name())
def test_every_question_says_how_it_stands_in_every_rule_set(name: str) -> None:
    for topic in topics(rules(name).game):
        sentences = stands(topic.id, name)
        assert all(sentences)
        assert len(sentences) <= len(topic.choices)


@pytest.mark.parametrize(
    ("topic", "overrides", "words"),
    [
        ("big", {}, ["from 7 points, × 2"]),
        ("big", {"multipliers": {"big": {"at": 8}}}, ["× 2 from 8 points"]),
        ("big", {"multipliers": {"big": {"on": "total"}}}, ["× 2 from 7 points, after other doublings"]),
        ("koikoi", {}, ["own: nothing", "other’s: × 2, once", "× 2 and × 2: × 4"]),
        (
            "koikoi",
            {"multipliers": {"own_koi": {"form": "linear", "factor": 3}, "combine": "sum"}},
            ["own: × 3, × 5, × 7 …", "other’s: × 2, once", "× 2 and × 2: × 3"],
        ),
        (
            "koikoi",
            {"multipliers": {"opponent_koi": None, "any_koi": {"form": "power"}}},
            ["own: nothing", "other’s: nothing", "all together: × 2, × 4, × 8 …", "× 2 and × 2: × 4"],
        ),
        ("rounds", {"match": {"target": 60}}, ["Target: 60 points"]),
        ("rounds", {"match": {"rounds": 5}}, ["Rounds: 5"]),
        (
            "viewings",
            {"yaku": {"hanami": {"points": 4}}},
            [
                "Flower viewing: 4 points, Moon viewing: 5 points, Flower and moon viewing: not played",
                "canceled by rain: no",
            ],
        ),
        ("coins", {"settlement": {"account": "transfer"}}, ["Who pays: each loser pays the winner"]),
        ("more", {}, []),
        ("big", {"multipliers": {"max_factor": 2}}, ["from 7 points, × 2", ONCE]),
        ("big", {"multipliers": {"max_factor": 3}}, ["from 7 points, × 2", "in all: 3"]),
    ],
)
def test_a_topic_is_summed_up(topic: str, overrides: dict[str, Any], words: list[str]) -> None:
    assert stands(topic, **overrides) == [*(["no"] if topic == "more" else []), *words]


def test_further_cards_of_a_yaku_that_is_not_played_make_no_difference() -> None:
    extra = {name: {"extra": 0} for name in ("inoshikacho", "akatan", "aotan")}
    both = {"akatan_aotan": {"points": 0, "extra": 1}}
    question = QUESTIONS["further"]
    assert taken(question, tree(yaku={**extra, **both})) is question.answer("no")
    both = {"akatan_aotan": {"points": 10, "extra": 1}}
    assert taken(question, tree(yaku={**extra, **both})) is None
    both = {"akatan_aotan": {"points": 0, "extra": 1, "after_koi": 9}}
    assert taken(question, tree(yaku={**extra, **both})) is None


def test_a_question_whose_answers_are_all_words_of_its_option_is_complete() -> None:
    assert {name for name, question in QUESTIONS.items() if question.complete} == {
        "together",
        "grown",
        "counts",
        "willow",
    }
