"""Whole rounds without their events: what the lab of rules counts."""

from __future__ import annotations

import msgspec

from ..cards import months
from ..match import effects
from ..match.effects import apply
from ..match.match import Match
from ..pile import Pile
from .chance import Chance
from .dealing import Deal, deal, deciding, is_over, opened
from .game import Game
from .playing import Played

replace = msgspec.structs.replace


def after_deal(match: Match, game: Game, chance: Chance) -> tuple[Match, Deal | None]:
    """The match before the first turn of a round, and its deal; None where the deal decided the round."""
    done = len(match.rounds)
    while len(match.rounds) == done:
        voids = match.play.voids
        dealt = deal(game, chance)
        match, _ = opened(match, deciding(game, dealt, match.number), apply)
        if not is_over(match, voids, done):
            return match, dealt
    return match, None


def settled(match: Match, game: Game, played: Played) -> Match:
    """The match after a deal that was played to its end."""
    callers = [turn.player for turn in played.turns if turn.koikoi]
    lying = played.turns[-1].field
    now = replace(
        match.play,
        calls=tuple(played.calls),
        last_caller=callers[-1] if callers else None,
        dealt=played.dealt.field if game.asks_dealt else match.play.dealt,
        just_voided=None,
    )
    piles = tuple(map(Pile, played.piles))
    field = months(lying & game.asked_on_field)
    if played.stopped is None:
        return effects.exhausted(replace(match, play=now), piles, field)
    return effects.stopped(replace(match, play=now), played.stopped, piles, field)
