"""Browsers older than those for which the app is made: Chromium without what they do not know."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from browser.phones import Phone, Served, opened, until
from playwright.sync_api import Page, Route, expect

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser


def without(page: Page, feature: str) -> None:
    """Let styles and scripts speak of a feature that no browser knows, in place of this one."""

    def changed(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.text().replace(feature, f"no-{feature}"))

    page.route(re.compile(r"/assets/.*\.(css|js)$"), changed)


def begin(page: Phone) -> None:
    page.goto("/matches/new?ruleset=russian")
    page.fill("#name-0", "Anna")
    page.fill("#name-1", "Ben")
    page.check('[name="dealer"][value="0"]')
    page.click(".dock .primary")
    page.wait_for_url(re.compile(r"/matches/\w{32}$"))
    page.click(".dock .primary")
    page.wait_for_url("**/rounds/new")


@pytest.mark.slow
def test_without_container_queries_a_match_is_played_on_plain_pages(browser: Browser, served: Served) -> None:
    with opened(browser, served) as page:
        without(page, "container-type")
        begin(page)
        expect(page.get_by_text("This browser is older than the app needs")).to_be_visible()
        page.check('[name="result"][value="1"]')
        for card in ("01B", "03B", "08B"):
            page.check(f'[name="cards-1"][value="{card}"]')
        for button in page.get_by_role("button").all():
            assert button.get_attribute("type") != "button", "it would do nothing"
        assert page.locator("[data-live]").inner_text().strip() == ""
        page.get_by_role("button", name="Show the result").click()
        page.get_by_role("button", name="Save").first.click()
        page.wait_for_url(re.compile(r"saved=1"))
        expect(page.get_by_role("row", name="Ben 5")).to_be_visible()
        page.get_by_role("link", name="Which browsers?").click()
        expect(page.get_by_text("Everything works in Safari and iOS from 16.4")).to_be_in_viewport()


# What an element looks like, for every element of a page. The name of a form is that of its round, which is
# another one in each match.
LOOKS = """() => [...document.querySelectorAll("body :not([type=hidden])")].map((element) => {
  const { width, height } = element.getBoundingClientRect();
  const { display, color, backgroundColor, borderTopColor, opacity } = getComputedStyle(element);
  const { localName, className, name, value } = element;
  const named = [localName, className, ...(localName === "form" ? [] : [name, value])].join(" ");
  const size = [Math.round(width), Math.round(height)];
  return [named, ...size, display, color, backgroundColor, borderTopColor, opacity];
})"""
NO_HAS = """{
  const { supports } = CSS;
  CSS.supports = (...asked) => !asked[0].includes(":has(") && supports.apply(CSS, asked);
}"""


def without_has(page: Page) -> None:
    """Let style sheets speak of nothing else than ``:has()`` in words that are not understood."""

    def changed(route: Route) -> None:
        if route.request.resource_type != "stylesheet":
            return route.continue_()
        answer = route.fetch()
        return route.fulfill(response=answer, body=answer.text().replace(":has(", ":does-not-have("))

    page.route(re.compile(r"/assets/.*\.css$"), changed)
    page.add_init_script(NO_HAS)


def looks(page: Phone) -> list[list[object]]:
    """What the pages look like on which much depends on what is chosen."""
    seen = []
    begin(page)
    for result in ("0", "1", "nobody", "other"):
        page.check(f'[name="result"][value="{result}"]', force=True)
        seen.append(at_rest(page))
    page.check('[name="result"][value="0"]', force=True)
    page.get_by_text("More", exact=True).click()
    page.get_by_text("Enter the cards of Ben too").click()
    seen.append(at_rest(page))
    page.goto("/rules/new?from=russian")
    page.evaluate("for (const fold of document.querySelectorAll('details')) fold.open = true")
    page.locator("#chaff-points, [name$='.points']").first.focus()
    seen.append(at_rest(page))
    page.goto("/rules/dutch/chart")
    seen.append(at_rest(page))
    return seen


def at_rest(page: Phone) -> list[object]:
    """The looks of a page when its styles were read again, if need be, and two of its frames are drawn."""
    until(page, 'CSS.supports("selector(:has(a))") || document.adoptedStyleSheets.length > 0')
    page.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn())))")
    found: list[object] = page.evaluate(LOOKS)
    return found


@pytest.mark.slow
def test_without_has_every_page_looks_the_same(browser: Browser, served: Served) -> None:
    with opened(browser, served) as page:
        newer = looks(page)
    with opened(browser, served) as page:
        without_has(page)
        page.goto("/")
        older = looks(page)
        page.unroute_all(behavior="wait")
    for one, other in zip(newer, older, strict=True):
        assert [looked for looked in other if looked not in one] == []


def test_without_has_and_scripts_a_round_is_entered(browser: Browser, served: Served) -> None:
    with opened(browser, served, javascript=False) as page:
        without_has(page)
        begin(page)
        for name in ("Cards Anna captured", "Cards Ben captured"):
            expect(page.get_by_role("heading", name=name)).to_be_visible()
        stopped = page.get_by_role("radio", name="Ben")
        stopped.check()
        assert stopped.evaluate("input => getComputedStyle(input).appearance") == "auto"
        for card in ("01B", "03B", "08B"):
            page.check(f'[name="cards-1"][value="{card}"]')
        page.get_by_role("button", name="Show the result").click()
        expect(page.get_by_role("button", name="Save").first).to_be_visible()
        page.unroute_all(behavior="wait")


def test_the_browsers_of_players_are_not_called_old(browser: Browser, served: Served) -> None:
    for javascript in (True, False):
        with opened(browser, served, javascript=javascript) as page:
            page.goto("/")
            expect(page.get_by_text("This browser is older than the app needs")).to_be_hidden()
