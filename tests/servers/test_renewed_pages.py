"""A page that its newest state replaces, without being loaded: it shows and does what a loaded one does."""

from __future__ import annotations

import pytest
from browser.pages import PAGES, furnished
from browser.phones import Phone, Served, opened, phone, until
from browser.playing import begun, save_round
from playwright.sync_api import Browser

pytestmark = [pytest.mark.browser, pytest.mark.slow]

# The page comes back by the browser's own button, and something on it is old.
COME_BACK = """() => {
  document.querySelector("[data-news]")?.removeAttribute("data-news");
  for (const form of document.forms) form.reset();
  document.querySelector("main").append("old");
  dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
}"""
IS_RENEWED = "document.querySelector('main').lastChild.data !== 'old'"
SEEN = "document.body.innerText"


def come_back(page: Phone) -> None:
    page.evaluate(COME_BACK)
    until(page, IS_RENEWED)


def test_every_page_shows_what_a_loaded_one_does(browser: Browser, served: Served) -> None:
    ids = furnished(served[1])
    page = phone(browser, served)
    for name, path in PAGES.items():
        if "refused" in name:  # its fields hold what was entered, and stay
            continue
        page.goto(path.format(**ids))
        seen = page.evaluate(SEEN)
        come_back(page)
        until(page, f"{SEEN} === {seen!r}")
    page.context.close()


def test_what_a_match_is_passed_on_by_comes_with_the_news_of_its_end(
    browser: Browser, served: Served
) -> None:
    with opened(browser, served) as page:
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        page.goto(f"/matches/{begun(served[1], rounds=3)}")
        for seat in (0, 1):
            save_round(served[1], page.url, seat)
        page.evaluate("window.here = true")
        save_round(served[1], page.url, 1)
        page.get_by_text("Share or print").click()
        page.get_by_role("button", name="Copy").click()
        page.get_by_role("button", name="Copied").wait_for()
        assert "Ben" in page.evaluate("navigator.clipboard.readText()")
        assert page.evaluate("here"), "the page was loaded"


def test_print_buttons_work(browser: Browser, served: Served) -> None:
    with opened(browser, served) as page:
        page.add_init_script("window.print = () => (window.printed = (window.printed ?? 0) + 1)")
        page.goto("/rules/russian/chart")
        come_back(page)
        page.locator("[data-print]").first.click()
        assert page.evaluate("printed") == 1
