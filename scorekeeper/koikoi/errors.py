"""What the core refuses, each with a sentence that a player can read."""

from __future__ import annotations

from .sentences import Sentence


class KoikoiError(Exception):
    """Every error of the core. ``sentence`` is for people; ``option`` names the rule behind it, if any."""

    def __init__(self, sentence: Sentence, option: str = "") -> None:
        self.sentence = sentence
        self.option = option
        super().__init__(str(sentence))


class BadCards(KoikoiError):
    """Cards that do not exist, stand twice, or cannot lie together."""


class BadRuleset(KoikoiError):
    """A rule set with an unknown key, a wrong type or an impossible value."""


class BadRecord(KoikoiError):
    """A match record or an event that cannot be read."""


class NotAllowed(KoikoiError):
    """An event that the rules of the match forbid."""
