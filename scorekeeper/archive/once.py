"""What is worked out of the whole archive, once for each state of it."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from .archive import View

_Of = TypeVar("_Of")


def once_a_view(work: Callable[[View], _Of]) -> Callable[[View], _Of]:
    """The same function, which keeps what it returned for the last view; threads may share it."""
    kept: list[tuple[View, _Of]] = []

    @wraps(work)
    def remembered(view: View) -> _Of:
        for known, result in kept:
            if known is view:
                return result
        result = work(view)
        kept[:] = [(view, result)]
        return result

    return remembered
