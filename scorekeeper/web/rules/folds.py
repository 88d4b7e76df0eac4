"""Which folds of the rule editor a field is in."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from ...koikoi.rules.checks import LISTS
from ...koikoi.rules.questions import topics
from ...koikoi.rules.yaku import KNOWN
from .in_words import SECTIONS
from .yaku_fields import ALL_TERMS, CARD_LISTS, pays_more_by_terms

ASK: Final = "ask"  # before the id of a topic, the id of its fold
OWN: Final = "mine"  # the fold of the table's own yaku


def folds_around(field: str) -> list[str]:
    """The folds that have to be drawn for a field to be on the page."""
    if topic := next((topic for topic in topics() if belongs(field, topic.keys)), None):
        return [f"{ASK}.{topic.id}"]
    table, name, key = (*field.split(".", 2), "", "")[:3]
    if table != "yaku":
        return ["yaku", "pairs"] if table == "pair" else [n for n, _t, p in SECTIONS if table in p]
    if key in LISTS:
        return ["yaku", "pairs"]
    among_terms = key in ALL_TERMS or (key == "extra" and pays_more_by_terms(name))
    terms = ["terms", f"terms.{name}"] if among_terms else []
    if name in KNOWN or not name:
        return ["yaku", *terms]
    return [OWN, f"own.{name}", *terms, *([f"{key}.{name}"] if key in CARD_LISTS else [])]


def belongs(field: str, keys: Collection[str]) -> bool:
    """Whether a field is that of one of these options, or one inside it."""
    return any(field == key or field.startswith(f"{key}.") for key in keys)
