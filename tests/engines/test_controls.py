"""A tap on the middle of any control meets it and nothing that lies over it, in every engine."""

from __future__ import annotations

import pytest
from browser.playing import stored

from .phone import Phone

pytestmark = pytest.mark.browser

START = {"type": "match-started", "players": ["Anna", "Ben"], "ruleset": "russian_all"}
WON = {"type": "round-won", "player": 0, "piles": ["01B 03B 08B 12B 3C", "02A 04A"]}
DAILY = (
    "/",
    "/matches/new",
    "{match}",
    "{match}/rounds/new",
    "{match}/rounds/1",
    "{match}/rounds/1/correction",
    "{match}/turns",
    "{match}/sheet",
    "{match}/piles/0",
    "/hand?ruleset=dutch&cards-0=01B&cards-0=03B&cards-0=08B",
    "/rules/russian",
)


def test_controls_of_the_daily_pages(phone: Phone) -> None:
    match = f"/matches/{stored(phone.installation, [START, WON])}"
    found = {}
    for page in DAILY:
        phone.open(page.format(match=match))
        found[page] = phone.evaluate("covered()")
    assert {page: covered for page, covered in found.items() if covered} == {}


@pytest.mark.slow
def test_controls_of_every_page(phone: Phone) -> None:
    from browser.pages import PAGES, filled

    three = {**START, "players": ["Anna", "Ben", "Cleo"], "ruleset": "polish_all"}
    over = {**START, "rounds": 1, "purse": 20}
    ids = filled(phone.installation, "Anna", match=[START, WON], three=[three, WON], over=[over, WON])
    found = {}
    for name, page in PAGES.items():
        phone.open(page.format(**ids))
        found[name] = phone.evaluate("covered()")
        phone.evaluate("unfold()")
        found[f"{name}, opened"] = phone.evaluate("covered()")
    assert {page: covered for page, covered in found.items() if covered} == {}
