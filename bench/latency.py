"""From a real touch to the changed yaku line, on a processor slowed four times; and layout shifts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from scorekeeper.folders import beside
from scorekeeper.koikoi.cards import CARDS
from scorekeeper.koikoi.rules.loader import names, rules
from scorekeeper.koikoi.scoring.evaluate import scorer
from scorekeeper.web.rounds.live_line import plan_json, unsaid

from .browser import Phones, call
from .figures import Figure, median, percentile
from .rounds import rounds as played_rounds
from .table import LENGTH, Table

if TYPE_CHECKING:
    from playwright.sync_api import CDPSession, Page, Route

_SLOWED = 4
_LIMIT, _AIM = 50.0, 16.0
_MOST_WORK, _LITTLE_WORK = 1.4, 1.2
_MOST_SHIFT, _NO_SHIFT = 0.05, 0.0
_PAUSE = 60  # ms between two touches; nothing runs in the page then but the page itself
_CARDS = 20  # that are touched
_MOST_CAPTURED, _ORDERS = 16, 20
_VIEWS = (("by kind", ""), ("all 48", "?view=months"))
_WORK = {
    "TaskDuration": "all",
    "ScriptDuration": "scripts",
    "RecalcStyleDuration": "styles",
    "LayoutDuration": "layout",
}


# Runs before the scripts of the page, which then hear of no touch.
_DEAF = """for (const kind of ["pointerdown", "pointerup", "click", "input", "change"])
  addEventListener(kind, (event) => event.stopImmediatePropagation(), true);"""


# The milliseconds of work after each tap, one card captured after another, in each of some orders.
_COUNT = """async ([json, unsaid, orders]) => {
  const load = (name) => import(`/raw/scorer/${name}.js`);
  const loaded = await Promise.all(["cards", "plan", "evaluate", "next_cards", "questions"].map(load));
  const scripts = Object.assign({}, ...loaded);
  const plan = scripts.readPlan(json);
  const calls = { own: 0, others: 0, callers: 0 };
  const at = { ...calls, round: 1, dealt: [0, 0], dealt_brights: null, field_months: [] };
  const none = { cards: scripts.NONE, chaff: 0 }; // what the board works out ahead, as workAhead in board.js
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


class Watched(NamedTuple):
    """What was seen while cards were touched; times in ms."""

    changed: list[float]  # from lifting the finger to the changed line
    painted: list[float]  # … to the painted frame with it
    counted: list[float]  # as Event Timing counts, in steps of 8 ms, none below 16
    shift_loading: float
    shift_tapping: float
    shift_after_taps: float  # what CLS leaves out


def measure(table: Table, phones: Phones) -> Iterator[Figure]:
    if phones.missing:
        yield Figure("tap → yaku line painted", None, "ms", _LIMIT, _AIM, note=phones.missing)
        yield Figure("layout shift (CLS)", None, "", _MOST_SHIFT, _NO_SHIFT, note=phones.missing)
        return
    played, _ = played_rounds(LENGTH)
    board = f"{phones.address}/matches/{table.match(played[: LENGTH - 1])}/rounds/new"
    for view, query in _VIEWS:
        slow = _watched(phones, board + query)
        yield from _times(view, slow)
        yield _work_row(view, _worked(phones, board + query), _worked(phones, board + query, reacts=False))
        yield from _shifts(view, slow)
    yield from _scripts(phones)


def _watched(phones: Phones, board: str) -> Watched:
    """What happens while every card is touched twice, on a slowed processor."""
    with phones.page(_SLOWED) as (page, _console):
        page.goto(board)
        loaded = call(page, "shifts")
        places = _places(page)
        call(page, "watch")
        _touch(page, places)
        _touch(page, places)
        page.wait_for_timeout(300)  # the observer of events reports late
        seen: dict[str, Any] = page.evaluate("({ times: phone.times, events: phone.events })")
        tapped = call(page, "shifts")
    if len(seen["times"]) < len(places):
        raise RuntimeError(f"of {2 * len(places)} touches only {len(seen['times'])} changed the line")
    return Watched(
        [time["changed"] for time in seen["times"]],
        [time["painted"] for time in seen["times"]],
        seen["events"] or [16],
        loaded["counted"],
        tapped["counted"] - loaded["counted"],
        tapped["afterTaps"],
    )


def _worked(phones: Phones, board: str, reacts: bool = True) -> list[dict[str, float]]:
    """The same touches unslowed and unwatched: ms of work of the main thread for each, by kind.

    A board that does not ``react`` ticks its boxes, but its scripts hear of no touch.
    """
    with phones.page() as (page, console):
        if not reacts:
            page.add_init_script(_DEAF)
        console.send("Performance.enable", {"timeDomain": "threadTicks"})
        page.goto(board)
        places = _places(page)
        spent = [_work(console)]
        for _ in range(2):
            for place in places:
                _touch(page, [place])
                spent.append(_work(console))
            if len(spent) == len(places) + 1:
                ticked = page.locator('[name="cards-0"]:checked').count()
                spent[-1] = _work(console)  # without what counting took
    if ticked != len(places):
        raise RuntimeError(f"{len(places)} touches ticked {ticked} cards")
    return [
        {name: (after[name] - before[name]) * 1000 for name in _WORK} for before, after in pairwise(spent)
    ]


def _touch(page: Page, places: Sequence[tuple[float, float]]) -> None:
    for x, y in places:
        page.touchscreen.tap(x, y)
        page.wait_for_timeout(_PAUSE)


def _places(page: Page) -> list[tuple[float, float]]:
    """The middles of the cards that can be touched without scrolling, after choosing who stopped."""
    first = call(page, "place", '[name="result"][value="0"]')
    page.touchscreen.tap(first["x"], first["y"])
    page.wait_for_timeout(300)
    return [(x, y) for x, y in call(page, "free", '[name="cards-0"]')][:_CARDS]


def _work(console: CDPSession) -> dict[str, float]:
    """Seconds of processor time that the page's main thread has spent so far, by kind."""
    metrics = console.send("Performance.getMetrics")["metrics"]
    return {metric["name"]: metric["value"] for metric in metrics if metric["name"] in _WORK}


def _times(view: str, slow: Watched) -> Iterator[Figure]:
    what = f"tap → yaku line painted, {view}, processor / {_SLOWED}"
    yield Figure(
        f"{what}, median",
        median(slow.painted),
        "ms",
        _LIMIT,
        _AIM,
        note=f"{len(slow.painted)} touches; the line itself has changed after {median(slow.changed):.1f} ms,"
        " the rest waits for the next frame (60 a second) and paints it",
    )
    yield Figure(
        f"{what}, 95 %",
        percentile(slow.painted, 0.95),
        "ms",
        _LIMIT,
        _AIM,
        note=f"changed after {percentile(slow.changed, 0.95):.1f} ms;"
        f" as Event Timing counts: {percentile(slow.counted, 0.95):.0f} ms",
    )


def _work_row(view: str, work: list[dict[str, float]], deaf: list[dict[str, float]]) -> Figure:
    """The work itself, without the slowdown, beside that of a board that only ticks."""
    of_tap, of_tick = (sum(touch["TaskDuration"] for touch in touches) for touches in (work, deaf))
    parts = ", ".join(
        f"{told} {_SLOWED * sum(touch[name] for touch in work) / len(work):.1f}"
        for name, told in _WORK.items()
    )
    return Figure(
        f"  work of the page for a tap, {view}, beside a board that reacts to nothing",
        of_tap / of_tick,
        "×",
        _MOST_WORK,
        _LITTLE_WORK,
        note=f"processor time of the main thread, mean, times {_SLOWED}, in ms: {parts}",
    )


def _scripts(phones: Phones) -> Iterator[Figure]:
    """The work of the scripts themselves: the score, the next cards and the questions after each card."""
    chance, ids = Random(1), [card.id for card in CARDS]
    orders = [chance.sample(ids, _MOST_CAPTURED) for _ in range(_ORDERS)]
    firsts, later = [], []
    for name in names():
        with phones.page(_SLOWED) as (page, _console):
            page.route("**/raw/**", _answer_raw)
            page.goto(f"{phones.address}/raw/page.html")
            plan = scorer(rules(name)).plan
            first, *rest = page.evaluate(_COUNT, [plan_json(plan), unsaid(plan, 1), orders])
            firsts.append(first)
            later += rest
    what = f"  the scripts' own part of a tap, processor / {_SLOWED}"
    yield Figure(f"{what}, the first of a page", median(firsts), "ms", 20, 12, note="median of all rule sets")
    yield Figure(f"{what}, later ones, 90 %", percentile(later, 0.9), "ms", 2.5, 1)


def _answer_raw(route: Route) -> None:
    """A module of the app as it is written, or a page with nothing in it."""
    name = route.request.url.partition("/raw/")[2]
    if name == "page.html":
        route.fulfill(body="<!doctype html>", content_type="text/html")
    else:
        route.fulfill(path=beside("static") / "js" / name, content_type="text/javascript")


def _shifts(view: str, slow: Watched) -> Iterator[Figure]:
    what = f"layout shift (CLS), {view}"
    yield Figure(f"{what}, loading", slow.shift_loading, "", _MOST_SHIFT, _NO_SHIFT)
    yield Figure(
        f"{what}, while tapping",
        slow.shift_tapping,
        "",
        _MOST_SHIFT,
        _NO_SHIFT,
        note=f"{slow.shift_after_taps:.4f} right after taps, which CLS leaves out",
    )
