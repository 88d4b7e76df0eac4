"""How the match points of some players grew from evening to evening."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import TypeAlias

from .archive import Played
from .schemes import PARTS, Scheme, points

Course: TypeAlias = tuple[tuple[int, ...], ...]


def course(scheme: Scheme, matches: Sequence[Played], ids: Sequence[str]) -> Course:
    """What each of these players had at the start and after each evening: match points, or coins where only
    they count. Parts of a point are left out.

    ``matches``: those that count, the latest first.
    """
    had = [0] * len(ids)
    made = [tuple(had)]
    known = frozenset(ids)
    theirs = [played for played in reversed(matches) if not known.isdisjoint(played.players)]
    for _, evening in groupby(theirs, key=lambda played: played.evening):
        for played in evening:
            brought = _brought(scheme, played)
            for place, id_ in enumerate(ids):
                if id_ in played.players:
                    had[place] += brought[played.players.index(id_)]
        made.append(tuple(had))
    return tuple(tuple(parts // PARTS for parts in row) for row in made)


def _brought(scheme: Scheme, played: Played) -> tuple[int, ...]:
    gains = played.digest.gains
    if "points" in scheme.order:
        return points(scheme, gains, played.digest.winners)
    return tuple(PARTS * coins for coins in gains)
