"""Live play: a turn and a call, what they change, and why they may be refused."""

from __future__ import annotations

from typing import NamedTuple, TypeVar

from msgspec.structs import replace

from ...sentences import count, say
from ..cards import LIGHTNING, of_month
from ..errors import NotAllowed
from ..pile import Pile, pile, refuse_shared
from ..rules import deal
from .calls import no_further_call, too_few, turn_end
from .events import Judged, KoikoiCalled, TurnTaken
from .match import Due, Match, Play

_T = TypeVar("_T")


def refuse_turn(event: TurnTaken, match: Match) -> None:
    play = match.play
    seats, captured = len(match.players), pile(event.captured)
    if len(play.turns) >= deal.turns(match.rules, seats):
        _refuse_beyond_left_over(match, event.player, captured)
        expected = event.player
    else:
        expected = (match.dealer + len(play.turns)) % seats
    if not play.turns and any(play.calls):
        raise NotAllowed(say("Koi-koi was called before the first recorded turn."))
    if event.player != expected:
        raise NotAllowed(say("It is %(player)s’s turn.", player=match.players[expected]))
    if not event.ruling:
        _refuse_playing_on(match)
    refuse_shared(*play.piles, captured)
    deal.refuse_beyond_deck(match.rules, *play.piles, captured)


def with_turn(event: TurnTaken, match: Match) -> Match:
    earlier = overlooked(ruled(match.play, event))
    seat = event.player
    play = replace(
        earlier,
        piles=_put(earlier.piles, seat, earlier.piles[seat] + pile(event.captured)),
        turns=(*earlier.turns, seat),
        field=event.field,
        seen=_put(earlier.seen, seat, event.field),
    )
    end = turn_end(match, earlier, play, seat)
    due = Due(seat, end.decision, end.new, end.grown, end.points) if end.new or end.grown else None
    return replace(match, play=replace(play, due=due))


def refuse_koikoi(event: KoikoiCalled, match: Match) -> None:
    held = None if event.pile is None else pile(event.pile)
    if held is not None:
        deal.refuse_beyond_deck(match.rules, held)
    most = deal.turns(match.rules, len(match.players)) // len(match.players)
    if not match.play.turns and match.play.calls[event.player] >= most:
        raise NotAllowed(
            count(
                "%(player)s has only %(n)d turn in a round, and decides at most once in each.",
                "%(player)s has only %(n)d turns in a round, and decides at most once in each.",
                most,
                player=match.players[event.player],
            )
        )
    if not event.ruling:
        _refuse_koikoi(match, event.player, held)


def with_koikoi(event: KoikoiCalled, match: Match) -> Match:
    play = ruled(match.play, event)
    held = play.piles[event.player] if play.turns else None if event.pile is None else pile(event.pile)
    return replace(match, play=replace(_called(play, event.player, held), due=None))


def overlooked(play: Play) -> Play:
    """The deal after a yaku that nobody called: it counts as koi-koi."""
    if play.due is None or not play.due.decision.due:
        return play
    player = play.due.player
    missed = tuple(number + (seat == player) for seat, number in enumerate(play.missed))
    return replace(_called(play, player, play.piles[player]), missed=missed, due=None)


def _called(play: Play, player: int, held: Pile | None) -> Play:
    """The deal after a call, with the pile that it was made on, if that is known."""
    calls = tuple(number + (seat == player) for seat, number in enumerate(play.calls))
    return replace(
        play, calls=calls, last_caller=player, called=_put(play.called, player, (*play.called[player], held))
    )


class LeftOver(NamedTuple):
    """Who is given the cards that the lightning left over, and these, each the last of its month."""

    player: int
    cards: int


def left_over(match: Match) -> LeftOver | None:
    """What is still to be given away when all turns are played; None where nothing is.

    Two cards of a month that the lightning broke up are captured as a pair, maybe in the very last turn, and
    the third goes to the player of the lightning, who may have no turn left.
    """
    play, rules = match.play, match.rules
    follows = rules.play.orphans == "follow" and rules.play.lightning != "plain"
    if not follows or len(play.turns) < deal.turns(rules, len(match.players)):
        return None
    gone = sum(held.cards for held in play.piles) | deal.left_out(rules)
    missing = [of_month(month) & ~gone for month in range(1, 13)]
    rest = sum(cards for cards in missing if cards.bit_count() == 1)
    player = next((seat for seat in match.seats if play.piles[seat].cards & LIGHTNING), None)
    return LeftOver(player, rest) if rest and player is not None else None


def _refuse_beyond_left_over(match: Match, player: int, captured: Pile) -> None:
    """After the last turn there is none but to take what the lightning left over. Raises NotAllowed."""
    rest = left_over(match)
    takes = captured.cards and not captured.chaff
    if rest is None or player != rest.player or not takes or captured.cards & ~rest.cards:
        raise NotAllowed(say("Every card has been played; the round ends."))


def _refuse_playing_on(match: Match) -> None:
    """Refuse the next turn where a player must stop, or must call first."""
    due = match.play.due
    if due is not None and due.decision.stop and not due.decision.koikoi:
        caller = match.players[due.player]
        raise NotAllowed(
            say("%(player)s must stop: %(why)s", player=caller, why=due.decision.why), due.decision.option
        )
    refuse_overlooking(match)


def refuse_overlooking(match: Match) -> None:
    """Refuse to go on without a call that is due, where an overlooked yaku does not count as one."""
    due = match.play.due
    if due is not None and due.decision.koikoi and match.rules.calls.missed_yaku == "rewind":
        raise NotAllowed(
            say("%(player)s has a yaku: koi-koi or stop?", player=match.players[due.player]),
            "calls.missed_yaku",
        )


def _refuse_koikoi(match: Match, player: int, held: Pile | None) -> None:
    """Refuse koi-koi where it may not be called, as far as the recorded turns or the pile tell."""
    at = match.circumstances(player)
    if match.play.turns:
        refuse_call(match, player, koikoi=True)
    elif refusal := no_further_call(match.rules, at):
        raise refusal
    if held is None:
        return
    base = match.scorer.score(held, at).base
    if not base:
        raise NotAllowed(say("Those cards make no yaku, so there is nothing to decide."))
    if base < match.rules.calls.min_points:
        raise NotAllowed(too_few(base, match.rules.calls.min_points), "calls.min_points")


def refuse_call(match: Match, player: int, koikoi: bool) -> None:
    """Refuse a call after recorded turns unless it is due."""
    due = match.play.due
    name = match.players[player]
    if due is None or due.player != player:
        raise NotAllowed(
            say("%(player)s has nothing to decide: no yaku is new or has grown this turn.", player=name)
        )
    if not (due.decision.koikoi if koikoi else due.decision.stop):
        raise NotAllowed(
            say("%(player)s may not do this: %(why)s", player=name, why=due.decision.why), due.decision.option
        )


def ruled(play: Play, event: Judged) -> Play:
    """The deal with the ruling of an event, if it has one; said of several events it is one ruling."""
    if not event.ruling or event.ruling in play.rulings:
        return play
    return replace(play, rulings=(*play.rulings, event.ruling))


def _put(values: tuple[_T, ...], seat: int, value: _T) -> tuple[_T, ...]:
    return (*values[:seat], value, *values[seat + 1 :])
