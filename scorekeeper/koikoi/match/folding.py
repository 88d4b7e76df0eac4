"""What an event does to a match that has not logged it yet.

Folding does not check whether the rules allow an event; ``following.follow`` does. It refuses only
what has no meaning at all, such as a player who is not at the table.
"""

from __future__ import annotations

import msgspec

from ...sentences import count, say
from ..errors import NotAllowed
from .events import AnyEvent, HandShown, PointsAdjusted
from .match import Match, new_deal
from .steps import step

replace = msgspec.structs.replace


def folded(match: Match, event: AnyEvent, number: int | None = None) -> Match:
    """The match after an event other than taking back and correcting, which is not logged yet.

    ``number``: the round that a lucky hand is known to belong to.
    """
    refuse_unseated(match, event)
    return step(event, reopened(match, event, number) or match)


def refuse_unseated(match: Match, event: AnyEvent) -> None:
    """Refuse a player who is not at the table, and points for other seats. Raises NotAllowed."""
    player = getattr(event, "player", None)
    if player is not None and player not in match.seats:
        raise NotAllowed(
            count(
                "There is no player %(player)d at this table of %(n)d.",
                "There is no player %(player)d at this table of %(n)d; seats count from 0.",
                len(match.players),
                player=player,
            )
        )
    if isinstance(event, PointsAdjusted) and len(event.points) != len(match.players):
        raise NotAllowed(say("An adjustment needs the points of every player."))


def reopened(match: Match, event: AnyEvent, number: int | None = None) -> Match | None:
    """The deal that another lucky hand, or the dealt field, has just ended, where this hand was dealt in it.

    ``number`` is the round that the hand is known to belong to.
    """
    deal = _just_ended(match) if isinstance(event, HandShown) else None
    if deal is None or not isinstance(event, HandShown):
        return None
    of_this_round = (number or event.round) in (None, deal.number)
    already = any(hand.player == event.player for hand in deal.play.hands)
    return deal if of_this_round and not already else None


def _just_ended(match: Match) -> Match | None:
    """The match as it was before the deal ended, where dealt cards have just ended it."""
    void = match.play.just_voided
    if match.finished_early:
        return None
    if void is not None:
        hand_first = match.rules.deal.goes_first == "hand"
        before = replace(match, dealer=dealer_before(match, match.dealer, 1, match.number), play=void)
        return before if hand_first and not void.hands else None
    done = len(match.rounds)
    if not done or match.play != new_deal(len(match.players)):
        return None
    last = match.rounds[-1]
    hand_first = match.rules_of(done).deal.goes_first == "hand"
    ruled = any(ruling.after == done for ruling in match.adjustments)
    if ruled or last.result not in ("hand", "drawn") or not (last.play.hands or hand_first):
        return None
    balance = tuple(coins - moved for coins, moved in zip(last.balance, last.transfer, strict=True))
    return replace(match, rounds=match.rounds[:-1], balance=balance, dealer=last.dealer, play=last.play)


def dealer_before(match: Match, dealer: int, voids: int, number: int) -> int:
    """Who dealt before this many void deals of a round."""
    swaps = voids if match.rules_of(number).deal.redeal_dealer == "swap" else 0
    return (dealer - swaps) % len(match.players)
