"""Fields of WTForms that keep what was typed and refuse with a sentence in the reader's language.

A field that was not sent keeps the value that it had; so does a field whose text is refused,
and it says why.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from datetime import date
from typing import Any, ClassVar, Final, NamedTuple

from flask import request
from wtforms import Field, Form, validators
from wtforms.form import BaseForm
from wtforms.meta import DefaultMeta

from ...koikoi.typed_text import cleaned
from ...sentences import Sentence, say
from .values import refused_number, whole_number


class FieldError(validators.ValidationError):
    """The text of a field cannot be read, or says something impossible."""

    def __init__(self, sentence: Sentence) -> None:
        super().__init__(sentence)  # type: ignore[arg-type]


class Meta(DefaultMeta):
    """The app guards all its forms against forged requests itself, and refuses in sentences of its own."""

    csrf = False
    locales = False


META: Final = Meta()
_LONGEST_REASON: Final = 400  # letters


class TypedField(Field):
    """A field with one text, or with several."""

    nothing: ClassVar[Any] = None  # what it says where nothing was sent
    texts: Sequence[str] = ()  # as they stand in the form

    def __init__(self, label: str | None = None, **given: Any) -> None:
        super().__init__(label, **{"default": self.nothing, **given})

    def process_data(self, value: Any) -> None:
        self.data = value
        self.texts = self.write(value)

    def process_formdata(self, valuelist: list[str]) -> None:
        if valuelist:
            self.texts = [cleaned(text) for text in valuelist]
            self.data = self.read(self.texts)

    def write(self, value: Any) -> list[str]:
        """A value as it stands in the form."""
        return ["" if value is None else str(value)]

    def read(self, texts: Sequence[str]) -> Any:
        """The value that was typed. Raises FieldError."""
        return texts[-1]

    @property
    def text(self) -> str:
        """The text of a field with a single text."""
        return self.texts[-1] if self.texts else ""

    @property
    def value(self) -> Any:
        """What the field says; where that is refused, what it said before."""
        return self.object_data if self.problems else self.data

    def refuse(self, sentence: Sentence) -> None:
        """Say what else is wrong with the field."""
        self.process_errors = [*self.process_errors, sentence]  # type: ignore[list-item]

    @property
    def problems(self) -> Mapping[str, Sentence]:
        """What is refused, by the name of the field."""
        errors: Sequence[Any] = [*self.process_errors, *self.errors]
        return {self.name: errors[0]} if errors else {}


class TextLine(TypedField):
    """One line of text; ``longest``: the most letters it may have."""

    nothing: ClassVar[Any] = ""

    def __init__(self, longest: int = 2000, **given: Any) -> None:
        super().__init__(**given)
        self.longest = longest

    def read(self, texts: Sequence[str]) -> str:
        text = texts[-1]
        if len(text) > self.longest:
            raise FieldError(say("That is too long: at most %(most)d characters.", most=self.longest))
        return text


class ExactText(TypedField):
    """A text exactly as it was sent: what a button or a choice stands for, a key, a pasted file."""

    nothing: ClassVar[Any] = ""

    def process_formdata(self, valuelist: list[str]) -> None:
        if valuelist:
            self.data = self.read(valuelist)

    def read(self, texts: Sequence[str]) -> Any:
        return texts[0]


class OwnAddress(ExactText):
    """An address of this app, or its first page in place of any other."""

    def read(self, texts: Sequence[str]) -> str:
        address = texts[0]
        first = f"{request.script_root}/"
        own = address.startswith(first) and address[1:2] not in ("/", "\\") and address.isprintable()
        return address if own else first


class ExactTexts(TypedField):
    """All texts of a name exactly as they were sent, such as what is ticked."""

    nothing: ClassVar[Any] = ()

    def process_formdata(self, valuelist: list[str]) -> None:
        self.data = tuple(valuelist)


class SentFile(TypedField):
    """The content of a file that was sent, empty where there is none; ``longest``: bytes that are read."""

    def __init__(self, longest: int = -1, **given: Any) -> None:
        super().__init__(**given)
        self.longest = longest

    def process_formdata(self, valuelist: list[str]) -> None:
        file = request.files.get(self.name)
        self.data = file.read(self.longest) if file else b""


class NamedFile(NamedTuple):
    """A file that was sent, with the name that it had on the sender's disk."""

    name: str
    content: bytes


class SentFiles(TypedField):
    """The files that were sent under a name; those without a name and content are none."""

    def process_formdata(self, valuelist: list[str]) -> None:
        sent = request.files.getlist(self.name)
        files = (NamedFile(cleaned(file.filename or ""), file.read()) for file in sent)
        self.data = tuple(file for file in files if file.name or file.content)


class Reason(TextLine):
    """Why; what is too long is cut off."""

    def read(self, texts: Sequence[str]) -> str:
        return texts[-1][:_LONGEST_REASON]


class WholeNumber(TypedField):
    """A whole number from ``low`` to ``high``; None where the field is left empty, unless ``needed``."""

    def __init__(self, low: int, high: int, needed: bool = False, **given: Any) -> None:
        super().__init__(**given)
        self.low, self.high, self.needed = low, high, needed

    def read(self, texts: Sequence[str]) -> int | None:
        if not texts[-1] and not self.needed:
            return None
        return number_between(texts[-1], self.low, self.high)

    def pre_validate(self, form: BaseForm) -> None:
        if self.needed and self.data is None:
            raise FieldError(refused_number("", self.low, self.high))


def number_between(text: str, low: int, high: int) -> int:
    """The whole number that a text says. Raises FieldError."""
    number = whole_number(text, low, high)
    if number is None:
        raise FieldError(refused_number(text, low, high))
    return number


class OneOf(TypedField):
    """A word out of some; any other word leaves the value as it was."""

    nothing: ClassVar[Any] = ""

    def __init__(self, words: Collection[str], **given: Any) -> None:
        super().__init__(**given)
        self.words = words

    def read(self, texts: Sequence[str]) -> str:
        return texts[-1] if texts[-1] in self.words else str(self.data)


class TypedForm(Form):
    Meta: ClassVar[type[DefaultMeta]] = Meta

    @property
    def problems(self) -> dict[str, Sentence]:
        """What is refused, by the name of the field."""
        return {name: words for field in self for name, words in field.problems.items()}  # type: ignore[attr-defined]


_DAY: Final = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
_MOST_SHOWN: Final = 20  # letters of what is refused


class Day(TypedField):
    """A day; None where the field is left empty, unless ``needed``."""

    def __init__(self, needed: bool = False, **given: Any) -> None:
        super().__init__(**given)
        self.needed = needed

    def read(self, texts: Sequence[str]) -> date | None:
        text = texts[-1]
        day = day_of(text)
        if day is None and text:
            raise FieldError(_not_a_day(text))
        return day

    def pre_validate(self, form: BaseForm) -> None:
        if self.needed and self.data is None:
            raise FieldError(_not_a_day(""))


def _not_a_day(text: str) -> Sentence:
    return say("“%(typed)s” is not a day; write it like 2026-02-14.", typed=text[:_MOST_SHOWN])


def day_of(text: str) -> date | None:
    """The day that a text such as "2026-02-14" names; None where it names none."""
    with suppress(ValueError):
        return date.fromisoformat(text) if _DAY.fullmatch(text) else None
    return None
