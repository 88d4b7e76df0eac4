"""Phones at one match whose networks are switched off and on, driven as their players would."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any, Final

from browser.phones import Served, phone
from browser.playing import THREE
from patience import PATIENCE
from playwright.sync_api import Browser, Error

MOST_WAITING: Final = 4  # rounds that a phone keeps before its player looks for a connection
SAVE, GO_ON, LOOK = "[data-save]", "[data-go-on]", "[data-look]"
DISCARD, KEEP = "a[data-drop]", "a[data-drop] ~ button[value=save]"
PLAYER: Final = Path(__file__).with_suffix(".js").read_text("utf-8")


class NoPage(Exception):
    """The connection went while a page was on its way: the browser shows its own page about that."""


class Guest:
    """A phone that a link let in, and what its player has seen of the rounds.

    ``keeping``: its browser has a service worker, as over HTTPS, which keeps pages.
    """

    def __init__(
        self, browser: Browser, served: Served, code: str, name: str, match: str, *, keeping: bool
    ) -> None:
        self.page = phone(browser, served, service_workers="allow" if keeping else "block")
        self.page.context.set_default_timeout(PATIENCE * 1000)
        self.page.context.add_init_script(PLAYER)
        self.match, self.name, self.online, self.keeping = match, name, True, keeping
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
        for number, text in self.player("rounds"):
            assert self.rows.setdefault(number, text) == text, f"{self.name} saw round {number} change"

    def knows(self, seq: int) -> None:
        """Wait until the page shows the match as it is after that event."""
        end = monotonic() + PATIENCE
        while (shown := self.player("seq")) != seq:
            assert monotonic() < end, f"{self.name} shows event {shown} and not {seq}"
            self.page.wait_for_timeout(50)
        self.look()

    def player(self, does: str, *values: Any) -> Any:
        """What a function for players returns; asked again while the page goes to another one.

        A player whom the browser tells that there is no connection opens the match again, once there is one.
        Raises NoPage while there is none.
        """
        end = monotonic() + PATIENCE
        while True:
            try:
                return self.page.evaluate(
                    "([does, values]) => window.player[does](...values)", [does, list(values)]
                )
            except Error as error:
                if self.page.url.startswith("chrome-error:"):
                    if not self.online:
                        raise NoPage from error
                    with suppress(Error):
                        self.page.goto(self.match)
                if monotonic() > end or self.page.is_closed():
                    raise AssertionError(f"{self.name} cannot use the page {self.page.url}") from error
                self.page.wait_for_timeout(20)


class Scorer(Guest):
    """A phone that enters rounds, with a connection or without."""

    def __init__(self, *given: Any, keeping: bool, random: Random, done: Counter[str]) -> None:
        super().__init__(*given, keeping=keeping)
        self._random, self._done = random, done
        self.open_board()

    @property
    def acknowledged(self) -> dict[str, int]:
        """The event of every entry that the server told this phone it has stored."""
        kept: dict[str, int] = self.player("acknowledged")
        return kept

    def open_board(self) -> None:
        end = monotonic() + PATIENCE
        while monotonic() < end:
            with suppress(Error):  # the page was just on its way to another one
                self.page.goto(f"{self.match}/rounds/new")
                return
        raise AssertionError(f"{self.name} cannot open the board from {self.page.url}")

    def killed(self) -> None:
        """The tab is gone with all that was not kept; the player opens the board again."""
        context = self.page.context
        self.page.close()
        self.page = context.new_page()  # type: ignore[assignment]
        self._done["tabs killed"] += 1
        self.open_board()

    def enter(self, result: str, drops: bool) -> None:
        """Enter a round and save it; ``drops``: the network goes just before the tap on Save."""
        if self.online:
            self.settle()
        elif len(self.player("waiting")) >= MOST_WAITING:
            return
        if not self._is_free():
            if not self.online and not self.keeping:
                return
            self.open_board()
        if not self._is_free():
            return
        self._fill(result)
        if drops:
            self.switch(online=False)
        assert self.player("taps", SAVE), f"{self.name} cannot save"
        self._done["entered"] += 1
        if self.online:
            self.settle()
            self.open_board()  # the network may be gone when the next round is over
            return
        self._done["entered without a connection"] += 1
        end = monotonic() + PATIENCE
        while not self.player("taps", GO_ON):
            assert monotonic() < end, f"{self.name} is not offered the next round"
            self.page.wait_for_timeout(50)

    def settle(self) -> None:
        """Until nothing waits: what was refused is looked at, and kept or discarded."""
        end = monotonic() + PATIENCE
        while waits := self.player("waiting"):
            assert monotonic() < end, f"{self.name} is at {self.page.url} with {waits}"
            self._decide()
            self.page.wait_for_timeout(50)

    def _decide(self) -> None:
        """Answer what the screen asks, if it asks: keep mine, discard mine, or look at what was refused."""
        keep, discard, look = self.player("sees", KEEP, DISCARD, LOOK)
        if keep and not (discard and self._random.random() < 0.5):
            self._done["kept after a conflict"] += self.player("taps", KEEP)
        elif discard:
            self._done["discarded after a conflict"] += self.player("taps", DISCARD)
        elif look:
            self.player("taps", LOOK)

    def _fill(self, result: str) -> None:
        """Fill the board; again where the page was renewed under the finger."""
        wanted = {"result": result, "cards": sorted(THREE) if result in "01" else []}
        end = monotonic() + PATIENCE
        while self.player("typed") != wanted:
            assert monotonic() < end, f"{self.name}: the board cannot be filled"
            self.player("fills", result, wanted["cards"])

    def _is_free(self) -> bool:
        """Whether a board is on the screen into which nothing was entered."""
        sees = self.player("sees", f"form[data-board] {SAVE}") == [True]
        return sees and self.player("typed") == {"result": None, "cards": []}  # type: ignore[no-any-return]


def agreed(guests: Sequence[Guest]) -> dict[int, str]:
    """The rounds that all phones saw, each the same on all of them."""
    rows: dict[int, str] = {}
    for guest in guests:
        for number, text in guest.rows.items():
            assert rows.setdefault(number, text) == text, f"{guest.name} saw another round {number}"
    return rows
