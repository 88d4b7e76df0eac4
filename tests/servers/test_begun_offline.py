"""Matches that begin without a connection: their first pages, their rounds, and how they are sent."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from browser.phones import Phone, unfold, until
from browser.playing import (
    FULL,
    OUTBOX,
    QUEUE,
    begin_from_home,
    board,
    coins,
    enter,
    first_events,
    go_on,
    players,
    start,
    tally,
    use,
)
from browser.servers import Server, away, back
from browser.service_worker import PATHS, controlled, new_tab
from playwright.sync_api import Browser, Route

pytestmark = pytest.mark.browser

IN_ADVANCE = """async (part) => {
  const { installation } = document.documentElement.dataset;
  const kept = await (await caches.open(`in-advance ${installation}`)).keys();
  return kept.filter(({ url }) => url.includes(part)).length;
}"""
FOUR = ("Anna", "Ben", "Cleo", "Dan")
STRANGE = ('Ann "<img src=x onerror=alert(1)>" §1§', "花子</script>'&amp;")


@pytest.fixture
def page(browser: Browser, server: Server) -> Iterator[Phone]:
    page = controlled(browser, server.served)
    yield page
    page.context.close()


def choose_rules(page: Phone, rules: str) -> None:
    """Open the form for a new match by the rules last used, whose first pages are then kept."""
    use(page.served[1], rules)
    page.goto("/matches/new")
    until_kept(page, f"?ruleset={rules}&players", 2)


def until_kept(page: Phone, part: str, least: int) -> None:
    """Wait for so many first pages with this part in their addresses."""
    until(page, f"({IN_ADVANCE})({part!r}).then((number) => number >= {least})")


def test_a_match_begins_and_is_played_without_a_connection(page: Phone, server: Server) -> None:
    choose_rules(page, "russian")
    page.goto("/")
    away(server, page)
    page = new_tab(page)
    match = begin_from_home(page)
    assert coins(page) == [100, 100]
    page.get_by_text("Waiting on this phone: new match of Anna – Ben.").wait_for()
    board(page)
    assert "Ben deals" in page.get_by_role("heading", level=1).inner_text()
    enter(page, 0)
    go_on(page, 2)
    page = new_tab(page)
    page.get_by_text("Waiting on this phone: new match of Anna – Ben, round 1.").wait_for()
    page.get_by_role("link", name="Anna – Ben").click()
    page.get_by_role("link", name="Score the next round").click()
    enter(page, 1)
    go_on(page, 3)
    page.get_by_role("link", name="Back to the match").click()
    page.wait_for_url(match)
    back(server, page)
    page.get_by_text("Sent and saved: new match of Anna – Ben, round 1, round 2.").wait_for()
    assert players(page, match) == [(1, 1, 0), (2, 0, 1)]
    assert tally(page, match)["players"] == ["Anna", "Ben"]
    page.locator('[data-begun$=".3"]').wait_for()  # the notepad has both rounds


def test_four_begin_another_game_without_a_connection(page: Phone, server: Server) -> None:
    use(page.served[1], "hana_awase")
    page.goto("/matches/new")
    for seat, name in enumerate(FOUR):
        page.locator(f"#name-{seat}").fill(name)
    page.locator("#name-3").blur()
    until_kept(page, "players=4", 4)  # one for each who may deal
    away(server, page)
    page.get_by_role("button", name="Start").click()
    page.wait_for_url(re.compile(r"/matches/\w{32}$"))
    assert coins(page) == [0, 0, 0, 0]
    page.get_by_text("Waiting on this phone: new match of Anna – Ben – Cleo – Dan.").wait_for()
    match = page.url
    back(server, page)
    page.get_by_text("Sent and saved: new match of").wait_for()
    assert tally(page, match)["players"] == [*FOUR]


@pytest.mark.parametrize("stored", [False, True])
def test_a_match_begins_where_the_app_does_not_answer(page: Phone, server: Server, stored: bool) -> None:
    """The phone has a connection all the time; the app may have stored the match before it went away."""

    def lose(route: Route) -> None:
        route.fetch()
        server.stop()
        route.abort()

    choose_rules(page, "russian")
    if stored:
        page.route("**/matches", lose, times=1)
    else:
        server.stop()
    start(page, "Anna", "Ben")
    page.get_by_text("Waiting on this phone: new match of Anna – Ben.").wait_for()
    match = page.url
    board(page)
    enter(page, 0)
    go_on(page, 2)
    page.go_back()
    page.go_back()
    page.wait_for_url("**/matches/new")
    start(page, "Cleo", "Dan")
    page.get_by_text("new match of Cleo – Dan").wait_for()
    server.start()
    page.get_by_text("Sent and saved: ").wait_for()
    assert players(page, match) == [(1, 1, 0)]
    assert [event["players"] for event in first_events(page)] == [["Cleo", "Dan"], ["Anna", "Ben"]]


def test_a_match_that_begins_without_a_connection_knows_the_zone_of_the_phone(
    browser: Browser, server: Server
) -> None:
    page = controlled(browser, server.served, timezone_id="Pacific/Kiritimati")
    choose_rules(page, "russian")
    away(server, page)
    page.goto("/matches/new")
    start(page, "Anna", "Anna")  # which is refused; after that the kept pages are found all the same
    page.get_by_text("Two players have the same name; change one of them.").wait_for()
    start(page, "Anna", "Ben")
    page.wait_for_url(re.compile(r"/matches/\w{32}$"))
    back(server, page)
    page.get_by_text("Sent and saved: new match of").wait_for()
    (begun,) = first_events(page)
    assert begun["zone"] == "Pacific/Kiritimati"
    page.context.close()


@pytest.mark.slow
def test_chance_decides_without_a_connection_where_nobody_is_named(page: Phone, server: Server) -> None:
    choose_rules(page, "russian")
    away(server, page)
    page.goto("/matches/new")
    page.get_by_label("First player").fill(STRANGE[0])
    page.get_by_label("Second player").fill(STRANGE[1])
    page.get_by_role("button", name="Start").click()
    page.wait_for_url(re.compile(r"/matches/\w{32}$"))
    match = page.url
    said = page.locator(".flash").inner_text()
    assert page.locator("img[onerror]").count() == 0
    board(page)
    heading = page.get_by_role("heading", level=1).inner_text()
    back(server, page)
    page.get_by_text("Sent and saved: new match of").wait_for()
    (dealer,) = [name for name in STRANGE if said == f"{name} deals first, by chance."]
    assert f"{dealer} deals" in heading
    page.goto(match)
    assert page.locator(".notepad .next td b").inner_text().replace("\xad", "") == f"{dealer} deals"


@pytest.mark.slow
def test_three_sit_in_the_order_of_their_cards_without_a_connection(page: Phone, server: Server) -> None:
    page.goto("/matches/new?ruleset=mongolopedia")
    names = ("Anna", "Ben", "Cleo")
    for label, name in zip(("First", "Second", "Third"), names, strict=True):
        page.get_by_label(f"{label} player").fill(name)
    page.locator('label:has([name="dealer"][value="2"])').click()
    page.locator('label:has([name="second"][value="1"])').click()
    until_kept(page, "ruleset=mongolopedia&players=3", 3)
    away(server, page)
    page.get_by_role("button", name="Start").click()
    page.wait_for_url(re.compile(r"/matches/\w{32}$"))
    match = page.url
    assert page.locator(".seats .name").all_inner_texts()[1:] == ["Ben", "Anna"]
    back(server, page)
    page.get_by_text("Sent and saved: new match of Cleo – Ben – Anna.").wait_for()
    assert tally(page, match)["players"] == ["Cleo", "Ben", "Anna"]
    assert tally(page, match)["next_dealer"] == 0


@pytest.mark.slow
def test_two_matches_begin_without_a_connection(page: Phone, server: Server) -> None:
    choose_rules(page, "russian")
    page.goto("/")
    away(server, page)
    page = new_tab(page)
    first = begin_from_home(page)
    page.goto("/")
    second = begin_from_home(page, "Cleo", "Dan")
    board(page)
    enter(page, 0)
    go_on(page, 2)
    back(server, page)
    page.get_by_text("Sent and saved: new match of Anna – Ben, new match of Cleo – Dan, round 1.").wait_for()
    assert players(page, first) == []
    assert players(page, second) == [(1, 1, 0)]


@pytest.mark.slow
def test_a_double_tap_begins_one_match(page: Phone, server: Server) -> None:
    choose_rules(page, "russian")
    away(server, page)
    begun = []
    for names in (("Anna", "Ben"), ("Cleo", "Dan")):  # a way back begins another
        for label, name in zip(("First player", "Second player"), names, strict=True):
            page.get_by_label(label).fill(name)
        page.get_by_role("button", name="Start").dblclick()
        page.wait_for_url(re.compile(r"/matches/\w{32}$"))
        begun.append(f"new match of {' – '.join(names)}")
        page.get_by_text(f"Waiting on this phone: {', '.join(begun)}.").wait_for()
        page.go_back()


@pytest.mark.slow
@pytest.mark.parametrize("full", ["saves", "pages"])
def test_without_room_no_match_begins_and_the_form_says_so(page: Phone, server: Server, full: str) -> None:
    choose_rules(page, "russian")
    away(server, page)
    page.goto("/matches/new")
    pages = page.evaluate(PATHS)
    if full == "saves":
        page.evaluate(FULL)
    else:
        storage = {"origin": server.served[0], "quotaSize": 1000}
        page.context.new_cdp_session(page).send("Storage.overrideQuotaForOrigin", storage)
    start(page, "Anna", "Ben")
    page.get_by_text("This phone has no room left to keep the match.").wait_for()
    assert page.get_by_label("First player").input_value() == "Anna"
    assert page.evaluate(PATHS) == pages
    assert page.evaluate(QUEUE) == []
    page.goto("/")  # nothing is lost, so nothing is asked
    assert page.locator("[data-begun-here] a").count() == 0


def test_rules_that_are_not_kept_are_said_to_be_missing(page: Phone, server: Server) -> None:
    choose_rules(page, "russian")
    away(server, page)
    page.goto("/matches/new")
    unfold(page)
    page.locator('label:has([name="rounds"][value="3"])').click()
    start(page, "Anna", "Ben")
    page.get_by_text("You can start only with the rules and options chosen here").wait_for()
    page.locator('label:has([name="rounds"][value=""])').click()
    for first, second, said in (
        ("Anna", "", "needs two players"),
        ("Żan", "żan", "have the same name"),
    ):
        start(page, first, second, dealer=0)
        page.get_by_text(said).wait_for()
    assert page.url.endswith("/matches/new")
    start(page, "Anna", "Ben")
    page.wait_for_url(re.compile(r"/matches/\w{32}$"))


@pytest.mark.slow
def test_names_are_written_as_texts(page: Phone, server: Server) -> None:
    choose_rules(page, "russian")
    away(server, page)
    page.goto("/matches/new")
    start(page, *STRANGE)
    page.wait_for_url(re.compile(r"/matches/\w{32}$"))
    match = page.url
    assert page.locator(".seats").get_by_text(STRANGE[0]).count() == 1
    board(page)
    assert page.locator("img[onerror]").count() == 0
    assert page.locator('label:has([name="result"][value="1"])').inner_text().startswith(STRANGE[1])
    enter(page, 1)
    go_on(page, 2)
    back(server, page)
    page.get_by_text("Sent and saved: new match of").wait_for()
    assert tally(page, match)["players"] == list(STRANGE)
    assert players(page, match) == [(1, 1, 1)]


@pytest.mark.slow
def test_a_start_that_is_refused_is_shown_and_can_be_discarded(page: Phone, server: Server) -> None:
    choose_rules(page, "russian")
    away(server, page)
    page.goto("/matches/new")
    page.evaluate("document.querySelector('#name-0').removeAttribute('maxlength')")
    start(page, "A" * 50, "Ben")
    page.wait_for_url(re.compile(r"/matches/\w{32}$"))
    back(server, page)
    page.get_by_text("Not saved: new match of").wait_for()
    page.get_by_role("button", name="View it").click()
    page.get_by_label("First player").wait_for()
    assert page.get_by_label("First player").input_value() == "A" * 50
    page.get_by_role("button", name="Discard it").click()
    until(page, f"JSON.parse(localStorage.getItem({OUTBOX})).length === 0")
