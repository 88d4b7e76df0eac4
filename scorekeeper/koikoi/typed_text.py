"""Texts as people type them, or as files, records and codes bring them: without what nobody sees."""

from __future__ import annotations

import re
import unicodedata
from operator import is_
from typing import Any, Final

_DEEPEST: Final = 20  # levels of a tree; a rule set has nine
_MOST_READ: Final = 2000  # letters; nothing in these fields is as long, and folding longer ones takes time

# Letters and symbols that show nothing, though Unicode does not count them among its format characters.
_BLANK: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
_JOINERS: Final = "\u200c\u200d"
_FLAG: Final = re.compile("\U0001f3f4[\U000e0020-\U000e007e]+\U000e007f")  # such as that of Scotland


def cleaned(typed: str) -> str:
    """What was typed, or came in, as one line without invisible characters; equal letters become equal text.

    Control characters, characters of no width and those that turn the direction of writing are taken out;
    empty where nothing visible is left. Accents, emoji and the joiners that some scripts need stay.
    """
    typed = typed[:_MOST_READ]
    if typed.isascii() and typed.isprintable():
        return " ".join(typed.split())
    text = unicodedata.normalize("NFC", typed)
    text = unicodedata.normalize("NFC", "".join(_kept(text, at) for at in range(len(text))))
    shown = " ".join(text.split())
    return shown if any(unicodedata.category(letter)[0] not in "MZ" for letter in shown) else ""


def cleaned_tree(value: Any, levels: int = _DEEPEST) -> Any:
    """Plain values with each text in them cleaned; keys stay, and so does whatever lies deeper.

    What is clean already is returned itself: a hostile tree takes its memory once.
    """
    if isinstance(value, str):
        text = cleaned(value)
        return value if text == value else text
    if levels and isinstance(value, dict):
        tidy: Any = {key: cleaned_tree(inner, levels - 1) for key, inner in value.items()}
        return value if all(tidy[key] is value[key] for key in value) else tidy
    if levels and isinstance(value, list):
        tidy = [cleaned_tree(item, levels - 1) for item in value]
        return value if all(map(is_, tidy, value)) else tidy
    return value


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
