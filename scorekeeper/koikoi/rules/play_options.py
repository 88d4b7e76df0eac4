"""The options of a round: the deal, the turns and the calls."""

from __future__ import annotations

from typing import Annotated, Literal

from ...sentences import N_
from .option_types import Count, FieldSize, HandSize, Points, Section, ToDealer, opt


class TeyakuOptions(Section, frozen=True):
    teshi: Annotated[
        Points | Literal["redeal"],
        opt(
            N_("Four of a month in hand"),
            N_("Points for a dealt hand with all four cards of a month (teshi); 0: not played."),
            {"redeal": N_("deal again"), "number": N_("a number of points")},
            kind="word_or_number",
        ),
    ] = 6
    kuttsuki: Annotated[
        Points | Literal["redeal"],
        opt(
            N_("Four pairs in hand"),
            N_("Points for a dealt hand of four pairs (kuttsuki); 0: not played."),
            {"redeal": N_("deal again"), "number": N_("a number of points")},
            kind="word_or_number",
        ),
    ] = 6
    double_teshi: Annotated[
        Points | None,
        opt(N_("Two whole months in hand"), N_("Points for a dealt hand of two complete months.")),
    ] = None
    both: Annotated[
        Literal["draw", "ignore", "dealer", "best"],
        opt(
            N_("Several lucky hands"),
            N_("What happens when more than one player was dealt one."),
            {
                "draw": N_("the round is a draw"),
                "ignore": N_("none counts, play on"),
                "dealer": N_("the dealer's counts"),
                "best": N_("the one worth most counts; equal ones are a draw"),
            },
        ),
    ] = "draw"
    declare: Annotated[
        Literal["automatic", "first_turn"],
        opt(
            N_("Showing a lucky hand"),
            N_("Until when a dealt-hand win can be claimed."),
            {
                "automatic": N_("it counts whenever it is noticed"),
                "first_turn": N_("only before the player's first turn"),
            },
        ),
    ] = "automatic"
    multiplied: Annotated[
        Literal["never", "field_brights", "big", "both"],
        opt(
            N_("Multiplying lucky hands"),
            N_("Which multiplications of the round count for a lucky hand, too, where they are played."),
            {
                "never": N_("none"),
                "field_brights": N_("brights on the dealt field"),
                "big": N_("many points"),
                "both": N_("brights on the dealt field and many points"),
            },
        ),
    ] = "never"


class DealOptions(Section, frozen=True):
    hand: Annotated[
        HandSize | None,
        opt(N_("Cards in hand"), N_("How many cards each player is dealt.")),
    ] = None
    field: Annotated[
        FieldSize | None,
        opt(
            N_("Cards on the field"),
            N_("How many cards are dealt open to the field."),
        ),
    ] = None
    without: Annotated[
        tuple[str, ...],
        opt(
            N_("Cards left out"),
            N_("Cards taken out of the deck before play, such as the three paulownia chaff."),
            kind="cards",
        ),
    ] = ()
    packet: Annotated[
        Literal[1, 2, 4, 8],
        opt(
            N_("Dealt at a time"),
            N_("How many cards the dealer deals at a time; advice only."),
            advice=True,
        ),
    ] = 4
    field_four: Annotated[
        Literal["redeal", "play"] | ToDealer,
        opt(
            N_("Four of a month on the field"),
            N_("What happens when all four cards of a month are dealt to the field."),
            {
                "redeal": N_("deal again"),
                "play": N_("play on"),
                "dealer": N_("points for the dealer"),
            },
            kind="shares",
        ),
    ] = "redeal"
    field_pairs: Annotated[
        Literal["redeal", "play"] | ToDealer,
        opt(
            N_("Four pairs on the field"),
            N_("What happens when the dealt field is four pairs."),
            {
                "redeal": N_("deal again"),
                "play": N_("play on"),
                "dealer": N_("points for the dealer"),
            },
            kind="shares",
        ),
    ] = "play"
    redeal_dealer: Annotated[
        Literal["same", "swap"],
        opt(
            N_("Dealer of a redeal"),
            N_("Who deals again after a void deal; a void deal never uses up a round."),
            {"same": N_("the same dealer"), "swap": N_("the next player")},
        ),
    ] = "same"
    goes_first: Annotated[
        Literal["field", "hand"],
        opt(
            N_("Lucky hand or field"),
            N_("Which of them counts when a lucky hand is dealt and the field ends the deal, too."),
            {"field": N_("the dealt field"), "hand": N_("the lucky hand")},
        ),
    ] = "field"
    teyaku: TeyakuOptions = TeyakuOptions()


class PlayOptions(Section, frozen=True):
    capture: Annotated[
        Literal["automatic", "obligatory", "optional"],
        opt(
            N_("Taking a match"),
            N_("Whether a player must take what a card matches. Advice only: captures are not checked."),
            {
                "automatic": N_("any card may be played; of two matches it takes one, of three all"),
                "obligatory": N_("a match must be taken if possible; of two one, of three all"),
                "optional": N_("a match may be left on the field; of two one is taken, of three all"),
            },
            advice=True,
        ),
    ] = "automatic"
    turn: Annotated[
        Literal["hand_then_stock", "draw_then_two"],
        opt(
            N_("A turn"),
            N_("What a player does in a turn. Advice only: captures are not checked."),
            {
                "hand_then_stock": N_("one card from the hand, then one from the stock"),
                "draw_then_two": N_("draw a card, then play two from the hand"),
            },
            advice=True,
        ),
    ] = "hand_then_stock"
    unmatched_stock: Annotated[
        Literal["to_field", "keep"],
        opt(
            N_("Drawn card without a match"),
            N_(
                "Where a card from the stock goes that matches nothing. Advice only: captures are not "
                "checked."
            ),
            {
                "to_field": N_("it stays on the field"),
                "keep": N_("the player keeps it and plays another"),
            },
            advice=True,
        ),
    ] = "to_field"
    lightning: Annotated[
        Literal["plain", "wild", "wild_if_august"],
        opt(
            N_("Lightning"),
            N_(
                "Whether the lightning card of November matches every card. Advice only: captures are not "
                "checked; the table sees whether an August card was dealt to the field."
            ),
            {
                "plain": N_("an ordinary November card"),
                "wild": N_("matches any card"),
                "wild_if_august": N_("matches any card when an August card was dealt to the field"),
            },
            advice=True,
        ),
    ] = "plain"
    orphans: Annotated[
        Literal["leave", "follow"],
        opt(
            N_("Card left over by the lightning"),
            N_(
                "What happens to the odd card of a month that the wild lightning broke up. "
                "Advice only: captures are not checked."
            ),
            {
                "leave": N_("it stays where it is"),
                "follow": N_("it goes to the player of the lightning"),
            },
            advice=True,
        ),
    ] = "leave"
    hands_empty: Annotated[
        Literal["end_round", "play_stock"],
        opt(
            N_("Hands empty"),
            N_("What happens when nobody stopped and the hands are empty."),
            {
                "end_round": N_("the round ends"),
                "play_stock": N_("play on from the stock until it is empty"),
            },
        ),
    ] = "end_round"


class CallOptions(Section, frozen=True):
    on_extension: Annotated[
        Literal["decide", "must_stop", "none"],
        opt(
            N_("A yaku that grew"),
            N_("What is due when a yaku is worth more but none is new."),
            {
                "decide": N_("stop or koi-koi"),
                "must_stop": N_("the player must stop"),
                "none": N_("no call, play goes on"),
            },
        ),
    ] = "decide"
    min_points: Annotated[
        Count,
        opt(N_("Points needed to call"), N_("Points of yaku a player needs to call koi-koi.")),
    ] = 0
    below_min: Annotated[
        Literal["must_stop", "none"],
        opt(
            N_("With fewer points"),
            N_("What is due with fewer points than that, whether a yaku is new or only grew."),
            {"must_stop": N_("the player must stop"), "none": N_("no call, play goes on")},
        ),
    ] = "must_stop"
    limit: Annotated[
        Count | None,
        opt(N_("Most koi-koi calls"), N_("How often koi-koi may be called in a round.")),
    ] = None
    limit_scope: Annotated[
        Literal["player", "round"],
        opt(
            N_("The limit applies to"),
            N_("Whether the limit is for each player or for the whole round."),
            {"player": N_("each player"), "round": N_("the whole round")},
        ),
    ] = "player"
    final_turn: Annotated[
        Literal["auto_stop", "free"],
        opt(
            N_("Yaku with the last card"),
            N_("What a yaku made in the last turn means."),
            {"auto_stop": N_("it stops the round by itself"), "free": N_("the player may choose")},
        ),
    ] = "auto_stop"
    missed_yaku: Annotated[
        Literal["counts_as_koi", "rewind"],
        opt(
            N_("A yaku nobody noticed"),
            N_("What happens when play went on without a call."),
            {
                "counts_as_koi": N_("it counts as koi-koi"),
                "rewind": N_("the player must call before play goes on"),
            },
        ),
    ] = "counts_as_koi"
