"""Whole matches in a real browser on a small phone, with JavaScript and without."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from click.testing import CliRunner
from playwright.sync_api import Browser, Page

from scorekeeper.cli import main

from .phones import Phone, Served, phone, running

pytestmark = pytest.mark.browser

THREE = ("01B", "03B", "08B")


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with running(tmp_path_factory.mktemp("instance")) as found:
        yield found


@pytest.fixture(params=[True, False], ids=["with JavaScript", "without JavaScript"])
def page(request: pytest.FixtureRequest, browser: Browser, served: Served) -> Iterator[Phone]:
    opened = phone(browser, served, javascript=request.param)
    yield opened
    complaints = opened.complaints
    opened.context.close()
    assert not complaints


@pytest.fixture
def scripted(browser: Browser, served: Served) -> Iterator[Phone]:
    opened = phone(browser, served)
    yield opened
    complaints = opened.complaints
    opened.context.close()
    assert not complaints


def begin(page: Phone, rules: str = "russian", rounds: str = "12", purse: str = "") -> str:
    """A new match of Anna and Ben in which Anna deals; gives its address."""
    page.goto("/matches/new")
    page.get_by_label("First player").fill("Anna")
    page.get_by_label("Second player").fill("Ben")
    if not page.locator(f'[name="ruleset"][value="{rules}"]').is_visible():
        page.locator("details:has([name=ruleset]) > summary").click()
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
    found = CliRunner().invoke(main, ["tally", "-"], input=written)
    assert found.exit_code == 0, found.output
    sheet: dict[str, Any] = json.loads(found.stdout)
    return sheet


def test_a_match_of_twelve_rounds(page: Phone) -> None:
    match = begin(page)
    stopped(page, 0, calls=(0, 1))  # 5 × 2
    save(page)
    assert coins(page) == [110, 90]
    stopped(page, 1, ("07A", "06A", "10A"), chaff=10)  # 5 + 1
    save(page)
    assert coins(page) == [104, 96]
    page.get_by_role("link", name="Score round").click()
    choose(page, "nobody")
    save(page)
    assert coins(page) == [104, 96]
    page.get_by_role("link", name="Score round").click()
    choose(page, "other")
    assert "Anna pays Ben 6" in page.locator('[name="other"][value="hand.1.teshi"]').inner_text()
    page.locator('[name="other"][value="hand.1.teshi"]').click()
    page.wait_for_url(re.compile(r"saved=4$"))
    assert coins(page) == [98, 102]
    stopped(page, 0, ("01R", "02R", "03R"), calls=(1, 0))  # 5 × 2
    save(page)
    assert coins(page) == [108, 92]
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("status").get_by_text("was undone.").wait_for()
    assert coins(page) == [98, 102]
    for _ in range(8):  # rounds 5 to 12
        stopped(page, 1)
        save(page)
    assert coins(page) == [58, 142]
    assert page.get_by_role("heading", name="Ben wins").is_visible()

    page.goto(f"{match}/rounds/1")
    page.get_by_role("link", name="Correct this round").click()
    page.locator("#calls-1").fill("0")
    save(page)
    page.get_by_role("heading", name="Changed rounds").wait_for()
    page.goto(match)
    assert coins(page) == [53, 147]
    sheet = tally(page, match)
    assert sheet["balance"] == [53, 147]
    assert [row["result"] for row in sheet["rounds"][:5]] == ["won", "won", "exhausted", "hand", "won"]
    assert (len(sheet["rounds"]), sheet["finished"], sheet["winners"]) == (12, True, [1])
    shown = page.locator(".notepad tbody tr").all_inner_texts()
    assert len(shown) == 12


def test_an_empty_purse_ends_the_match(page: Phone) -> None:
    match = begin(page, rounds="4", purse="8")
    stopped(page, 0)
    save(page)
    assert coins(page) == [13, 3]
    stopped(page, 0)
    save(page)
    assert coins(page) == [16, 0]
    assert page.get_by_role("heading", name="Anna wins").is_visible()
    assert "Ben has no coins left." in page.locator("main").inner_text()
    assert tally(page, match)["balance"] == [16, 0]


def test_the_live_line_shows_the_points_of_the_saved_round(scripted: Phone) -> None:
    match = begin(scripted)
    for seat, cards, calls, chaff in (
        (0, ("01B", "03B", "08B", "09A"), (1, 0), 0),
        (1, ("01R", "02R", "03R", "04R", "05R"), (1, 1), 10),
        (0, (), (0, 0), 12),
    ):
        stopped(scripted, seat, cards, calls, chaff)
        line = scripted.locator("[data-live]").inner_text()
        save(scripted)
        row = tally(scripted, match)["rounds"][-1]
        paid = re.search(r"(?:Anna|Ben) pays (?:Anna|Ben) (\d+)", line)
        assert paid, line
        assert int(paid[1]) == max(row["transfer"])
        assert re.search(rf"\b{row['points']}\b", line)


def test_a_draft_survives_a_reload_and_goes_when_the_round_is_saved(scripted: Phone) -> None:
    begin(scripted)
    stopped(scripted, 1, ("01B", "03B"), calls=(2, 0), chaff=4)
    scripted.reload()
    assert scripted.locator('[name="result"][value="1"]').is_checked()
    assert scripted.locator('[name="cards-1"]:checked').count() == 2
    assert scripted.locator("#calls-0").input_value() == "2"
    assert scripted.locator('[name="chaff-1"]').input_value() == "4"
    tap(scripted, 1, ("08B",))
    save(scripted)
    scripted.get_by_role("button", name="Undo").click()
    scripted.get_by_text("was undone.").wait_for()
    scripted.get_by_role("link", name="Score round").click()
    assert scripted.locator('[name="result"]:checked').count() == 0


def test_a_void_deal_leaves_no_draft(scripted: Phone) -> None:
    begin(scripted)
    scripted.get_by_role("link", name="Score round").click()
    scripted.locator(".dock").get_by_role("button", name="Redeal").click()
    scripted.get_by_text("The deal was void.").wait_for()
    scripted.get_by_role("link", name="Score round").click()
    assert scripted.locator('[name="result"]:checked').count() == 0


def test_a_refused_round_stays_on_the_screen_with_the_reason(page: Phone) -> None:
    begin(page)
    stopped(page, 0, ("01B", "03B"))
    if page.scripted:
        page.get_by_role("button", name="Save round 1").click()
    else:
        page.get_by_role("button", name="Show the result").click()
    page.get_by_text("Those cards make no yaku.").wait_for()
    assert page.locator('[name="cards-0"]:checked').count() == 2
    page.complaints.clear()  # the browser notes the status 422
    tap(page, 0, ("08B",))
    save(page)
    assert coins(page) == [105, 95]


def test_a_double_tap_saves_one_round(scripted: Phone) -> None:
    match = begin(scripted)
    stopped(scripted, 0)
    scripted.get_by_role("button", name="Save round 1").dblclick()
    scripted.wait_for_url(re.compile(r"saved=1$"))
    assert coins(scripted) == [105, 95]
    assert len(tally(scripted, match)["rounds"]) == 1


def test_a_round_can_be_scored_with_the_keyboard_alone(scripted: Phone) -> None:
    begin(scripted)
    scripted.get_by_role("link", name="Score round").focus()
    scripted.keyboard.press("Enter")
    scripted.wait_for_url(re.compile("/rounds/new$"))
    to(scripted, '[name="result"]')
    scripted.keyboard.press("Space")
    for card in THREE:
        to(scripted, f'[name="cards-0"][value="{card}"]')
        scripted.keyboard.press("Space")
    to(scripted, "[data-save]")
    scripted.keyboard.press("Enter")
    scripted.wait_for_url(re.compile(r"saved=1$"))
    assert coins(scripted) == [105, 95]


def to(page: Phone, css: str) -> None:
    """Press Tab until the focus is there."""
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate("css => document.activeElement.matches(css)", css):
            return
    raise AssertionError(f"Tab never reaches {css}")


@pytest.mark.parametrize("width", [320, 360])
def test_no_page_scrolls_sideways(browser: Browser, served: Served, width: int) -> None:
    page = phone(browser, served, width=width)
    match = begin(page, "russian_all")
    stopped(page, 0, calls=(1, 1))
    page.locator('[data-answer="brights=0"]').click()
    save(page)
    three = long_names(page)
    for address in (
        "/", "/matches/new", "/hand", "/hand?view=months", "/records/new", "/phones", "/nope", "/rules",
        "/rules/russian", match, f"{match}/rounds/new", f"{match}/rounds/1", f"{match}/rounds/1/correction",
        f"{match}/sheet", f"{match}/ending", f"{match}/adjustments/new", f"{match}/rules", three,
        f"{three}/rounds/new", f"{three}/rounds/1", f"{three}/rounds/1/correction", f"{three}/sheet",
    ):  # fmt: skip
        page.goto(address)
        excess = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert excess <= 0, f"{address} is {excess} px too wide at {width}"
    page.context.close()
    assert [said for said in page.complaints if "404" not in said] == []


def long_names(page: Phone) -> str:
    """A match of three whose names are as long as names may be."""
    names = ["W" * 40, "花" * 40, "Anna-Maria von und zu Hohenstein-Waldburg"[:40]]
    won = {"type": "round-won", "player": 0, "piles": ["01B 03B 08B 12B 11B 10C", "02A", "04A"]}
    start = {"type": "match-started", "players": names, "ruleset": "mongolopedia"}
    record = {"format": "koikoi-match/1", "events": [start, {"type": "koikoi-called", "player": 0}, won]}
    page.goto("/records/new")
    content = json.dumps(record).encode()
    page.locator("#record").set_input_files(
        {"name": "match.json", "mimeType": "application/json", "buffer": content}
    )
    page.get_by_role("button", name="Import").click()
    page.wait_for_url(re.compile(r"/matches/\w{32}$"))
    return page.url


def test_rain_is_asked_for_in_the_place_of_the_save(scripted: Phone) -> None:
    match = begin(scripted, "mongolopedia")
    stopped(scripted, 0, ("08B",), chaff=11)
    saving = scripted.locator("[data-save]")
    assert saving.is_visible()
    tap(scripted, 0, ("09A",))  # moon and cup: the lightning would spoil the moon viewing
    assert scripted.locator(".asks").inner_text().startswith("Lightning captured?")
    assert saving.is_hidden()
    scripted.locator('[name="chaff-0"]').press("Enter")  # no way round the question
    scripted.get_by_text("One question first").wait_for()
    scripted.get_by_role("button", name="Change").click()
    answer = scripted.locator('[data-answer="no=0.cards.11"]')
    answer.click()
    assert (saving.is_visible(), scripted.locator(".asks button").count()) == (True, 0)
    tap(scripted, 0, ("09A",))  # not the cup
    tap(scripted, 0, ("09A",))  # but yes
    assert saving.is_visible(), "the answer is kept"
    choose(scripted, "1")  # the other stopped: the cards move on, and so does the answer
    assert saving.is_visible()
    choose(scripted, "0")
    scripted.reload()
    assert saving.is_visible()
    line = scripted.locator("[data-live]").inner_text()
    save(scripted)
    row = tally(scripted, match)["rounds"][0]
    assert "tsukimi" in [one["id"] for one in row["yaku"]]
    assert f"Anna gets {row['points']}" in line


def test_lightning_that_was_captured_spoils_the_viewing_at_once(scripted: Phone) -> None:
    begin(scripted, "mongolopedia")
    stopped(scripted, 0, ("08B", "09A"), chaff=11)
    assert "Moon viewing" in scripted.locator("[data-live]").inner_text()
    scripted.locator('[data-answer="cards-0=11C"]').click()
    assert "Moon viewing" not in scripted.locator("[data-live]").inner_text()
    scripted.get_by_text("More", exact=True).click()
    assert scripted.locator('[name="cards-0"][value="11C"]').is_checked()
    scripted.locator('label:has([name="cards-0"][value="11C"])').click()  # not so: it is open again
    assert scripted.locator('[data-answer="no=0.cards.11"]').is_visible()


def test_enter_in_a_field_shows_the_verdict_and_saves_nothing(scripted: Phone) -> None:
    match = begin(scripted)
    stopped(scripted, 0)
    scripted.locator('[name="chaff-0"]').press("Enter")
    scripted.get_by_text("not saved yet").wait_for()
    assert tally(scripted, match)["rounds"] == []


def test_the_line_says_what_is_paid_when_nobody_stopped(scripted: Phone) -> None:
    begin(scripted, "cwz")
    stopped(scripted, 0, calls=(1, 1))
    choose(scripted, "nobody")
    live, asks = scripted.locator("[data-live]"), scripted.locator(".asks")
    assert asks.inner_text().startswith("Who called koi-koi last?")
    asks.get_by_role("button", name="Anna").click()
    assert "Anna gets" in live.inner_text()
    line = live.inner_text()
    save(scripted)
    assert f"Anna gets {coins(scripted)[0]}" in line
