"""The settings of a complete tree, converted to their types."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

import msgspec

from ...sentences import say
from ..errors import BadRuleset
from .explaining import converted, refused
from .ruleset import RuleSet
from .trees import Tree
from .yaku import KNOWN
from .yaku_options import YakuOptions

MOST_OWN: Final = 40  # yaku of a table's own


def typed(tree: Tree) -> RuleSet:
    """The rule set of a tree of settings, without its choices; what the tree leaves out is as in the schema.

    Raises BadRuleset for a setting that does not fit its type.
    """
    yaku = tree.get("yaku", {})
    if not isinstance(yaku, Mapping):
        raise refused("yaku", yaku)
    refuse_too_many_own(sum(name not in KNOWN for name in yaku))
    rows = {name: _yaku(name, row) for name, row in yaku.items()}
    plain = {key: value for key, value in tree.items() if key not in ("yaku", "choices")}
    if isinstance(advice := tree.get("advice"), Mapping):
        plain["advice"] = {name: answer for name, answer in advice.items() if answer is not None}
    rest: RuleSet = converted(plain, RuleSet, "")
    return msgspec.structs.replace(rest, yaku=rows)


def refuse_too_many_own(number: int) -> None:
    """Refuse a rule set with too many yaku of its own. Raises BadRuleset."""
    if number > MOST_OWN:
        raise BadRuleset(say("A rule set may have at most %(most)d yaku of its own.", most=MOST_OWN), "yaku")


def _yaku(name: str, row: Any) -> YakuOptions:
    key = f"yaku.{name}"
    if not isinstance(row, Mapping):
        raise refused(key, row)
    yaku: YakuOptions = converted(row, YakuOptions, f"{key}.")
    if name not in KNOWN and not re.fullmatch(r"[a-z0-9_]{1,40}", name):
        raise BadRuleset(
            say("%(key)s: a yaku's id is made of the letters a to z, digits and _.", key=key[:60]), key
        )
    if yaku.min is None and name in KNOWN and KNOWN[name].counts:
        return msgspec.structs.replace(yaku, min=KNOWN[name].size)
    return yaku
