"""Scores and scoresheets as plain values, for JSON and for whatever else prints them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..koikoi.cards import text
from ..koikoi.pile import Pile
from ..koikoi.scoring.score import NOTHING, Factor, Score

if TYPE_CHECKING:  # a pile is scored without a match
    from ..koikoi.match.dealt_hands import LuckyHand
    from ..koikoi.match.match import Match, Round


def score(found: Score) -> dict[str, Any]:
    """A score: its yaku, base, factors, multiplier, added points, points, and caps where they cut."""
    values: dict[str, Any] = {
        "yaku": [
            {"id": line.yaku, "points": line.points, "cards": str(Pile(line.cards, line.counted))}
            for line in found.lines
        ],
        "base": found.base,
        "factors": [factor(one) for one in found.factors],
        "multiplier": found.multiplier,
        "added": found.added,
        "points": found.points,
    }
    if found.caps:
        values["caps"] = list(found.caps)
    return values


def factor(found: Factor) -> dict[str, Any]:
    """A multiplication or an addition, and by which rule."""
    return {"id": found.id, "plus": found.plus} if found.plus else {"id": found.id, "times": found.times}


def lucky_hand(found: LuckyHand) -> dict[str, Any]:
    """A lucky hand, what it pays ("redeal": it voids the deal), and the cards that make it."""
    return {"id": found.id, "points": found.points, "cards": text(found.cards)}


def sheet(match: Match) -> dict[str, Any]:
    """The scoresheet of a match: players, rounds, whether it is finished, next dealer, winners."""
    return {
        "players": list(match.players),
        "rounds": [_round(row) for row in match.rounds],
        "adjustments": [
            {
                "after": one.after,
                "points": list(one.points),
                "transfer": list(one.transfer),
                "reason": one.reason,
            }
            for one in match.adjustments
        ],
        "balance": list(match.balance),
        "finished": match.finished,
        "next_dealer": match.dealer,
        "winners": list(match.winners),
    }


def _round(row: Round) -> dict[str, Any]:
    return {
        "round": row.number,
        "dealer": row.dealer,
        "result": row.result,
        "player": row.player,
        "calls": list(row.play.calls),
        **_reckoning(row),
        **(
            {"others": [{"player": one.player, **score(one.score)} for one in row.beside]}
            if row.beside
            else {}
        ),
        "transfer": list(row.transfer),
        "balance": list(row.balance),
    }


def _reckoning(row: Round) -> dict[str, Any]:
    """base × multiplier + added = points: also for lucky hands and for what an exhausted round pays."""
    if row.score is not None:
        return score(row.score)
    if row.hand is not None:
        hand = {"id": row.hand.yaku, "points": row.points, "cards": text(row.hand.cards)}
        return {**score(NOTHING), "yaku": [hand], "base": row.points, "points": row.points}
    return {**score(NOTHING), "added": row.points, "points": row.points}
