"""The board on a small phone, further on: drafts, the keyboard, what is asked, what the live line says."""

from __future__ import annotations

import re

import pytest
from browser.phones import Phone, Served, opened
from browser.playing import THREE, begin, begun, board, choose, coins, save, save_round, stopped, tally, tap
from playwright.sync_api import Browser

pytestmark = pytest.mark.browser


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


def test_whoever_called_koikoi_held_a_yaku_though_no_card_is_tapped(scripted: Phone) -> None:
    begin(scripted, "mongolopedia")
    stopped(scripted, 0, cards=(), calls=(1, 0))
    choose(scripted, "nobody")
    scripted.locator("[data-live]").get_by_text("Anna gets 6").wait_for()
    save(scripted)
    assert coins(scripted)[0] == 6


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


@pytest.mark.parametrize(
    ("rules", "result", "said"),
    [
        ({"exhausted": {"held_yaku": "holders"}}, "nobody", "Anna 5 · Ben 1"),
        ({"exhausted": {"held_yaku": "highest"}}, "nobody", "Anna 5 · Ben 0"),
        ({"settlement": {"who_scores": "everyone"}}, "1", "Anna 5 · Ben 1"),
    ],
)
def test_the_live_line_shows_what_everybody_scores(
    scripted: Phone, rules: dict[str, object], result: str, said: str
) -> None:
    scripted.served[1].house_rules.keep("several", {"extends": "default", "title": "Several", **rules})
    match = begin(scripted, "several")
    board(scripted)
    choose(scripted, "0")
    tap(scripted, 0, ("01B", "03B", "08B"))
    choose(scripted, "nobody")
    for seat in (0, 1):
        scripted.locator(f'[name="show-{seat}"]').evaluate("box => { box.checked = true }")
    scripted.locator('[name="chaff-1"]').fill("10")
    choose(scripted, result)
    paid = scripted.locator("[data-live] b")
    assert paid.inner_text().removeprefix(". ").replace("\xa0", " ") == said
    save(scripted)
    sums = tally(scripted, match)["rounds"][-1]["transfer"]
    assert said == " · ".join(f"{name} {coins}" for name, coins in zip(("Anna", "Ben"), sums, strict=True))


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


def test_a_void_deal_asks_before_it_throws_cards_away_and_its_undo_gives_them_back(scripted: Phone) -> None:
    match = begin(scripted)
    board(scripted)
    choose(scripted, "1")
    tap(scripted, 1, ("06A",))
    choose(scripted, "other")
    void, question = scripted.locator(".void button"), scripted.locator("[data-away]")
    assert question.is_hidden()
    void.dblclick()
    assert question.is_visible()
    question.get_by_role("button", name="Keep them").click()
    assert question.is_hidden()
    void.click()
    choose(scripted, "1")  # it is no question any more
    assert question.is_hidden()
    choose(scripted, "other")
    void.click()
    question.get_by_role("button", name="Throw away").click()
    scripted.get_by_text("deals again.").wait_for()
    board(scripted)
    assert scripted.locator("[name=result]:checked, .board :checked").count() == 0, "no draft is left"
    choose(scripted, "other")
    void.click()  # at once: nothing is tapped
    scripted.get_by_text("deals again.").wait_for()
    for _ in range(2):
        scripted.get_by_role("button", name="Undo the new deal").click()
        scripted.get_by_text("The new deal was undone.").wait_for()
    scripted.get_by_role("link", name="Change round 1").click()
    scripted.wait_for_url("**/rounds/new")
    assert scripted.locator('[name="cards-1"]:checked').evaluate_all(
        "(boxes) => boxes.map((box) => box.value)"
    ) == ["06A"]
    assert tally(scripted, match)["rounds"] == []


def test_a_board_that_was_cleared_stays_empty_and_a_draft_from_before_is_only_offered(
    scripted: Phone,
) -> None:
    match = begin(scripted)
    stopped(scripted, 1, ("06A", "07A"))  # on this phone, and saved from another
    scripted.go_back()
    scripted.get_by_role("link", name="Continue round 1").wait_for()
    save_round(scripted.served[1], match, 0)
    scripted.goto(match)
    scripted.get_by_role("button", name="Undo round 1").click()
    scripted.get_by_text("Round 1 was undone.").wait_for()
    ticked = scripted.locator(".board :checked")
    scripted.goto(f"{match}/rounds/new")
    assert ticked.count() == 3
    offer = scripted.get_by_text("Something else was tapped on this phone.")
    assert offer.is_visible()
    scripted.get_by_role("button", name="Show it").click()
    assert (ticked.count(), scripted.locator('[name="result"]:checked').input_value()) == (2, "1")
    tap(scripted, 1, ("10A",))
    scripted.reload()
    assert ticked.count() == 3
    assert scripted.locator('[name="cards-1"]:checked').count() == 3, (
        "what was tapped since the undo is there"
    )
    assert offer.count() == 0
    scripted.evaluate("localStorage.clear()")
    scripted.goto("/health/live")
    scripted.goto(f"{match}/rounds/new")
    assert scripted.locator('[name="cards-0"]:checked').count() == 3
    scripted.get_by_role("link", name="Clear").click()
    assert (ticked.count(), scripted.locator('[name="result"]:checked').count()) == (0, 0)
    assert scripted.locator(".filled").count() == 0
    scripted.reload()
    assert ticked.count() == 0
    choose(scripted, "1")
    tap(scripted, 1, ("06A", "07A", "10A"))
    save(scripted)
    [row] = tally(scripted, match)["rounds"]
    assert row["player"] == 1
