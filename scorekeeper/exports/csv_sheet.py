"""The scoresheet as CSV, for spreadsheets: UTF-8 with a byte order mark, one row per round."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator, Sequence

from ..koikoi.match import reasons
from ..koikoi.match.match import Match, Round
from ..koikoi.pile import Pile
from ..koikoi.rules import wording
from ..sentences import N_, Sentence

_COLUMNS = (
    N_("Round"),
    N_("Dealer"),
    N_("Result"),
    N_("Yaku"),
    N_("Yaku points"),
    N_("Times"),
    N_("Extra points"),
    N_("Points"),
    N_("Why"),
)
_CALLS = N_("Koi-koi %(player)s")
_CARDS = N_("Cards %(player)s")
_CHANGE = N_("Change %(player)s")
_COINS = N_("Coins %(player)s")

_FORMULAS = ("=", "+", "-", "@", "＝", "＋", "－", "＠")

Translate = Callable[[Sentence | str], str]


def csv_sheet(match: Match, translate: Translate) -> bytes:
    """The scoresheet of a match; ``translate`` puts its sentences into the reader's language."""
    written = io.StringIO()
    sheet = csv.writer(written, lineterminator="\r\n")
    sheet.writerow(
        [
            harmless(words)
            for words in (
                *map(translate, _COLUMNS),
                *_by_player(match, translate, (_CALLS, _CARDS, _CHANGE, _COINS)),
            )
        ]
    )
    for cells in _adjusted(match, 0, translate):
        sheet.writerow([harmless(cell) for cell in cells])
    for row in match.rounds:
        sheet.writerow([harmless(cell) for cell in _round(match, row, translate)])
        for cells in _adjusted(match, row.number, translate):
            sheet.writerow([harmless(cell) for cell in cells])
    return b"\xef\xbb\xbf" + written.getvalue().encode()


def harmless(cell: str | int | None) -> str | int:
    """A cell that no spreadsheet reads as a formula; numbers stay numbers."""
    if isinstance(cell, int):
        return cell
    text = "" if cell is None else cell
    return f"'{text}" if text.lstrip().startswith(_FORMULAS) or text[:1] in ("\t", "\r", "\n") else text


def _by_player(match: Match, translate: Translate, columns: Sequence[str]) -> list[str]:
    return [translate(column) % {"player": name} for column in columns for name in match.players]


def _round(match: Match, row: Round, translate: Translate) -> list[str | int]:
    score = row.score
    lines = score.lines if score else ()
    factors = score.factors if score else ()
    yaku = "; ".join(f"{translate(wording.yaku(line.yaku, match.rules))} {line.points}" for line in lines)
    why = [translate(reasons.factor_reason(factor, match.players, row.player)) for factor in factors]
    why += [translate(reasons.payment(payment, match.players)) for payment in row.payments]
    why += [translate(row.why)] if row.why else []
    return [
        row.number,
        match.players[row.dealer],
        translate(reasons.result(match, row)),
        yaku,
        score.base if score else row.points,
        score.multiplier if score else 1,
        score.added if score else 0,
        row.points,
        "; ".join(why),
        *row.play.calls,
        *(str(pile or Pile()) for pile in row.piles),
        *row.transfer,
        *row.balance,
    ]


def _adjusted(match: Match, after: int, translate: Translate) -> Iterator[list[str | int]]:
    """A row for each adjustment made after a round (0: before the first)."""
    seats = len(match.players)
    for adjustment in match.adjustments:
        if adjustment.after == after:
            blanks: list[str | int] = [""] * (len(_COLUMNS) - 4)
            said = ["", "", translate(N_("Adjusted")), *blanks, adjustment.reason]
            yield [*said, *[""] * (2 * seats), *adjustment.transfer, *adjustment.balance]
