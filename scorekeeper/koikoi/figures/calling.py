"""What the first koi-koi of a player brought, against what stopping at that moment would have brought.

Both are worked out by the scorer and the settlement of the match: its round is folded again up to the call.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from ..match import ending
from ..match.events import AnyEvent, KoikoiCalled, RoundEnded
from ..match.folding import folded
from ..match.match import Match, Round
from ..match.rewinding import before_round, events_by_round
from ..pile import Pile, pile

_OF_OTHERS: Final = ("opponent_koi", "any_koi")  # factors that read the calls of others


def brought_by_calling(match: Match) -> Iterator[tuple[int, int]]:
    """For each first call whose alternative is known: the seat, and the coins, or the points where nobody
    pays, that its round brought more than stopping would have."""
    events = None
    for row in match.rounds:
        if any(held is not None for piles in row.play.called for held in piles):
            events = events or events_by_round(match)
            for call, before in _first_calls(match, row, events[row.number]):
                if _is_known(before, row, call):
                    yield call.player, row.transfer[call.player] - _stopping(before, call)


def _first_calls(
    match: Match, row: Round, events: Iterable[AnyEvent]
) -> Iterable[tuple[KoikoiCalled, Match]]:
    """The first call of each seat in the deal that was played to its end, and the match before it."""
    now = before_round(match, row.number)
    first: dict[tuple[int, int], tuple[KoikoiCalled, Match]] = {}
    for event in events:
        if isinstance(event, RoundEnded):
            break
        if isinstance(event, KoikoiCalled):
            first.setdefault((len(now.play.voids), event.player), (event, now))
        now = folded(now, event, row.number)
    return [found for (voids, _), found in first.items() if voids == len(row.play.voids)]


def _is_known(before: Match, row: Round, call: KoikoiCalled) -> bool:
    """Whether all that would have decided a stop in place of a call is recorded.

    Without recorded turns there is only the caller's own pile: no field, no pile of another, and the calls
    of two players do not say which came first. What the table let stand was maybe no time to stop.
    """
    if call.ruling:
        return False
    if before.play.turns:
        return True
    plan = before.scorer.plan
    others = any(calls for seat, calls in enumerate(row.play.calls) if seat != call.player)
    return not (
        call.pile is None
        or plan.asks_field_months
        or before.rules.settlement.who_scores == "everyone"
        or (others and any(factor.id in _OF_OTHERS for factor in plan.factors))
    )


def _stopping(before: Match, call: KoikoiCalled) -> int:
    """The coins that a player would have got by stopping."""
    piles: tuple[Pile | None, ...] = before.play.piles
    if not before.play.turns:
        own = pile(call.pile or "")
        piles = tuple(own if seat == call.player else None for seat in before.seats)
    stopped = ending.stopped(before, call.player, piles, before.play.field)
    return stopped.rounds[-1].transfer[call.player]
