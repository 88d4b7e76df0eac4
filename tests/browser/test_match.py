"""Whole matches in a real browser on a small phone, with JavaScript and without."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from looks import daily
from playwright.sync_api import Browser

from .phones import Phone, Served, opened
from .playing import begin, begin_by_form, board, choose, coins, save, stopped, stored, tally, tap

pytestmark = pytest.mark.browser


@pytest.fixture(params=daily([False, True], 2), ids="JavaScript {}".format)
def page(request: pytest.FixtureRequest, browser: Browser, served: Served) -> Iterator[Phone]:
    with opened(browser, served, javascript=request.param) as page:
        yield page


def test_a_match_of_three_rounds(page: Phone) -> None:
    match = begin_by_form(page, rounds="3", purse="100")
    stopped(page, 0, calls=(0, 1))  # 5 × 2
    save(page)
    assert coins(page) == [110, 90]
    stopped(page, 1, ("07A", "06A", "10A"), chaff=10)  # 5 + 1
    save(page)
    assert coins(page) == [104, 96]
    board(page)
    choose(page, "other")
    assert "Anna pays Ben 6" in page.locator('[name="other"][value="hand.1.teshi"]').inner_text()
    page.locator('[name="other"][value="hand.1.teshi"]').click()
    page.wait_for_url(re.compile(r"saved=3$"))
    assert coins(page) == [98, 102]
    page.get_by_role("heading", name="Ben wins").wait_for()
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("status").get_by_text("was undone.").wait_for()
    assert coins(page) == [104, 96]
    board(page)
    choose(page, "nobody")
    save(page)
    page.get_by_role("heading", name="Anna wins").wait_for()

    page.goto(f"{match}/rounds/1")
    page.get_by_role("link", name="Correct this round").click()
    page.locator("#calls-1").fill("0")
    save(page)
    page.get_by_role("heading", name="Changed rounds").wait_for()
    page.goto(match)
    assert coins(page) == [99, 101]
    sheet = tally(page, match)
    assert sheet["balance"] == [99, 101]
    assert [row["result"] for row in sheet["rounds"]] == ["won", "won", "exhausted"]
    assert (sheet["finished"], sheet["winners"]) == (True, [1])
    assert page.locator(".notepad tbody tr").count() == 3


def test_a_refused_round_stays_on_the_screen_with_the_reason(page: Phone) -> None:
    begin(page)
    stopped(page, 0, ("01B", "03B"))
    if page.scripted:
        page.get_by_role("button", name="Save round 1").click()
    else:
        page.get_by_role("button", name="Show the result").click()
    page.get_by_text("Those cards make no yaku.").wait_for()
    assert page.locator('[name="cards-0"]:checked').count() == 2
    page.complaints.clear()  # the browser notes the status 422
    tap(page, 0, ("08B",))
    save(page)
    assert coins(page) == [105, 95]


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
