"""The yaku chart in a browser: looked up from the board and left again, and printed."""

from __future__ import annotations

import re

import pytest
from browser.pages import reader
from browser.phones import Served, opened
from browser.playing import open_board
from extent import EVERY_LOOK
from playwright.sync_api import Browser

from scorekeeper.koikoi.rules.loader import names
from scorekeeper.languages import LANGUAGES

pytestmark = pytest.mark.browser

PAGE = re.compile(rb"/Type\s*/Page\b")
# Every rule set in every language takes minutes: `make test-all`.
PRINTED = {language: names() for language in LANGUAGES} if EVERY_LOOK else {"ru": ["russian_all"]}


def test_a_look_at_the_chart_keeps_what_was_tapped(browser: Browser, served: Served) -> None:
    with opened(browser, served) as page:
        open_board(page)
        for card in ("01B", "03B", "08B"):
            page.locator(f'label:has([name="cards-0"][value="{card}"])').click()
        page.click('[data-step="1"] >> nth=0')
        page.get_by_role("link", name="Yaku chart").click()
        page.get_by_role("heading", name="Yaku chart").wait_for()
        page.locator("a.back").click()
        page.locator("[data-board]").wait_for()
        ticked = page.locator('[name="cards-0"]:checked')
        assert ticked.evaluate_all("boxes => boxes.map((box) => box.value)") == ["01B", "03B", "08B"]
        assert page.input_value("#calls-0") == "1"
        assert page.is_checked('[name="result"][value="0"]')


def test_without_javascript_the_chart_opens_beside_the_board(browser: Browser, served: Served) -> None:
    with opened(browser, served, javascript=False) as page:
        open_board(page)
        page.locator('label:has([name="cards-0"][value="01B"])').click()
        with page.context.expect_page() as beside:
            page.get_by_role("link", name="Yaku chart").click()
        beside.value.wait_for_url("**/chart*")
        assert page.is_checked('[name="cards-0"][value="01B"]')


def test_the_yaku_of_a_rule_set_lead_to_their_cards(browser: Browser, served: Served) -> None:
    with opened(browser, served) as page:
        page.goto("/rules/cwz_local")
        led = page.locator('[href*="#yaku-"]').evaluate_all("links => links.map((link) => link.hash)")
        page.get_by_role("link", name="Four brights", exact=True).first.click()
        page.wait_for_url("**#yaku-*")
        row = page.locator(":target")
        assert "Four brights" in row.inner_text()
        assert row.locator("svg").count() == 4
        rows = page.locator(".yaku-row").evaluate_all("rows => rows.map((row) => '#' + row.id)")
        assert set(led) == set(rows)


@pytest.mark.parametrize("language", PRINTED)
def test_a_chart_is_one_page_on_paper(browser: Browser, served: Served, language: str) -> None:
    page = reader(browser, served, language)
    pages = {}
    for name in PRINTED[language]:
        for paper in ("a4", "fold"):
            page.goto(f"/rules/{name}/chart?paper={paper}")
            pages[name, paper] = len(PAGE.findall(page.pdf(prefer_css_page_size=True)))
    page.context.close()
    assert set(pages.values()) == {1}, pages
