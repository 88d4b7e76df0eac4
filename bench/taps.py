"""Taps for entering rounds, performed on a phone of 360 × 640.

A round begins on the notepad. Every tap from there until the round is saved counts: to open the form, on the
players, the calls, the cards and the chaff number, and on Save. Scrolling is counted separately.

The taps of every round are worked out from what the board offers, and of every fourth round they are
performed (``--all-taps``: of every round), after which the saved points are compared. Most are clicks sent
inside the page after a check that a thumb could do the same there and then: the target is visible, enabled,
uncovered, and at least 24 px wide and high. Every fifth of these rounds is entered by real touches.
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
_PERFORMED = 4  # every fourth round is performed
_BY_HAND = 5  # and every fifth of these by real touches
_ROWS = (
    ("only the announced yaku's cards", announced, (8, 12), (6, 9)),
    ("all special cards + chaff number", lambda won: special(won.piles[won.winner]), (13, 17), (11, 14)),
)


_FIRST = (  # rules, and the players of a first match by them
    ("default", ("Anna", "Ben")),
    ("russian", ("Anna", "Ben")),
    ("mongolopedia", ("Anna", "Ben", "Cleo")),
)


class Tapped(NamedTuple):
    """Taps of a round from the notepad on, how often it scrolled, its smallest target in px."""

    taps: int
    scrolled: int
    smallest: float


def measure(table: Table, phones: Phones, whole: bool = False) -> Iterator[Figure]:
    """``whole``: perform every round."""
    for rules, players in _FIRST:
        what = f"taps from the open app to the first saved round, {rules}, {len(players)} players"
        if phones.missing:
            yield Figure(what, None, "", 10, 9, note=phones.missing)
        else:
            note = "three cards; names are typed, each with the Enter of the keyboard"
            yield Figure(what, _first_round(phones, rules, players), "", 10, 9, note=note)
    played, origin = rounds()
    for what, pile_of, limits, aims in _ROWS:
        if phones.missing:
            yield Figure(f"taps, {what}, median", None, "", limits[0], aims[0], note=phones.missing)
            continue
        entries = [(won, pile_of(won)) for won in played]
        every = 1 if whole else _PERFORMED
        entered, right, quick = _entered(table, phones, entries[::every])
        # Besides the taps on the board: one to open it and one on Save.
        taps = [1 + len(steps(won, pile, quick)) + 1 for won, pile in entries]
        yield _row(what, "median", median(taps), limits[0], aims[0], origin)
        yield _row(what, "90 %", percentile(taps, 0.9), limits[1], aims[1], _most(taps))
        yield Figure(
            "  of the rounds performed, saved with the right points",
            right,
            "",
            len(entered),
            at_least=True,
            note=f"rounds {', '.join(str(number) for number in range(1, len(entries) + 1, every))};"
            f" {sum(one.taps for one in entered)} taps; {sum(one.scrolled > 0 for one in entered)} rounds"
            f" needed scrolling; smallest target {min(one.smallest for one in entered)} px",
        )


def _first_round(phones: Phones, rules: str, players: Sequence[str]) -> int:
    """Begin a match from the home page and save its first round, on a phone that has done neither."""
    with phones.page() as (page, _):
        page.goto(f"{phones.address}/")
        tap = partial(touch, page)
        done = [follow(page, 'a[href$="/matches/new"]', tap)]
        if page.input_value('[name="ruleset"]') != rules:
            done.append(follow(page, '[name="step"][value="choose"]', tap))
            done.append(follow(page, f'a[href$="ruleset={rules}"]', tap))
        done.append(tap(["#name-0"]))
        for name in players[:-1]:
            page.keyboard.type(name)
            page.keyboard.press("Enter")
        page.keyboard.type(players[-1])
        with page.expect_event("load"):
            page.keyboard.press("Enter")
        done.append(follow(page, OPEN, tap))
        cards = [f'[name="cards-0"][value="{card}"]' for card in ("01B", "03B", "08B")]
        done.append(tap(['[name="result"][value="0"]', *cards]))
        done.append(follow(page, SAVE, tap))
        if "saved=1" not in page.url:
            raise RuntimeError(f"the round is not saved: {page.url}")
        return _together(*done).taps


def _row(what: str, part: str, taps: float, limit: int, aim: int, note: str) -> Figure:
    without = f"{note}; {taps - 1:g} without the tap that opens the form"
    return Figure(f"taps, {what}, {part}", taps, "", limit, aim, note=without)


def _most(taps: Sequence[int]) -> str:
    """The most taps, and which rounds take them, counted from 1."""
    most = max(taps)
    rounds_with = [str(number) for number, needed in enumerate(taps, 1) if needed == most]
    return f"at most {most}: round {', '.join(rounds_with)}"


def steps(played: Played, pile: Pile, quick: Sequence[int]) -> list[str]:
    """What is tapped on the board before Save, as selectors, in order."""
    seat = played.winner
    taps = [f'[name="result"][value="{seat}"]']
    for caller, calls in enumerate(played.calls):
        taps += [_stepper(f"calls-{caller}", 1)] * calls
    taps += [f'[name="cards-{seat}"][value="{card.id}"]' for card in each(pile.cards)]
    return taps + chaff_steps(seat, pile.chaff, quick)


def chaff_steps(seat: int, number: int, quick: Sequence[int]) -> list[str]:
    """The fewest taps from no chaff to a number: a quick choice first, or only − and +."""
    ways = [(0, 0), *((1, choice) for choice in quick)]
    taps, start = min(ways, key=lambda way: way[0] + abs(number - way[1]))
    quick_taps = [f'[data-quick="chaff-{seat}"] [data-set="{start}"]'] * taps
    further = number - start
    return quick_taps + [_stepper(f"chaff-{seat}", 1 if further > 0 else -1)] * abs(further)


def _stepper(name: str, step: int) -> str:
    return f'[data-stepper]:has([name="{name}"]) [data-step="{step}"]'


def _entered(
    table: Table, phones: Phones, entries: Sequence[tuple[Played, Pile]]
) -> tuple[list[Tapped], int, list[int]]:
    """Enter the rounds, twelve a match: their taps, how many got the right points, the quick choices."""
    entered: list[Tapped] = []
    right = 0
    with phones.page() as (page, _):
        quick = _quick(table, phones, page)
        for first in range(0, len(entries), LENGTH):
            match_id = table.match()
            part = entries[first : first + LENGTH]
            page.goto(f"{phones.address}/matches/{match_id}")
            for number, (played, pile) in enumerate(part, first):
                tap = partial(touch if number % _BY_HAND == 0 else press, page)
                entered.append(_enter(page, steps(played, pile, quick), tap))
            saved = _points(table, match_id)
            right += sum(
                played.score().points == points for (played, _), points in zip(part, saved, strict=True)
            )
    return entered, right, quick


def _quick(table: Table, phones: Phones, page: Page) -> list[int]:
    """The numbers of chaff that the board lets a thumb choose directly."""
    page.goto(f"{phones.address}/matches/{table.match()}/rounds/new")
    press(page, ['[name="result"][value="0"]'])
    numbers: list[int] = call(page, "quick", "chaff-0")
    page.evaluate("localStorage.clear()")  # no draft of this
    return numbers


def _enter(page: Page, on_board: list[str], tap: partial[Tapped]) -> Tapped:
    """Enter a round, from the notepad back to the notepad."""
    return _together(follow(page, OPEN, tap), tap(on_board), follow(page, SAVE, tap))


def follow(page: Page, selector: str, tap: partial[Tapped]) -> Tapped:
    """A tap that leads to another page, which is waited for."""
    with page.expect_event("load"):
        return tap([selector])


def press(page: Page, selectors: list[str]) -> Tapped:
    pressed = call(page, "press", selectors)
    return Tapped(len(selectors), pressed["scrolled"], pressed["smallest"])


def touch(page: Page, selectors: list[str]) -> Tapped:
    """The same as ``press``, by touching the screen."""
    done = []
    for selector in selectors:
        place = call(page, "place", selector)
        page.touchscreen.tap(place["x"], place["y"])
        done.append(Tapped(1, place["scrolled"], place["side"]))
    return _together(*done)


def _together(*parts: Tapped) -> Tapped:
    return Tapped(
        sum(part.taps for part in parts),
        sum(part.scrolled for part in parts),
        min((part.smallest for part in parts), default=0.0),
    )


def _points(table: Table, match_id: str) -> list[int]:
    """The points with which the rounds of a match were saved."""
    return [row.points for row in table.replayed(match_id).rounds]
