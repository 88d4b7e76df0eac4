"""The referee on the board, in a browser."""

from __future__ import annotations

import re

import pytest
from browser.phones import Served, opened
from browser.playing import begun, coins, open_board, tap
from playwright.sync_api import Browser

pytestmark = pytest.mark.browser
THREE = ("01B", "03B", "08B")


@pytest.mark.slow
def test_the_answer_is_shown_on_the_board_and_a_call_is_noted_there(browser: Browser, served: Served) -> None:
    with opened(browser, served, expected=["status of 422"]) as page:
        open_board(page)
        tap(page, 0, THREE)
        page.locator("[data-more] > summary").click()
        page.locator("[data-more] [data-referee]").click()
        page.get_by_role("heading", name="Anna may call koi-koi or stop.").wait_for()
        assert page.url.endswith("/rounds/new")
        page.get_by_role("button", name="Anna calls koi-koi now").click()
        assert page.input_value("#calls-0") == "1"
        assert page.input_value('[name="called-0"]') == "01B 03B 08B"
        page.reload()
        assert page.input_value('[name="called-0"]') == "01B 03B 08B"
        page.locator("[data-more] > summary").click()
        page.locator("[data-more] [data-referee]").click()
        page.get_by_role("heading", name="Anna has nothing to decide: play on.").wait_for()
        page.locator("[data-more] > summary").click()
        page.locator("[data-save]").click()
        page.get_by_text("needs a new or better yaku to stop").wait_for()
        page.locator("#ruling").fill("We play so")
        page.locator("#ruling").press("Enter")
        page.wait_for_url(re.compile(r"saved=1"))
        assert coins(page) == [110, 90]
        assert page.locator("[data-outbox]").is_hidden()


# How far the kanji of a kind stand out of its name, below and to the side, whichever is less.
CUT = """() => [...document.querySelectorAll(".kind-name span[lang=ja]")]
  .filter((kanji) => kanji.checkVisibility())
  .map((kanji) => [kanji.getBoundingClientRect(), kanji.parentElement.getBoundingClientRect()])
  .map(([kanji, name]) => Math.max(0, Math.min(kanji.bottom - name.bottom, kanji.right - name.left)))"""


def test_kanji_beside_low_cards_are_whole_or_not_there(browser: Browser, served: Served) -> None:
    with opened(browser, served) as page:
        page.goto(f"/matches/{begun(served[1])}/rounds/new")
        assert page.evaluate(CUT) == pytest.approx([0, 0, 0], abs=1.5)


def test_the_line_names_a_yaku_that_the_weather_takes(browser: Browser, served: Served) -> None:
    with opened(browser, served) as page:
        page.goto(f"/matches/{begun(served[1], 'mongolopedia')}/rounds/new")
        page.locator('label:has([name="result"][value="0"])').click()
        tap(page, 0, ("03B", "09A"))
        line = page.locator("[data-live]")
        assert "Flower viewing" in line.inner_text()
        assert "does not count" not in line.inner_text()
        tap(page, 0, ("11B",))
        assert "Flower viewing does not count: the rain man was captured: rain" in line.inner_text()
        tap(page, 0, ("01B", "08B", "12B"))
        assert "Five brights" in line.inner_text()
        assert "Flower viewing does not count" in line.inner_text()
