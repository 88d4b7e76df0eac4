"""With letters of twice the size, as a phone's settings make them, a round can be entered and read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from chromium import FLAGS, executable

from .phones import Served, phone
from .playing import choose, tap

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

TWICE = "--blink-settings=defaultFontSize=32"
CUT = """() => [...document.querySelectorAll(".bar h1, .ending > .segments .name")]
  .filter((text) => text.scrollWidth > text.clientWidth || (text.matches("h1") && text.clientWidth < 240))
  .map((text) => text.textContent.trim())"""
COVERED = """() => [...document.querySelectorAll(".card .mark")]
  .filter((mark) => mark.getClientRects().length)
  .filter((mark) => mark.clientHeight > mark.parentElement.clientHeight / 2)
  .map((mark) => mark.textContent)"""


@pytest.fixture(scope="module")
def large(browser: Browser) -> Iterator[Browser]:
    large = browser.browser_type.launch(executable_path=executable(), args=[*FLAGS, TWICE])
    yield large
    large.close()


@pytest.mark.parametrize(
    ("language", "names"), [("en", ("Kazimierz", "Żaneta")), ("ru", ("Анастасия", "Константин"))]
)
def test_a_round_is_entered_with_twice_as_large_letters(
    large: Browser, served: Served, language: str, names: tuple[str, str]
) -> None:
    page = phone(large, served)
    page.set_extra_http_headers({"Accept-Language": language})
    page.goto("/matches/new?ruleset=russian")
    assert fits(page)
    page.fill("#name-0", names[0])
    page.fill("#name-1", names[1])
    page.locator(".dock .primary").click()
    page.wait_for_url("**/matches/*")
    assert fits(page)
    page.locator('.dock [href$="/rounds/new"]').click()
    page.wait_for_url("**/rounds/new")
    assert fits(page)
    assert page.evaluate(CUT) == []
    assert page.evaluate(COVERED) == []
    choose(page, "0")
    tap(page, 0, ("01B", "03B", "08B"))
    assert in_sight(page, "[data-save]")
    page.locator("[data-save]").click()
    page.wait_for_url("**?saved=1")
    assert fits(page)
    assert in_sight(page, '.dock [href$="/rounds/new"]')
    page.context.close()


def fits(page: Page) -> bool:
    """Whether nothing scrolls sideways."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def in_sight(page: Page, selector: str) -> bool:
    box = page.locator(selector).bounding_box()
    assert box
    return box["y"] >= 0 and box["y"] + box["height"] <= 640
