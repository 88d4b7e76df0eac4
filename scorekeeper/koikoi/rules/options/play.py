"""The options of the turns and of the calls, a row each."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from ....sentences import N_
from .row import KOIKOI, Beside, Count, Section, only, opt

NO_CALLS: Final[Beside] = {"calls.limit": (0,)}


class PlayOptions(Section, frozen=True):
    capture: Annotated[
        Literal["automatic", "obligatory", "optional"],
        opt(
            N_("Matching cards"),
            N_("Must you capture when you can?"),
            {
                "automatic": N_("play any card; of two matching cards choose one, of three take all"),
                "obligatory": N_("you must capture if you can; of two choose one, of three take all"),
                "optional": N_("you may leave matching cards; of two choose one, of three take all"),
            },
            advice=True,
        ),
    ] = "automatic"
    turn: Annotated[
        Literal["hand_then_stock", "draw_then_two"],
        opt(
            N_("A turn"),
            N_("What a player does in a turn."),
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
            N_("Drawn card matches nothing"),
            N_("Where a drawn card goes if it matches nothing."),
            {"to_field": N_("it stays on the field"), "keep": N_("the player keeps it and plays another")},
            unless=[{"play.turn": ("draw_then_two",)}],
            advice=True,
        ),
    ] = "to_field"
    lightning: Annotated[
        Literal["plain", "wild", "wild_if_august"],
        opt(
            N_("Lightning"),
            N_(
                "Whether the lightning card of November matches every card. The players see whether an "
                "August card was dealt to the field."
            ),
            {
                "plain": N_("an ordinary November card"),
                "wild": N_("matches any card"),
                "wild_if_august": N_("matches any card when an August card was dealt to the field"),
            },
            card="11C",
            advice=True,
        ),
    ] = "plain"
    orphans: Annotated[
        Literal["leave", "follow"],
        opt(
            N_("Card left over by the lightning"),
            N_("What happens to the card left over when the lightning took one of its month."),
            {"leave": N_("it stays where it is"), "follow": N_("it goes to the player of the lightning")},
            unless=[{"play.lightning": ("plain",)}],
            card="11C",
        ),
    ] = "leave"
    hands_empty: Annotated[
        Literal["end_round", "play_stock"],
        only(KOIKOI),
        opt(
            N_("Nobody stopped"),
            N_("What happens when nobody stopped and the hands are empty."),
            {"end_round": N_("the round ends"), "play_stock": N_("play on from the stock until it is empty")},
        ),
    ] = "end_round"


class CallOptions(Section, frozen=True):
    on_extension: Annotated[
        Literal["decide", "must_stop", "none"],
        opt(
            N_("A yaku that grew"),
            N_("What to do when a yaku grows but none is new."),
            {
                "decide": N_("stop or koi-koi"),
                "must_stop": N_("the player must stop"),
                "none": N_("nothing to decide, play on"),
            },
        ),
    ] = "decide"
    min_points: Annotated[
        Count,
        opt(
            N_("Points needed for koi-koi"),
            N_("How many points you need to call koi-koi."),
            off=0,
            unless=[NO_CALLS],
        ),
    ] = 0
    below_min: Annotated[
        Literal["must_stop", "none"],
        opt(
            N_("Fewer points"),
            N_("What to do with fewer points, whether a yaku is new or has grown."),
            {"must_stop": N_("the player must stop"), "none": N_("nothing to decide, play on")},
            unless=[{"calls.min_points": (0,)}],
            always=True,
        ),
    ] = "must_stop"
    limit: Annotated[
        Count | None,
        opt(
            N_("Koi-koi limit"),
            N_("How often koi-koi may be called in a round."),
            {None: N_("any number"), 0: N_("koi-koi may not be called")},
        ),
    ] = None
    limit_scope: Annotated[
        Literal["player", "round"],
        opt(
            N_("The limit applies to"),
            N_("Whether the limit is for each player or for the whole round."),
            {"player": N_("each player"), "round": N_("the whole round")},
            unless=[{"calls.limit": (None, 0)}],
            always=True,
        ),
    ] = "player"
    stop_above_call: Annotated[
        bool,
        opt(
            N_("Stopping needs more than at the call"),
            N_(
                "After koi-koi one may stop only with more points than one had at one’s last call. Nothing "
                "is refused where it is not known what that was."
            ),
            sentence={
                True: N_("After koi-koi one may stop only with more points than at the last call."),
                False: N_("After koi-koi one may stop with no more points than at the last call."),
            },
            off=False,
            unless=[NO_CALLS],
        ),
    ] = False
    final_turn: Annotated[
        Literal["auto_stop", "free"],
        opt(
            N_("Yaku with the last card"),
            N_("What a yaku made in the last turn means."),
            {"auto_stop": N_("it stops the round by itself"), "free": N_("the player may choose")},
            always=True,
        ),
    ] = "auto_stop"
    missed_yaku: Annotated[
        Literal["counts_as_koi", "rewind"],
        opt(
            N_("A yaku nobody noticed"),
            N_("A player had a yaku and nobody noticed."),
            {
                "counts_as_koi": N_("it counts as koi-koi"),
                "rewind": N_("the player must decide before play goes on"),
            },
        ),
    ] = "counts_as_koi"
