"""Kinds of field that have further fields of their own: a number beside a word, an optional part."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from wtforms.fields.core import UnboundField
from wtforms.utils import unset_value

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

    inner: Mapping[str, TypedField]
    needed: bool = False  # whether what was sent asks for the inner fields

    def __init__(self, option: Option, **given: Any) -> None:
        super().__init__(option, **given)
        self.inner = {
            name: field.bind(form=given["_form"], name=f"{self.name}.{name}") for name, field in self.fields()
        }

    def fields(self) -> list[tuple[str, UnboundField[Any]]]:
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
        self.needed = True
        for field in self.inner.values():
            field.demand()
        return {name: field.value for name, field in self.inner.items()}

    @property
    def problems(self) -> Mapping[str, Sentence]:
        problems = dict(super().problems)
        for field in self.inner.values() if self.needed else ():
            problems |= field.problems
        return problems


class WordOrNumber(GroupField, Word, kind="word_or_number"):
    """One of some words, or a number, which is typed beside it."""

    def fields(self) -> list[tuple[str, UnboundField[Any]]]:
        low, high = self.option.number or (0, 0)
        return [("number", UnboundField(WholeNumber, low, high, label=N_("How many?"), needed=True))]

    def inner_value(self, name: str, value: Any) -> Any:
        return value if isinstance(value, int) else None

    def write(self, value: Any) -> list[str]:
        return ["number" if isinstance(value, int) else str(value)]

    def read(self, texts: Sequence[str]) -> Any:
        return self.inner_data()["number"] if texts[-1] == "number" else super().read(texts)

    @property
    def choices(self) -> list[tuple[str, str]]:
        return [*super().choices, ("number", self.option.values["number"])]


class Shares(GroupField, Word, kind="shares"):
    """One of some words, or points for the dealer, for the others, for whoever holds a yaku."""

    def fields(self) -> list[tuple[str, UnboundField[Any]]]:
        low = 1 if self.option.parts == ("dealer",) else 0
        return [
            (part, UnboundField(WholeNumber, low, _MOST_POINTS, label=_SHARES[part], needed=part == "dealer"))
            for part in self.option.parts
        ]

    def write(self, value: Any) -> list[str]:
        return ["dealer" if isinstance(value, Mapping) else str(value)]

    def read(self, texts: Sequence[str]) -> Any:
        if texts[-1] != "dealer":
            return super().read(texts)
        return {part: points or 0 for part, points in self.inner_data().items()}

    @property
    def choices(self) -> list[tuple[str, str]]:
        return [*super().choices, ("dealer", self.option.values["dealer"])]


class Part(GroupField, kind="part"):
    """A table of options that may be off: a box, and a field for each of its options."""

    head = "group"

    def fields(self) -> list[tuple[str, UnboundField[Any]]]:
        return [
            (option.key.rpartition(".")[2], option_field(option)) for option in inner_options(self.option)
        ]

    def inner_value(self, name: str, value: Any) -> Any:
        if value:
            return value[name]
        return next(option.default for option in inner_options(self.option) if option.key.endswith(name))

    def write(self, value: Any) -> list[str]:
        return ["yes" if value else NO]

    def read(self, texts: Sequence[str]) -> Any:
        return self.inner_data() if texts[-1] == "yes" else None

    @property
    def shown(self) -> list[TypedField]:
        """The inner fields as they stand below the control."""
        return list(self.inner.values())


class Formed(Part, kind="formed"):
    """A table of options that is off or has one of some forms: a select, and a field for each other."""

    def process_formdata(self, valuelist: list[str]) -> None:
        super().process_formdata(self.inner["form"].raw_data or [])

    def write(self, value: Any) -> list[str]:
        return [value["form"] if value else "off"]

    def read(self, texts: Sequence[str]) -> Any:
        if texts[-1] == "off":
            return None
        data = self.inner_data()
        if data["form"] == "table" and not data["table"]:
            missing = say("Enter a step for each call, such as %(example)s.", example="+1 +2 x2")
            self.inner["table"].refuse(missing)
        return data

    @property
    def sent(self) -> bool:
        return bool(self.inner["form"].raw_data)

    @property
    def choices(self) -> list[tuple[str, str]]:
        """The forms that may be chosen, each with its text."""
        form = self.inner["form"]
        assert isinstance(form, Word)
        return [("off", N_("off")), *form.choices]

    @property
    def shown(self) -> list[TypedField]:
        return [field for name, field in self.inner.items() if name != "form"]
