"""May I call? What a player with some captured cards may say now, as far as the calls noted so far tell."""

from __future__ import annotations

import msgspec

from ..pile import Pile
from ..scoring.score import Score
from .calls import Decision, decision, gained
from .match import Match


class Advice(msgspec.Struct, frozen=True):
    """``is_known``: whether it is known what the player held at the last own koi-koi, if there was one."""

    player: int
    new: tuple[str, ...]
    grown: tuple[str, ...]
    score: Score
    decision: Decision
    is_known: bool = True


def advice(match: Match, player: int, held: Pile, field: tuple[int, ...] = ()) -> Advice:
    """What ``player`` may call with these captured cards; ``match`` after the calls noted in the round.

    What is new is new since the player's last koi-koi. Where the cards of that call are not known, the
    answer takes something to be new, and says that it does.
    """
    at = match.circumstances(player, field)
    calls = match.play.called[player]
    is_known = not calls or calls[-1] is not None
    before = (calls[-1] if calls else None) or Pile()
    score = match.scorer.score(held, at)
    new, grown = gained(match.scorer.score(before, at).lines if is_known else (), score.lines)
    made = decision(
        match.rules, new=bool(new), grown=bool(grown), base=score.base, own=at.own, others=at.others
    )
    return Advice(player, new, grown, score, made, is_known)
