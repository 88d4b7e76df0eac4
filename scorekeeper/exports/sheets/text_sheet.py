"""The scoresheet as plain text for a messenger: the players, a line a round, the result, the note."""

from __future__ import annotations

from collections.abc import Iterator

from ...languages import Translate
from ...sentences import dotted, isolated, listed, parted, remarked, say, valued
from .sheet import BetweenLine, RoundLine, Sheet


def text_sheet(sheet: Sheet) -> bytes:
    """UTF-8 with a line break at the end."""
    translate = sheet.translate
    lines = (words for line in sheet.lines for words in _line(sheet, line, translate))
    blocks = (_head(sheet, translate), lines, _end(sheet, translate), sheet.note.split("\n"))
    return ("\n\n".join("\n".join(block) for block in blocks if block).rstrip() + "\n").encode()


def _head(sheet: Sheet, translate: Translate) -> Iterator[str]:
    yield translate(dotted([sheet.game, sheet.title]))
    yield translate(dotted(filter(None, (sheet.day, sheet.place, sheet.rules, *sheet.terms))))


def _line(sheet: Sheet, line: RoundLine | BetweenLine, translate: Translate) -> Iterator[str]:
    """ "Round 2 · Ben +12: (Blue ribbons 5 + Chaff 1) × 2 = 12 (Anna called koi-koi) → Anna 38, Ben 62"."""
    coins = translate(listed(_coins(sheet, line.balance)))
    if isinstance(line, BetweenLine):
        yield f"± {isolated(line.reason)} → {coins}" if line.moves else line.words
        return
    number = translate(say("Round %(number)d", number=line.number)) + ("*" if line.corrected else "")
    yield f"{translate(dotted([number, _outcome(sheet, line, translate)]))} → {coins}"


def _outcome(sheet: Sheet, line: RoundLine, translate: Translate) -> str:
    if line.card_points:
        made = translate(listed(_made_by_all(sheet, line)))
        return translate(remarked(made, line.why.rstrip(".。"))) if line.why else made
    if line.player is None:
        return line.why.rstrip(".。") or line.outcome
    change = line.transfer[line.player]
    won = _changed(sheet.players[line.player], change)
    made, why = _made(line), [*line.reasons]
    if change != line.points:  # who paid, where the winner did not get just the points
        why += [payment.rstrip(".。") for payment in line.payments]
    if not made:  # won without a yaku, such as what the dealer gets where nobody stopped
        return translate(remarked(won, line.why.rstrip(".。"))) if line.why else won
    return translate(valued(won, remarked(made, parted(why)) if why else made))


def _changed(player: str, change: int) -> str:
    return f"{isolated(player)} {'−' if change < 0 else '+'}{abs(change)}"


def _made_by_all(sheet: Sheet, line: RoundLine) -> Iterator[str]:
    """What every player made of a round in which all captured cards count, with the yaku of each."""
    yaku = dict([(line.player, line.yaku), *((held.player, held.yaku) for held in line.beside)])
    for seat, player in enumerate(sheet.players):
        names = " + ".join(f"{isolated(made.name)} {made.points}" for made in yaku.get(seat, ()))
        changed = _changed(player, line.transfer[seat])
        yield f"{changed} ({names})" if names else changed


def _made(line: RoundLine) -> str:
    """The yaku, and what they come to; empty where the cards are not known."""
    yaku = " + ".join(f"{isolated(yaku.name)} {yaku.points}" for yaku in line.yaku)
    if line.multiplier != 1 and len(line.yaku) > 1:
        yaku = f"({yaku})"
    times = f" × {line.multiplier}" if line.multiplier != 1 else ""
    added = f" + {line.added}" if line.added else ""
    total = f" = {line.points}" if times or added or len(line.yaku) > 1 or line.caps else ""
    return f"{yaku}{times}{added}{total}" if yaku else ""


def _end(sheet: Sheet, translate: Translate) -> Iterator[str]:
    yield translate(remarked(" – ".join(_coins(sheet, sheet.balance)), sheet.outcome))
    if sheet.why_over:
        yield sheet.why_over


def _coins(sheet: Sheet, balance: tuple[int, ...]) -> list[str]:
    """The coins of every player beside the name."""
    coins = (str(number).replace("-", "−") for number in balance)
    return [f"{isolated(name)} {number}" for name, number in zip(sheet.players, coins, strict=True)]
