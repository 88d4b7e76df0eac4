"""What the core refuses, each with a sentence that a player can read."""

from __future__ import annotations

from ..sentences import Refusal, Sentence


class KoikoiError(Refusal):
    """Every error of the core. ``option``: the setting behind it, if any, such as the sentence's ``key``."""

    def __init__(self, sentence: Sentence, option: str = "") -> None:
        self.option = option or str(sentence.values.get("key", ""))
        super().__init__(sentence)


class BadCards(KoikoiError):
    """Cards that do not exist, appear twice, or cannot lie together."""


class BadRuleset(KoikoiError):
    """A rule set with an unknown key, a wrong type or an impossible value."""


class BadAnswer(BadRuleset):
    """An answer that cannot be given: ``choice`` is the id of its question, ``reason`` says why not."""

    def __init__(self, sentence: Sentence, choice: str, reason: Sentence) -> None:
        self.choice, self.reason = choice, reason
        super().__init__(sentence, "choices")


class DoesNotArise(BadAnswer):
    """An answer to a question that makes no difference, because a part of the rules is off."""


class BadRecord(KoikoiError):
    """A match record or an event that cannot be read."""


class NotAllowed(KoikoiError):
    """An event that the rules of the match forbid."""
