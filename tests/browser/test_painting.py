"""What a tap makes the browser do: paint, lay out and restyle its own card and the live line, little else."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from .phones import open_board, phone, running

pytestmark = pytest.mark.browser

TAPS = ("01B", "03B", "08B", "02A")
CATEGORIES = ["cc", "devtools.timeline", "disabled-by-default-devtools.timeline"]
MOST_RESTYLED = 45  # elements; with the labels of all cards it would be twice as many


def test_a_tap_does_not_draw_the_pictures_again_that_it_dims(browser: Browser, tmp_path: Path) -> None:
    # the first choice dims the other cards, undoing it lights them
    events, pictures = traced(browser, tmp_path, [card for card in TAPS for _ in ("on", "off")])
    rastered = sum(event["name"] == "RasterTask" and event["ph"] in "XB" for event in events)
    assert pictures > 20
    assert 0 < rastered < 2 * len(TAPS) * pictures / 2


def test_a_further_tap_lays_out_and_restyles_little_else_than_its_card(
    browser: Browser, tmp_path: Path
) -> None:
    events, _ = traced(browser, tmp_path, TAPS[1:], before=TAPS[0])
    layouts = [event["args"]["beginData"] for event in events if event["name"] == "Layout"]
    restyled = [event["args"]["elementCount"] for event in events if event["name"] == "UpdateLayoutTree"]
    assert len(layouts) >= len(TAPS[1:])
    assert all(layout["partialLayout"] for layout in layouts), layouts
    assert 0 < max(restyled) <= MOST_RESTYLED, restyled


def traced(
    browser: Browser, folder: Path, cards: Sequence[str], before: str = ""
) -> tuple[list[dict[str, Any]], int]:
    """What the browser did while these cards were tapped, and how many pictures the board shows."""
    with running(folder) as served:
        page = phone(browser, served)
        open_board(page)
        if before:
            page.locator(f'label:has([name="cards-0"][value="{before}"])').click()
        page.wait_for_timeout(1000)
        pictures = page.locator(".card > svg >> visible=true").count()
        browser.start_tracing(page=page, categories=CATEGORIES)
        for card in cards:
            page.locator(f'label:has([name="cards-0"][value="{card}"])').click()
            page.wait_for_timeout(200)
        events = json.loads(browser.stop_tracing())["traceEvents"]
        page.context.close()
    return events, pictures
