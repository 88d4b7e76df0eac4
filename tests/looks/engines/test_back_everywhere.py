"""What Back shows after whatever can be saved: the page as it is now, and nothing to send again."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from browser.pages import leagues
from browser.playing import stored

from scorekeeper.access import Link, Links, Role
from scorekeeper.archive.players import id_of
from scorekeeper.koikoi.match.events import FORMAT
from scorekeeper.times import utc_now

from .phone import Phone

if TYPE_CHECKING:
    from browser.servers import Server

pytestmark = [pytest.mark.browser, pytest.mark.slow]

START = {"type": "match-started", "players": ["Anna", "Ben"], "ruleset": "russian"}
WON = {"type": "round-won", "player": 0, "piles": ["01B 03B 08B", None]}
RULES = b'extends = "russian"\ntitle = "Sent"\n[yaku.hanami]\npoints = 9\n'
# Whether the page shows what its address leads to now; asks the app once at a time.
AS_SERVED = """((page) => {
  const words = ({ body }) => {
    const main = body.querySelector("main").cloneNode(true);
    for (const part of main.querySelectorAll(".notice, .flash, script, svg")) part.remove();
    return main.textContent.replace(/\\s+/g, " ");
  };
  const ask = async () => {
    const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
    const there = new DOMParser().parseFromString(await answer.text(), "text/html");
    page.asServed = words(there) === words(document);
  };
  page.asking ??= ask().catch(() => {}).finally(() => { page.asking = undefined; });
  return page.asServed;
})(window)"""

BACKUP = Path(__file__).parents[2] / "before" / "backup.zip"

Flow = Callable[[Phone], None]
FLOWS: list[Flow] = []


def flow(walk: Flow) -> Flow:
    FLOWS.append(walk)
    return walk


@pytest.fixture
def resent(server: Server) -> Iterator[list[str]]:
    """The addresses to which a browser sent a form by leaving the page, which then stays in its history."""
    sent: list[str] = []
    app = server.app.wsgi_app

    def noting(environ: Any, start_response: Any) -> Any:
        if environ["REQUEST_METHOD"] == "POST" and environ.get("HTTP_SEC_FETCH_MODE") == "navigate":
            sent.append(environ["PATH_INFO"])
        return app(environ, start_response)

    server.app.wsgi_app = noting  # type: ignore[method-assign]
    yield sent


def begun(phone: Phone, page: str = "", *events: dict[str, object]) -> str:
    """Open a page of a match with these events, as from home; returns the path of the match."""
    match = f"/matches/{stored(phone.installation, [START, *(events or (WON,))])}"
    phone.open("/")
    phone.open(match + page)
    return match


def house(phone: Phone, page: str) -> None:
    phone.installation.house_rules.keep("house", {"extends": "russian", "title": "House"})
    phone.open("/rules")
    phone.open(page)


@flow
def names(phone: Phone) -> None:
    begun(phone, "/correct-or-end")
    phone.tap("summary", "Correct the names")
    phone.type("#name-0", "Cara")
    phone.tap("form[action$='/names'] button")
    phone.sees("The names were corrected.")


@flow
def an_early_end(phone: Phone) -> None:
    begun(phone, "/correct-or-end")
    phone.tap("summary", "End the match")
    phone.tap("form[action$='/ending'] button")
    phone.sees("Rematch")


@flow
def a_length(phone: Phone) -> None:
    begun(phone, "/length?rounds=6")
    phone.tap(".dock button", "Save")
    phone.sees("The length was changed.")


@flow
def a_dealer(phone: Phone) -> None:
    begun(phone, "/rounds/1/dealer")
    phone.tap(".dock button", "Save")
    phone.sees("The dealer was corrected.")


@flow
def other_rules(phone: Phone) -> None:
    begun(phone, "/other-rules?ruleset=dutch&from=1")
    phone.tap(".dock button")
    phone.sees("The match goes on by these rules.")


@flow
def an_adjustment(phone: Phone) -> None:
    begun(phone, "/adjustments")
    phone.type("#points-0", "3")
    phone.type("#reason", "a bet")
    phone.tap(".dock button")
    phone.sees("out of nothing")
    phone.tap("[name=minted]")
    phone.sees("The points were adjusted.")


@flow
def a_rematch(phone: Phone) -> None:
    match = begun(phone, "", WON, {"type": "match-ended"})
    phone.tap(".dock button", "Rematch")
    phone.until("/^.matches.\\w{32}$/.test(location.pathname) && location.pathname !== arguments[0]", match)


@flow
def further_rounds(phone: Phone) -> None:
    begun(phone, "", *[WON] * 12)
    phone.tap(".chooser button", "Play on")
    phone.sees("Score round 13")


@flow
def remarks(phone: Phone) -> None:
    begun(phone, "/about")
    phone.type("#place", "At home")
    phone.tap("main form button", "Save")
    phone.sees("The place and the note were saved.")


@flow
def a_turn_that_ends_the_round(phone: Phone) -> None:
    match = begun(phone, "/turns", {"type": "deal-voided", "reason": ""})
    for cards, then in (("01B 03B", "Ben’s turn"), ("02A", "Anna’s turn"), ("08B", "koi-koi or stop?")):
        for card in cards.split():
            phone.tap(f"[name=captured][value='{card}']")
        phone.tap(".dock button", "Turn is over")
        phone.sees(then)
    phone.tap(".dock button", "Stop")
    phone.arrive(match)


@flow
def a_turn_with_a_question(phone: Phone) -> None:
    match = stored(phone.installation, [{**START, "ruleset": "polish_all"}])
    phone.open("/")
    phone.open(f"/matches/{match}/turns")
    for card in ("03B", "03R", "09A", "09R"):
        phone.tap(f"[name=captured][value='{card}']")
    phone.tap(".dock button", "Turn is over")
    phone.sees("Is a November card on the field (rain)?")
    phone.tap(".dock button", "No")
    phone.sees("koi-koi or stop?")


@flow
def a_match_in_the_bin(phone: Phone) -> None:
    begun(phone, "/deletion")
    phone.tap(".dock button", "Delete")
    phone.sees("The match is in the bin.")


@flow
def a_match_out_of_the_bin(phone: Phone) -> None:
    a_match_in_the_bin(phone)
    phone.open("/bin")
    phone.tap(".deleted button", "Restore")
    phone.sees("The match was restored.")


@flow
def a_match_deleted_for_good(phone: Phone) -> None:
    a_match_in_the_bin(phone)
    phone.open("/bin")
    phone.tap(".deleted a", "Delete for good")
    phone.tap(".dock button", "Delete for good")
    phone.sees("The match was deleted for good.")


@flow
def rules_of_ones_own(phone: Phone) -> None:
    phone.open("/rules")
    phone.open("/rules/new?from=russian")
    phone.tap(".dock button", "Save these rules")
    phone.sees("Give these rules a name.")
    phone.type("#o-title", "Grandmother")
    phone.tap(".dock button", "Save these rules")
    phone.sees("The rules were saved.")


@flow
def changed_rules(phone: Phone) -> None:
    house(phone, "/rules/house/edit")
    phone.type("#find", "sake")
    phone.tap("#search button", "Search")
    phone.sees("rules found")
    phone.type("#o-title", "Other house")
    phone.tap(".dock button", "Save these rules")
    phone.sees("The rules were saved.")


@flow
def deleted_rules(phone: Phone) -> None:
    house(phone, "/rules/house/deletion")
    phone.tap(".dock button", "Delete")
    phone.sees("is in the bin.")


@flow
def received_rules(phone: Phone) -> None:
    phone.open("/rules")
    phone.open("/rules/received")
    phone.type("#file", written(phone, "sent.toml", RULES))
    phone.tap(".dock button", "Show the rules")
    phone.tap(".dock button", "Save these rules")
    phone.sees("Rules imported.")


@flow
def received_rules_to_play_once(phone: Phone) -> None:
    phone.open("/rules/received")
    phone.type("#written", "no rules")
    phone.tap(".dock button", "Show the rules")
    phone.until("document.querySelector('main [aria-invalid]')")
    phone.type("#file", written(phone, "sent.toml", RULES))
    phone.evaluate("(document.querySelector('#written').value = '')")
    phone.tap(".dock button", "Show the rules")
    phone.tap(".dock button", "Play once")
    phone.type("#name-0", "Anna")
    phone.type("#name-1", "Ben")
    phone.tap("[name=dealer][value='0']")
    phone.tap(".dock button", "Start")
    phone.until("/^.matches.\\w{32}$/.test(location.pathname)")


@flow
def an_imported_match(phone: Phone) -> None:
    record = {"format": FORMAT, "events": [START, WON]}
    phone.open("/records/new")
    phone.type("#record", written(phone, "none.json", b"{}"))
    phone.tap(".dock button", "Look inside")
    phone.until("document.querySelector('main .error')")
    phone.type("#record", written(phone, "match.json", json.dumps(record).encode()))
    phone.tap(".dock button", "Look inside")
    phone.sees("Which matches?")
    phone.tap(".dock button", "Import")
    phone.sees("Match imported.")


@flow
def a_backup(phone: Phone) -> None:
    phone.open("/")
    phone.open("/records/new")
    phone.type("#record", str(BACKUP))
    phone.tap(".dock button", "Look inside")
    phone.sees("Which matches?")
    phone.tap(".dock button", "Import")
    phone.sees("39 matches imported.")


@flow
def a_league(phone: Phone) -> None:
    leagues(phone.installation)
    phone.open("/leagues")
    phone.open("/leagues/new")
    phone.type("#name", "Sundays")
    phone.type("#minimum", "many")
    phone.tap(".dock button", "Save")
    phone.until("document.querySelector('main .error')")
    phone.type("#minimum", "3")
    phone.tap(".dock button", "Save")
    phone.until("/^.leagues.\\w{32}$/.test(location.pathname)")


@flow
def a_changed_league(phone: Phone) -> None:
    leagues(phone.installation)
    phone.open("/leagues")
    phone.open("/leagues/empty/edit")
    phone.type("#name", "Sundays")
    phone.tap(".dock button", "Save")
    phone.arrive("/leagues/empty")


@flow
def a_date_of_a_league(phone: Phone) -> None:
    leagues(phone.installation)
    phone.open("/leagues")
    phone.open("/leagues/league")
    phone.tap(".meetings button", "Remove")
    phone.sees("None so far.")


@flow
def a_deleted_league(phone: Phone) -> None:
    leagues(phone.installation)
    phone.open("/leagues/league/deletion")
    phone.tap(".dock button", "Delete")
    phone.sees("The league was deleted.")


@flow
def a_renamed_player(phone: Phone) -> None:
    begun(phone)
    phone.open("/players")
    phone.open(f"/players/{id_of('Anna')}")
    phone.tap("summary", "Rename")
    phone.type("#name", "Ben")
    phone.tap("form[action$='/name'] button")
    phone.until("document.querySelector('main .error')")
    phone.type("#name", "Annie")
    phone.tap("form[action$='/name'] button")
    phone.until("document.querySelector('h1').innerText.includes('Annie')")


@flow
def two_players_who_are_one(phone: Phone) -> None:
    begun(phone)
    stored(phone.installation, [{**START, "players": ["Ania", "Carl"]}, WON])
    phone.open("/players")
    phone.open(f"/players/{id_of('Anna')}")
    phone.tap("summary", "Is the same person")
    phone.evaluate("(document.querySelector('#into').value = arguments[0])", id_of("Ania"))
    phone.tap("form[action$='/merger'] button", "Continue")
    phone.tap(".dock button", "They are the same person")
    phone.sees("also:")


@flow
def a_link_and_another_one(phone: Phone) -> None:
    begun(phone)
    phone.tap(".menu summary")
    phone.tap(".menu button", "Let another phone in")
    phone.sees("Revoke the link")
    phone.tap(".other-codes button", "View only")
    phone.sees("See everything, enter nothing.")


@flow
def a_revoked_link(phone: Phone) -> None:
    begun(phone)
    phone.open("/phones")
    phone.open("/phones/links/new")
    phone.tap(".dock button", "Make a link")
    phone.tap("form[action$='/revocation'] button")
    phone.sees("The link no longer works")


@flow
def a_guest(phone: Phone) -> None:
    match = begun(phone)
    with closing(phone.installation.open_store()) as store:
        links = Links(store.live, phone.installation.secret)
        code = links.code(links.make(Link(Role.SCORER, utc_now(), (match.rpartition("/")[2],))))
    phone.driver.send("DeleteAllCookies")
    phone.open(f"/join/{code.replace('-', '')}")
    phone.type("#name", "Eva")
    phone.tap("main button", "Join")
    phone.arrive(match)


@flow
def a_key(phone: Phone) -> None:
    phone.driver.send("DeleteAllCookies")
    phone.open("/rules")
    phone.open("/key")
    phone.type("#key", "wrong")
    phone.tap("main button", "Open")
    phone.sees("Wrong key.")
    phone.type("#key", phone.installation.key)
    phone.tap("main button", "Open")
    phone.arrive("/")


@flow
def a_phone_that_leaves(phone: Phone) -> None:
    begun(phone)
    phone.open("/phone")
    phone.tap("main section button", "Forget this phone")
    phone.arrive("/key")


@flow
def more_rounds_of_the_lab(phone: Phone) -> None:
    phone.open("/lab?rules=russian")
    phone.tap("main button", "Play the rounds")
    phone.sees("240 rounds")
    phone.tap(".dock button", "More rounds")
    phone.sees("480 rounds")


def written(phone: Phone, name: str, content: bytes) -> str:
    """The path of a file with this content, to be chosen."""
    file = Path(phone.installation.folder) / name
    file.write_bytes(content)
    return str(file)


@pytest.mark.parametrize("walk", FLOWS, ids=lambda walk: walk.__name__)
def test_back_shows_what_is_there_now(phone: Phone, resent: list[str], walk: Flow) -> None:
    walk(phone)
    saved = phone.path
    for _ in range(2):
        if phone.path == "/":
            break
        phone.back()
        phone.until("document.readyState === 'complete' && document.querySelector('main')")
        phone.until(AS_SERVED)
    phone.reload()
    phone.until(AS_SERVED)
    phone.open(saved)
    phone.until(AS_SERVED)
    assert resent == []
