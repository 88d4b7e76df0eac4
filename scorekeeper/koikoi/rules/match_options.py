"""The options of a whole match: who plays, how long, who deals, ties."""

from __future__ import annotations

from typing import Annotated, Literal

from ...sentences import N_
from .option_types import Length, Limit, MoreRounds, Section, opt


class MatchOptions(Section, frozen=True):
    players: Annotated[
        Literal[2, 3],
        opt(
            N_("Players"),
            N_("For how many players the rules are made; with more, the app asks before a match."),
            {2: N_("two"), 3: N_("two or three")},
        ),
    ] = 2
    rounds: Annotated[
        Length | None,
        opt(N_("Rounds"), N_("Length of a match.")),
    ] = 12
    target: Annotated[Limit | None, opt(N_("Target"), N_("Whoever first has this total wins."))] = None
    first_dealer: Annotated[
        Literal["earliest_month", "latest_month", "elder", "random", "named"],
        opt(
            N_("First dealer"),
            N_("How the dealer of the first round is chosen."),
            {
                "earliest_month": N_("who draws the earliest month"),
                "latest_month": N_("who draws the latest month"),
                "elder": N_("the eldest player"),
                "random": N_("by chance"),
                "named": N_("the players choose"),
            },
        ),
    ] = "earliest_month"
    first_dealer_tie: Annotated[
        Literal["redraw", "higher_rank", "petal"],
        opt(
            N_("Tie for the first deal"),
            N_("What decides when two drawn cards are of one month, or two players of one age."),
            {
                "redraw": N_("draw again"),
                "higher_rank": N_("the card of the higher kind"),
                "petal": N_("who last watched a cherry petal fall"),
            },
        ),
    ] = "redraw"
    seats: Annotated[
        Literal["free", "drawn"],
        opt(
            N_("Seats"),
            N_("How three players sit when cards were drawn for the first deal."),
            {
                "free": N_("as they like"),
                "drawn": N_("to the right of the dealer, in the order of their cards"),
            },
        ),
    ] = "free"
    next_dealer: Annotated[
        Literal["winner", "loser", "alternate", "same"],
        opt(
            N_("Next dealer"),
            N_("Who deals after a round with a winner."),
            {
                "winner": N_("the winner of the round"),
                "loser": N_("the loser of the round"),
                "alternate": N_("the next player, whatever happened"),
                "same": N_("always the same player"),
            },
        ),
    ] = "winner"
    dealer_after_draw: Annotated[
        Literal["same", "swap"],
        opt(
            N_("Dealer after a draw"),
            N_(
                "Who deals after a round that nobody won. Without effect where the next dealer is always "
                "the same player or always the next."
            ),
            {"same": N_("the same dealer"), "swap": N_("the next player")},
        ),
    ] = "same"
    tie: Annotated[
        Literal["shared", "sudden_death", "dealer"] | MoreRounds,
        opt(
            N_("Tie of the match"),
            N_("What happens when the best totals are equal at the end."),
            {
                "shared": N_("they share the victory"),
                "sudden_death": N_("one more round, until somebody leads"),
                "dealer": N_("the dealer of the last round wins"),
                "number": N_("a number of rounds"),
            },
            kind="word_or_number",
        ),
    ] = "shared"
