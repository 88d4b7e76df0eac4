"""The options of the deal and of the lucky hands, a row each."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta

from ....sentences import N_
from .row import COUNTED, KOIKOI, Beside, Points, Section, in_points, only, opt

HandSize = Annotated[int, Meta(ge=1, le=15)]
FieldSize = Annotated[int, Meta(ge=0, le=16)]

NO_LUCKY_HAND: Final[Beside] = {
    **{f"deal.teyaku.{hand}": (0, None) for hand in ("teshi", "kuttsuki", "double_teshi")}
}


class ToDealer(Section, frozen=True):
    """``{dealer = n}``: the dealer gets n points; of 0 the round is over and nobody scores."""

    dealer: Points


class TeyakuOptions(Section, frozen=True):
    teshi: Annotated[
        Points | Literal["redeal"],
        opt(
            N_("Four of a month in hand"),
            N_("Points for a dealt hand with all four cards of a month (teshi); 0: not played."),
            {"redeal": N_("deal again"), "number": N_("a number of points"), 0: N_("not played")},
            kind="word_or_number",
            off=0,
            number=in_points,
            always=True,
        ),
    ] = 6
    kuttsuki: Annotated[
        Points | Literal["redeal"],
        opt(
            N_("Four pairs in hand"),
            N_("Points for a dealt hand of four pairs (kuttsuki); 0: not played."),
            {"redeal": N_("deal again"), "number": N_("a number of points"), 0: N_("not played")},
            kind="word_or_number",
            off=0,
            number=in_points,
            always=True,
        ),
    ] = 6
    double_teshi: Annotated[
        Points | None,
        opt(
            N_("Two full months in hand"),
            N_("Points for a dealt hand of two full months."),
            {None: N_("not played"), 0: N_("not played")},
            number=in_points,
        ),
    ] = None
    both: Annotated[
        Literal["draw", "redeal", "ignore", "dealer", "best"],
        opt(
            N_("Several lucky hands"),
            N_("What happens when more than one player was dealt one."),
            {
                "draw": N_("the round is a draw"),
                "redeal": N_("deal again"),
                "ignore": N_("none counts, play on"),
                "dealer": N_("the dealer’s counts"),
                "best": N_("the one worth most counts; equal ones are a draw"),
            },
            unless=[NO_LUCKY_HAND],
            always=True,
        ),
    ] = "draw"
    declare: Annotated[
        Literal["automatic", "first_turn"],
        opt(
            N_("Showing a lucky hand"),
            N_("Until when a lucky hand can be shown."),
            {
                "automatic": N_("it counts whenever it is noticed"),
                "first_turn": N_("only before the player’s first turn"),
            },
            unless=[NO_LUCKY_HAND],
        ),
    ] = "automatic"
    multiplied: Annotated[
        Literal["never", "field_brights", "big", "both"],
        opt(
            N_("Doubling lucky hands"),
            N_("Which doublings of the round also count for a lucky hand, where they are played."),
            {
                "never": N_("none"),
                "field_brights": N_("brights on the dealt field"),
                "big": N_("many points"),
                "both": N_("brights on the dealt field and many points"),
            },
            unless=[NO_LUCKY_HAND],
            always=True,
        ),
    ] = "never"


class DealOptions(Section, frozen=True):
    hand: Annotated[
        HandSize | None,
        opt(
            N_("Cards in hand"),
            values={
                None: N_("8, or 7 with three players"),
                (None, COUNTED): N_("8, or 7 with three players, or 5 with four"),
            },
            always=True,
        ),
    ] = None
    field: Annotated[
        FieldSize | None,
        opt(N_("Cards on the field"), values={None: N_("8, or 6 with three players")}, always=True),
    ] = None
    without: Annotated[
        tuple[str, ...],
        opt(
            N_("Cards left out"),
            N_("Cards taken out of the deck before play, such as the three paulownia chaff."),
            kind="cards",
            off=[],
        ),
    ] = ()
    packet: Annotated[Literal[1, 2, 4, 8], opt(N_("Dealt at a time"), advice=True)] = 4
    field_four: Annotated[
        Literal["redeal", "play"] | ToDealer,
        opt(
            N_("Four of a month on the field"),
            values={"redeal": N_("deal again"), "play": N_("play on"), "dealer": N_("points for the dealer")},
            kind="shares",
            always=True,
        ),
    ] = "redeal"
    field_pairs: Annotated[
        Literal["redeal", "play"] | ToDealer,
        opt(
            N_("Four pairs on the field"),
            values={"redeal": N_("deal again"), "play": N_("play on"), "dealer": N_("points for the dealer")},
            kind="shares",
        ),
    ] = "play"
    redeal_dealer: Annotated[
        Literal["same", "swap"],
        opt(
            N_("Dealer when dealt again"),
            N_("Who deals again. It does not use up a round."),
            {"same": N_("the same dealer"), "swap": N_("the next player")},
        ),
    ] = "same"
    goes_first: Annotated[
        Literal["field", "hand"],
        only(KOIKOI),
        opt(
            N_("Lucky hand and field"),
            N_("Which of them counts when a lucky hand is dealt and the field ends the deal too."),
            {"field": N_("the dealt field"), "hand": N_("the lucky hand")},
            unless=[NO_LUCKY_HAND, {"deal.field_four": ("play",), "deal.field_pairs": ("play",)}],
        ),
    ] = "field"
    teyaku: Annotated[TeyakuOptions, only(KOIKOI)] = TeyakuOptions()
