"""The kinds of field in which the options of a rule set are set: a class and a macro for each.

An option names its kind where it is declared. A class of a kind reads the texts of its field as a value
and writes a value as texts; the macro of its name in ``templates/rules/_field.html`` shows it. Boxes
are sent with a hidden ``no`` before them, so that none ticked differs from a field that was not sent.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any, ClassVar, Final

from flask_babel import gettext
from wtforms.fields.core import UnboundField
from wtforms.form import BaseForm
from wtforms.utils import unset_value

from ...koikoi.cards import BY_ID
from ...koikoi.rules import phrases
from ...koikoi.rules.conversion import refused
from ...koikoi.rules.kinds import SharesOption
from ...koikoi.rules.schema import Option
from ...languages import LANGUAGES
from ...sentences import N_, Sentence, say
from ..forms.fields import FieldError, TextLine, TypedField, WholeNumber, number_between
from ..forms.values import whole_number
from ..hyphens import hyphenated
from ..language import language, spoken, translate
from ..words import card_name

NO: Final = "no"
NEW: Final = "-"  # stands for the id of a yaku that is being added; no id holds a dash
KINDS: Final[dict[str, type[OptionField]]] = {}


class OptionField(TypedField):
    """The field of one option; a subclass for each kind."""

    kind: ClassVar[str]
    one_line: ClassVar[bool] = False  # label and control stand side by side
    is_group: ClassVar[bool] = False  # several controls below a heading
    was: Sentence | None = None  # its value in the parent, where it was changed

    def __init_subclass__(cls, kind: str = "") -> None:
        if kind:
            cls.kind = kind
            KINDS[kind] = cls

    def __init__(self, option: Option, **given: Any) -> None:
        super().__init__(option.title, **given)
        self.option = option

    @property
    def title(self) -> str:
        """What the option is called, in the reader's language."""
        return _hyphenated(self.option.title, spoken())

    @property
    def hint(self) -> str:
        """What the option means, and what an empty field means, in the reader's language."""
        meaning = _hyphenated(self.option.meaning, spoken())
        if self.kind not in ("number", "numbers") or not self.option.may_be_off:
            return meaning
        return f"{meaning} {_empty(self.name, spoken())}".lstrip()


def option_field(option: Option) -> UnboundField[OptionField]:
    """A field of the kind that the option names, for a form to bind."""
    return UnboundField(KINDS[option.kind], option)


class NumberField(OptionField, kind="number"):
    """A whole number; empty where the option may be off."""

    one_line = True

    def read(self, texts: Sequence[str]) -> int | None:
        if not texts[-1] and self.option.may_be_off:
            return None
        return self.number(texts[-1])

    def number(self, text: str) -> int:
        """A number as the option allows it. Raises FieldError."""
        return number_between(text, *(self.option.number or (0, 0)))


class SwitchField(OptionField, kind="switch"):
    """True or false: a box."""

    def write(self, value: Any) -> list[str]:
        return ["yes" if value else NO]

    def read(self, texts: Sequence[str]) -> bool:
        return texts[-1] == "yes"


class WordField(OptionField, kind="word"):
    """One of some words, or of all lists of its numbers where it is a list: a select."""

    def write(self, value: Any) -> list[str]:
        return [_word(value)]

    def read(self, texts: Sequence[str]) -> Any:
        values = {_word(value): value for value in self._values}
        if texts[-1] not in values:
            raise FieldError(refused(self.name, texts[-1]).sentence)
        return values[texts[-1]]

    @property
    def choices(self) -> list[tuple[str, str]]:
        """What may be chosen, each with its text."""
        return [(_word(value), self._text(value)) for value in self._values]

    def _text(self, value: Any) -> str:
        if isinstance(value, tuple):
            return ", ".join(map(str, value))
        return N_("off") if value is None else self.option.values.get(value, str(value))

    @property
    def _values(self) -> list[Any]:
        if isinstance(self.object_data, tuple):
            low, high = self.option.number or (0, 0)
            numbers = range(low, high + 1)
            return [some for length in range(len(numbers)) for some in combinations(numbers, length + 1)]
        return [*([None] if self.option.may_be_off else []), *self.option.words]


def _word(value: Any) -> str:
    """What stands for a value among the choices."""
    if isinstance(value, tuple):
        return " ".join(map(str, value))
    return "off" if value is None else str(value)


class BoxesField(OptionField, kind="boxes"):
    """Some of the option's words, each a box."""

    is_group = True

    def write(self, value: Any) -> list[str]:
        return [str(item) for item in value or ()]

    def read(self, texts: Sequence[str]) -> tuple[str, ...]:
        self.texts = [text for text in texts if text != NO]
        for text in self.texts:
            self.check(text)
        return tuple(self.texts)

    def check(self, text: str) -> None:
        """Refuse what no box stands for. Raises FieldError."""
        if text not in self.option.words:
            raise FieldError(refused(self.name, text).sentence)


class CardsField(BoxesField, kind="cards"):
    """Some of the 48 cards; the same ones keep the order that they had, whatever that of the form is."""

    def read(self, texts: Sequence[str]) -> tuple[str, ...]:
        chosen, before = super().read(texts), self.object_data
        return before if {*chosen} == {*before} else chosen

    def check(self, text: str) -> None:
        if text not in BY_ID:
            raise FieldError(say("There is no card “%(card)s”.", card=text[:40]))


@lru_cache(4096)
def _hyphenated(text: str, _spoken: str) -> str:
    """A text of an option in the reader's language; kept, because a page has hundreds."""
    return hyphenated(translate(text), language())


@lru_cache(4096)
def _empty(name: str, _spoken: str) -> str:
    """What it means that an option is off, in the reader's language."""
    return str(gettext("Empty: %(value)s.", value=translate(phrases.when_off(name))))


_MOST_POINTS: Final = 999
_SHARES: Final = {
    "dealer": N_("Dealer gets"),
    "other": N_("Others get"),
    "holder": N_("Whoever holds a yaku gets"),
}


class GroupField(OptionField):
    """An option with inner fields. What they refuse counts only while the option needs them."""

    needed: Sequence[TypedField] = ()  # the inner fields that what was sent asks for
    _form: BaseForm  # as WTForms sets it

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
        self.validate_inner(list(self.inner.values()))
        return {name: field.value for name, field in self.inner.items()}

    def validate_inner(self, fields: Sequence[TypedField]) -> None:
        """These inner fields now have to say something."""
        self.needed = fields
        for field in fields:
            field.validate(self._form)

    @property
    def problems(self) -> Mapping[str, Sentence]:
        problems = dict(super().problems)
        for field in self.needed:
            problems |= field.problems
        return problems


class SharesField(GroupField, WordField, kind="shares"):
    """One of some words, or points for the dealer, for the others, for whoever holds a yaku."""

    numbers: ClassVar[str] = "dealer"  # stands among the words for the numbers that are typed beside them

    def unbound(self) -> dict[str, Any]:
        assert isinstance(self.option, SharesOption)
        return {
            part: UnboundField(WholeNumber, 0, _MOST_POINTS, label=_SHARES[part], needed=part == "dealer")
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


class WordOrNumberField(SharesField, kind="word_or_number"):
    """One of some words, or a single number."""

    numbers = "number"

    def unbound(self) -> dict[str, Any]:
        low, high = self.option.number or (0, 0)
        return {"number": UnboundField(WholeNumber, low, high, label=N_("How many?"), needed=True)}

    def inner_value(self, name: str, value: Any) -> Any:
        return value if isinstance(value, int) else None

    def typed(self) -> Any:
        return self.inner_data()["number"]


class NamesField(GroupField, kind="names"):
    """A name in the reader's language, and below it a field for each other language."""

    longest = 40  # letters

    def unbound(self) -> dict[str, Any]:
        return {code: UnboundField(TextLine, self.longest) for code in LANGUAGES if code != language()}

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
        """A text as long as there is a name in one language only; names by language otherwise."""
        name, before, here = texts[-1], self.object_data, language()
        known = before if isinstance(before, Mapping) else {}
        named = {code: text for code, text in self.inner_data().items() if text}
        named |= {code: text for code, text in known.items() if code not in LANGUAGES}
        # in place of a name in this language stood one in another, and nobody changed it
        is_stand_in = known and named and here not in known and name == _text(before)
        if name and not is_stand_in:
            named[here] = name
        if named != before and named.keys() <= {here}:
            return name or None
        return {code: named[code] for code in (*known, *named) if code in named} or None


def _text(name: str | Mapping[str, str] | None) -> str:
    """A name in the reader's language, or what stands there instead."""
    if isinstance(name, Mapping):
        return name.get(language()) or name.get("en") or next(iter(name.values()))
    return name or ""


_LONGEST_MATCH: Final = 99  # rounds
_MOST_COINS: Final = 100_000


class NumbersField(NumberField, kind="numbers"):
    """Several whole numbers; where all fields are empty the option is off.

    A list without numbers is not off: then EMPTY stands in the first field.
    """

    EMPTY: ClassVar[str] = "–"

    one_line = False
    is_group = True
    room: ClassVar[int] = 3  # fields that are empty

    def write(self, value: Any) -> list[str]:
        if value is None:
            return []
        return [str(number) for number in value] or [self.EMPTY]

    def read(self, texts: Sequence[str]) -> tuple[int, ...] | None:  # type: ignore[override]
        numbers = tuple(self.number(text) for text in texts if text not in ("", self.EMPTY))
        return numbers or (() if self.EMPTY in texts else None)

    @property
    def items(self) -> list[str]:
        """What stands in each field."""
        return [*(text for text in self.texts if text), *[""] * self.room]


class YakuListField(OptionField, kind="pairs"):
    """Some of the yaku of a form in an order, a select for each. ``offered``: what each is called, by id."""

    is_group = True
    room: ClassVar[int] = 2  # selects that are empty

    def __init__(self, option: Option, offered: Callable[[], Mapping[str, Sentence]], **given: Any) -> None:
        super().__init__(option, **given)
        self.offered = offered

    @property
    def choices(self) -> Mapping[str, Sentence]:
        return self.offered()

    def write(self, value: Any) -> list[str]:
        return [*value]

    def read(self, texts: Sequence[str]) -> tuple[str, ...]:
        named = tuple(dict.fromkeys(text for text in texts if text not in ("", NEW)))
        for name in named:
            if name not in self.choices:
                raise FieldError(refused(self.name, name).sentence)
        return named

    @property
    def items(self) -> list[str]:
        """What is chosen in each select."""
        return [*filter(None, self.texts), *[""] * self.room]


class LinesField(OptionField):
    """Lines of a word and a number each, and empty ones to add more."""

    is_group = True
    labels: ClassVar[tuple[str, str]]  # of the words and of the numbers, for screen readers
    least: ClassVar[int] = 2  # lines that are shown
    room: ClassVar[int] = 2  # lines that are empty

    def write(self, value: Any) -> list[str]:
        lines = value.items() if isinstance(value, Mapping) else value or ()
        return [text for word, number in lines for text in (word, str(number))]

    @property
    def items(self) -> list[tuple[str, str]]:
        """The word and the number of each line that is shown."""
        items = [line for line in pairs(self.texts) if any(line)]
        return [*items, *[("", "")] * max(self.room, self.least - len(items))]


class CardPointsField(LinesField, kind="card_points"):
    """Points of single cards: a card and a number each."""

    labels = (N_("Card %(n)d"), N_("Card %(n)d: points"))

    @property
    def choices(self) -> list[tuple[str, str]]:
        """The cards, each with its name."""
        return [("", "–"), *((card, card_name(card)) for card in BY_ID)]

    def read(self, texts: Sequence[str]) -> dict[str, int]:
        lines = [line for line in pairs(texts) if any(line)]
        if any(card not in BY_ID or not points for card, points in lines):
            raise FieldError(say("Choose a card and enter its points, or leave both empty."))
        if len({card for card, _points in lines}) < len(lines):
            raise FieldError(say("Choose each card only once."))
        return {card: number_between(points, 0, _MOST_POINTS) for card, points in lines}


class StepsField(LinesField, kind="steps"):
    """What the first, second, … call does: points to add, or a factor. Each is a sign and a number."""

    choices = (("", "–"), ("+", N_("adds")), ("x", N_("multiplies by")))
    labels = (N_("Koi-koi %(n)d: what it does"), N_("Koi-koi %(n)d: number"))
    least = 4
    room = 1

    def read(self, texts: Sequence[str]) -> tuple[tuple[str, int], ...]:
        lines = [line for line in pairs(texts) if any(line)]
        if any(sign not in ("+", "x") for sign, _number in lines):
            raise FieldError(say("Choose: add points, or multiply."))
        return tuple((sign, number_between(number, 0, 99)) for sign, number in lines)


class CoinsByRounds(TypedField):
    """Coins by the number of rounds; 3, 6 and 12 rounds and what else the rules have, and one line more."""

    usual: ClassVar[tuple[str, ...]] = ("3", "6", "12")

    def write(self, value: Any) -> list[str]:
        return [text for rounds, coins in (value or {}).items() for text in (rounds, str(coins))]

    def read(self, texts: Sequence[str]) -> dict[str, int]:
        purses = {}
        for rounds, coins in pairs(texts):
            if coins:
                length = number_between(rounds, 1, _LONGEST_MATCH)
                purses[str(length)] = number_between(coins, 0, _MOST_COINS)
        return purses

    def pre_validate(self, form: BaseForm) -> None:
        if not self.data:
            raise FieldError(say("Enter the coins for at least one number of rounds."))

    @property
    def items(self) -> list[tuple[str, str]]:
        """The rounds and the coins of each line, in the order of the rounds."""
        typed = {rounds: coins for rounds, coins in pairs(self.texts) if _is_length(rounds)}
        lines = {**dict.fromkeys(self.usual, ""), **typed}
        return sorted(lines.items(), key=lambda line: int(line[0]))

    @property
    def another(self) -> tuple[str, str]:
        """The line for another number of rounds: empty, or as it was typed where that is no number."""
        wrong = (line for line in pairs(self.texts) if any(line) and not _is_length(line[0]))
        return next(wrong, ("", ""))


class PurseField(GroupField, kind="purse"):
    """Coins at the start: as many in every match, or a number for each number of rounds."""

    choices = (("same", N_("the same in every match")), ("rounds", N_("by the number of rounds")))

    def unbound(self) -> dict[str, Any]:
        return {
            "same": UnboundField(WholeNumber, 0, _MOST_COINS, needed=True),
            "rounds": UnboundField(CoinsByRounds),
        }

    def inner_value(self, name: str, value: Any) -> Any:
        return value if isinstance(value, Mapping) == (name == "rounds") else None

    def write(self, value: Any) -> list[str]:
        return ["rounds" if isinstance(value, Mapping) else "same"]

    def read(self, texts: Sequence[str]) -> Any:
        inner = self.inner["rounds" if texts[-1] == "rounds" else "same"]
        self.validate_inner([inner])
        return inner.value


def pairs(texts: Sequence[str]) -> list[tuple[str, str]]:
    """Texts that were sent one after the other, two by two; a last one alone is left out."""
    return list(zip(texts[::2], texts[1::2], strict=False))


def _is_length(text: str) -> bool:
    """Whether a text says how many rounds a match has."""
    return whole_number(text, 1, _LONGEST_MATCH) is not None
