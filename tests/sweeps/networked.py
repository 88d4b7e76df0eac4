"""Phones at one match whose networks are switched off and on, driven as their players would."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from random import Random
from time import monotonic
from typing import Any

from browser.phones import Served, phone
from browser.playing import THREE
from playwright.sync_api import Browser, Error, TimeoutError

PATIENCE = 90  # seconds, on a busy machine
MOST_WAITING = 4  # rounds that a phone keeps before its player looks for a connection
QUEUE = "JSON.parse(localStorage.getItem('outbox') ?? '[]')"
SEQ = "Number(document.querySelector('[data-news]')?.dataset.seq ?? 0)"
ROWS = """[...document.querySelectorAll('.notepad tbody a[href*="/rounds/"]')].map((link) =>
  [Number(link.href.split('/').at(-1)), link.closest('tr').innerText.replace(/\\s+/g, ' ')])"""
TYPED = """({ result: document.querySelector('[name="result"]:checked')?.value ?? null,
  cards: [...document.querySelectorAll('[name^="cards-"]:checked')].map((box) => box.value).sort() })"""
# keeps which saves the server acknowledged, and with which event
RECORD = """const sent = window.fetch;
window.fetch = async (address, options) => {
  const answer = await sent(address, options);
  if (options?.method === "POST" && answer.headers.get("Content-Type")?.startsWith("application/json")) {
    const { seq } = await answer.clone().json();
    const acknowledged = JSON.parse(localStorage.acknowledged ?? "{}");
    acknowledged[new URLSearchParams(options.body).get("id")] = seq;
    localStorage.acknowledged = JSON.stringify(acknowledged);
  }
  return answer;
};"""


class Guest:
    """A phone that a link let in, and what its player has seen of the rounds."""

    def __init__(self, browser: Browser, served: Served, code: str, name: str, match: str) -> None:
        self.page = phone(browser, served)
        self.page.context.set_default_timeout(PATIENCE * 1000)
        self.page.context.add_init_script(RECORD)
        self.match, self.name, self.online = match, name, True
        self.rows: dict[int, str] = {}
        self.page.goto(f"/join/{code}")
        self.page.locator("#name").fill(name)
        self.page.get_by_role("button", name="Join").click()
        self.page.wait_for_url(re.compile(r"/matches/\w{32}$"))

    def switch(self, online: bool) -> None:
        self.online = online
        self.page.context.set_offline(not online)

    def look(self) -> None:
        """Note the rounds that the notepad on the screen shows: what was there once stays as it was."""
        for number, text in self.page.evaluate(ROWS):
            assert self.rows.setdefault(number, text) == text, f"{self.name} saw round {number} change"

    def knows(self, seq: int) -> None:
        """Wait until the page shows the match as it is after that event."""
        end = monotonic() + PATIENCE
        while self._asked(SEQ) != seq:
            assert monotonic() < end, f"{self.name} shows event {self._asked(SEQ)} and not {seq}"
            self.page.wait_for_timeout(50)
        self.look()

    def _asked(self, expression: str) -> Any:
        """The value of an expression; None while the page goes to another one."""
        try:
            return self.page.evaluate(expression)
        except Error:
            return None


class Scorer(Guest):
    """A phone that enters rounds, with a connection or without."""

    def __init__(self, *given: Any, random: Random, done: Counter[str]) -> None:
        super().__init__(*given)
        self._random, self._done = random, done
        self.open_board()

    @property
    def acknowledged(self) -> dict[str, int]:
        """The event of every entry that the server told this phone it has stored."""
        kept: dict[str, int] = self.page.evaluate("JSON.parse(localStorage.acknowledged ?? '{}')")
        return kept

    def open_board(self) -> None:
        with suppress(Error):  # the page was just on its way to another one
            self.page.goto(f"{self.match}/rounds/new")
            return
        self.page.goto(f"{self.match}/rounds/new")

    def enter(self, result: str, drops: bool) -> None:
        """Enter a round and save it; ``drops``: the network goes just before the tap on Save."""
        if self.online:
            self.settle()
            if not self._is_free():
                self.open_board()
        elif len(self.page.evaluate(QUEUE)) >= MOST_WAITING or not self._is_free():
            return
        self._fill(result)
        if drops:
            self.switch(online=False)
        self.page.locator("[data-save]").click()
        self._done["entered"] += 1
        if self.online:
            self.settle()
            self.open_board()  # the network may be gone when the next round is over
            return
        self._done["entered without a connection"] += 1
        on = self.page.locator("[data-go-on]")
        on.wait_for()
        on.click()
        self.page.wait_for_timeout(50)

    def settle(self) -> None:
        """Until nothing waits: what was refused is looked at, and kept or discarded."""
        end = monotonic() + PATIENCE
        while self._asked(f"{QUEUE}.length") != 0:
            assert monotonic() < end, f"{self.name} is at {self.page.url} with {self._asked(QUEUE)}"
            try:
                self._decide()
            except Error:  # the page was replaced meanwhile
                self._done["looked twice"] += 1
            self.page.wait_for_timeout(50)

    def _decide(self) -> None:
        page, quick = self.page, 2000
        mine = page.get_by_role("button", name=re.compile("^Save mine"))
        drop = page.get_by_role("link", name="Discard mine")
        look = page.locator("[data-look]:visible")
        if (
            mine.is_visible()
            and mine.is_enabled()
            and not (drop.is_visible() and self._random.random() < 0.5)
        ):
            mine.click(timeout=quick)
            self._done["kept after a conflict"] += 1
        elif drop.is_visible():
            drop.click(timeout=quick)
            self._done["discarded after a conflict"] += 1
        elif look.count():
            look.click(timeout=quick)

    def _fill(self, result: str) -> None:
        """Fill the board; again where the page was renewed under the finger."""
        wanted = {"result": result, "cards": sorted(THREE) if result in "01" else []}
        end = monotonic() + PATIENCE
        while self.page.evaluate(TYPED) != wanted:
            assert monotonic() < end, f"{self.name}: the board cannot be filled"
            try:
                self._tap(result, wanted["cards"])
            except TimeoutError:
                self._done["renewed under the finger"] += 1

    def _tap(self, result: str, cards: Sequence[str]) -> None:
        quick = 3000
        self.page.locator(f'label:has([name="result"][value="{result}"])').click(timeout=quick)
        for card in cards:
            box = f'[name="cards-{result}"][value="{card}"]'
            if not self.page.locator(box).is_checked():
                pile = self.page.locator(f'.pile[data-seat="{result}"]')
                pile.locator(f"label:has({box})").click(timeout=quick)

    def _is_free(self) -> bool:
        """Whether a board is on the screen into which nothing was entered."""
        free = self.page.locator("form[data-board] [data-save]:visible").count() == 1
        return free and self.page.evaluate(TYPED) == {"result": None, "cards": []}


def agreed(guests: Sequence[Guest]) -> dict[int, str]:
    """The rounds that all phones saw, each the same on all of them."""
    rows: dict[int, str] = {}
    for guest in guests:
        for number, text in guest.rows.items():
            assert rows.setdefault(number, text) == text, f"{guest.name} saw another round {number}"
    return rows
