"""Rounds entered one after another without a connection: kept and sent in order, and stored once."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from .axe import violations
from .phones import Phone, forget
from .playing import (
    QUEUE,
    begin,
    board,
    choose,
    coins,
    enter,
    go_on,
    players,
    tap,
)

pytestmark = pytest.mark.browser

NOTICE = "[data-outbox]"
EXPECTED = ("net::ERR_", "status of")


@pytest.fixture
def page(shared: Phone) -> Iterator[Phone]:
    yield shared
    forget(shared, EXPECTED)


def test_three_rounds_without_a_connection_are_sent_in_order(page: Phone) -> None:
    match = begin(page)
    board(page)
    page.context.set_offline(True)
    enter(page, 1)
    page.get_by_text("No connection. Waiting on this phone: round 1. Keep this page open").first.wait_for()
    go_on(page, 2)
    header = page.get_by_role("heading", level=1).inner_text()
    assert "Ben deals" in header
    assert page.locator(NOTICE).inner_text().startswith("No connection. Waiting on this phone: round 1.")
    assert violations(page) == []
    assert page.locator('[name="result"]:checked').count() == 0
    assert page.locator('[name^="cards-"]:checked').count() == 0
    choose(page, "0")
    tap(page, 0, ("01R", "02R", "03R"))
    assert "Ben pays Anna 5 (not confirmed)" in page.locator("[data-live]").inner_text()
    page.locator("#calls-1").fill("1")
    page.locator("[data-save]").click()
    go_on(page, 3)
    assert "Anna deals" in page.get_by_role("heading", level=1).inner_text()
    choose(page, "nobody")
    page.locator("[data-save]").dblclick()
    page.get_by_role("button", name="Go on with round 4").wait_for()
    assert page.evaluate(QUEUE) == [1, 2, 3]
    assert players(page, match) == []
    page.context.set_offline(False)
    page.get_by_text("Sent and saved: round 1, round 2, round 3.").wait_for()
    assert page.get_by_role("heading", name="Round 4: who stopped?").is_visible()
    assert page.evaluate(QUEUE) == []
    assert players(page, match) == [(1, 0, 1), (2, 1, 0), (3, 0, None)]
    page.goto(match)
    assert coins(page) == [105, 95]
