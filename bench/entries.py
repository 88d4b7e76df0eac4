"""A played deal as the events of a match: turn by turn, or as most tables enter it, when it is over.

Events that are entered at once are an entry, as in ``match.undo``.
"""

from __future__ import annotations

from random import Random
from typing import Final, NamedTuple

from scorekeeper.koikoi.cards import CHAFF, months, of_month, text
from scorekeeper.koikoi.match.events import KoikoiCalled, RoundEvent, RoundExhausted, RoundWon, TurnTaken
from scorekeeper.koikoi.pile import Pile
from scorekeeper.koikoi.rules.ruleset import stop_counts_all
from scorekeeper.koikoi.simulation.game import Game
from scorekeeper.koikoi.simulation.turns import PlayedDeal, Turn

Entry = list[RoundEvent]


class Style(NamedTuple):
    """How a table enters its rounds; each is the share, from 0 to 1, of rounds, or of calls, entered so."""

    turns: float = 0  # turn by turn
    losers: float = 1  # with the cards of all players, not only of those who are paid
    named: float = 0  # with the names of all chaff
    called: float = 0  # koi-koi with the cards at that moment


AT_THE_END: Final = Style(losers=0.6, named=0.1, called=0.3)
TURN_BY_TURN: Final = Style(turns=1)


def entries(game: Game, played: PlayedDeal, number: int, style: Style, chance: Random) -> list[Entry]:
    """The entries of a deal of round ``number`` that was played to its end."""
    if chance.random() < style.turns:
        return _turn_by_turn(game, played)
    return [_at_the_end(game, played, number, style, chance)]


def _turn_by_turn(game: Game, played: PlayedDeal) -> list[Entry]:
    turns = [_turn(game, turn) for turn in played.turns]
    return turns if played.stopped is not None else [*turns, [RoundExhausted()]]


def _turn(game: Game, turn: Turn) -> Entry:
    """A turn, with the call at its end."""
    field = months(turn.field) if game.asked_on_field else ()
    taken = TurnTaken(player=turn.player, captured=text(turn.captured), field=field)
    if turn.end is None or not turn.end.decision.due:
        return [taken]
    return [taken, KoikoiCalled(player=turn.player) if turn.koikoi else RoundWon(player=turn.player)]


def _at_the_end(game: Game, played: PlayedDeal, number: int, style: Style, chance: Random) -> Entry:
    is_named = chance.random() < style.named
    events = _calls(game, played, number, style, chance)
    with_all = chance.random() < style.losers or _matters(game, played)
    piles = tuple(
        _written(game, pile, number, is_named) if with_all or seat == played.stopped else None
        for seat, pile in enumerate(played.piles)
    )
    field = months(played.turns[-1].field) if game.asked_on_field else ()
    if played.stopped is None:
        return [*events, RoundExhausted(piles=piles if with_all else (), field=field)]
    return [*events, RoundWon(player=played.stopped, piles=piles, field=field)]


def _calls(game: Game, played: PlayedDeal, number: int, style: Style, chance: Random) -> Entry:
    """The koi-koi calls in their order, some with the cards that were captured by then."""
    events: Entry = []
    held = [0] * game.seats
    for turn in played.turns:
        held[turn.player] |= turn.captured
        if turn.koikoi:
            shows = chance.random() < style.called
            pile = _written(game, held[turn.player], number, False) if shows else None
            events.append(KoikoiCalled(player=turn.player, pile=pile))
    return events


def _written(game: Game, cards: int, number: int, is_named: bool) -> str:
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


def _matters(game: Game, played: PlayedDeal) -> bool:
    """Whether what is paid depends on cards of others than of the player who stopped."""
    if played.stopped is not None:
        return stop_counts_all(game.rules)
    return (game.rules.exhausted.no_yaku, game.rules.exhausted.held_yaku) != ("draw", "draw")
