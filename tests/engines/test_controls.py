"""A tap on the middle of any control meets it and nothing that lies over it, in every engine."""

from __future__ import annotations

import pytest

from .phone import Phone
from .play import begin, enter, save

pytestmark = pytest.mark.browser

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
    match = begin(phone)
    enter(phone, 0)
    save(phone, 1)
    found = {}
    for page in DAILY:
        phone.open(page.format(match=match))
        found[page] = phone.evaluate("covered()")
    assert {page: covered for page, covered in found.items() if covered} == {}


@pytest.mark.slow
def test_controls_of_every_page(phone: Phone) -> None:
    from browser.pages import PAGES, filled

    start = {"type": "match-started", "players": ["Anna", "Ben"], "ruleset": "russian_all"}
    three = {**start, "players": ["Anna", "Ben", "Cleo"], "ruleset": "polish_all"}
    won = {"type": "round-won", "player": 0, "piles": ["01B 03B 08B 12B 3C", "02A 04A"]}
    over = {**start, "rounds": 1, "purse": 20}
    ids = filled(phone.installation, "Anna", match=[start, won], three=[three, won], over=[over, won])
    found = {}
    for name, page in PAGES.items():
        phone.open(page.format(**ids))
        found[name] = phone.evaluate("covered()")
        phone.evaluate("unfold()")
        found[f"{name}, opened"] = phone.evaluate("covered()")
    assert {page: covered for page, covered in found.items() if covered} == {}
