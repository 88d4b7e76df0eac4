"""The options of a whole match, a row each."""

from __future__ import annotations

from typing import Annotated, Final, Literal, get_args

from msgspec import Meta

from ....sentences import N_, Sentence, count
from .row import COUNTED, AllBut, Limit, Section, in_points, opt

PlayerNumber = Literal[2, 3]  # how many may play Koi-Koi; ``deal.USUAL`` says what each of them is dealt
MOST_PLAYERS: Final = max(get_args(PlayerNumber))
MOST_SEATS: Final = 4  # in any game
SeatCount = Annotated[int, Meta(ge=2, le=MOST_SEATS)]
Length = Annotated[int, Meta(ge=1, le=99)]  # of a match, in rounds
MoreRounds = Annotated[int, Meta(ge=1, le=12)]


def _more(rounds: int) -> Sentence:
    return count("%(n)d more round", "%(n)d more rounds", rounds)


class MatchOptions(Section, frozen=True):
    players: Annotated[
        PlayerNumber | tuple[SeatCount, ...],
        opt(
            N_("Players"),
            N_("For how many players the rules are made; with more, the app asks before a match."),
            {2: N_("two"), 3: N_("two or three")},
            kind="word",
        ),
    ] = 2
    rounds: Annotated[
        Length | None,
        opt(
            N_("Rounds"),
            values={None: N_("until somebody reaches the target or is out of coins")},
            always=True,
        ),
    ] = 12
    target: Annotated[
        Limit | None,
        opt(
            N_("Target"),
            values={None: N_("none")},
            number=in_points,
            sentence=N_("The match ends when somebody has %(value)s."),
        ),
    ] = None
    first_dealer: Annotated[
        Literal["earliest_month", "latest_month", "elder", "random", "named"],
        opt(
            N_("First dealer"),
            values={
                "earliest_month": N_("who draws the earliest month"),
                "latest_month": N_("who draws the latest month"),
                "elder": N_("the eldest player"),
                "random": N_("by chance"),
                "named": N_("the players choose"),
            },
            always=True,
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
            unless=[{"match.first_dealer": ("random", "named")}],
            always=True,
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
            unless=[{"match.players": (2,)}, {"match.first_dealer": ("elder", "random", "named")}],
        ),
    ] = "free"
    next_dealer: Annotated[
        Literal["winner", "leader", "loser", "alternate", "same"],
        opt(
            N_("Next dealer"),
            values={
                "winner": N_("the winner of the round"),
                "leader": N_("whoever leads the match; while several do, as after a draw"),
                "loser": N_("the loser of the round"),
                "alternate": N_("the next player, whatever happened"),
                "same": N_("always the same player"),
            },
            always=True,
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
            unless=[
                {"match.next_dealer": ("same", "alternate")},
                {"game": (COUNTED,), "match.next_dealer": AllBut(["leader"])},
            ],
            always=True,
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
            number=_more,
        ),
    ] = "shared"
