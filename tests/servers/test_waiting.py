"""What the scripts of the pages keep and do: saves that wait, drafts, switches, and quicker entry."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, cast
from urllib.parse import parse_qsl

import pytest
from browser.phones import Phone, Served, opened, unfold, wait_for
from browser.playing import (
    FULL,
    OUTBOX,
    QUEUE,
    THREE,
    begin,
    begun,
    board,
    choose,
    coins,
    save,
    stopped,
    tally,
    tap,
)
from playwright.sync_api import Browser, Dialog, Page, Route

pytestmark = pytest.mark.browser

WAITING = "[data-waiting]"
WAIT = f"{QUEUE}.length"
DRAFTS = "Object.keys(localStorage).filter((key) => key.startsWith('draft ')).length"


@pytest.fixture
def page(browser: Browser, served: Served) -> Iterator[Phone]:
    with opened(browser, served, expected=("net::ERR_", "status of 40")) as page:
        yield page


def save_without_answer(page: Phone) -> None:
    page.locator("[data-save]").click()
    page.locator(WAITING).wait_for()


def sent(page: Phone) -> None:
    page.wait_for_url(re.compile(r"\?saved=\d+$"))
    assert page.evaluate(WAIT) == 0


def rounds(page: Page, match: str) -> list[dict[str, Any]]:
    """The rounds that are stored."""
    return list(tally(page, match)["rounds"])


def ticked(page: Phone, seat: int) -> list[str]:
    boxes = page.locator(f'[name="cards-{seat}"]:checked').all()
    return [box.input_value() for box in boxes]


def test_a_save_without_a_connection_waits_and_is_then_sent(page: Phone) -> None:
    match = begin(page)
    stopped(page, 0)
    assert page.locator(WAITING).is_hidden()
    page.context.set_offline(True)
    save_without_answer(page)
    assert page.evaluate(WAIT) == 1
    assert rounds(page, match) == []
    page.locator("[data-save]").dispatch_event("click")  # an impatient second tap
    assert page.evaluate(WAIT) == 1
    page.context.set_offline(False)
    sent(page)
    assert coins(page) == [105, 95]
    assert len(rounds(page, match)) == 1
    assert page.evaluate(DRAFTS) == 0


@pytest.mark.slow
def test_a_save_waits_while_other_pages_are_read(page: Phone) -> None:
    match = begin(page)
    stopped(page, 0)
    page.route("**/rounds", lambda route: route.abort())
    save_without_answer(page)
    page.goto("/rules")
    page.locator("[data-outbox]").wait_for()
    assert rounds(page, match) == []
    page.unroute("**/rounds")
    page.goto(match)
    page.locator('.notepad tbody a[href$="/rounds/1"]').wait_for()
    assert page.evaluate(WAIT) == 0
    assert page.locator("[data-outbox]").inner_text() == "Sent and saved: round 1."
    assert coins(page) == [105, 95]
    assert len(rounds(page, match)) == 1


def test_rounds_that_wait_are_listed_as_the_language_lists(browser: Browser, served: Served) -> None:
    entries: list[dict[str, object]] = [
        {"id": f"{number}", "match": "m", "number": number, "address": "/matches/m/rounds", "fields": []}
        for number in (1, 2, 3)
    ]
    with opened(browser, served, expected=("net::ERR_",), locale="ja") as page:
        page.goto("/")
        page.route("**/rounds", lambda route: route.abort())
        page.evaluate(f"(entries) => localStorage.setItem({OUTBOX}, JSON.stringify(entries))", entries)
        page.reload()
        page.locator("[data-outbox]", has_text="第1局、第2局、第3局").wait_for()


def test_a_save_that_an_earlier_version_left_is_sent(page: Phone) -> None:
    match = begin(page)
    id_ = match.rpartition("/")[2]
    left = {  # as it is written since there is an outbox; it may stay there for weeks
        "id": "341fb80331314216ad025a5a00cac93e",
        "match": id_,
        "number": 1,
        "correcting": False,
        "address": f"{match}/rounds",
        "page": f"{match}/rounds/new",
        "draft": f"{id_}.1",
        "fields": parse_qsl(LEFT, keep_blank_values=True),
    }
    page.evaluate(
        "(entry) => localStorage.setItem(`outbox ${document.documentElement.dataset.installation}`,"
        " JSON.stringify([entry]))",
        left,
    )
    page.reload()
    page.get_by_text("Sent and saved: round 1.").wait_for()
    assert page.evaluate(WAIT) == 0
    assert [row["player"] for row in rounds(page, match)] == [0]


LEFT = (
    "id=341fb80331314216ad025a5a00cac93e&after=1&shown=kinds&number=1&result=0&hand-0=&hand-1=&reason="
    "&calls-0=0&calls-1=0&called-0=&called-1=&cards-0=01B&cards-0=03B&cards-0=08B"
    "&chaff-0=0&chaff-1=0&step=save"
)
FORBIDDEN = """for (const name of ["localStorage", "sessionStorage"]) {
  const get = () => { throw new DOMException("The operation is insecure.", "SecurityError"); };
  Object.defineProperty(window, name, { get });
}"""
UNKEPT = "This phone could not keep it: its storage is full or blocked. Do not close this page."


@pytest.mark.parametrize("why", ["full", "forbidden"])
def test_where_the_phone_keeps_nothing_the_page_keeps_the_save_and_says_so(page: Phone, why: str) -> None:
    if why == "forbidden":
        page.add_init_script(FORBIDDEN)
    match = begin(page)
    stopped(page, 0)
    if why == "full":
        page.evaluate(FULL)
    page.context.set_offline(True)
    save_without_answer(page)
    said = page.locator(WAITING).inner_text()
    assert said.startswith("No connection. Waiting on this phone: round 1.") and UNKEPT in said
    assert ticked(page, 0) == [*THREE]
    asked: list[Dialog] = []
    page.once("dialog", lambda dialog: asked.append(dialog))
    page.evaluate("setTimeout(() => location.reload())")
    wait_for(page, lambda: asked)
    assert asked[0].type == "beforeunload"
    asked[0].dismiss()
    page.get_by_role("button", name="Go on with round 2").click()
    page.get_by_role("heading", name="Round 2: who stopped?").wait_for()
    choose(page, "nobody")
    save_without_answer(page)
    assert "Waiting on this phone: round 1, round 2." in page.locator(WAITING).inner_text()
    page.context.set_offline(False)
    page.get_by_text("Sent and saved: round 1, round 2.").wait_for()
    assert [row["player"] for row in rounds(page, match)] == [0, None]
    page.once("dialog", lambda dialog: asked.append(dialog))  # and the page stays
    page.goto(match)
    assert len(asked) == 1, "nothing is lost now, so nothing is asked"
    assert coins(page) == [105, 95]


def test_a_round_that_is_not_kept_waits_behind_one_that_is(page: Phone) -> None:
    match = begin(page)
    stopped(page, 0)
    page.context.set_offline(True)
    save_without_answer(page)
    page.get_by_role("button", name="Go on with round 2").click()
    page.get_by_role("heading", name="Round 2: who stopped?").wait_for()
    page.evaluate(FULL)
    choose(page, "nobody")
    save_without_answer(page)
    assert "Waiting on this phone: round 1, round 2. Keep" in page.locator(WAITING).inner_text()
    assert page.evaluate(QUEUE) == [1]
    page.context.set_offline(False)
    page.get_by_text("Sent and saved: round 1, round 2.").wait_for()
    assert [row["player"] for row in rounds(page, match)] == [0, None]
    assert page.evaluate(QUEUE) == []


def test_the_key_is_entered_beside_the_page_that_alone_has_the_save(page: Phone) -> None:
    match = begin(page)
    stopped(page, 0)
    page.evaluate(FULL)
    page.wait_for_load_state("networkidle")  # an answer still to come would set the cookie again
    page.context.clear_cookies()
    page.locator("[data-save]").click()
    page.get_by_text("This phone needs the key again.").first.wait_for()
    with page.context.expect_page() as beside:
        page.get_by_role("link", name="Enter the key").click()
    beside.value.locator("#key").fill(page.served[1].key)
    beside.value.get_by_role("button").filter(has_not_text="English").first.click()
    beside.value.wait_for_url(lambda url: not url.endswith("/key"))
    sent(page)
    assert len(rounds(page, match)) == 1


def test_what_another_tab_keeps_meanwhile_is_not_lost(page: Phone) -> None:
    page.context.route("**/rounds", lambda route: route.abort())
    match = begin(page)
    stopped(page, 0)
    page.evaluate(FULL)
    save_without_answer(page)
    page.evaluate(
        "Object.keys(localStorage).filter((name) => name.startsWith('ballast'))"
        ".forEach((name) => localStorage.removeItem(name))"
    )
    tab = cast(Phone, page.context.new_page())
    tab.served, tab.scripted = page.served, True
    other = begin(tab)
    stopped(tab, 1)
    save_without_answer(tab)
    assert tab.evaluate(WAIT) == 1
    tab.close()
    page.context.unroute("**/rounds")
    page.evaluate("dispatchEvent(new Event('online'))")
    page.get_by_text("Sent and saved: round 1, round 1.").wait_for()
    assert [[row["player"] for row in rounds(page, one)] for one in (match, other)] == [[0], [1]]
    assert page.evaluate(WAIT) == 0


@pytest.mark.slow
def test_a_new_tab_sends_what_a_closed_one_left(page: Phone) -> None:
    match = begin(page)
    stopped(page, 1)
    context = page.context  # a page that is closed is no longer offline for Chromium, and would send at once
    context.route("**/rounds", lambda route: route.abort())
    save_without_answer(page)
    page.close()
    tab = context.new_page()
    assert rounds(tab, match) == []
    context.unroute("**/rounds")
    tab.goto(match)
    tab.locator('.notepad tbody a[href$="/rounds/1"]').wait_for()
    assert tab.evaluate(WAIT) == 0
    tab.reload()
    assert coins(tab) == [95, 105]
    assert len(rounds(tab, match)) == 1
    assert tab.evaluate(DRAFTS) == 0


def test_a_save_whose_answer_was_lost_is_stored_once(page: Phone) -> None:
    match = begin(page)
    stopped(page, 0)
    arrived = []

    def lose(route: Route) -> None:
        arrived.append(route.fetch(max_redirects=0).status)
        route.abort()

    page.route("**/rounds", lose, times=1)
    posts = []
    page.on("request", lambda request: posts.append(request.url) if request.method == "POST" else None)
    page.locator("[data-save]").click()
    sent(page)
    assert [status < 400 for status in arrived] == [True]
    assert [url.rpartition("/")[2] for url in posts].count("rounds") == 2
    assert coins(page) == [105, 95]
    assert len(rounds(page, match)) == 1


@pytest.mark.slow
def test_switches_survive_a_reload(page: Phone) -> None:
    page.add_init_script(
        "window.asked = 0; Object.defineProperty(navigator, 'wakeLock', {value: {request: async () => {"
        " window.asked += 1; return {released: false, release() { this.released = true; }}; }}});"
    )
    match = begin(page)
    board(page)
    choose(page, "0")
    mark = page.locator('.pile[data-seat="0"] .mark').first
    assert mark.is_visible()
    assert page.evaluate("asked") > 0
    for on, asked in ((False, 0), (True, 1)):
        page.goto("/settings")
        for switch in ("Month and kind on the cards", "Keep the screen on"):
            assert page.get_by_label(switch).is_checked() is not on
            page.get_by_label(switch).set_checked(on)
        page.goto(f"{match}/rounds/new")
        page.locator('.pile[data-seat="0"] .card').first.wait_for()
        assert mark.is_visible() is on
        assert page.evaluate("asked") == asked


def test_a_draft_survives_reload_and_back_and_is_deleted_by_the_save(page: Phone) -> None:
    match = begin(page)
    stopped(page, 0, ("01B", "03B"), calls=(0, 1), chaff=7)

    def kept() -> tuple[object, ...]:
        page.locator("[data-live] span").first.wait_for()
        calls, chaff = page.locator("#calls-1").input_value(), page.locator('[name="chaff-0"]').input_value()
        return page.locator('[name="result"]:checked').input_value(), ticked(page, 0), calls, chaff

    entered = ("0", ["01B", "03B"], "1", "7")
    assert kept() == entered
    page.reload()
    assert kept() == entered
    page.go_back()
    page.wait_for_url(match)
    page.go_forward()
    page.wait_for_url(f"{match}/rounds/new")
    assert kept() == entered
    page.get_by_role("link", name="Back to the match").click()
    page.get_by_role("link", name="Continue round").click()
    page.wait_for_url(f"{match}/rounds/new")
    assert kept() == entered
    tap(page, 0, ("08B",))
    save(page)
    assert page.evaluate(DRAFTS) == 0
    assert coins(page) == [110, 90]
    board(page)
    assert page.locator('[name="result"]:checked').count() == 0
    assert ticked(page, 0) == []


@pytest.mark.slow
def test_the_cards_follow_the_right_winner(page: Phone) -> None:
    match = begin(page)
    stopped(page, 0, chaff=10)
    assert "Ben pays Anna 6" in page.locator("[data-live]").inner_text()
    choose(page, "1")
    assert (ticked(page, 0), ticked(page, 1)) == ([], list(THREE))
    chaff = [page.locator(f'[name="chaff-{seat}"]').input_value() for seat in (0, 1)]
    assert chaff == ["0", "10"]
    assert page.locator('[name="cards-1"]:disabled').count() == 0
    assert "Anna pays Ben 6" in page.locator("[data-live]").inner_text()
    page.reload()  # the draft has them under the new winner
    assert (ticked(page, 0), ticked(page, 1)) == ([], list(THREE))
    save(page)
    assert coins(page) == [94, 106]
    assert len(rounds(page, match)) == 1


@pytest.mark.slow
def test_one_tap_takes_all_four_of_a_month(page: Phone) -> None:
    begin(page)
    stopped(page, 0, ("01B", "03B"))
    page.get_by_label("Menu").click()
    page.get_by_role("button", name="All 48").click()
    august = page.locator('label:has([name="whole-0"][value="8"])')
    august.wait_for()
    whole = august.locator("input")
    assert ticked(page, 0) == ["01B", "03B"]
    august.click()
    of_august = [card for card in ticked(page, 0) if card.startswith("08")]
    assert len(of_august) == 4
    assert len(ticked(page, 0)) == 6
    tap(page, 0, of_august[-1:])  # untapped again
    assert not whole.is_checked()
    assert len(ticked(page, 0)) == 5
    tap(page, 0, of_august[-1:])
    assert whole.is_checked()
    august.click()
    assert ticked(page, 0) == ["01B", "03B"]
    august.click()
    save(page)
    assert coins(page) == [105, 95]
    page.locator('.notepad tbody a[href$="/rounds/1"]').click()
    page.get_by_role("link", name="Correct this round").click()
    page.wait_for_url("**/rounds/1/correction")
    assert {*of_august} <= {*ticked(page, 0)}


@pytest.mark.slow
def test_a_new_match_follows_names_and_rules(page: Phone) -> None:
    page.goto("/matches/new")
    unfold(page)
    deals, next_card = (
        page.locator(f'label:has([name="{name}"]) [data-name]') for name in ("dealer", "second")
    )
    assert deals.all_text_contents() == ["First", "Second", "Third"]
    assert [seat.is_visible() for seat in deals.all()] == [True, True, False]
    for label, name in (("First", "Anna"), ("Second", "Ben"), ("Third", "Cleo")):
        page.get_by_label(f"{label} player").fill(name)
    assert deals.all_text_contents() == next_card.all_text_contents() == ["Anna", "Ben", "Cleo"]
    assert deals.nth(2).is_visible()
    page.locator('label:has([name="dealer"][value="2"])').click()
    page.get_by_label("Third player").fill("")
    page.get_by_label("First player").fill(" ")
    assert deals.all_text_contents() == ["First", "Ben", "Third"]
    assert deals.nth(2).is_hidden()
    assert page.locator('[name="dealer"][value="random"]').is_checked()  # nobody sits there any more


@pytest.mark.slow
def test_who_sits_to_the_right_is_asked_of_three_by_the_rules_that_say_so(page: Phone) -> None:
    page.goto("/matches/new?ruleset=mongolopedia")
    second = page.locator("[data-second]")
    for label, name in (("First", "Anna"), ("Second", "Ben"), ("Third", "Cleo")):
        assert second.is_hidden()
        page.get_by_label(f"{label} player").fill(name)
    assert second.is_hidden()  # nobody is named yet
    page.locator('label:has([name="dealer"][value="2"])').click()
    assert [seat.is_visible() for seat in second.locator("label").all()] == [True, True, False]
    page.get_by_role("button", name="Change").click()
    page.get_by_role("link", name="Russian booklet In Russian").click()
    assert second.is_hidden()
    assert page.input_value("#name-2") == "Cleo"


@pytest.mark.slow
def test_a_tap_on_a_known_player_fills_the_next_name_and_enter_goes_on(page: Phone) -> None:
    begun(page.served[1], players=("Łukasz", "花子"))
    page.goto("/matches/new")
    page.get_by_label("First player").fill("Ben")
    page.get_by_role("button", name="花子").click()
    assert page.input_value("#name-1") == "花子"
    page.get_by_role("button", name="Łukasz").click()  # there is no further name in sight
    page.get_by_role("button", name="花子").click()
    assert page.input_value("#name-1") == ""
    page.get_by_label("First player").press("Enter")
    assert page.evaluate("document.activeElement.id") == "name-1"
    page.keyboard.type("Ada")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/matches/\w{32}$"))
    assert page.locator(".seats .name").all_inner_texts()[-1].startswith("Ada")
