"""A rule set as a code of letters and digits, short enough for a link and for a QR code.

The code is a number, written with 62 letters and digits: messengers turn other signs into italics or dashes.
The bytes of the number are

* the version of the code: 1 byte,
* the print of the rule set that comes with the game and that these rules extend: 2 bytes, big-endian,
* the written rule set, only what differs from it, as JSON, deflated with the words of ``code_words.txt``,
* the CRC-32 of all that: 4 bytes, big-endian. It tells a mistyped code from one that holds something else.

A code of version 1 can be read only with the words as they are: for other words, add a version.
"""

from __future__ import annotations

import string
import zlib
from functools import cache
from importlib import resources
from typing import Any, Final, NamedTuple

import msgspec

from ..koikoi.errors import BadRuleset
from ..koikoi.rules.diff import differences, in_lines
from ..koikoi.rules.loader import named, parent_of, rules
from ..koikoi.rules.ruleset import RuleSet
from ..koikoi.rules.schema import Tree, doublings, option, value_at
from ..koikoi.typed_text import cleaned_tree
from ..sentences import N_, count, say

ALPHABET: Final = string.digits + string.ascii_uppercase + string.ascii_lowercase
VERSION: Final = 1
LONGEST_CODE: Final = 6_000  # letters
MOST_BYTES: Final = 60_000  # of the JSON in a code
_PLACES: Final = {letter: place for place, letter in enumerate(ALPHABET)}
_HEAD: Final = 3  # bytes: version and print
_SUM: Final = 4  # bytes of the checksum
_RAW: Final = -zlib.MAX_WBITS  # deflated without a header of its own


class Coded(NamedTuple):
    """What a code holds: a written rule set, and whether it was written above the same rules as here."""

    tree: Tree
    same_base: bool


def write_code(tree: Tree) -> str:
    """The code of a written rule set that extends one that comes with the game.

    Raises BadRuleset where the rule set is too large for a code.
    """
    written = msgspec.json.encode(tree, order="sorted")
    head = bytes([VERSION]) + _print(parent_of(tree))
    code = _letters(_summed(head + _deflated(written)))
    if len(written) > MOST_BYTES or len(code) > LONGEST_CODE:
        raise BadRuleset(say("These rules are too long for a code. Pass on a file instead."))
    return code


def read_code(code: str) -> Coded:
    """The written rule set in a code; it may still be one that cannot be played. Raises BadRuleset."""
    content = _bytes(code)
    if _summed(content[:-_SUM]) != content or _letters(content) != code or len(content) <= _HEAD + _SUM:
        raise BadRuleset(say("This code is mistyped, or a part of it is missing. Copy it again as a whole."))
    if content[0] != VERSION:
        sentence = N_("This code has the version %(version)d; this app reads only version %(known)d.")
        raise BadRuleset(say(sentence, version=content[0], known=VERSION))
    tree = _tree(_inflated(content[_HEAD:-_SUM]))
    base = parent_of(tree)
    if named(base) is None:
        name = str(tree.get("extends"))[:60]
        raise BadRuleset(say("extends: there is no rule set called “%(name)s”.", name=name), "extends")
    return Coded(tree, content[1:_HEAD] == _print(base))


@cache
def _print(base: str) -> bytes:
    """Two bytes that change with what a rule set plays.

    Later versions may bring options: one that is off for a yaku, or has its default, does not count.
    """
    rule_set = rules(base)
    keys = (
        key
        for key, _, setting in differences(RuleSet(), rule_set)
        if not key.startswith("yaku.") or (setting and setting != _usual(key))
    )
    settings = [(key, _printed(key, msgspec.to_builtins(rule_set))) for key in in_lines(keys)]
    return zlib.crc32(msgspec.json.encode(settings)).to_bytes(_SUM, "big")[2:]


def _usual(key: str) -> Any:
    row = option(key)
    return row.default if row else None


def _printed(key: str, tree: Tree) -> Any:
    """A setting as it goes into a print; a doubling that is off goes as nothing."""
    setting = value_at(tree, key)
    return None if key in doublings() and doublings()[key].is_off(setting) else setting


@cache
def _words() -> bytes:
    """What rule sets often hold, which makes their codes half as long."""
    written = resources.files(__package__).joinpath("code_words.txt").read_text("utf-8")
    return written.replace("\n", "").encode()


def _summed(content: bytes) -> bytes:
    return content + zlib.crc32(content).to_bytes(_SUM, "big")


def _deflated(written: bytes) -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, _RAW, 9, zdict=_words())
    return packer.compress(written) + packer.flush()


def _inflated(packed: bytes) -> bytes:
    """The bytes that were deflated; never makes more than MOST_BYTES of them."""
    reader = zlib.decompressobj(_RAW, zdict=_words())
    try:
        written = reader.decompress(packed, MOST_BYTES + 1)
    except zlib.error as error:
        raise BadRuleset(say("This code does not hold a rule set.")) from error
    if len(written) > MOST_BYTES:
        raise BadRuleset(
            count(
                "This code holds more than %(n)d byte, too much for a rule set.",
                "This code holds more than %(n)d bytes, too much for a rule set.",
                MOST_BYTES,
            )
        )
    if not reader.eof or reader.unused_data:
        raise BadRuleset(say("This code does not hold a rule set."))
    return written


def _tree(written: bytes) -> Tree:
    try:
        tree: Tree = cleaned_tree(msgspec.json.decode(written, type=dict[str, Any]))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadRuleset(say("This code does not hold a rule set.")) from error
    return tree


def _letters(content: bytes) -> str:
    """Bytes, the first of them not 0, as a number in letters and digits."""
    number, letters = int.from_bytes(content, "big"), []
    while number:
        number, place = divmod(number, len(ALPHABET))
        letters.append(ALPHABET[place])
    return "".join(reversed(letters))


def _bytes(code: str) -> bytes:
    """The inverse of ``_letters``. Raises BadRuleset."""
    if len(code) > LONGEST_CODE:
        raise BadRuleset(
            count(
                "This code is too long: at most %(n)d letter is allowed.",
                "This code is too long: at most %(n)d letters are allowed.",
                LONGEST_CODE,
            )
        )
    number = 0
    for letter in code:
        if letter not in _PLACES:
            sentence = N_(
                "“%(letter)s” is not possible in a code; allowed: letters from A to Z or a to z, digits."
            )
            raise BadRuleset(say(sentence, letter=letter))
        number = number * len(ALPHABET) + _PLACES[letter]
    return number.to_bytes((number.bit_length() + 7) // 8, "big")
