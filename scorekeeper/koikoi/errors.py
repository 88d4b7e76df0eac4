"""What the core refuses, each with a sentence that a player can read."""

from __future__ import annotations

from ..sentences import Refusal, Sentence


class KoikoiError(Refusal):
    """Every error of the core. ``option`` names the setting behind it, if any."""

    def __init__(self, sentence: Sentence, option: str = "") -> None:
        self.option = option
        super().__init__(sentence)


class BadCards(KoikoiError):
    """Cards that do not exist, appear twice, or cannot lie together."""


class BadRuleset(KoikoiError):
    """A rule set with an unknown key, a wrong type or an impossible value."""


class BadRecord(KoikoiError):
    """A match record or an event that cannot be read."""


class NotAllowed(KoikoiError):
    """An event that the rules of the match forbid."""
