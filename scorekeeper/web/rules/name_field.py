"""The name of a table's own yaku: one text for all languages, or one for each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from wtforms.fields.core import UnboundField

from ...languages import LANGUAGES
from ..forms.fields import TextLine, TypedField
from ..i18n import language
from .grouped_fields import GroupField

_LONGEST = 40  # letters


class Names(GroupField, kind="names"):
    """A name in the reader's language, and below it a field for each other language."""

    longest = _LONGEST

    def unbound(self) -> dict[str, Any]:
        return {code: UnboundField(TextLine, _LONGEST) for code in LANGUAGES if code != language()}

    @property
    def others(self) -> list[tuple[str, str, TypedField]]:
        """Every other language: its code, what its speakers call it, and its field."""
        return [(code, LANGUAGES[code], field) for code, field in self.inner.items()]

    @property
    def is_in_several(self) -> bool:
        """Whether it has a text for another language."""
        return any(field.text for field in self.inner.values())

    def write(self, value: Any) -> list[str]:
        return [_text(value)]

    def read(self, texts: Sequence[str]) -> Any:
        name, before = texts[-1], self.object_data
        named = {code: text for code, text in self.inner_data().items() if text}
        known = before if isinstance(before, Mapping) else {}
        named |= {code: text for code, text in known.items() if code not in LANGUAGES}
        if name and not (named and language() not in known and name == _text(before)):
            named[language()] = name
        if named != before and named.keys() <= {language()}:
            return name or None
        return {code: named[code] for code in (*known, *named) if code in named} or None


def _text(name: str | Mapping[str, str] | None) -> str:
    """A name in the reader's language, or what stands there instead."""
    if isinstance(name, Mapping):
        return name.get(language()) or name.get("en") or next(iter(name.values()))
    return name or ""
