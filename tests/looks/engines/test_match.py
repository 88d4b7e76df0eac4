"""The shortest evening in every engine: two rounds by taps, where taps on the notepad lead, and undo."""

from __future__ import annotations

from itertools import product

import pytest
from browser.playing import begun
from extent import daily

from .phone import Phone
from .play import begin, coins, enter, save

pytestmark = pytest.mark.browser

ROWS = ".notepad tbody tr:not(.next)"  # the newest first
PARTS = ("th", "td:nth-child(2)", "td:nth-child(3)", "td:nth-child(4)")
LISTEN = """document.addEventListener("click", ({ target }) => {
  window.landed = target.closest("a, button, summary")?.outerHTML ?? "nothing";
})"""


def test_two_rounds_their_rows_and_undo(phone: Phone) -> None:
    match = begin(phone)
    enter(phone, 0)
    save(phone, 1)
    enter(phone, 1, ("07A", "06A", "10A"))
    save(phone, 2)
    assert coins(phone) == [100, 100]
    phone.until("!covered().length")  # a button may wait a moment before it takes a tap

    for number, part in daily(product((1, 2), PARTS), 3):
        phone.tap_over(f"{ROWS}:nth-last-child({number}) {part}")
        phone.arrive(f"{match}/rounds/{number}")
        phone.until("!covered().length")  # a button may wait a moment before it takes a tap
        phone.tap(".back")
        phone.arrive(match)
    phone.evaluate(LISTEN)
    for nothing in (".bar h1", ".seats .coins", ".notepad thead th"):
        phone.tap_over(nothing)
        assert phone.until("window.landed") == "nothing"
        phone.evaluate("window.landed = ''")
    phone.tap(".menu summary")
    phone.tap(".menu a", "Yaku chart")
    phone.arrive(f"{match}/chart")
    phone.open(match)
    phone.tap(".dock button", "Undo")
    phone.sees("was undone.")
    assert coins(phone) == [105, 95]
    phone.tap(".dock a", "Change round 2")
    phone.arrive(f"{match}/rounds/new")
    phone.until("!covered().length")  # a button may wait a moment before it takes a tap
    phone.tap("[data-clear]")
    phone.until("!document.querySelector('.filled, .board :checked')")
    phone.open(f"{match}/turns")
    phone.until("!covered().length")  # a button may wait a moment before it takes a tap
    phone.tap(".back")
    phone.arrive(match)
    phone.tap(".back")
    phone.arrive("/")


def test_a_round_of_captured_cards(phone: Phone) -> None:
    match = begun(phone.installation, "hana_awase", ("Anna", "Ben", "Cleo"))
    phone.open(f"/matches/{match}/rounds/new")
    for seat, cards in enumerate(("01R 02R 03R 01B 04A 09A", "03B 08B 12B 02A 05A 06A 04R 05R")):
        phone.tap(f"[name=whose][value='{seat}']")
        for card in cards.split():
            phone.tap(f"[name=cards-{seat}][value='{card}']")
        phone.tap(f"[data-quick=chaff-{seat}] [data-set='9']")
    phone.tap("[data-asks] button", "No")
    assert (
        phone.evaluate("document.querySelector('[name=cards-1][value=\"01B\"] ~ .taken span').textContent")
        == "A"
    )
    phone.tap("[name=rest][value='2']")
    phone.tap("[data-asks] button", "No")
    assert phone.texts(".of-all b") == ["+16", "−59", "+43"]
    phone.picture("captured cards")
    save(phone, 1)
