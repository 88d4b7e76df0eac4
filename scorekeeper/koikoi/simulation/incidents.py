"""What happens at tables besides play: slips that are undone or corrected, rulings, matches left early."""

from __future__ import annotations

from typing import Final, NamedTuple

import msgspec

from ..cards import each
from ..errors import KoikoiError
from ..match.events import PointsAdjusted, RoundWon, TurnTaken
from ..match.following import follow_all
from ..match.match import Match
from ..pile import Pile, pile
from .chance import Chance, below
from .telling import Told


class Incidents(NamedTuple):
    """How likely each is, from 0 to 1: the first three in every round, the others in every match."""

    undone: float = 0  # an entry with a slip that is taken back and entered again
    corrected: float = 0  # a round with a slip that is corrected later
    ruled: float = 0  # points adjusted
    ended: float = 0  # ended early
    unfinished: float = 0  # simply left


NONE: Final = Incidents()
NOW_AND_THEN: Final = Incidents(undone=0.03, corrected=0.02, ruled=0.01, ended=0.03, unfinished=0.04)

WHY_RULED: Final = "Looked into the stock."
WHY_ENDED: Final = "It got late."


def slipped(match: Match, entry: Told, chance: Chance) -> Told | None:
    """The entry as a wrong tap makes it, where the rules still allow it; None where they do not."""
    last = entry[-1]
    wrong: RoundWon | TurnTaken | None = None
    if isinstance(last, RoundWon) and last.piles:
        wrong = _one_card_less(last, chance)
    elif isinstance(last, TurnTaken) and last.captured:
        wrong = TurnTaken(player=last.player)
    if wrong is None:
        return None
    slip = [*entry[:-1], wrong]
    try:
        follow_all(match, slip)
    except KoikoiError:
        return None
    return slip


def ruling(match: Match, chance: Chance) -> PointsAdjusted:
    """A point or two from one player to the next."""
    points, payer = 1 + below(chance, 2), below(chance, len(match.players))
    payee = (payer + 1) % len(match.players)
    return PointsAdjusted(
        points=tuple(points * ((seat == payee) - (seat == payer)) for seat in match.seats), reason=WHY_RULED
    )


def last_round_played(match: Match, incidents: Incidents, chance: Chance) -> tuple[int | None, bool]:
    """After how many rounds the match is left early, None if it is not; and whether the players end it."""
    drawn = chance.random()
    if drawn >= incidents.ended + incidents.unfinished:
        return None, False
    return below(chance, match.length or 12), drawn < incidents.ended


def _one_card_less(won: RoundWon, chance: Chance) -> RoundWon | None:
    """The round with one of the winner's named cards forgotten."""
    held = pile(won.piles[won.player] or "")
    named = [card.bit for card in each(held.cards)]
    if not named:
        return None
    less = str(Pile(held.cards & ~named[below(chance, len(named))], held.chaff))
    piles = (*won.piles[: won.player], less, *won.piles[won.player + 1 :])
    return msgspec.structs.replace(won, piles=piles)
