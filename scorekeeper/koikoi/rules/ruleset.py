"""A rule set, and its options with their type, default, title, meaning and values, in one place.

Pages, error messages, the rules in words and the form for house rules all read these rows.
"Off" is ``None`` here, ``null`` in JSON and ``"off"`` in TOML, which has no null.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from ...sentences import N_
from .match_options import MatchOptions
from .option_types import Coins, HeldShares, Section, Shares, opt
from .play_options import CallOptions, DealOptions, PlayOptions
from .scoring_options import Multipliers, Overlaps, Weather, YakuOptions


class Exhausted(Section, frozen=True):
    no_yaku: Annotated[
        Literal["draw"] | Shares,
        opt(
            N_("Nobody has a yaku"),
            N_("What a round pays when the hands are empty and nobody holds a yaku."),
            {"draw": N_("nothing, a draw"), "dealer": N_("points without a winner")},
            kind="shares",
        ),
    ] = "draw"
    held_yaku: Annotated[
        Literal["draw", "last_caller", "holders"] | HeldShares,
        opt(
            N_("A yaku, but nobody stopped"),
            N_("What a round pays when somebody holds a yaku but did not stop."),
            {
                "draw": N_("nothing, a draw"),
                "last_caller": N_("the last to call koi-koi wins"),
                "holders": N_("whoever holds a yaku is paid for it"),
                "dealer": N_("points without a winner"),
            },
            kind="shares",
        ),
    ] = "draw"


class Settlement(Section, frozen=True):
    who_scores: Annotated[
        Literal["winner", "everyone"],
        opt(
            N_("Who scores"),
            N_("Whose yaku pay when somebody stops."),
            {
                "winner": N_("only the player who stopped"),
                "everyone": N_("every player, each for the yaku they hold"),
            },
        ),
    ] = "winner"
    account: Annotated[
        Literal["gains", "transfer"],
        opt(
            N_("Who pays"),
            N_("Where the winner's coins come from."),
            {"gains": N_("the winner adds points"), "transfer": N_("each loser pays the winner")},
        ),
    ] = "gains"
    purse: Annotated[
        Annotated[int, Meta(ge=0, le=100000)] | dict[str, Annotated[int, Meta(ge=0, le=100000)]],
        opt(
            N_("Coins at the start"),
            N_("What each player begins with, also by the number of rounds; 0: no purse."),
            kind="purse",
        ),
    ] = 0
    coin: Annotated[Coins, opt(N_("Coins per point"), N_("How many coins one point is worth."))] = 1
    overdraw: Annotated[
        Literal["cap", "debt"],
        opt(
            N_("Too few coins"),
            N_("What a loser pays who has fewer coins than they owe."),
            {"cap": N_("what is left"), "debt": N_("everything, and goes below zero")},
        ),
    ] = "cap"
    bust_ends: Annotated[
        bool, opt(N_("An empty purse ends it"), N_("The match ends when somebody has no coins left."))
    ] = True


# How many letters the texts of a rule set may have.
TEXTS: Final[Mapping[str, int]] = {"title": 60, "about": 400, "source": 400}


class RuleSet(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=False):
    """One table's rules, complete: every option has its value."""

    title: Annotated[str, Meta(max_length=TEXTS["title"])] = ""
    about: Annotated[str, Meta(max_length=TEXTS["about"])] = ""
    source: Annotated[str, Meta(max_length=TEXTS["source"])] = ""
    match: MatchOptions = MatchOptions()
    deal: DealOptions = DealOptions()
    play: PlayOptions = PlayOptions()
    calls: CallOptions = CallOptions()
    sake_cup: Annotated[
        Literal[
            "animal", "both", "best", "chaff", "two_chaff", "both_two_chaff", "best_two_chaff", "neither"
        ],
        opt(
            N_("Sake cup"),
            N_("What the sake cup counts as."),
            {
                "animal": N_("an animal"),
                "both": N_("an animal and chaff at once"),
                "best": N_("an animal or chaff, whichever pays more"),
                "chaff": N_("chaff"),
                "two_chaff": N_("two chaff cards"),
                "both_two_chaff": N_("an animal and two chaff cards at once"),
                "best_two_chaff": N_("an animal or two chaff cards, whichever pays more"),
                "neither": N_("neither an animal nor chaff"),
            },
        ),
    ] = "both"
    brights: Annotated[
        Literal["highest", "cumulative"],
        opt(
            N_("Bright yaku"),
            N_("Whether several bright yaku count at once."),
            {"highest": N_("only the highest counts"), "cumulative": N_("all of them count")},
        ),
    ] = "highest"
    overlap: Overlaps = Overlaps()
    weather: Weather = Weather()
    yaku: dict[str, YakuOptions] = {}
    multipliers: Multipliers = Multipliers()
    exhausted: Exhausted = Exhausted()
    settlement: Settlement = Settlement()
