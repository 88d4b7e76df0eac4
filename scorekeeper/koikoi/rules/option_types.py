"""What the options of a rule set are made of: their texts, their numbers, their tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from msgspec import Meta, Struct

Points = Annotated[int, Meta(ge=0, le=999)]
Factor = Annotated[int, Meta(ge=1, le=99)]
Length = Annotated[int, Meta(ge=1, le=99)]  # of a match, in rounds
MoreRounds = Annotated[int, Meta(ge=1, le=12)]
Count = Annotated[int, Meta(ge=0, le=99)]
Limit = Annotated[int, Meta(ge=1, le=9999)]
MonthNumber = Annotated[int, Meta(ge=1, le=12)]
HandSize = Annotated[int, Meta(ge=1, le=15)]
FieldSize = Annotated[int, Meta(ge=0, le=16)]
ChaffSize = Annotated[int, Meta(ge=1, le=24)]
Threshold = Annotated[int, Meta(ge=1, le=999)]
YakuNumber = Annotated[int, Meta(ge=1, le=20)]
Name = Annotated[str, Meta(min_length=1, max_length=40)]
Language = Annotated[str, Meta(pattern="^[a-z]{2}$")]  # its code, such as "pl"
Names = Annotated[dict[Language, Name], Meta(min_length=1, max_length=12)]
Coins = Annotated[int, Meta(ge=1, le=100000)]


def opt(
    title: str,
    meaning: str,
    values: Mapping[Any, str] | None = None,
    *,
    kind: str = "",
    advice: bool = False,
) -> Meta:
    """The texts of one option; ``values`` puts each of its words into plain language.

    A new option is one row in the module of its part: pages, form and messages read it from there. What it
    does to a score is compiled in ``scoring/compiling.py``; what it does to a match is in ``match``.

    ``kind`` names the kind of field in which it is set. Without one it is a "switch" for true or false, a
    "number" for a whole number, a "word" for one of some words; every other type has to name its kind.

    ``advice``: it tells the players how to play; no point, payment, call or dealer depends on it.
    """
    extra = {"values": values or {}, "kind": kind, "advice": advice}
    return Meta(title=title, description=meaning, extra=extra)


class Section(Struct, frozen=True, forbid_unknown_fields=True):
    """A table of options."""


class ToDealer(Section, frozen=True):
    """``{dealer = n}``: the dealer gets n points."""

    dealer: Threshold


class Shares(Section, frozen=True):
    """``{dealer = p, other = c}``: the dealer gets p points, each other player c."""

    dealer: Points
    other: Points = 0


class HeldShares(Section, frozen=True):
    """``{dealer = p, other = c, holder = h}``: the same, and h points more for whoever holds a yaku."""

    dealer: Points = 0
    other: Points = 0
    holder: Points = 0
