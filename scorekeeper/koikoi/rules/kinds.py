"""The kinds of options: what a value of each is in words, and what is allowed.

An option is a row of its kind. Its field in a form is the class of the same kind in the web app.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Final

import msgspec
from msgspec import inspect

from ...sentences import N_, Sentence, count, listed, listing, named, parted, say, valued
from ..cards import BY_ID, Card
from .options.row import Beside, step
from .yaku import called

Tree = Mapping[str, Any]

if TYPE_CHECKING:
    from .ruleset import RuleSet


class Option(msgspec.Struct, frozen=True, dict=True, kw_only=True):
    """One option: its dotted key, its texts and what it may be set to.

    What follows from its type is worked out once: a form asks for it thousands of times.
    """

    key: str  # "multipliers.big.at"
    game: str  # the only one in which it means something; empty where it does in every game
    title: str
    meaning: str
    type: inspect.Type
    default: Any
    values: Mapping[Any, str]  # its words in plain language
    off: Any  # the value with which it does nothing; UNSET where there is none
    unless: Collection[Beside]  # beside any of these it means nothing
    advice: bool  # it tells the players how to play, and nothing is computed from it
    number_words: Callable[[int], Sentence]
    sentence: str | Mapping[bool, str]  # says it with its value
    always: bool | str  # a rule set, maybe of this game alone, says it also where it is as nearly everywhere
    card: str  # the id of the card that it is about; empty for none

    kind: ClassVar[str] = ""
    items: ClassVar[str] = ""  # what is allowed in its list, where the type does not say it
    tables: ClassVar[str] = N_("a table")  # what is allowed as a table

    def in_words(self, value: Any, rules: RuleSet) -> Sentence:
        """What a value means at the table: "the loser of the round", "not played"."""
        if isinstance(value, str | int | None) and not isinstance(value, bool) and value in self.values:
            return say(self.values[value])
        return self.when_off if value is None else self.said(value, rules)

    @property
    def when_off(self) -> Sentence:
        """What it means to leave it without a value."""
        return say(self.values.get(None, "off"))

    def said(self, value: Any, rules: RuleSet) -> Sentence:
        """The same of a value that is no word of its own."""
        if isinstance(value, str):
            return say("%(text)s", text=value)
        if isinstance(value, Sequence):
            return listing([*self.items_said(value, rules)]) if value else say("none")
        return self.number_words(value)

    def items_said(self, items: Sequence[Any], rules: RuleSet) -> Iterator[Sentence]:
        """Each item of a list."""
        return (self.in_words(item, rules) for item in items)

    def idle_beside(self, tree: Tree) -> str:
        """The key of the option beside which it means nothing in a tree of settings; empty: it matters."""
        if self.game and value_at(tree, "game") not in (None, self.game):
            return "game"
        for beside in self.unless:
            if all(value_at(tree, key) in values for key, values in beside.items()):
                return next(iter(beside))
        return ""

    def matters(self, tree: Tree) -> bool:
        """Whether it means something in a tree of settings, and is not off."""
        value = value_at(tree, self.key)
        is_off = ([*value] if isinstance(value, tuple) else value) == self.off
        return (self.always or not is_off) and not self.idle_beside(tree)

    @cached_property
    def may_be_off(self) -> bool:
        """Whether it may be left without any value."""
        return any(isinstance(member, inspect.NoneType) for member in members(self.type))

    @cached_property
    def words(self) -> tuple[Any, ...]:
        """The fixed values that it may have, or that its list may hold, in their order."""
        kinds = [m.item_type if isinstance(m, inspect.VarTupleType) else m for m in members(self.type)]
        words = [word for m in kinds if isinstance(m, inspect.LiteralType) for word in m.values]
        order = list(self.values)
        return tuple(sorted(words, key=lambda word: (order.index(word) if word in order else 0, str(word))))

    @property
    def fixed(self) -> tuple[Any, ...]:
        """Every value that can be listed: None where it may be off, its words, true and false."""
        return (*((None,) if self.may_be_off else ()), *(word for word in self.words if word is not None))

    @cached_property
    def number(self) -> tuple[int, int] | None:
        """The lowest and highest whole number for it, or for an item of its list; None: it is no number."""
        for member in members(self.type):
            number = member.item_type if isinstance(member, inspect.VarTupleType) else member
            if isinstance(number, inspect.IntType):
                return (number.ge or 0, number.le or 99999)
        return None

    @cached_property
    def allowed(self) -> tuple[Sentence, ...]:
        """What it may be set to, in words."""
        return tuple(self._allowed(member) for member in members(self.type))

    def _allowed(self, member: inspect.Type) -> Sentence:
        if self.items and isinstance(member, inspect.VarTupleType):
            return say(self.items)
        if isinstance(member, inspect.DictType):
            return say(self.tables, item=type_words(members(member.value_type)[0]))
        return type_words(member)


class SwitchOption(Option, frozen=True):
    """True or false."""

    kind = "switch"

    @property
    def fixed(self) -> tuple[Any, ...]:
        return (True, False)

    def said(self, value: Any, rules: RuleSet) -> Sentence:
        return say("yes") if value else say("no")


class NumberOption(Option, frozen=True):
    """A whole number."""

    kind = "number"


class WordOption(Option, frozen=True):
    """One of some words, or a list of numbers."""

    kind = "word"

    def items_said(self, items: Sequence[Any], rules: RuleSet) -> Iterator[Sentence]:
        return map(self.number_words, items)


class WordOrNumberOption(Option, frozen=True):
    """One of some words, or a whole number."""

    kind = "word_or_number"


class BoxesOption(Option, frozen=True):
    """Some of its words."""

    kind = "boxes"


class NumbersOption(Option, frozen=True):
    """Several whole numbers."""

    kind = "numbers"


class PairsOption(Option, frozen=True):
    """Other yaku."""

    kind = "pairs"

    items = N_("a list of ids of other yaku")

    def items_said(self, items: Sequence[Any], rules: RuleSet) -> Iterator[Sentence]:
        own = rules.yaku
        return (called(name, own[name].name if name in own else None) for name in items)


class CardsOption(Option, frozen=True):
    """Some of the 48 cards; all of one month and one name are said together, with their number."""

    kind = "cards"

    items = N_("a list of cards, such as 09A")

    def items_said(self, items: Sequence[Any], rules: RuleSet) -> Iterator[Sentence]:
        said = set()
        for card in (BY_ID[item] for item in items if item in BY_ID):
            alike = [other.id for other in BY_ID.values() if _kind(other) == _kind(card)]
            words = say("%(month)d %(card)s", month=card.month, card=say(card.name))
            if len(alike) > 1 and set(alike) <= set(items):
                if _kind(card) not in said:
                    yield say("%(card)s × %(times)d", card=words, times=len(alike))
                said.add(_kind(card))
            elif len(alike) > 1:
                yield say("%(card)s %(number)s", card=words, number=card.id[-1])
            else:
                yield words


def _kind(card: Card) -> tuple[int, str]:
    """What cards have in common that are called the same."""
    return card.month, card.name


class CardPointsOption(CardsOption, frozen=True):
    """Points for some of the 48 cards."""

    kind = "card_points"

    tables = N_("a table of points by card, such as 02A")

    def said(self, value: Any, rules: RuleSet) -> Sentence:
        alike: dict[int, list[str]] = {}
        for card, points in value.items():
            alike.setdefault(points, []).append(card)
        said = [valued(listing([*self.items_said(some, rules)]), points) for points, some in alike.items()]
        return parted(said) if said else say("none")


class StepsOption(Option, frozen=True):
    """For each call points to add, or a factor."""

    kind = "steps"

    items = N_('a list of steps, such as ["+", 1] or ["x", 2]')

    def items_said(self, items: Sequence[Any], rules: RuleSet) -> Iterator[Sentence]:
        return (say("%(steps)s", steps=step(*item)) for item in items)


class NamesOption(Option, frozen=True):
    """A name, or one for each language."""

    kind = "names"

    tables = N_("a table of texts by language, such as en")

    def said(self, value: Any, rules: RuleSet) -> Sentence:
        return named(value) if isinstance(value, Mapping) else super().said(value, rules)


class PurseOption(Option, frozen=True):
    """Coins, or coins for each number of rounds."""

    kind = "purse"

    tables = N_("a table by number of rounds, each of it %(item)s")

    def said(self, value: Any, rules: RuleSet) -> Sentence:
        if not isinstance(value, Mapping):
            return super().said(value, rules)
        return listing(
            [
                count("%(coins)d for %(n)d round", "%(coins)d for %(n)d rounds", int(n), coins=coins)
                for n, coins in sorted(value.items(), key=lambda line: int(line[0]))
            ]
        )


class SharesOption(Option, frozen=True):
    """One of some words, or points for the dealer, for the others, for whoever holds a yaku."""

    kind = "shares"

    @cached_property
    def parts(self) -> tuple[str, ...]:
        """Who may be given points."""
        return tuple(
            field.encode_name
            for member in members(self.type)
            if isinstance(member, inspect.StructType)
            for field in member.fields
        )

    def said(self, value: Any, rules: RuleSet) -> Sentence:
        if not isinstance(value, Mapping):
            return super().said(value, rules)
        dealer, other, holder = (value.get(part) or 0 for part in ("dealer", "other", "holder"))
        words = []
        if other:
            words.append(say("the dealer gets %(dealer)d, the others %(other)d", dealer=dealer, other=other))
        elif dealer:
            words.append(say("the dealer gets %(dealer)d", dealer=dealer))
        if holder:
            words.append(
                count(
                    "whoever holds a yaku gets %(n)d point", "whoever holds a yaku gets %(n)d points", holder
                )
            )
        return listed(words) if words else say("a draw, nobody scores")


KINDS: Final[Mapping[str, type[Option]]] = {
    row.kind: row
    for row in (
        *(SwitchOption, NumberOption, WordOption, WordOrNumberOption, BoxesOption, NumbersOption),
        *(PairsOption, CardsOption, CardPointsOption, StepsOption, NamesOption, PurseOption, SharesOption),
    )
}


def members(kind: inspect.Type) -> tuple[inspect.Type, ...]:
    """The types of which a type is one."""
    if isinstance(kind, inspect.Metadata):
        return members(kind.type)
    if isinstance(kind, inspect.UnionType):
        return tuple(member for inner in kind.types for member in members(inner))
    return (kind,)


def type_words(kind: inspect.Type) -> Sentence:
    """A type in words, for "allowed: …"."""
    match kind:
        case inspect.NoneType():
            return say("%(values)s", values="off")  # the word as it is written
        case inspect.BoolType():
            return say("true or false")
        case inspect.LiteralType(values=values):
            return say("%(values)s", values=", ".join(str(value) for value in values))
        case inspect.IntType(ge=low, le=high):
            return say("a whole number from %(low)s to %(high)s", low=low, high=high)
        case inspect.StrType():
            return _text_words(kind)
        case inspect.StructType(fields=fields):
            keys = ", ".join(field.encode_name for field in fields)
            return say("a table with %(keys)s", keys=keys)
        case inspect.DictType(value_type=inspect.StrType()):
            return say("a table of choices and their answers")
        case inspect.DictType():
            return say("a table")
        case inspect.VarTupleType(item_type=item):
            return say("a list, each of it %(item)s", item=type_words(members(item)[0]))
        case _:
            return say("a list")


def _text_words(kind: inspect.StrType) -> Sentence:
    if kind.pattern:
        return say("an id of the letters a to z, digits and _")
    if kind.min_length:
        return say("a text of %(low)d to %(high)d characters", low=kind.min_length, high=kind.max_length)
    return count("a text of %(n)d character", "a text of up to %(n)d characters", kind.max_length or 400)


def value_at(tree: Tree, key: str) -> Any:
    """The value of an option by its dotted key; None where it is not set."""
    value: Any = tree
    for part in key.split("."):
        value = value.get(part) if isinstance(value, Mapping) else None
    return value
