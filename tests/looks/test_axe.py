"""Every page is accessible: WCAG 2.2 AA and best practice by axe, with the size of targets switched on."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from browser.axe import violations
from browser.pages import PAGES, SAMPLE, filled, reader
from browser.phones import Served, phone, running
from browser.playing import stored
from extent import EVERY_LOOK
from playwright.sync_api import Browser, Page

from scorekeeper.house_rules.code import write_code
from scorekeeper.languages import LANGUAGES

pytestmark = pytest.mark.browser

START = {
    "type": "match-started",
    "players": ["Anna", "Ben"],
    "ruleset": "russian_all",
    "at": "2026-02-14T12:00:00Z",
}
WON = {"type": "round-won", "player": 0, "piles": ["01B 03B 08B 12B 3C", "02A 04A"]}
EVENTS: list[dict[str, Any]] = [
    START,
    {"type": "koikoi-called", "player": 1},
    WON,
    {"type": "round-exhausted"},
    {"type": "points-adjusted", "points": [1, -1], "reason": "a ruling"},
    {"type": "round-corrected", "round": 1, "events": [{**WON, "player": 0}]},
    {"type": "dealer-corrected", "round": 3, "player": 1, "reason": "Ben slept"},
]
THREE: list[dict[str, Any]] = [{**START, "players": ["Anna", "Ben", "Cleo"], "ruleset": "polish_all"}, WON]
OVER = [{**START, "rounds": 1, "purse": 20}, WON]
HANDED_IN = {
    "round": 2,
    "void": 0,
    "piles": [None, None, {"pile": "04A 3C", "place": 1, "at": "2026-02-14T12:30:00.000Z"}],
    "last": 1,
}

HOUSE = {
    "extends": "dutch",
    "title": "House",
    "match": {"rounds": 6},
    "yaku": {"sevens": {"name": "Sevens", "cards": ["07A", "07R", "07C1"], "points": 4}},
}

SEEN = [(320, "light"), (320, "dark"), (360, "light"), (360, "dark"), (768, "light"), (768, "dark")]
DAILY = ("en", 360, "light")
LOOKS = [
    pytest.param(
        language,
        *seen,
        id=f"{language} {seen[0]} {seen[1]}",
        marks=() if (language, *seen) == DAILY else pytest.mark.slow,
    )
    for language in LANGUAGES
    for seen in SEEN
]
SHARES = 3  # so that several processes look at the pages


@pytest.fixture(scope="module")
def ids(served: Served) -> dict[str, str]:
    """The matches that the pages show, and what else their addresses name."""
    installation = served[1]
    ids = filled(installation, "Anna", match=EVENTS, three=THREE, over=OVER)
    stored(installation, [{**START, "players": ["Dan", "Eva"]}, WON])
    binned = [{**OVER[0], "players": ["Cleo", "Dan"]}, *OVER[1:]]
    with closing(installation.open_store()) as store:
        store.discard(stored(installation, binned), len(binned))  # so that something is in the bin
        store.live.put("match", ids["three"], 0, HANDED_IN)
        store.documents.put("match", ids["match"], 0, {"place": "Kraków", "note": "Snow.\nBen slept."})
    return ids


@pytest.mark.parametrize("share", range(SHARES))
@pytest.mark.parametrize(("language", "width", "scheme"), LOOKS)
def test_no_page_has_a_violation(
    browser: Browser, served: Served, ids: dict[str, str], language: str, width: int, scheme: str, share: int
) -> None:
    page = reader(browser, served, language, width, scheme)
    problems = {}
    for name in [*(PAGES if EVERY_LOOK else SAMPLE)][share::SHARES]:
        page.goto(PAGES[name].format(**ids))
        assert page.locator("html").get_attribute("lang") == language
        folded = page.locator("details:is(.panel, .turnout):not([open])").count()
        if EVERY_LOOK or not folded:
            problems[name] = violations(page)
        if folded and name != "rules of one's own":
            ready(page)
            problems[f"{name}, opened"] = violations(page)
        if not EVERY_LOOK and name in SAMPLE[::2]:
            page.emulate_media(color_scheme="dark")
            problems[f"{name}, dark"] = violations(page, only=["color-contrast"])
            page.emulate_media(color_scheme="light")
    page.context.close()
    assert {name: said for name, said in problems.items() if said} == {}


@pytest.mark.slow
@pytest.mark.parametrize(("language", "width", "scheme"), LOOKS)
def test_what_only_a_tap_leads_to_has_no_violation(
    browser: Browser, served: Served, ids: dict[str, str], language: str, width: int, scheme: str
) -> None:
    page = reader(browser, served, language, width, scheme)
    problems = on_the_way(page, ids)
    page.context.close()
    assert {name: said for name, said in problems.items() if said} == {}


def ready(page: Page) -> None:
    """Open every fold, so that its content is checked too."""
    for summary in page.locator("details:is(.panel, .turnout):not([open]) > summary").all():
        if summary.is_visible():
            summary.evaluate("summary => summary.parentElement.open = true")


def on_the_way(page: Page, ids: dict[str, str]) -> dict[str, list[str]]:
    """What axe finds on pages that only a tap leads to: refusals, questions, menus, previews."""
    problems = {}
    page.goto(f"/matches/{ids['match']}/rounds/new")
    for result in ("0", "nobody", "other"):
        page.locator(f'label:has([name="result"][value="{result}"])').click()
        problems[f"board, result {result}"] = violations(page)
    page.locator('label:has([name="result"][value="0"])').click()
    page.locator('label:has([name="cards-0"][value="01B"])').click()
    page.locator("[data-save]").click()
    page.locator(".pile .error").first.wait_for()
    problems["board, refused"] = violations(page)
    for card in ("03B", "08B"):
        page.locator(f'label:has([name="cards-0"][value="{card}"])').click()
    problems["board, asking for brights"] = violations(page)
    page.locator('[data-answer="brights=0"]').click()
    page.locator(".more > summary").click()
    problems["board, more"] = violations(page, ".more")
    page.locator(".more > summary").click()
    page.locator(".menu > summary").click()
    problems["board, menu"] = violations(page, ".menu")
    page.locator('button[name="view"]').click()
    page.locator(".months").first.wait_for()
    problems["board by month"] = violations(page)
    page.locator('.scripted[value="verdict"]').click()
    page.locator('button[value="edit"]').wait_for()
    problems["preview"] = violations(page)
    page.goto(f"/matches/{ids['three']}/rounds/new")  # by rules that ask for the weather
    for card in ("03B", "09A"):
        page.locator(f'label:has([name="cards-0"][value="{card}"])').click()
    page.locator('label:has([name="result"][value="0"])').click()
    page.locator(".asks button").first.wait_for()
    problems["board, asking"] = violations(page)
    page.goto(f"/matches/{ids['match']}")
    page.locator(".menu summary").click()
    problems["menu"] = violations(page, ".menu")  # elements behind an open menu are not tested
    look_inside(
        page, EVENTS, [*EVENTS, WON], [{**START, "players": ["Cleo", "Dan"]}], [START, {"type": "nope"}]
    )
    problems["records"] = violations(page)
    page.goto(f"/players/{ids['player']}")
    page.locator("#change ~ details > summary").nth(1).click()
    page.locator("#into").select_option(label="Eva")
    page.locator(".panel[open] .button").click()
    page.locator('[name="sure"]').wait_for()
    problems["merger"] = violations(page)
    page.goto(f"/players/{ids['player']}")
    page.locator("#change ~ details > summary").first.click()
    page.locator("#name").fill("Ben")
    page.locator(".panel[open] .button").click()
    page.locator("#error-name").wait_for()
    problems["name that is taken"] = violations(page)
    page.goto("/rules/received")
    page.locator("#written").fill(write_code(HOUSE))
    page.locator("button.primary").click()
    page.locator('[name="step"][value="keep"]').wait_for()
    problems["rules received"] = violations(page)
    page.context.clear_cookies()
    page.goto("/")
    problems["key"] = violations(page)
    return problems


def look_inside(page: Page, *matches: Sequence[object]) -> None:
    """Open the preview of a file with these matches, to import them."""
    page.goto("/records/new")
    records = [{"format": "koikoi-match/1", "events": events} for events in matches]
    content = "\n".join(map(json.dumps, records)).encode()
    page.locator("#record").set_input_files(
        {"name": "match.json", "mimeType": "application/json", "buffer": content}
    )
    page.locator("button.primary").click()
    page.locator('a[href$="/records/new"].button').wait_for()  # Choose other files


def test_an_empty_home_has_no_violation(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path) as served:
        page = phone(browser, served)
        page.goto("/")
        assert page.get_by_role("heading", name="No matches yet").is_visible()
        assert violations(page) == []
        page.context.close()
