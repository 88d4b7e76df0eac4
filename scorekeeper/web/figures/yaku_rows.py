"""The yaku of some matches: how often each won a round, and what it was worth."""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from ...koikoi.cards import each, of_month
from ...koikoi.figures.match_figures import id_of, yaku_called
from ...koikoi.figures.seat_figures import Counted, Interval, Share
from ...koikoi.rules.yaku import KNOWN, need
from ...sentences import Sentence
from ..drawing import as_text
from .numbers import in_hundreds

_MOST_DRAWN: Final = 5  # cards


class YakuRow(NamedTuple):
    """A yaku; ``share``: of the rounds; ``mean``: its points.

    ``bar`` and ``reach``: places from 0 to 100. So few rounds that they are not counted in hundreds have no
    ``reach``: the bar would all but vanish under it.
    """

    id: str
    name: Sentence
    cards: tuple[str, ...]  # some that make it; none where it is known only to its rule set
    share: Share
    mean: float
    bar: str
    reach: tuple[str, str] | None


def yaku_rows(counted: Counted, rounds: int) -> tuple[YakuRow, ...]:
    """The yaku of so many rounds, the most frequent first. Bars are as long as the longest allows."""
    shares = {key: Share(times, rounds) for key, (times, _) in counted.items()}
    widest = max(map(_farthest, shares.values()), default=1.0)
    order = sorted(counted, key=lambda key: (-counted[key][0], key))
    return tuple(_row(key, shares[key], counted[key][1], widest) for key in order)


def _row(key: str, share: Share, points: float, widest: float) -> YakuRow:
    reach = _reach(share)
    yaku = id_of(key)
    return YakuRow(
        id=yaku if yaku == key else "",
        name=yaku_called(key),
        cards=_drawn(yaku),
        share=share,
        mean=points / share.part,
        bar=as_text(100 * (share.share or 0) / widest),
        reach=(as_text(100 * reach.low / widest), as_text(100 * reach.high / widest)) if reach else None,
    )


def _reach(share: Share) -> Interval | None:
    return share.interval if in_hundreds(share.whole) else None


def _farthest(share: Share) -> float:
    reach = _reach(share)
    return reach.high if reach else share.share or 0.0


@cache
def _drawn(yaku: str) -> tuple[str, ...]:
    """Some cards that make a known yaku, those of the earliest months."""
    known = KNOWN.get(yaku)
    if known is None:
        return ()
    found: list[str] = []
    for words in known.needs:
        wanted = need(words)
        among = wanted.cards & of_month(1) if known.monthly else wanted.cards
        free = [card.id for card in each(among) if card.id not in found]
        found += free[: wanted.least]
    return tuple(sorted(found)[:_MOST_DRAWN])
