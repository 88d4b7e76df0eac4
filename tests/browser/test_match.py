"""Whole matches in a real browser on a small phone, with JavaScript and without."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from extent import daily
from playwright.sync_api import Browser

from .phones import Phone, Served, opened
from .playing import begin, begin_by_form, board, choose, coins, save, stopped, tally, tap

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
    page.get_by_role("link", name="Change round 3").click()
    page.get_by_text("Filled in as it was entered before.").wait_for()
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
