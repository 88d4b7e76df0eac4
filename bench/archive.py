"""Figures over 10,000 matches: read, added up; the pages that show them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from time import process_time
from typing import Final

import msgspec

from scorekeeper.koikoi.figures.match_figures import MatchFigures, figures_of, totals
from scorekeeper.koikoi.match.events import event
from scorekeeper.koikoi.match.match import Match
from scorekeeper.koikoi.match.replay import replay

from . import ten_years
from .figures import Figure, median
from .years import simulated

_MATCHES: Final = 10_000
_DIFFERENT: Final = 200
_PASSES: Final = 5


def measure() -> Iterator[Figure]:
    different = list(simulated(_DIFFERENT, seed=1))
    played = [replay([event(tree) for tree in match.events]) for match in different]
    yield Figure("figures of a match, mean", _milliseconds(lambda: _all(played)) / len(played), "ms", 2, 0.5)
    written = [msgspec.msgpack.encode(figures_of(match)) for match in played]
    yield Figure("figures of a match, stored", sum(map(len, written)) / len(written), "B", 1536, 512)
    many = Random(1).choices(written, k=_MATCHES)
    decoder = msgspec.msgpack.Decoder(MatchFigures)
    read = [decoder.decode(each) for each in many]
    yield Figure("10,000 digests, read", _milliseconds(lambda: [*map(decoder.decode, many)]), "ms", 150, 100)
    yield Figure("10,000 digests, added up", _milliseconds(lambda: totals(read)), "ms", 150, 75)
    yield from ten_years.measure(different)


def _all(matches: list[Match]) -> None:
    for match in matches:
        figures_of(match)


def _milliseconds(work: Callable[[], object]) -> float:
    """Processor time, the median of some passes."""
    taken = []
    for _ in range(_PASSES):
        begin = process_time()
        work()
        taken.append(1000 * (process_time() - begin))
    return round(median(taken), 2)
