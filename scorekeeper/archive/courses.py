"""How the match points of some players grew from evening to evening."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from itertools import accumulate, chain, compress, groupby, pairwise
from typing import NamedTuple, TypeAlias

from .played import Played
from .schemes import PARTS, Scheme, points

Course: TypeAlias = tuple[tuple[int, ...], ...]


class Brought(NamedTuple):
    """What an evening, or a part of it, brought each player: parts of match points, or of coins."""

    evening: date | None
    players: Mapping[str, int]


def brought(scheme: Scheme, matches: Iterable[Played]) -> Iterator[Brought]:
    """What these matches brought by evening: match points, or coins where only they count.

    ``matches``: those that count, the earliest first.
    """
    for evening, of in groupby(matches, key=lambda played: played.evening):
        players: dict[str, int] = {}
        for played in of:
            for id_, parts in zip(played.players, _brought(scheme, played), strict=True):
                players[id_] = players.get(id_, 0) + parts
        yield Brought(evening, players)


def course(evenings: Iterable[Brought], ids: Sequence[str]) -> Course:
    """What each of these players had at the start and after each evening. Parts of a point are left out.

    ``evenings``: the earliest first; one may come in parts.
    """
    if not ids:
        return ((),)
    known = frozenset(ids)
    theirs = [part for part in evenings if not known.isdisjoint(part.players)]
    had = (_had(part.players.get(id_, 0) for part in theirs) for id_ in ids)
    over = (before.evening != after.evening for before, after in pairwise(theirs))
    return tuple(compress(zip(*had, strict=True), chain((True,), over, (True,))))


def _had(parts: Iterable[int]) -> list[int]:
    """Whole points, or coins, at the start and after each of these gains."""
    return [had // PARTS for had in accumulate(parts, initial=0)]


def _brought(scheme: Scheme, played: Played) -> tuple[int, ...]:
    gains = played.digest.gains
    if "points" in scheme.order:
        return points(scheme, gains, played.digest.winners, played.digest.pays)
    return tuple(PARTS * gain for gain in gains)
