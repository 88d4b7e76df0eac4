"""Names as long as names may be, in a match and at its end."""

from __future__ import annotations

import pytest
from browser.phones import Served, opened
from browser.playing import stored
from playwright.sync_api import Browser

pytestmark = pytest.mark.browser


def test_names_as_long_as_names_may_be_make_no_page_scroll_sideways(browser: Browser, served: Served) -> None:
    names = ["W" * 40, "花" * 40, "Anna-Maria von und zu Hohenstein-Waldburg"[:40]]
    start = {"type": "match-started", "players": names, "ruleset": "mongolopedia"}
    called = {"type": "koikoi-called", "player": 0}
    won = {"type": "round-won", "player": 0, "piles": ["01B 03B 08B 12B 11B 10C", "02A", "04A"]}
    match = f"/matches/{stored(served[1], [start, called, won])}"
    with opened(browser, served, width=320) as page:
        pages = ("", "/rounds/new", "/rounds/1", "/rounds/1/correction", "/turns", "/sheet", "/screen")
        for address in ("/", *(match + page for page in pages)):
            page.goto(address)
            excess = page.evaluate("document.documentElement.scrollWidth - innerWidth")
            assert excess <= 0, f"{address} is {excess} px too wide"


def test_at_the_end_of_a_match_long_names_are_whole(browser: Browser, served: Served) -> None:
    names = ["Zażółć Wąsikowska-Brzęczyszczykiewicz", "Lis", "W" * 40]
    start = {"type": "match-started", "players": names, "ruleset": "mongolopedia", "rounds": 1}
    won = {"type": "round-won", "player": 0, "piles": ["01B 03B 08B", None, None]}
    with opened(browser, served) as page:
        page.goto(f"/matches/{stored(served[1], [start, won])}")
        cut = page.evaluate(
            """[...document.querySelectorAll(".seats .name")]
              .filter((name) => name.firstElementChild.offsetWidth > name.offsetWidth)
              .map((name) => name.textContent)"""
        )
        assert cut == []
        heights = "[...document.querySelectorAll('.seats .coins')].map((e) => e.getBoundingClientRect().top)"
        assert len(set(page.evaluate(heights))) == 1
