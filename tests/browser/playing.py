"""Playing matches in a browser: begin one, fill the board, save, read what is stored."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from click.testing import CliRunner
from playwright.sync_api import Page

from scorekeeper.cli import main

from .phones import Phone, unfold_rules

THREE = ("01B", "03B", "08B")


def begin(page: Phone, rules: str = "russian", rounds: str = "12", purse: str = "") -> str:
    """A new match of Anna and Ben in which Anna deals; returns its address."""
    page.goto("/matches/new")
    page.get_by_label("First player").fill("Anna")
    page.get_by_label("Second player").fill("Ben")
    if not page.locator(f'[name="ruleset"][value="{rules}"]').is_visible():
        unfold_rules(page)
    page.locator(f'label:has([name="ruleset"][value="{rules}"])').click()
    if rounds in ("3", "6", "12"):
        page.locator(f'label:has([name="rounds"][value="{rounds}"])').click()
    else:
        page.locator('label:has([name="rounds"][value="other"])').click()
        page.locator("#rounds-other").fill(rounds)
    page.locator("#purse").fill(purse)
    page.locator('label:has([name="dealer"][value="0"])').click()
    page.get_by_role("button", name="Start").click()
    page.wait_for_url(re.compile(r"/matches/\w{32}$"))
    return page.url


def stopped(
    page: Phone, seat: int, cards: Sequence[str] = THREE, calls: Sequence[int] = (0, 0), chaff: int = 0
) -> None:
    """Fill the board of the next round: a player stopped."""
    page.get_by_role("link", name="Score round").click()
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
    page.locator("[data-save]").click()


def saved(page: Phone, number: int) -> None:
    page.get_by_text(re.compile(rf"^Round {number} is saved")).wait_for()


def enter_and_save(page: Phone, match: str, seat: int, number: int) -> None:
    """Another phone saves a round."""
    page.goto(f"{match}/rounds/new")
    enter(page, seat)
    saved(page, number)


def players(page: Page, match: str) -> list[tuple[object, ...]]:
    """Number, dealer and winner of every round that is stored."""
    return [(row["round"], row["dealer"], row["player"]) for row in tally(page, match)["rounds"]]
