"""The rows of the bench: what is measured, its budget, the function that measures it; and their table.

Times are given twice: as they were, and as they would be where a loop of plain Python takes as long as on the
two quiet processors for which the budgets are written. The second is held against the budget.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from statistics import mean, median
from time import perf_counter, thread_time
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from .table import Table

Values: TypeAlias = float | Sequence[float] | Mapping[str, float]  # one, many, or many by their names
MS, S, WAITED = "ms", "s", "ms waited"  # by the clock; what mostly waits is no longer where a machine is slow
WORK, S_WORK, A_SECOND = "ms work", "s work", "/s"  # of the processor

_QUIET: Final = 4.7  # ms that the loop takes of a quiet processor
_RUNS: Final = 5
_NAMED: Final = 4  # values that stand in a note by their names
_HEAD: Final = ("what", "figure", "when quiet", "must", "aim", "")


class Missing(Exception):
    """What a row needs is not on this machine."""


class Row(NamedTuple):
    """``measure`` returns one value or several, of which ``take`` makes one.

    Rows with the same function share what it returned: it is called once.
    """

    what: str
    unit: str
    must: float | None  # at most; without a limit the row is only for comparison
    aim: float | None
    measure: Callable[[Table], Values]
    take: Callable[[Sequence[float]], float] = median
    least: bool = False  # at least, not at most


class Outcome(NamedTuple):
    """What a function measured, and how long the loop took beside it: by the clock, of the processor."""

    values: Values | None
    loop: tuple[float, float]
    trouble: str = ""
    broken: bool = False  # it should have been measured and could not


class Figure(NamedTuple):
    """``value``: as measured, None if it was not; ``quiet``: as on a quiet processor, which is judged."""

    row: Row
    value: float | None
    quiet: float | None
    note: str
    broken: bool

    @property
    def is_over(self) -> bool:
        return self.broken or self._exceeds(self.row.must)

    @property
    def misses(self) -> bool:
        """Whether it keeps its limit, but not its aim."""
        return not self.is_over and self._exceeds(self.row.aim)

    def _exceeds(self, budget: float | None) -> bool:
        if self.quiet is None or budget is None:
            return False
        return self.quiet < budget if self.row.least else self.quiet > budget

    def line(self) -> tuple[str, ...]:
        what, unit, must, aim, *_ = self.row
        verdict = (
            "OVER" if self.is_over else "misses its aim" if self.misses else "" if must is None else "ok"
        )
        value = f"{_number(self.value)} {unit}".rstrip()
        return what, value, _number(self.quiet), _number(must), _number(aim), verdict

    def as_values(self) -> dict[str, Any]:
        """For JSON."""
        row = {name: getattr(self.row, name) for name in ("what", "unit", "must", "aim")}
        return {**row, "value": self.value, "quiet": self.quiet, "note": self.note, "over": self.is_over}


class Loop:
    """A loop of plain Python: how fast this machine is just then.

    It runs before and after each measurement, and within those that take long.
    """

    def __init__(self) -> None:
        self.taken: list[tuple[float, float]] = []  # ms by the clock, and of the processor

    def run(self) -> None:
        runs = [_looped() for _ in range(_RUNS)]
        self.taken.append((median([run[0] for run in runs]), median([run[1] for run in runs])))

    def since(self, moment: int) -> tuple[float, float]:
        """The mean of the runs from that moment on."""
        return mean([run[0] for run in self.taken[moment:]]), mean([run[1] for run in self.taken[moment:]])

    def __str__(self) -> str:
        (clock, work) = zip(*self.taken, strict=True)
        return (
            f"The loop takes {_QUIET:g} ms of a quiet processor. Here it took {median(work):.1f} ms"
            f" ({min(work):.1f} to {max(work):.1f}), by the clock {median(clock):.1f} ms"
            f" ({min(clock):.1f} to {max(clock):.1f}), in {len(work)} moments."
        )


LOOP: Final = Loop()


def measured(
    rows: Iterable[Row], table: Table, troubles: tuple[type[Exception], ...] = (RuntimeError,)
) -> Iterator[Figure]:
    """The figure of each row. ``troubles``: what is raised where the app is not as the bench expects it."""
    known: dict[Callable[[Table], Values], Outcome] = {}
    for row in rows:
        if row.measure not in known:
            known[row.measure] = _outcome(row.measure, table, troubles)
        yield figure(row, known[row.measure])


def figure(row: Row, outcome: Outcome) -> Figure:
    values, loop, trouble, broken = outcome
    if values is None:
        return Figure(row, None, None, trouble, broken)
    each = {"": values} if isinstance(values, float | int) else values
    value = row.take(list(each.values() if isinstance(each, Mapping) else each))
    return Figure(row, value, value * _factor(row.unit, *loop), _note(row, each), broken)


def percentile(part: float, values: Sequence[float]) -> float:
    """The value that ``part`` (0 to 1) of all values do not exceed; always a measured value."""
    ordered = sorted(values)
    return ordered[max(0, -int(-part * len(ordered) // 1) - 1)]


P90, P95 = partial(percentile, 0.9), partial(percentile, 0.95)


def text(figures: Sequence[Figure]) -> str:
    """The figures as plain text, notes under their rows, and at the end which are over, or miss their aim."""
    lines = [_HEAD, *(figure.line() for figure in figures)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(_HEAD) - 1)]
    written = []
    for line, note in zip(lines, ("", *(figure.note for figure in figures)), strict=True):
        cells = (cell.rjust(width) for cell, width in zip(line[1:-1], widths[1:], strict=True))
        written.append("  ".join([line[0].ljust(widths[0]), *cells, line[-1]]).rstrip())
        written += [f"    {note}"] * bool(note)
    over = [figure.row.what for figure in figures if figure.is_over]
    missing = [figure.row.what for figure in figures if figure.misses]
    for title, found in (("over", over), ("miss their aim", missing)):
        written += ["", f"{len(found)} of {len(figures)} {title}", *(f"  {what}" for what in found)]
    return "\n".join(written)


def _outcome(
    measure: Callable[[Table], Values], table: Table, troubles: tuple[type[Exception], ...]
) -> Outcome:
    began = len(LOOP.taken)
    LOOP.run()
    try:
        values = measure(table)
    except Missing as missing:
        return Outcome(None, LOOP.since(began), f"not measured: {missing}")
    except troubles as error:
        return Outcome(None, LOOP.since(began), f"FAILED: {str(error).splitlines()[0]}", broken=True)
    LOOP.run()
    return Outcome(values, LOOP.since(began))


def _factor(unit: str, clock: float, work: float) -> float:
    """What makes a figure one of a quiet processor; sizes, counts and ratios stay as they are."""
    by_clock, of_work = _QUIET / clock, _QUIET / work
    return {MS: by_clock, S: by_clock, WORK: of_work, S_WORK: of_work, A_SECOND: 1 / of_work}.get(unit, 1.0)


def _note(row: Row, values: Sequence[float] | Mapping[str, float]) -> str:
    """How many values there are and how they lie; of named ones those that matter most."""
    if len(values) < 2:
        return ""
    if isinstance(values, Mapping):
        ordered = sorted(values, key=values.__getitem__, reverse=not row.least)[:_NAMED]
        return f"{len(values)}: {', '.join(f'{name} {_number(values[name])}' for name in ordered)}"
    return (
        f"{len(values)}: {_number(min(values))} to {_number(max(values))}, median {_number(median(values))}"
    )


def _number(value: float | None) -> str:
    if value is None:
        return "–"
    return f"{value:,.0f}" if value == round(value) or abs(value) >= 1000 else f"{value:,.2f}"


def _looped() -> tuple[float, float]:
    started, worked = perf_counter(), thread_time()
    counts: dict[int, int] = {}
    for number in range(40_000):
        counts[number & 63] = counts.get(number & 63, 0) + (number ^ 21) % 7
    return (perf_counter() - started) * 1000, (thread_time() - worked) * 1000
