"""Forms whose fields are options: each is made when it is asked for, and knows what it is in the parent."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from werkzeug.datastructures import MultiDict
from wtforms.fields.core import UnboundField
from wtforms.form import BaseForm

from ...koikoi.rules import phrases
from ...koikoi.rules.ruleset import RuleSet
from ...koikoi.rules.schema import Option, Tree, value_at
from ...sentences import Sentence
from ..forms.fields import META
from .fields import OptionField, option_field

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
