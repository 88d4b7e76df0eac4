"""Taps for entering rounds, for undo and for a correction, performed on a phone of 360 × 640.

A round begins on the notepad. Every tap from there until the round is saved counts: to open the form, on the
players, the calls, the cards and the chaff number, and on Save. A tap that needs scrolling fails.

The taps of every round are worked out from what the board offers, and every fourth round is performed, after
which the saved points are compared. Most of these taps are clicks sent inside the page after a check that a
thumb could do the same there and then: the target is visible, enabled, uncovered, and at least 24 px wide and
high. Every fifth of these rounds is entered by real touches, as is everything else.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from scorekeeper.koikoi.cards import CARDS, CHAFF, each, of_month
from scorekeeper.koikoi.match.events import RoundExhausted
from scorekeeper.koikoi.match.follow import follow_all
from scorekeeper.koikoi.match.replay import replay
from scorekeeper.koikoi.pile import Pile, pile

from .browser import Phones, Tap, call, follow, press, touch
from .rows import P90, Row
from .table import LENGTH, PLAYERS, Played, Table, captured, rounds

if TYPE_CHECKING:
    from playwright.sync_api import Frame, Page

_OPEN = 'a[href$="/rounds/new"]'
_SAVE = "[data-save]"
_PERFORMED = 4  # every fourth round is performed
_BY_HAND = 5  # and every fifth of these by real touches
_QUICK = """(seat) => [...document.querySelectorAll(`[data-quick="chaff-${seat}"] [data-set]`)]
  .filter((button) => button.checkVisibility()).map(({ dataset }) => Number(dataset.set))"""
# A button that comes up where another was takes no tap at once.
_SETTLED = "for (const animation of document.getAnimations()) animation.finish()"
_ANSWERS = f"""() => {{
  {_SETTLED};
  return [...document.querySelectorAll("[data-answer]")].map(({{ dataset }}) => dataset.answer);
}}"""
_FIRST = (  # rules, and the players of a first match by them
    ("default", ("Anna", "Ben")),
    ("russian", ("Anna", "Ben")),
    ("mongolopedia", ("Anna", "Ben", "Cleo")),
)


def first_round(table: Table) -> dict[str, float]:
    """From the open app to the first saved round, on a phone that has done neither; names are typed."""
    return {
        f"{rules}, {len(players)} players": _first(table.phones, rules, players) for rules, players in _FIRST
    }


def _first(phones: Phones, rules: str, players: Sequence[str]) -> int:
    with phones.page() as (page, _):
        page.goto(f"{phones.address}/")
        taps = follow(page, 'a[href$="/matches/new"]')
        if page.input_value('[name="ruleset"]') != rules:
            taps += follow(page, '[name="step"][value="choose"]')
            taps += follow(page, f'a[href$="ruleset={rules}"]')
        taps += touch(page, ["#name-0"])
        for name in players[:-1]:
            page.keyboard.type(name)
            page.keyboard.press("Enter")
        page.keyboard.type(players[-1])
        with page.expect_event("load"):
            page.keyboard.press("Enter")
        cards = [f'[name="cards-0"][value="{card}"]' for card in ("01B", "03B", "08B")]
        taps += _entered(page, ['[name="result"][value="0"]', *cards], touch)
        if "saved=1" not in page.url:
            raise RuntimeError(f"the round is not saved: {page.url}")
        return taps


def announced(table: Table) -> list[float]:
    """Taps of every round, only the announced yaku's cards."""
    return _taps(table, [(won, won.announced) for won in rounds()])


def special(table: Table) -> list[float]:
    """Taps of every round, all special cards and the chaff number."""
    return _taps(table, [(won, won.special) for won in rounds()])


def _taps(table: Table, entries: Sequence[tuple[Played, Pile]]) -> list[float]:
    with table.phones.page() as (page, _):
        page.add_init_script("phone.scrolls = false")
        quick = _quick(table, page)
        performed = entries[::_PERFORMED]
        for first in range(0, len(performed), LENGTH):
            match_id, part = table.match(), performed[first : first + LENGTH]
            page.goto(f"{table.phones.address}/matches/{match_id}")
            for number, (played, pile) in enumerate(part, first):
                _entered(page, steps(played, pile, quick), press if number % _BY_HAND else touch)
            saved = [row.points for row in table.replayed(match_id).rounds]
            if saved != [played.score().points for played, _ in part]:
                raise RuntimeError("rounds are saved with wrong points")
    # Besides the taps on the board: one to open it and one on Save.
    return [1 + len(steps(played, pile, quick)) + 1 for played, pile in entries]


def _quick(table: Table, page: Page) -> list[int]:
    """The numbers of chaff that the board lets a thumb choose directly."""
    page.goto(f"{table.phones.address}/matches/{table.match()}/rounds/new")
    press(page, ['[name="result"][value="0"]'])
    numbers: list[int] = call(page, "quick", "chaff-0")
    page.evaluate("localStorage.clear()")  # no draft of this
    return numbers


def _entered(page: Page, on_board: Sequence[str], tap: Tap) -> int:
    """Enter a round, from the notepad back to the notepad; the number of taps."""
    return follow(page, _OPEN, tap) + tap(page, on_board) + follow(page, _SAVE, tap)


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


def of_a_game(game: str, seats: int, table: Table) -> list[float]:
    """Taps of rounds in which every captured card counts; where all are, most of them are the rest."""
    taps: list[float] = []
    with table.phones.page() as (page, _):
        for piles in captured(game, seats):
            match_id = table.match(length=None, players=(*PLAYERS, "Chiyo")[:seats], game=game)
            page.goto(f"{table.phones.address}/matches/{match_id}")
            held = [pile(written) for written in piles]
            most = max(range(seats), key=lambda seat: (held[seat].cards & ~CHAFF).bit_count())
            rest = most if sum(map(len, held)) == len(CARDS) else None
            opened, entered = follow(page, _OPEN), enter_captured(page, piles, press, rest=rest)
            taps.append(opened + entered + follow(page, _SAVE))
            match = table.replayed(match_id)
            told = follow_all(replay(match.events[:1]), [RoundExhausted(piles=tuple(piles))])
            if [row.transfer for row in match.rounds] != [row.transfer for row in told.rounds]:
                raise RuntimeError("captured cards are saved with wrong points")
    return taps


def enter_captured(
    page: Page | Frame, piles: Sequence[str], tap: Tap, *, chaff: bool = True, rest: int | None = None
) -> int:
    """Fill an empty board with everybody's cards, and answer what it asks; the number of taps.

    ``chaff``: also what is only counted. ``rest``: whose pile is all other cards.
    """
    taps, shown = 0, 0
    for seat, held in sorted(enumerate(map(pile, piles)), key=lambda of: of[0] == rest):
        if seat == rest:
            taps += tap(page, [f'[name="rest"][value="{seat}"]'])
        else:
            whose = [f'[name="whose"][value="{seat}"]'] * (seat != shown)
            named = [f'[name="cards-{seat}"][value="{card.id}"]' for card in each(held.cards & ~CHAFF)]
            taps, shown = taps + tap(page, [*whose, *named]), seat
        taps += _answered(page, seat, held, tap)
        if chaff and seat != rest:  # a question lies over its numbers
            number = held.chaff + (held.cards & CHAFF).bit_count()
            taps += tap(page, chaff_steps(seat, number, page.evaluate(_QUICK, seat)))
            taps += _answered(page, seat, held, tap)
    return taps


def _answered(page: Page | Frame, seat: int, held: Pile, tap: Tap) -> int:
    taps = 0
    while offered := page.evaluate(_ANSWERS):
        answer = next(answer for answer in offered if _holds(held, seat, answer))
        taps += tap(page, [f'[data-answer="{answer}"]'])
    return taps


def _holds(held: Pile, seat: int, answer: str) -> bool:
    """Whether an answer about a pile is right: cards it holds, a month it has whole, or none of them."""
    name, _, value = answer.partition("=")
    if name == f"whole-{seat}":
        month = of_month(int(value))
        return held.cards & month == month
    return name == "no" or bool(held.cards & pile(value).cards)


def drawn(table: Table) -> float:
    """Taps on the form for a round that nobody won."""
    with table.phones.page() as (page, _):
        return _draw(page, _notepad(table, page, LENGTH - 2))


def undo(table: Table) -> float:
    with table.phones.page() as (page, _):
        match_id = _notepad(table, page, LENGTH - 2)
        _draw(page, match_id)
        _expect(table, match_id, LENGTH - 1)
        page.evaluate(_SETTLED)
        undone = follow(page, 'form[action$="/takebacks"] button')
        _expect(table, match_id, LENGTH - 2)
        return undone


def correction(table: Table) -> list[float]:
    """Taps from the notepad to the board with the cards of each old round."""
    with table.phones.page() as (page, _):
        match_id = _notepad(table, page, LENGTH - 2)
        taps: list[float] = []
        for number in range(1, LENGTH - 1):
            page.goto(f"{table.phones.address}/matches/{match_id}")
            shown = follow(page, f'a[href$="/rounds/{number}"]')
            opened = follow(page, f'a[href$="/rounds/{number}/correction"]')
            page.wait_for_selector("form[data-board] [name='result']:checked", state="attached")
            taps.append(shown + opened)
        return taps


def _notepad(table: Table, page: Page, number: int) -> str:
    """Open the notepad of a new match with so many rounds; its id."""
    match_id = table.match(rounds()[:number])
    page.goto(f"{table.phones.address}/matches/{match_id}")
    return match_id


def _draw(page: Page, match_id: str) -> int:
    follow(page, _OPEN)
    return touch(page, ['[name="result"][value="nobody"]']) + follow(page, _SAVE)


def _expect(table: Table, match_id: str, number: int) -> None:
    there = len(table.replayed(match_id).rounds)
    if there != number:
        raise RuntimeError(f"{there} rounds are saved, not {number}")


_WON, _WHOLE = (
    "taps, a won round, the announced yaku's cards",
    "taps, a won round, all special cards + chaff number",
)
ROWS = (
    Row("taps from the open app to the first saved round", "", 10, 9, first_round, max),
    Row(f"{_WON}, median", "", 8, 6, announced),
    Row(f"{_WON}, 90 %", "", 12, 9, announced, P90),
    Row(f"{_WHOLE}, median", "", 13, 11, special),
    Row(f"{_WHOLE}, 90 %", "", 17, 14, special, P90),
    Row("taps, a round of Hana-Awase for three", "", 26, 21, partial(of_a_game, "hana_awase", 3)),
    Row("taps, a round of Roppyakken for two", "", 24, 14, partial(of_a_game, "roppyakken", 2)),
    Row("taps, a round of Sakura for two", "", 18, 14, partial(of_a_game, "sakura", 2)),
    Row("taps, a drawn round, on the form", "", 2, 2, drawn),
    Row("taps, undo", "", 1, 1, undo),
    Row("taps, open any old round for correction", "", 3, 2, correction, max),
)
