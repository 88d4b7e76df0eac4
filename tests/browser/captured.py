"""Rounds of games in which every captured card counts, entered on their board by as few taps as it takes."""

from __future__ import annotations

from collections.abc import Sequence

from playwright.sync_api import Frame, Page

from scorekeeper.koikoi.cards import CHAFF, each, of_month
from scorekeeper.koikoi.pile import Pile, pile

TAP = """(selector) => {
  const box = document.querySelector(selector);
  (box.closest("label") ?? box).click();
}"""
RESULTS = "[...document.querySelectorAll('.of-all b')].map((made) => made.textContent)"


def enter(page: Page | Frame, piles: Sequence[str], *, chaff: bool = True, rest: bool = False) -> int:
    """The number of taps for these piles on an empty board, of which the last may be all other cards.

    ``chaff``: also what is only counted.
    """
    taps = 0
    for seat, held in enumerate(map(pile, piles)):
        if rest and seat == len(piles) - 1:
            return taps + 1 + _tap(page, f'[name="rest"][value="{seat}"]', 0) + _answers(page, seat, held)
        if seat:
            taps += _tap(page, f'[name="whose"][value="{seat}"]')
        for card in each(held.cards & ~CHAFF):
            taps += _tap(page, f'[name="cards-{seat}"][value="{card.id}"]')
        if chaff:
            taps += _chaff(page, seat, held.chaff + (held.cards & CHAFF).bit_count())
        taps += _answers(page, seat, held)
    return taps


def results(page: Page | Frame) -> list[int]:
    """What everybody makes of the round, as the board says it."""
    return [int(made.replace("−", "-")) for made in page.evaluate(RESULTS)]


def _tap(page: Page | Frame, selector: str, counts: int = 1) -> int:
    page.evaluate(TAP, selector)
    return counts


def _chaff(page: Page | Frame, seat: int, number: int) -> int:
    """By the nearest number that is offered, and one more or one fewer from there on."""
    at = f'[data-quick="chaff-{seat}"] [data-set]'
    offered = page.evaluate(
        f"[...document.querySelectorAll('{at}')].map(({{ dataset }}) => Number(dataset.set))"
    )
    nearest = min([0, *offered], key=lambda some: abs(some - number))
    taps = _tap(page, f'[data-quick="chaff-{seat}"] [data-set="{nearest}"]') if nearest else 0
    for _ in range(abs(number - nearest)):
        step = 1 if number > nearest else -1
        taps += _tap(page, f'.pile[data-seat="{seat}"] [data-step="{step}"]')
    return taps


def _answers(page: Page | Frame, seat: int, held: Pile) -> int:
    """Every question about the pile that is shown."""
    taps = 0
    while offered := page.evaluate(
        "[...document.querySelectorAll('[data-answer]')].map(({ dataset }) => dataset.answer)"
    ):
        taps += _tap(page, f'[data-answer="{next(filter(lambda one: _holds(held, seat, one), offered))}"]')
    return taps


def _holds(held: Pile, seat: int, answer: str) -> bool:
    name, _, value = answer.partition("=")
    if name == f"whole-{seat}":
        month = of_month(int(value))
        return held.cards & month == month
    return name == "no" or bool(held.cards & pile(value).cards)
