"""Every page in the longest words: none is broken without a hyphen, nothing is too wide, the menu fits."""

from __future__ import annotations

import json

import pytest
from browser.pages import LOOKED_AT, PAGES, furnished, reader
from browser.phones import Served, until
from extent import EVERY_LOOK
from playwright.sync_api import Browser

pytestmark = pytest.mark.browser

# Words are longest in Russian and Dutch, and lines shortest at 320; all others are in `make test-all`.
LANGUAGES = ("en", "pl", "ru", "nl", "ja") if EVERY_LOOK else ("ru",)
WIDTHS = (320, 360, 412, 768, 1280) if EVERY_LOOK else (320,)

UNFOLDED = "document.querySelectorAll('details').forEach((fold) => (fold.open = true))"
MENU = """() => {
  const list = document.querySelector(".menu[open] > ul");
  const entries = [...(list?.children ?? [])].filter((entry) => entry.checkVisibility());
  return [entries.length, list?.clientHeight ?? 0];
}"""
EXCESS = "document.documentElement.scrollWidth - innerWidth"

# A word is broken when parts of it stand on two lines; a soft hyphen is where it may be.
BROKEN = r"""() => {
  const range = document.createRange();
  const line = (node, at) => {
    range.setStart(node, at);
    range.setEnd(node, at + 1);
    const box = [...range.getClientRects()].at(-1);
    const upright = getComputedStyle(node.parentElement).writingMode === "horizontal-tb";
    return Math.round((upright ? box?.top : box?.left) / 4);
  };
  const found = new Set();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const around = node.parentElement;
    if (!around.checkVisibility() || around.closest(".visually-hidden, script, [lang=ja]")) continue;
    for (const word of node.data.matchAll(/[\p{Script=Latin}\p{Script=Cyrillic}\p{M}\p{N}−+]{2,}/gu)) {
      const lines = new Set([...word[0]].map((_, at) => line(node, word.index + at)));
      if (lines.size > 1) found.add(`${word[0]} in ${around.outerHTML.slice(0, 90)}`);
    }
  }
  return [...found];
}"""


@pytest.fixture(scope="module")
def ids(served: Served) -> dict[str, str]:
    return furnished(served[1])


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_is_broken_no_page_scrolls_sideways_and_the_menu_fits(
    browser: Browser, served: Served, ids: dict[str, str], language: str
) -> None:
    page = reader(browser, served, language)
    on_pages: dict[str, object] = {}
    for name in LOOKED_AT:
        page.goto(PAGES[name].format(**ids))
        page.evaluate(UNFOLDED)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 800})
            if broken := page.evaluate(BROKEN):
                on_pages[f"{name} at {width}"] = broken
            if (excess := page.evaluate(EXCESS)) > 0:
                on_pages[f"{name} at {width}, too wide"] = excess
            entries, height = page.evaluate(MENU)
            if not (0 < entries <= 8 and height <= 420):
                on_pages[f"{name} at {width}, menu"] = (entries, height)
    page.context.close()
    assert on_pages == {}, json.dumps(on_pages, ensure_ascii=False, indent=1)


# How far a text of the first column is from the next one.
GAPS = """() => [...document.querySelectorAll(".notepad tbody th")].map((head) => {
  const range = document.createRange();
  range.selectNodeContents(head.querySelector("small"));
  const text = range.getBoundingClientRect();
  return [head.innerText, head.nextElementSibling.getBoundingClientRect().left - text.right];
})"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_name_of_a_month_ends_before_the_result(
    browser: Browser, served: Served, ids: dict[str, str], language: str
) -> None:
    page = reader(browser, served, language)
    page.goto(PAGES["notepad"].format(**ids))
    gaps = page.evaluate(GAPS)
    page.context.close()
    assert len(gaps) > 12
    assert [gap for gap in gaps if gap[1] < 2] == []


# Cells whose coins or gain, when it is that of the dealer, stand in several lines or are wider than the cell.
BROKEN_GAINS = """() => [...document.querySelectorAll(".notepad td.bal:has(small .oya)")].filter((cell) => {
  const gain = cell.querySelector("small");
  cell.firstChild.data = "2044";
  gain.firstChild.data = "+264 ";
  gain.style.fontWeight = "bold"; // as one that was won
  const seal = gain.querySelector(".oya").getBoundingClientRect();
  const words = document.createRange();
  words.selectNodeContents(gain.firstChild);
  const text = words.getBoundingClientRect();
  return words.getClientRects().length > 1 || seal.bottom < text.top || seal.top > text.bottom
    || seal.left < cell.getBoundingClientRect().left;
}).length"""


@pytest.mark.parametrize("name", ["notepad", "notepad of three"])
def test_a_long_name_is_whole_over_its_column_and_a_gain_of_three_digits_in_one_line(
    browser: Browser, served: Served, ids: dict[str, str], name: str
) -> None:
    page = reader(browser, served, "en")
    page.goto(PAGES[name].format(**ids))
    heads = page.locator(".notepad thead .bal")
    heads.evaluate_all(
        "heads => heads.forEach((head) => (head.textContent = 'Wła\u00addy\u00adsła\u00adwek'))"
    )
    cut = heads.evaluate_all("heads => heads.filter((head) => head.scrollWidth > head.clientWidth).length")
    broken = page.evaluate(BROKEN_GAINS)
    page.context.close()
    assert (cut, broken) == (0, 0)


@pytest.mark.parametrize(
    ("language", "text"), [("pl", "Pięć światłości, Żaneta"), ("ru", "Пять ярких, Ёжик")]
)
def test_the_letters_of_a_heading_come_from_one_font(
    browser: Browser, served: Served, language: str, text: str
) -> None:
    page = reader(browser, served, language)
    page.goto("/nope")
    page.evaluate(
        "(text) => { document.querySelector('h1').textContent = text; return document.fonts.ready; }", text
    )
    until(page, "document.fonts.status === 'loaded'")
    console = page.context.new_cdp_session(page)
    console.send("DOM.enable")
    console.send("CSS.enable")
    root = console.send("DOM.getDocument")["root"]["nodeId"]
    heading = console.send("DOM.querySelector", {"nodeId": root, "selector": "h1"})["nodeId"]
    fonts = console.send("CSS.getPlatformFontsForNode", {"nodeId": heading})["fonts"]
    page.context.close()
    assert [(font["familyName"], font["isCustomFont"]) for font in fonts] == [("Alegreya SemiBold", True)]
