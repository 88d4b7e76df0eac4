"""The kinds of field in which the options of a rule set are set: a class and a template for each.

An option names its kind where it is declared. A class of a kind reads the texts of its field as a value and
writes a value as texts; ``templates/rules/kinds/<kind>.html`` shows it. Boxes are sent with a hidden ``no``
before them, so that none ticked differs from a field that was not sent.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from wtforms.fields.core import UnboundField

from ...koikoi.cards import BY_ID
from ...koikoi.rules.explaining import refused
from ...koikoi.rules.schema import Option
from ...sentences import N_, Sentence, say
from ..forms.fields import Refused, TypedField
from ..forms.numbers import refused_number, whole_number

NO: Final = "no"
KINDS: Final[dict[str, type[OptionField]]] = {}


class OptionField(TypedField):
    """The field of one option; a subclass for each kind."""

    kind: ClassVar[str]
    template: ClassVar[str]
    one_line: ClassVar[bool] = False  # label and control stand side by side
    head: ClassVar[str] = "label"  # what names the control: a label, the heading of a group, or itself
    was: Sentence | None = None  # its value in the parent, where it was changed

    def __init_subclass__(cls, kind: str = "") -> None:
        super().__init_subclass__()
        if kind:
            cls.kind, cls.template = kind, f"rules/kinds/{kind}.html"
            KINDS[kind] = cls

    def __init__(self, option: Option, name: str = "", **given: Any) -> None:
        super().__init__(option.title, id=f"o-{name.replace('.', '-')}", name=name, **given)
        self.option = option

    @property
    def says_empty(self) -> bool:
        """Whether an empty field means something that has to be said."""
        return self.option.may_be_off and self.kind in ("number", "numbers")

    @property
    def sent(self) -> bool:
        """Whether the form that was sent had this field."""
        return bool(self.raw_data)


def option_field(option: Option) -> UnboundField[OptionField]:
    """A field of the kind that the option names, for a form to bind."""
    return UnboundField(KINDS[option.kind], option)


class Number(OptionField, kind="number"):
    """A whole number; empty where the option may be off."""

    one_line = True

    def read(self, texts: Sequence[str]) -> int | None:
        if not texts[-1] and self.option.may_be_off:
            return None
        return self.number(texts[-1])

    def number(self, text: str) -> int:
        """A number as the option allows it. Raises Refused."""
        low, high = self.option.number or (0, 0)
        number = whole_number(text, low, high)
        if number is None:
            raise Refused(refused_number(text, low, high))
        return number


class Text(OptionField, kind="text"):
    """A name; empty for none."""

    longest = 40  # letters

    def read(self, texts: Sequence[str]) -> str | None:
        return texts[-1] or None


class Switch(OptionField, kind="switch"):
    """True or false: a box."""

    head = ""

    def write(self, value: Any) -> list[str]:
        return ["yes" if value else NO]

    def read(self, texts: Sequence[str]) -> bool:
        return texts[-1] == "yes"


class Word(OptionField, kind="word"):
    """One of some words: a select."""

    def write(self, value: Any) -> list[str]:
        return ["off" if value is None else str(value)]

    def read(self, texts: Sequence[str]) -> Any:
        if texts[-1] == "off" and self.option.may_be_off:
            return None
        for word in self.option.words:
            if str(word) == texts[-1]:
                return word
        raise Refused(refused(self.name, texts[-1]).sentence)

    @property
    def choices(self) -> list[tuple[str, str]]:
        """What may be chosen, each with its text."""
        labels = self.option.values
        off = [("off", N_("off"))] if self.option.may_be_off else []
        return [*off, *((str(word), labels.get(word, str(word))) for word in self.option.words)]


class ListField(OptionField):
    """Several of some boxes."""

    head = "group"

    def write(self, value: Any) -> list[str]:
        return [str(item) for item in value or ()]

    def read(self, texts: Sequence[str]) -> tuple[str, ...]:
        self.texts = [text for text in texts if text != NO]
        return tuple(self.texts)


class Boxes(ListField, kind="boxes"):
    """Some of the option's words."""

    def read(self, texts: Sequence[str]) -> tuple[str, ...]:
        words = super().read(texts)
        for word in words:
            if word not in self.option.words:
                raise Refused(refused(self.name, word).sentence)
        return words


class Cards(ListField, kind="cards"):
    """Some of the 48 cards."""

    def read(self, texts: Sequence[str]) -> tuple[str, ...]:
        cards = super().read(texts)
        for card in cards:
            if card not in BY_ID:
                raise Refused(say("There is no card “%(card)s”.", card=card[:40]))
        return cards


class Numbers(Number, kind="numbers"):
    """Several whole numbers in a line; empty for none."""

    one_line = False

    def write(self, value: Any) -> list[str]:
        return [" ".join(str(number) for number in value or ())]

    def read(self, texts: Sequence[str]) -> tuple[int, ...] | None:  # type: ignore[override]
        return tuple(self.number(word) for word in words(texts[-1])) or None


class Steps(OptionField, kind="steps"):
    """What the first, second, … call does: points to add, or a factor."""

    def write(self, value: Any) -> list[str]:
        return [" ".join(f"{sign}{number}" for sign, number in value)]

    def read(self, texts: Sequence[str]) -> tuple[tuple[str, int], ...]:
        return tuple(self._step(word) for word in words(texts[-1]))

    def _step(self, word: str) -> tuple[str, int]:
        step = re.fullmatch(r"([+xX×*])([0-9]{1,2})", word)
        if step is None:
            raise Refused(
                say(
                    "“%(typed)s” is not a step; a step adds points, such as +1, or multiplies, such as x2.",
                    typed=word[:20],
                )
            )
        return "+" if step[1] == "+" else "x", int(step[2])


class Purse(Number, kind="purse"):
    """Coins at the start: a number, or one for each number of rounds, such as ``3=25 6=50``."""

    one_line = False

    def write(self, value: Any) -> list[str]:
        if isinstance(value, Mapping):
            value = " ".join(f"{rounds}={coins}" for rounds, coins in value.items())
        return [str(value)]

    def read(self, texts: Sequence[str]) -> Any:
        text = re.sub(r"\s*=\s*", "=", texts[-1])
        if "=" not in text:
            return self.number(text)
        return dict(self._coins(word) for word in words(text))

    def _coins(self, word: str) -> tuple[str, int]:
        rounds, _, coins = word.partition("=")
        length = whole_number(rounds, 1, 99)
        if length is None:
            raise Refused(refused_number(rounds, 1, 99))
        return str(length), self.number(coins)


def words(text: str) -> list[str]:
    """The words of a line, which may stand between spaces, commas or semicolons."""
    return [word for word in re.split(r"[\s,;]+", text) if word]
