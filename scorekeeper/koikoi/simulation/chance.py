"""The randomness that is passed in; a ``random.Random`` has it all."""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import Any, Protocol


class Chance(Protocol):
    """What the simulation asks of chance: the same answers give the same rounds."""

    def random(self) -> float:
        """A number from 0 to just below 1."""

    def shuffle(self, x: MutableSequence[Any]) -> None:
        """Put a list into any order."""


def below(chance: Chance, number: int) -> int:
    """A whole number from 0 to just below ``number``."""
    return int(chance.random() * number)
