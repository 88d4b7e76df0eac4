"""Every page of the app by a name, and what an installation must hold for them to show something."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import closing
from datetime import date
from typing import Any, Final

from extent import EVERY_LOOK
from msgspec.structs import replace
from playwright.sync_api import Browser

from scorekeeper.access import Link, Links, Phone, Phones, Role
from scorekeeper.archive.archive import KIND as REMARKS
from scorekeeper.archive.leagues import KIND, League, Meeting
from scorekeeper.archive.players import id_of
from scorekeeper.installation import Installation
from scorekeeper.store.documents import as_value
from scorekeeper.times import utc_now

from .phones import Phone as Page
from .phones import Served, phone
from .playing import stored

# What is entered in the round that follows the last one of the long match below, as addresses carry it.
ENTERED: Final = "id=entered-here&after=15&result=0&cards-0=01B&cards-0=03B&cards-0=08B"
PAGES: Final = {
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
    "notepad of four": "/matches/{four}",
    "board of captured cards": "/matches/{four}/rounds/new",
    "captured cards of one player": "/matches/{four}/piles/0",
    "round of captured cards": "/matches/{four}/rounds/1",
    "sheet of captured cards": "/matches/{four}/sheet",
    "captured cards by other rules": "/matches/{four}/retold?ruleset=sakura",
    "new match of captured cards": "/matches/new?ruleset=hana_awase",
    "rule set of captured cards": "/rules/roppyakken",
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
    "round, not saved yet": "/matches/{match}/rounds/preview?" + ENTERED,
    "correction, not saved yet": "/matches/{match}/rounds/1/correction/preview?" + ENTERED,
    "what may be called": "/matches/{match}/rounds/referee?" + ENTERED,
    "rules of a match": "/matches/{match}/rules",
    "chart of a match": "/matches/{match}/chart",
    "adjustment": "/matches/{match}/adjustments",
    "correct or end": "/matches/{match}/correct-or-end",
    "other rules": "/matches/{match}/other-rules?ruleset=mongolopedia&from=1",
    "another length": "/matches/{match}/length?rounds=20",
    "dealer of a round": "/matches/{match}/rounds/1/dealer",
    "dealer of three": "/matches/{three}/rounds/2/dealer",
    "sheet": "/matches/{match}/sheet",
    "sheet of three": "/matches/{three}/sheet",
    "sheet of a match that is over": "/matches/{over}/sheet",
    "sheet as it is printed": "/matches/{match}/sheet?paper=a4",
    "history": "/history",
    "history with a filter": "/history?words=anna&since=2026-01-01&state=finished",
    "history that is refused": "/history?player=nobody&since=yesterday",
    "evening": "/evenings/2026-02-14",
    "evening without a match": "/evenings/2026-02-20",
    "about a match": "/matches/{match}/about",
    "match to be deleted": "/matches/{match}/deletion",
    "figures": "/figures",
    "figures of nothing": "/figures?words=nobody",
    "import": "/records/new",
    "bin": "/bin",
    "league to be deleted for good": "/bin/leagues/{binned}/deletion",
    "hand to tap": "/hand?ruleset=dutch&edit=1&pile=01B.03B.08B",
    "hand by month": "/hand?ruleset=cwz&view=months&cards-0=01B",
    "hand": "/hand?pile=03B.08B.09A.11B.4C&calls=1.1&ruleset=russian",
    "hand that is refused": "/hand?chaff-0=25",
    "dealt hand": "/hand/dealt?ruleset=dutch&cards="
    + "&cards=".join(("01B", "01R", "02A", "02C1", "05A", "05C1", "12B", "12C1")),
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
    "new key": "/phones/key",
    "error": "/nope",
    "rules": "/rules",
    "rules that a search finds": "/rules?q=petal",
    "rule set": "/rules/russian",
    "rule set without doublings": "/rules/russian_no_mult",
    "chart": "/rules/cwz_local/chart",
    "chart to fold": "/rules/mongolopedia/chart?paper=fold",
    "rules of one's own": "/rules/new?from=russian",
    "house rules with a hand to try": "/rules/new?from=dutch&show=try",
    "difference": "/rules/difference?a=russian&b=dutch",
    "what rules do, to be asked": "/lab?against=dutch",
    "what rules do": "/lab/rounds?rules=russian&against=dutch",
    "what rules do, refused": "/lab/rounds?seed=many",
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
    "option with parts": "/options/multipliers.big.factor",
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
    "league to be deleted": "/leagues/{league}/deletion",
    "new league": "/leagues/new",
    "league to change": "/leagues/{league}/edit",
    "how to play": "/guide?ruleset=polish_all",
    "how to play a match of three": "/guide?match={three}",
}
# Made like another page: looked at in `make test-all` alone.
LIKE_OTHERS: Final = {
    "home further on",
    "rematch",
    "notepad with a round just saved",
    "notepad of three",
    "notepad of four",
    "captured cards of one player",
    "sheet of captured cards",
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
    "league to be deleted",
    "league to be deleted for good",
    "how to play a match of three",
}
# Together they have every kind of element: for what takes more than a glance.
SAMPLE: Final = (
    *("home", "new match", "notepad", "board", "live play"),
    *("round", "sheet", "figures", "rule set", "player"),
)
LOOKED_AT: Final = [name for name in PAGES if EVERY_LOOK or name not in LIKE_OTHERS]


# A long match that goes on, with a ruling and a correction; one of three; one that is over; one of points.
START = {
    "type": "match-started",
    "players": ["Łukasz", "Żaneta"],
    "ruleset": "russian_all",
    "purse": 400,
    "at": "2026-02-14T12:00:00Z",
}
WON = {"type": "round-won", "player": 0, "piles": ["01B 03B 08B 12B 3C", "02A 04A"]}
MONTHS = [WON if number % 3 else {"type": "round-exhausted"} for number in range(12)]
LONG = [
    {**START, "rounds": 13},
    *MONTHS,
    {"type": "points-adjusted", "points": [106, -106], "reason": "a ruling"},
    {"type": "round-corrected", "round": 1, "events": [WON]},
]
THREE = [{**START, "players": ["Żaneta", "Борис", "Wim"], "ruleset": "polish_all"}, WON]
OVER = [{**START, "rounds": 1, "purse": 20}, WON]
FOUR: list[dict[str, Any]] = [  # before the others, so that Koi-Koi was played last
    {
        "type": "match-started",
        "players": ["Łukasz", "Żaneta", "Борис", "Wim"],
        "ruleset": "hana_awase",
        "at": "2026-02-14T10:00:00Z",
    },
    {
        "type": "round-exhausted",
        "piles": [
            *("01B 08B 12B 02A 01R 7C", "03B 09A 04A 05A 02R 04R 6C"),
            *("11B 06A 07A 10A 03R 05R 5C", "08A 11A 06R 07R 09R 10R 11R 6C"),
        ],
    },
]
POINTS = [
    {**START, "players": ["Владимир", "Margriet"], "ruleset": "nintendo_jp", "rounds": 1, "purse": None},
    WON,
]


def furnished(installation: Installation) -> dict[str, str]:
    """The ids in ``PAGES`` of an installation filled with these matches."""
    return filled(installation, "Żaneta", match=LONG, three=THREE, over=OVER, points=POINTS)


def in_script(installation: Installation, first: str, second: str, third: str, words: str) -> dict[str, str]:
    """The ids of an installation where all that people type is in one script: three names, and ``words`` as
    the title of the rules, a yaku, reasons, places, notes, leagues and phones."""
    rules = {
        "extends": "russian_all",
        "title": words,
        "yaku": {"ours": {"name": words, "cards": ["01B", "03B"], "points": 4}},
    }
    start = {**START, "players": [first, second], "ruleset": rules}
    of_three = {**start, "players": [first, second, third], "ruleset": {**rules, "extends": "polish_all"}}
    events: list[dict[str, Any]] = [
        *(start, {"type": "koikoi-called", "player": 1}, WON),
        *({**WON, "player": 1}, {"type": "round-exhausted"}),
        {"type": "points-adjusted", "points": [106, -106], "reason": words},
        {"type": "round-corrected", "round": 1, "events": [WON]},
        {"type": "dealer-corrected", "round": 2, "player": 1, "reason": words},
    ]
    over: list[dict[str, Any]] = [
        {**start, "rounds": 2, "purse": 20},
        WON,
        {"type": "match-ended", "reason": words},
    ]
    now = utc_now()
    with closing(installation.open_store()) as store:
        phones = Phones(store.live)
        for name in (first, words):
            phones.let_in(Phone(name, now, now, key=installation.secrets.key.mark))
    installation.house_rules.keep("ours", rules)
    ids = filled(installation, first, match=events, three=[of_three, WON], over=over, points=POINTS)
    people = tuple(map(id_of, (first, second, third)))
    meetings = tuple(Meeting(day, words) for day in (date(2026, 2, 14), date(2900, 2, 14)))
    with closing(installation.open_store()) as store:
        for match in ("match", "three", "over"):
            store.documents.put(REMARKS, ids[match], 0, {"place": words, "note": f"{words}\n{words}"})
        for league, version in (("league", 1), ("empty", 1), ("binned", 1)):
            kept = League(league, name=words, players=people, dates=meetings, rules=words)
            deleted = now if league == "binned" else ""
            store.documents.put(KIND, league, version, as_value(replace(kept, deleted=deleted)))
    return ids


def filled(installation: Installation, player: str, **matches: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """Fill an installation: its matches by name beside one of four, one of their players; returns the ids in
    ``PAGES``."""
    ids = {name: stored(installation, events) for name, events in {"four": FOUR, **matches}.items()}
    return {
        **ids,
        **leagues(installation),
        **link(installation, ids["match"]),
        "player": id_of(player),
    }


def link(installation: Installation, match: str) -> dict[str, str]:
    """A link that pages show, and its code."""
    with closing(installation.open_store()) as store:
        links = Links(store.live, installation.secret)
        id_ = links.make(Link(Role.SCORER, utc_now(), (match,)))
        return {"link": id_, "code": links.code(id_)}


def leagues(installation: Installation) -> dict[str, str]:
    """Leagues that the pages show: one of some players with dates, one of nobody so far, one in the bin."""
    some = [id_of(name) for name in ("Anna", "Ben", "Cleo", "Łukasz", "Żaneta", "Margriet", "Владимир")]
    dates = (Meeting(date(2026, 2, 14)), Meeting(date(2900, 2, 14), "19:30"))
    kept = {
        "league": League("league", name="Spring league", players=tuple(some), dates=dates),
        "empty": League("empty", name="Winter", until=date(2000, 1, 1), scheme="coins"),
        "binned": League("binned", name="Autumn", deleted=utc_now()),
    }
    with closing(installation.open_store()) as store:
        for id_, league in kept.items():
            store.documents.put(KIND, id_, 0, as_value(league))
    return {id_: id_ for id_ in kept}


def reader(browser: Browser, served: Served, language: str, width: int = 360, scheme: str = "light") -> Page:
    """A phone, or a tablet, that asks for a language."""
    height = 640 if width < 700 else 1024
    return phone(browser, served, locale=language, width=width, height=height, color_scheme=scheme)
