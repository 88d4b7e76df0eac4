"""The choices of a written rule set: converted, completed and checked when the rule set is loaded.

Whether an answer goes with the rest of the rules is seen when it is given: the table may have changed them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import lru_cache
from typing import Any

import msgspec

from ...sentences import Sentence, say
from ..errors import BadAnswer, BadRuleset
from .choice import MOST_CHOICES, Answer, Choice
from .completing import typed
from .differences import by_key
from .explaining import refused
from .ruleset import NOTES, TEXTS, bare
from .schema import inner_options, option
from .trees import Tree, put_at, value_at

Settings = Callable[[str], Tree]  # of a rule set that comes with the game, by dotted key


def choices_of(trees: Any, settings: Settings) -> tuple[Choice, ...]:
    """The choices, every answer with what it sets; worked out once for the same text. Raises BadRuleset."""
    try:
        return _choices_of(msgspec.msgpack.encode(trees), settings) if trees else ()
    except (TypeError, ValueError, OverflowError, RecursionError) as error:  # such as a number too long
        raise refused("choices", None) from error


def wrong_answer(choice: Choice, answer: Answer, reason: Sentence) -> BadAnswer:
    """The error for an answer that cannot be given."""
    sentence = say(
        "choices, “%(choice)s”, answer “%(answer)s”: %(reason)s",
        choice=choice.id,
        answer=answer.id,
        reason=reason,
    )
    return BadAnswer(sentence, choice.id, reason)


@lru_cache(maxsize=64)  # more than the lists that come with the game
def _choices_of(encoded: bytes, settings: Settings) -> tuple[Choice, ...]:
    trees = msgspec.msgpack.decode(encoded)
    if not isinstance(trees, list) or len(trees) > MOST_CHOICES:
        raise refused("choices", trees)
    choices = tuple(_converted(number, tree) for number, tree in enumerate(trees, 1))
    _refuse_twice([choice.id for choice in choices], "choices")
    return tuple(_complete(choice, settings) for choice in choices)


def _converted(number: int, tree: Any) -> Choice:
    try:
        return msgspec.convert(tree, Choice)
    except msgspec.ValidationError as error:
        reason = str(error).replace("`", "")
        raise BadRuleset(
            say("choices, number %(number)d: %(reason)s.", number=number, reason=reason), "choices"
        ) from error


def _complete(choice: Choice, settings: Settings) -> Choice:
    _refuse_twice([answer.id for answer in choice.answers], f"choices, “{choice.id}”")
    answers = tuple(plain_answer(choice, answer) for answer in _resolved(choice, settings))
    keys = _keys(answers)
    for place, answer in enumerate(answers):
        if lacking := keys - _keys((answer,)):
            missing = ", ".join(sorted(lacking))
            raise wrong_answer(choice, answer, say("every answer has to set %(keys)s.", keys=missing))
        if twin := next((other.id for other in answers[:place] if other.sets == answer.sets), None):
            raise wrong_answer(choice, answer, say("it sets the same as “%(other)s”.", other=twin))
    return msgspec.structs.replace(choice, answers=answers)


def _resolved(choice: Choice, settings: Settings) -> tuple[Answer, ...]:
    """The answers; one that only names a rule set sets that in which the sets named like this differ."""
    plays = {answer.id: _played(choice, answer, settings) for answer in choice.answers if answer.ruleset}
    named = [plays[answer.id] for answer in choice.answers if answer.ruleset and not answer.sets]
    keys = {key for sets in named for key in sets if any(sets[key] != other.get(key) for other in named)}
    answers = []
    for answer in choice.answers:
        if answer.ruleset and not answer.sets:
            tree: dict[str, Any] = {}
            for key in sorted(keys):
                values = [sets.get(key) for sets in named]
                put_at(tree, key, _own_part(key, plays[answer.id].get(key), values))
            answer = msgspec.structs.replace(answer, sets=tree)
        answers.append(answer)
    return tuple(answers)


def _played(choice: Choice, answer: Answer, settings: Settings) -> Tree:
    try:
        return settings(answer.ruleset)
    except BadRuleset as error:
        raise wrong_answer(choice, answer, error.sentence) from error


def _own_part(key: str, value: Any, values: Collection[Any]) -> Any:
    """What a named set says of an option that another one says otherwise.

    Of a part that is on here and off there, such as a doubling, only what is not as usual: how it is measured
    stays a choice of its own.
    """
    row = option(key)
    if row is None or not row.is_part or value is None:
        return value
    usual = {inner.key.rpartition(".")[2]: inner.default for inner in inner_options(row)}
    tables = [table for table in values if table is not None]
    return {
        inner: setting
        for inner, setting in value.items()
        if setting != usual[inner] or any(table[inner] != setting for table in tables)
    }


def plain_answer(choice: Choice, answer: Answer) -> Answer:
    """The answer with its settings as a complete rule set has them, for comparing. Raises BadRuleset."""
    try:
        complete = msgspec.to_builtins(bare(typed(answer.sets)))
    except BadRuleset as error:
        raise wrong_answer(choice, answer, error.sentence) from error
    sets: dict[str, Any] = {}
    for key, value in by_key(answer.sets):
        if key in (*TEXTS, *NOTES):
            raise wrong_answer(choice, answer, say("it may set options only, not %(key)s.", key=key))
        row, whole = option(key), value_at(complete, key)
        partly = isinstance(value, Mapping) and row is not None and row.is_part
        put_at(sets, key, {inner: whole[inner] for inner in value} if partly else whole)
    if not sets:
        raise wrong_answer(choice, answer, say("it sets nothing."))
    return msgspec.structs.replace(answer, sets=sets)


def _keys(answers: Collection[Answer]) -> set[str]:
    """The dotted keys that these answers set."""
    return {key for answer in answers for key, _ in by_key(answer.sets)}


def _refuse_twice(ids: Collection[str], where: str) -> None:
    for name in ids:
        if list(ids).count(name) > 1:
            raise BadRuleset(say("%(where)s: “%(id)s” appears twice.", where=where, id=name), "choices")
