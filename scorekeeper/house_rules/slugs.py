"""Ids made from what people call things."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from typing import Final

# Words that addresses and the form for a new match use in place of the id of a rule set.
RESERVED: Final = frozenset({"again", "difference", "new", "received"})


def slug(name: str, between: str, longest: int) -> str:
    """The name in the letters a to z and digits, with ``between`` in place of everything else."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", between, plain).strip(between)[:longest]


def first_free(stem: str, between: str, taken: Callable[[str], bool]) -> str:
    """The stem, or the stem followed by the lowest number that makes it free."""
    number, name = 1, stem
    while taken(name):
        number += 1
        name = f"{stem}{between}{number}"
    return name
