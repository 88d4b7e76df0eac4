"""What tables differ in: plain questions with ready answers, for setting up house rules.

A question is a choice that belongs to no source. Which answer holds is worked out from the settings and
stored nowhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, cached_property
from importlib import resources
from typing import Final, Literal

import msgspec
from msgspec.structs import replace

from ...sentences import Sentence, listed, say, valued
from .choices import is_so
from .conversion import plain_answer
from .diff import by_key, in_lines
from .loader import read_toml
from .options.row import KOIKOI, GameId
from .phrases import title, value, yaku
from .ruleset import Answer, Choice, RuleSet
from .schema import Tree, option, value_at

ELSE: Final = "else"  # stands for an answer that is none of the ready ones


class Question(Choice, frozen=True, dict=True, kw_only=True):
    """A choice of a topic. ``name``: what it is about; ``unsaid``: the answer that goes without saying.

    ``game``: the only one in which it is asked; empty: in every game that has its options.
    """

    name: str = ""
    game: GameId | Literal[""] = ""
    fields: tuple[str, ...] = ()
    unsaid: str = ""

    @cached_property
    def keys(self) -> tuple[str, ...]:
        """The dotted keys of the options that belong to it."""
        set_by_answers = (key for answer in self.answers for key, _value in by_key(answer.sets))
        return tuple(dict.fromkeys((*set_by_answers, *self.fields)))

    @property
    def texts(self) -> tuple[str, ...]:
        """What it asks, and its ready answers."""
        return (self.question, *(answer.says for answer in self.answers))

    @cached_property
    def complete(self) -> bool:
        """Whether the ready answers are all that its only option can be set to."""
        row = option(self.keys[0]) if len(self.keys) == 1 else None
        return row is not None and row.kind == "word" and len(self.answers) == len(row.words)

    def answer(self, name: str) -> Answer | None:
        """The ready answer with this id."""
        return next((answer for answer in self.answers if answer.id == name), None)


class QuestionTopic(msgspec.Struct, frozen=True):
    """Something that tables differ in, such as what koi-koi multiplies: one question or some."""

    id: str
    question: str
    choices: tuple[Question, ...]

    @property
    def keys(self) -> tuple[str, ...]:
        """The dotted keys of all options that belong to it."""
        return tuple(key for question in self.choices for key in question.keys)


@cache
def topics(game: GameId = KOIKOI) -> tuple[QuestionTopic, ...]:
    """What tables that play a game differ in, in the order in which it is asked."""
    return tuple(
        replace(topic, choices=tuple(asked for asked in topic.choices if asked.game in ("", game)))
        for topic in every_topic()
        if all(_is_of(game, key) for key in topic.keys)
    )


def _is_of(game: GameId, key: str) -> bool:
    row = option(key)
    return row is None or row.game in ("", game)


@cache
def every_topic() -> tuple[QuestionTopic, ...]:
    """The topics of all games."""
    written = read_toml(resources.files(__package__).joinpath("questions.toml").read_text("utf-8"))
    questions = {question.id: question for question in map(_complete, written["choices"])}
    return tuple(
        QuestionTopic(**{**topic, "choices": tuple(questions[name] for name in topic["choices"])})
        for topic in written["topics"]
    )


@cache
def topic_of(game: GameId | None = None) -> Mapping[str, QuestionTopic]:
    """The topic to which an option belongs in a game, or in any, by the dotted key of the option."""
    asked = topics(game) if game else every_topic()
    return {key: topic for topic in asked for key in topic.keys}


def keys_of(name: str) -> tuple[str, ...]:
    """The options that belong to the question with this id; none where there is no such question."""
    questions = (question for topic in every_topic() for question in topic.choices)
    return next((question.keys for question in questions if question.id == name), ())


def taken(question: Question, tree: Tree) -> Answer | None:
    """The ready answer that holds in a complete tree of settings; None: the table has something else."""
    return next((answer for answer in question.answers if _holds(answer, tree)), None)


def summed_up(topic: QuestionTopic, tree: Tree, rules: RuleSet) -> list[Sentence]:
    """How a topic stands in a complete tree of settings, question by question; ``rules`` names the yaku."""
    sentences = []
    for question in topic.choices:
        answer = taken(question, tree)
        if answer is not None and answer.id == question.unsaid:
            continue
        words = say(answer.says) if answer else _something_else(question, tree, rules)
        if question.name:
            words = valued(say(question.name), words)
        sentences.append(words)
    return sentences


def _complete(written: Tree) -> Question:
    question = msgspec.convert(written, Question)
    answers = tuple(plain_answer(question, answer) for answer in question.answers)
    return replace(question, answers=answers)


def _holds(answer: Answer, tree: Tree) -> bool:
    """Whether a tree has the settings of an answer; those of a yaku that is not played count for nothing."""
    sets = {key: setting for key, setting in by_key(answer.sets) if not _without_effect(key, tree)}
    return all(is_so(key, setting, tree) for key, setting in sets.items())


def _without_effect(key: str, tree: Tree) -> bool:
    table, name, setting = (*key.split(".", 2), "", "")[:3]
    if table != "yaku" or setting == "points":
        return False
    settings = value_at(tree, f"yaku.{name}") or {}
    return not settings.get("points") and settings.get("after_koi") is None


def _something_else(question: Question, tree: Tree, rules: RuleSet) -> Sentence:
    """The settings of a question in words, where no ready answer holds; those as usual are left out."""
    lines = in_lines(question.keys)
    if len(lines) == 1:
        return value(lines[0], value_at(tree, lines[0]), rules)
    keys = [key for key in lines if not _without_effect(key, tree)]
    unusual = [key for key in keys if not _usual(key, tree)]
    return listed(
        valued(_title(key, rules), value(key, value_at(tree, key), rules)) for key in unusual or keys
    )


def _usual(key: str, tree: Tree) -> bool:
    """Whether an option has its default; what a yaku pays always counts as unusual."""
    row = option(key)
    return row is not None and not key.startswith("yaku.") and bool(value_at(tree, key) == row.default)


def _title(key: str, rules: RuleSet) -> Sentence:
    """What an option is called; of what a yaku pays, the name of the yaku."""
    return yaku(key.split(".")[1], rules) if key.startswith("yaku.") else title(key, rules)
