"""The scoresheet as plain text for a messenger: the players, a line a round, the result."""

from __future__ import annotations

from collections.abc import Iterator

from ...languages import Translate, translator
from ...sentences import say
from .sheet import RoundLine, RulingLine, Sheet


def text_sheet(sheet: Sheet) -> bytes:
    """UTF-8 with a line break at the end."""
    translate = translator(sheet.language)
    lines = (words for line in sheet.lines for words in _line(sheet, line, translate))
    blocks = (_head(sheet), lines, _end(sheet))
    return ("\n\n".join("\n".join(block) for block in blocks if block).rstrip() + "\n").encode()


def _head(sheet: Sheet) -> Iterator[str]:
    yield f"Koi-Koi · {sheet.title}"
    yield " · ".join(filter(None, (sheet.day, sheet.rules, *sheet.terms)))


def _line(sheet: Sheet, line: RoundLine | RulingLine, translate: Translate) -> Iterator[str]:
    """ "Round 2 · Ben +20: Blue ribbons 5 + Moon viewing 5 × 2 = 20 → Anna 30, Ben 20"."""
    held = ", ".join(_held(sheet, line.balance))
    if isinstance(line, RulingLine):
        yield f"± {line.reason} → {held}"
        return
    number = translate(say("Round %(number)d", number=line.number))
    mark = "*" if line.corrected else ""
    yield f"{number}{mark} · {_told(sheet, line)} → {held}"


def _told(sheet: Sheet, line: RoundLine) -> str:
    if line.player is None:
        return line.why.rstrip(".。") or line.outcome
    change = line.transfer[line.player]
    won = f"{sheet.players[line.player]} {'−' if change < 0 else '+'}{abs(change)}"
    made = _made(line)
    return f"{won}: {made}" if made else won


def _made(line: RoundLine) -> str:
    """The yaku, and what they come to; empty where the cards are not known."""
    yaku = " + ".join(f"{yaku.name} {yaku.points}" for yaku in line.yaku)
    effects = "".join(f" {factor.effect}" for factor in line.factors)
    total = f" = {line.points}" if line.factors or len(line.yaku) > 1 or line.caps else ""
    return f"{yaku}{effects}{total}" if yaku else ""


def _end(sheet: Sheet) -> Iterator[str]:
    yield f"{' – '.join(_held(sheet, sheet.balance))} ({sheet.outcome})"
    if sheet.why_over:
        yield sheet.why_over


def _held(sheet: Sheet, balance: tuple[int, ...]) -> list[str]:
    """The coins of every player beside the name."""
    return [f"{name} {coins}" for name, coins in zip(sheet.players, balance, strict=True)]
