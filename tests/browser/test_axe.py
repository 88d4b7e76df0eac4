"""Every page is accessible: WCAG 2.2 AA and best practice by axe, with the size of targets switched on."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from contextlib import closing
from datetime import date, timedelta
from importlib import resources
from pathlib import Path

import pytest
from looks import EVERY_LOOK
from playwright.sync_api import Browser, Page

from scorekeeper.access.links import Link, Links, Role
from scorekeeper.archive.leagues import KIND, League, Meeting, as_value
from scorekeeper.archive.people import id_of
from scorekeeper.groups.cleaning import UNOPENED
from scorekeeper.groups.group import Groups
from scorekeeper.house_rules.code import write_code
from scorekeeper.installation import Installation
from scorekeeper.koikoi.rules.loading import rules
from scorekeeper.lab.playing import play
from scorekeeper.lab.runs import Runs
from scorekeeper.lab.wish import Side, Wish
from scorekeeper.store import utc_now
from scorekeeper.web.fingerprints import version_of_the_game

from .phones import PATIENCE, Served, phone, running

pytestmark = pytest.mark.browser

AXE = resources.files("axe_playwright_python").joinpath("axe.min.js")
OPTIONS = {
    "runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"]},
    "rules": {"target-size": {"enabled": True}},
    "resultTypes": ["violations"],
}
START = {
    "type": "match-started",
    "players": ["Anna", "Ben"],
    "ruleset": "russian_all",
    "at": "2026-02-14T12:00:00Z",
}
WON = {"type": "round-won", "player": 0, "piles": ["01B 03B 08B 12B 3C", "02A 04A"]}
EVENTS = [
    START,
    {"type": "koikoi-called", "player": 1},
    WON,
    {"type": "round-exhausted"},
    {"type": "points-adjusted", "points": [1, -1], "reason": "a ruling"},
    {"type": "round-corrected", "round": 1, "events": [{**WON, "player": 0}]},
]
THREE = [{**START, "players": ["Anna", "Ben", "Cleo"], "ruleset": "polish_all"}, WON]
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

PAGES = {
    "home": "/",
    "home further on": "/?page=9",
    "new match": "/matches/new",
    "new match with options": "/matches/new?ruleset=polish_booklet&answer.optional_rules=yes",
    "rematch": "/matches/new?again={over}",
    "notepad": "/matches/{match}",
    "notepad with a round just saved": "/matches/{match}?saved=2",
    "notepad of a match that is over": "/matches/{over}",
    "notepad of three": "/matches/{three}",
    "board": "/matches/{match}/rounds/new",
    "board of three": "/matches/{three}/rounds/new",
    "whose cards": "/matches/{three}/piles?choose=1",
    "cards of one player": "/matches/{three}/piles/0",
    "cards of one player by month": "/matches/{match}/piles/0?view=months",
    "cards handed in": "/matches/{three}/piles/2",
    "cards handed in, to be changed": "/matches/{three}/piles/2?change=1&view=kinds",
    "correction with cards that came too late": "/matches/{match}/rounds/1/correction?seat=1&pile=05A.3C",
    "live play": "/matches/{match}/turns",
    "live play where the weather counts": "/matches/{three}/turns",
    "rounds": "/matches/{match}/rounds",
    "round": "/matches/{match}/rounds/1",
    "correction": "/matches/{match}/rounds/1/correction",
    "rules of a match": "/matches/{match}/rules",
    "chart of a match": "/matches/{match}/chart",
    "adjustment": "/matches/{match}/adjustments/new",
    "ending": "/matches/{match}/ending",
    "sheet": "/matches/{match}/sheet",
    "sheet of three": "/matches/{three}/sheet",
    "sheet of a match that is over": "/matches/{over}/sheet",
    "sheet as it is printed": "/matches/{match}/sheet?paper=a4",
    "history": "/history",
    "history with a filter": "/history?words=anna&since=2026-01-01&state=finished",
    "history that is refused": "/history?player=nobody&since=yesterday",
    "evening": "/evenings/2026-02-14",
    "evening without a match": "/evenings/2026-02-20",
    "place and note": "/matches/{match}/remarks",
    "figures": "/figures",
    "figures of nothing": "/figures?words=nobody",
    "import": "/records/new",
    "bin": "/bin",
    "hand": "/hand?ruleset=dutch&cards-0=01B&cards-0=03B&cards-0=08B",
    "hand by month": "/hand?ruleset=cwz&view=months&cards-0=01B",
    "hand that is refused": "/hand?chaff-0=25",
    "dealt hand": "/hand/dealt?ruleset=dutch&cards="
    + "&cards=".join(("01B", "01R", "02A", "02C1", "05A", "05C1", "12B", "12C1")),
    "desk board": "/desk/pile?ruleset=russian_all",
    "desk": "/desk/pile?pile=03B.08B.09A.11B.4C&calls=1.1&ruleset=russian",
    "desk that is refused": "/desk/pile?pile=99X",
    "match by other rules": "/matches/{match}/retold",
    "match told again": "/matches/{match}/retold?ruleset=mongolopedia",
    "phones": "/phones",
    "new link": "/phones/links/new?match={match}",
    "link": "/phones/links/{link}",
    "join": "/join/{code}",
    "this phone": "/phone",
    "screen beside the table": "/matches/{match}/screen",
    "screen, three": "/matches/{three}/screen",
    "screen of a match that is over": "/matches/{over}/screen",
    "groups": "/groups",
    "group": "/groups/{group}",
    "group to be removed": "/groups/{group}/removal",
    "new key": "/phones/key",
    "error": "/nope",
    "rules": "/rules",
    "rules that a search finds": "/rules?q=petal",
    "rule set": "/rules/russian",
    "rule set without doublings": "/rules/russian_no_mult",
    "chart": "/rules/cwz_local/chart",
    "chart to fold": "/rules/mongolopedia/chart?paper=fold",
    "rules of one's own": "/rules/new?from=russian&open=all",
    "house rules with a hand to try": "/rules/new?from=dutch&open=hand",
    "difference": "/rules/difference?a=russian&b=dutch",
    "what rules do, to be asked": "/lab?start=1&against=dutch",
    "what rules do": "/lab?{lab}",
    "what rules do, refused": "/lab?rounds=1",
    "rules passed on": "/rules/russian/sharing",
    "rules import": "/rules/received",
    "settings": "/settings",
    "all cards": "/cards?ruleset=mongolopedia",
    "card": "/cards/09A?match={three}",
    "card without yaku of its own": "/cards/12C3?ruleset=dutch",
    "options": "/options",
    "options found": "/options?q=sake",
    "options not found": "/options?q=nope",
    "option": "/options/sake_cup",
    "option of a yaku": "/options/yaku.points",
    "option with parts": "/options/multipliers.big",
    "option that is advice": "/options/play.lightning",
    "players": "/players",
    "players by matches won": "/players?order=won",
    "players, a filter that is refused": "/players?order=coins&since=yesterday",
    "player": "/players/{player}",
    "who played": "/matches/{over}/players",
    "leagues": "/leagues",
    "league": "/leagues/{league}",
    "league by coins, without a match": "/leagues/{empty}",
    "matches of a league": "/leagues/{league}/matches",
    "new league": "/leagues/new",
    "league to change": "/leagues/{league}/edit",
    "how to play": "/guide?ruleset=polish_all",
    "how to play a match of three": "/guide?match={three}",
}
SEEN = [(320, "light"), (320, "dark"), (360, "light"), (360, "dark"), (768, "light"), (768, "dark")]
LANGUAGES = ("en", "pl", "ru", "nl", "ja")
# Every language at every width, light and dark, takes half an hour more: `make test-all`. Every day the pages
# that are made like no other one are looked at, with their folds open, and a few once more, dark and narrow.
LIKE_OTHERS = {
    "home further on",
    "rematch",
    "notepad with a round just saved",
    "notepad of three",
    "notepad of a match that is over",
    "cards of one player by month",
    "cards handed in, to be changed",
    "correction with cards that came too late",
    "live play where the weather counts",
    "chart of a match",
    "sheet of three",
    "sheet of a match that is over",
    "history with a filter",
    "evening without a match",
    "figures of nothing",
    "hand by month",
    "desk board",
    "screen, three",
    "screen of a match that is over",
    "rules that a search finds",
    "rule set without doublings",
    "chart to fold",
    "house rules with a hand to try",
    "card without yaku of its own",
    "options found",
    "options not found",
    "option",
    "option with parts",
    "option that is advice",
    "players by matches won",
    "league by coins, without a match",
    "how to play a match of three",
}
LOOKED_AT = [name for name in PAGES if EVERY_LOOK or name not in LIKE_OTHERS]
EVERYDAY = [("en", 360, "light"), ("ja", 320, "dark")]
DARK = (
    "home",
    "new match",
    "notepad",
    "board",
    "live play",
    "round",
    "sheet",
    "figures",
    "rule set",
    "player",
)
EVERY = [(language, *seen) for language in LANGUAGES for seen in SEEN]
LOOKS = [
    pytest.param(
        *look,
        id=" ".join(map(str, look)),
        marks=() if look == ("en", 360, "light") else pytest.mark.slow,
    )
    for look in (EVERY if EVERY_LOOK else EVERYDAY)
]
SHARES = 3  # so that several processes look at the pages


@pytest.fixture(scope="module")
def ids(browser: Browser, served: Served) -> dict[str, str]:
    """The matches that the pages show."""
    page = phone(browser, served)
    matches = {
        name: bring(page, events) for name, events in (("match", EVENTS), ("three", THREE), ("over", OVER))
    }
    bring(page, [{**START, "players": ["Dan", "Eva"]}, WON])
    with closing(served[1].open_store()) as store:
        binned = [{**OVER[0], "players": ["Cleo", "Dan"]}, *OVER[1:]]
        store.discard(bring(page, binned), len(binned))  # so that something is in the bin
        store.live.keep("match", matches["three"], 0, HANDED_IN)
        store.documents.keep("match", matches["match"], 0, {"place": "Kraków", "note": "Snow.\nBen slept."})
    page.context.close()
    return {
        **matches,
        **leagues(served[1]),
        **link(served[1], matches["match"]),
        "lab": lab(served[1]),
        "group": group(served[1]),
        "player": id_of("Anna"),
    }


def lab(installation: Installation) -> str:
    """What leads to a result of rounds by two rule sets."""
    sides = tuple(Side(name, rules(name)) for name in ("russian", "dutch"))
    wish = Wish(sides, 1000, 1)
    (installation.folder / "lab").mkdir()
    Runs(installation.folder / "lab").keep(wish.id(version_of_the_game()), play(wish, 1))
    return "rules=russian&against=dutch&rounds=1000"


def group(installation: Installation) -> str:
    """A group that nobody has opened for a year."""
    with closing(installation.open_store()) as store:
        id_ = Groups(store.documents).make("Café Żuraw", date.today())
        Groups(store.documents).change(id_, opened=date.today() - timedelta(days=UNOPENED + 1))
    return id_


def link(installation: Installation, match: str) -> dict[str, str]:
    """A link that pages show, and its code."""
    with closing(installation.open_store()) as store:
        links = Links(store.live, installation.secret)
        id_ = links.make(Link(Role.SCORER, utc_now(), (match,)))
        return {"link": id_, "code": links.code(id_)}


def leagues(installation: Installation) -> dict[str, str]:
    """Leagues that the pages show: one of some players and with dates, one of nobody so far."""
    some = [id_of(name) for name in ("Anna", "Ben", "Cleo", "Łukasz", "Żaneta")]
    dates = (Meeting(date(2026, 2, 14)), Meeting(date(2900, 2, 14), "19:30"))
    kept = {
        "league": League("league", name="Spring league", players=tuple(some), dates=dates),
        "empty": League("empty", name="Winter", until=date(2000, 1, 1), scheme="coins"),
    }
    with closing(installation.open_store()) as store:
        for id_, league in kept.items():
            store.documents.keep(KIND, id_, 0, as_value(league))
    return {id_: id_ for id_ in kept}


def bring(page: Page, events: Sequence[object]) -> str:
    look_inside(page, events)
    page.get_by_role("button", name="Import").click()
    page.wait_for_url(re.compile(r"/matches/\w{32}$"))
    return page.url.rpartition("/")[2]


def look_inside(page: Page, *matches: Sequence[object]) -> None:
    """Open the preview of a file with these matches, to import them."""
    page.goto("/records/new")
    records = [{"format": "koikoi-match/1", "events": events} for events in matches]
    content = "\n".join(map(json.dumps, records)).encode()
    page.locator("#record").set_input_files(
        {"name": "match.json", "mimeType": "application/json", "buffer": content}
    )
    page.locator("button.primary").click()
    page.wait_for_url("**/records/preview")


def violations(page: Page, part: str = "html") -> list[str]:
    """What axe finds in a part of the page: the rule, the element, what to do."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text("utf-8"))
    page.evaluate(
        "Promise.all(document.getAnimations().map((animation) => animation.finished)).then(() => 0)"
    )
    page.evaluate(
        "scrollTo(0, document.body.scrollHeight)"
    )  # so that nothing is behind the buttons at the bottom
    broken = page.evaluate("([part, options]) => axe.run(part, options)", [part, OPTIONS])["violations"]
    return [
        f"{rule['id']}: {node['target']} {node['failureSummary']}"
        for rule in broken
        for node in rule["nodes"][:2]
    ]


def ready(page: Page) -> None:
    """Open every fold, so that its content is checked too."""
    for summary in page.locator("details:is(.panel, .turnout):not([open]) > summary").all():
        if summary.is_visible():
            summary.evaluate("summary => summary.parentElement.open = true")


def reader(browser: Browser, served: Served, language: str, width: int, scheme: str) -> Page:
    """A page on a phone, or on a tablet, that was let in and that asks for a language."""
    address, installation = served
    context = browser.new_context(
        base_url=address,
        viewport={"width": width, "height": 640 if width < 700 else 1024},
        has_touch=True,
        is_mobile=True,
        color_scheme="dark" if scheme == "dark" else "light",
        locale=language,
    )
    context.set_default_timeout(PATIENCE * 1000)
    page = context.new_page()
    page.goto(f"/key/{installation.key}")
    return page


@pytest.mark.parametrize("share", range(SHARES))
@pytest.mark.parametrize(("language", "width", "scheme"), LOOKS)
def test_no_page_has_a_violation(
    browser: Browser, served: Served, ids: dict[str, str], language: str, width: int, scheme: str, share: int
) -> None:
    page = reader(browser, served, language, width, scheme)
    problems = {}
    names = LOOKED_AT if EVERY_LOOK or scheme == "light" else DARK
    for name in names[share::SHARES]:
        page.goto(PAGES[name].format(**ids))
        assert page.locator("html").get_attribute("lang") == language
        folded = page.locator("details:is(.panel, .turnout):not([open])").count()
        if EVERY_LOOK or not folded:
            problems[name] = violations(page)
        if folded and name != "rules of one's own":
            ready(page)
            problems[f"{name}, opened"] = violations(page)
    if share == 0 and (EVERY_LOOK or scheme == "light"):
        problems |= on_the_way(page, ids)
    page.context.close()
    assert {name: said for name, said in problems.items() if said} == {}


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
    page.locator(".menu button").click()
    page.locator("button.danger").wait_for()
    problems["deletion"] = violations(page)
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


def test_an_empty_home_has_no_violation(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path) as served:
        page = phone(browser, served)
        assert page.get_by_role("heading", name="No matches yet").is_visible()
        assert violations(page) == []
        page.context.close()
