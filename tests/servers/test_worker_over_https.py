"""The app at home with a certificate of its own: kept by phones that trust it, whole on those that do not."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest
from browser.phones import Phone, until
from browser.playing import begin_from_home, board, enter, go_on, saved
from browser.service_worker import CONTROLLED, kept
from browser.trusting import PHONE, key_of, trusting, without_key
from patience import PATIENCE
from playwright.sync_api import Browser, expect
from serving import served

# Each test starts servers and a browser that trusts them; over localhost the same is looked at every day.
pytestmark = [pytest.mark.browser, pytest.mark.slow]


# Waits for what the page itself has begun, for a worker of one address is registered once at a time.
REFUSED = """async () => {
  const refused = await navigator.serviceWorker.register("/sw.js").then(() => "", (error) => error.name);
  return (await navigator.serviceWorker.getRegistrations()).length ? "" : refused;
}"""


def test_a_phone_that_trusts_the_computer_scores_while_that_is_off(
    browser: Browser, here: str, tmp_path: Path
) -> None:
    folder, options = tmp_path / "instance", ("--host", here, "--https")
    with served(folder, *options) as server:
        certificate = (folder / "https" / "authority.pem").read_bytes()
        with trusting(browser, tmp_path, without_key(certificate)) as context:
            home = f"https://{here}:{server.port}/"
            page = cast(Phone, context.new_page())
            page.goto(f"{home}key/{key_of(server)}")
            until(page, CONTROLLED)
            match = begin_from_home(page)
            kept(page, match, f"{match}/rounds/new")
            page.goto(home)
            server.process.kill()
            server.process.wait()
            page = cast(Phone, context.new_page())
            page.goto(home)
            page.get_by_role("link", name="Anna – Ben").click()
            board(page)
            enter(page, 0)
            go_on(page, 2)
            with served(folder, *options, port=server.port):
                page.evaluate("dispatchEvent(new Event('online'))")
                page.get_by_text("Sent and saved: round 1.").wait_for()
                page.goto(match)
                page.locator('[data-begun$=".2"]').wait_for()


def test_a_phone_that_does_not_trust_it_keeps_nothing_and_promises_nothing(
    browser: Browser, here: str, tmp_path: Path
) -> None:
    with served(tmp_path / "instance", "--host", here, "--https") as server:
        context = browser.new_context(viewport=PHONE, locale="en", ignore_https_errors=True)
        context.set_default_timeout(PATIENCE * 1000)
        page = cast(Phone, context.new_page())
        page.goto(f"https://{here}:{server.port}/key/{key_of(server)}")
        begin_from_home(page)
        board(page)
        enter(page, 0)
        saved(page, 1)
        assert page.evaluate(f"({REFUSED})()") == "SecurityError"
        board(page)
        context.set_offline(True)
        page.get_by_role("link", name="Back to the match").click()
        expect(page.get_by_text("No connection: this page cannot be left now.")).to_be_visible()
        context.close()
