"""The scoresheet as plain text for a messenger: the players, a line a round, the result."""

from __future__ import annotations

from collections.abc import Iterator

from .sheet import RoundLine, RulingLine, Sheet


def text_sheet(sheet: Sheet) -> bytes:
    """UTF-8 with a line break at the end."""
    blocks = (_head(sheet), (words for line in sheet.lines for words in _line(sheet, line)), _end(sheet))
    return ("\n\n".join("\n".join(block) for block in blocks if block).rstrip() + "\n").encode()


def _head(sheet: Sheet) -> Iterator[str]:
    yield f"Koi-Koi: {sheet.title}"
    yield " · ".join(filter(None, (sheet.day, sheet.rules, *sheet.terms)))


def _line(sheet: Sheet, line: RoundLine | RulingLine) -> Iterator[str]:
    coins = " – ".join(map(str, line.balance))
    if isinstance(line, RulingLine):
        yield f"± {line.reason}: {coins}"
        return
    mark = "*" if line.corrected else ""
    yield f"{line.number}{mark}. {_told(line)}: {coins}"


def _told(line: RoundLine) -> str:
    """ "Anna stopped, Blue ribbons 5 + Moon viewing 5 × 2 = 20"."""
    if not line.yaku:
        return line.why.rstrip(".。") or line.outcome
    yaku = " + ".join(f"{yaku.name} {yaku.points}" for yaku in line.yaku)
    effects = "".join(f" {factor.effect}" for factor in line.factors)
    total = f" = {line.points}" if line.factors or len(line.yaku) > 1 or line.caps else ""
    return f"{line.outcome}, {yaku}{effects}{total}"


def _end(sheet: Sheet) -> Iterator[str]:
    standing = ", ".join(f"{name} {coins}" for name, coins in zip(sheet.players, sheet.balance, strict=True))
    yield f"{sheet.outcome}: {standing}"
    if sheet.why_over:
        yield sheet.why_over
