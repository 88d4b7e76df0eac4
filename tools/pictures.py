"""The pictures of the README: a match is played in a real browser and photographed.

python -m tools.pictures
"""

from __future__ import annotations

import shutil
import tempfile
import threading
from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import Page, sync_playwright
from werkzeug.serving import make_server

from scorekeeper.installation import Installation
from scorekeeper.web import create_app

DOCS = Path(__file__).parent.parent / "docs"

# Who stopped, the calls of both, the cards of the winner, the chaff.
ROUNDS: Sequence[tuple[int, tuple[int, int], str, int]] = (
    (0, (0, 0), "03B 09A 01R", 3),
    (1, (1, 0), "01B 08B 12B 06A", 4),
    (0, (0, 0), "06R 09R 10R 04R 02A", 5),
    (1, (0, 1), "07A 10A 06A 05A", 10),
)
LAST = (0, (0, 1), "01R 02R 03R 05R 07R", 4)


def main() -> None:
    folder = Path(tempfile.mkdtemp())
    installation = Installation(folder)
    server = make_server("127.0.0.1", 0, create_app(installation), threaded=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}"
    DOCS.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        phone = chromium.new_context(
            viewport={"width": 360, "height": 640},
            device_scale_factor=2,
            is_mobile=True,
            has_touch=True,
            locale="en",
        ).new_page()
        phone.goto(f"{address}/key/{installation.key}")
        begin(phone, address)
        for one in ROUNDS:
            enter(phone, *one)
            save(phone)
        enter(phone, *LAST)
        phone.screenshot(path=DOCS / "board.png")
        save(phone)
        phone.screenshot(path=DOCS / "notepad.png")
        phone.click(".notepad a")
        phone.screenshot(path=DOCS / "round.png")
        chromium.close()
    server.shutdown()
    shutil.rmtree(folder)


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
