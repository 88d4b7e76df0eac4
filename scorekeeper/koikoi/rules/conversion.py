"""A written rule set, converted to its types: its settings and its choices; what does not fit, in sentences.

Whether an answer of a choice goes with the rest of the rules is seen when it is given: the table may have
changed them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from functools import lru_cache, reduce
from typing import Any, Final

import msgspec

from ...sentences import Sentence, count, say
from ..errors import BadAnswer, BadRuleset
from ..typed_text import cleaned
from .diff import by_key, in_lines
from .options.points import Multipliers
from .options.yaku import YakuOptions
from .ruleset import (
    LONGEST_READING,
    LONGEST_WORD,
    MOST_CHOICES,
    MOST_READINGS,
    NOTES,
    TEXTS,
    Answer,
    Choice,
    RuleSet,
    bare,
)
from .schema import (
    Tree,
    allowed,
    doubling_of,
    doublings,
    every_option,
    options,
    put_at,
    value_at,
    yaku_options,
)
from .yaku import KNOWN


def converted(tree: Tree, kind: type[Any], prefix: str) -> Any:
    """The tree converted to a type; ``prefix`` is the key under which it stands. Raises BadRuleset."""
    try:
        return msgspec.convert(tree, kind)
    except msgspec.ValidationError as error:
        raise _explained(str(error), tree, prefix) from error


def unknown(key: str, table: str) -> BadRuleset:
    """The error for an option that does not exist in this table of options."""
    known = yaku_options() if table.startswith("yaku.") else (*every_option(), "yaku")
    inside = "" if table.startswith("yaku.") or not table else f"{table}."
    siblings = sorted({name[len(inside) :].split(".")[0] for name in known if name.startswith(inside)})
    return BadRuleset(
        say("There is no option “%(key)s”; allowed here: %(keys)s.", key=key[:80], keys=", ".join(siblings)),
        key,
    )


def refused(key: str, value: Any) -> BadRuleset:
    """The error for a value that an option cannot have."""
    if _is_fixed(key):
        return fixed_cards(key.rpartition(".")[0])
    return BadRuleset(
        say(
            "%(key)s: %(value)s is not possible; allowed: %(allowed)s.",
            key=key,
            value=_as_text(value),
            allowed=_allowed(key),
        )
    )


def fixed_cards(key: str) -> BadRuleset:
    """The error for other cards of a known yaku; ``key``: its own."""
    return BadRuleset(
        say("%(key)s: the cards of this yaku are fixed; give your own yaku another name.", key=key)
    )


_MAKES: Final = ("cards", "kind", "monthly", "also", "ruined_by")  # what makes a yaku


def _is_fixed(key: str) -> bool:
    table, name, part = (*key.split("."), "", "")[:3]
    known = KNOWN.get(name) if table == "yaku" else None
    return known is not None and (part in _MAKES or (part == "min" and not known.most))


def _explained(message: str, tree: Tree, prefix: str) -> BadRuleset:
    """msgspec's "… - at `$.a.b`" as a sentence with key, value and what is allowed."""
    surplus = re.search(r"unknown field `(.*?)`", message)
    place = re.search(r" - at (?:`key` in )?`\$\.?(.*)`", message)
    path = re.sub(r"\[.*", "", place[1] if place else "")
    if surplus:
        key = ".".join(part for part in (path, surplus[1]) if part)
        return unknown(f"{prefix}{key}", f"{prefix}{path}".rstrip("."))
    value: Any = tree
    for part in path.split("."):
        value = value.get(part) if isinstance(value, Mapping) else value
    return refused(f"{prefix}{path}", value)


def _allowed(key: str) -> Sentence:
    if key in TEXTS:
        return count("a text of %(n)d character", "a text of up to %(n)d characters", TEXTS[key])
    if key == "choices":
        return say("a list of at most %(most)d choices", most=MOST_CHOICES)
    if key in ("readings", "customs"):
        return say(
            "a list of at most %(most)d texts of 1 to %(longest)d characters",
            most=MOST_READINGS,
            longest=LONGEST_READING,
        )
    if key.startswith("words"):
        return say("a table of words by language, each of 1 to %(longest)d characters", longest=LONGEST_WORD)
    words = allowed(key)
    table, name, part = (*key.split("."), "", "")[:3]
    if (table, part) == ("yaku", "min") and name in KNOWN:
        words = (say("a whole number from %(low)s to %(high)s", low=1, high=KNOWN[name].most), *words[1:])
    return reduce(lambda one, other: say("%(one)s, or %(other)s", one=one, other=other), words)


def _as_text(value: Any) -> Sentence | str:
    """A setting's value as it is written; as JSON where that is no text."""
    if isinstance(value, str):
        return say("“%(text)s”", text=cleaned(value)[:60])
    return msgspec.json.encode(value).decode()[:80]


MOST_OWN: Final = 40  # yaku of a table's own


def typed(tree: Tree) -> RuleSet:
    """The rule set of a tree of settings, without its choices; what the tree leaves out is as in the schema.

    Of a doubling that is off the rest is as usual: it decides nothing. Raises BadRuleset for a setting that
    does not fit its type.
    """
    rest = _typed(tree)
    return msgspec.structs.replace(rest, multipliers=_at_rest(rest.multipliers))


def _typed(tree: Tree) -> RuleSet:
    yaku = tree.get("yaku", {})
    if not isinstance(yaku, Mapping):
        raise refused("yaku", yaku)
    if sum(name not in KNOWN for name in yaku) > MOST_OWN:
        raise too_many_own()
    rows = {name: _yaku(name, row) for name, row in yaku.items()}
    plain = {key: value for key, value in tree.items() if key not in ("yaku", "choices")}
    if isinstance(advice := tree.get("advice"), Mapping):
        plain["advice"] = {name: answer for name, answer in advice.items() if answer is not None}
    rest: RuleSet = converted(plain, RuleSet, "")
    return msgspec.structs.replace(rest, yaku=rows)


def _at_rest(multipliers: Multipliers) -> Multipliers:
    off = {}
    for key, row in doublings().items():
        name = key.rpartition(".")[2]
        doubling = getattr(multipliers, name)
        if row.is_off(msgspec.structs.asdict(doubling)):
            off[name] = type(doubling)(**row.off)
    return msgspec.structs.replace(multipliers, **off) if off else multipliers


def too_many_own() -> BadRuleset:
    """The error for a rule set with too many yaku of its own."""
    return BadRuleset(say("A rule set may have at most %(most)d yaku of its own.", most=MOST_OWN), "yaku")


def _yaku(name: str, row: Any) -> YakuOptions:
    key = f"yaku.{name}"
    if not isinstance(row, Mapping):
        raise refused(key, row)
    yaku: YakuOptions = converted(row, YakuOptions, f"{key}.")
    if name not in KNOWN and not re.fullmatch(r"[a-z0-9_]{1,40}", name):
        raise BadRuleset(
            say("%(key)s: a yaku’s id is made of the letters a to z, digits and _.", key=key[:60]), key
        )
    if yaku.min is None and name in KNOWN and KNOWN[name].counts:
        return msgspec.structs.replace(yaku, min=KNOWN[name].size)
    return yaku


Settings = Callable[[str], Tree]  # of a rule set that comes with the game, by dotted key


def choices_of(trees: Any, settings: Settings) -> tuple[Choice, ...]:
    """The choices, every answer with what it sets; worked out once for the same text. Raises BadRuleset."""
    try:
        return _choices_of(msgspec.msgpack.encode(trees), settings) if trees else ()
    except (TypeError, ValueError, OverflowError, RecursionError) as error:  # such as a number too long
        raise refused("choices", "…") from error


def wrong_answer(
    choice: Choice, answer: Answer, reason: Sentence, kind: type[BadAnswer] = BadAnswer
) -> BadAnswer:
    """The error for an answer that cannot be given."""
    sentence = say(
        "choices, “%(choice)s”, answer “%(answer)s”: %(reason)s",
        choice=choice.id,
        answer=answer.id,
        reason=reason,
    )
    return kind(sentence, choice.id, reason)


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
    """The choice with answers that set the same keys, no two of them the same values. Raises BadRuleset."""
    _refuse_twice([answer.id for answer in choice.answers], say("choices, “%(choice)s”", choice=choice.id))
    answers = tuple(plain_answer(choice, answer) for answer in _resolved(choice, settings))
    keys = _keys(answers)
    for place, answer in enumerate(answers):
        lacking = sorted(keys - _keys([answer]))
        if lacking:
            missing = ", ".join(lacking)
            raise wrong_answer(choice, answer, say("every answer has to set %(keys)s.", keys=missing))
        for other in answers[:place]:
            if other.sets == answer.sets:
                raise wrong_answer(choice, answer, say("it sets the same as “%(other)s”.", other=other.id))
    return msgspec.structs.replace(choice, answers=answers)


def _resolved(choice: Choice, settings: Settings) -> list[Answer]:
    """The answers; those that only name a rule set set that in which these rule sets differ."""
    played = {answer.id: _played(choice, answer, settings) for answer in choice.answers if answer.ruleset}
    named = [played[answer.id] for answer in choice.answers if answer.ruleset and not answer.sets]
    return [
        msgspec.structs.replace(answer, sets=_differing_settings(played[answer.id], named))
        if answer.ruleset and not answer.sets
        else answer
        for answer in choice.answers
    ]


def _differing_settings(sets: Tree, named: Collection[Tree]) -> Tree:
    """Of the settings of a rule set, by dotted key, those in which the named rule sets differ, as a tree."""
    tree: dict[str, Any] = {}
    for key in sorted({key for other in named for key in other}):
        values = [other.get(key) for other in named]
        if any(value != values[0] for value in values):
            place, value = _differing_setting(key, sets.get(key), values)
            if value_at(tree, place) is None:
                put_at(tree, place, value)
    return tree


def _differing_setting(key: str, value: Any, values: Collection[Any]) -> tuple[str, Any]:
    """An option and its value, of which other rule sets have these.

    Where they differ only in whether a doubling is played, how it is measured stays a choice of its own.
    """
    row = doublings().get(table := doubling_of(key))
    if row is None or key != row.switch or any(value not in (row.on, options()[key].off) for value in values):
        return key, value
    return (table, {}) if value == row.on else (key, value)


def _played(choice: Choice, answer: Answer, settings: Settings) -> Tree:
    try:
        return settings(answer.ruleset)
    except BadRuleset as error:
        raise wrong_answer(choice, answer, error.sentence) from error


def plain_answer(choice: Choice, answer: Answer) -> Answer:
    """The answer with its settings as a complete rule set has them, for comparing. Raises BadRuleset."""
    try:
        complete = msgspec.to_builtins(bare(_typed(answer.sets)))
    except BadRuleset as error:
        raise wrong_answer(choice, answer, error.sentence) from error
    sets: dict[str, Any] = {}
    for key, value in by_key(answer.sets):
        if key in (*TEXTS, *NOTES):
            raise wrong_answer(choice, answer, say("it may set options only, not %(key)s.", key=key))
        put_at(sets, key, {} if value == {} else value_at(complete, key))
    if not sets:
        raise wrong_answer(choice, answer, say("it sets nothing."))
    return msgspec.structs.replace(answer, sets=sets)


def _keys(answers: Collection[Answer]) -> set[str]:
    """What these answers set, by the dotted keys of options and of doublings."""
    return {line for answer in answers for line in in_lines(key for key, _ in by_key(answer.sets))}


def _refuse_twice(ids: Collection[str], where: Sentence | str) -> None:
    for name in ids:
        if list(ids).count(name) > 1:
            raise BadRuleset(say("%(where)s: “%(id)s” appears twice.", where=where, id=name), "choices")
