"""The entries of the reference, one for each option, and finding them by their words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, cached_property
from typing import Any, NamedTuple

import msgspec

from ...sentences import Sentence, say
from ..rules import phrases
from ..rules.diff import by_key
from ..rules.loader import DEFAULT, named, names, rules
from ..rules.ruleset import Choice
from ..rules.schema import Doubling, Option, doubling_of, doublings
from .examples import Example, examples
from .values import OF_A_YAKU, Value, rows, uses, written


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

    @cached_property
    def usual(self) -> Sentence:
        """Its default in words."""
        default = msgspec.to_builtins(self.option.default)
        return phrases.value(self._in_rules, default, rules(DEFAULT))

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
        words = [Value(word, says, by_text.get(written(word), ())) for word, says in self._words()]
        texts = {value.written for value in words}
        return (*words, *(value for value in used if value.yaku or value.written not in texts))

    @cached_property
    def asked(self) -> tuple[SettingChoice, ...]:
        """The choices that set it, by the rule set that brings them in."""
        return tuple(asked for asked, keys in _asked() if self.key in keys)

    @cached_property
    def examples(self) -> tuple[Example, ...]:
        """What its values lead to; empty for advice."""
        return examples(self.key)

    @property
    def _in_rules(self) -> str:
        """A key under which the words of a rule set know it."""
        of_a_yaku = self.key.startswith(OF_A_YAKU)
        return f"yaku.ours.{self.key.removeprefix(OF_A_YAKU)}" if of_a_yaku else self.key

    def _words(self) -> Iterator[tuple[Any, Sentence]]:
        """The fixed words that it may be set to."""
        if self.option.may_be_off:
            yield None, phrases.when_off(self._in_rules)
        for word in (True, False) if self.option.kind == "switch" else self.option.words:
            if self.option.kind == "boxes":
                yield (word,), phrases.value(self._in_rules, (word,), rules(DEFAULT))
            elif word is not None:
                yield word, self._meaning(word)

    def _meaning(self, word: Any) -> Sentence:
        known = self.option.values.get(word)
        return say(known) if known else phrases.value(self._in_rules, word, rules(DEFAULT))


@cache
def entries() -> Mapping[str, OptionEntry]:
    """Every entry by its key, in the order of the schema."""
    return {key: OptionEntry(key, row) for key, row in rows().items()}


@cache
def _asked() -> tuple[tuple[SettingChoice, frozenset[str]], ...]:
    """The choices of the named rule sets, without those that are inherited, and what each of them sets."""
    bringing = [name for name in names() if (named(name) or {}).get("choices")]
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
