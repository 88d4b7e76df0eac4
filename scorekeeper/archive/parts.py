"""The matches of the archive in parts, so that a changed match costs only what is worked out of its part.

What a page needs is worked out of each part by itself, remembered with it, and then added up. Nothing has to
be taken out again: a part in which a match changed is another part.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import wraps
from typing import Any, Final, TypeVar

from .played import Played

_T = TypeVar("_T")

LENGTH: Final = 100  # matches of a part; twice as many, and it becomes two


class Part:
    """Some matches, the latest first. They stay the same; threads may share them."""

    def __init__(self, matches: Iterable[Played]) -> None:
        self.matches = tuple(matches)
        self.worked_out: dict[Callable[[Part], Any], Any] = {}


def per_part(work: Callable[[Part], _T]) -> Callable[[Part], _T]:
    """A function of a part that remembers with the part what it returned. Threads may share it.

    What it returns should not hold the part, which then would not go as soon as another replaces it.
    """

    @wraps(work)
    def remembering(part: Part) -> _T:
        if work not in part.worked_out:
            part.worked_out[work] = work(part)
        found: _T = part.worked_out[work]
        return found

    return remembering


def renewed(parts: Sequence[Part], gone: Iterable[Played], new: Iterable[Played]) -> tuple[Part, ...]:
    """The parts, the latest first, without some of their matches and with others in their places.

    A part to which nothing happened stays the same part.
    """
    if not parts:
        return tuple(_split(new))
    leaving, coming = _by_part(parts, gone), _by_part(parts, new)
    made: list[Part] = []
    for number, part in enumerate(parts):
        if number in leaving or number in coming:
            left = {played.id for played in leaving[number]}
            stay = (played for played in part.matches if played.id not in left)
            made += _split((*stay, *coming[number]))
        else:
            made.append(part)
    return tuple(made)


def _by_part(parts: Sequence[Part], matches: Iterable[Played]) -> defaultdict[int, list[Played]]:
    """The matches by the number of the part in which each has its place."""
    ends = [part.matches[-1].order for part in parts[:-1]]
    placed = defaultdict[int, list[Played]](list)
    for played in matches:
        number = next((number for number, end in enumerate(ends) if played.order >= end), len(ends))
        placed[number].append(played)
    return placed


def _split(matches: Iterable[Played]) -> Iterator[Part]:
    """Some matches in their order, as one part or several; none as no part."""
    in_order = sorted(matches, key=lambda played: played.order, reverse=True)
    length = LENGTH if len(in_order) > 2 * LENGTH else 2 * LENGTH
    for begin in range(0, len(in_order), length):
        yield Part(in_order[begin : begin + length])
