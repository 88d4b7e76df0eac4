"""Yaku across rule sets: a table's own yaku has its id only there, so figures keep its name with it."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from ...sentences import Sentence, named, say
from ..rules.deal import TEYAKU
from ..rules.ruleset import RuleSet
from ..rules.yaku import KNOWN

_APART = ":"  # no id has one


def yaku_key(yaku: str, rules: RuleSet) -> str:
    """What a yaku is counted under: its id, and the name of one that the table made up.

    Two tables' own yaku are one only where both have the same id and the same name.
    """
    own = rules.yaku.get(yaku)
    if yaku in KNOWN or own is None or not own.name:
        return yaku
    return f"{yaku}{_APART}{msgspec.json.encode(own.name, order='deterministic').decode()}"


def id_of(key: str) -> str:
    """The id of a yaku in its own rule set."""
    return key.partition(_APART)[0]


@lru_cache(maxsize=1024)
def yaku_called(key: str) -> Sentence:
    """The name of a yaku that was counted."""
    yaku, _, name = key.partition(_APART)
    if yaku in KNOWN:
        return say(KNOWN[yaku].name)
    if yaku in TEYAKU:
        return say(TEYAKU[yaku][0])
    called = msgspec.json.decode(name) if name else yaku
    return say("%(name)s", name=called) if isinstance(called, str) else named(called)
