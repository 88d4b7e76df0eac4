"""The options of a yaku, a row each."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from ....sentences import N_
from ...cards import cards
from .row import KOIKOI, Count, FactorNumber, Points, Section, in_points, only, opt

MonthNumber = Annotated[int, Meta(ge=1, le=12)]
ChaffSize = Annotated[int, Meta(ge=1, le=24)]
Name = Annotated[str, Meta(min_length=1, max_length=40)]
LanguageCode = Annotated[str, Meta(pattern="^[a-z]{2}$")]  # its code, such as "pl"
Names = Annotated[dict[LanguageCode, Name], Meta(min_length=1, max_length=12)]


class YakuOptions(Section, frozen=True):
    """What a yaku pays; with ``cards`` or ``kind`` it is the table's own."""

    points: Annotated[
        Points,
        opt(
            N_("Points"),
            N_("What it is worth; 0: not played."),
            {0: N_("not played")},
            off=0,
            number=in_points,
        ),
    ] = 0
    extra: Annotated[Count, opt(N_("Each extra card"), N_("Points for each extra card of this kind."))] = 0
    extra_from: Annotated[
        Literal["always", "own_koi"],
        only(KOIKOI),
        opt(
            N_("Extra cards count"),
            N_(
                "After one’s own koi-koi those cards count that were captured since; all of them, where it "
                "is not known what one had at the call."
            ),
            {"always": N_("always"), "own_koi": N_("only after one’s own koi-koi")},
        ),
    ] = "always"
    replaces: Annotated[
        tuple[str, ...],
        opt(N_("Counts instead of"), N_("These yaku do not count together with this one."), kind="pairs"),
    ] = ()
    excluded_by: Annotated[
        tuple[str, ...],
        opt(N_("Not together with"), N_("This yaku does not count together with these."), kind="pairs"),
    ] = ()
    rivals: Annotated[
        tuple[str, ...],
        opt(
            N_("Never together with"),
            N_("Yaku that never count together with this one: whichever are worth more count."),
            kind="pairs",
        ),
    ] = ()
    requires_other: Annotated[
        bool, opt(N_("Only with another yaku"), N_("It counts only together with another yaku."))
    ] = False
    after_koi: Annotated[
        Points | None,
        only(KOIKOI),
        opt(N_("After own koi-koi"), N_("What it is worth once its owner has called koi-koi.")),
    ] = None
    repeat: Annotated[bool, opt(N_("Each time"), N_("It counts for every full month."))] = False
    separate: Annotated[
        bool, opt(N_("Each month is a yaku"), N_("Two full months count as two yaku, not as one."))
    ] = False
    lightning: Annotated[
        bool,
        opt(
            N_("The lightning completes a month"),
            N_("With three cards of a month the lightning counts as the fourth, if it captured that card."),
        ),
    ] = False
    months: Annotated[
        tuple[MonthNumber, ...] | None,
        opt(N_("Only in rounds"), N_("Rounds (months) in which it counts."), kind="numbers"),
    ] = None
    month_factor: Annotated[
        FactorNumber | None,
        opt(N_("Multiplied in those rounds by"), N_("With a × it counts in every round, and more in these.")),
    ] = None
    name: Annotated[
        Name | Names | None,
        opt(N_("Name"), N_("What your table calls it, in one language or in several."), kind="names"),
    ] = None
    cards: Annotated[
        tuple[str, ...] | None, opt(N_("Cards"), N_("The cards that make it."), kind="cards")
    ] = None
    kind: Annotated[
        Literal["bright", "animal", "ribbon", "chaff"] | None,
        opt(
            N_("Kind"),
            N_("Any cards of this kind make it."),
            {"bright": N_("bright"), "animal": N_("animal"), "ribbon": N_("ribbon"), "chaff": N_("chaff")},
        ),
    ] = None
    monthly: Annotated[
        Literal["round", "each"] | None,
        opt(
            N_("Cards of one month only"),
            N_("For a yaku of one month’s cards, such as all four of March; otherwise leave it off."),
            {"round": N_("the month of the round"), "each": N_("any month")},
        ),
    ] = None
    min: Annotated[ChaffSize | None, opt(N_("At least"), N_("How many of those cards are needed."))] = None
    also: Annotated[
        tuple[str, ...],
        opt(N_("Cards needed besides"), N_("Cards it also needs, all of them."), kind="cards"),
    ] = ()
    without: Annotated[
        tuple[str, ...],
        opt(N_("Cards that do not count"), N_("Cards of the kind that do not count for it."), kind="cards"),
    ] = field(name="not", default=())
    ruined_by: Annotated[
        tuple[str, ...],
        opt(
            N_("Cards that cancel it"),
            N_("Whoever has captured one of these cards does not have this yaku."),
            kind="cards",
        ),
    ] = ()


def left_out_of(yaku: YakuOptions) -> int:
    """The cards that do not count among those of which a table's own yaku takes some. Raises BadCards."""
    return cards(" ".join(yaku.also)) | cards(" ".join(yaku.without)) | cards(" ".join(yaku.ruined_by))
