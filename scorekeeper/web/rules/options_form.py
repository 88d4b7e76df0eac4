"""Some options of a rule set as a form, whose fields are made when they are asked for: a page shows few.

A list has a small field for each item, and empty ones to add more. All of them are sent under its name; an
item of two fields is sent as two texts, one after the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Final

from werkzeug.datastructures import MultiDict
from wtforms.fields.core import UnboundField
from wtforms.form import BaseForm

from ...koikoi.rules import phrases
from ...koikoi.rules.ruleset import RuleSet
from ...koikoi.rules.schema import Option, Tree, value_at
from ...sentences import N_, Sentence, say
from ..forms.fields import META, FieldError, TypedField, WholeNumber, number_between
from ..forms.values import whole_number
from .fields import GroupField, NumberField, OptionField, option_field

_LONGEST_MATCH: Final = 99  # rounds
_MOST_COINS: Final = 100_000


class NumbersField(NumberField, kind="numbers"):
    """Several whole numbers; where all fields are empty the option is off.

    A list without numbers is not off: then EMPTY stands in the first field.
    """

    EMPTY: ClassVar[str] = "–"

    one_line = False
    head = "group"
    room: ClassVar[int] = 3  # fields that are empty

    def write(self, value: Any) -> list[str]:
        if value is None:
            return []
        return [str(number) for number in value] or [self.EMPTY]

    def read(self, texts: Sequence[str]) -> tuple[int, ...] | None:  # type: ignore[override]
        numbers = tuple(self.number(text) for text in texts if text not in ("", self.EMPTY))
        return numbers or (() if self.EMPTY in texts else None)

    @property
    def items(self) -> list[str]:
        """What stands in each field."""
        return [*(text for text in self.texts if text), *[""] * self.room]


class StepsField(OptionField, kind="steps"):
    """What the first, second, … call does: points to add, or a factor. Each is a sign and a number."""

    head = "group"
    signs = (("", "–"), ("+", N_("adds")), ("x", N_("multiplies by")))
    _least: ClassVar[int] = 4  # steps that are shown

    def write(self, value: Any) -> list[str]:
        return [text for sign, number in value for text in (sign, str(number))]

    def read(self, texts: Sequence[str]) -> tuple[tuple[str, int], ...]:
        return tuple(_step(sign, number) for sign, number in pairs(texts) if sign or number)

    @property
    def items(self) -> list[tuple[str, str]]:
        """The sign and the number of each step that is shown."""
        items = [(sign, number) for sign, number in pairs(self.texts) if sign or number]
        return [*items, *[("", "")] * max(1, self._least - len(items))]


class CoinsByRounds(TypedField):
    """Coins by the number of rounds; 3, 6 and 12 rounds and what else the rules have, and one line more."""

    usual: ClassVar[tuple[str, ...]] = ("3", "6", "12")

    def write(self, value: Any) -> list[str]:
        return [text for rounds, coins in (value or {}).items() for text in (rounds, str(coins))]

    def read(self, texts: Sequence[str]) -> dict[str, int]:
        purses = {}
        for rounds, coins in pairs(texts):
            if coins:
                length = number_between(rounds, 1, _LONGEST_MATCH)
                purses[str(length)] = number_between(coins, 0, _MOST_COINS)
        return purses

    def pre_validate(self, form: BaseForm) -> None:
        if not self.data:
            raise FieldError(say("Enter the coins for at least one number of rounds."))

    @property
    def items(self) -> list[tuple[str, str]]:
        """The rounds and the coins of each line, in the order of the rounds."""
        typed = {rounds: coins for rounds, coins in pairs(self.texts) if _is_length(rounds)}
        lines = {**dict.fromkeys(self.usual, ""), **typed}
        return sorted(lines.items(), key=lambda line: int(line[0]))

    @property
    def another(self) -> tuple[str, str]:
        """The line for another number of rounds: empty, or as it was typed where that is no number."""
        wrong = (line for line in pairs(self.texts) if any(line) and not _is_length(line[0]))
        return next(wrong, ("", ""))


class PurseField(GroupField, kind="purse"):
    """Coins at the start: as many in every match, or a number for each number of rounds."""

    choices = (("same", N_("the same in every match")), ("rounds", N_("by the number of rounds")))

    def unbound(self) -> dict[str, Any]:
        return {
            "same": UnboundField(WholeNumber, 0, _MOST_COINS, needed=True),
            "rounds": UnboundField(CoinsByRounds),
        }

    def inner_value(self, name: str, value: Any) -> Any:
        return value if isinstance(value, Mapping) == (name == "rounds") else None

    def write(self, value: Any) -> list[str]:
        return ["rounds" if isinstance(value, Mapping) else "same"]

    def read(self, texts: Sequence[str]) -> Any:
        inner = self.inner["rounds" if texts[-1] == "rounds" else "same"]
        self.validate_inner([inner])
        return inner.value


def pairs(texts: Sequence[str]) -> list[tuple[str, str]]:
    """Texts that were sent one after the other, two by two; a last one alone is left out."""
    return list(zip(texts[::2], texts[1::2], strict=False))


def _is_length(text: str) -> bool:
    """Whether a text says how many rounds a match has."""
    return whole_number(text, 1, _LONGEST_MATCH) is not None


def _step(sign: str, number: str) -> tuple[str, int]:
    if sign not in ("+", "x"):
        raise FieldError(say("Choose: add points, or multiply."))
    return sign, number_between(number, 0, 99)


Sent = MultiDict[str, str]


class OptionsForm(BaseForm):
    """The fields of some options, by key.

    ``values``: what they are set to, which a field that was not sent keeps. ``above``: what they are set to
    in ``parent``, against which changes are shown; empty where it does not have them. ``sent``: the form that
    was sent, None for one that is drawn for the first time. ``prefix``: what stands before the keys in it.
    """

    def __init__(
        self,
        options: Mapping[str, Option],
        values: Tree,
        above: Tree,
        parent: RuleSet,
        sent: Sent | None,
        prefix: str = "",
    ) -> None:
        super().__init__({}, prefix=prefix, meta=META)
        self.options, self.values, self.above, self.parent, self.sent = options, values, above, parent, sent

    def __getitem__(self, key: str) -> Any:
        if key not in self._fields:
            self[key] = self.unbound(key)
            self._fields[key].process(self.sent, value_at(self.values, key))
            self._compare(key)
        return self._fields[key]

    def put(self, key: str, value: Any) -> None:
        """Set an option, whatever was sent for it."""
        self[key].process(None, value)
        self._compare(key)

    def _compare(self, key: str) -> None:
        """Note what an option is in the parent, where that is something else."""
        field = self._fields[key]
        if isinstance(field, OptionField) and self.above:
            before = value_at(self.above, key)
            field.was = phrases.value(field.name, before, self.parent) if field.value != before else None

    def unbound(self, key: str) -> UnboundField[Any]:
        """The field of a key, of the kind that its option names."""
        return option_field(self.options[key])

    def fields(self, keys: Iterable[str]) -> list[Any]:
        return [self[key] for key in keys]

    @property
    def problems(self) -> dict[str, Sentence]:
        """What is refused, by the name of the field."""
        problems: dict[str, Sentence] = {}
        for field in self._fields.values():
            problems |= field.problems  # type: ignore[attr-defined]
        return problems
