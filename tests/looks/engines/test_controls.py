"""A tap on the middle of any control meets it and nothing that lies over it, in every engine."""

from __future__ import annotations

import json

import pytest
from browser.pages import PAGES, filled

from .phone import Phone

pytestmark = [pytest.mark.browser, pytest.mark.slow]  # at the table: test_match.py

START = {"type": "match-started", "players": ["Anna", "Ben"], "ruleset": "russian_all"}
OVERLAID = "house rules with a hand to try"  # half of the page lies under the sheet with the hand
WON = {"type": "round-won", "player": 0, "piles": ["01B 03B 08B 12B 3C", "02A 04A"]}


def test_controls_of_every_page(phone: Phone) -> None:
    three = {**START, "players": ["Anna", "Ben", "Cleo"], "ruleset": "polish_all"}
    over = {**START, "rounds": 1, "purse": 20}
    ids = filled(phone.installation, "Anna", match=[START, WON], three=[three, WON], over=[over, WON])
    found = {}
    for name, page in PAGES.items():
        if name == OVERLAID:
            continue
        phone.open(page.format(**ids))
        phone.until("still()")
        found[name] = phone.evaluate("covered()")
        phone.evaluate("unfold()")
        phone.until("still()")
        found[f"{name}, opened"] = phone.evaluate("covered()")
    covered = {page: controls for page, controls in found.items() if controls}
    assert covered == {}, json.dumps(covered, indent=1)
