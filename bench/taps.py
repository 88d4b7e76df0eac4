"""Taps for entering rounds, really performed on a phone of 360 × 640.

A round begins on the notepad. Counted is every tap from there until the round is saved: the one that opens
the form too, the ones on the players, the calls, the cards and the chaff number, and the one on Save.
Scrolling is no tap; it is counted beside. Nearly all taps are clicks sent from inside the page after a check
that a thumb could do the same there and then: the target is visible, enabled, uncovered, and at least 24 px
wide and high. Every tenth round is entered by real touches at those places.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from scorekeeper.koikoi.cards import each
from scorekeeper.koikoi.pile import Pile

from .browser import Phones, call
from .figures import Figure, median, percentile
from .rounds import Played, announced, rounds, special
from .table import LENGTH, Table

if TYPE_CHECKING:
    from playwright.sync_api import Page

OPEN = 'a[href$="/rounds/new"]'
SAVE = "[data-save]"
_BY_HAND = 10  # every tenth round
_ROWS = (
    ("only the announced yaku's cards", announced, (8, 12), (6, 9)),
    ("all special cards + chaff number", lambda one: special(one.piles[one.winner]), (13, 17), (11, 14)),
)


class Tapped(NamedTuple):
    """Taps of a round from the notepad on, how often it scrolled, its smallest target in px."""

    taps: int
    scrolled: int
    smallest: float


def measure(table: Table, phones: Phones) -> Iterator[Figure]:
    played, origin = rounds()
    for what, pile_of, limits, aims in _ROWS:
        name = f"taps, {what}"
        if phones.missing:
            yield Figure(f"{name}, median", None, "taps", limits[0], aims[0], note=phones.missing)
            continue
        entered, right = _entered(table, phones, [(one, pile_of(one)) for one in played])
        taps = [one.taps for one in entered]
        yield Figure(
            f"{name}, median",
            median(taps),
            "",
            limits[0],
            aims[0],
            note=f"{len(taps)} {origin}; {median(taps) - 1:g} without the tap that opens the form",
        )
        yield Figure(
            f"{name}, 90 %",
            percentile(taps, 0.9),
            "",
            limits[1],
            aims[1],
            note=f"at most {max(taps)}; {sum(one.scrolled > 0 for one in entered)} rounds needed scrolling",
        )
        yield Figure(f"rounds saved with the right points, {what}", right, "", len(played), at_least=True)
        yield Figure(
            f"smallest target, {what}", min(one.smallest for one in entered), "px", 24, 44, at_least=True
        )


def stopped(played: Played) -> str:
    """The first tap on the board."""
    return f'[name="result"][value="{played.winner}"]'


def steps(played: Played, pile: Pile, quick: Sequence[int]) -> list[str]:
    """What is tapped on the board after that and before Save, as selectors, in order."""
    seat = played.winner
    taps: list[str] = []
    for caller, calls in enumerate(played.calls):
        taps += [_stepper(f"calls-{caller}", 1)] * calls
    taps += [f'[name="cards-{seat}"][value="{card.id}"]' for card in each(pile.cards)]
    return taps + chaff_steps(seat, pile.chaff, quick)


def chaff_steps(seat: int, number: int, quick: Sequence[int]) -> list[str]:
    """The fewest taps from no chaff to a number: a quick choice first, or only − and +."""
    ways = [(0, 0), *((1, choice) for choice in quick)]
    taps, start = min(ways, key=lambda way: way[0] + abs(number - way[1]))
    chosen = [f'[data-quick="chaff-{seat}"] [data-set="{start}"]'] * taps
    further = number - start
    return chosen + [_stepper(f"chaff-{seat}", 1 if further > 0 else -1)] * abs(further)


def _stepper(name: str, step: int) -> str:
    return f'[data-stepper]:has([name="{name}"]) [data-step="{step}"]'


def _entered(
    table: Table, phones: Phones, entries: Sequence[tuple[Played, Pile]]
) -> tuple[list[Tapped], int]:
    """Enter the rounds, twelve a match; the taps of each, and how many were saved with the right points."""
    entered: list[Tapped] = []
    right = 0
    with phones.page() as (page, _):
        for first in range(0, len(entries), LENGTH):
            match_id = table.match()
            part = entries[first : first + LENGTH]
            page.goto(f"{phones.address}/matches/{match_id}")
            for number, (played, pile) in enumerate(part, first):
                entered.append(_enter(page, played, pile, by_hand=number % _BY_HAND == 0))
            saved = _points(table, match_id)
            right += sum(
                played.score().points == points for (played, _), points in zip(part, saved, strict=True)
            )
    return entered, right


def _enter(page: Page, played: Played, pile: Pile, by_hand: bool) -> Tapped:
    """From the notepad to the notepad."""
    tap = partial(touch, page) if by_hand else partial(press, page)
    opened = follow(page, OPEN, tap)
    winner = tap([stopped(played)])
    board = tap(steps(played, pile, call(page, "quick", f"chaff-{played.winner}")))
    saved = follow(page, SAVE, tap)
    return _together(opened, winner, board, saved)


def follow(page: Page, selector: str, tap: partial[Tapped]) -> Tapped:
    """A tap that leads to another page, which is waited for."""
    with page.expect_event("load"):
        return tap([selector])


def press(page: Page, selectors: list[str]) -> Tapped:
    found = call(page, "press", selectors)
    return Tapped(len(selectors), found["scrolled"], found["smallest"])


def touch(page: Page, selectors: list[str]) -> Tapped:
    """The same by touching the screen."""
    done = []
    for selector in selectors:
        found = call(page, "place", selector)
        page.touchscreen.tap(found["x"], found["y"])
        done.append(Tapped(1, found["scrolled"], found["side"]))
    return _together(*done)


def _together(*parts: Tapped) -> Tapped:
    return Tapped(
        sum(one.taps for one in parts),
        sum(one.scrolled for one in parts),
        min((one.smallest for one in parts), default=0.0),
    )


def _points(table: Table, match_id: str) -> list[int]:
    """What the rounds of a match were saved with."""
    return [row.points for row in table.replayed(match_id).rounds]
