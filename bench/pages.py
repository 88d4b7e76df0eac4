"""Server time: every page that can be opened with a GET, around a match of twelve rounds."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import product

from flask import Flask

from scorekeeper.archive.players import id_of
from scorekeeper.koikoi.scoring.evaluate import scorer
from scorekeeper.times import HERE, evening_of, utc_now
from scorekeeper.web.match_cache import Replays

from .figures import Figure, median, percentile
from .rounds import rounds
from .table import LENGTH, PLAYERS, Table, Taken, taken

_LIMIT, _AIM = 20.0, 8.0
_PASSES = 5
_HOUSE_RULES = "house"  # one rule set of the table's own, for the pages that show and change it
_CARD = "09A"  # the page of a card: the sake cup makes most yaku
_OPTION = "multipliers.big.at"
_LEAGUE = "league"  # one of everybody
_BINNED = "binned"  # one in the bin
_QUERIES = {
    "rounds.new": ("", "?view=months"),
    "matches.new": ("", "?again={finished}"),
    "offline_start.first_pages": ("?ruleset=dutch&dealer=1",),
    "rules.new": ("", "?open=all", "?from=polish_all&open=all"),  # whoever has no scripts opens everything
    "rules.difference": ("", "?a=default&b=russian"),
    "rulings.other_rules": ("?ruleset=russian&from=1",),
    "rulings.dealer": ("", "?player=1"),
    "rulings.length": ("", "?rounds=20"),
    "hand.show": ("", "?ruleset=dutch&pile=01B.03B.08B.10C.1C"),
}
_ID = re.compile("[0-9a-f]{32}")
_SKIPPED = {
    *("static", "assets.file"),  # files
    *("access.enter", "access.key", "access.join"),  # lead on to other pages
}


def measure(table: Table) -> Iterator[Figure]:
    places = prepared(table)
    of_match, others, unknown = addresses(table.app, places)
    client = table.player()
    for address in of_match + others:
        client.get(address)
    for what, pages in (("pages of a match", of_match), ("all other pages", others)):
        for cold in (False, True):
            yield _figure(table, what, pages, cold)
    if unknown:
        yield Figure("addresses that the benchmark does not know", len(unknown), note=", ".join(unknown))


def prepared(table: Table) -> dict[str, Sequence[str | int]]:
    """Something of everything that has a page; by variable of an address what it may be."""
    played, _ = rounds(LENGTH)
    table.installation.house_rules.keep(_HOUSE_RULES, {"extends": "dutch", "title": "Our house"})
    table.league(_LEAGUE)
    table.league(_BINNED, utc_now())
    return {
        "match_id": (table.match(played[:-1]), table.match(played)),  # one goes on, one is finished
        "number": range(1, LENGTH),
        "seat": (1,),
        "player_id": (id_of(PLAYERS[0]),),
        "name": (_HOUSE_RULES,),
        "card_id": (_CARD,),
        "key": (_OPTION,),
        "league_id": (_LEAGUE,),
        "kind": ("leagues",),
        "binned": (_BINNED,),
        "day": (str(evening_of(utc_now(), HERE)),),
        "ending": ("csv",),
        "link_id": (table.link(),),
    }


def addresses(app: Flask, places: dict[str, Sequence[str | int]]) -> tuple[list[str], list[str], list[str]]:
    """The pages of the matches, the other pages, and the addresses that cannot be filled in."""
    of_match: list[str] = []
    others: list[str] = []
    unknown: list[str] = []
    to = app.url_map.bind("localhost")
    for rule in app.url_map.iter_rules():
        if "GET" not in (rule.methods or ()) or rule.endpoint in _SKIPPED:
            continue
        if not rule.arguments <= places.keys():
            unknown.append(rule.rule)
            continue
        pages = of_match if "match_id" in rule.arguments or rule.endpoint == "home.index" else others
        names = sorted(rule.arguments)
        for values in product(*(places[name] for name in names)):
            address = to.build(rule.endpoint, dict(zip(names, values, strict=True)))
            for query in _QUERIES.get(rule.endpoint, ("",)):
                pages.append(address + query.format(finished=places["match_id"][-1]))
    return of_match, others, unknown


def _figure(table: Table, what: str, pages: list[str], cold: bool) -> Figure:
    """The 95th percentile over the pages, the median of some passes over all of them."""
    client = table.player()
    passes: list[list[Taken]] = []
    for _ in range(_PASSES):
        passes.append([])
        for address in pages:
            if cold:
                _forget_everything(table)
            passes[-1].append(taken(partial(client.get, address))[1])
    by_page = [median([times[place].work for times in passes]) for place in range(len(pages))]
    whole = median([percentile([answer.whole for answer in times], 0.95) for times in passes])
    slowest = max(range(len(pages)), key=by_page.__getitem__)
    return Figure(
        f"processor time, {what}, 95 %{', nothing remembered' if cold else ''}",
        median([percentile([answer.work for answer in times], 0.95) for times in passes]),
        "ms",
        _LIMIT,
        _AIM,
        note=f"from asking to answer {whole:.1f} ms; {len(pages)} pages, median {median(by_page):.1f} ms;"
        f" slowest {_ID.sub('…', pages[slowest])} with {by_page[slowest]:.1f} ms",
    )


def _forget_everything(table: Table) -> None:
    """Clear all caches but the compiled templates, as if the process had just started."""
    table.app.extensions["replays"] = Replays()
    scorer.cache_clear()
