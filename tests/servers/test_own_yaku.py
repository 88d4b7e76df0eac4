"""A yaku of one's own: its cards are tapped, and its row shows at once."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from browser.phones import opened, running
from browser.playing import begin, stopped, tap
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser


def add(page: Page) -> None:
    """Open the fold for one more yaku, and name it."""
    page.goto("/rules/new")
    page.fill("#o-title", "House")
    page.click("#s-mine > summary")
    page.fill('[name="yaku.-.name"]', "Three sevens")


def test_its_cards_are_tapped_and_its_row_shows_before_it_is_saved(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path) as served, opened(browser, served) as page:
        add(page)
        for card in ("07A", "07R", "07C1"):
            page.click(f'.tapped .card:has([value="{card}"])')
        row = page.locator("#s-new .own-row")
        expect(row).to_contain_text("Three sevens")
        expect(row.locator("svg")).to_have_count(3)
        expect(row).to_contain_text("As much as Three brights.")
        page.click(".dock .primary")
        page.wait_for_url("**/rules/house")
        tree = served[1].house_rules.find("house")
    assert tree is not None
    assert tree["yaku"]["three_sevens"]["cards"] == ["07A", "07R", "07C1"]


@pytest.mark.slow
def test_of_a_kind_only_its_cards_can_be_left_out(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path) as served, opened(browser, served) as page:
        add(page)
        expect(page.locator(".list-not")).to_be_hidden()
        page.click('.making label:has([value="ribbon"])')
        expect(page.locator(".tapped")).to_be_hidden()
        page.fill('[name="yaku.-.min"]', "4")
        page.click(".list-not summary")
        expect(page.locator('.list-not .card:has([value="11A"])')).to_be_hidden()
        page.click('.list-not .card:has([value="11R"])')
        row = page.locator("#s-new .own-row")
        expect(row).to_contain_text("any 4 of 9")
        expect(row.locator("svg")).to_have_count(9)
        page.click(".dock .primary")
        page.wait_for_url("**/rules/house")
        tree = served[1].house_rules.find("house")
    assert tree is not None
    ours = tree["yaku"]["three_sevens"]
    assert (ours["kind"], ours["min"], ours["not"]) == ("ribbon", 4, ["11R"])


def test_without_scripts_a_yaku_is_made_from_a_kind(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path) as served, opened(browser, served, javascript=False) as page:
        page.goto("/rules/new")
        page.click("#s-mine > summary")
        page.fill("#o-title", "House")
        page.fill('[name="yaku.-.name"]', "Herd")
        page.click('.making label:has([value="animal"])')
        page.fill('[name="yaku.-.min"]', "7")
        page.click(".dock .primary")
        page.wait_for_url("**/rules/house")
        expect(page.locator("main")).to_contain_text("Herd")


@pytest.mark.slow
def test_it_needs_cards_besides_and_the_board_says_so_at_once(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path) as served, opened(browser, served) as page:
        add(page)
        page.click('.making label:has([value="chaff"])')
        page.fill('[name="yaku.-.min"]', "3")
        page.click(".list-also summary")
        page.click('.list-also .card:has([value="11B"])')
        page.click(".list-ruined_by summary")
        page.click('.list-ruined_by .card:has([value="01B"])')
        row = page.locator("#s-new .own-row")
        expect(row).to_contain_text("any 3 of 25")
        expect(row).to_contain_text("Cards that cancel it: 1 crane")
        page.click(".dock .primary")
        page.wait_for_url("**/rules/house")
        begin(page, "house")
        stopped(page, 0, (), chaff=3)
        line = page.locator("[data-live]")
        expect(line).not_to_contain_text("Three sevens 5")
        tap(page, 0, ("11B",))
        expect(line).to_contain_text("Three sevens 5")
        tap(page, 0, ("01B",))
        expect(line).not_to_contain_text("Three sevens 5")


@pytest.mark.slow
def test_its_points_are_typed_over_and_its_first_card_moves_nothing(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path) as served, opened(browser, served, width=1280, height=800) as page:
        add(page)
        points = page.locator('[name="yaku.-.points"]')
        points.click()
        page.keyboard.type("9")
        expect(points).to_have_value("9")
        row = page.locator("#s-new .own-row")
        before = row.bounding_box()
        page.click('.tapped .card:has([value="07A"])')
        expect(row.locator("svg")).to_have_count(1)
        after = row.bounding_box()
    assert before and after and before["height"] == after["height"]
