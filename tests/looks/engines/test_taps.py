"""Nothing moves under the finger: in every engine a tap on any control of any page leaves it where it is."""

from __future__ import annotations

from functools import partial
from itertools import islice
from pathlib import Path
from typing import Final

import pytest
from browser.pages import PAGES, filled
from browser.playing import append
from extent import EVERY_LOOK, in_turn

from .phone import Phone
from .play import begin, enter

pytestmark = pytest.mark.browser

FAR: Final = 8  # px
TAPS: Final = Path(__file__).with_name("taps.js").read_text("utf-8")
START = {"type": "match-started", "players": ["Anna", "Ben"], "ruleset": "russian_all"}
WON = {"type": "round-won", "player": 0, "piles": ["01B 03B 08B 12B 3C", "02A 04A"]}
MOST_TAPS: Final = None if EVERY_LOOK else 100  # of a page; the rules of one's own have 400 controls
WATCH: Final = f"(() => {{ {TAPS}\nwatch(); Object.assign(window, {{ calm, nextTap, moved }}); }})()"
PLACES = """["[name=cards-0][value='05A']", "[name=result][value='1']", "[data-save]"]
  .map((css) => Math.round(faceOf(document.querySelector(css)).getBoundingClientRect().top))"""

BELOW_THE_BAR: Final = """["[data-news]", ".bar"]
  .map((css) => Math.round(document.querySelector(css).getBoundingClientRect().bottom))
  .reduce((news, bar) => news - bar)"""


@pytest.mark.parametrize("name", in_turn(PAGES, 40))
def test_a_tap_on_a_control_leaves_it_where_it_is(phone: Phone, name: str) -> None:
    three = {**START, "players": ["Anna", "Ben", "Cleo"], "ruleset": "polish_all"}
    over = {**START, "rounds": 1, "purse": 20}
    ids = filled(phone.installation, "Anna", match=[START, WON], three=[three, WON], over=[over, WON])
    found = []
    phone.open(PAGES[name].format(**ids))
    phone.evaluate(WATCH)
    phone.until("calm()")
    for tapped in islice(iter(partial(phone.evaluate, "nextTap()"), None), MOST_TAPS):
        if "at" in tapped:
            phone.tap_at(*tapped["at"])
        phone.until("calm()")
        if (way := phone.evaluate("moved()")) and max(map(abs, way)) > FAR:
            found.append((tapped["name"], way, tapped["from"]))
    assert found == []


def test_news_cover_the_bar_alone_until_they_are_tapped(phone: Phone) -> None:
    match = begin(phone)
    enter(phone, 0)
    before = phone.evaluate(PLACES)
    append(phone.installation, match, {"type": "round-exhausted"})
    phone.sees("What you entered is still here.")
    assert phone.evaluate(PLACES) == before
    assert phone.evaluate(BELOW_THE_BAR) <= 0
    phone.evaluate("void document.querySelector('[data-news] p').append(' Sahasrabuddhe'.repeat(9))")
    assert phone.evaluate(BELOW_THE_BAR) <= 0
    phone.tap("[data-news] p")  # shows what is cut off
    assert phone.evaluate(BELOW_THE_BAR) > 0
    phone.tap("[data-news] p")
    phone.until("document.querySelector('[data-news]').hidden")
