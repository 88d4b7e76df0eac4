"""The options of what is paid when nobody stops, and of the coins, a row each."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta

from ....sentences import N_
from .row import KOIKOI, AllBut, Beside, Points, Section, only, opt

Coins = Annotated[int, Meta(ge=1, le=100000)]
Purse = Annotated[int, Meta(ge=0, le=100000)]

POINTS_ONLY: Final[Beside] = {"settlement.account": ("gains",)}


class Shares(Section, frozen=True):
    """``{dealer = p, other = c}``: the dealer gets p points, each other player c."""

    dealer: Points
    other: Points = 0


class HeldShares(Section, frozen=True):
    """``{dealer = p, other = c, holder = h}``: the same, and h points more for whoever holds a yaku."""

    dealer: Points = 0
    other: Points = 0
    holder: Points = 0


class Exhausted(Section, frozen=True):
    no_yaku: Annotated[
        Literal["draw", "redeal"] | Shares,
        opt(
            N_("Nobody has a yaku"),
            N_("What a round is worth when nobody stopped and nobody has a yaku."),
            {
                "draw": N_("a draw, nobody scores"),
                "redeal": N_("the same dealer deals again, and no round is used up"),
                "dealer": N_("points without a winner"),
            },
            kind="shares",
            always=True,
        ),
    ] = "draw"
    held_yaku: Annotated[
        Literal["draw", "last_caller", "holders", "highest"] | HeldShares,
        opt(
            N_("A yaku, but nobody stopped"),
            N_("What a round is worth when somebody has a yaku but did not stop."),
            {
                "draw": N_("a draw, nobody scores"),
                "last_caller": N_("the last to call koi-koi wins"),
                "holders": N_("everyone with a yaku scores it"),
                "highest": N_("the highest total takes all of it"),
                "dealer": N_("points without a winner"),
            },
            kind="shares",
            always=True,
        ),
    ] = "draw"
    highest_tie: Annotated[
        Literal["draw", "dealer"],
        opt(
            N_("Equal totals"),
            N_("What a round is worth when nobody stopped and the highest totals are equal."),
            {"draw": N_("a draw, nobody scores"), "dealer": N_("the dealer’s counts, if it is one of them")},
            unless=[{"exhausted.held_yaku": AllBut(["highest"])}],
        ),
    ] = "draw"


class Settlement(Section, frozen=True):
    who_scores: Annotated[
        Literal["winner", "everyone", "winner_takes_all"],
        only(KOIKOI),
        opt(
            N_("Who scores"),
            N_("Who scores when somebody stops."),
            {
                "winner": N_("only the player who stopped"),
                "everyone": N_("everyone, each for their own yaku"),
                "winner_takes_all": N_("the player who stopped, also for the others’ yaku"),
            },
            always=True,
        ),
    ] = "winner"
    account: Annotated[
        Literal["gains", "transfer"],
        only(KOIKOI),
        opt(
            N_("Who pays"),
            values={
                "gains": N_("nobody, the winner adds points"),
                "transfer": N_("each loser pays the winner"),
            },
            always=True,
        ),
    ] = "gains"
    purse: Annotated[
        Purse | dict[str, Purse],
        opt(
            N_("Coins at the start"),
            N_("Coins at the start, also by the number of rounds; 0: none."),
            kind="purse",
            off=0,
            unless=[POINTS_ONLY],
        ),
    ] = 0
    coin: Annotated[Coins, opt(N_("Coins per point"), off=1)] = 1
    overdraw: Annotated[
        Literal["cap", "debt"],
        opt(
            N_("Too few coins"),
            N_("What happens when the loser has too few coins."),
            {"cap": N_("what is left"), "debt": N_("everything, and goes below zero")},
            unless=[POINTS_ONLY, {"settlement.purse": (0,)}],
        ),
    ] = "cap"
    bust_ends: Annotated[
        bool,
        opt(
            N_("Match ends when out of coins"),
            sentence={
                True: N_("The match ends as soon as somebody has no coins left."),
                False: N_("The match goes on when somebody has no coins left."),
            },
            unless=[POINTS_ONLY, {"settlement.purse": (0,)}],
            always=True,
        ),
    ] = True
