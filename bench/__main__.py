"""``python -m bench``: every budget as a figure, with its limit and its aim."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from time import perf_counter

from . import (
    archive,
    browser,
    command,
    gestures,
    latency,
    live,
    pages,
    piles,
    pocket,
    questions,
    saving,
    sheets,
    sizes,
    taps,
    weight,
)
from .figures import Figure, table
from .table import table as fresh_table

PARTS = (
    "piles",
    "command",
    "archive",
    "pages",
    "sheets",
    "sizes",
    "saving",
    "questions",
    "live",
    "weight",
    "taps",
    "gestures",
    "latency",
    "pocket",
)


def main() -> int:
    wanted = _arguments()
    started = perf_counter()
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    figures = list(_measured(wanted))
    print(table(figures))
    over = sum(figure.over for figure in figures)
    print(f"\n{over} over their limit, in {perf_counter() - started:.0f} s on {os.cpu_count()} cores")
    if load > 1:
        print(f"The machine was busy before (load {load:.1f}): times are worse than they should be.")
    if wanted.json:
        wanted.json.write_text(
            json.dumps([figure.as_values() for figure in figures], indent=1, ensure_ascii=False)
        )
    return 1 if wanted.strict and any(figure.over for figure in figures) else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures to FILE")
    parser.add_argument("--strict", action="store_true", help="exit with 1 where a limit is not kept")
    parser.add_argument("--only", nargs="+", choices=PARTS, help="measure only these parts")
    parser.add_argument("--all-taps", action="store_true", help="perform every round, not every fourth")
    return parser.parse_args()


def _measured(wanted: argparse.Namespace) -> Iterator[Figure]:
    parts: list[tuple[str, Callable[[], Iterator[Figure]]]] = []
    with fresh_table() as place, browser.phones(place.app, place.installation.key) as phones:
        parts = [
            ("piles", piles.measure),
            ("command", command.measure),
            ("archive", archive.measure),
            ("pages", partial(pages.measure, place)),
            ("sheets", partial(sheets.measure, place)),
            ("sizes", sizes.measure),
            ("saving", partial(saving.measure, place)),
            ("questions", partial(questions.measure, place)),
            ("live", partial(live.measure, place)),
            ("weight", partial(weight.measure, place, phones)),
            ("taps", partial(taps.measure, place, phones, wanted.all_taps)),
            ("gestures", partial(gestures.measure, place, phones)),
            ("latency", partial(latency.measure, place, phones)),
            ("pocket", partial(pocket.measure, phones)),
        ]
        for name, measure in parts:
            if name not in (wanted.only or PARTS):
                continue
            print(f"measuring {name} …", file=sys.stderr, flush=True)
            started = perf_counter()
            try:
                yield from measure()
            except browser.troubles() as error:  # the app is broken; go on with the rest
                yield Figure(name, None, note=str(error).splitlines()[0], broken=True)
            print(f"  {perf_counter() - started:.1f} s", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
