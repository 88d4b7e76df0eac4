"""What the rows of the options are made of: their texts, their types, when they matter."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from typing import Annotated, Any, Final, Literal

from msgspec import UNSET, Meta, Struct

from ....sentences import N_, Sentence, count, say

STATED: Final = N_("%(option)s: %(value)s.")

GameId = Literal["koikoi", "counted"]
KOIKOI: Final[GameId] = "koikoi"
COUNTED: Final[GameId] = "counted"

Points = Annotated[int, Meta(ge=0, le=999)]
FactorNumber = Annotated[int, Meta(ge=1, le=99)]
Count = Annotated[int, Meta(ge=0, le=99)]
Limit = Annotated[int, Meta(ge=1, le=9999)]
Threshold = Annotated[int, Meta(ge=1, le=999)]


class AllBut(tuple[Any, ...]):
    """Every value but these."""

    def __contains__(self, value: object) -> bool:
        return not super().__contains__(value)


# Another option, or the yaku, and the values beside which this one does nothing; of several all have to hold.
Beside = Mapping[str, Container[Any]]


class Section(Struct, frozen=True, forbid_unknown_fields=True):
    """A table of options."""


def opt(
    title: str,
    meaning: str = "",
    values: Mapping[Any, str] | None = None,
    *,
    kind: str = "",
    off: Any = UNSET,
    unless: Sequence[Beside] = (),
    advice: bool = False,
    number: Callable[[int], Sentence] | None = None,
    sentence: str | Mapping[bool, str] = STATED,
    always: bool | GameId = False,
    card: str = "",
) -> Meta:
    """One option. Where the title says it all, there is no ``meaning``.

    A new option is one row in its section: pages, form and messages read it from there. What it does to a
    score is compiled in ``scoring/plan.py``; what it does to a match is in ``match``.

    ``values`` puts each of its words into plain language, and what a number means that is a word in truth,
    such as 0 for "not played"; None there is what being off means, with a game what it means in that one.

    ``kind`` names one of ``kinds.py``. Without one it is a "switch" for true or false, a "number" for a
    whole number, a "word" for one of some words; every other type has to name its kind.

    ``off``: the value with which it does nothing; without it None or "off", where it may be that.

    ``unless``: it means nothing beside any of these. A key that begins with a point is one of its own table.

    ``advice``: it tells the players how to play; no point, payment, call or dealer depends on it, but that
    options may mean nothing beside it.

    ``number`` puts its numbers into words, where they are more than a number.

    ``sentence`` says it with its value, where title and value alone do not read well; one of yes and no has
    one for each.

    ``always``: a rule set says it also where it is as nearly everywhere, or only one of that game does.
    ``card``: it is about this one.
    """
    extra = {
        "values": values or {},
        "kind": kind,
        "off": off,
        "unless": tuple(unless),
        "advice": advice,
        "number_words": number or _plain,
        "sentence": sentence,
        "always": always,
        "card": card,
    }
    return Meta(title=title, description=meaning, extra={OPTION: extra})


def section(title: str) -> Meta:
    """With this table or option begins a section of the rules, in which they are read and changed together.

    It goes on until the next one begins.
    """
    return Meta(extra={SECTION: title})


def only(game: GameId) -> Meta:
    """This table or option means something in one game alone."""
    return Meta(extra={ONLY: game})


def doubling(title: str, meaning: str, switch: str, on: Any, words: Callable[[Any], Sentence]) -> Meta:
    """A table of options that say one thing together.

    ``switch``: the option of it that says whether it is played; ``on``: what that is where nothing is said
    but how it is played. ``words``: what its settings do, as plain values, where it is played.
    """
    return Meta(title=title, description=meaning, extra={DOUBLING: (switch, on, words)})


def step(sign: str, number: int) -> str:
    """What a call does: "+1" or "× 2"."""
    return f"+{number}" if sign == "+" else f"× {number}"


def in_points(number: int) -> Sentence:
    """The words of a number of points."""
    return count("%(n)d point", "%(n)d points", number)


def _plain(number: int) -> Sentence:
    return say("%(number)s", number=number)


OPTION: Final = "option"
DOUBLING: Final = "doubling"
SECTION: Final = "section"
ONLY: Final = "only"
