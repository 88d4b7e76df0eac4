"""The form for a new match on a phone: what its fold says, its names, and where an error stands."""

from __future__ import annotations

from pathlib import Path

import pytest
from browser.phones import Phone, opened, running, unfold
from browser.playing import append, begin_by_form, begun, first_events
from clocks import computer_in
from playwright.sync_api import Browser

pytestmark = pytest.mark.browser


def fold(page: Phone) -> str:
    """What the fold says while it is closed."""
    return " ".join(
        page.locator("[data-new-match] > details:not(.other-games) > summary small").inner_text().split()
    )


def test_the_line_of_the_fold_says_what_was_entered_in_it(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path) as served, opened(browser, served) as page:
        page.goto("/matches/new")
        unfold(page)
        assert fold(page) == "Third player · Rounds: 12 · Everybody starts at 0."
        page.locator('label:has([name="rounds"][value="6"])').click()
        page.fill("#purse", "20")
        assert fold(page) == "Third player · Rounds: 6 · Coins at the start: 20"
        page.locator('label:has([name="rounds"][value="other"])').click()
        page.fill("#rounds-other", "7")
        page.fill("#purse", "")
        page.fill("#name-2", "Cleo")
        assert fold(page) == "Third player: Cleo · Rounds: 7 · Everybody starts at 0."
        page.locator('label:has([name="rounds"][value="target"])').click()
        page.fill("#target", "50")
        assert fold(page) == (
            "Third player: Cleo · First to this many points wins: 50 · Everybody starts at 0."
        )
        page.locator('label:has([name="rounds"][value=""])').click()
        page.fill("#name-2", "")
        assert fold(page) == "Third player · Rounds: 12 · Everybody starts at 0."


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rounds", "field", "said"),
    [
        ("6", "purse", "Rounds: 6 · Coins at the start: 20"),
        ("other", "rounds-other", "Rounds: 20 · Everybody starts at 0."),
    ],
)
def test_without_a_script_the_server_says_it(
    browser: Browser, tmp_path: Path, rounds: str, field: str, said: str
) -> None:
    with running(tmp_path) as served, opened(browser, served, ["422"], javascript=False) as page:
        page.goto("/matches/new")
        unfold(page)
        page.locator(f'label:has([name="rounds"][value="{rounds}"])').click()
        page.fill(f"#{field}", "20")
        page.get_by_role("button", name="Start").click()
        page.wait_for_selector("#error-name-0")
        assert f"Third player · {said}" in fold(page)


def test_a_long_name_of_an_earlier_match_begins_at_its_beginning(browser: Browser, tmp_path: Path) -> None:
    """A button that centres a text which is too long crops both its ends."""
    with running(tmp_path) as served, opened(browser, served) as page:
        begun(served[1], players=("Maximiliane Alexandra von und zu Berg", "Ben"))
        page.goto("/matches/new")
        starts = page.evaluate(
            """[...document.querySelectorAll("[data-player]")].map((button) => {
              const text = document.createRange();
              text.selectNodeContents(button);
              return text.getBoundingClientRect().left - button.getBoundingClientRect().left;
            })"""
        )
        assert len(starts) == 2
        assert all(start > 0 for start in starts)


def test_an_error_does_not_push_one_name_out_of_line(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path) as served, opened(browser, served, ["422"]) as page:
        page.goto("/matches/new")
        page.fill("#name-0", "Anna")
        page.fill("#name-1", "Anna")
        page.get_by_role("button", name="Start").click()
        page.wait_for_selector("#error-name-0")
        tops = [page.locator(f"#name-{seat}").bounding_box() for seat in (0, 1)]
        assert tops[0] and tops[1]
        assert tops[0]["y"] == tops[1]["y"]


@pytest.mark.parametrize("javascript", [True, False])
def test_a_match_and_its_rematch_know_the_zone_of_the_phone(
    browser: Browser, tmp_path: Path, javascript: bool
) -> None:
    """Without a script that of the computer."""
    with (
        computer_in("Europe/Warsaw"),
        running(tmp_path) as served,
        opened(browser, served, javascript=javascript, timezone_id="Pacific/Kiritimati") as page,
    ):
        match = begin_by_form(page)
        append(served[1], match, {"type": "match-ended"})
        page.goto(match)
        page.get_by_role("button", name="Rematch").click()
        page.wait_for_url(lambda address: address != match)
        zones = [event["zone"] for event in first_events(page)]
    assert zones == ["Pacific/Kiritimati" if javascript else "Europe/Warsaw"] * 2
