"""Won rounds as tables play them, for counting taps: read from a file, or simulated.

A file is a list of ``{"winner": 0, "koikoi": [0, 1], "piles": [["01B", …], ["02A", …]]}``.
"""

from __future__ import annotations

import json
import random
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, NamedTuple

from scorekeeper.koikoi.cards import BY_ID, each, text, union
from scorekeeper.koikoi.pile import Pile
from scorekeeper.koikoi.rules.loader import rules
from scorekeeper.koikoi.scoring.evaluate import scorer
from scorekeeper.koikoi.scoring.score import Circumstances, Score
from scorekeeper.koikoi.simulation import turns
from scorekeeper.koikoi.simulation.deals import deal
from scorekeeper.koikoi.simulation.game import Game
from scorekeeper.koikoi.simulation.policies import POLICIES

BESIDE_CHECKOUT: Final = Path(__file__).parents[2] / "shared" / "bench" / "rounds.json"
_SEED: Final = 11


class Played(NamedTuple):
    """A won round: who stopped, the calls and the captured cards (sets of bits) by seat."""

    winner: int
    calls: tuple[int, int]
    piles: tuple[int, int]

    def score(self, pile: Pile | None = None) -> Score:
        """What the winner gets under the default rules, for the whole pile or what is announced of it."""
        own = self.calls[self.winner]
        at = Circumstances(own=own, others=sum(self.calls) - own)
        return scorer(rules("default")).score(pile or Pile(self.piles[self.winner]), at)


def rounds(number: int = 100) -> tuple[list[Played], str]:
    """The rounds of a file next to the checkout, or generated ones if there is none; and a note which."""
    if BESIDE_CHECKOUT.is_file():
        played = read(BESIDE_CHECKOUT)[:number]
        digest = sha256(BESIDE_CHECKOUT.read_bytes()).hexdigest()[:8]
        return played, f"rounds 1 to {len(played)} of {BESIDE_CHECKOUT.name} beside the checkout ({digest})"
    return play(number), f"rounds 1 to {number} that bench/rounds.py plays with seed {_SEED}"


def read(path: Path) -> list[Played]:
    return [_played(tree) for tree in json.loads(path.read_text("utf-8"))]


def written(played: list[Played]) -> str:
    """The rounds as the text of a file; the inverse of ``read``."""
    trees = [
        {"winner": won.winner, "koikoi": list(won.calls), "piles": [text(pile).split() for pile in won.piles]}
        for won in played
    ]
    return json.dumps(trees, separators=(",", ":"))


def play(number: int, seed: int = _SEED) -> list[Played]:
    """Won rounds of two simulated players; the same for the same seed."""
    game, policies, chance = Game(rules("default"), 2), [POLICIES["careful"]] * 2, random.Random(seed)
    won: list[Played] = []
    while len(won) < number:
        played = turns.play(game, deal(game, chance), 0, 1, policies, chance)
        if played.stopped is not None:
            mine, theirs = played.calls
            won.append(Played(played.stopped, (mine, theirs), (played.piles[0], played.piles[1])))
    return won


def _played(tree: dict[str, Any]) -> Played:
    mine, theirs = (union(BY_ID[card] for card in pile) for pile in tree["piles"])
    return Played(tree["winner"], (tree["koikoi"][0], tree["koikoi"][1]), (mine, theirs))


def announced(round_: Played) -> Pile:
    """What a player announces: the cards of the yaku, chaff as a number."""
    cards = 0
    for line in round_.score().lines:
        cards |= line.cards
    return special(cards)


def special(cards: int) -> Pile:
    """Every bright, animal and ribbon of some cards; chaff as a number."""
    chaff = [card for card in each(cards) if card.kind == "chaff"]
    return Pile(cards & ~union(chaff), len(chaff))
