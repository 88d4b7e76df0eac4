"""No accent and no tail of a letter is cut off, in any script, in small and in large letters."""

from __future__ import annotations

from typing import Final

import pytest
from browser.pages import PAGES, in_script
from browser.playing import begun
from extent import EVERY_LOOK, in_turn

from .phone import Phone, resize

NAMES: Final = {
    "Latin": ("ŻŹĆÅŞģŷç", "Ngô Thị Ế", "Ỹ Ǻ ģ"),
    "others": ("دُعَاءٍ", "क्षि कू ऐँ", "ที่ ปู่ ญี่ปุ่น"),
}
WORDS: Final = "ŻÅẾ ģŷç"
SIZES: Final = ("100%", "200%")  # of letters
_MOST_SEEN: Final = (  # where names stand in boxes that cut what is too long
    *("home", "new match", "rematch", "notepad", "notepad of three", "board", "board of three"),
    *("whose cards", "cards handed in", "live play", "live play where the weather counts", "round"),
    *("correction", "correct or end", "dealer of three", "about a match", "screen, three", "sheet of three"),
    *("history", "evening", "players", "player", "leagues", "league", "matches of a league", "phones"),
)
LOOKED_AT: Final = [*PAGES] if EVERY_LOOK else in_turn(_MOST_SEEN, 4)

# Texts whose ink reaches beyond a box that cuts off what stands out of it at the top or at the bottom.
CUT: Final = r"""(() => {
  const pen = document.createElement("canvas").getContext("2d");
  const cuts = (box) => /hidden|clip/.test(box.overflowY) || /paint|strict|content/.test(box.contain);
  const unseen = "svg, script, select, [lang]:not(html), .visually-hidden";
  const found = new Set();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const around = node.parentElement;
    if (!/[^\x00-\x7f]/.test(node.data) || around.closest(unseen)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const lines = [...range.getClientRects()].filter((line) => line.width);
    if (!lines.length) continue;
    const style = getComputedStyle(around);
    pen.font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const ink = pen.measureText(node.data);
    for (let box = around; box && box !== document.body; box = box.parentElement) {
      const shape = getComputedStyle(box);
      if (shape.display === "inline" || shape.display === "contents" || !cuts(shape)) continue;
      const outside = box.getBoundingClientRect();
      const top = outside.top + parseFloat(shape.borderTopWidth);
      const bottom = outside.bottom - parseFloat(shape.borderBottomWidth);
      for (const line of lines) {
        if (line.top + line.height / 2 > bottom || line.bottom < top) continue; // a line that is not shown
        const base = line.top + ink.fontBoundingBoxAscent;
        const above = top - (base - ink.actualBoundingBoxAscent);
        const below = base + ink.actualBoundingBoxDescent - bottom;
        const over = Math.max(above, below).toFixed(1);
        if (over > 0.7) found.add(`${node.data.trim()} by ${over} in ${box.localName}.${box.className}`);
      }
    }
  }
  return [...found];
})()"""


@pytest.mark.parametrize("script", NAMES)
def test_no_letter_is_cut_above_or_below(phone: Phone, script: str) -> None:
    ids = in_script(phone.installation, *NAMES[script], WORDS)
    found: dict[str, list[str]] = {}
    for name in LOOKED_AT:
        phone.open(PAGES[name].format(**ids))
        for size in SIZES:
            phone.evaluate("stir(document.documentElement.style.fontSize = arguments[0])", size)
            phone.until("still()")  # what is fitted to the letters follows in the next frame
            found[f"{name} at {size}"] = phone.evaluate(CUT)
    assert {place: texts for place, texts in found.items() if texts} == {}


HEIGHTS: Final = """[...document.querySelectorAll(".pile[data-seat='0'] .kind-name")]
  .map((name) => name.clientHeight)"""


@pytest.mark.parametrize("engine", ["firefox", "webkit"], indirect=True)  # Chromium's screen cannot change
@pytest.mark.parametrize("size", [(640, 360), (1280, 800)], ids=["on its side", "tablet"])
def test_the_names_of_the_kinds_stand_beside_their_cards(phone: Phone, size: tuple[int, int]) -> None:
    board = f"/matches/{begun(phone.installation, 'dutch')}/rounds/new"
    resize(phone.driver, size)
    heights = []
    for _ in range(2):  # the second time the files are there at once
        phone.open(board)
        phone.until("document.fonts.status === 'loaded' && still()")
        heights += phone.evaluate(HEIGHTS)
    resize(phone.driver)
    assert len(heights) == 2 * 4
    assert min(heights) > 20
