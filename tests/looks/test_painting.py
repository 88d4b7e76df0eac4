"""How much a tap makes the browser paint, lay out and restyle: little more than its card and the line."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest
from browser.phones import Served, opened
from browser.playing import open_board
from playwright.sync_api import Browser

pytestmark = pytest.mark.browser

TAPS = ("01B", "03B", "08B", "02A")
MANY_YAKU = ("01B", "03B", "08B", "12B", "09A", "06A", "07A", "10A")  # more than a line holds
CATEGORIES = ["cc", "blink", "devtools.timeline", "disabled-by-default-devtools.timeline"]
MOST_SHIFT = 0.005  # of a screen: the hint in the live line makes room for a payment
SHIFTS = """
window.shifts = [];
const element = (node) => node.closest ? node : node.parentElement;
const isOutside = ({ node }) => node && !element(node)?.closest(".live");
new PerformanceObserver((list) => {
  for (const { value, sources } of list.getEntries()) shifts.push([value, sources.filter(isOutside).length]);
}).observe({ type: "layout-shift" });
"""
CHANGES = """
window.changes = [];
new MutationObserver((list) => changes.push(...list.map(({ target }) => target.outerHTML ?? target.data)))
  .observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
"""
# What a tap begins has ended, and is painted: also where a browser is never idle for two seconds.
SETTLED = """Promise.all(document.getAnimations().map((animation) => animation.finished)).then(() =>
  new Promise((done) => requestAnimationFrame(() => requestIdleCallback(() => done(), { timeout: 2000 }))))"""
MOST_RESTYLED = 45  # elements; with the labels of all cards it would be twice as many


@pytest.mark.slow
def test_a_tap_dims_pictures_without_drawing_them_again(browser: Browser, served: Served) -> None:
    # the first choice dims the other cards, undoing it undims them
    events, pictures = traced(browser, served, [card for card in TAPS for _ in ("on", "off")])
    rastered = sum(event["name"] == "RasterTask" and event["ph"] in "XB" for event in events)
    assert pictures > 20
    assert 0 < rastered < 2 * len(TAPS) * pictures / 2


@pytest.mark.parametrize("size", [(360, 640), (640, 360)])
def test_a_further_tap_restyles_little_more_than_its_card(
    browser: Browser, served: Served, size: tuple[int, int]
) -> None:
    events, _ = traced(browser, served, TAPS[1:], before=TAPS[:1], size=size)
    restyled = [event["args"]["elementCount"] for event in events if event["name"] == "UpdateLayoutTree"]
    assert 0 < max(restyled) <= MOST_RESTYLED, restyled


@pytest.mark.slow
def test_a_further_tap_lays_out_its_card_and_the_line(browser: Browser, served: Served) -> None:
    events, _ = traced(browser, served, TAPS[1:], before=TAPS[:1])
    layouts = [event["args"]["beginData"] for event in events if event["name"] == "Layout"]
    sorted_anew = sum(event["name"] == "PaintArtifactCompositor::Update" for event in events)
    assert sorted_anew == 0
    assert 0 < len(layouts) <= len(TAPS[1:])  # none where the live line stays as it is
    assert all(layout["partialLayout"] for layout in layouts), layouts


@pytest.mark.slow
def test_the_first_tap_lays_out_the_line_alone_where_it_takes_the_place_of_the_first_steps(
    browser: Browser, served: Served
) -> None:
    events, _ = traced(browser, served, TAPS[:1])
    layouts = [event["args"]["beginData"] for event in events if event["name"] == "Layout"]
    assert layouts
    assert all(layout["partialLayout"] for layout in layouts), layouts


@pytest.mark.slow
def test_yaku_that_have_two_lines_are_not_tried_on_one_at_every_tap(browser: Browser, served: Served) -> None:
    taps = ("02A", "01R", "02R", "11B", "03R")  # at last more than the place holds
    events, _ = traced(browser, served, taps, before=MANY_YAKU)
    layouts = [event for event in events if event["name"] == "Layout"]
    sorted_anew = sum(event["name"] == "PaintArtifactCompositor::Update" for event in events)
    assert sorted_anew == 0
    assert 0 < len(layouts) <= len(taps)


def test_a_tap_moves_nothing_but_figures_of_the_live_line(browser: Browser, served: Served) -> None:
    with opened(browser, served) as page:
        open_board(page)
        page.evaluate(SETTLED)
        page.evaluate(SHIFTS)
        for card in [*TAPS, "09A", "12B", "11B", *TAPS]:
            page.locator(f'label:has([name="cards-0"][value="{card}"])').tap()
            page.evaluate(SETTLED)
        shifts = page.evaluate("shifts")
    assert [shift for shift in shifts if shift[0] > MOST_SHIFT or shift[1]] == []


def test_an_answer_without_news_changes_nothing_on_the_board(browser: Browser, served: Served) -> None:
    with opened(browser, served) as page, opened(browser, served) as other:
        open_board(other)
        page.goto(other.url)
        page.get_by_text("Another phone is entering this round").wait_for()
        page.evaluate(SETTLED)
        page.evaluate(CHANGES)
        for _ in range(2):
            with page.expect_response("**/news?*"):
                pass
        page.evaluate(SETTLED)
        assert page.evaluate("changes") == []


def traced(
    browser: Browser,
    served: Served,
    cards: Sequence[str],
    before: Sequence[str] = (),
    size: tuple[int, int] = (360, 640),
) -> tuple[list[dict[str, Any]], int]:
    """What the browser did while these cards were tapped, and how many pictures the board shows."""
    width, height = size
    with opened(browser, served, width=width, height=height) as page:
        open_board(page)
        for card in before:
            page.locator(f'label:has([name="cards-0"][value="{card}"])').click()
        page.evaluate(SETTLED)
        pictures = page.locator(".card > svg >> visible=true").count()
        browser.start_tracing(page=page, categories=CATEGORIES)
        for card in cards:
            page.locator(f'label:has([name="cards-0"][value="{card}"])').click()
            page.evaluate(SETTLED)
        return json.loads(browser.stop_tracing())["traceEvents"], pictures
