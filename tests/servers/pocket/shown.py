"""The app as its page shows it in a browser: opened, its frame, a match played in it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from patience import PATIENCE
from playwright.sync_api import BrowserContext, Frame, Page, expect

THREE: Final = ("01B", "03B", "08B")
_LONG: Final = PATIENCE * 1000
expect.set_options(timeout=_LONG)
# Saves one deal after the other that was called off, and tells (``tell``) of each that was answered.
SAVING: Final = """async (match) => {
  const address = `${document.documentElement.dataset.root}${match}`;
  for (let count = 0; ; count += 1) {
    const page = await (await fetch(`${address}/rounds/new`)).text();
    const board = new DOMParser().parseFromString(page, "text/html");
    const value = (name) => board.querySelector(`form [name="${name}"]`).value;
    const id = `${Date.now()}-${count}`;
    const fields = { csrf_token: value("csrf_token"), id, after: value("after"), result: "other" };
    Object.assign(fields, { other: "void", step: "save" });
    const answer = await fetch(`${address}/rounds`, { method: "POST", body: new URLSearchParams(fields) });
    if (!answer.ok) throw new Error(`${answer.status}`);
    await tell(id);
  }
}"""


def opened(context: BrowserContext, address: str) -> Page:
    """The page around the app, once it shows a page of the app."""
    page = context.new_page()
    page.set_default_timeout(_LONG)
    page.goto(address)
    page.frame_locator("iframe").locator("main").wait_for()
    return page


def frame(page: Page) -> Frame:
    """The frame with the page of the app, once that has been read."""
    found = next(one for one in page.frames if one.parent_frame)
    found.wait_for_load_state()
    return found


def go(page: Page, address: str) -> Frame:
    """Open a page of the app, such as "rules", in its frame."""
    app = frame(page)
    app.goto(f"{page.url.split('#')[0]}app/{address}")
    return app


def speak(page: Page, language: str) -> None:
    """Choose the language of the app."""
    app = go(page, "settings")
    with app.expect_navigation():  # also where it was that language before
        app.locator(f'button[name="language"][value="{language}"]').click()
    app.wait_for_function("language => document.documentElement.lang === language", arg=language)


def begin(page: Page, first: str = "Anna", second: str = "Ben", rules: str = "") -> str:
    """Begin a match by its form; returns the address of its notepad within the app."""
    app = go(page, f"matches/new?ruleset={rules}" if rules else "matches/new")
    app.locator('[name="name-0"]').fill(first)
    app.locator('[name="name-1"]').fill(second)
    app.locator('label:has([name="dealer"][value="0"])').click()
    app.locator('form[action$="/matches"] button.primary').last.click()
    app.wait_for_url(re.compile(r"/matches/\w{32}$"))
    return app.url.split("/app/")[1]


def save_round(page: Page, match: str, seat: int = 0, cards: Sequence[str] = THREE) -> Frame:
    """Enter the next round, which a player stopped, and save it."""
    app = go(page, f"{match}/rounds/new")
    app.locator(f'label:has([name="result"][value="{seat}"])').click()
    for card in cards:
        app.locator(f'.pile[data-seat="{seat}"] label:has([name="cards-{seat}"][value="{card}"])').click()
    app.locator(".dock button.primary:visible").click()
    app.wait_for_url(re.compile(r"[?&]saved=\d+"))
    return app


def coins(page: Page) -> list[str]:
    """The coins of the match that a tab shows, once it shows one."""
    page.frame_locator("iframe").locator(".seats").wait_for()
    return frame(page).locator(".seats .coins").all_inner_texts()


def record(page: Page, match: str) -> str:
    """The record of a match, as the app writes it."""
    text = frame(page).evaluate(
        "address => fetch(address).then((answer) => answer.text())",
        f"{page.url.split('#')[0]}app/{match}/record.json",
    )
    return str(text)
