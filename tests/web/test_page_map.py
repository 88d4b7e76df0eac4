"""The map of all pages in docs/pages.md: found by following every link from home, as the host."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from heapq import heappop, heappush
from itertools import count, pairwise
from pathlib import Path
from typing import Final, NamedTuple

import pytest
from browser.pages import PAGES, furnished
from flask import Flask
from werkzeug.routing import RequestRedirect, Rule

from scorekeeper.installation import Installation
from scorekeeper.web.access.permissions import NEEDED, Right

from .forms import ATTRIBUTES, attributes_of
from .player import Player

DOCUMENT: Final = Path(__file__).parents[2] / "docs" / "pages.md"
# Pages to which no link leads, and when they are shown.
UNLINKED: Final = {
    "access.key": "a phone that was not let in opens any page",
    "access.join": "somebody opens a link that the host made",
    "rounds.explain": "“Why?” on the board, “Show what changes” on that of a correction",
    "rounds.ask": "“May I call koi-koi?” on the board",
    "identity.ask_to_merge": "“Is the same person as…” with a player chosen",
    "offline.unopened": "without a connection, a page that this phone has not opened before",
    "round_list.index": "a match has more rounds than its notepad shows",
    "lab.rounds": "“Play the rounds” on `/lab`",
    "correct_or_end.other_rules": "“By other rules”, with a rule set chosen",
}
NO_PAGES: Final = {  # what scripts ask for, files of what was asked before, and addresses that lead on
    *("news.news", "offline_start.first_pages"),
    "access.enter",
}
ONLY_OLD_BROWSERS: Final = "/settings#browsers"  # in a notice that others do not show
_EACH: Final = 4  # pages of one address that are read for links: of matches that go on, and that are over
_LINK_OR_FOLD: Final = re.compile(rf"<(/?)(a|details)\b({ATTRIBUTES})\s*>")
_TITLE: Final = re.compile(r"<title>(.*?)( – Koi-Koi)?</title>", re.S)
_WHO: Final = {
    Right.OPEN: "everybody",
    Right.LET_IN: "who was let in",
    Right.SEE: "who may see the match",
    Right.ENTER: "who may enter",
    Right.BEGIN: "who may begin a match",
    Right.SEE_EVENING: "who may see the evening",
    Right.SEE_ALL: "who may see all matches",
    Right.HOST: "the host",
}


class Row(NamedTuple):
    """A page of the map."""

    address: str
    title: str
    way: str
    taps: str
    who: str


def links_of(html: str) -> Iterator[tuple[str, int]]:
    """The links of a page with the taps that each takes: one more in a menu or behind a fold."""
    folds: list[bool] = []
    for closes, tag, attributes in _LINK_OR_FOLD.findall(html):
        given = attributes_of(attributes)
        href = given.get("href", "")
        if tag == "details" and closes:
            folds.pop()
        elif tag == "details":
            folds.append("open" not in given)
        elif href.startswith("/") and href != ONLY_OLD_BROWSERS:
            yield href, 1 + any(folds)


@pytest.mark.slow
def test_the_map_of_the_pages_is_that_of_the_app(
    app: Flask, installation: Installation, player: Player
) -> None:
    rows = "\n".join(f"| {' | '.join(row)} |" for row in sorted(_rows(app, installation, player)))
    assert rows in DOCUMENT.read_text("utf-8"), f"docs/pages.md should have these rows:\n{rows}"


def test_headings_skip_no_level_and_no_two_parts_of_a_page_have_one_name(
    installation: Installation, player: Player
) -> None:
    ids = furnished(installation)
    problems = {name: _unheard(player.open(address.format(**ids)).html) for name, address in PAGES.items()}
    assert {name: said for name, said in problems.items() if said} == {}


@pytest.mark.slow
def test_a_link_to_a_file_says_so(installation: Installation, player: Player) -> None:
    """The app without a server saves those itself; iPhones break off what its service worker answers.

    But for dates, which a phone's calendar opens.
    """
    ids = furnished(installation)
    found = _LINK_OR_FOLD.findall("".join(player.open(page.format(**ids)).html for page in PAGES.values()))
    links = [attributes_of(attributes) for _closes, tag, attributes in found if tag == "a"]
    plain = {
        link["href"] for link in links if "download" not in link and link.get("href", "").startswith("/")
    }
    files = {href for href in plain if "Content-Disposition" in player.client.get(href).headers}
    assert {href for href in files if not href.endswith(".ics")} == set()


def _unheard(html: str) -> list[str]:
    """What somebody who listens to a page cannot find their way by."""
    levels = [int(level) for level in re.findall(r"<h([1-6])\b", html)]
    skipped = [f"h{one} before h{other}" for one, other in pairwise(levels) if other > one + 1]
    names = Counter(re.findall(r'<(?:section|nav|aside)\b[^>]*\baria-label="([^"]*)"', html))
    return skipped + [f"several are called {name}" for name, times in names.items() if times > 1]


def _rows(app: Flask, installation: Installation, player: Player) -> Iterator[Row]:
    ids = furnished(installation)
    others = (ids["three"], ids["four"])  # further matches that go on would only make a choice of titles
    installation.house_rules.keep("a-house", {"extends": "tengudo", "title": "House"})
    places = count()  # of two links at the same distance the first counts
    ahead = [(0, next(places), "/", "")]
    read: dict[str, int] = {}
    shown: dict[str, Row] = {}
    while ahead:
        taps, _place, address, above = heappop(ahead)
        rule = _rule(app, address)
        if rule is None or any(other in address for other in others) or read.get(rule.rule, 0) >= _EACH:
            continue
        read[rule.rule] = read.get(rule.rule, 0) + 1
        answer = player.client.get(address)
        if answer.status_code in (302, 303):
            heappush(ahead, (taps, next(places), answer.headers["Location"], above))
        elif answer.mimetype == "text/html" and answer.status_code == 200:
            html, address = answer.get_data(as_text=True), _address(rule)
            title = _TITLE.findall(html)[0][0].replace("\xad", "")
            way = f"from {above}" if above else "the app is opened"
            shown.setdefault(rule.rule, Row(address, title, way, str(taps), _WHO[NEEDED[rule.endpoint]]))
            for href, cost in links_of(html):
                heappush(ahead, (taps + cost, next(places), href, address))
    asked = [rule for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ())]
    of_people = [rule for rule in asked if NEEDED.get(rule.endpoint, Right.PROGRAM) is not Right.PROGRAM]
    unread = [rule.endpoint for rule in of_people if rule.rule not in read]
    assert {*unread} - {*NO_PAGES, *UNLINKED} == set(), "to these no link leads"
    yield from shown.values()
    for rule in of_people:
        if rule.endpoint in UNLINKED:
            assert rule.rule not in shown
            yield Row(_address(rule), "", UNLINKED[rule.endpoint], "–", _WHO[NEEDED[rule.endpoint]])


def _rule(app: Flask, address: str) -> Rule | None:
    """The rule of an address of the app; None for files of the app and addresses that lead on."""
    try:
        rule, _values = app.url_map.bind("localhost").match(re.split("[?#]", address)[0], return_rule=True)
    except RequestRedirect:
        return None
    return None if rule.endpoint == "static" else rule


def _address(rule: Rule) -> str:
    """An address as it is written in the document."""
    return f"`{re.sub('<(?:int:)?', '<', rule.rule)}`"
