"""A played deal as the events of a match: turn by turn, or as most tables enter it, when it is over.

A list of events that are entered at once is an entry, as in ``match.entries``.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from ..cards import CHAFF, months, of_month, text
from ..match.events import KoikoiCalled, RoundEvent, RoundExhausted, RoundWon, TurnTaken
from ..pile import Pile
from .chance import Chance
from .game import Game
from .playing import Played, Turn

Told = list[RoundEvent]  # of one entry


class Telling(NamedTuple):
    """How a table enters its rounds; each is the share, from 0 to 1, of rounds, or of calls, told so."""

    turns: float = 0  # turn by turn
    losers: float = 1  # with the cards of all players, not only of those who are paid
    named: float = 0  # with the names of all chaff
    called: float = 0  # koi-koi with the cards at that moment


AT_THE_END: Final = Telling(losers=0.6, named=0.1, called=0.3)
TURN_BY_TURN: Final = Telling(turns=1)


def told(game: Game, played: Played, number: int, telling: Telling, chance: Chance) -> list[Told]:
    """The entries of a deal of round ``number`` that was played to its end."""
    if chance.random() < telling.turns:
        return _turn_by_turn(game, played)
    return [_at_the_end(game, played, number, telling, chance)]


def written(game: Game, cards: int, number: int, is_named: bool) -> str:
    """A pile as a table enters it: chaff is counted unless the rules, or the players, name it."""
    if is_named:
        return text(cards)
    plan = game.scorer.plan
    named = plan.asks_chaff(number)
    for month in plan.asks_months(number):
        if not of_month(month) & ~cards:
            named |= of_month(month)
    counted = cards & CHAFF & ~named
    return str(Pile(cards & ~counted, counted.bit_count()))


def _turn_by_turn(game: Game, played: Played) -> list[Told]:
    entries = [_turn(game, turn) for turn in played.turns]
    if played.stopped is None:
        entries.append([RoundExhausted()])
    return entries


def _turn(game: Game, turn: Turn) -> Told:
    """A turn, with the call at its end."""
    field = months(turn.field) if game.asked_on_field else ()
    taken = TurnTaken(player=turn.player, captured=text(turn.captured), field=field)
    if turn.end is None or not turn.end.decision.due:
        return [taken]
    return [taken, KoikoiCalled(player=turn.player) if turn.koikoi else RoundWon(player=turn.player)]


def _at_the_end(game: Game, played: Played, number: int, telling: Telling, chance: Chance) -> Told:
    is_named = chance.random() < telling.named
    events = _calls(game, played, number, telling, chance)
    with_all = chance.random() < telling.losers or _matters(game, played)
    piles = tuple(
        written(game, pile, number, is_named) if with_all or seat == played.stopped else None
        for seat, pile in enumerate(played.piles)
    )
    field = months(played.turns[-1].field) if game.asked_on_field else ()
    if played.stopped is None:
        return [*events, RoundExhausted(piles=piles if with_all else (), field=field)]
    return [*events, RoundWon(player=played.stopped, piles=piles, field=field)]


def _calls(game: Game, played: Played, number: int, telling: Telling, chance: Chance) -> Told:
    """The koi-koi calls in their order, some with the cards that were captured by then."""
    events: Told = []
    held = [0] * game.seats
    for turn in played.turns:
        held[turn.player] |= turn.captured
        if turn.koikoi:
            shows = chance.random() < telling.called
            pile = written(game, held[turn.player], number, False) if shows else None
            events.append(KoikoiCalled(player=turn.player, pile=pile))
    return events


def _matters(game: Game, played: Played) -> bool:
    """Whether what is paid depends on cards of others than of the player who stopped."""
    if played.stopped is not None:
        return game.rules.settlement.who_scores == "everyone"
    return (game.rules.exhausted.no_yaku, game.rules.exhausted.held_yaku) != ("draw", "draw")
