"""One option in a form: the control it takes, what stands in its fields, and what they mean.

A form is texts by field name (``Typed``). ``typed`` writes a value into the fields of an option, ``meant``
reads them back. A box that may be left empty is sent with a hidden ``no`` before it, so that an empty box
differs from a field that was not there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from msgspec import inspect

from ...koikoi.cards import BY_ID
from ...koikoi.rules.schema import Option, options
from ...sentences import Sentence, say
from ..typed_text import cleaned

Typed = Mapping[str, Sequence[str]]

NO: Final = "no"
_BY_LAST_KEY: Final = {
    "without": "cards",
    "cards": "cards",
    "not": "cards",
    "ruins": "boxes",
    "round": "numbers",
    "months": "numbers",
    "table": "steps",
    "purse": "purse",
    "name": "text",
}


class Unreadable(Exception):
    """What stands in a field means nothing."""

    def __init__(self, field: str, sentence: Sentence) -> None:
        self.field = field
        self.sentence = sentence


def shape(row: Option) -> str:
    """The control of an option; ``templates/rules/_controls.html`` has one macro for each."""
    if named := _BY_LAST_KEY.get(row.key.rpartition(".")[2]):
        return named
    if row.parts:
        return "shares" if row.words else "part"
    if row.words:
        return "word_or_number" if row.number else "word"
    return "number" if row.number else "check"


def children(row: Option) -> dict[str, Option]:
    """The options inside an optional part."""
    return {part: options()[f"{row.key}.{part}"] for part in row.parts}


def posted(form: Mapping[str, Sequence[str]]) -> Typed:
    """The fields of a form that was sent: trimmed, without the hidden marks of boxes."""
    return {name: _without_mark([cleaned(text) for text in texts]) for name, texts in form.items()}


def last(typed: Typed, name: str) -> str:
    """The text of a field with one value; empty when it is not there."""
    return typed[name][-1] if typed.get(name) else ""


def typed(row: Option, name: str, value: Any) -> dict[str, Sequence[str]]:
    """The fields of an option that has this value, as plain values."""
    return _WRITE[shape(row)](row, name, value)


def meant(row: Option, name: str, fields: Typed, otherwise: Any) -> Any:
    """The value that the fields mean; ``otherwise`` where they were not sent. Raises Unreadable."""
    kind = shape(row)
    sent = f"{name}.form" if kind == "part" and "form" in row.parts else name
    return _READ[kind](row, name, fields) if sent in fields else otherwise


def whole(field: str, text: str, low: int, high: int) -> int:
    """A whole number. Raises Unreadable."""
    if text.isascii() and text.isdigit() and len(text) < 9 and low <= int(text) <= high:
        return int(text)
    if not text:
        raise Unreadable(field, say("Type a whole number from %(low)d to %(high)d.", low=low, high=high))
    raise Unreadable(
        field,
        say(
            "“%(typed)s” is not possible; allowed: a whole number from %(low)d to %(high)d.",
            typed=text[:20],
            low=low,
            high=high,
        ),
    )


def _without_mark(texts: list[str]) -> list[str]:
    return texts[1:] if len(texts) > 1 and texts[0] == NO else texts


def _write_word(row: Option, name: str, value: Any) -> dict[str, Sequence[str]]:
    return {name: ["off" if value is None else str(value)]}


def _read_word(row: Option, name: str, fields: Typed) -> Any:
    text = last(fields, name)
    if text == "off" and row.may_be_off:
        return None
    return next((word for word in row.words if str(word) == text), text)


def _write_number(row: Option, name: str, value: Any) -> dict[str, Sequence[str]]:
    return {name: ["" if value is None else str(value)]}


def _read_number(row: Option, name: str, fields: Typed) -> int | None:
    text = last(fields, name)
    if not text and row.may_be_off:
        return None
    assert row.number is not None
    return whole(name, text, *row.number)


def _read_text(row: Option, name: str, fields: Typed) -> str | None:
    return " ".join(last(fields, name).split()) or None


def _write_check(row: Option, name: str, value: Any) -> dict[str, Sequence[str]]:
    return {name: ["yes" if value else NO]}


def _read_check(row: Option, name: str, fields: Typed) -> bool:
    return last(fields, name) == "yes"


def _write_word_or_number(row: Option, name: str, value: Any) -> dict[str, Sequence[str]]:
    if isinstance(value, int):
        return {name: ["number"], f"{name}.number": [str(value)]}
    return {name: [str(value)], f"{name}.number": [""]}


def _read_word_or_number(row: Option, name: str, fields: Typed) -> Any:
    if last(fields, name) != "number":
        return last(fields, name)
    assert row.number is not None
    return whole(f"{name}.number", last(fields, f"{name}.number"), *row.number)


def _write_shares(row: Option, name: str, value: Any) -> dict[str, Sequence[str]]:
    given = value if isinstance(value, Mapping) else {}
    chosen = "dealer" if given else str(value)
    return {name: [chosen], **{f"{name}.{part}": [str(given.get(part, ""))] for part in row.parts}}


def _read_shares(row: Option, name: str, fields: Typed) -> Any:
    if last(fields, name) != "dealer":
        return last(fields, name)
    low = 0 if "other" in row.parts else 1
    found = {"dealer": whole(f"{name}.dealer", last(fields, f"{name}.dealer"), low, 999)}
    for part in row.parts:
        if part != "dealer":
            found[part] = whole(f"{name}.{part}", last(fields, f"{name}.{part}") or "0", 0, 999)
    return found


def _write_part(row: Option, name: str, value: Any) -> dict[str, Sequence[str]]:
    fields: dict[str, Sequence[str]] = {} if "form" in row.parts else {name: ["yes" if value else NO]}
    for part, child in children(row).items():
        fields |= typed(child, f"{name}.{part}", value[part] if value else child.default)
    if "form" in row.parts and not value:
        fields[f"{name}.form"] = ["off"]
    return fields


def _read_part(row: Option, name: str, fields: Typed) -> Any:
    if last(fields, f"{name}.form") == "off" or ("form" not in row.parts and last(fields, name) != "yes"):
        return None
    found = {
        part: meant(child, f"{name}.{part}", fields, child.default) for part, child in children(row).items()
    }
    if found.get("form") == "table" and not found.get("table"):
        raise Unreadable(
            f"{name}.table", say("Write a step for each call, such as %(example)s.", example="+1 +2 x2")
        )
    return found


def _write_list(row: Option, name: str, value: Any) -> dict[str, Sequence[str]]:
    return {name: [str(one) for one in value or ()] or [NO]}


def _read_cards(row: Option, name: str, fields: Typed) -> tuple[str, ...]:
    unknown = [text for text in fields[name] if text not in BY_ID and text != NO]
    if unknown:
        raise Unreadable(name, say("There is no card “%(card)s”.", card=unknown[0][:40]))
    return tuple(text for text in fields[name] if text != NO)


def _read_boxes(row: Option, name: str, fields: Typed) -> tuple[str, ...]:
    return tuple(text for text in fields[name] if text != NO)


def _write_numbers(row: Option, name: str, value: Any) -> dict[str, Sequence[str]]:
    return {name: [" ".join(str(number) for number in value or ())]}


def _read_numbers(row: Option, name: str, fields: Typed) -> tuple[int, ...] | None:
    words = _words(last(fields, name))
    return tuple(whole(name, word, *_each_of(row)) for word in words) or None


def _each_of(row: Option) -> tuple[int, int]:
    """The lowest and the highest number that may stand in a list."""
    info = row.type
    while isinstance(info, inspect.Metadata):
        info = info.type
    members = info.types if isinstance(info, inspect.UnionType) else (info,)
    for one in members:
        if isinstance(one, inspect.VarTupleType) and isinstance(one.item_type, inspect.IntType):
            return (one.item_type.ge or 0, one.item_type.le or 99)
    return (0, 99)


def _write_steps(row: Option, name: str, value: Any) -> dict[str, Sequence[str]]:
    return {name: [" ".join(f"{sign}{number}" for sign, number in value)]}


def _read_steps(row: Option, name: str, fields: Typed) -> tuple[tuple[str, int], ...]:
    found = []
    for word in _words(last(fields, name)):
        step = re.fullmatch(r"([+xX×*])([0-9]{1,2})", word)
        if step is None:
            raise Unreadable(
                name,
                say(
                    "“%(typed)s” is not a step; a step adds points, as +1, or multiplies, as x2.",
                    typed=word[:20],
                ),
            )
        found.append(("+" if step[1] == "+" else "x", int(step[2])))
    return tuple(found)


def _write_purse(row: Option, name: str, value: Any) -> dict[str, Sequence[str]]:
    if isinstance(value, Mapping):
        value = " ".join(f"{rounds}={coins}" for rounds, coins in value.items())
    return {name: [str(value)]}


def _read_purse(row: Option, name: str, fields: Typed) -> Any:
    text = re.sub(r"\s*=\s*", "=", last(fields, name))
    if "=" not in text:
        return whole(name, text, 0, 100000)
    found: dict[str, int] = {}
    for word in _words(text):
        rounds, _, coins = word.partition("=")
        found[str(whole(name, rounds, 1, 99))] = whole(name, coins, 0, 100000)
    return found


def _words(text: str) -> list[str]:
    return [word for word in re.split(r"[\s,;]+", text) if word]


_WRITE: Final[Mapping[str, Callable[[Option, str, Any], dict[str, Sequence[str]]]]] = {
    "word": _write_word,
    "number": _write_number,
    "text": _write_number,
    "check": _write_check,
    "word_or_number": _write_word_or_number,
    "shares": _write_shares,
    "part": _write_part,
    "cards": _write_list,
    "boxes": _write_list,
    "numbers": _write_numbers,
    "steps": _write_steps,
    "purse": _write_purse,
}
_READ: Final[Mapping[str, Callable[[Option, str, Typed], Any]]] = {
    "word": _read_word,
    "number": _read_number,
    "text": _read_text,
    "check": _read_check,
    "word_or_number": _read_word_or_number,
    "shares": _read_shares,
    "part": _read_part,
    "cards": _read_cards,
    "boxes": _read_boxes,
    "numbers": _read_numbers,
    "steps": _read_steps,
    "purse": _read_purse,
}
