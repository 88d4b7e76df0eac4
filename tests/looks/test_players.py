"""The players on a phone: those who played for coins and for points have a column more."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest
from browser.pages import WON, reader
from browser.phones import running
from browser.playing import stored
from extent import daily
from playwright.sync_api import Browser

pytestmark = pytest.mark.browser

START = {"type": "match-started", "rounds": 1, "purse": 100, "at": "2026-02-14T12:00:00Z"}
LONG = ("Zażółć Wąsikowska-Brzęczyszczykiewicz", "Maximiliane")


@pytest.mark.parametrize(("language", "width"), daily(product(("ru", "nl"), (320, 360)), 4))
def test_two_units_and_long_names_fit_the_width(
    browser: Browser, tmp_path: Path, language: str, width: int
) -> None:
    with running(tmp_path) as served:
        for rules, players in (("russian", LONG), ("default", ("Anna", "Ben"))):
            stored(served[1], [{**START, "players": players, "ruleset": rules}, WON])
        page = reader(browser, served, language, width)
        for order in ("last", "won"):
            page.goto(f"/players?order={order}")
            assert page.locator("tbody tr").count() == 4
            assert page.locator("thead .n").count() == (4 if order == "last" else 5)
            assert page.evaluate("document.documentElement.scrollWidth") == width
        assert not page.complaints
        page.context.close()
