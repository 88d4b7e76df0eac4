"""``python -m bench``: the budgets of the app as figures; with names of parts, only these."""

from __future__ import annotations

import argparse
import json
import os
import sys
from importlib import import_module
from pathlib import Path
from time import perf_counter

from .browser import troubles
from .rows import LOOP, Figure, measured, text
from .table import table

PARTS = ("piles", "starts", "pages", "crowd", "taps", "board")  # modules with ROWS


def main() -> int:
    wanted = _arguments()
    os.environ["PYTHONDONTWRITEBYTECODE"] = ""  # processes of the app start as where it is installed
    started = perf_counter()
    figures: list[Figure] = []
    with table() as place:
        for part in wanted.parts or PARTS:
            for figure in measured(import_module(f"bench.{part}").ROWS, place, troubles()):
                figures.append(figure)
                print(
                    f"{perf_counter() - started:4.0f} s  {'  '.join(figure.line())}",
                    file=sys.stderr,
                    flush=True,
                )
    print(f"{text(figures)}\n\n{LOOP}\n{perf_counter() - started:.0f} s on {os.cpu_count()} processors")
    if wanted.json:
        values = [figure.as_values() for figure in figures]
        wanted.json.write_text(json.dumps(values, indent=1, ensure_ascii=False), "utf-8")
    return 1 if wanted.strict and any(figure.is_over for figure in figures) else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(PARTS))
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures to FILE")
    parser.add_argument("--strict", action="store_true", help="exit with 1 where a limit is not kept")
    wanted = parser.parse_args()
    if unknown := {*wanted.parts} - {*PARTS}:
        parser.error(f"no part is called {', '.join(sorted(unknown))}")
    return wanted


if __name__ == "__main__":
    sys.exit(main())
