"""Figures as a file: every number of the page with its interval and what it rests on, as CSV and JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final, NamedTuple

import msgspec

from ..koikoi.figures.match_figures import Totals, id_of, yaku_called
from ..koikoi.figures.seat_figures import AddedNumbers, Counted, Number, SeatRounds, Share
from ..languages import Translate, translator
from .sheets.csv_sheet import csv_table

FORMAT: Final = "koikoi-figures/1"
_PLACES: Final = 4  # decimals


class FigureRow(NamedTuple):
    """A figure: its value, from ``low`` to ``high`` with 95 %, as far as ``of`` so many rounds tell.

    ``item``: what it is about where there are several, such as a yaku, with its ``name``. None: not known.
    """

    figure: str
    value: Number | None
    of: int
    low: float | None = None
    high: float | None = None
    item: str = ""
    name: str = ""


def rows(totals: Totals, translate: Translate, *, calls: bool = True) -> Iterator[FigureRow]:
    """Every figure, in the order of the page.

    ``calls``: of matches in which koi-koi is called. In others nobody stops, and the yaku of all count.
    """
    sums = totals.sums
    yield FigureRow("matches", totals.matches, sums.rounds)
    yield FigureRow("rounds", sums.rounds, sums.rounds)
    if calls:
        yield _share("rounds.stopped", Share(sums.stopped, sums.rounds))
        yield _share("rounds.exhausted", Share(sums.exhausted, sums.rounds))
        yield _share("rounds.nobody", totals.nobody)
    yield _mean("points", totals.won_points, least=0)
    for points, times in totals.points.items():
        yield FigureRow("points.times", times, totals.won_points.count, item=str(points))
    yield _share("dealer.won", totals.dealer)
    yield from _side("dealer", totals.parts.dealing)
    yield _share("others.won", totals.not_dealer)
    yield from _side("others", totals.parts.not_dealing)
    if calls:
        yield from _calling(totals)
    with_cards = totals.parts.with_cards if calls else sums.rounds
    yield from _yaku("yaku", totals.seats.yaku, with_cards, translate)
    yield from _yaku("lucky", totals.seats.lucky, sums.rounds, translate)


def as_json(totals: Totals, translate: Translate, of: dict[str, str], *, calls: bool = True) -> bytes:
    """The figures as JSON; ``of``: the filter that chose the matches."""
    figures = [
        {name: value for name, value in row._asdict().items() if value not in ("", None)}
        for row in _rounded(rows(totals, translate, calls=calls))
    ]
    tree: dict[str, Any] = {"format": FORMAT, "filter": of, "figures": figures}
    return msgspec.json.format(msgspec.json.encode(tree), indent=1) + b"\n"


def as_csv(totals: Totals, language: str, *, calls: bool = True) -> bytes:
    """The figures as CSV for spreadsheets: UTF-8 with a byte order mark, one row a figure."""
    figures = rows(totals, translator(language), calls=calls)
    return csv_table([FigureRow._fields, *_rounded(figures)], language)


def _calling(totals: Totals) -> Iterator[FigureRow]:
    calling, worth = totals.parts.calling, totals.parts.worth_of_calling
    yield _share("koikoi.called", totals.called)
    yield FigureRow("koikoi.calls", calling.calls, totals.rounds)
    for ending, (ended, coins) in calling.endings.items():
        yield _share(f"koikoi.{ending}", Share(ended, calling.rounds))
        yield _mean(f"koikoi.{ending}.coins", coins)
    yield _mean("koikoi.coins", calling.coins)
    yield _mean("koikoi.worth", worth["coins"])
    yield _mean("koikoi.worth.points", worth["points"])


def _side(name: str, side: SeatRounds) -> Iterator[FigureRow]:
    yield _mean(f"{name}.points", side.points, least=0)
    yield _mean(f"{name}.coins", side.coins)


def _yaku(figure: str, counted: Counted, whole: int, translate: Translate) -> Iterator[FigureRow]:
    for key, (times, points) in counted.items():
        item, name = id_of(key), translate(yaku_called(key))
        yield _share(f"{figure}.rounds", Share(times, whole))._replace(item=item, name=name)
        yield FigureRow(f"{figure}.points", points / times, times, item=item, name=name)


def _share(figure: str, share: Share) -> FigureRow:
    low, high = share.interval or (None, None)
    return FigureRow(figure, share.share, share.whole, low, high)


def _mean(figure: str, sample: AddedNumbers, least: Number | None = None) -> FigureRow:
    """A mean of numbers that are at least ``least``."""
    low, high = sample.likely(least) or (None, None)
    return FigureRow(figure, sample.mean, sample.count, low, high)


def _rounded(figures: Iterable[FigureRow]) -> Iterator[FigureRow]:
    for row in figures:
        yield row._replace(value=_short(row.value), low=_short(row.low), high=_short(row.high))


def _short(number: Number | None) -> Number | None:
    return round(number, _PLACES) if isinstance(number, float) else number
