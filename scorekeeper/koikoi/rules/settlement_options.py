"""The options of who is paid at the end of a round, and how coins change hands."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from ...sentences import N_
from .option_types import Coins, HeldShares, Section, Shares, opt


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
