"""Rules passed on from one installation to another by a link, whose code no server log ever holds."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from browser import phones
from browser.phones import Phone, Served, opened, running, until
from playwright.sync_api import Browser, Page

from scorekeeper.koikoi.rules.loader import rules

pytestmark = pytest.mark.browser

HOUSE = {
    "extends": "dutch",
    "title": "花札の家 – żółć 🎴",
    "multipliers": {"big": None},
    "yaku": {"three_sevens": {"name": "Trzy siódemki", "cards": ["07A", "07R", "07C1"], "points": 4}},
}


@pytest.fixture
def here(tmp_path: Path) -> Iterator[Served]:
    """A second installation, which the rules are passed on to."""
    with running(tmp_path / "here") as app:
        yield app


@pytest.fixture
def code(browser: Browser, served: Served) -> str:
    """The code on the page of the first installation."""
    served[1].house_rules.keep("house", HOUSE)
    with opened(browser, served) as page:
        page.goto("/rules/house")
        page.locator("details.menu summary").click()
        page.get_by_role("link", name="Send these rules").click()
        page.wait_for_url("**/sharing")
        link = page.get_by_label("Link").input_value()
        assert link.split("#")[1] == page.get_by_label("Code").input_value()
        return link.split("#")[1]


@contextmanager
def unseen(page: Page, code: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The lines that the server logs inside the block; neither they nor any address hold the code."""
    log: list[str] = []
    monkeypatch.setattr(phones.Quiet, "log_request", lambda handler, *_: log.append(handler.requestline))
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.partition("#")[0]))
    yield log
    assert any("POST /rules/received" in line for line in log)
    assert not [line for line in log + asked if code[:12] in line or code[-12:] in line]


def previewed(page: Phone) -> None:
    page.get_by_text("not saved yet").wait_for()
    assert page.get_by_text("Many points: off").is_visible()
    assert page.url.endswith("/rules/received")


def test_a_link_opens_the_preview_and_is_kept(
    browser: Browser, served: Served, here: Served, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with opened(browser, here) as page, unseen(page, code, monkeypatch):
        page.goto(f"/rules/received#{code}")
        previewed(page)
        assert here[1].house_rules.names() == ()
        page.get_by_role("button", name="Save these rules").click()
        page.get_by_text("Rules imported.").wait_for()
        (name,) = here[1].house_rules.names()
        assert page.url.endswith(f"/rules/{name}")
    assert rules(name, here[1].house_rules.find) == rules("house", served[1].house_rules.find)


@pytest.mark.slow
def test_back_from_the_preview_leads_to_the_page_before_the_link(
    browser: Browser, here: Served, code: str
) -> None:
    with opened(browser, here) as page:
        page.goto("/rules")
        page.goto(f"/rules/received#{code}")
        previewed(page)
        page.go_back()
        page.wait_for_url("**/rules")


@pytest.mark.slow
def test_a_second_link_opens_on_the_same_page(browser: Browser, here: Served, code: str) -> None:
    with opened(browser, here, expected=["status of 422"]) as page:
        page.goto(f"/rules/received#{code[:-1]}")
        page.get_by_text("This code is mistyped, or a part of it is missing.").wait_for()
        assert page.get_by_label("Link or code").input_value() == code[:-1]
        page.evaluate("code => location.hash = code", code)
        previewed(page)


@pytest.mark.slow
def test_the_address_of_the_form_is_cleared_so_that_a_reload_shows_the_form(
    browser: Browser, here: Served, code: str
) -> None:
    with opened(browser, here) as page:
        page.goto(f"/rules/received#{code}")
        previewed(page)
        page.reload()
        page.get_by_role("button", name="Show the rules").wait_for()
        assert page.url.endswith("/rules/received")


@pytest.mark.slow
def test_without_javascript_the_link_is_pasted(
    browser: Browser, here: Served, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with opened(browser, here, javascript=False) as page, unseen(page, code, monkeypatch):
        page.goto(f"/rules/received#{code}")
        page.get_by_label("Link or code").fill(f"http://koi.example/rules/received#{code}")
        page.get_by_role("button", name="Show the rules").click()
        previewed(page)
        page.get_by_role("button", name="Save these rules").click()
        page.get_by_text("Rules imported.").wait_for()


@pytest.mark.slow
def test_a_phone_without_the_key_types_it_and_then_sees_the_rules(
    browser: Browser, here: Served, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with opened(browser, here, expected=["status of 403"]) as page, unseen(page, code, monkeypatch):
        page.context.clear_cookies()
        page.goto(f"/rules/received#{code}")
        page.get_by_label("Key").fill(here[1].key)
        page.get_by_role("button", name="Open").click()
        previewed(page)
        page.goto("/")
        assert page.get_by_role("link", name="Koi-Koi").first.is_visible()


def test_the_code_is_copied_and_shared_where_the_browser_can(
    browser: Browser, served: Served, code: str
) -> None:
    with opened(browser, served) as page:
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        page.add_init_script(
            "navigator.share = (what) => { window.shared = what.text; return Promise.resolve() }"
        )
        page.goto("/rules/house/sharing")
        copy, share = (page.get_by_role("button", name=name) for name in ("Copy", "Share"))
        assert (copy.count(), share.count()) == (3, 3)
        copy.last.click()
        page.get_by_text("Copied").wait_for()
        assert page.evaluate("navigator.clipboard.readText()") == code
        share.first.click()
        until(page, "'shared' in window")
        assert page.evaluate("shared").endswith(f"/rules/received#{code}")


@pytest.mark.slow
def test_over_plain_http_the_code_is_copied_all_the_same(browser: Browser, served: Served, code: str) -> None:
    """There browsers have neither a clipboard for scripts nor a share sheet."""
    with opened(browser, served) as page:
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        page.goto("/")
        page.evaluate("navigator.clipboard.writeText('')")
        page.add_init_script(
            "if (!location.hash) for (const name of ['clipboard', 'share'])"
            " Object.defineProperty(Navigator.prototype, name, { value: undefined })"
        )
        page.goto("/rules/house/sharing")
        assert page.get_by_role("button", name="Share").count() == 0
        copy = page.get_by_role("button", name="Copy").last
        copy.click()
        page.get_by_text("Copied").wait_for()
        assert copy.evaluate("button => button === document.activeElement")
        page.goto("/settings#clipboard")
        assert page.evaluate("navigator.clipboard.readText()") == code


@pytest.mark.slow
def test_without_javascript_there_are_no_buttons(browser: Browser, served: Served, code: str) -> None:
    with opened(browser, served, javascript=False) as page:
        page.goto("/rules/house/sharing")
        assert page.get_by_role("button", name="Copy").count() == 0
        assert page.get_by_role("button", name="Share").count() == 0
        assert page.get_by_label("Code").input_value() == code
