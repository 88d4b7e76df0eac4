"""Playing matches in a browser: begin one, fill the board, save, read what is stored."""

from __future__ import annotations

import json
import re
import uuid
from collections.abc import Mapping, Sequence
from contextlib import closing
from typing import Any, Final

import msgspec
from click.testing import CliRunner
from playwright.sync_api import Page

from scorekeeper.cli import main
from scorekeeper.installation import Installation
from scorekeeper.koikoi.match.events import MatchStarted, as_values
from scorekeeper.koikoi.rules.loader import rules as rules_of
from scorekeeper.store import EventValues

from .phones import Phone, unfold

THREE: Final = ("01B", "03B", "08B")
OUTBOX: Final = "`outbox ${document.documentElement.dataset.installation}`"  # its name in localStorage
QUEUE: Final = f"JSON.parse(localStorage.getItem({OUTBOX}) ?? '[]').map((entry) => entry.number)"
# Leaves no room in the storage in which drafts and saves are kept.
FULL: Final = """() => {
  for (let size = 2 ** 23, place = 0; size >= 1; ) {
    try {
      localStorage.setItem(`ballast ${(place += 1)}`, "x".repeat(size));
    } catch {
      size = Math.floor(size / 2);
    }
  }
}"""


def begin(page: Phone, rules: str = "russian", rounds: int = 12) -> str:
    """The notepad of a new match of Anna and Ben in which Anna deals; returns its address.

    How a match begins by its form is tested with ``begin_by_form``.
    """
    match = begun(page.served[1], rules, rounds=rounds)
    page.goto(f"/matches/{match}")
    return page.url


def begun(
    installation: Installation, rules: str = "russian", players: Sequence[str] = ("Anna", "Ben"), **start: Any
) -> str:
    """The id of a match that has begun; the first of the players deals."""
    house = rules_of(rules, installation.house_rules.find)
    started = MatchStarted(players=tuple(players), ruleset=msgspec.to_builtins(house), **start)
    return stored(installation, [as_values(started)])


def stored(installation: Installation, events: Sequence[Mapping[str, Any]]) -> str:
    """The id of a match with these events."""
    match = uuid.uuid4().hex
    with closing(installation.open_store()) as store:
        store.create(match, [{**event, "id": f"{match}.{place}"} for place, event in enumerate(events)])
    return match


def use(installation: Installation, rules: str) -> None:
    """Let the next match be by these rules, as if the last one was."""
    with closing(installation.open_store()) as store:
        store.set("ruleset", rules)


def open_board(page: Phone) -> None:
    """The board of round 1 of a new match by the Russian booklet: Anna stopped, no card is chosen."""
    page.goto(f"/matches/{begun(page.served[1])}/rounds/new")
    page.check('[name="result"][value="0"]', force=True)


def first_events(page: Phone) -> list[EventValues]:
    """The first events of all matches of the app that a phone opens, the latest match first."""
    with closing(page.served[1].open_store()) as store:
        return store.first_events(100)


def begin_by_form(page: Phone, rules: str = "russian", rounds: str = "", purse: str = "") -> str:
    """Begin such a match by its form; returns its address."""
    page.goto(f"/matches/new?ruleset={rules}")
    page.get_by_label("First player").fill("Anna")
    page.get_by_label("Second player").fill("Ben")
    unfold(page)
    if rounds in ("", "3", "6"):
        page.locator(f'label:has([name="rounds"][value="{rounds}"])').click()
    else:
        page.locator('label:has([name="rounds"][value="other"])').click()
        page.locator("#rounds-other").fill(rounds)
    page.locator("#purse").fill(purse)
    page.locator('label:has([name="dealer"][value="0"])').click()
    page.get_by_role("button", name="Start").click()
    page.wait_for_url(re.compile(r"/matches/\w{32}$"))
    return page.url


def begin_from_home(page: Phone, first: str = "Anna", second: str = "Ben") -> str:
    """Begin a match from the home page on, by the rules that are offered first; the second player deals."""
    page.get_by_role("link", name="New match").click()
    page.wait_for_url("**/matches/new")
    start(page, first, second)
    page.wait_for_url(re.compile(r"/matches/\w{32}$"))
    return page.url


def start(page: Page, first: str, second: str, dealer: int = 1) -> None:
    """Fill the form for a new match and tap Start."""
    page.get_by_label("First player").fill(first)
    page.get_by_label("Second player").fill(second)
    page.locator(f'label:has([name="dealer"][value="{dealer}"])').click()
    page.get_by_role("button", name="Start").click()


def stopped(
    page: Phone, seat: int, cards: Sequence[str] = THREE, calls: Sequence[int] = (0, 0), chaff: int = 0
) -> None:
    """Fill the board of the next round: a player stopped."""
    board(page)
    choose(page, str(seat))
    tap(page, seat, cards)
    for caller, times in enumerate(calls):
        if times:
            page.locator(f"#calls-{caller}").fill(str(times))
    if chaff:
        page.locator(f'[name="chaff-{seat}"]').fill(str(chaff))


def choose(page: Phone, result: str) -> None:
    page.locator(f'label:has([name="result"][value="{result}"])').click()


def tap(page: Phone, seat: int, cards: Sequence[str]) -> None:
    for card in cards:
        page.locator(f'.pile[data-seat="{seat}"] label:has([name="cards-{seat}"][value="{card}"])').click()


def save(page: Phone) -> None:
    """Save what is on the board; without JavaScript and in a correction the result comes first."""
    correcting = page.url.endswith("/correction")
    if correcting or not page.scripted:
        page.get_by_role("button", name="Show what changes" if correcting else "Show the result").click()
    page.get_by_role("button", name=re.compile("^Save (round|the correction)")).click()
    page.wait_for_url(re.compile(r"/matches/\w{32}(\?saved=\d+|/rounds/\d+)?$"))


def coins(page: Page) -> list[int]:
    return [int(words) for words in page.locator(".seats .coins").all_inner_texts()]


def tally(page: Page, match: str) -> dict[str, Any]:
    """The scoresheet that the command makes of the exported record."""
    written = page.request.get(f"{match}/record.json").body()
    tallied = CliRunner().invoke(main, ["tally", "-"], input=written)
    assert tallied.exit_code == 0, tallied.output
    sheet: dict[str, Any] = json.loads(tallied.stdout)
    return sheet


def board(page: Phone) -> None:
    page.get_by_role("link", name="Score round").click()
    page.wait_for_url(re.compile("/rounds/new$"))


def enter(page: Phone, seat: int, cards: Sequence[str] = THREE, calls: Sequence[int] = (0, 0)) -> None:
    """Fill the board on the screen and tap Save."""
    choose(page, str(seat))
    tap(page, seat, cards)
    for caller, times in enumerate(calls):
        if times:
            page.locator(f"#calls-{caller}").fill(str(times))
    page.locator("[data-save]").click(no_wait_after=True)  # the page that follows may be held back


def saved(page: Phone, number: int) -> None:
    page.get_by_text(re.compile(rf"^Round {number} is saved")).wait_for()


def go_on(page: Phone, number: int) -> None:
    """Go on with another round while the one before waits on the phone."""
    page.get_by_role("button", name=f"Go on with round {number}").click()
    page.get_by_role("heading", name=f"Round {number}: who stopped?").wait_for()


def save_round(installation: Installation, match: str, seat: int, cards: Sequence[str] = THREE) -> None:
    """Another phone saves a round that a player won; ``match`` is its address."""
    piles = [" ".join(cards) if seat == other else None for other in (0, 1)]
    append(installation, match, {"type": "round-won", "player": seat, "piles": piles})


def append(installation: Installation, match: str, event: Mapping[str, Any]) -> None:
    """Another phone enters something; ``match`` is its address."""
    id_ = match.rpartition("/")[2]
    with closing(installation.open_store()) as store:
        store.append(id_, store.last(id_), [{**event, "id": f"{uuid.uuid4().hex}.0"}])


def enter_and_save(page: Phone, match: str, seat: int, number: int) -> None:
    """Another phone saves a round, by its board."""
    page.goto(f"{match}/rounds/new")
    enter(page, seat)
    saved(page, number)


def players(page: Page, match: str) -> list[tuple[object, ...]]:
    """Number, dealer and winner of every round that is stored."""
    return [(row["round"], row["dealer"], row["player"]) for row in tally(page, match)["rounds"]]
