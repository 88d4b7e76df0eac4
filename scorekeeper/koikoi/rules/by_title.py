"""Refusals for people who see the titles of options, and not the keys by which files and errors name them."""

from __future__ import annotations

from typing import Final

from ...sentences import Sentence, say
from ..errors import BadRuleset
from . import wording
from .ruleset import RuleSet
from .schema import option
from .yaku import KNOWN

# The places of a refusal in which a key stands, each with the place of a value that the option may have.
_PLACES: Final = (("key", "value"), ("other", "other_value"))


def by_title(refusal: BadRuleset | Sentence, rules: RuleSet) -> Sentence:
    """The sentence of a refusal with titles in place of keys; ``rules`` names the yaku of one's own."""
    sentence = refusal.sentence if isinstance(refusal, BadRuleset) else refusal
    values = {
        name: by_title(value, rules) if isinstance(value, Sentence) else value
        for name, value in sentence.values.items()
    }
    for place, value_place in _PLACES:
        key, value = sentence.values.get(place), sentence.values.get(value_place)
        if not isinstance(key, str) or (title := _title(key, rules)) is None:
            continue
        values[place] = say("“%(option)s”", option=title)
        if (row := option(key)) is not None and value in row.values:
            values[value_place] = say(row.values[value])
    return Sentence(sentence.one, sentence.many, values, sentence.texts)


def _title(key: str, rules: RuleSet) -> Sentence | None:
    """What an option is called, or the yaku that a key names; None for what is neither."""
    table, _, name = key.partition(".")
    if option(key) is not None:
        return wording.title(key, rules)
    return wording.yaku(name, rules) if table == "yaku" and (name in KNOWN or name in rules.yaku) else None
