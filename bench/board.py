"""The board on a phone: its first view, from a touch to the changed yaku line, and layout shifts."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import chain
from pathlib import PurePosixPath
from random import Random
from statistics import median
from typing import TYPE_CHECKING, Any

from scorekeeper.folders import beside
from scorekeeper.koikoi.cards import CARDS
from scorekeeper.koikoi.rules.loader import names, rules
from scorekeeper.koikoi.scoring.evaluate import scorer
from scorekeeper.web.rounds.live_line import plan_json, unsaid

from .browser import call, touch
from .rows import LOOP, MS, P90, P95, Row
from .table import LENGTH, Table, rounds

if TYPE_CHECKING:
    from playwright.sync_api import CDPSession, Page, Route

_SLOWED = 4
_PAUSE = 60  # ms between two touches; nothing runs in the page then but the page itself
_REST = 1500  # ms until a draft is kept, which is no work of a touch
_CARDS = 20  # that are touched
_MOST_CAPTURED, _ORDERS = 16, 20
_PAGES, _TURNS = 4, 3  # on each page: a board that reacts and one that does not, one after the other


# Runs before the scripts of the page, which hear of no touch while it is deaf.
_DEAF = """for (const kind of ["pointerdown", "pointerup", "click", "input", "change"])
  addEventListener(kind, (event) => window.deaf && event.stopImmediatePropagation(), true);"""


# The milliseconds of work after each tap, one card captured after another, in each of some orders.
_COUNT = """async ([json, unsaid, orders]) => {
  const load = (name) => import(`/raw/scorer/${name}.js`);
  const loaded = await Promise.all(["cards", "plan", "evaluate", "next_cards", "questions"].map(load));
  const scripts = Object.assign({}, ...loaded);
  const plan = scripts.readPlan(json);
  const calls = { own: 0, others: 0, callers: 0 };
  const at = { ...calls, round: 1, dealt: [0, 0], dealt_brights: null, field_months: [] };
  const none = { cards: scripts.NONE, chaff: 0 }; // less than workAhead in board.js
  scripts.nextCards(plan, none, at);
  scripts.openQuestions(plan, unsaid, none, at, new Set());
  return orders.flatMap((ids) => ids.map((_, last) => {
    const began = performance.now();
    const pile = { cards: scripts.cards(plan, ids.slice(0, last + 1)), chaff: 0 };
    scripts.score(plan, pile, at);
    scripts.nextCards(plan, pile, at);
    scripts.openQuestions(plan, unsaid, pile, at, new Set());
    return performance.now() - began;
  }));
}"""


@cache
def _board(table: Table) -> str:
    return f"{table.phones.address}/matches/{table.match(rounds()[: LENGTH - 1])}/rounds/new"


@cache
def _views(table: Table) -> tuple[dict[str, float], dict[str, float]]:
    """What a browser with an empty cache loads for the board, in KB on the wire; and what after that."""
    answers: dict[str, dict[str, Any]] = {}
    sizes: dict[str, float] = {}
    with table.phones.page() as (page, console):
        console.send("Network.enable")
        console.on(
            "Network.responseReceived", lambda sent: answers.update({sent["requestId"]: sent["response"]})
        )
        console.on(
            "Network.loadingFinished",
            lambda sent: sizes.update({sent["requestId"]: sent["encodedDataLength"]}),
        )

        def view() -> dict[str, float]:
            sizes.clear()
            page.goto(_board(table), wait_until="networkidle")
            wired = {id_: size / 1024 for id_, size in sizes.items() if size and id_ in answers}
            return {
                PurePosixPath(answers[id_]["url"].partition("?")[0]).name: size
                for id_, size in wired.items()
                if not answers[id_].get("fromDiskCache")
            }

        return view(), view()


def scripts(table: Table) -> dict[str, float]:
    return {name: size for name, size in _views(table)[0].items() if name.endswith(".js")}


@cache
def _watched(table: Table, query: str = "") -> tuple[list[float], dict[str, float]]:
    """While every card is touched twice on a slowed processor: ms from lifting the finger to the painted
    line, and the layout shifts."""
    with table.phones.page(_SLOWED) as (page, _console):
        page.add_init_script("phone.watchShifts()")
        page.goto(_board(table) + query)
        loading = call(page, "shifts")
        places = _places(page)
        call(page, "watch")
        for _ in range(2):
            _touch(page, places)
        painted: list[float] = page.evaluate("phone.times")
        tapping = call(page, "shifts")
    if len(painted) < len(places):
        raise RuntimeError(f"of {2 * len(places)} touches only {len(painted)} changed the line")
    return painted, {"loading": loading, "while tapping": tapping - loading}


def shifts(table: Table) -> dict[str, float]:
    """Layout shifts in both forms of the board, but those right after a tap, as CLS has it."""
    views = (("by kind", ""), ("all 48", "?view=months"))
    return {
        f"{view}, {when}": shift for view, query in views for when, shift in _watched(table, query)[1].items()
    }


def work(table: Table) -> float:
    """The work of the page for the touches, unslowed, beside that of a board that only ticks its boxes.

    Both are the same pages, whose scripts hear of no touch every other time. Of each touch the median: the
    least of some is now and then far below all others.
    """
    reacting, ticking = zip(*chain.from_iterable(_worked(table) for _ in range(_PAGES)), strict=True)
    return _medians(reacting) / _medians(ticking)


def _medians(turns: Sequence[Sequence[float]]) -> float:
    return float(sum(median(same) for same in zip(*turns, strict=True)))


def _worked(table: Table) -> list[tuple[list[float], list[float]]]:
    """Seconds of work of the main thread for each touch, every card twice, in some turns.

    While the board reacts; and while it ticks its boxes, but its scripts hear of no touch.
    """
    with table.phones.page() as (page, console):
        page.add_init_script(_DEAF)
        console.send("Performance.enable", {"timeDomain": "threadTicks"})
        page.goto(_board(table))
        places = _places(page)
        asking = min(_spent(console, page, []) for _ in range(10))

        def touched(deaf: bool) -> list[float]:
            page.evaluate("(deaf) => { window.deaf = deaf; }", deaf)
            page.wait_for_timeout(_REST)
            worked = []
            for ticked in (len(places), 0):
                worked += [_spent(console, page, [place]) - asking for place in places]
                if (count := page.locator('[name="cards-0"]:checked').count()) != ticked:
                    raise RuntimeError(f"{len(places)} touches left {count} cards ticked")
            return worked

        return [(touched(deaf=False), touched(deaf=True)) for _ in range(_TURNS)]


def _spent(console: CDPSession, page: Page, places: Sequence[tuple[float, float]]) -> float:
    """Seconds of processor time of the page's main thread for touching some places, and for asking once."""
    before = _work(console)
    _touch(page, places)
    return _work(console) - before


def _touch(page: Page, places: Sequence[tuple[float, float]]) -> None:
    for x, y in places:
        page.touchscreen.tap(x, y)
        page.wait_for_timeout(_PAUSE)


def _places(page: Page) -> list[tuple[float, float]]:
    """The middles of the cards that can be touched without scrolling, after choosing who stopped."""
    touch(page, ['[name="result"][value="0"]'])
    page.wait_for_timeout(300)
    return [(x, y) for x, y in call(page, "free", '[name="cards-0"]')][:_CARDS]


def _work(console: CDPSession) -> float:
    """Seconds of processor time that the page's main thread has spent so far."""
    metrics = console.send("Performance.getMetrics")["metrics"]
    return next(float(metric["value"]) for metric in metrics if metric["name"] == "TaskDuration")


@cache
def _own_parts(table: Table) -> tuple[dict[str, float], list[float]]:
    """ms of the scripts themselves after each card, by all rule sets: score, next cards, questions.

    That after the first card of a page, and those after all others.
    """
    chance, ids = Random(1), [card.id for card in CARDS]
    orders = [chance.sample(ids, _MOST_CAPTURED) for _ in range(_ORDERS)]
    firsts, later = {}, []
    for name in names():
        LOOP.run()
        with table.phones.page(_SLOWED) as (page, _console):
            page.route("**/raw/**", _answer_raw)
            page.goto(f"{table.phones.address}/raw/page.html")
            plan = scorer(rules(name)).plan
            firsts[name], *rest = page.evaluate(_COUNT, [plan_json(plan), unsaid(plan, 1), orders])
            later += rest
    return firsts, later


def _answer_raw(route: Route) -> None:
    """A module of the app as it is written, or a page with nothing in it."""
    name = route.request.url.partition("/raw/")[2]
    if name == "page.html":
        route.fulfill(body="<!doctype html>", content_type="text/html")
    else:
        route.fulfill(path=beside("static") / "js" / name, content_type="text/javascript")


_OWN = f"the scripts' own part of a tap, processor / {_SLOWED}"
_PAINTED = f"tap → yaku line on the screen, processor / {_SLOWED}"
ROWS = (
    Row("work of the page for a tap, beside a board that reacts to nothing", "×", 1.4, 1.2, work),
    Row(f"{_OWN}, the first of a page", MS, 20, 12, lambda at: _own_parts(at)[0]),
    Row(f"{_OWN}, later ones, 90 %", MS, 2.5, 1, lambda at: _own_parts(at)[1], P90),
    Row("requests of the board, first view", "", 8, 5, lambda at: _views(at)[0], len),
    Row("requests of the board, second view", "", 1, 0, lambda at: _views(at)[1], len),
    Row("board page, first view, compressed, all files", "KB", 80, 70, lambda at: _views(at)[0], sum),
    Row("JavaScript of the board, compressed", "KB", 20, 15, scripts, sum),
    Row(f"{_PAINTED}, median", MS, 50, 30, lambda at: _watched(at)[0]),
    Row(f"{_PAINTED}, 95 %", MS, None, None, lambda at: _watched(at)[0], P95),
    Row("layout shift of the board (CLS)", "", 0.05, 0, shifts, max),
)
