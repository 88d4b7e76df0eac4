"""Taps for a round that nobody won, for undo, and for opening an old round to correct it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from .browser import Phones
from .figures import Figure
from .rounds import rounds
from .table import LENGTH, Table
from .taps import OPEN, SAVE, follow, touch

if TYPE_CHECKING:
    from playwright.sync_api import Page

_NAMES = (
    "taps, a drawn round, on the form",
    "taps, undo",
    "taps, open any old round for correction",
)
_LIMITS = ((2, 2), (1, 1), (3, 2))


def measure(table: Table, phones: Phones) -> Iterator[Figure]:
    """Every tap is a real touch."""
    if phones.missing:
        for name, (limit, aim) in zip(_NAMES, _LIMITS, strict=True):
            yield Figure(name, None, "", limit, aim, note=phones.missing)
        return
    played, _ = rounds(LENGTH)
    with phones.page() as (page, _):
        match_id = table.match(played[: LENGTH - 2])
        page.goto(f"{phones.address}/matches/{match_id}")
        opened, drawn = _draw(page)
        _expect(table, match_id, LENGTH - 1)
        # a button that comes up where Save was takes no tap at once
        page.evaluate("for (const animation of document.getAnimations()) animation.finish()")
        undone = follow(page, 'form[action$="/takebacks"] button', partial(touch, page)).taps
        _expect(table, match_id, LENGTH - 2)
        to_correct = []
        for number in range(1, LENGTH - 1):
            page.goto(f"{phones.address}/matches/{match_id}")
            to_correct.append(_correct(page, number))
    counted = (drawn, undone, max(to_correct))
    notes = (f"{opened + drawn} with the tap that opens the form", "", f"each of {len(to_correct)} rounds")
    for name, taps, (limit, aim), note in zip(_NAMES, counted, _LIMITS, notes, strict=True):
        yield Figure(name, taps, "", limit, aim, note=note)


def _draw(page: Page) -> tuple[int, int]:
    """Taps to open the form, and taps on it."""
    tap = partial(touch, page)
    opened = follow(page, OPEN, tap)
    nobody = tap(['[name="result"][value="nobody"]'])
    saved = follow(page, SAVE, tap)
    return opened.taps, nobody.taps + saved.taps


def _correct(page: Page, number: int) -> int:
    """Taps from the notepad to the board with the round's cards."""
    tap = partial(touch, page)
    shown = follow(page, f'a[href$="/rounds/{number}"]', tap)
    opened = follow(page, f'a[href$="/rounds/{number}/correction"]', tap)
    page.wait_for_selector("form[data-board] [name='result']:checked", state="attached")
    return shown.taps + opened.taps


def _expect(table: Table, match_id: str, number: int) -> None:
    there = len(table.replayed(match_id).rounds)
    if there != number:
        raise RuntimeError(f"{there} rounds are saved, not {number}")
