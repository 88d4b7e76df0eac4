"""Numbers and texts as people type them into forms and addresses."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from ...sentences import Sentence, say

MOST_EVENTS: Final = 999_999_999  # the highest seq that a page may name
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


_MOST_READ: Final = 2000  # letters; nothing in these fields is as long, and folding longer ones takes time

# Letters and symbols that show nothing, though Unicode does not count them among its format characters.
_BLANK: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
_JOINERS: Final = "\u200c\u200d"
_FLAG: Final = re.compile("\U0001f3f4[\U000e0020-\U000e007e]+\U000e007f")  # such as that of Scotland


def cleaned(typed: str) -> str:
    """What was typed as one line, without invisible characters; equal letters become equal text.

    Control characters, characters of no width and those that turn the direction of writing are taken out;
    empty where nothing visible is left. Accents, emoji and the joiners that some scripts need stay.
    """
    text = unicodedata.normalize("NFC", typed[:_MOST_READ])
    if not (text.isascii() and text.isprintable()):
        text = unicodedata.normalize("NFC", "".join(_kept(text, at) for at in range(len(text))))
    shown = " ".join(text.split())
    return shown if any(unicodedata.category(letter)[0] not in "MZ" for letter in shown) else ""


def _kept(text: str, at: int) -> str:
    """The letter at this place, a plain space for any white space, or nothing."""
    letter = text[at]
    category = unicodedata.category(letter)
    if letter.isspace():
        return " "
    if letter in _JOINERS:
        return letter if _joins(text, at) else ""
    if category in ("Cc", "Cf", "Cs") and not _in_flag(text, at):
        return ""
    return "" if letter in _BLANK else letter


def _joins(text: str, at: int) -> bool:
    """Whether a joiner changes what is seen: in a composed emoji, in an Indic or in an Arabic word."""
    before, after = text[at - 1 : at], text[at + 1 : at + 2]
    if not before or not after:
        return False
    if unicodedata.combining(before) == 9:  # virama, the mark that a joiner belongs to
        return True
    if unicodedata.bidirectional(before) == unicodedata.bidirectional(after) == "AL":
        return True
    drawn = unicodedata.category(before) in ("So", "Sm", "Sk") or before == "\ufe0f"
    return text[at] == "\u200d" and drawn and unicodedata.category(after) in ("So", "Sm")


def _in_flag(text: str, at: int) -> bool:
    """Whether a tag spells the name of a flag."""
    if not "\U000e0020" <= text[at] <= "\U000e007f":
        return False
    return any(flag.start() < at < flag.end() for flag in _FLAG.finditer(text))
