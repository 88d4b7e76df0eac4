"""Means, shares and the yaku of some matches, as the reader writes numbers."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final, NamedTuple

from babel.numbers import format_decimal, format_percent, get_decimal_symbol

from ...koikoi.cards import each, of_month
from ...koikoi.figures.match_figures import id_of, yaku_called
from ...koikoi.figures.seat_figures import Counted, Interval, Share
from ...koikoi.rules.yaku import KNOWN, need
from ...sentences import Sentence, say
from ..language import amount, language
from ..plots.axis import as_text

_FEW: Final = 20  # rounds


def decimal(number: float) -> str:
    """A number to a tenth: 4.5, −0.3."""
    written = f"{round(number, 1) + 0.0:.1f}"  # no −0.0
    return written.replace("-", "−").replace(".", _sign(language()))


def whole(number: int) -> str:
    """A large number, with its thousands apart: 12,345."""
    return _whole(number, language())


def of_100(share: float) -> str:
    """A share as how many of a hundred; to a tenth where it is less than one."""
    times = 100 * share
    return decimal(times) if 0 < times < 0.95 else amount(round(times))


def percent(share: float) -> str:
    """A share as per cent: 60%, in Russian 60 %."""
    return str(format_percent(share, locale=language()))


def in_hundreds(rounds: int) -> bool:
    """Whether there are enough rounds to say how many of a hundred; of fewer it is "2 of 5"."""
    return rounds >= _FEW


def out_of(share: Share, of_hundred: bool) -> Sentence | str:
    """A share: how many of a hundred, or of how many there are."""
    if of_hundred:
        return of_100(share.part / share.whole)
    return say("%(part)s of %(whole)s", part=share.part, whole=share.whole)


def share_range(share: Share) -> Sentence | None:
    """From where to where the share lies, of a hundred; None where nothing can be said."""
    interval = share.interval
    if interval is None or interval.low == interval.high:
        return None
    return say("%(low)s to %(high)s", low=of_100(interval.low), high=of_100(interval.high))


@lru_cache(maxsize=64)
def _sign(code: str) -> str:
    return str(get_decimal_symbol(code))


@lru_cache(maxsize=1024)
def _whole(number: int, code: str) -> str:
    return str(format_decimal(number, locale=code))


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
    ends = [reach.high if (reach := _reach(share)) else share.share or 0.0 for share in shares.values()]
    widest = max(ends, default=1.0)
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


@cache
def _drawn(yaku: str) -> tuple[str, ...]:
    """Some cards that make a known yaku, those of the earliest months."""
    known = KNOWN.get(yaku)
    if known is None:
        return ()
    found: list[str] = []
    for words in known.needs:
        wanted = need(words)
        among = of_month(1) if known.monthly else wanted.cards
        free = [card.id for card in each(among) if card.id not in found]
        found += free[: wanted.least]
    return tuple(sorted(found)[:_MOST_DRAWN])
