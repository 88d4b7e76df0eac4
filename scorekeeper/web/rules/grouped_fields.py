"""Kinds of field that have further fields of their own: a number beside a word, an optional part."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from wtforms.fields.core import UnboundField
from wtforms.utils import unset_value

from ...koikoi.rules import phrases
from ...koikoi.rules.schema import Option, inner_options
from ...sentences import N_, Sentence, say
from ..forms.fields import TypedField, WholeNumber
from .fields import NO, OptionField, Word, option_field

_MOST_POINTS: Final = 999
_SHARES: Final = {
    "dealer": N_("Dealer gets"),
    "other": N_("Others get"),
    "holder": N_("Whoever holds a yaku gets"),
}


class GroupField(OptionField):
    """An option with inner fields. What they refuse counts only while the option needs them."""

    needed: Sequence[TypedField] = ()  # the inner fields that what was sent asks for

    def __init__(self, option: Option, **given: Any) -> None:
        super().__init__(option, **given)
        self.inner: dict[str, TypedField] = {
            name: field.bind(form=given["_form"], name=f"{self.name}.{name}")
            for name, field in self.unbound().items()
        }

    def unbound(self) -> dict[str, Any]:
        """The inner fields by name."""
        raise NotImplementedError

    def inner_value(self, name: str, value: Any) -> Any:
        """The value of an inner field where the option has this one."""
        return value.get(name) if isinstance(value, Mapping) else None

    def process(self, formdata: Any, data: Any = unset_value, extra_filters: Any = None) -> None:
        for name, field in self.inner.items():
            field.process(formdata, self.inner_value(name, data))
        super().process(formdata, data, extra_filters)

    def inner_data(self) -> dict[str, Any]:
        """What the inner fields say, which now have to say it."""
        self.demand_inner([self.inner[name] for name in self.inner if self.asks_for(name)])
        return {name: field.value for name, field in self.inner.items()}

    def asks_for(self, name: str) -> bool:
        """Whether what was sent asks for this inner field, once it asks for any."""
        return True

    def demand_inner(self, fields: Sequence[TypedField]) -> None:
        """These inner fields now have to say something."""
        self.needed = fields
        for field in fields:
            field.demand()

    @property
    def problems(self) -> Mapping[str, Sentence]:
        problems = dict(super().problems)
        for field in self.needed:
            problems |= field.problems
        return problems


class Shares(GroupField, Word, kind="shares"):
    """One of some words, or points for the dealer, for the others, for whoever holds a yaku."""

    numbers: ClassVar[str] = "dealer"  # stands among the words for the numbers that are typed beside them

    def unbound(self) -> dict[str, Any]:
        low = 1 if self.option.parts == ("dealer",) else 0
        return {
            part: UnboundField(WholeNumber, low, _MOST_POINTS, label=_SHARES[part], needed=part == "dealer")
            for part in self.option.parts
        }

    def write(self, value: Any) -> list[str]:
        return [value if isinstance(value, str) else self.numbers]

    def read(self, texts: Sequence[str]) -> Any:
        return self.typed() if texts[-1] == self.numbers else super().read(texts)

    def typed(self) -> Any:
        """The value that the numbers say."""
        return {part: points or 0 for part, points in self.inner_data().items()}

    @property
    def choices(self) -> list[tuple[str, str]]:
        return [*super().choices, (self.numbers, self.option.values[self.numbers])]


class WordOrNumber(Shares, kind="word_or_number"):
    """One of some words, or a single number."""

    numbers = "number"

    def unbound(self) -> dict[str, Any]:
        low, high = self.option.number or (0, 0)
        return {"number": UnboundField(WholeNumber, low, high, label=N_("How many?"), needed=True)}

    def inner_value(self, name: str, value: Any) -> Any:
        return value if isinstance(value, int) else None

    def typed(self) -> Any:
        return self.inner_data()["number"]


class Part(GroupField, kind="part"):
    """A table of options that may be off: a box, and a field for each of its options."""

    head = "group"
    switch: ClassVar[str] = ""  # the inner field that stands above the others and says whether it is off

    def unbound(self) -> dict[str, Any]:
        return {_last(option): option_field(option) for option in inner_options(self.option)}

    def inner_value(self, name: str, value: Any) -> Any:
        defaults = {_last(option): option.default for option in inner_options(self.option)}
        return (value or defaults)[name]

    def write(self, value: Any) -> list[str]:
        return ["yes" if value else NO]

    def read(self, texts: Sequence[str]) -> Any:
        return self.inner_data() if texts[-1] == "yes" else None

    @property
    def shown(self) -> list[TypedField]:
        """The inner fields as they stand below the control."""
        return [field for name, field in self.inner.items() if name != self.switch]


class Formed(Part, kind="formed"):
    """A table of options that is off or has one of some forms: a select, and a field for each other."""

    switch = "form"

    def process_formdata(self, valuelist: list[str]) -> None:
        super().process_formdata(self.inner["form"].raw_data or [])

    def write(self, value: Any) -> list[str]:
        return [value["form"] if value else "off"]

    def read(self, texts: Sequence[str]) -> Any:
        if texts[-1] == "off":
            return None
        data = self.inner_data()
        if data["form"] == "table" and not data["table"]:
            self.inner["table"].refuse(say("Say what at least the first koi-koi does."))
        return data

    def asks_for(self, name: str) -> bool:
        by_call = self.inner["form"].data == "table"
        return by_call if name == "table" else not by_call if name == "factor" else True

    @property
    def choices(self) -> list[tuple[str, str | Sentence]]:
        """The forms that may be chosen, each with what it does with the factor beside it."""
        form, factor = self.inner["form"], self.inner.get("factor")
        assert isinstance(form, Word)
        if factor is None:
            return [("off", N_("off")), *form.choices]
        times = [(word, phrases.series(word, factor.value) or text) for word, text in form.choices]
        return [("off", N_("nothing")), *times]


def _last(option: Option) -> str:
    return option.key.rpartition(".")[2]
