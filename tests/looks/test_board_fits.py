"""The board on a small phone, in both orientations, under every rule set: nothing is covered or jumps."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from browser.fits import IN_BROWSER, ON_ITS_SIDE, UPRIGHT, look
from browser.pages import WON, reader
from browser.phones import Phone, Served, phone
from browser.playing import append, begun, save_round
from extent import EVERY_LOOK
from playwright.sync_api import Browser, Page, ViewportSize

from scorekeeper.koikoi.rules.loader import names
from scorekeeper.languages import LANGUAGES

pytestmark = pytest.mark.browser

NAMES = ("Anna", "Maksymilian", "Cleo")
PILE = "01B 03B 08B 11B 12B 09A 06A 07A 10A 02A 01R 02R 03R 06R 09R 10R"


def fullest(served: Served, name: str, players: int = 2, names: Sequence[str] = NAMES) -> str:
    """The board of a match with small purses, so that the live line is as long as possible."""
    match = begun(served[1], name, names[:players], rounds=12, purse=30)
    return f"/matches/{match}/rounds/new"


ASKING = {"bga", "russian_all", "cwz", "cwz_local", "gamedesign", "mongolopedia", "polish_all", "rulebook"}
# Every day the fullest boards, and one that asks nothing; in the languages with the longest words.
FULL = [("default", 2), ("russian_all", 2), ("mongolopedia", 3)]
TABLES = [(name, players) for name in names() for players in (2, 3)] if EVERY_LOOK else FULL
MANY_ANSWERS = (
    [(language, name) for language in LANGUAGES for name in ("russian_all", "bga")]
    if EVERY_LOOK
    else [("ru", "russian_all"), ("nl", "bga")]
)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_board_fits_and_nothing_moves_while_the_line_grows(
    page: Page, served: Served, name: str, players: int
) -> None:
    page.set_viewport_size(UPRIGHT)
    page.goto(fullest(served, name, players))
    page.evaluate("document.querySelector('[name=result][value=\"0\"]').click()")
    upright, on_its_side = look(page, UPRIGHT), look(page, ON_ITS_SIDE)
    page.evaluate(
        """(ids) => {
          for (const id of ids) document.querySelector(`[name="cards-0"][value="${id}"]`).click();
          document.querySelector('[data-quick="chaff-0"] [data-set="11"]').click();
          for (const one of document.querySelectorAll('.calls [data-step="1"]')) one.click();
        }""",
        PILE.split(),
    )
    asked = 0
    while page.evaluate("Boolean(document.querySelector('.asks button'))"):
        for size, before in ((ON_ITS_SIDE, on_its_side), (UPRIGHT, upright)):
            now = look(page, size)
            assert {card: place for card, place in now.items() if before.get(card, place) != place} == {}
        page.evaluate("[...document.querySelectorAll('.asks button')].at(-1).click()")
        asked += 1
    assert bool(asked) == (name in ASKING), "the pile asks what the rules need to know"
    for size, before in ((ON_ITS_SIDE, on_its_side), (UPRIGHT, upright)):
        assert look(page, size) == before
    assert len(page.locator("[data-live]").inner_text()) > 60


CUT = "(css) => [...document.querySelectorAll(css)].filter((one) => one.scrollWidth > one.clientWidth).length"


def test_names_of_eight_letters_are_shown_whole_beside_the_other_endings_and_with_their_calls(
    foreign: Phone, served: Served
) -> None:
    pairs = (("Łukasz", "Andrew"), ("Wojciech", "Margriet"), ("Дмитрий", "Wilhelmina-Charlotte"))
    page = foreign
    page.set_viewport_size(UPRIGHT)
    cut = []
    for pair in pairs:
        page.goto(fullest(served, "russian", names=pair))
        long = any(len(name) > 8 for name in pair)  # may end in "…" after its second line
        cut.append(page.evaluate(CUT, ".ending > .segments label" + ("" if long else ", .ending .name")))
        cut.append(page.evaluate(CUT, ".calls label"))
    assert cut == [0] * 6


@pytest.mark.parametrize("size", [UPRIGHT, ON_ITS_SIDE])
def test_three_names_of_twenty_letters_are_whole_with_their_calls(
    foreign: Phone, served: Served, size: ViewportSize
) -> None:
    page = foreign
    page.set_viewport_size(UPRIGHT)
    page.goto(fullest(served, "mongolopedia", 3, ("Wilhelminacharlotte2", "Александр-Владимиров", "Cleo")))
    page.check('[name="result"][value="0"]', force=True)
    look(page, size)
    cut = page.evaluate(CUT, ".calls label")
    numbers = [box.bounding_box() for box in page.locator(".calls input").all()]
    edges = page.evaluate(EDGES)
    assert cut == 0
    if size == UPRIGHT:
        assert len({box["y"] for box in numbers if box}) == 1, "in one line"
        assert edges["calls"] == edges["endings"]


EDGES = """() => {
  const edges = (css) => {
    const boxes = [...document.querySelectorAll(css)].map((one) => one.getBoundingClientRect());
    return [boxes.at(0).left, boxes.at(-1).right].map(Math.round);
  };
  return { calls: edges(".calls .stepper > span"), endings: edges(".ending > .segments") };
}"""


def test_the_board_of_three_fits_a_laptop(browser: Browser, served: Served) -> None:
    page = phone(browser, served, width=1280, height=800)
    page.goto(fullest(served, "mongolopedia", 3))
    excess = page.evaluate("document.documentElement.scrollHeight - innerHeight")
    page.context.close()
    assert excess == 0


def test_the_names_of_three_are_whole_in_their_fields(browser: Browser, served: Served) -> None:
    page = reader(browser, served, "pl")
    page.goto("/matches/new?ruleset=mongolopedia")
    for seat, name in enumerate(("Małgorzata", "Владимир", "Krzysztof")):
        page.fill(f"#name-{seat}", name)
    cut = page.evaluate(CUT, ".pair-of-fields input")
    page.context.close()
    assert cut == 0


def test_what_is_said_where_nobody_stopped_is_whole(foreign: Phone, served: Served) -> None:
    page = foreign
    page.set_viewport_size(UPRIGHT)
    page.goto(fullest(served, "russian"))
    page.check('[name="result"][value="nobody"]', force=True)
    seen, whole, words, within = page.locator("[data-live] .cut").evaluate(SHOWN)
    assert seen == whole
    assert words > 0
    assert within, "above and below, too"


# A text without small letters is no box of its own, and its heights are 0: its words stay within the line.
SHOWN = """(text) => {
  const range = document.createRange();
  range.selectNodeContents(text);
  const words = range.getBoundingClientRect();
  const line = text.closest("[data-live]").getBoundingClientRect();
  const within = line.top - 1 < words.top && words.bottom < line.bottom + 1;
  return [text.clientHeight, text.scrollHeight, words.height, within];
}"""


@pytest.mark.parametrize("language", ["pl", "nl"])
def test_the_names_of_the_kinds_are_whole(browser: Browser, served: Served, language: str) -> None:
    page = reader(browser, served, language)
    page.goto(fullest(served, "russian"))
    over = page.evaluate(
        """() => [...document.querySelectorAll(".pile[data-seat='0'] .kind-name")].map((name) => {
          const words = document.createRange();
          words.selectNodeContents(name.firstChild);
          return words.getBoundingClientRect().bottom - name.getBoundingClientRect().bottom;
        })"""
    )
    page.context.close()
    assert len(over) == 4
    assert max(over) <= 6, "a long one ends in the gap below it"


@pytest.mark.parametrize("size", [UPRIGHT, ON_ITS_SIDE], ids=["upright", "on its side"])
def test_after_live_play_the_names_of_the_kinds_stay_apart(
    browser: Browser, served: Served, size: ViewportSize
) -> None:
    """What is said of the turns makes the rows lower, and a long name is longer than its row."""
    match = begun(served[1], "dutch")
    append(served[1], match, {"type": "turn-taken", "player": 0, "captured": "01B 01R"})
    page = reader(browser, served, "nl")
    page.set_viewport_size(size)
    page.goto(f"/matches/{match}/rounds/new")
    ends = page.evaluate(
        """() => [...document.querySelectorAll(".pile[data-seat='0'] .kind-name")].flatMap((name) => {
          const words = document.createRange();
          words.selectNodeContents(name.firstChild);
          return [words.getBoundingClientRect().top, words.getBoundingClientRect().bottom];
        })"""
    )
    page.context.close()
    assert len(ends) == 8
    assert all(begins - before > 3 for before, begins in zip(ends[1::2], ends[2::2], strict=False))


def test_the_buttons_of_the_notepad_have_two_lines_at_most(foreign: Phone, served: Served) -> None:
    match = begun(served[1], "russian", NAMES[:2])
    for _ in range(2):
        save_round(served[1], match, 0)
    append(served[1], match, {"type": "round-corrected", "round": 2, "events": [WON]})
    page = foreign
    page.set_viewport_size(UPRIGHT)
    page.goto(f"/matches/{match}")
    lines = [button.evaluate(LINES) for button in page.locator(".dock .button:visible").all()]
    assert len(lines) == 2
    assert max(lines) <= 2


LINES = """(button) => {
  const words = document.createRange();
  const text = [...button.querySelectorAll("span:not([hidden])"), button][0].firstChild;
  words.selectNodeContents(text);
  return words.getClientRects().length;
}"""


def test_nothing_moves_when_it_is_said_who_stopped_or_the_line_is_opened(
    foreign: Phone, served: Served
) -> None:
    page = foreign
    page.set_viewport_size(UPRIGHT)
    page.goto(fullest(served, "russian"))
    before = look(page, UPRIGHT)
    page.check('[name="result"][value="0"]', force=True)
    said = look(page, UPRIGHT)
    assert {name: place for name, place in said.items() if before.get(name, place) != place} == {}
    for card in PILE.split():
        page.locator(f'label:has([name="cards-0"][value="{card}"])').click()
    closed = page.locator("[data-live] > p").bounding_box()
    page.click("[data-live]")
    opened = page.locator("[data-live] > p").bounding_box()
    places = page.evaluate("places()")
    assert closed and opened and opened["height"] > closed["height"]
    assert places == said


def test_a_hand_that_is_scored_fits_on_its_side(foreign: Phone, served: Served) -> None:
    page = foreign
    page.set_viewport_size(UPRIGHT)
    page.goto("/hand?edit=1&ruleset=mongolopedia")
    look(page, ON_ITS_SIDE)
    page.locator('label:has([name="cards-0"][value="08B"])').click()
    look(page, ON_ITS_SIDE)


def test_on_its_side_two_months_share_a_line_and_say_their_number_and_kanji(
    browser: Browser, served: Served
) -> None:
    page = phone(browser, served, width=568, height=320)
    page.goto(fullest(served, "russian") + "?view=months")
    choice = page.locator(".pile >> visible=true").locator(".all").all()
    places = [box.bounding_box() for box in choice]
    assert [box.inner_text().split()[:2] for box in choice][::11] == [["1", "松"], ["12", "桐"]]
    assert page.evaluate(CUT, ".all > span:not(.visually-hidden)") == 0
    page.context.close()
    assert all(place and place["width"] >= 43.5 for place in places)
    tops = [place["y"] for place in places if place]
    assert tops[::2] == tops[1::2], "two beside each other"
    assert tops[::2] == sorted(set(tops))


@pytest.mark.parametrize(("language", "name"), MANY_ANSWERS)
def test_a_question_with_many_answers_is_whole_and_beside_them(
    browser: Browser, served: Served, language: str, name: str
) -> None:
    page = reader(browser, served, language)
    page.add_init_script(IN_BROWSER)
    page.goto(fullest(served, name))
    page.check('[name="result"][value="0"]', force=True)
    before = look(page, UPRIGHT)
    for card in ("01B", "03B", "08B", "09A"):
        page.locator(f'label:has([name="cards-0"][value="{card}"])').click()
    assert page.locator(".asks button").count() > 4
    over = page.evaluate(OUTSIDE)
    now = look(page, UPRIGHT)
    page.context.close()
    assert over == []
    assert {card: place for card, place in now.items() if before.get(card, place) != place} == {}


OUTSIDE = """() => {
  const asks = document.querySelector(".asks").getBoundingClientRect();
  const words = document.createRange();
  words.selectNodeContents(document.querySelector("#asked"));
  const text = words.getBoundingClientRect();
  const answer = document.querySelector(".asks button").getBoundingClientRect();
  const above = text.top < asks.top - 0.5;
  const below = text.bottom > asks.bottom + 0.5;
  return [above && "above", below && "below", text.right > answer.left && "over an answer"].filter(Boolean);
}"""


@pytest.mark.parametrize(
    ("language", "cards", "said"),
    [
        ("ru", "09A 03B 08B 01B", "Три ярких 5 + Саке под сакурой 5 + Саке под луной 5"),
        (
            "pl",
            "06A 07A 10A 01R 02R 03R 05R 06R 03B 09A",
            "Podziwianie wiśni 5 + Dzik, jeleń i motyle 5 + Czerwone zwoje poezji 5 + Zwoje 1",
        ),
    ],
)
def test_yaku_that_are_too_long_for_a_line_are_read_whole_and_the_dearest_is_first(
    browser: Browser, served: Served, language: str, cards: str, said: str
) -> None:
    page = reader(browser, served, language)
    page.goto(fullest(served, "russian", names=("Аня", "Борис")))
    page.check('[name="result"][value="0"]', force=True)
    for card in cards.split():
        page.locator(f'label:has([name="cards-0"][value="{card}"])').click()
    yaku = page.locator("[data-live] .cut").first
    seen, whole = yaku.evaluate("(text) => [text.clientHeight, text.scrollHeight]")
    shown = yaku.inner_text()
    page.context.close()
    assert seen == whole <= 40
    assert shown == said


def test_a_yaku_that_one_more_card_would_make_is_named_whole_or_not_at_all(
    foreign: Phone, served: Served
) -> None:
    page = foreign
    page.set_viewport_size(UPRIGHT)
    page.goto(fullest(served, "russian", names=("Wojciech", "Małgorzata")))
    page.check('[name="result"][value="1"]', force=True)
    for card in ("01B", "02R", "03R"):
        page.locator(f'label:has([name="cards-1"][value="{card}"])').click()
    lines = page.locator("[data-live] .hint").evaluate(
        """({ lastChild: text }) => {
          const name = document.createRange();
          name.setStart(text, text.data.search(/[·・]/)); // the dot of the language
          name.setEnd(text, text.data.length);
          return name.getClientRects().length;
        }"""
    )
    assert lines == 1


@pytest.mark.parametrize("players", [2, 3])
def test_the_board_fits_below_what_is_said_above_it(foreign: Phone, served: Served, players: int) -> None:
    page = foreign
    match = begun(served[1], {2: "russian", 3: "mongolopedia"}[players], NAMES[:players])
    append(served[1], match, {"type": "turn-taken", "player": 0, "captured": "01B 01R"})
    page.goto(f"/matches/{match}/rounds/new")
    for size in (UPRIGHT, ON_ITS_SIDE):
        look(page, size)
    won = {"type": "round-won", "player": 0, "piles": ["01B 03B 08B 12B", None]}
    for event in ({"type": "taken-back"}, won, {"type": "taken-back"}):
        append(served[1], match, event)
    page.goto(f"/matches/{match}/rounds/new")
    assert page.locator(".filled").is_visible()
    for size in (UPRIGHT, ON_ITS_SIDE):
        look(page, size)


def test_an_opened_line_shows_all_yaku_and_a_closed_one_has_two_lines_again(
    browser: Browser, served: Served
) -> None:
    page = reader(browser, served, "en")
    page.goto(fullest(served, "russian"))
    page.check('[name="result"][value="0"]', force=True)
    for card in PILE.split():
        page.locator(f'label:has([name="cards-0"][value="{card}"])').click()
    live, yaku = page.locator("[data-live]"), page.locator("[data-live] .cut")
    cut = "(text) => text.scrollHeight > text.clientHeight"
    live.click()
    opened = yaku.evaluate(cut)
    page.locator('label:has([name="cards-0"][value="02A"])').click()
    live.click()
    closed = yaku.evaluate("(text) => [text.clientHeight, text.scrollWidth > text.clientWidth]")
    shortened = yaku.evaluate(cut)
    page.context.close()
    assert not opened
    assert shortened, "the pile has more yaku than the lines hold"
    assert closed == [40, False]
