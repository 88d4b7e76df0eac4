"""The board on a small phone with JavaScript: the live line, questions, drafts, the keyboard."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from .phones import Phone, Served, forget, opened
from .playing import THREE, begin, begun, board, choose, coins, save, save_round, stopped, tally, tap

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def shared(browser: Browser, served: Served) -> Iterator[Phone]:
    with opened(browser, served) as page:
        yield page


@pytest.fixture
def scripted(shared: Phone) -> Iterator[Phone]:
    yield shared
    forget(shared)


def test_the_live_line_shows_the_points_of_the_saved_round(scripted: Phone) -> None:
    match = begin(scripted)
    for seat, cards, calls, chaff in (
        (0, ("01B", "03B", "08B", "09A"), (1, 0), 0),
        (1, ("01R", "02R", "03R", "04R", "05R"), (1, 1), 10),
        (0, (), (0, 0), 12),
    ):
        stopped(scripted, seat, cards, calls, chaff)
        line = scripted.locator("[data-live]").inner_text()
        save(scripted)
        row = tally(scripted, match)["rounds"][-1]
        paid = re.search(r"(?:Anna|Ben) pays (?:Anna|Ben) (\d+)", line)
        assert paid, line
        assert int(paid[1]) == max(row["transfer"])
        assert re.search(rf"\b{row['points']}\b", line)


def test_cards_that_were_tapped_are_seen_where_nobody_stopped(scripted: Phone) -> None:
    match = begin(scripted)
    board(scripted)
    tap(scripted, 0, ("06R",))
    piles = [scripted.locator(f'.pile[data-seat="{seat}"]') for seat in (0, 1)]
    choose(scripted, "nobody")
    assert piles[0].is_visible() and not piles[1].is_visible()
    choose(scripted, "1")
    assert piles[1].is_visible() and not piles[0].is_visible()
    assert scripted.locator('[name="cards-1"]:checked').count() == 1
    choose(scripted, "nobody")
    tap(scripted, 1, ("06R",))
    save(scripted)
    assert "Cards" not in scripted.request.get(f"{match}/rounds/1").text().partition("<main")[2]


def test_the_draft_of_a_correction_is_not_laid_over_a_match_that_has_gone_on(scripted: Phone) -> None:
    match = begin(scripted)
    save_round(scripted.served[1], match, 0)
    correction = f"{match}/rounds/1/correction"
    ticked = scripted.locator('[name="cards-0"]:checked')
    scripted.goto(correction)
    tap(scripted, 0, ("02R",))
    scripted.goto(match)
    scripted.goto(correction)
    assert ticked.count() == len(THREE) + 1, "nothing was saved since: what was begun is there again"
    scripted.goto(match)
    save_round(scripted.served[1], match, 1)
    scripted.goto(correction)
    assert ticked.count() == len(THREE)


def test_a_void_deal_leaves_no_draft(scripted: Phone) -> None:
    begin(scripted)
    board(scripted)
    scripted.locator(".dock").get_by_role("button", name="Deal again").click()
    scripted.get_by_text("deals again.").wait_for()
    board(scripted)
    assert scripted.locator('[name="result"]:checked').count() == 0


def test_how_a_round_ended_is_asked_for_until_it_is_said(browser: Browser, served: Served) -> None:
    with opened(browser, served, expected=("status of 422",)) as page:
        page.goto(f"/matches/{begun(served[1])}/rounds/new")
        heights = "[...document.querySelectorAll('.piles')].map((piles) => piles.clientHeight)"
        before = page.evaluate(heights)
        page.locator('[name="chaff-0"]').press("Enter")
        refusal = page.get_by_text("First say how the round ended.")
        refusal.wait_for()
        tap(page, 0, ("01B",))
        assert refusal.is_visible()
        assert page.locator("fieldset[aria-invalid]").count() == 1
        choose(page, "0")
        assert (refusal.count(), page.locator("[aria-invalid], [aria-describedby]").count()) == (0, 0)
        assert page.evaluate(heights) == before


def test_that_a_round_is_saved_is_said_once(scripted: Phone) -> None:
    begin(scripted)
    stopped(scripted, 0)
    save(scripted)
    said = scripted.get_by_text("Round 1 is saved.")
    assert said.is_visible()
    scripted.reload()
    scripted.get_by_role("link", name="Score round 2").wait_for()
    assert said.count() == 0
    scripted.get_by_role("link", name="Score round 2").click()
    scripted.wait_for_url(re.compile("/rounds/new$"))
    scripted.go_back()
    scripted.get_by_role("link", name="Score round 2").wait_for()
    assert said.count() == 0


def test_a_double_tap_saves_one_round(scripted: Phone) -> None:
    match = begin(scripted)
    stopped(scripted, 0)
    scripted.get_by_role("button", name="Save round 1").dblclick()
    scripted.wait_for_url(re.compile(r"saved=1$"))
    assert coins(scripted) == [105, 95]
    assert len(tally(scripted, match)["rounds"]) == 1


def test_a_round_can_be_scored_with_the_keyboard_alone(scripted: Phone) -> None:
    begin(scripted)
    scripted.get_by_role("link", name="Score round").focus()
    scripted.keyboard.press("Enter")
    scripted.wait_for_url(re.compile("/rounds/new$"))
    to(scripted, '[name="result"]')
    scripted.keyboard.press("Space")
    for card in THREE:
        to(scripted, f'[name="cards-0"][value="{card}"]')
        scripted.keyboard.press("Space")
    to(scripted, "[data-save]")
    scripted.keyboard.press("Enter")
    scripted.wait_for_url(re.compile(r"saved=1$"))
    assert coins(scripted) == [105, 95]


def to(page: Phone, css: str) -> None:
    """Press Tab until the focus is there."""
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate("css => document.activeElement.matches(css)", css):
            return
    raise AssertionError(f"Tab never reaches {css}")


def test_rain_is_asked_about_in_place_of_the_save_button(scripted: Phone) -> None:
    match = begin(scripted, "mongolopedia")
    stopped(scripted, 0, ("08B",), chaff=11)
    saving = scripted.locator("[data-save]")
    assert saving.is_visible()
    tap(scripted, 0, ("09A",))  # moon and cup: the lightning would ruin the moon viewing
    assert scripted.locator(".asks").inner_text().startswith("Lightning captured?")
    shown = scripted.locator(".asks use").get_attribute("href") or ""
    assert shown.endswith("#11C")
    assert saving.is_hidden()
    scripted.locator('[name="chaff-0"]').press("Enter")  # it does not skip the question
    scripted.get_by_text("One question first").wait_for()
    assert [said for said in scripted.complaints if "status of 422" not in said] == []  # the answer that asks
    scripted.complaints.clear()
    scripted.get_by_role("button", name="Change").click()
    answer = scripted.locator('[data-answer="no=0.cards.11"]')
    answer.click()
    assert (saving.is_visible(), scripted.locator(".asks button").count()) == (True, 0)
    tap(scripted, 0, ("09A",))  # without the cup
    tap(scripted, 0, ("09A",))  # with it again
    assert saving.is_visible(), "the answer is kept"
    choose(scripted, "1")  # the other stopped: the cards move there, with the answer
    assert saving.is_visible()
    choose(scripted, "0")
    scripted.reload()
    assert saving.is_visible()
    line = scripted.locator("[data-live]").inner_text()
    save(scripted)
    row = tally(scripted, match)["rounds"][0]
    assert "tsukimi" in [yaku["id"] for yaku in row["yaku"]]
    assert f"Anna gets {row['points']}" in line


def test_captured_lightning_ruins_the_viewing_at_once(scripted: Phone) -> None:
    begin(scripted, "mongolopedia")
    stopped(scripted, 0, ("08B", "09A"), chaff=11)
    assert "Moon viewing 3" in scripted.locator("[data-live]").inner_text()
    scripted.locator('[data-answer="cards-0=11C"]').click()
    line = scripted.locator("[data-live]").inner_text()
    assert "Moon viewing 3" not in line
    assert "Moon viewing does not count: the lightning was captured: rain" in line
    scripted.get_by_text("More", exact=True).click()
    assert scripted.locator('[name="cards-0"][value="11C"]').is_checked()
    scripted.locator('label:has([name="cards-0"][value="11C"])').click()  # untapped: it is open again
    assert scripted.locator('[data-answer="no=0.cards.11"]').is_visible()


def test_enter_in_a_field_shows_the_verdict_and_saves_nothing(scripted: Phone) -> None:
    match = begin(scripted)
    stopped(scripted, 0)
    scripted.locator('[name="chaff-0"]').press("Enter")
    scripted.get_by_text("not saved yet").wait_for()
    assert tally(scripted, match)["rounds"] == []


@pytest.mark.parametrize(("rules", "reminds"), [("polish_booklet", True), ("mongolopedia", False)])
def test_the_line_reminds_of_a_yaku_made_with_the_last_card(
    scripted: Phone, rules: str, reminds: bool
) -> None:
    begin(scripted, rules)
    scripted.get_by_role("link", name="Score round").click()
    choose(scripted, "nobody")
    line = scripted.locator("[data-live]")
    assert "Nobody stopped: " in line.inner_text()
    assert ("A yaku made with the last card stops the round." in line.inner_text()) == reminds
    cut = line.locator(".cut")
    assert cut.evaluate("(text) => text.scrollHeight <= text.clientHeight + 1"), "it fits two lines"


def test_the_line_says_what_is_paid_when_nobody_stopped(scripted: Phone) -> None:
    begin(scripted, "cwz")
    stopped(scripted, 0, calls=(1, 1))
    choose(scripted, "nobody")
    live, asks = scripted.locator("[data-live]"), scripted.locator(".asks")
    assert asks.inner_text().startswith("Who called koi-koi last?")
    asks.get_by_role("button", name="Anna").click()
    live.get_by_text("Anna gets").wait_for()
    line = live.inner_text()
    save(scripted)
    assert f"Anna gets {coins(scripted)[0]}" in line


def test_on_a_phone_that_never_saved_a_round_the_board_says_what_comes_next(
    browser: Browser, served: Served
) -> None:
    with opened(browser, served) as page:
        match = begun(served[1])
        page.goto(f"/matches/{match}/rounds/new")
        steps, now = (page.locator(f"[data-first-steps] {part}") for part in ("li", "[aria-current=step]"))
        assert steps.all_inner_texts() == ["Tap who stopped", "Tap their cards", "Save"]
        assert now.all_inner_texts() == ["Tap who stopped"]
        page.locator('label:has([name="result"][value="0"])').click()
        assert now.all_inner_texts() == ["Tap their cards"]
        tap(page, 0, THREE)
        assert page.locator("[data-first-steps]").is_hidden()
        assert "Three brights" in page.locator("[data-live]").inner_text()
        page.locator("[data-save]").click()
        page.wait_for_url("**saved=1")
        page.goto(f"/matches/{match}/rounds/new")
        page.locator("[data-live] p").first.wait_for()
        assert page.locator("[data-first-steps]").is_hidden()
