"""The pictures of the README: screenshots of a match played in a real browser.

python -m tools.pictures          the pictures of the README
python -m tools.pictures FOLDER   sheets of all 48 cards, whole and as a phone shows them, light and dark
"""

from __future__ import annotations

import shutil
import sys
import tempfile
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright
from werkzeug.serving import make_server

from scorekeeper.installation import Installation
from scorekeeper.koikoi.cards import CARDS
from scorekeeper.web import create_app

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"

# Who stopped, the calls of both, the cards of the winner, the chaff.
ROUNDS: Sequence[tuple[int, tuple[int, int], str, int]] = (
    (0, (0, 0), "03B 09A 01R", 3),
    (1, (1, 0), "01B 08B 12B 06A", 4),
    (0, (0, 0), "06R 09R 10R 04R 02A", 5),
    (1, (0, 1), "07A 10A 06A 05A", 10),
)
LAST = (0, (0, 1), "01R 02R 03R 05R 07R", 4)

# The width of a whole card in pixels, and how many are in a row.
SIZES = ((60, 12), (120, 8))
GROUNDS = {"light": "#f3ead7", "dark": "#1c1a17"}


def main() -> None:
    if len(sys.argv) > 1:
        draw_sheets(Path(sys.argv[1]))
    else:
        take_screenshots()


def take_screenshots() -> None:
    DOCS.mkdir(exist_ok=True)
    with app() as (address, key), browser() as chromium:
        page = phone(chromium, f"{address}/key/{key}")
        begin(page, address)
        for played in ROUNDS:
            enter(page, *played)
            save(page)
        enter(page, *LAST)
        page.screenshot(path=DOCS / "board.png")
        save(page)
        page.screenshot(path=DOCS / "notepad.png")
        page.locator('.notepad a[href*="/rounds/5"]').first.click()
        page.screenshot(path=DOCS / "round.png")


def draw_sheets(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with app() as (address, key), browser() as chromium:
        for name, ground in GROUNDS.items():
            for width, columns in SIZES:
                whole = chromium.new_page(device_scale_factor=2)
                whole.set_viewport_size({"width": columns * (width + 8) + 8, "height": 200})
                whole.set_content(sheet(width, ground))
                whole.screenshot(path=folder / f"whole-{width}-{name}.png", full_page=True)
            page = phone(chromium, f"{address}/key/{key}", color_scheme=name)
            begin(page, address)
            page.click(".dock .primary")
            page.check('[name="result"][value="0"]', force=True)
            for view in ("kinds", "months"):
                if view == "months":
                    page.click('[name="view"][value="months"]')
                page.evaluate("document.querySelector('.dock').hidden = true")
                board = page.locator(".board >> visible=true")
                board.screenshot(path=folder / f"phone-{view}-{name}.png")


def sheet(width: int, ground: str) -> str:
    """A page with all 48 cards whole, ``width`` pixels wide on a ground of that colour."""
    cards = "".join(
        f'<svg width="{width}" height="{width * 144 // 88}"><use href="#{card.id}"/></svg>' for card in CARDS
    )
    sprite = (ROOT / "static" / "cards.svg").read_text()
    return (
        f"<style>body {{ margin: 8px; background: {ground}; display: flex; flex-wrap: wrap; gap: 8px; }}"
        f" div {{ display: none; }}</style><div>{sprite}</div>{cards}"
    )


@contextmanager
def app() -> Iterator[tuple[str, str]]:
    """The app of a fresh installation: its address and its key."""
    folder = Path(tempfile.mkdtemp())
    installation = Installation(folder)
    server = make_server("127.0.0.1", 0, create_app(installation), threaded=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", installation.key
    finally:
        server.shutdown()
        shutil.rmtree(folder)


@contextmanager
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        yield chromium
        chromium.close()


def phone(chromium: Browser, entrance: str, **more: Any) -> Page:
    """A page on a small phone that has the key."""
    page = chromium.new_context(
        viewport={"width": 360, "height": 640},
        device_scale_factor=2,
        is_mobile=True,
        has_touch=True,
        locale="en",
        **more,
    ).new_page()
    page.goto(entrance)
    return page


def begin(phone: Page, address: str) -> None:
    phone.goto(f"{address}/matches/new?ruleset=russian")
    phone.fill("#name-0", "Anna")
    phone.fill("#name-1", "Ben")
    phone.check('[name="dealer"][value="1"]', force=True)
    phone.click(".dock .primary")


def enter(phone: Page, winner: int, calls: tuple[int, int], cards: str, chaff: int) -> None:
    phone.click(".dock .primary")
    phone.check(f'[name="result"][value="{winner}"]', force=True)
    for seat, number in enumerate(calls):
        phone.fill(f"#calls-{seat}", str(number))
    for card in cards.split():
        phone.check(f'[name="cards-{winner}"][value="{card}"]', force=True)
    phone.fill(f'[name="chaff-{winner}"]', str(chaff))
    phone.evaluate("scrollTo(0, 0)")


def save(phone: Page) -> None:
    phone.click("[data-save]")
    phone.wait_for_selector(".notepad")
    phone.wait_for_timeout(400)


if __name__ == "__main__":
    main()
