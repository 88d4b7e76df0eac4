"""A result as its page shows it: tables with a column for each rule set, and one for the difference."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from babel.numbers import format_decimal

from ...koikoi.figures.match_figures import yaku_called
from ...koikoi.figures.seat_figures import Share
from ...koikoi.rules.ruleset import RuleSet
from ...sentences import N_, Sentence, say, valued
from ..language import language, translate
from ..plots.axis import as_text
from ..plots.koikoi_value import GainsPlot, gains
from ..plots.shares import Histogram, Ranges, histogram, ranges


class Likeness(NamedTuple):
    """Shares from 0 to 1 of all rounds, and the mean points of a round that somebody stopped."""

    dealer: float  # stopped
    other: float
    nobody: float  # the hands were empty
    points: float
    called: float


RECORDED_ROUNDS: Final = 1_580
RECORDED: Final = Likeness(0.517, 0.447, 0.035, 3.39, 0.269)
NEAREST: Final = "careful"  # of 30,000 rounds by RULES
RULES: Final = "koikoi_japan"
SIMULATED: Final = Likeness(0.523, 0.448, 0.029, 3.74, 0.336)


_ENOUGH: Final = 30  # choices with the same points, of which fewer are not shown
_LETTERS: Final = ("A", "B")
_SHARES: Final = {
    ("won", "dealer"): N_("Won by the dealer"),
    ("won", "other"): N_("Won by the other player"),
    ("won", "nobody"): N_("Won by nobody"),
    ("ended", "hands_empty"): N_("Nobody stopped"),
    ("ended", "dealt"): N_("Decided by the dealt cards"),
    ("called",): N_("With a koi-koi"),
    ("raised",): N_("Doubled, or with points added"),
}
_POINTS: Final = {
    "a_round": N_("Points of a round"),
    "a_won_round": N_("Points of a won round"),
    "spread": N_("Their spread (standard deviation)"),
}
EstimateTree = Mapping[str, Any]
Write = Callable[[float], str]


class Cell(NamedTuple):
    """A number and its range; ``is_open``: a difference that may be chance, as its range holds 0."""

    value: str
    range: Sentence | None = None
    is_open: bool = False


class ResultRow(NamedTuple):
    name: Sentence | str
    cells: tuple[Cell, ...]


class YakuWorthRow(NamedTuple):
    """A yaku of one rule set; ``bar`` and ``reach``: places from 0 to 100 of its worth."""

    name: Sentence
    share: Cell
    points: Cell
    worth: Cell
    bar: str
    reach: tuple[str, str]


class One(NamedTuple):
    """What is shown of one rule set by itself."""

    letter: str
    rules: RuleSet
    histogram: Histogram | None
    gains: GainsPlot | None
    yaku: list[YakuWorthRow]
    purse: dict[str, Any] | None


class LabResult:
    """The report ``report`` of some rule sets."""

    def __init__(self, report: dict[str, Any], sets: list[RuleSet], policy: str) -> None:
        self.rounds: int = report["rounds"]
        self.policy, self._sets = policy, report["rulesets"]
        self.differences: dict[str, Any] | None = report.get("differences")
        self.letters = _LETTERS[: len(sets)]
        self.ones = [self._one(*row) for row in zip(self.letters, sets, self._sets, strict=True)]

    @property
    def differing(self) -> Cell | None:
        """In how many of 100 rounds the two paid differently; None of one rule set."""
        return _cell(self.differences["paid_differently"], of_100) if self.differences else None

    @property
    def in_short(self) -> Sentence | None:
        """What a round brings more or less by the second rule set; None of one."""
        return difference_in_words(self.differences["points"]["a_round"]) if self.differences else None

    @property
    def shares(self) -> list[ResultRow]:
        """In how many of 100 rounds what happened."""
        return [self._row(name, path, of_100) for path, name in _SHARES.items()]

    @property
    def points(self) -> list[ResultRow]:
        return [self._row(name, ("points", key), hundredths) for key, name in _POINTS.items()]

    @property
    def winners(self) -> Ranges | None:
        """How often the dealer and the other player won."""
        found = {}
        for letter, of_set in zip(self.letters, self._sets, strict=True):
            for who, name in (("dealer", N_("Dealer")), ("other", N_("Other player"))):
                label = translate(valued(letter, say(name))) if self.differences else name
                found[label] = Share(round(of_set["won"][who]["value"] * self.rounds), self.rounds)
        return ranges(found)

    @property
    def koikoi(self) -> list[ResultRow]:
        """What koi-koi was worth, by the points held."""
        bases = sorted({row["base"] for of_set in self._sets for row in _often(of_set)})
        return [ResultRow(str(base), tuple(self._gains(base))) for base in bases]

    @property
    def yaku_differences(self) -> list[ResultRow]:
        """How much more each yaku brought by the second rule set, without those that brought the same."""
        rows = self.differences["yaku"] if self.differences else []
        changed = [row for row in rows if row["share"]["value"] or row["worth"]["value"]]
        changed.sort(key=lambda row: -abs(row["worth"]["value"] or 0))
        return [
            ResultRow(
                yaku_called(row["key"]),
                (_difference(row["share"], of_100), _difference(row["worth"], in_100)),
            )
            for row in changed
        ]

    def _row(self, name: str, path: tuple[str, ...], write: Write) -> ResultRow:
        cells = [_cell(_at(of_set, path), write) for of_set in self._sets]
        if self.differences:
            cells.append(_difference(_at(self.differences, path), write))
        return ResultRow(name, tuple(cells))

    def _gains(self, base: int) -> Iterator[Cell]:
        for of_set in self._sets:
            known = [row["gain"] for row in _often(of_set) if row["base"] == base]
            yield _difference(known[0], hundredths) if known else Cell("–")
        if self.differences:
            changes = [row["gain"] for row in self.differences["koikoi"] if row["base"] == base]
            yield _difference(changes[0], hundredths) if changes else Cell("–")

    def _one(self, letter: str, rules: RuleSet, of_set: dict[str, Any]) -> One:
        return One(
            letter,
            rules,
            histogram(dict(of_set["points"]["won_rounds"])),
            gains(_often(of_set)),
            list(_yaku_rows(of_set["yaku"])),
            _purse(of_set["purse"]),
        )


def difference_in_words(estimate: EstimateTree) -> Sentence:
    """What a round by B brings more than the same round by A, as far as the rounds that were played tell."""
    change = _difference(estimate, hundredths)
    if change.is_open:
        return say(
            "On average these rounds brought about as much by A as by B (B − A: %(range)s points).",
            range=change.range or change.value,
        )
    more = N_("On average a round brings %(points)s points more by B than by A (%(range)s).")
    less = N_("On average a round brings %(points)s points less by B than by A (%(range)s).")
    points = estimate["value"]
    said = more if points > 0 else less
    return say(said, points=hundredths(abs(points)), range=change.range or change.value)


def likeness() -> list[ResultRow]:
    """Recorded rounds of people, rounds of the policy that comes nearest to them, and the difference."""
    rows = []
    for name, write, was, now in (
        (N_("Stopped by the dealer"), of_100, RECORDED.dealer, SIMULATED.dealer),
        (N_("Stopped by the other player"), of_100, RECORDED.other, SIMULATED.other),
        (N_("Nobody stopped"), of_100, RECORDED.nobody, SIMULATED.nobody),
        (N_("With a koi-koi"), of_100, RECORDED.called, SIMULATED.called),
        (N_("Points of a won round"), hundredths, RECORDED.points, SIMULATED.points),
    ):
        change = {"value": now - was, "low": None, "high": None}
        rows.append(ResultRow(name, (Cell(write(was)), Cell(write(now)), _difference(change, write))))
    return rows


def of_100(share: float) -> str:
    """A share as how many of a hundred, to a tenth."""
    return _decimal(100 * share, "0.0")


def in_100(points: float) -> str:
    """Points of a round as those of a hundred rounds."""
    return _decimal(100 * points, "#,##0")


def hundredths(number: float) -> str:
    return _decimal(number, "#,##0.00")


def _decimal(number: float, form: str) -> str:
    written = str(format_decimal(number, form, locale=language())).replace("-", "−")
    return written.replace("−", "") if not any(digit in written for digit in "123456789") else written


def _cell(estimate: EstimateTree, write: Write) -> Cell:
    if estimate["value"] is None:
        return Cell("–")
    return Cell(write(estimate["value"]), _range(estimate, write))


def _difference(estimate: EstimateTree, write: Write) -> Cell:
    """A number that may be below 0, with its sign."""

    def signed(number: float) -> str:
        written = write(number)
        return f"+{written}" if number > 0 and any(digit in written for digit in "123456789") else written

    low, high = estimate["low"], estimate["high"]
    is_open = low is not None and low <= 0 <= high
    return _cell(estimate, signed)._replace(is_open=is_open)


def _range(estimate: EstimateTree, write: Write) -> Sentence | None:
    low, high = estimate["low"], estimate["high"]
    if low == high:
        return None
    return say("%(low)s to %(high)s", low=write(low), high=write(high))


def _at(of: Mapping[str, Any], path: tuple[str, ...]) -> EstimateTree:
    for key in path:
        of = of[key]
    return of


def _often(of_set: dict[str, Any]) -> list[dict[str, Any]]:
    return [row for row in of_set["koikoi"] if row["times"] >= _ENOUGH]


def _yaku_rows(rows: list[dict[str, Any]]) -> Iterator[YakuWorthRow]:
    widest = max((row["worth"]["high"] for row in rows), default=1) or 1

    def place(number: float) -> str:
        return as_text(100 * max(number, 0) / widest)

    for row in sorted(rows, key=lambda row: -row["worth"]["value"]):
        worth = row["worth"]
        yield YakuWorthRow(
            yaku_called(row["key"]),
            _cell(row["share"], of_100),
            _cell(row["points"], hundredths),
            _cell(worth, in_100),
            place(worth["value"]),
            (place(worth["low"]), place(worth["high"])),
        )


def _purse(purse: dict[str, Any] | None) -> dict[str, Any] | None:
    """What is said of the purse, with its numbers in words."""
    if purse is None:
        return None
    return {
        **purse,
        "emptied": _cell(purse["emptied"], of_100) if purse["matches"] else None,
        "rounds": _cell(purse["rounds"], lambda number: _decimal(number, "#,##0.0")),
        "is_known": purse["rounds"]["value"] is not None,
    }
