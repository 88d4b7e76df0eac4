"""What players do in an evening, in every engine; a picture of each step is kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from browser.playing import stored

from .phone import ESCAPE, Phone
from .play import begin, coins, enter, save

if TYPE_CHECKING:
    from browser.servers import Server

pytestmark = [pytest.mark.browser, pytest.mark.slow]

START = {"type": "match-started", "players": ["Anna", "Ben"], "ruleset": "russian"}
WON = {"type": "round-won", "player": 0, "piles": ["01B 03B 08B", None]}
LOST = {"type": "round-won", "player": 1, "piles": [None, "07A 06A 10A"]}
FILES = {
    "pdf": ("application/pdf", b"%PDF-"),
    "png": ("image/png", b"\x89PNG\r\n"),
    "csv": ("text/csv", "\ufeff".encode()),
    "xlsx": ("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", b"PK\x03\x04"),
}
FOUR_BRIGHTS = ("01B", "03B", "08B", "12B")
PAGES = (
    "/",
    "/matches/new",
    "{match}",
    "{match}/rounds/new",
    "{match}/rounds/1",
    "{match}/sheet",
    "{match}/turns",
    "{match}/chart",
    "/rules/russian",
)
CHECKED = "[...document.querySelectorAll('[name^=cards-]:checked')].map(({ value }) => value)"
SIDEWAYS = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def match_of(phone: Phone, *events: dict[str, object]) -> str:
    """The notepad of a match with these events, open; returns its path."""
    match = f"/matches/{stored(phone.installation, [START, *events])}"
    phone.open(match)
    return match


def test_three_rounds_why_and_undo(phone: Phone) -> None:
    phone.picture("let in")
    begin(phone)
    phone.picture("begun")
    enter(phone, 0)
    phone.tap("[aria-label='Ben: one koi-koi more']")
    phone.picture("board")
    phone.tap("button.why")
    phone.sees("not saved yet")
    phone.sees("Ben called koi-koi")
    phone.picture("why")
    phone.tap(".dock button", "Change")
    phone.until("document.querySelector('[data-save]')")
    assert phone.evaluate(CHECKED) == ["01B", "03B", "08B"]
    save(phone, 1)
    assert coins(phone) == [110, 90]
    phone.tap(".dock a", "Score round 2")
    phone.tap("[name=result][value=nobody]")
    save(phone, 2)
    assert coins(phone) == [110, 90]
    phone.tap(".dock a", "Score round 3")
    phone.tap("[name=result][value='1']")
    phone.tap("[data-quick='chaff-1'] [data-set='10']")
    phone.picture("chaff")
    save(phone, 3)
    phone.picture("notepad")
    assert coins(phone) == [109, 91]
    phone.tap(".dock button", "Undo")
    phone.sees("was undone.")
    assert coins(phone) == [110, 90]
    phone.tap(".dock a", "Change round 3")
    phone.sees("Filled in as it was entered before.")
    phone.picture("filled in")
    phone.tap("[name=cards-1][value='01B']")
    save(phone, 3)
    phone.tap(".dock a", "Score round 4")
    phone.tap("[name=cards-0][value='01B']")
    phone.tap("[name=result][value=other]")
    phone.tap(".void button", "Deal again")
    phone.sees("Throw the tapped cards away?")
    phone.picture("throw away")
    phone.tap("[data-away] button", "Throw away")
    phone.sees("deals again.")


def test_a_correction_says_what_changes(phone: Phone) -> None:
    match = match_of(phone, WON, LOST)
    phone.open(f"{match}/rounds/1")
    phone.picture("round")
    phone.tap(".dock a", "Correct this round")
    phone.tap("[name=cards-0][value='12B']")
    phone.picture("correction")
    phone.tap("[data-save]")
    phone.sees("Changed rounds")
    phone.picture("what changes")
    phone.tap(".dock button", "Save the correction")
    phone.arrive(f"{match}/rounds/1")
    phone.sees("This round was corrected.")
    phone.picture("corrected")
    phone.open(match)
    assert coins(phone) == [111, 89]


def test_the_chart_and_back_to_the_cards_tapped(phone: Phone) -> None:
    match = match_of(phone)
    enter(phone, 0)
    phone.tap("a.look-up")
    phone.arrive(f"{match}/chart")
    phone.picture("chart")
    phone.tap(".back")
    phone.arrive(f"{match}/rounds/new")
    phone.until(f"{CHECKED}.length === 3")
    save(phone, 1)


def test_a_round_half_entered_survives_a_reload(phone: Phone) -> None:
    match = match_of(phone)
    enter(phone, 1, ("07A", "06A"))
    phone.open(f"{match}/rounds/new")
    phone.until(f"{CHECKED}.join() === '06A,07A'")
    phone.tap(".back")
    phone.arrive(match)
    phone.sees("Continue round 1")
    phone.picture("continue")


def test_the_sheet_and_its_files(phone: Phone) -> None:
    match = match_of(phone, WON, {"type": "round-exhausted"}, LOST)
    phone.tap(".menu summary")
    phone.picture("menu")
    phone.tap(".menu a", "Scoresheet")
    phone.arrive(f"{match}/sheet")
    phone.picture("sheet")
    phone.tap(".ways summary", "Share or print")
    for ending, (kind, first) in FILES.items():
        file = phone.download(f".ways a[href$='.{ending}']")
        assert file[0].partition(";")[0] == kind
        assert file[1].startswith(first)


@pytest.mark.parametrize(
    "engine", ["firefox", "webkit"], indirect=True
)  # Chromium asks: browser/test_sheet.py
def test_the_text_of_the_sheet_is_copied(phone: Phone) -> None:
    match = match_of(phone, WON)
    phone.open(f"{match}/sheet")
    phone.tap(".ways summary", "Share or print")
    phone.tap("[data-copy-file]")
    phone.until("document.querySelector('[data-copy-file]').textContent === 'Copied'")
    phone.picture("copied")


def test_house_rules_are_made_and_played_by(phone: Phone) -> None:
    phone.open("/rules/russian")
    phone.picture("rule set")
    phone.tap(".dock button", "Make your own")
    phone.type("#o-title", "Our house")
    phone.tap("[id='s-ask.big'] > summary")
    phone.tap("[name='answer.big'][value=never]")
    phone.picture("house rules")
    phone.tap(".dock button", "Save these rules")
    phone.arrive("/rules/our-house")
    phone.picture("made")
    begin(phone, "our-house")
    enter(phone, 0, FOUR_BRIGHTS)
    save(phone, 1)
    assert coins(phone) == [108, 92]


def test_live_turns_with_a_decision(phone: Phone) -> None:
    match = match_of(phone)
    phone.open(f"{match}/turns")
    phone.picture("live")
    turn(phone, "01B", "03B", "08B")
    phone.sees("Anna: koi-koi or stop?")
    phone.picture("decision")
    phone.tap(".dock button", "Koi-koi")
    phone.sees("Ben’s turn")
    turn(phone, "07A", "06A", "10A")
    phone.sees("Ben: koi-koi or stop?")
    phone.tap(".dock button", "Stop")
    phone.arrive(match)
    phone.picture("stopped")
    assert coins(phone) == [90, 110]


def test_a_second_window_says_what_the_first_has_saved(phone: Phone) -> None:
    match = match_of(phone)
    with phone.second_window():
        phone.open(match)
        enter(phone, 0)
        save(phone, 1)
    phone.sees("Round 1 was saved: Anna stopped.")
    phone.picture("news")


def test_a_round_saved_while_the_server_is_down_is_sent_when_it_is_back(phone: Phone, server: Server) -> None:
    match = match_of(phone)
    enter(phone, 0)
    server.stop()
    phone.tap("[data-save]")
    phone.sees("No connection. Waiting on this phone: round 1.")
    phone.picture("waits")
    phone.tap("[data-go-on]", "Go on with round 2")
    phone.sees("Round 2: who stopped?")
    phone.picture("the next round")
    server.start()
    phone.sees("Sent and saved: round 1.")
    phone.picture("sent")
    phone.tap(".back")
    phone.arrive(match)
    assert coins(phone) == [105, 95]


@pytest.mark.parametrize("language", ["pl", "ja"])
def test_pages_in_other_languages(phone: Phone, language: str) -> None:
    match = match_of(phone, WON, LOST)
    phone.open("/settings")
    phone.tap(f"[name=language][value={language}]")
    phone.until("document.documentElement.lang === arguments[0]", language)
    phone.picture("settings")
    for page in PAGES:
        phone.open(page.format(match=match))
        phone.picture(page.rpartition("}")[2].replace("/", " ") or "notepad")
        assert (page, phone.evaluate(SIDEWAYS)) == (page, 0)
    phone.open(f"{match}/rounds/new")
    phone.tap("[name=result][value='0']")
    for card in FOUR_BRIGHTS:
        phone.tap(f"[name=cards-0][value='{card}']")
    phone.until("document.querySelector('[data-live]').innerText.includes('16')")
    phone.picture("board with cards")
    phone.tap("[data-save]")
    phone.arrive(match)
    assert coins(phone) == [116, 84]


def test_other_rules_from_round_2(phone: Phone) -> None:
    match = match_of(phone, {**WON, "piles": [" ".join(FOUR_BRIGHTS), None]})
    phone.open(f"{match}/retold?ruleset=dutch")
    phone.picture("under other rules")
    phone.tap("a.button", "From round 2")
    phone.sees("The rounds played so far stay as they are.")
    phone.picture("from round 2")
    phone.tap(".dock button", "Play on from round 2")
    phone.arrive(match)
    phone.picture("played on")
    enter(phone, 1, FOUR_BRIGHTS)
    save(phone, 2)
    assert coins(phone) == [116, 100]  # by these rules nobody pays


def test_the_dealer_is_put_right(phone: Phone) -> None:
    match = match_of(phone, WON)
    phone.tap("a.deals", "Anna deals")
    phone.sees("Round 2: who deals?")
    phone.picture("who deals")
    phone.tap(".dock button", "Save")
    phone.arrive(match)
    phone.until("document.querySelector('a.deals').textContent.includes('Ben deals')")
    phone.open(f"{match}/rounds/1")
    phone.tap("a.way", "Anna dealt.")
    phone.sees("Did Ben deal?")
    phone.picture("who dealt")
    phone.tap(".dock button", "Save")
    phone.arrive(match)
    phone.open(f"{match}/rounds/1")
    phone.sees("Ben dealt.")


def test_a_match_goes_on_after_its_end(phone: Phone) -> None:
    match = match_of(phone, *[WON] * 12)
    phone.sees("Anna wins")
    phone.picture("the end")
    phone.tap(".chooser button", "Play on")
    phone.arrive(match)
    phone.tap(".dock a", "Score round 13")
    phone.arrive(f"{match}/rounds/new")


@pytest.mark.parametrize(
    ("page", "menu", "beside"),
    [
        ("", ".menu", ".dock a"),
        ("/rounds/new", ".menu", "[name=cards-0][value='01R']"),
        ("/rounds/new", ".menu", ".dock [data-save]"),
        ("/rounds/new", ".more", "[name=cards-0][value='01B']"),
        ("/rounds/new", ".more", ".bar .back"),
    ],
)
def test_a_tap_beside_an_open_menu_only_closes_it(phone: Phone, page: str, menu: str, beside: str) -> None:
    match = match_of(phone, WON)
    phone.open(match + page)
    if menu == ".more":
        phone.tap("[name=result][value='0']")
    is_open = f"document.querySelector('{menu}[open]')"
    phone.tap(f"{menu} > summary")
    phone.until(is_open)
    phone.picture("open")
    phone.press(ESCAPE)
    phone.until(f"!{is_open}")
    phone.tap(f"{menu} > summary")
    phone.until(is_open)
    phone.evaluate("void addEventListener('pagehide', () => localStorage.setItem('left', 'yes'))")
    phone.tap_over(beside)
    phone.until(f"!{is_open}")
    phone.tap(f"{menu} > summary")
    phone.until(is_open)
    assert phone.path == match + page
    assert phone.evaluate(f"[localStorage.getItem('left'), {CHECKED}.length]") == [None, 0]


def turn(phone: Phone, *cards: str) -> None:
    for card in cards:
        phone.tap(f"[name=captured][value='{card}']")
    phone.tap(".dock button", "Turn is over")
