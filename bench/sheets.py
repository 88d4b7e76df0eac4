"""The files of a scoresheet: how long each form takes in a process that has written one before.

Every file is of another match, so that nothing is taken from memory but fonts and card pictures.
"""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter

from scorekeeper.exports.sheets.formats import FORMS, SheetFile
from scorekeeper.exports.sheets.sheet import MissingLibrary, sheet_of
from scorekeeper.koikoi.match.match import Match

from .figures import Figure, median
from .rounds import rounds
from .table import Table

_LENGTHS = (12, 40)  # rounds
_MATCHES = 9
_BUDGETS = {("pdf", 12): (200.0, 50.0), ("xlsx", 12): (50.0, 10.0)}  # limit and aim, ms


def measure(table: Table) -> Iterator[Figure]:
    for length in _LENGTHS:
        matches = [_match(table, length, number) for number in range(_MATCHES)]
        for name, form in FORMS.items():
            yield _figure(name, form, length, matches)


def _match(table: Table, length: int, number: int) -> Match:
    """A match whose rounds begin and end elsewhere than those of the others."""
    played, _ = rounds()
    turned = (*played[number * 11 :], *played[: number * 11])
    return table.replayed(table.match(turned[:length], None))


def _figure(name: str, form: SheetFile, length: int, matches: list[Match]) -> Figure:
    what = f"scoresheet as {name.upper()}, {length} rounds"
    limit, aim = _BUDGETS.get((name, length), (None, None))
    try:
        first, *times = [_time(form, match) for match in matches]
    except MissingLibrary as error:
        return Figure(what, None, note=str(error), broken=limit is not None)
    size = len(form.write(sheet_of(matches[0], "en"))) / 1000
    note = f"the first {first:.0f} ms, the slowest of the others {max(times):.0f} ms; {size:.0f} KB"
    return Figure(what, round(median(times), 1), "ms", limit, aim, note=note)


def _time(form: SheetFile, match: Match) -> float:
    """Milliseconds from the match to its file."""
    started = perf_counter()
    form.write(sheet_of(match, "en"))
    return (perf_counter() - started) * 1000
