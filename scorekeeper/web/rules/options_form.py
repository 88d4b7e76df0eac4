"""Some options of a rule set as a form: a field for each, by the name under which it is sent."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from werkzeug.datastructures import MultiDict
from wtforms.fields.core import UnboundField
from wtforms.form import BaseForm

from ...koikoi.rules import wording
from ...koikoi.rules.ruleset import RuleSet
from ...koikoi.rules.schema import Option
from ...sentences import Sentence
from ..forms.fields import META, TypedField
from . import grouped_fields  # noqa: F401 - the kinds of these fields are known once they are defined
from .fields import OptionField, option_field

Sent = MultiDict[str, str]


class OptionsForm(BaseForm):
    """The fields of some options, by name.

    ``values``: what they are set to, which a field that was not sent keeps. ``above``: what they are set to
    in the parent. ``sent``: the form that was sent, None for one that is drawn for the first time.
    """

    def __init__(
        self,
        options: Mapping[str, Option],
        values: Mapping[str, Any],
        above: Mapping[str, Any],
        parent: RuleSet,
        sent: Sent | None,
        further: Mapping[str, UnboundField[Any]] | None = None,
    ) -> None:
        fields = {name: option_field(option) for name, option in options.items()}
        super().__init__({**fields, **(further or {})}, meta=META)
        self.process(sent, data=values)
        for name in options:
            field = self[name]
            if name in above and field.value != above[name]:
                field.was = wording.value(name, above[name], parent)

    def __getitem__(self, name: str) -> OptionField:
        field = super().__getitem__(name)
        assert isinstance(field, OptionField)
        return field

    def __iter__(self) -> Iterator[OptionField]:
        return (field for field in self._fields.values() if isinstance(field, OptionField))

    @property
    def values(self) -> dict[str, Any]:
        """What the options are set to; what is refused stays as it was."""
        return {field.name: field.value for field in self}

    @property
    def problems(self) -> dict[str, Sentence]:
        """What is refused, by the name of the field."""
        problems: dict[str, Sentence] = {}
        for field in self._fields.values():
            assert isinstance(field, TypedField)
            problems |= field.problems
        return problems


def tables_sent(sent: Sent | None) -> frozenset[str]:
    """The tables of options of which a form that was sent has fields: "match", "yaku.tan", …"""
    names = [name.split(".") for name in sent or ()]
    return frozenset(".".join(name[:2]) if name[0] == "yaku" else name[0] for name in names)
