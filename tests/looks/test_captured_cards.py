"""The board of games in which every captured card counts: what it says is what is saved, and it fits."""

from __future__ import annotations

import re

import msgspec
import pytest
from browser.captured import enter, results
from browser.fits import ON_ITS_SIDE, UPRIGHT, look
from browser.phones import Phone, Served, phone
from browser.playing import begun, stored, tally
from extent import daily
from koikoi.cases import Case, cases, rules_of
from playwright.sync_api import Browser

pytestmark = pytest.mark.browser

NAMES = ("Wojciech", "Maksymilian", "Małgorzata", "Magdalena")
PILES = ("01R 02R 03R 01B 04A 09A 10C", "03B 08B 12B 02A 05A 06A 04R 05R 6C", "11B 07A 08A 10A 3C", "")


def of_four(page: Phone, rules: str = "hana_awase") -> None:
    page.set_viewport_size(UPRIGHT)
    page.goto(f"/matches/{begun(page.served[1], rules, NAMES)}/rounds/new")


@pytest.mark.parametrize("case", daily(cases("counted", "round"), 3))
def test_the_board_says_what_the_sheet_says(page: Phone, case: Case) -> None:
    start = {"type": "match-started", "ruleset": msgspec.to_builtins(rules_of(case))}
    start |= {"players": NAMES[: len(case["piles"])], "dealer": case.get("dealer", 0)}
    match = stored(page.served[1], [start])
    page.goto(f"/matches/{match}/rounds/new")
    enter(page, case["piles"])
    assert results(page) == case["makes"]
    page.locator("[data-save]").click()
    page.wait_for_url(re.compile(rf"/matches/{match}\?saved=1"))
    (saved,) = tally(page, f"/matches/{match}")["rounds"]
    assert saved["transfer"] == case["makes"]


def test_without_scripts_a_tap_takes_a_card_of_the_pile_that_is_shown(
    browser: Browser, served: Served
) -> None:
    plain = phone(browser, served, javascript=False)
    of_four(plain)
    for seat, card in enumerate(("01B", "12B", "06R", "11A")):
        plain.locator(f'label:has([name="whose"][value="{seat}"])').click()
        plain.locator(f'label:has([name="cards-{seat}"][value="{card}"])').click()
        assert plain.locator(f'[name="cards-{seat}"]:checked').count() == 1
    plain.context.close()


def test_the_rest_is_offered_to_the_only_one_without_cards(page: Phone) -> None:
    of_four(page)
    assert page.locator(".of-all button:visible").count() == 0
    enter(page, PILES[:3])
    assert page.locator(".of-all button:visible").count() == 1
    page.locator('.of-all button[value="3"]').click()
    held = page.locator('[name="cards-3"]:checked').evaluate_all("(boxes) => boxes.map(({ value }) => value)")
    assert held == ["11A", "06R", "09R", "10R", "07R", "11R"]
    assert page.locator('[name="chaff-3"]').input_value() == "5"
    assert page.locator('[name="whose"]:checked').input_value() == "3", "to be looked through"
    assert sum(results(page)) == 0


def test_a_card_says_whose_it_is_to_eyes_and_to_screen_readers(page: Phone) -> None:
    of_four(page)
    enter(page, ("01B 1C", "", "03B 1C"))
    page.locator('label:has([name="whose"][value="1"])').click()
    for card, letters, name in (("01B", "W", "Wojciech"), ("03B", "Mał", "Małgorzata")):
        box = page.locator(f'[name="cards-1"][value="{card}"]')
        assert box.is_disabled()
        taken = box.locator("xpath=../*[@class='taken']")
        assert taken.locator("[aria-hidden]").inner_text() == letters
        assert taken.locator(".visually-hidden").text_content() == f", taken by {name}"


def test_missing_cards_and_the_sum_they_leave_are_said_before_saving(page: Phone) -> None:
    of_four(page)
    enter(page, (*PILES[:3], "11A 06R 09R 10R 07R 11R 4C"))
    said = page.locator("[data-live]").inner_text()
    assert "Not entered: 1" in said
    assert "Sum: −1 instead of 0" in said


@pytest.mark.parametrize("rules", ["hana_awase", "sakura"])
def test_the_board_of_four_with_long_names_fits_and_nothing_jumps(foreign: Phone, rules: str) -> None:
    page = foreign
    of_four(page, rules)
    for size in (UPRIGHT, ON_ITS_SIDE):
        places = [look(page, size)]
        page.reload()
        for pile in (PILES[0], "", PILES[2]):
            enter(page, (pile,)) if pile else None
            places.append(look(page, size))
        cards = [{name: at for name, at in place.items() if "cards-0" in name} for place in places]
        assert all(place == cards[0] for place in cards), "a card stays where it is"
        page.evaluate("localStorage.clear()")
        page.reload()
