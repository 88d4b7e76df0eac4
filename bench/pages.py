"""Processor time of whatever the app is asked: every page, with few and with many matches, and every save."""

from __future__ import annotations

import os
import uuid
from collections.abc import Iterator, Sequence
from contextlib import closing
from datetime import timedelta
from functools import cache, partial
from itertools import cycle, islice, product
from statistics import median
from time import perf_counter, thread_time
from typing import Any, Final
from urllib.parse import urlencode

import msgspec
from flask.testing import FlaskClient
from werkzeug.test import EnvironBuilder

from scorekeeper.access import Role
from scorekeeper.archive.digests import digest_of, encoded
from scorekeeper.archive.players import id_of
from scorekeeper.exports.sheets.formats import FORMS
from scorekeeper.exports.sheets.sheet import MissingLibrary, sheet_of
from scorekeeper.fingerprints import version_of_the_match
from scorekeeper.koikoi.match.events import event
from scorekeeper.koikoi.match.match import Match
from scorekeeper.koikoi.match.replay import replay
from scorekeeper.languages import LANGUAGES
from scorekeeper.storage import FolderStorage
from scorekeeper.times import HERE, evening_of, utc_now, utc_text

from .matches import BEGIN, YEARS, simulated
from .process import used
from .rows import LOOP, MS, P95, WORK, Missing, Row
from .table import LENGTH, PLAYERS, Table, filled, hidden, rounds, taken
from .table import table as new_table

_PASSES, _TIMES = 5, 20
_DIFFERENT: Final = 200  # simulated matches, repeated until there are enough
_HOUSE_RULES = "house"  # one rule set of the table's own, for the pages that show and change it
_STRANGERS = ("Chiyo", "Daiki")  # who have not played with the others
_LEAGUE, _BINNED = "league", "binned"  # one of everybody, and one in the bin
_QUERIES = {
    "rounds.new": ("", "?view=months"),
    "matches.new": ("", "?again={finished}"),
    "offline_start.first_pages": ("?ruleset=dutch&dealer=1",),
    "rules.difference": ("", "?a=default&b=russian"),
    "correct_or_end.other_rules": ("?ruleset=russian&from=1",),
    "correct_or_end.dealer": ("", "?player=1"),
    "correct_or_end.length": ("", "?rounds=20"),
    "identity.ask_to_merge": (f"?into={id_of(_STRANGERS[0])}",),
    "hand.show": ("", "?ruleset=dutch&pile=01B.03B.08B.10C.1C"),
}
_CHANGED = "main form :is([type=radio]:not(:checked), [type=checkbox])"  # an answer in the rule editor
_QUIET = 400  # ms until nothing more is asked after a change
_OF_A_BOARD = ("rounds.explain", "rounds.ask")  # what was entered on a board
_SKIPPED = {
    *("static", "assets.file"),  # files
    *("access.enter", "access.key", "access.join"),  # lead on to other pages
    *("rule_editor.new", "rule_editor.edit"),  # the editor has rows of its own
}


@cache
def addresses(table: Table) -> tuple[list[str], list[str]]:
    """The pages of a match that goes on and of one that is finished, and all others.

    Raises RuntimeError for a page whose address the bench cannot fill in.
    """
    of_match: list[str] = []
    others: list[str] = []
    to, client, places = table.app.url_map.bind("localhost"), table.player(), _prepared(table)
    if lost := {*_QUERIES, *_OF_A_BOARD, *_SKIPPED} - {
        rule.endpoint for rule in table.app.url_map.iter_rules()
    }:
        raise RuntimeError(f"the app has no page {', '.join(sorted(lost))}")
    for rule in table.app.url_map.iter_rules():
        if "GET" not in (rule.methods or ()) or rule.endpoint in _SKIPPED:
            continue
        if not rule.arguments <= places.keys():
            raise RuntimeError(f"the bench does not know {rule.rule}")
        pages = of_match if "match_id" in rule.arguments or rule.endpoint == "home.index" else others
        names = sorted(rule.arguments)
        for values in product(*(places[name] for name in names)):
            address = to.build(rule.endpoint, dict(zip(names, values, strict=True)))
            if rule.endpoint in _OF_A_BOARD:
                board = address.rpartition("/")[0] + ("" if "number" in names else "/new")
                pages += _with_round(client, address, board)
                continue
            for query in _QUERIES.get(rule.endpoint, ("",)):
                pages.append(address + query.format(finished=places["match_id"][-1]))
    return of_match, others


def _prepared(table: Table) -> dict[str, Sequence[str | int]]:
    """Something of everything that has a page; by variable of an address what it may be."""
    played = rounds()[:LENGTH]
    table.installation.house_rules.keep(_HOUSE_RULES, {"extends": "dutch", "title": "Our house"})
    table.league(_LEAGUE)
    table.league(_BINNED, utc_now())
    matches = (table.match(played[:-1]), table.match(played))  # one goes on, one is finished
    table.match(players=_STRANGERS)
    ((link, _),) = table.links(Role.VIEWER, matches[0])
    return {
        "match_id": matches,
        "number": range(1, LENGTH),
        "seat": (1,),
        "player_id": (id_of(PLAYERS[0]),),
        "name": (_HOUSE_RULES,),
        "card_id": ("09A",),  # the sake cup makes most yaku
        "key": ("multipliers.big.at",),
        "league_id": (_LEAGUE,),
        "kind": ("leagues",),
        "binned": (_BINNED,),
        "day": (str(evening_of(utc_now(), HERE)),),
        "ending": ("csv",),
        "link_id": (link,),
    }


def _with_round(client: FlaskClient, address: str, board: str) -> Iterator[str]:
    """The address with what was entered on its board, where it has one."""
    page = client.get(board).text
    if "data-board" in page:
        form = filled(page, rounds()[0])
        yield f"{address}?{urlencode(list(form.items(multi=True)))}"


def of_a_match(table: Table) -> dict[str, float]:
    return _times(table, addresses(table)[0])


def other_pages(table: Table) -> dict[str, float]:
    return _times(table, addresses(table)[1])


def _times(table: Table, pages: Sequence[str]) -> dict[str, float]:
    """The processor time of each page, the median of some passes over all of them."""
    client = table.player()
    passes: list[list[float]] = []
    for _ in range(1 + _PASSES):  # in the first one templates are compiled
        LOOP.run()
        passes.append([])
        for address in pages:
            passes[-1].append(taken(partial(client.get, address))[1].work)
    return {_short(page): median([times[at] for times in passes[1:]]) for at, page in enumerate(pages)}


def _short(address: str) -> str:
    """An address as it stands in a note: ids of matches and what was entered are too long for it."""
    path, _, query = address.partition("?")
    parts = ("…" if len(part) == 32 else part for part in path.split("/"))
    return "/".join(parts) + (f"?{query}" if 0 < len(query) < 40 else "?…" if query else "")


@cache
def _in_ten_years(matches: int) -> tuple[dict[str, list[float]], dict[str, list[float]]]:
    """By page over all matches its times on the first look after a save, and again, with so many matches."""
    with new_table() as table:
        last = _filled(table, matches)
        table.league(_LEAGUE)
        player, year = id_of(last.players[0]), "since=2024-01-01&until=2024-12-31"
        pages = {
            "home": "/",
            "history": f"/history?player={player}&{year}",
            "players": "/players?order=won",
            "players, in a year": f"/players?order=won&{year}",
            "a player": f"/players/{player}",
            "figures": "/figures",
            "an evening": f"/evenings/{evening_of(last.start.at, last.start.zone)}",
            "a league": f"/leagues/{_LEAGUE}",
            "a new match": "/matches/new",
        }
        saves, client = table.saves(last.players[:2]), table.player()
        first: dict[str, list[float]] = {name: [] for name in pages}
        again: dict[str, list[float]] = {name: [] for name in pages}
        for name, address in pages.items():
            ask = partial(client.get, address)
            taken(ask)  # its templates are compiled
            LOOP.run()
            for _ in range(_TIMES):
                next(saves)
                first[name].append(taken(ask)[1].work)
                again[name].append(taken(ask)[1].work)
    return first, again


def _filled(table: Table, matches: int) -> Match:
    """Store the matches and what each comes to, spread over ten years; returns the last one."""
    logs = [match.events for match in simulated(_DIFFERENT, seed=1)]
    digests = [digest_of(replay(map(event, log)), version_of_the_match()) for log in logs]
    kept: dict[str, bytes] = {}
    with closing(FolderStorage(table.installation.folder).open_store()) as store:
        store._db.execute("PRAGMA synchronous = OFF")  # these need not survive a power cut
        for place, (log, digest) in enumerate(islice(cycle(zip(logs, digests, strict=True)), matches)):
            at = utc_text((BEGIN + timedelta(days=YEARS * 365 * place / matches)).isoformat())
            match_id = uuid.uuid4().hex
            store.create(match_id, [{**log[0], "at": at}, *log[1:]])
            kept[match_id] = encoded(msgspec.structs.replace(digest, started=at))
        store.keep_digests(kept)
    return replay([event({**log[0], "at": at}), *map(event, log[1:])])


def _look(matches: int, again: bool, _: Table) -> dict[str, float]:
    """95 % of the looks at each page, the first one after a save or ``again``."""
    return {name: P95(times) for name, times in _in_ten_years(matches)[again].items()}


def long_match(table: Table) -> dict[str, float]:
    match = f"/matches/{table.match(_played(99), None)}"
    return _times(table, [f"{match}{page}" for page in ("", "/rounds?round=50", "/rounds/new", "/sheet")])


def _played(number: int) -> list[Any]:
    return list(islice(cycle(rounds()), number))


def saving(table: Table) -> list[float]:
    """Milliseconds by the clock until a round is durable on the disk."""
    return [took.whole for took in islice(table.saves(), 8 * LENGTH)]


def saving_in_a_long_match(table: Table) -> list[float]:
    client, match_id = table.player(), table.match(_played(300), None)
    return [_saved(client, match_id, number) for number in range(40)]


def _saved(client: FlaskClient, match_id: str, number: int) -> float:
    address = f"/matches/{match_id}/rounds"
    form = filled(client.get(f"{address}/new").text, rounds()[number])
    return taken(partial(client.post, address, data=form))[1].whole


def flushed(table: Table) -> list[float]:
    """4 KB written and flushed to the disk."""
    times = []
    for _ in range(50):
        started = perf_counter()
        with (table.installation.folder / "flushed").open("ab") as file:
            file.write(bytes(4096))
            file.flush()
            os.fsync(file.fileno())
        times.append((perf_counter() - started) * 1000)
    return times


def undo(table: Table) -> list[float]:
    """In a match of 99 rounds with 20 corrections: a round that was just saved is taken back."""
    client, match_id, times = table.player(), table.match(_played(99), None, corrected=20), []
    for number in range(_TIMES):
        _saved(client, match_id, number)
        page = client.get(f"/matches/{match_id}").text
        form = hidden(page[page.index("/takebacks") :].partition("</form>")[0])
        times.append(taken(partial(client.post, f"/matches/{match_id}/takebacks", data=form))[1].work)
    if len(table.replayed(match_id).rounds) != 99:
        raise RuntimeError("a round was not taken back")
    return times


def correction(table: Table) -> list[float]:
    """In such a match: a round becomes another one."""
    client, match_id, times = table.player(), table.match(_played(99), None, corrected=20), []
    for number in range(_TIMES):
        address = f"/matches/{match_id}/rounds/{30 + number}/correction"
        form = filled(client.get(address).text, rounds()[number])
        times.append(taken(partial(client.post, address, data=form))[1].work)
    return times


def question(table: Table) -> list[float]:
    """A question for news when nothing is new, of a phone that a link let in, without the web server."""
    match_id, client = table.match(), table.app.test_client()
    ((_, code),) = table.links(Role.SCORER, match_id)
    client.post("/join", data={"code": code, "name": "Phone"})
    cookie = client.get_cookie(f"scorekeeper-{table.installation.id}")
    assert cookie is not None
    environ = EnvironBuilder(
        f"/matches/{match_id}/news?after=1&told=1&piles=",
        headers=[("Accept", "application/json"), ("Cookie", f"{cookie.key}={cookie.value}")],
    ).get_environ()

    def ask() -> float:
        started = thread_time()
        answer = b"".join(table.app.wsgi_app(dict(environ), lambda *_: bytes))
        if answer != b'{"seq":1}\n':
            raise RuntimeError(f"a question for news is answered with {answer[:50]!r}")
        return (thread_time() - started) * 1000

    return [ask() for _ in range(1000)]


def _file(name: str, table: Table) -> list[float]:
    """A scoresheet of twelve rounds in some form; each of another match, so that nothing is remembered."""
    form, times = FORMS[name], []
    for number in range(10):
        played = [*rounds()[number * 9 :], *rounds()[: number * 9]]
        match = table.replayed(table.match(played[:LENGTH], None))
        started = perf_counter()
        try:
            form.write(sheet_of(match, "en"))
        except MissingLibrary as error:
            raise Missing(str(error)) from error
        times.append((perf_counter() - started) * 1000)
    return times[1:]


def _editor(table: Table) -> str:
    name = f"{_HOUSE_RULES}-changed"
    table.installation.house_rules.keep(name, {"extends": "dutch", "title": "Our other house"})
    return f"/rules/{name}/edit"


def editor(table: Table) -> list[float]:
    ask = partial(table.player().get, _editor(table))
    taken(ask)  # its templates are compiled
    return [taken(ask)[1].work for _ in range(_TIMES)]


def editor_changes(table: Table) -> float:
    """What the server works for a change in it, whatever its scripts ask for: the mean of twenty."""
    with table.phones.page() as (page, _):
        page.goto(table.phones.address + _editor(table), wait_until="networkidle")
        page.locator("main form summary >> visible=true").first.click()
        page.wait_for_load_state("networkidle")
        before = used(table.server.running.pid)
        for _ in range(_TIMES):
            with page.expect_response(lambda answer: answer.request.method == "POST"):
                page.locator(_CHANGED).locator("visible=true").first.click()
            page.wait_for_load_state("networkidle")
            page.wait_for_timeout(_QUIET)
        after = used(table.server.running.pid)
    if before is None or after is None:
        raise Missing("this system does not say what a process uses")
    return (after - before) * 1000 / _TIMES


def editor_packed(table: Table) -> float:
    """KB of that page in the language that needs most of them."""
    return max(_packed(table, {"Accept-Encoding": "gzip", "Accept-Language": code}) for code in LANGUAGES)


def _packed(table: Table, headers: dict[str, str]) -> float:
    answer = table.player().get(_editor(table), headers=headers)
    if answer.headers.get("Content-Encoding") != "gzip":
        raise RuntimeError("the editor is not compressed")
    return len(answer.data) / 1024


_LOOKS = ((1_000, 20), (10_000, 100))
ROWS = (
    Row("pages of a match, 95 %", WORK, 20, 10, of_a_match, P95),
    Row("all other pages, 95 %", WORK, 20, 10, other_pages, P95),
    *(
        Row(f"a page over {many:,} matches, 95 %, {when}", WORK, must, 10, partial(_look, many, again), max)
        for many, must in _LOOKS
        for again, when in ((False, "the first after a save"), (True, "again"))
    ),
    Row("pages of a match of 99 rounds", WORK, 20, 10, long_match, max),
    Row("a question for news, nothing is new", WORK, 1, 0.5, question),
    Row("saving a round, durable on disk, 95 %", MS, 30, 12, saving, P95),
    Row("saving a round in a match of 300 rounds, 95 %", MS, 40, None, saving_in_a_long_match, P95),
    Row("for comparison: 4 KB written and flushed to this disk", MS, None, None, flushed),
    Row("an undo, in a match of 99 rounds with 20 corrections", WORK, 25, 12, undo),
    Row("a correction, in such a match", WORK, 25, 12, correction),
    Row("a PDF scoresheet of 12 rounds", MS, 200, 50, partial(_file, "pdf")),
    Row("an XLSX scoresheet of 12 rounds", MS, 50, 10, partial(_file, "xlsx")),
    Row("a change in the rule editor", WORK, 60, 40, editor_changes),
    Row("the rule editor, first view", WORK, 90, 60, editor, P95),
    Row("the rule editor, first view, compressed", "KB", 25, 20, editor_packed),
)
