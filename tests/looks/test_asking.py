"""The questions of the rule editor on a phone: how they stand is said at once, and nothing needs a script."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING
from urllib.parse import parse_qs

import pytest
from browser.axe import violations
from browser.phones import Served, opened

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser


def test_an_answer_is_said_at_once_and_taken_back(browser: Browser, served: Served) -> None:
    with opened(browser, served) as page:
        page.goto("/rules/new?from=russian")
        page.click("#s-ask\\.big > summary")
        page.check('[name="answer.big"][value="ten"]')
        page.fill("#o-title", "House")
        page.locator("#now-ask\\.big", has_text="from 10 points").wait_for()
        page.click("#s-changes > summary")
        assert page.locator("#now-list li").count() == 1
        assert violations(page) == []
        page.emulate_media(color_scheme="dark")
        assert violations(page, only=["color-contrast"]) == []
        page.click("#now-list [name=undo]")
        page.locator("#now-ask\\.big", has_text="from 7 points").wait_for()
        assert page.input_value("#o-title") == "House"
        assert page.evaluate("document.documentElement.scrollWidth") == 360


def test_of_the_folds_only_those_that_were_changed_are_sent(browser: Browser, served: Served) -> None:
    with opened(browser, served) as page:

        def sent(change: Callable[[], None]) -> set[str]:
            with page.expect_request(lambda request: request.method == "POST") as asked:
                change()
            return set(parse_qs(asked.value.post_data or "", keep_blank_values=True))

        page.goto("/rules/new?from=russian")
        page.click("#s-ask\\.big > summary")
        first = sent(lambda: page.check('[name="answer.big"][value="ten"]'))
        assert {"title", "latest", "answer.big", "multipliers.big.at", "answer.in_all"} <= first
        assert not {"answer.own", "deal.hand", "yaku.tan.months", "try.cards", "pair"} & first
        page.click("#s-deal > summary")
        second = sent(lambda: page.fill('[name="deal.hand"]', "7"))
        assert second - first >= {"deal.hand", "deal.field"}
        assert first <= second, "what was changed before is sent again"
        page.click("#s-changes > summary")
        page.click("#now-list [name=undo] >> nth=0")
        page.locator("#now-list li").and_(page.locator(":only-child")).wait_for()
        third = sent(lambda: page.locator('[name="answer.own"][value="flat"]').dispatch_event("click"))
        assert {"yaku.tan.months", "pair"} <= third, "what stands in this page is kept nowhere yet"


def test_only_the_fields_that_count_are_shown(browser: Browser, served: Served) -> None:
    with opened(browser, served) as page:
        page.goto("/rules/new?from=russian")
        page.click("#s-ask\\.koikoi > summary")
        form = page.locator('[name="multipliers.own_koi.form"]')
        form.wait_for(state="attached")
        assert not form.is_visible()
        page.check('[name="answer.own"][value="else"]')
        steps = page.locator('#s-ask\\.koikoi [name="multipliers.own_koi.table"]').first
        factor = page.locator('[name="multipliers.own_koi.factor"]')
        assert (factor.is_visible(), steps.is_visible()) == (True, False)
        form.select_option("table")
        assert (factor.is_visible(), steps.is_visible()) == (False, True)
        form.select_option("off")
        assert (factor.is_visible(), steps.is_visible()) == (False, False)
        page.click("#s-ask\\.coins > summary")
        page.check('[name="answer.coins"][value="else"]')
        assert page.locator('[name="settlement.purse.rounds"]:visible').count() == 5
        page.select_option('[name="settlement.purse"]', "same")
        assert page.locator('[name="settlement.purse.rounds"]:visible').count() == 0
        assert page.locator('[name="settlement.purse.same"]').is_visible()


def test_the_enter_key_searches_also_without_scripts(browser: Browser, served: Served) -> None:
    with opened(browser, served, javascript=False) as page:
        page.goto("/rules/new")
        page.fill("#o-title", "House")
        page.fill("#find", "who deals")
        page.press("#find", "Enter")
        page.click(".hits button")
        page.check('[name="answer.dealer"][value="loser"]')
        page.click(".dock .primary")
        page.wait_for_url("**/rules/house*")
        tree = served[1].house_rules.find("house")
    assert tree is not None
    assert tree["match"] == {"next_dealer": "loser"}


def test_the_search_has_no_violation(browser: Browser, served: Served) -> None:
    with opened(browser, served) as page:
        page.goto("/rules/new")
        page.fill("#find", "dealer")
        page.press("#find", "Enter")
        page.wait_for_selector(".hits")
        for topic in ("coins", "koikoi"):
            page.click(f"#s-ask\\.{topic} > summary")
        assert violations(page) == []
