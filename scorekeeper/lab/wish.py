"""What is to be played: by which rule sets, by which policy, how many rounds, and which deals."""

from __future__ import annotations

import hashlib
from random import Random
from typing import Any, Final

import msgspec

from ..koikoi.rules.loader import rules
from ..koikoi.rules.ruleset import RuleSet, bare
from ..koikoi.simulation.outcomes import Outcome, PolicyTable
from ..koikoi.simulation.report import PlayedRules, report

FEWEST: Final = 1
MOST: Final = 100_000  # rounds
MOST_SEED: Final = 999_999_999
USUAL: Final = "careful"  # the policy
_BITS: Final = 24  # for the rounds of a seed, two chances each


class LabRules(msgspec.Struct, frozen=True):
    """A rule set with the name that it has in the installation, and all its options."""

    name: str
    rules: RuleSet


class Wish(msgspec.Struct, frozen=True):
    """One rule set, or two on the same deals."""

    sides: tuple[LabRules, ...]
    rounds: int
    seed: int
    policy: str = USUAL

    def id(self, version: str) -> str:
        """The same for the same numbers: it says nothing of titles. ``version``: of the game."""
        sides = [(side.name, bare(side.rules)) for side in self.sides]
        asked = msgspec.json.encode([version, sides, self.rounds, self.seed, self.policy])
        return hashlib.sha256(asked).hexdigest()[:16]


class WishPlayer:
    """Plays the rounds of a wish, in any order. Raises NotAllowed where two cannot play by its rules."""

    def __init__(self, wish: Wish) -> None:
        self._wish = wish
        self._tables = [PolicyTable(side.rules, wish.policy) for side in wish.sides]

    def play(self, rounds: range) -> list[list[Outcome]]:
        """Some rounds by each rule set."""
        return [[table.outcome(index, self._chances(index)) for index in rounds] for table in self._tables]

    def report(self, rounds: list[list[Outcome]]) -> dict[str, Any]:
        """What all rounds say."""
        played = [
            PlayedRules(side.name, side.rules, table.period, table.game.asks_round, outcomes)
            for side, table, outcomes in zip(self._wish.sides, self._tables, rounds, strict=True)
        ]
        return report(played, seed=self._wish.seed, policy=self._wish.policy)

    def _chances(self, index: int) -> tuple[Random, Random]:
        """Chances of a round's own, so that the others may be played anywhere; the same for all rule sets."""
        first = self._wish.seed << _BITS | 2 * index
        return Random(first), Random(first + 1)


def read(written: bytes) -> Wish:
    tree = msgspec.json.decode(written)
    sides = tuple(LabRules(side["name"], rules(side["rules"])) for side in tree["sides"])
    return Wish(sides, tree["rounds"], tree["seed"], tree["policy"])


def write(wish: Wish) -> bytes:
    """A wish as one line of JSON."""
    return msgspec.json.encode(wish) + b"\n"
