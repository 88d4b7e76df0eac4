"""Sentences for people, written in English here and translated at the edge.

A sentence is a template with named values, so the core and the store know no language. ``say`` and ``count``
mark templates for extraction; ``N_`` marks a bare text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import reduce
from typing import Any, Final, TypeAlias

import msgspec

SentenceValue: TypeAlias = "str | int | Sentence"  # in a sentence; msgspec reads back what these are


def N_(text: str) -> str:  # noqa: N802 - the usual name of this marker
    """Mark a text for translation and return it unchanged."""
    return text


VALUED = N_("%(option)s: %(value)s")
REMARKED = N_("%(text)s (%(remark)s)")

# Every catalogue translates this as the code of its language, so that a sentence can tell which it is in.
_CODE = N_("en")


class Sentence(msgspec.Struct, frozen=True):
    """A template with named values; ``many`` is its plural form, chosen by ``values["n"]``.

    What people have named in several languages has ``texts``, by language; ``one`` is then for any other.
    ``goes_on``: it stands inside a sentence and begins with a small letter.
    """

    one: str
    many: str = ""
    values: dict[str, SentenceValue] = {}
    texts: dict[str, str] = {}
    goes_on: bool = False

    def __str__(self) -> str:
        return self.render(_same, _english)

    def render(self, gettext: Callable[[str], str], ngettext: Callable[[str, str, int], str]) -> str:
        """The sentence in the language of the two functions; sentences inside it are rendered too."""
        words = self._words(gettext, ngettext)
        return words[:1].lower() + words[1:] if self.goes_on else words

    def _words(self, gettext: Callable[[str], str], ngettext: Callable[[str, str, int], str]) -> str:
        if self.texts:
            return self.texts.get(gettext(_CODE), self.one)
        values = {
            name: value.render(gettext, ngettext) if isinstance(value, Sentence) else value
            for name, value in self.values.items()
        }
        if not _ALONE.fullmatch(self.one):
            values = {name: _isolated(value) for name, value in values.items()}
        if self.many:
            n = self.values["n"]
            assert isinstance(n, int)
            return ngettext(self.one, self.many, n) % values
        return gettext(self.one) % values if values else gettext(self.one)


class Refusal(Exception):
    """An error with a sentence that a player can read; ``str()`` returns it in English."""

    def __init__(self, sentence: Sentence) -> None:
        self.sentence = sentence
        super().__init__(str(sentence))


def say(template: str, **values: Any) -> Sentence:
    """A sentence with ``%(name)s`` places."""
    return Sentence(template, "", values)


def count(one: str, many: str, n: int, **values: Any) -> Sentence:
    """A sentence with a form for one and a form for many, ``%(n)d`` of something."""
    return Sentence(one, many, {"n": n, **values})


def listed(parts: Iterable[SentenceValue]) -> Sentence:
    """Texts one after the other: "Anna, Ben"; empty for none."""
    return _joined(N_("%(one)s, %(other)s"), parts)


def listing(parts: Sequence[Sentence], *, inside: bool = False) -> Sentence:
    """Sentences one after another, with commas; at least one. ``inside``: the sentence has begun already."""
    first, *others = parts
    further = map(going_on, others)
    start = going_on(first) if inside else first
    return listed([start, *further])


def going_on(part: Sentence) -> Sentence:
    """A text of the app as it stands inside a sentence; a name that somebody typed stays as it is."""
    return msgspec.structs.replace(part, goes_on=not part.values and not part.texts)


def parted(parts: Iterable[SentenceValue]) -> Sentence:
    """Texts that may have commas themselves: "September, sake cup; October, deer"; empty for none."""
    return _joined(N_("%(one)s; %(other)s"), parts)


def dotted(parts: Iterable[SentenceValue]) -> Sentence:
    """Short texts in a line: "Dutch Wikipedia · 12 rounds"; empty for none."""
    return _joined(N_("%(one)s · %(other)s"), parts)


def versus(names: Iterable[str]) -> str:
    """The players of a match: "Anna – Ben"."""
    return " – ".join(map(isolated, names))


def valued(title: SentenceValue, value: SentenceValue) -> Sentence:
    """What something is called and what it is: "Rounds: 12"."""
    return say(VALUED, option=title, value=value)


def remarked(text: SentenceValue, remark: SentenceValue) -> Sentence:
    """A text and what stands in brackets behind it: "Anna 62 – Ben 38 (Anna won)"."""
    return say(REMARKED, text=text, remark=remark)


def _joined(template: str, parts: Iterable[SentenceValue]) -> Sentence:
    first, *others = [*parts] or [""]
    whole = first if isinstance(first, Sentence) else say("%(text)s", text=first)
    return reduce(lambda one, other: say(template, one=one, other=other), others, whole)


def named(texts: Mapping[str, str]) -> Sentence:
    """What people have named, by language; in another language the English name, or else the first."""
    return Sentence(texts.get(_CODE) or next(iter(texts.values())), texts=dict(texts))


def _isolated(value: str | int) -> str | int:
    return isolated(value) if isinstance(value, str) else value


def _same(text: str) -> str:
    return text


def _english(one: str, many: str, n: int) -> str:
    return one if n == 1 else many


# Letters and digits of the scripts that are written from right to left; static/js/sentences.js has them, too.
_LEFTWARD: Final = re.compile(
    "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
_ALONE: Final = re.compile(r"%\(\w+\)s")  # a template that is only a value
_ISOLATED: Final = re.compile("\u2068[^\u2068\u2069]*\u2069")


def isolated(text: str) -> str:
    """What somebody typed, to stand beside other text.

    Letters that run from right to left would take along the numbers and signs around them, so that the score
    of one player stands beside another: such a text is put between U+2068 and U+2069, line by line, unless
    what runs so in it already is. The app's own languages run from left to right: nothing else is changed.
    """
    if text.isascii():
        return text
    return "\n".join(f"\u2068{line}\u2069" if _runs_left(line) else line for line in text.split("\n"))


def _runs_left(line: str) -> bool:
    return bool(_LEFTWARD.search(_ISOLATED.sub("", line)))
