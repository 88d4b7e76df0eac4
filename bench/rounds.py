"""Won rounds as tables play them, for counting taps: read from a file, or played by a simple player.

A file is a list of ``{"winner": 0, "koikoi": [0, 1], "piles": [["01B", …], ["02A", …]]}``.
"""

from __future__ import annotations

import json
import random
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, NamedTuple

from scorekeeper.koikoi.cards import BY_ID, CARDS, Card, each, text, union
from scorekeeper.koikoi.pile import Pile
from scorekeeper.koikoi.rules.loading import rules
from scorekeeper.koikoi.scoring.circumstances import Circumstances
from scorekeeper.koikoi.scoring.score import Score
from scorekeeper.koikoi.scoring.scorer import scorer

BESIDE_CHECKOUT: Final = Path(__file__).parents[2] / "shared" / "bench" / "rounds.json"
_WORTH: Final = {"bright": 5.0, "animal": 2.0, "ribbon": 2.0, "chaff": 1.0}
_DARING: Final = 0.25  # how often a player with cards in hand calls koi-koi
_HAND, _FIELD = 8, 8
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
    """Won rounds of two players who take what is worth most; the same for the same seed."""
    chance = random.Random(seed)
    won: list[Played] = []
    while len(won) < number:
        played = _Deal(chance).play()
        if played is not None:
            won.append(played)
    return won


def _played(tree: dict[str, Any]) -> Played:
    mine, theirs = (union(BY_ID[card] for card in pile) for pile in tree["piles"])
    return Played(tree["winner"], (tree["koikoi"][0], tree["koikoi"][1]), (mine, theirs))


class _Deal:
    """One deal, from the shuffled deck to shōbu."""

    def __init__(self, chance: random.Random) -> None:
        deck = chance.sample(CARDS, len(CARDS))
        self.chance = chance
        self.hands = [deck[:_HAND], deck[_HAND : 2 * _HAND]]
        self.field = deck[2 * _HAND : 2 * _HAND + _FIELD]
        self.stock = deck[2 * _HAND + _FIELD :]
        self.piles = [0, 0]
        self.calls = [0, 0]
        self.scorer = scorer(rules("default"))

    def play(self) -> Played | None:
        """The won round, or None where nobody stopped."""
        bases = [0, 0]
        for turn in range(2 * _HAND):
            seat = turn % 2
            self._lay(seat, self._chosen(seat))
            self._lay(seat, self.stock.pop())
            base = self.scorer.score(Pile(self.piles[seat])).base
            if base > bases[seat]:
                bases[seat] = base
                if not self.hands[seat] or self.chance.random() >= _DARING:
                    return Played(seat, (self.calls[0], self.calls[1]), (self.piles[0], self.piles[1]))
                self.calls[seat] += 1
        return None

    def _chosen(self, seat: int) -> Card:
        """The card of the hand that takes most; of those that take nothing, the one worth least."""
        hand = self.hands[seat]
        best = max(hand, key=lambda card: (self._takes(card), -_WORTH[card.kind], self.chance.random()))
        hand.remove(best)
        return best

    def _takes(self, card: Card) -> float:
        matching = [other for other in self.field if other.month == card.month]
        return max((_WORTH[other.kind] + _WORTH[card.kind] for other in matching), default=0.0)

    def _lay(self, seat: int, card: Card) -> None:
        """Play a card: it captures its match or all three of its month, or stays on the field."""
        matching = sorted(
            (other for other in self.field if other.month == card.month),
            key=lambda other: -_WORTH[other.kind],
        )
        if not matching:
            self.field.append(card)
            return
        taken = matching if len(matching) == 3 else matching[:1]
        self.field = [other for other in self.field if other not in taken]
        self.piles[seat] |= union([card, *taken])


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
