"""The kinds of field in which the options of a rule set are set: a class and a macro for each.

An option names its kind where it is declared. A class of a kind reads the texts of its field as a value and
writes a value as texts; the macro of its name in ``templates/rules/_controls.html`` shows it. Boxes are sent
with a hidden ``no`` before them, so that none ticked differs from a field that was not sent.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from typing import Any, ClassVar, Final

from flask import get_template_attribute
from flask_babel import gettext
from markupsafe import Markup
from wtforms.fields.core import UnboundField

from ...koikoi.cards import BY_ID
from ...koikoi.rules import phrases
from ...koikoi.rules.conversion import refused
from ...koikoi.rules.schema import Option
from ...sentences import N_, Sentence, say
from ..forms.fields import Refused, TypedField
from ..forms.values import refused_number, whole_number
from ..i18n import hyphenated, language, translate

NO: Final = "no"
KINDS: Final[dict[str, type[OptionField]]] = {}


class MacroOfKind:
    """The widget of every kind: the macro of its name."""

    def __call__(self, field: OptionField, **given: Any) -> Markup:
        control: Callable[..., Markup] = get_template_attribute("rules/_controls.html", field.kind)
        return control(field, **given)


class OptionField(TypedField):
    """The field of one option; a subclass for each kind."""

    widget = MacroOfKind()
    kind: ClassVar[str]
    one_line: ClassVar[bool] = False  # label and control stand side by side
    head: ClassVar[str] = "label"  # what names the control: a label, the heading of a group, or itself
    was: Sentence | None = None  # its value in the parent, where it was changed

    def __init_subclass__(cls, kind: str = "") -> None:
        super().__init_subclass__()
        if kind:
            cls.kind = kind
            KINDS[kind] = cls

    def __init__(self, option: Option, **given: Any) -> None:
        super().__init__(option.title, **given)
        self.option = option
        self.id = f"o-{self.name.replace('.', '-')}"

    @property
    def title(self) -> str:
        """What the option is called, in the reader's language."""
        return _hyphenated(self.option.title, language())

    @property
    def hint(self) -> str:
        """What the option means, and what an empty field means, in the reader's language."""
        meaning = _hyphenated(self.option.meaning, language())
        if self.kind not in ("number", "numbers") or not self.option.may_be_off:
            return meaning
        return f"{meaning} {_empty(self.name, language())}"


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
        return number_between(text, *(self.option.number or (0, 0)))


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
        values = {"off": None} if self.option.may_be_off else {}
        values |= {str(word): word for word in self.option.words}
        if texts[-1] not in values:
            raise Refused(refused(self.name, texts[-1]).sentence)
        return values[texts[-1]]

    @property
    def choices(self) -> list[tuple[str, str]]:
        """What may be chosen, each with its text."""
        off = [("off", N_("off"))] if self.option.may_be_off else []
        return [*off, *((str(word), self.option.values.get(word, str(word))) for word in self.option.words)]


class Boxes(OptionField, kind="boxes"):
    """Some of the option's words, each a box."""

    head = "group"

    def write(self, value: Any) -> list[str]:
        return [str(item) for item in value or ()]

    def read(self, texts: Sequence[str]) -> tuple[str, ...]:
        self.texts = [text for text in texts if text != NO]
        for text in self.texts:
            self.check(text)
        return tuple(self.texts)

    def check(self, text: str) -> None:
        """Refuse what no box stands for. Raises Refused."""
        if text not in self.option.words:
            raise Refused(refused(self.name, text).sentence)


class Cards(Boxes, kind="cards"):
    """Some of the 48 cards."""

    def check(self, text: str) -> None:
        if text not in BY_ID:
            raise Refused(say("There is no card “%(card)s”.", card=text[:40]))


def number_between(text: str, low: int, high: int) -> int:
    """The whole number that a text says. Raises Refused."""
    number = whole_number(text, low, high)
    if number is None:
        raise Refused(refused_number(text, low, high))
    return number


@cache
def _hyphenated(text: str, language: str) -> str:
    """A text of an option in the reader's language, which is this one; kept, because a page has hundreds."""
    return hyphenated(translate(text), language)


@lru_cache(4096)
def _empty(name: str, _language: str) -> str:
    """What it means that an option is off, in the reader's language."""
    return str(gettext("Empty: %(value)s.", value=translate(phrases.when_off(name))))
