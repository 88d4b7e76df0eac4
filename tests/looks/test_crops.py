"""What a phone shows of a card: the subject of the picture, whole and not under the mark in the corner."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Sequence
from pathlib import Path

import pytest
from browser.phones import phone, running
from browser.playing import open_board
from playwright.sync_api import Browser

from scorekeeper.koikoi.cards import CARDS

pytestmark = pytest.mark.browser

SPRITE = Path(__file__).parents[2] / "static" / "cards.svg"
# Left, top, right and bottom of each thing that must be seen of a card.
SUBJECTS = {
    symbol.attrib["id"]: [tuple(map(float, box.split())) for box in symbol.attrib["data-seen"].split(",")]
    for symbol in ET.parse(SPRITE).getroot().iter("{http://www.w3.org/2000/svg}symbol")
    if symbol.get("data-seen")
}
# How much of a card's height a board has shown or may show.
SHARES = (0.45, 0.5, 0.6, 0.75, 1)

# The visible window and the mark of every card, in the units of the drawings (88 x 144).
MEASURE = """share => [...document.querySelectorAll('.card:has(> .mark)')]
    .filter(card => card.checkVisibility()).map(card => {
        card.style.height = `${card.querySelector('svg').getBoundingClientRect().height * share}px`;
        const [window, picture, mark] = [card, card.querySelector('svg'), card.querySelector('.mark')]
            .map(element => element.getBoundingClientRect());
        const units = box => [box.left - picture.left, box.top - picture.top,
            box.right - picture.left, box.bottom - picture.top].map(px => px * 88 / picture.width);
        return [card.querySelector('input').value, units(window), units(mark)];
    })"""


def test_every_bright_and_animal_defines_its_subject() -> None:
    assert {card.id for card in CARDS if card.kind in ("bright", "animal")} <= set(SUBJECTS)


@pytest.mark.parametrize("view, without", [("kinds", {"11C", "12C3"}), ("months", set())])
def test_the_subject_of_a_card_is_visible_and_not_under_its_mark(
    browser: Browser, tmp_path: Path, view: str, without: set[str]
) -> None:
    with running(tmp_path) as served:
        page = phone(browser, served)
        open_board(page)
        if view == "months":
            page.locator(".menu summary").click()
            page.click('[name="view"][value="months"]')
            page.wait_for_selector(".months >> visible=true")
        shown = [(share, *card) for share in SHARES for card in page.evaluate(MEASURE, share)]
        page.context.close()
    assert {card for _, card, _, _ in shown} >= set(SUBJECTS) - without
    for share, card, window, mark in shown:
        for subject in SUBJECTS.get(card, ()):
            assert _within(subject, window), f"{card} at {share:.0%}: {subject} is cut by {window}"
            assert not _meet(subject, mark), f"{card} at {share:.0%}: {subject} is under the mark {mark}"


def _within(inner: Sequence[float], outer: Sequence[float]) -> bool:
    return outer[1] <= inner[1] and inner[3] <= outer[3]


def _meet(first: Sequence[float], second: Sequence[float]) -> bool:
    return first[0] < second[2] and first[1] < second[3] and second[0] < first[2] and second[1] < first[3]
