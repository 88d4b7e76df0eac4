"""The scoresheet as PDF for the folder and as PNG for the group chat, drawn by typst from ``drawn/*.typ``.

The templates get the sheet as JSON, so a name is text and never a command of typst.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple
from unicodedata import name as name_of

import msgspec

from ...folders import beside
from ...koikoi.cards import CARDS, each
from ...koikoi.errors import NotAllowed
from ...koikoi.pile import pile
from ...sentences import N_, Sentence, dotted, isolated, listed, parted, say, valued
from .sheet import MissingLibrary, RoundLine, Sheet, SheetLine
from .typefaces import Lettering, lettering, loaded

_TEMPLATES: Final = Path(__file__).with_name("drawn")
_DOTS: Final = 200.0  # an inch; a phone shows the PNG about 1:1
_NO_TIME: Final = datetime(2000, 1, 1, tzinfo=UTC)  # a file has no clock, so it is always the same
_MOST_UNKNOWN: Final = 8  # characters that are named
_COVER: Final = "01B"  # the crane and the sun once somebody has won; before, a card of the month

_WORDS: Final = {
    "sheet": N_("Scoresheet"),
    "round": N_("Round"),
    "dealer": N_("Dealer"),
    "corrected": N_("corrected"),
}


MOST_DRAWN: Final = 150  # lines: a PDF of that many with twenty cards each takes 155 MB, of 250 it takes 235


def why_not_drawn(form: str, sheet: Sheet) -> Sentence | None:
    """Why a match is too long to be drawn; None where it is not."""
    lines = max(len(sheet.course) - 1, len(sheet.lines))  # of a part of the sheet only the course is whole
    if lines <= MOST_DRAWN:
        return None
    return say(
        "%(form)s shows at most %(most)d rounds and adjustments; this match has %(number)d. Take XLSX or "
        "CSV.",
        form=form,
        most=MOST_DRAWN,
        number=lines,
    )


def pdf_sheet(sheet: Sheet) -> bytes:
    """The whole match on A4. Raises MissingLibrary, NotAllowed for one that is too long."""
    return _drawn(sheet, "pdf")


def png_sheet(sheet: Sheet) -> bytes:
    """A picture as wide as a phone; of a long match the latest rounds. Raises as ``pdf_sheet``."""
    return _drawn(sheet, "png")


def _drawn(sheet: Sheet, form: Literal["pdf", "png"]) -> bytes:
    try:
        import typst
    except ImportError:
        raise MissingLibrary(form.upper(), "typst") from None
    if why := why_not_drawn(form.upper(), sheet):
        raise NotAllowed(why)
    fonts = lettering(json.dumps(_content(sheet), ensure_ascii=False))
    return typst.compile(
        _TEMPLATES / f"{form}.typ",
        root=_TEMPLATES,
        font_paths=loaded(fonts.folders),
        sys_inputs={"content": json.dumps(written(sheet, fonts))},
        format=form,
        ppi=_DOTS,
        timestamp=(sheet.moment or _NO_TIME).replace(microsecond=0),
    )


def written(sheet: Sheet, fonts: Lettering) -> dict[str, Any]:
    """What a template gets: every text as it can be drawn with these fonts, and the pictures."""
    content = _content(sheet)
    return {
        **_drawable(content, fonts.replaced),
        "families": fonts.families,
        "authors": sheet.players,  # what a PDF says of itself
        "unknown": [*map(sheet.translate, _unknown(fonts))],
        "pictures": _pictures(sheet, content["cover"]),
    }


def _content(sheet: Sheet) -> dict[str, Any]:
    """Everything that is written on the sheet."""
    translate = sheet.translate
    return {
        **msgspec.to_builtins(sheet),
        "title": sheet.title,
        "cover": _COVER if sheet.winners else _month_card((sheet.evening or _NO_TIME).month),
        "lines": [_line(line) for line in sheet.lines],
        "words": {key: translate(word) for key, word in _WORDS.items()},
        "latest": [
            translate(say("Rounds %(first)d to %(last)d", first=line.number, last=len(sheet.rounds)))
            for line in sheet.rounds
        ],
        "dot": translate(dotted(["", ""])),
        "semicolon": translate(parted(["", ""])),
        "changes": [
            translate(valued(change.option, f"{change.before}\u00a0→\u00a0{change.now}"))
            for change in sheet.changes
        ],
        "unlike": translate(say("Unlike %(rules)s:", rules=sheet.named)),
        "card_names": {card.id: translate(card.name) for card in CARDS},
    }


def _line(line: SheetLine) -> dict[str, Any]:
    """A line with its cards one by one; what was agreed between rounds has none, only its words."""
    values: dict[str, Any] = msgspec.to_builtins(line)
    if not isinstance(line, RoundLine):
        return {**values, "number": None}
    won = pile(line.cards)
    return {
        **values,
        "cards": [card.id for card in each(won.cards)],
        "chaff": won.chaff,
        "month_card": _month_card(line.month),
    }


def _month_card(month: int) -> str:
    """The first card of a month, its bright or its animal."""
    return next(card.id for card in CARDS if card.month == month)


def _pictures(sheet: Sheet, cover: str) -> dict[str, str]:
    """The drawing of each card that is shown."""
    shown = {cover}
    for line in sheet.rounds:
        shown |= {_month_card(line.month), *(card.id for card in each(pile(line.cards).cards))}
    return {card: card_picture(card) for card in sorted(shown)}


def _drawable(value: Any, replaced: Mapping[int, str]) -> Any:
    """A tree of values in which every text can be drawn, and leaves those beside it where they are."""
    if isinstance(value, str):
        return isolated(value.translate(replaced))
    if isinstance(value, dict):
        return {key: _drawable(item, replaced) for key, item in value.items()}
    return [_drawable(item, replaced) for item in value] if isinstance(value, list | tuple) else value


def _unknown(fonts: Lettering) -> Iterator[Sentence]:
    """What is said about characters that no font has."""
    if fonts.unknown:
        shown = fonts.unknown[:_MOST_UNKNOWN]
        names = [f"U+{ord(sign):04X} {name_of(sign, '').lower()}".strip() for sign in shown]
        if shown != fonts.unknown:
            names.append("…")
        yield say(
            "No font for %(characters)s: “?” is printed instead. Put a font that has it in the app’s "
            "“fonts” folder.",
            characters=listed(names),
        )


_PART: Final = re.compile(r'<g id="([^"]+)".*?</g>(?=\s*<g id=|\s*<symbol )', re.DOTALL)
_CARD: Final = re.compile(r'<symbol id="([^"]+)"[^>]*viewBox="([^"]+)"[^>]*>(.*?)</symbol>', re.DOTALL)
_USE: Final = re.compile(r'href="#([^"]+)"')


class _Drawing(NamedTuple):
    parts: dict[str, str]  # what several cards use, by id
    cards: dict[str, tuple[str, str]]  # the view box and the content of each


@cache
def card_picture(card: str) -> str:
    """An SVG file of one card with only the parts that it uses; "back" is the back of all."""
    drawing = _drawing()
    box, content = drawing.cards[card]
    used = "".join(drawing.parts[name] for name in dict.fromkeys(_used(content, drawing.parts)))
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}"><defs>{used}</defs>{content}</svg>'


@cache
def _drawing() -> _Drawing:
    svg = (beside("static") / "cards.svg").read_text("utf-8")
    parts = {match[1]: match[0] for match in _PART.finditer(svg)}
    return _Drawing(parts, {match[1]: (match[2], match[3]) for match in _CARD.finditer(svg)})


def _used(content: str, parts: dict[str, str]) -> Iterator[str]:
    """The ids of the parts that a drawing uses, and that these use in turn."""
    for name in _USE.findall(content):
        if name in parts:
            yield name
            yield from _used(parts[name], parts)
