"""The pictures of single cards, cut from the drawing of all cards: ``static/cards.svg``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

from ...places import beside

_PART: Final = re.compile(r'<g id="([^"]+)".*?</g>(?=\s*<g id=|\s*</defs>)', re.DOTALL)
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
