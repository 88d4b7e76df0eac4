"""Every page is accessible: WCAG 2.2 AA and best practice by axe, with the size of targets switched on."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Sequence
from contextlib import closing
from importlib import resources
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from .phones import Served, phone, running

pytestmark = pytest.mark.browser

AXE = resources.files("axe_playwright_python").joinpath("axe.min.js")
OPTIONS = {
    "runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"]},
    "rules": {"target-size": {"enabled": True}},
    "resultTypes": ["violations"],
}
START = {"type": "match-started", "players": ["Anna", "Ben"], "ruleset": "russian_all"}
WON = {"type": "round-won", "player": 0, "piles": ["01B 03B 08B 12B 3C", "02A 04A"]}
EVENTS = [
    START,
    {"type": "koikoi-called", "player": 1},
    WON,
    {"type": "round-exhausted"},
    {"type": "points-adjusted", "points": [1, -1], "reason": "a ruling"},
    {"type": "round-corrected", "round": 1, "events": [{**WON, "player": 0}]},
]
THREE = [{**START, "players": ["Anna", "Ben", "Cleo"], "ruleset": "polish_all"}, WON]
OVER = [{**START, "rounds": 1, "purse": 20}, WON]

PAGES = {
    "home": "/",
    "home further on": "/?page=9",
    "new match": "/matches/new",
    "rematch": "/matches/new?again={over}",
    "notepad": "/matches/{match}",
    "notepad with a round just saved": "/matches/{match}?saved=2",
    "notepad of a match that is over": "/matches/{over}",
    "notepad of three": "/matches/{three}",
    "board": "/matches/{match}/rounds/new",
    "board of three": "/matches/{three}/rounds/new",
    "rounds": "/matches/{match}/rounds",
    "round": "/matches/{match}/rounds/1",
    "correction": "/matches/{match}/rounds/1/correction",
    "rules of a match": "/matches/{match}/rules",
    "adjustment": "/matches/{match}/adjustments/new",
    "ending": "/matches/{match}/ending",
    "sheet": "/matches/{match}/sheet",
    "import": "/records/new",
    "bin": "/bin",
    "hand": "/hand?ruleset=dutch&cards-0=01B&cards-0=03B&cards-0=08B",
    "hand by month": "/hand?ruleset=cwz&view=months&cards-0=01B",
    "hand that is refused": "/hand?chaff-0=25",
    "dealt hand": "/hand/dealt?ruleset=dutch&cards="
    + "&cards=".join(("01B", "01R", "02A", "02C1", "05A", "05C1", "12B", "12C1")),
    "phones": "/phones",
    "new key": "/phones/key",
    "error": "/nope",
    "rules": "/rules",
    "rule set": "/rules/russian",
    "rules of one's own": "/rules/new?from=russian&open=all",
    "difference": "/rules/difference?a=russian&b=dutch",
    "rules import": "/rules/import",
    "settings": "/settings",
}
SEEN = [(320, "light"), (320, "dark"), (360, "light"), (360, "dark"), (768, "light"), (768, "dark")]
LANGUAGES = ("en", "pl", "ru", "nl", "ja")
# Every language at every width, light and dark, takes ten minutes more: `make test-all`.
EVERYDAY = [("en", 360, "light"), ("en", 768, "dark"), ("ru", 320, "light"), ("ja", 320, "dark")]
EVERY = [(language, *seen) for language in LANGUAGES for seen in SEEN]
LOOKS = [
    pytest.param(
        *look,
        id=" ".join(map(str, look)),
        marks=() if look == ("en", 360, "light") else pytest.mark.slow,
    )
    for look in (EVERY if os.environ.get("EVERY_LOOK") else EVERYDAY)
]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with running(tmp_path_factory.mktemp("instance")) as found:
        yield found


@pytest.fixture(scope="module")
def ids(browser: Browser, served: Served) -> dict[str, str]:
    """The matches that the pages show."""
    page = phone(browser, served)
    found = {
        name: bring(page, events) for name, events in (("match", EVENTS), ("three", THREE), ("over", OVER))
    }
    with closing(served[1].open_store()) as store:
        store.discard(bring(page, OVER), len(OVER))  # so that something is in the bin
    page.context.close()
    return found


def bring(page: Page, events: Sequence[object]) -> str:
    page.goto("/records/new")
    content = json.dumps({"format": "koikoi-match/1", "events": events}).encode()
    page.locator("#record").set_input_files(
        {"name": "match.json", "mimeType": "application/json", "buffer": content}
    )
    page.get_by_role("button", name="Import").click()
    page.wait_for_url(re.compile(r"/matches/\w{32}$"))
    return page.url.rpartition("/")[2]


def violations(page: Page, part: str = "html") -> list[str]:
    """What axe finds in a part of the page: the rule, the element, what to do."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text("utf-8"))
    page.evaluate("Promise.all(document.getAnimations().map((one) => one.finished)).then(() => 0)")
    page.evaluate("scrollTo(0, document.body.scrollHeight)")  # nothing lies behind the buttons at the bottom
    found = page.evaluate("([part, options]) => axe.run(part, options)", [part, OPTIONS])["violations"]
    return [
        f"{one['id']}: {node['target']} {node['failureSummary']}"
        for one in found
        for node in one["nodes"][:2]
    ]


def ready(page: Page) -> None:
    """Open what can be opened, so that it is looked at too."""
    for summary in page.locator("details.panel:not([open]) > summary").all():
        if summary.is_visible():
            summary.evaluate("one => one.parentElement.open = true")


def reader(browser: Browser, served: Served, language: str, width: int, scheme: str) -> Page:
    """A page on a phone, or on a tablet, that was let in and that asks for a language."""
    address, installation = served
    context = browser.new_context(
        base_url=address,
        viewport={"width": width, "height": 640 if width < 700 else 1024},
        has_touch=True,
        is_mobile=True,
        color_scheme="dark" if scheme == "dark" else "light",
        locale=language,
    )
    context.set_default_timeout(10_000)
    page = context.new_page()
    page.goto(f"/key/{installation.key}")
    return page


@pytest.mark.parametrize(("language", "width", "scheme"), LOOKS)
def test_no_page_has_a_violation(
    browser: Browser, served: Served, ids: dict[str, str], language: str, width: int, scheme: str
) -> None:
    page = reader(browser, served, language, width, scheme)
    found = {}
    for name, address in PAGES.items():
        page.goto(address.format(**ids))
        assert page.locator("html").get_attribute("lang") == language
        found[name] = violations(page)
        if page.locator("details.panel:not([open])").count() and name != "rules of one's own":
            ready(page)
            found[f"{name}, opened"] = violations(page)
    page.goto(f"/matches/{ids['match']}/rounds/new")
    for result in ("0", "nobody", "other"):
        page.locator(f'label:has([name="result"][value="{result}"])').click()
        found[f"board, result {result}"] = violations(page)
    page.locator('label:has([name="result"][value="0"])').click()
    page.locator('label:has([name="cards-0"][value="01B"])').click()
    page.locator("[data-save]").click()
    page.locator(".pile .error").first.wait_for()
    found["board, refused"] = violations(page)
    for card in ("03B", "08B"):
        page.locator(f'label:has([name="cards-0"][value="{card}"])').click()
    found["board, asking for brights"] = violations(page)
    page.locator('[data-answer="brights=0"]').click()
    page.locator(".more > summary").click()
    found["board, more"] = violations(page, ".more")
    page.locator(".more > summary").click()
    page.locator(".menu > summary").click()
    found["board, menu"] = violations(page, ".menu")
    page.locator('button[name="view"]').click()
    page.locator(".months").first.wait_for()
    found["board by month"] = violations(page)
    page.locator('.scripted[value="verdict"]').click()
    page.locator('button[value="edit"]').wait_for()
    found["preview"] = violations(page)
    page.goto(f"/matches/{ids['three']}/rounds/new")  # by rules that ask for the weather
    for card in ("03B", "09A"):
        page.locator(f'label:has([name="cards-0"][value="{card}"])').click()
    page.locator('label:has([name="result"][value="0"])').click()
    page.locator(".asks button").first.wait_for()
    found["board, asking"] = violations(page)
    page.goto(f"/matches/{ids['match']}")
    page.locator(".menu summary").click()
    found["menu"] = violations(page, ".menu")  # what lies behind an open menu is no target
    page.locator(".menu button").click()
    page.locator("button.danger").wait_for()
    found["deletion"] = violations(page)
    page.context.clear_cookies()
    page.goto("/")
    found["key"] = violations(page)
    page.context.close()
    assert {name: said for name, said in found.items() if said} == {}


def test_an_empty_home_has_no_violation(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path) as served:
        page = phone(browser, served)
        assert page.get_by_role("heading", name="No matches yet").is_visible()
        assert violations(page) == []
        page.context.close()
