"""What Back, a reload and an address opened again show around a save, in every engine."""

from __future__ import annotations

import pytest
from browser.playing import stored

from .phone import Phone
from .play import begin, coins, enter

pytestmark = pytest.mark.browser

START = {"type": "match-started", "players": ["Anna", "Ben"], "ruleset": "russian"}
WON = {"type": "round-won", "player": 0, "piles": ["01B 03B 08B", None]}
CHECKED = "[...document.querySelectorAll('[name^=cards-]:checked')].map(({ value }) => value)"


def match_of(phone: Phone, *events: dict[str, object]) -> str:
    """The notepad of a match with these events, open; returns its path."""
    match = f"/matches/{stored(phone.installation, [START, *events])}"
    phone.open(match)
    return match


def why(phone: Phone) -> str:
    """Ask for the proof of the round on the board; returns its address."""
    phone.tap("button.why")
    phone.sees("not saved yet")
    return phone.path


def test_why_leads_back_to_the_cards_and_after_a_save_to_the_next_round(phone: Phone) -> None:
    match = match_of(phone)
    enter(phone, 0)
    proof = why(phone)
    phone.reload()
    phone.sees("not saved yet")
    phone.back()
    phone.until(f"location.pathname === arguments[0] && {CHECKED}.length === 3", f"{match}/rounds/new")
    phone.forward()
    phone.tap(".dock button", "Save round 1")
    phone.sees("Round 1 is saved.")
    phone.back()
    phone.sees("Round 2: who stopped?")
    assert phone.evaluate(CHECKED) == []
    phone.back()
    phone.arrive(match)
    phone.until("document.querySelector('.seats .coins')?.textContent === '105'")
    phone.open(proof)
    phone.arrive(match)
    assert coins(phone) == [105, 95]


@pytest.mark.slow
def test_change_and_save_leave_no_round_unsaved(phone: Phone) -> None:
    match = match_of(phone)
    enter(phone, 0)
    proof = why(phone)
    phone.tap(".dock button", "Change")
    phone.until(f"location.pathname === arguments[0] && {CHECKED}.length === 3", f"{match}/rounds/new")
    changed = phone.path
    phone.tap("[name=cards-0][value='12B']")
    phone.tap("[data-save]")
    phone.sees("Round 1 is saved.")
    phone.back()
    phone.sees("Round 2: who stopped?")
    assert phone.evaluate(CHECKED) == []
    for address in (proof, changed):
        phone.open(address)
        phone.arrive(match)
    assert coins(phone) == [116, 84]


def test_a_question_before_a_save_is_a_page_of_its_own(phone: Phone) -> None:
    match, _ = asked_before_a_save(phone)
    phone.reload()
    phone.sees("All cards are here. Why does it count?")
    phone.back()
    phone.until(f"location.pathname === arguments[0] && {CHECKED}.length === 3", f"{match}/rounds/new")
    phone.forward()
    phone.sees("All cards are here. Why does it count?")


def test_a_question_is_not_asked_again_once_the_round_is_saved(phone: Phone) -> None:
    match, asked = asked_before_a_save(phone)
    phone.type("#ruling", "Nobody minded.")
    phone.tap(".dock button", "Save anyway")
    phone.sees("Round 1 is saved.")
    phone.back()
    phone.sees("Round 2: who stopped?")
    phone.open(asked)
    phone.arrive(match)


def asked_before_a_save(phone: Phone) -> tuple[str, str]:
    """The paths of a match and of the question whether a call counts."""
    match = match_of(phone)
    enter(phone, 0)
    phone.tap("[aria-label='Anna: one koi-koi more']")
    phone.tap("[data-save]")
    phone.sees("All cards are here. Why does it count?")
    return match, phone.path


def test_a_correction_is_not_offered_again(phone: Phone) -> None:
    match = match_of(phone, WON)
    phone.open(f"{match}/rounds/1")
    phone.tap(".dock a", "Correct this round")
    phone.tap("[name=cards-0][value='12B']")
    phone.tap("[data-save]")
    phone.sees("not saved yet")
    preview = phone.path
    phone.tap(".dock button", "Save the correction")
    phone.sees("This round was corrected.")
    phone.back()
    phone.sees("Correct round 1")
    phone.until(f"{CHECKED}.length === 4")
    phone.open(preview)
    phone.arrive(f"{match}/rounds/1")
    phone.open(match)
    assert coins(phone) == [116, 84]


def test_what_is_refused_stands_beside_its_field_and_leaves_nothing_behind(phone: Phone) -> None:
    match = match_of(phone)
    phone.open(f"{match}/correct-or-end")
    phone.tap("summary", "Correct the names")
    phone.type("#name-0", "Ben")
    phone.tap("form[action$='/names'] button")
    phone.until("document.querySelector('main .error, main [role=alert]:not([hidden])')")
    assert phone.path == f"{match}/correct-or-end"
    phone.type("#name-0", "Cara")
    phone.tap("form[action$='/names'] button")
    phone.sees("The names were corrected.")
    phone.back()
    phone.until("document.querySelector('#name-0').value === 'Cara'")


@pytest.mark.slow
def test_a_new_match_that_was_refused_begins_in_the_same_place(phone: Phone) -> None:
    phone.open("/matches/new?ruleset=russian")
    phone.type("#name-0", "Anna")
    phone.type("#name-1", "Anna")
    phone.tap(".dock button", "Start")
    phone.until("document.activeElement?.getAttribute('aria-invalid') === 'true'")
    assert phone.path.startswith("/matches/new")
    phone.type("#name-1", "Ben")
    phone.tap("[name=dealer][value='0']")
    phone.tap(".dock button", "Start")
    phone.until("/^\\/matches\\/\\w{32}$/.test(location.pathname)")
    phone.back()
    phone.sees("New match")


@pytest.mark.slow
def test_a_match_that_is_begun_and_played_leads_back_home(phone: Phone) -> None:
    match = begin(phone)
    enter(phone, 1, ("07A", "06A", "10A"))
    why(phone)
    phone.tap(".dock button", "Save round 1")
    phone.sees("Round 1 is saved.")
    for _ in range(9):
        if phone.path == "/":
            break
        phone.back()
        phone.until("document.readyState === 'complete'")
        assert "not saved yet" not in phone.text()
    assert phone.path == "/"
    phone.until(
        "document.querySelector('main a[href=\"' + arguments[0] + '\"]')", match
    )  # it is listed there
