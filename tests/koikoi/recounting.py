"""The figures of a match counted once more, row by row of its sheet as JSON, for the tests of figures."""

from __future__ import annotations

from collections import Counter
from typing import Any

from scorekeeper.exports import json_values
from scorekeeper.koikoi.figures.match_figures import MatchFigures
from scorekeeper.koikoi.match.match import Match

Counts = dict[str, Any]


def recounted(match: Match) -> list[Counts]:
    """What every seat adds up to by the sheet, and at the end the rounds of all."""
    sheet = json_values.tally(match)
    rows = sheet["rounds"]
    for row, played in zip(rows, match.rounds, strict=True):  # a yaku that nobody noticed was not called
        row["calls"] = [
            calls - missed for calls, missed in zip(row["calls"], played.play.missed, strict=True)
        ]
        row["pays"] = match.rules_of(played.number).settlement.account == "transfer"
    seats = [_seat(seat, rows) for seat in range(len(sheet["players"]))]
    of_all = {
        "rounds": len(rows),
        "nobody": len([row for row in rows if row["player"] is None]),
        "stopped": len([row for row in rows if row["result"] == "won"]),
        "exhausted": len([row for row in rows if row["result"] == "exhausted"]),
        "called": len([row for row in rows if any(row["calls"])]),
        "points": Counter(row["points"] for row in rows if row["player"] is not None),
    }
    return [*seats, of_all]


def as_counts(figures: MatchFigures) -> list[Counts]:
    """Figures in the form of the recount."""
    seats = []
    for seat in figures.seats:
        sides = {"dealing": seat.parts.dealing, "not dealing": seat.parts.not_dealing}
        seats.append(
            {
                **{
                    f"{name} {what}": value
                    for name, side in sides.items()
                    for what, value in (
                        ("rounds", side.rounds),
                        ("won", side.won),
                        ("points", (side.points.total, side.points.squares)),
                        ("coins", (side.coins.count, side.coins.total, side.coins.squares)),
                    )
                },
                "with cards": seat.parts.with_cards,
                "yaku": {key.partition(":")[0]: tuple(counted) for key, counted in seat.yaku.items()},
                "lucky": {key: tuple(counted) for key, counted in seat.lucky.items()},
                "calls": seat.parts.calling.calls,
                **{
                    f"called {name}": (ending.rounds, ending.coins.count, ending.coins.total)
                    for name, ending in seat.parts.calling.endings.items()
                },
                "best": seat.best and (seat.best.points, seat.best.round),
            }
        )
    return [*seats, {**figures.sums._asdict(), "points": Counter(figures.points)}]


def _seat(seat: int, rows: list[Counts]) -> Counts:
    counts: Counts = {}
    for name, dealt in (("dealing", True), ("not dealing", False)):
        some = [row for row in rows if (row["dealer"] == seat) is dealt]
        points = [row["points"] for row in some if row["player"] == seat]
        coins = [row["transfer"][seat] for row in some if row["pays"]]
        counts[f"{name} rounds"], counts[f"{name} won"] = len(some), len(points)
        counts[f"{name} points"] = sum(points), sum(n**2 for n in points)
        counts[f"{name} coins"] = len(coins), sum(coins), sum(n**2 for n in coins)
    won = [row for row in rows if row["player"] == seat]
    known = [row for row in won if row["yaku"] and row["result"] != "hand"]
    called = [row for row in rows if row["calls"][seat]]
    counts["with cards"] = len(known)
    counts["yaku"] = _yaku(known)
    counts["lucky"] = _yaku([row for row in won if row["yaku"] and row["result"] == "hand"])
    counts["calls"] = sum(row["calls"][seat] for row in rows)
    for name, some in (
        ("won", [row for row in called if row["player"] == seat]),
        ("lost", [row for row in called if row["player"] is not None and row["player"] != seat]),
        ("nobody", [row for row in called if row["player"] is None]),
    ):
        coins = [row["transfer"][seat] for row in some if row["pays"]]
        counts[f"called {name}"] = len(some), len(coins), sum(coins)
    counts["best"] = None
    for row in known:
        if counts["best"] is None or row["points"] > counts["best"][0]:
            counts["best"] = row["points"], row["round"]
    return counts


def _yaku(rows: list[Counts]) -> Counts:
    names = {line["id"] for row in rows for line in row["yaku"]}
    return {
        name: (
            len([row for row in rows if name in [line["id"] for line in row["yaku"]]]),
            sum(line["points"] for row in rows for line in row["yaku"] if line["id"] == name),
        )
        for name in names
    }
