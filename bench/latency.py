"""From a real touch to the changed yaku line, on a processor slowed four times; and layout shifts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from .browser import Phones, call
from .figures import Figure, median, percentile
from .rounds import rounds
from .table import LENGTH, Table

if TYPE_CHECKING:
    from playwright.sync_api import CDPSession, Page

_SLOWED = 4
_LIMIT, _AIM = 50.0, 16.0
_MOST_WORK, _LITTLE_WORK = 25.0, 16.0
_MOST_SHIFT, _NO_SHIFT = 0.05, 0.0
_PAUSE = 60  # ms between two touches; nothing runs in the page then but the page itself
_CARDS = 20  # that are touched
_VIEWS = (("by kind", ""), ("all 48", "?view=months"))
_WORK = {
    "TaskDuration": "all",
    "ScriptDuration": "scripts",
    "RecalcStyleDuration": "styles",
    "LayoutDuration": "layout",
}


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
    played, _ = rounds(LENGTH)
    board = f"{phones.address}/matches/{table.match(played[: LENGTH - 1])}/rounds/new"
    for view, query in _VIEWS:
        slow = _watched(phones, board + query)
        yield from _times(view, slow)
        yield _work_row(view, _worked(phones, board + query))
        yield from _shifts(view, slow)


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


def _worked(phones: Phones, board: str) -> dict[str, float]:
    """The same touches unslowed and unwatched: ms of work of the main thread a touch, by kind."""
    with phones.page() as (page, console):
        console.send("Performance.enable", {"timeDomain": "threadTicks"})
        page.goto(board)
        places = _places(page)
        before = _work(console)
        _touch(page, places)
        ticked = page.locator('[name="cards-0"]:checked').count()
        _touch(page, places)
        after = _work(console)
    if ticked != len(places):
        raise RuntimeError(f"{len(places)} touches ticked {ticked} cards")
    return {name: (after[name] - before[name]) * 1000 / (2 * len(places)) for name in _WORK}


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


def _work_row(view: str, work: dict[str, float]) -> Figure:
    """The work itself, which does not depend on how busy the machine is, without the slowdown."""
    parts = ", ".join(f"{told} {work[name] * _SLOWED:.1f}" for name, told in _WORK.items() if told != "all")
    return Figure(
        f"  work of the page for a tap, {view}, × {_SLOWED}",
        work["TaskDuration"] * _SLOWED,
        "ms",
        _MOST_WORK,
        _LITTLE_WORK,
        note=f"processor time of the main thread, mean, unslowed and unwatched, times {_SLOWED}: {parts}",
    )


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
