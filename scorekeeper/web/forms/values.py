"""Numbers as people type them into forms and addresses."""

from __future__ import annotations

from typing import Final

from ...sentences import Sentence, say

HIGHEST_NUMBER: Final = 999_999_999  # that a page may name, such as that of an event
_MINUS: Final = "−"  # as the app itself writes it


def whole_number(text: str, low: int, high: int) -> int | None:
    """The number that a text says; None where it says no number from ``low`` to ``high``.

    Only the digits 0 to 9 count, after a sign where numbers below zero are allowed.
    """
    negative, digits = False, text
    if low < 0 and text[:1] in ("-", _MINUS, "+"):
        negative, digits = text[0] != "+", text[1:]
    if not (digits.isascii() and digits.isdigit()) or len(digits) > len(str(max(abs(low), abs(high)))):
        return None
    number = -int(digits) if negative else int(digits)
    return number if low <= number <= high else None


def refused_number(text: str, low: int, high: int) -> Sentence:
    """Why a text is not such a number."""
    if not text:
        return say("Enter a whole number from %(low)d to %(high)d.", low=low, high=high)
    return say(
        "“%(typed)s” is not possible; allowed: a whole number from %(low)d to %(high)d.",
        typed=text[:20],
        low=low,
        high=high,
    )
