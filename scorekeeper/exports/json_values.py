"""Scores and scoresheets as values for JSON: dicts, lists, texts and numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec

from ..koikoi.cards import text
from ..koikoi.pile import Pile
from ..koikoi.scoring.score import NOTHING, Factor, Score

if TYPE_CHECKING:  # a pile is scored without a match
    from ..koikoi.match.match import Match, Round
    from ..koikoi.match.replay import RecordedTurn
    from ..koikoi.match.teyaku import Teyaku

_STORED: Final = ("id", "seq", "at", "by")  # what storing an event adds


def score(score: Score) -> dict[str, Any]:
    """A score: its yaku, base, factors, multiplier, added points, points, and the caps that lowered it."""
    values: dict[str, Any] = {
        "yaku": [
            {"id": line.yaku, "points": line.points, "cards": str(Pile(line.cards, line.counted))}
            for line in score.lines
        ],
        "base": score.base,
        "factors": [factor(made) for made in score.factors],
        "multiplier": score.multiplier,
        "added": score.added,
        "points": score.points,
    }
    if score.caps:
        values["caps"] = list(score.caps)
    if score.cards is not None:
        values["cards"] = score.cards
    return values


def factor(made: Factor) -> dict[str, Any]:
    """A factor: what a rule multiplies by (``times``), or the points it adds (``plus``)."""
    if made.plus:
        return {"id": made.id, "plus": made.plus}
    return {"id": made.id, "times": made.times}


def lucky_hand(hand: Teyaku) -> dict[str, Any]:
    """A lucky hand, what it pays by itself ("redeal": it voids the deal), and the cards that make it."""
    return {"id": hand.id, "points": hand.score.base if hand.score else "redeal", "cards": text(hand.cards)}


def tally(match: Match) -> dict[str, Any]:
    """The scoresheet of a match: players, rounds, whether it is finished, next dealer, winners."""
    return {
        "players": list(match.players),
        "rounds": [_round(row) for row in match.rounds],
        "adjustments": [
            {
                "after": adjustment.after,
                "points": list(adjustment.points),
                "transfer": list(adjustment.transfer),
                "reason": adjustment.reason,
            }
            for adjustment in match.adjustments
        ],
        **amended(match),
        "balance": list(match.balance),
        "finished": match.finished,
        "next_dealer": match.dealer,
        "winners": list(match.winners),
    }


def amended(match: Match) -> dict[str, Any]:
    """What the table agreed on, or set right, after the match began, with a rule set by its title."""
    made = [_amendment(msgspec.to_builtins(event)) for event in match.amendments]
    return {"amendments": made} if made else {}


def _amendment(values: dict[str, Any]) -> dict[str, Any]:
    ruleset = values.get("ruleset")
    title = {"ruleset": ruleset.get("title", "")} if isinstance(ruleset, dict) else {}
    return {name: value for name, value in {**values, **title}.items() if name not in _STORED}


def turn(recorded: RecordedTurn) -> dict[str, Any]:
    """What the referee says at the end of a turn: what is new or grew, what may be called and why not."""
    end = recorded.end
    return {
        "round": recorded.round,
        "turn": recorded.number,
        "player": recorded.player,
        "new": list(end.new),
        "grown": list(end.grown),
        "base": end.base,
        "stop": end.decision.stop,
        "koikoi": end.decision.koikoi,
        "why": str(end.decision.why) if end.decision.why else None,
        "option": end.decision.option or None,
    }


def _round(row: Round) -> dict[str, Any]:
    return _counted(row) if row.cards else _played(row)


def _counted(row: Round) -> dict[str, Any]:
    """A round in which every captured card counted: points of cards, and yaku, by seat."""
    yaku: list[Any] = [[] for _ in row.cards]
    if row.player is not None and row.score:
        yaku[row.player] = score(row.score)["yaku"]
    for held in row.beside:
        yaku[held.player] = score(held.score)["yaku"]
    return {
        "round": row.number,
        "dealer": row.dealer,
        "result": row.result,
        "player": row.player,
        "cards": list(row.cards),
        "yaku": yaku,
        **({"wins_at_once": row.at_once.yaku} if row.at_once else {}),
        **({"why": str(row.why)} if row.why else {}),
        **_changes(row),
    }


def _changes(row: Round) -> dict[str, Any]:
    return {"transfer": list(row.transfer), "balance": list(row.balance)}


def _played(row: Round) -> dict[str, Any]:
    others = [{"player": held.player, **score(held.score)} for held in row.beside]  # who are paid too
    return {
        "round": row.number,
        "dealer": row.dealer,
        "result": row.result,
        "player": row.player,
        "calls": list(row.play.calls),
        **_reckoning(row),
        **({"others": others} if others else {}),
        **({"replaced_turns": row.play.replaced} if row.play.replaced else {}),
        **({"refused": str(row.why)} if row.refused else {}),
        **({"rulings": list(row.play.rulings)} if row.play.rulings else {}),
        **_changes(row),
    }


def _reckoning(row: Round) -> dict[str, Any]:
    """base × multiplier + added = points, also for lucky hands and exhausted rounds."""
    if row.hand is not None:
        plain = msgspec.structs.replace(NOTHING, base=row.points, points=row.points)
        made = row.score or plain
        hand = {"id": row.hand.yaku, "points": made.base, "cards": text(row.hand.cards)}
        return {**score(made), "yaku": [hand]}
    if row.score is not None:
        return score(row.score)
    return {**score(NOTHING), "added": row.points, "points": row.points}
