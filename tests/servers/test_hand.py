"""A hand scored in the browser: by rules that are changed in one tap; its address shared or copied."""

from __future__ import annotations

import pytest
from browser.phones import Served, phone, until
from playwright.sync_api import Browser

pytestmark = pytest.mark.browser

ADDRESS = "/hand?pile=03B.09A.11B&ruleset=russian"
NO_SHARING = "delete Navigator.prototype.share;"
NO_CLIPBOARD = "delete Navigator.prototype.clipboard;"
CHANGE = (
    "void (window.changed = new Promise((done) => addEventListener('hashchange', () => setTimeout(done))))"
)


def test_the_address_is_copied_where_the_browser_cannot_share(browser: Browser, served: Served) -> None:
    page = phone(browser, served, permissions=["clipboard-read", "clipboard-write"])
    page.add_init_script(NO_SHARING)
    page.goto(ADDRESS)
    page.get_by_role("button", name="Copy").click()
    page.get_by_text("Copied").wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == served[0] + ADDRESS
    assert page.complaints == []
    page.context.close()


def test_the_address_is_shared_where_the_browser_can(browser: Browser, served: Served) -> None:
    page = phone(browser, served)
    page.add_init_script("Navigator.prototype.share = async ({ url }) => { window.shared = url; };")
    page.goto(ADDRESS)
    page.get_by_role("button", name="Share").click()
    until(page, f"window.shared === {served[0] + ADDRESS!r}")
    page.context.close()


def test_there_is_no_button_that_does_nothing(browser: Browser, served: Served) -> None:
    unable = phone(browser, served)
    unable.add_init_script(NO_SHARING + NO_CLIPBOARD)
    unable.goto(ADDRESS)
    assert unable.get_by_role("button", name="Copy").is_visible()
    assert unable.get_by_role("button", name="Share").count() == 0
    unscripted = phone(browser, served, javascript=False)
    unscripted.goto(ADDRESS)
    assert unscripted.locator("#address").is_visible()
    assert not unscripted.locator("[data-pass]").is_visible()
    for page in (unable, unscripted):
        page.context.close()


def test_cards_are_tapped_and_every_rule_set_answers(browser: Browser, served: Served) -> None:
    page = phone(browser, served)
    page.goto("/hand?ruleset=dutch")
    for card in ("03B", "09A"):
        page.locator(f"input[value='{card}']").check()
    page.get_by_text("Flower viewing 5").first.wait_for()
    page.get_by_label("Rules", exact=True).select_option("mongolopedia")
    page.get_by_text("Flower viewing 3").first.wait_for()
    page.get_by_role("button", name="No", exact=True).click()  # no lightning
    page.get_by_role("button", name="Show the result").click()
    page.wait_for_url("**/hand?pile=03B.09A&no=cards.11&ruleset=mongolopedia")
    page.get_by_label("Rules", exact=True).select_option("dutch")
    page.wait_for_url("**/hand?pile=03B.09A&no=cards.11&ruleset=dutch")
    assert page.get_by_role("heading", name="By other rules").is_visible()
    page.get_by_role("link", name="Change the cards").click()
    page.locator("input[value='09A']:checked").wait_for(state="attached")
    assert page.complaints == []
    page.context.close()


@pytest.mark.slow
def test_an_address_with_rules_shows_the_same_where_they_are_not_kept(
    browser: Browser, served: Served
) -> None:
    house = served[1].house_rules
    house.keep("ours", {"extends": "dutch", "title": "Ours", "yaku": {"hanami": {"points": 9}}})
    page = phone(browser, served)
    page.goto("/hand?pile=03B.09A&ruleset=ours")
    link = page.locator("#address").get_attribute("href")
    assert link is not None
    house.discard("ours")
    page.goto("/")
    page.goto(link)
    page.get_by_role("region", name="Ours", exact=True).wait_for()
    assert page.locator(".verdict .num").first.inner_text() == "9"
    assert page.locator("#address").get_attribute("href") == link
    page.get_by_role("link", name="Show the rules").click()
    page.get_by_text("not saved yet").wait_for()
    assert page.complaints == []
    page.context.close()


def test_a_place_on_the_page_is_no_code(browser: Browser, served: Served) -> None:
    page = phone(browser, served)
    for address in ("/rules/received", ADDRESS):
        page.goto(address)
        page.get_by_role("link", name="Skip to content").focus()
        page.evaluate(CHANGE)
        page.keyboard.press("Enter")
        page.evaluate("changed")
        assert page.get_by_role("alert").count() == 0
        assert page.url.endswith(f"{address}#main")
    page.context.close()
