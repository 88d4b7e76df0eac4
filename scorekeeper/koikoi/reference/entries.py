"""The entries of the reference, one for each option, and finding them by their words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, cached_property
from typing import Any, Final, NamedTuple

import msgspec

from ...sentences import Sentence, say
from ..rules import phrases
from ..rules.diff import by_key
from ..rules.loader import DEFAULT, named, names, rules
from ..rules.options.row import COUNTED, KOIKOI, GameId
from ..rules.ruleset import Choice, RuleSet, bare
from ..rules.schema import (
    Doubling,
    Option,
    Tree,
    doubling_of,
    doublings,
    every_option,
    options,
    value_at,
    yaku_options,
)
from .examples import Example, examples
from .scenes import key_in

OF_A_YAKU: Final = "yaku."  # begins the key of an option of a yaku here, as in "yaku.points"


class Value(NamedTuple):
    """A value, in words, and the named rule sets that use it; ``yaku``: of which yaku it is a value."""

    value: Any
    words: Sentence
    rulesets: tuple[str, ...]
    yaku: str = ""  # an id; empty for an option that is not of a yaku

    @property
    def written(self) -> str:
        """As in TOML."""
        return written(self.value)


class SettingChoice(NamedTuple):
    """A choice of a named rule set that sets the option."""

    ruleset: str
    choice: Choice


class OptionEntry(msgspec.Struct, frozen=True, dict=True):
    """What the reference says about one option. What takes work is worked out when it is asked for."""

    key: str  # "multipliers.big.at", and for every yaku "yaku.points"
    option: Option

    @property
    def title(self) -> Sentence:
        return say(self.option.title)

    @property
    def doubling(self) -> Doubling | None:
        """The doubling to which it belongs."""
        return doublings().get(doubling_of(self.key))

    @property
    def usual(self) -> Sentence:
        """Its default in words."""
        return self.option.in_words(msgspec.to_builtins(self.option.default), rules(DEFAULT))

    @property
    def numbers(self) -> Sentence | None:
        """The whole numbers that it may be set to; None for none."""
        if self.option.number is None or self.option.kind == "steps":
            return None
        low, high = self.option.number
        return say("a whole number from %(low)s to %(high)s", low=low, high=high)

    @cached_property
    def values(self) -> tuple[Value, ...]:
        """Its words, those that nobody uses too, and then the other values of the named rule sets."""
        used = uses(self.key)
        by_text = {value.written: value.rulesets for value in used if not value.yaku}
        words = [
            Value(word, self.option.in_words(word, rules(DEFAULT)), by_text.get(written(word), ()))
            for word in ((word,) if self.option.kind == "boxes" else word for word in self.option.fixed)
        ]
        texts = {value.written for value in words}
        return (*words, *(value for value in used if value.yaku or value.written not in texts))

    @cached_property
    def asked(self) -> tuple[SettingChoice, ...]:
        """The choices that set it, by the rule set that brings them in."""
        return tuple(asked for asked, keys in _asked(_game(self.key)) if self.key in keys)

    @cached_property
    def examples(self) -> tuple[Example, ...]:
        """What its values lead to; empty for advice."""
        return examples(self.key)


@cache
def entries(game: GameId = KOIKOI) -> Mapping[str, OptionEntry]:
    """Every entry of a game by its key, in the order of the schema, those of a yaku last."""
    of_a_yaku = {f"{OF_A_YAKU}{key}": row for key, row in yaku_options().items() if row.game in ("", game)}
    return {key: OptionEntry(key, row) for key, row in {**options(game), **of_a_yaku}.items()}


@cache
def every_entry() -> Mapping[str, OptionEntry]:
    """The entries of all games."""
    return {**entries(), **entries(COUNTED)}


@cache
def uses(key: str) -> tuple[Value, ...]:
    """Which named rule sets use which value; of a yaku only what differs from the usual value.

    A rule set in which the part of the option is off does not use it.
    """
    found: dict[tuple[str, bytes], tuple[Any, RuleSet, list[str]]] = {}
    for name, (complete, tree) in _trees(_game(key)).items():
        for yaku in tree["yaku"] if key.startswith(OF_A_YAKU) else ("",):
            if not _says(key, yaku, tree):
                continue
            value = value_at(tree, key_in(key, yaku))
            row = found.setdefault((yaku, msgspec.json.encode(value)), (value, complete, []))
            row[2].append(name)
    return tuple(
        Value(value, phrases.value(key_in(key, yaku), value, complete), tuple(users), yaku)
        for (yaku, _), (value, complete, users) in found.items()
    )


def written(value: Any) -> str:
    """A value as it is written in TOML."""
    if value is None:
        return '"off"'
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{key} = {written(inner)}' for key, inner in value.items())} }}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(written, value))}]"
    return msgspec.json.encode(value).decode()


def _says(key: str, yaku: str, tree: Tree) -> bool:
    """Whether a rule set says something about an option; of a yaku, something unusual."""
    if yaku:
        name = key.removeprefix(OF_A_YAKU)
        value, usual = tree["yaku"][yaku][name], _usual(yaku)[name]
        return bool(tree["yaku"][yaku]["points"] or name == "points") and value != usual
    table = doubling_of(key)
    return (
        not table or key == doublings()[table].switch or not doublings()[table].is_off(value_at(tree, table))
    )


@cache
def _usual(yaku: str) -> Tree:
    """What a yaku has by the common rules."""
    blank = {key: row.default for key, row in yaku_options().items()}
    tree: Tree = msgspec.to_builtins(blank)
    return {**tree, **_trees(KOIKOI)[DEFAULT][1]["yaku"].get(yaku, {})}


def _game(key: str) -> GameId:
    """The game whose rule sets say something about an option: Koi-Koi, but for options of another alone."""
    row = every_option().get(key)
    return COUNTED if row is not None and row.game == COUNTED else KOIKOI


@cache
def _trees(game: GameId) -> Mapping[str, tuple[RuleSet, Tree]]:
    """Every named rule set of a game, complete, and as plain values."""
    return {name: (rules(name), msgspec.to_builtins(bare(rules(name)))) for name in names(game)}


@cache
def _asked(game: GameId) -> tuple[tuple[SettingChoice, frozenset[str]], ...]:
    """The choices of the named rule sets of a game, without inherited ones, and what each of them sets."""
    bringing = [name for name in names(game) if (named(name) or {}).get("choices")]
    return tuple(
        (SettingChoice(name, choice), frozenset(_set_by(choice)))
        for name in bringing
        for choice in rules(name).choices
    )


def _set_by(choice: Choice) -> Iterator[str]:
    """The keys of the options that the answers of a choice set."""
    for answer in choice.answers:
        for key, _value in by_key(answer.sets):
            if key in doublings():
                yield doublings()[key].switch
            yield f"{OF_A_YAKU}{key.split('.', 2)[2]}" if key.startswith(OF_A_YAKU) else key
