"""Rounds of games in which every captured card counts, entered on their board by as few taps as it takes."""

from __future__ import annotations

from collections.abc import Sequence

from playwright.sync_api import Frame, Page

from bench.taps import enter_captured

TAP = """(selectors) => {
  for (const selector of selectors) {
    const box = document.querySelector(selector);
    (box.closest("label") ?? box).click();
  }
}"""
RESULTS = "[...document.querySelectorAll('.of-all b')].map((made) => made.textContent)"


def enter(page: Page | Frame, piles: Sequence[str], *, chaff: bool = True, rest: bool = False) -> int:
    """The number of taps for these piles on an empty board, of which the last may be all other cards."""
    return enter_captured(page, piles, _tap, chaff=chaff, rest=len(piles) - 1 if rest else None)


def results(page: Page | Frame) -> list[int]:
    """What everybody makes of the round, as the board says it."""
    return [int(made.replace("−", "-")) for made in page.evaluate(RESULTS)]


def _tap(page: Page | Frame, selectors: Sequence[str]) -> int:
    page.evaluate(TAP, selectors)
    return len(selectors)
