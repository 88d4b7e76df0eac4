"""History and an evening in the browser: found, shared, printed, and used without JavaScript."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from browser.phones import Phone, Served, opened, running, until
from playwright.sync_api import Browser
from pypdf import PdfReader
from web.stored_matches import Shelf

from scorekeeper.languages import LANGUAGES

pytestmark = pytest.mark.browser

NAMES = ("Anna", "Ben", "Charlotte-Marie", "Владислав")
NO_CLIPBOARD = (
    "if (!location.hash) for (const name of ['clipboard', 'share'])"
    " Object.defineProperty(Navigator.prototype, name, { value: undefined })"
)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Three evenings with two matches each, one of them of three players."""
    with running(Path(tmp_path_factory.mktemp("history"))) as served:
        shelf = Shelf(served[1])
        for number in range(6):
            players = [NAMES[(number + seat) % 4] for seat in range(3 if number % 2 else 2)]
            rules = "polish_all" if number % 2 else "russian"
            shelf.match(f"m{number}", *players, ruleset=rules, at=f"2026-02-1{number // 2}T1{number}:00:00Z")
        shelf.remark("m5", place="Kraków", note="A long note. " * 150)
        yield served


@pytest.fixture
def page(browser: Browser, played: Served) -> Iterator[Phone]:
    with opened(browser, played) as page:
        yield page


def test_home_has_a_way_to_everything_that_was_played_on_a_small_phone(page: Phone) -> None:
    for language in LANGUAGES:
        address, installation = page.served
        page.context.add_cookies([{"name": f"language-{installation.id}", "value": language, "url": address}])
        page.goto("/")
        ways = page.locator(f"html[lang={language}] .ways-on a")
        assert ways.count() == 4
        boxes = [box for way in ways.all() if (box := way.bounding_box())]
        assert len({box["y"] for box in boxes}) == 2, language
        assert {44 <= box["height"] <= 46 for box in boxes} == {True}, language  # each on one line
        assert page.evaluate("document.documentElement.scrollWidth") == 360, language


@pytest.mark.parametrize("javascript", [True, False])
def test_a_match_is_found_by_its_player_and_its_day(
    browser: Browser, played: Served, javascript: bool
) -> None:
    with opened(browser, played, javascript=javascript) as page:
        page.goto("/")
        page.locator(".ways-on").get_by_role("link", name="All matches").click()
        page.get_by_text("6 matches").wait_for()
        page.locator(".match-filter summary").click()
        page.get_by_label("Player", exact=True).select_option(label="Владислав")
        page.get_by_label("First day").fill("2026-02-11")
        page.locator(".match-filter .primary").click()
        page.get_by_text("3 matches").wait_for()
        assert page.get_by_label("Player", exact=True).is_visible()
        page.get_by_role("link", name="Thu, Feb 12, 2026").click()
        page.get_by_text("Coins over the evening").wait_for()


def test_the_text_of_an_evening_is_copied_over_plain_http(page: Phone) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto("/")
    page.evaluate("navigator.clipboard.writeText('')")
    page.add_init_script(NO_CLIPBOARD)
    page.goto("/evenings/2026-02-12")
    assert page.get_by_role("button", name="Share").count() == 0
    page.get_by_role("button", name="Copy").click()
    page.get_by_role("button", name="Copied").wait_for()
    page.goto("/settings#clipboard")
    assert page.evaluate("navigator.clipboard.readText()").startswith("Koi-Koi, Thu, Feb 12, 2026\nKraków\n")


def test_the_text_of_an_evening_is_shared(page: Phone) -> None:
    page.add_init_script("navigator.share = async ({ text }) => { document.title = text.split('\\n')[0] }")
    page.goto("/evenings/2026-02-12")
    page.get_by_role("button", name="Share").click()
    until(page, "document.title === 'Koi-Koi, Thu, Feb 12, 2026'")


@pytest.mark.slow
def test_an_evening_is_printed_without_buttons(page: Phone) -> None:
    page.goto("/evenings/2026-02-11")
    page.emulate_media(media="print")
    try:
        (only,) = PdfReader(BytesIO(page.pdf(prefer_css_page_size=True))).pages
    finally:
        page.emulate_media(media="screen")
    text = only.extract_text()
    assert "Coins over the evening" in text
    assert "Feb 11, 2026" in text
    assert "Share or print" not in text
    assert "Scoresheet" not in text
