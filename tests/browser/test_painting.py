"""What a tap makes the browser paint: its own card, and none of the pictures that it dims."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from .phones import open_board, phone, running

pytestmark = pytest.mark.browser

TAPS = ("01B", "03B", "08B", "02A")
CATEGORIES = ["cc", "devtools.timeline", "disabled-by-default-devtools.timeline"]


def test_a_tap_does_not_draw_the_pictures_again_that_it_dims(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path) as served:
        page = phone(browser, served)
        open_board(page)
        page.wait_for_timeout(1000)
        pictures = page.locator(".card > svg >> visible=true").count()
        browser.start_tracing(page=page, categories=CATEGORIES)
        for card in TAPS:  # the first choice dims the other cards, undoing it lights them
            for change in (page.check, page.uncheck):
                change(f'[name="cards-0"][value="{card}"]', force=True)
                page.wait_for_timeout(200)
        events = json.loads(browser.stop_tracing())["traceEvents"]
        page.context.close()
    rastered = sum(event["name"] == "RasterTask" and event["ph"] in "XB" for event in events)
    assert pictures > 20
    assert 0 < rastered < 2 * len(TAPS) * pictures / 2
