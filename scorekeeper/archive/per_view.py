"""What is worked out once for a view of the archive, and kept as long as nothing changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from .view import View

_T = TypeVar("_T")


class PerView(Generic[_T]):
    """A function of a view that remembers what it returned for the latest one. Threads may share it."""

    def __init__(self, work: Callable[[View], _T]) -> None:
        self._work = work
        self._kept: tuple[View, _T] | None = None

    def __call__(self, view: View) -> _T:
        kept = self._kept
        if kept is None or kept[0] is not view:
            kept = self._kept = (view, self._work(view))
        return kept[1]
