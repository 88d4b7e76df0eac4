"""The board on a small phone with JavaScript: the live line, questions, drafts, the keyboard."""

from __future__ import annotations

import re

import pytest

from .phones import Phone
from .playing import begin, board, choose, coins, save, save_round, stopped, tally, tap

pytestmark = pytest.mark.browser


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


def test_after_an_undo_a_card_is_changed_and_saved_in_three_taps(scripted: Phone) -> None:
    match = begin(scripted)
    stopped(scripted, 0)
    save(scripted)
    scripted.get_by_role("button", name="Undo round 1").click()
    scripted.get_by_text("Round 1 was undone.").wait_for()
    scripted.get_by_role("link", name="Change round 1").click()
    scripted.wait_for_url("**/rounds/new")
    tap(scripted, 0, ("12B",))
    scripted.get_by_role("button", name="Save round 1").click()
    scripted.wait_for_url(re.compile(r"saved=1$"))
    [row] = tally(scripted, match)["rounds"]
    assert [(row["player"], yaku["id"]) for yaku in row["yaku"]] == [(0, "shiko")]
    scripted.get_by_role("link", name="Score round 2").wait_for()


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


AT_SAVE = """({ x, y, width, height }) => {
  const met = document.elementFromPoint(x + width / 2, y + height / 2);
  return met?.closest("a, button, summary, label, input")?.textContent.trim() ?? "nothing";
}"""


def test_a_second_tap_on_save_meets_nothing_after_a_late_save(scripted: Phone) -> None:
    match = begin(scripted)
    stopped(scripted, 0)
    place = scripted.locator("[data-save]").bounding_box()
    assert place
    save_round(scripted.served[1], match, 1)
    scripted.locator("[data-save]").click()
    scripted.get_by_role("link", name="Discard mine").wait_for()
    scripted.complaints.clear()  # the browser notes the status 409
    assert scripted.evaluate(AT_SAVE, place) == "nothing"
    assert len(tally(scripted, match)["rounds"]) == 1


def test_a_double_tap_saves_one_round(scripted: Phone) -> None:
    match = begin(scripted)
    stopped(scripted, 0)
    scripted.get_by_role("button", name="Save round 1").dblclick()
    scripted.wait_for_url(re.compile(r"saved=1$"))
    assert coins(scripted) == [105, 95]
    assert len(tally(scripted, match)["rounds"]) == 1


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
