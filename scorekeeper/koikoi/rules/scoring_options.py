"""The options of scoring: shared further cards, the weather, the doublings."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from ...sentences import N_
from .option_types import Factor, Limit, Section, Threshold, YakuNumber, opt
from .yaku import KNOWN, VIEWINGS

Sign = Literal["off", "captured_lead", "captured_lead_or_lightning", "captured_month", "field_month"]
Overlap = Literal["stack", "count_takes", "special_takes"]
Form = Literal["flat", "linear", "power", "table"]
Step = tuple[Literal["+", "x"], Annotated[int, Meta(ge=0, le=99)]]


class Overlaps(Section, frozen=True):
    animals: Annotated[
        Overlap,
        opt(
            N_("Animals twice"),
            N_("How boar, deer, butterflies and the animals yaku share further animals."),
            {
                "stack": N_("every yaku counts them"),
                "count_takes": N_("once the counting yaku is formed, further cards pay only there"),
                "special_takes": N_("the special yaku cancels the counting one"),
            },
        ),
    ] = "stack"
    ribbons: Annotated[
        Overlap,
        opt(
            N_("Ribbons twice"),
            N_("How red, blue and the ribbons yaku share further ribbons."),
            {
                "stack": N_("every yaku counts them"),
                "count_takes": N_("once the counting yaku is formed, further cards pay only there"),
                "special_takes": N_("the special yaku cancels the counting one"),
            },
        ),
    ] = "stack"


_SIGNS_OF_RAIN = {
    "off": N_("never"),
    "captured_lead": N_("you capture the rain man"),
    "captured_lead_or_lightning": N_("you capture the rain man or the lightning"),
    "captured_month": N_("you capture any November card"),
    "field_month": N_("a November card lies on the field"),
}
_SIGNS_OF_FOG = {
    "off": N_("never"),
    "captured_lead": N_("you capture the phoenix"),
    "captured_lead_or_lightning": N_("you capture the phoenix or the lightning"),
    "captured_month": N_("you capture any December card"),
    "field_month": N_("a December card lies on the field"),
}
Viewings = tuple[Literal["hanami", "tsukimi", "nomi"], ...]
_VIEWINGS = {name: KNOWN[name].name for name in VIEWINGS}


class Rain(Section, frozen=True):
    sign: Annotated[
        Sign,
        opt(N_("Rain (viewings pay nothing)"), N_("When rain ruins the viewing with sake."), _SIGNS_OF_RAIN),
    ] = "off"
    ruins: Annotated[
        Viewings, opt(N_("Rain ruins"), N_("The yaku that rain ruins."), _VIEWINGS, kind="boxes")
    ] = (
        "hanami",
        "tsukimi",
    )


class Fog(Section, frozen=True):
    sign: Annotated[
        Sign,
        opt(N_("Fog (viewings pay nothing)"), N_("When fog ruins the viewing with sake."), _SIGNS_OF_FOG),
    ] = "off"
    ruins: Annotated[
        Viewings, opt(N_("Fog ruins"), N_("The yaku that fog ruins."), _VIEWINGS, kind="boxes")
    ] = ("tsukimi",)


class Weather(Section, frozen=True):
    rain: Rain = Rain()
    fog: Fog = Fog()


class Big(Section, frozen=True):
    at: Annotated[Threshold, opt(N_("From"), N_("Points from which the result is multiplied."))] = 7
    factor: Annotated[Factor, opt(N_("Times"), N_("By how much it is multiplied."))] = 2
    min_yaku: Annotated[
        YakuNumber, opt(N_("Yaku needed"), N_("From how many yaku the points must come."))
    ] = 1
    on: Annotated[
        Literal["base", "total"],
        opt(
            N_("Measured"),
            N_("Which points count for it."),
            {"base": N_("before other doublings"), "total": N_("after other doublings")},
        ),
    ] = "base"


class KoiFactor(Section, frozen=True):
    form: Annotated[
        Form,
        opt(
            N_("How it grows"),
            N_("What each further call does."),
            {
                "flat": N_("× 2, once"),
                "linear": "× 2, × 3, × 4 …",
                "power": "× 2, × 4, × 8 …",
                "table": N_("something else for each call"),
            },
        ),
    ] = "flat"
    factor: Annotated[Factor, opt(N_("Times"), N_("By how much it is multiplied."))] = 2
    table: Annotated[
        tuple[Step, ...],
        opt(
            N_("Call by call"),
            N_("What the first, second, … call does. The last step applies to all later calls."),
            kind="steps",
        ),
    ] = ()


class FieldBrights(Section, frozen=True):
    form: Annotated[
        Literal["linear", "count"],
        opt(
            N_("How it grows"),
            N_("What the brights on the dealt field do."),
            {"linear": N_("one is × 2, two are × 3, …"), "count": N_("two are × 2, three are × 3, …")},
        ),
    ] = "linear"
    rainman: Annotated[
        bool, opt(N_("The rain man counts"), N_("Whether the rain man is one of these brights."))
    ] = False


class Multipliers(Section, frozen=True):
    big: Annotated[
        Big | None,
        opt(N_("Seven or more"), N_("The result is multiplied from this many points on."), kind="part"),
    ] = Big()
    own_koi: Annotated[
        KoiFactor | None, opt(N_("Own koi-koi"), N_("The winner's own calls multiply."), kind="formed")
    ] = None
    opponent_koi: Annotated[
        KoiFactor | None,
        opt(
            N_("Opponent's koi-koi"),
            N_("The other players' calls multiply (koi-koi-gaeshi)."),
            kind="formed",
        ),
    ] = KoiFactor()
    any_koi: Annotated[
        KoiFactor | None, opt(N_("Any koi-koi"), N_("All calls of the round multiply."), kind="formed")
    ] = None
    koi_counts: Annotated[
        Literal["calls", "players"],
        opt(
            N_("Koi-koi again"),
            N_("What a further koi-koi of the same player does in a round."),
            {"calls": N_("every call counts"), "players": N_("only another player’s counts")},
        ),
    ] = "calls"
    field_brights: Annotated[
        FieldBrights | None,
        opt(
            N_("Brights on the dealt field"),
            N_("Brights dealt to the field multiply the round."),
            kind="formed",
        ),
    ] = None
    round: Annotated[
        tuple[Factor, ...] | None,
        opt(
            N_("Round by round"),
            N_("A factor for each round; the last one applies to all later rounds."),
            kind="numbers",
        ),
    ] = None
    combine: Annotated[
        Literal["product", "sum"],
        opt(
            N_("Several together"),
            N_("How several multiplications work together."),
            {"product": N_("multiplied: 2 and 2 are × 4"), "sum": N_("added: 2 and 2 are × 3")},
        ),
    ] = "product"
    max_base: Annotated[
        Limit | None,
        opt(
            N_("Most points of yaku"),
            N_("The yaku together count at most this many points, before any doubling."),
        ),
    ] = None
    max_factor: Annotated[Limit | None, opt(N_("Highest factor"), N_("The multiplications stop here."))] = (
        None
    )
    max_points: Annotated[Limit | None, opt(N_("Most points per round"), N_("A round never pays more."))] = (
        None
    )
