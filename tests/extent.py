"""How much the tests look at: a part of it every day, all of it with ``EVERY_LOOK`` (``make test-all``)."""

from __future__ import annotations

import os
from collections.abc import Iterable
from datetime import date
from typing import Final, TypeVar

EVERY_LOOK: Final = bool(os.environ.get("EVERY_LOOK"))
# The day of the year 1 on, the same in every process of a run that goes on over midnight.
DAY: Final = int(os.environ.setdefault("DAY", str(date.today().toordinal())))

Case = TypeVar("Case")


def daily(cases: Iterable[Case], every: int) -> list[Case]:
    """Every ``every``-th of the cases, from the first; all of them with ``EVERY_LOOK``."""
    return [*cases] if EVERY_LOOK else [*cases][::every]


def in_turn(cases: Iterable[Case], every: int) -> list[Case]:
    """Every ``every``-th of the cases, other ones each ``DAY``; all of them with ``EVERY_LOOK``."""
    return [*cases] if EVERY_LOOK else [*cases][DAY % every :: every]


def examples(most: int) -> int:
    """How many random examples: a fifth of the most every day, the most with ``EVERY_LOOK``."""
    return most if EVERY_LOOK else most // 5
