"""Means and shares as the reader writes them."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from babel.numbers import format_decimal, format_percent, get_decimal_symbol

from ...koikoi.figures.seat_figures import Interval, Sample, Share
from ...sentences import Sentence, say
from ..i18n import amount, language

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


def mean_range(sample: Sample, least: int | None = None) -> Sentence | None:
    """From where to where the mean lies; None where nothing can be said.

    ``least``: no number can be lower.
    """
    return _range(sample.likely(least), decimal)


def in_hundreds(rounds: int) -> bool:
    """Whether there are enough rounds to say how many of a hundred; of fewer it is "2 of 5"."""
    return rounds >= _FEW


def out_of(share: Share, of_hundred: bool) -> Sentence | str:
    """A share: how many of a hundred, or of how many there are."""
    if of_hundred:
        return of_100(share.part / share.whole)
    return say("%(part)s of %(whole)s", part=share.part, whole=share.whole)


def share_range(share: Share) -> Sentence | None:
    """From where to where the share lies, of a hundred."""
    return _range(share.interval, of_100)


def _range(interval: Interval | None, write: Callable[[float], str]) -> Sentence | None:
    if interval is None or interval.low == interval.high:
        return None
    return say("%(low)s to %(high)s", low=write(interval.low), high=write(interval.high))


@lru_cache(maxsize=64)
def _sign(code: str) -> str:
    return str(get_decimal_symbol(code))


@lru_cache(maxsize=1024)
def _whole(number: int, code: str) -> str:
    return str(format_decimal(number, locale=code))
