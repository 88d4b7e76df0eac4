"""The board on a small phone with JavaScript: the live line, questions, drafts, the keyboard."""

from __future__ import annotations

import re

import pytest

from .phones import Phone
from .playing import begin, choose, coins, save, save_round, stopped, tally, tap

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
