"""Server time: every page that can be opened with a GET, around a match of twelve rounds."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from flask import Flask

from scorekeeper.koikoi.scoring import scorer as scoring

from .figures import Figure, median, percentile
from .rounds import rounds
from .table import LENGTH, Table, Taken, taken

_LIMIT, _AIM = 20.0, 8.0
_PASSES = 5
_HOUSE_RULES = "house"  # one rule set of the table's own, for the pages that show and change it
_PLACES = {"match_id", "number", "name"}  # what an address may leave open, as far as this module knows
_QUERIES = {
    "rounds.new": ("", "?view=months"),
    "matches.new": ("", "?again={finished}"),
    "rules.difference": ("", "?a=default&b=russian"),
    "hands.hand": ("", "?ruleset=dutch&cards-0=01B&cards-0=03B&cards-0=08B&chaff-0=11"),
}
_ID = re.compile("[0-9a-f]{32}")
_SKIPPED = {"static", "access.enter", "access.key"}


def measure(table: Table) -> Iterator[Figure]:
    played, _ = rounds(LENGTH)
    matches = {"going_on": table.match(played[:-1]), "finished": table.match(played)}
    table.installation.house_rules.keep(_HOUSE_RULES, {"extends": "dutch", "title": "Our house"})
    of_match, others, unknown = addresses(table.app, matches)
    client = table.player()
    for address in of_match + others:
        client.get(address)
    for what, chosen in (("pages of a match", of_match), ("all other pages", others)):
        for cold in (False, True):
            yield _figure(table, what, chosen, cold)
    if unknown:
        yield Figure("addresses that the benchmark does not know", len(unknown), note=", ".join(unknown))


def addresses(app: Flask, matches: dict[str, str]) -> tuple[list[str], list[str], list[str]]:
    """The pages of the matches, the other pages, and the addresses that cannot be filled in."""
    of_match: list[str] = []
    others: list[str] = []
    unknown: list[str] = []
    for rule in app.url_map.iter_rules():
        if "GET" not in (rule.methods or ()) or rule.endpoint in _SKIPPED:
            continue
        if not rule.arguments <= _PLACES:
            unknown.append(rule.rule)
            continue
        for query in _QUERIES.get(rule.endpoint, ("",)):
            group = of_match if "match_id" in rule.arguments or rule.endpoint == "home.index" else others
            group += _filled(rule.rule + query.format(**matches), matches)
    return of_match, others, unknown


def _filled(address: str, matches: dict[str, str]) -> list[str]:
    for written in ("<name>", "<string:name>"):
        address = address.replace(written, _HOUSE_RULES)
    if "<match_id>" not in address:
        return [address]
    found = [address.replace("<match_id>", match_id) for match_id in matches.values()]
    if "<int:number>" not in address:
        return found
    return [one.replace("<int:number>", str(number)) for one in found for number in range(1, LENGTH)]


def _figure(table: Table, what: str, chosen: list[str], cold: bool) -> Figure:
    """The 95th percentile over the pages, the median of some passes over all of them."""
    client = table.player()
    passes: list[list[Taken]] = []
    for _ in range(_PASSES):
        passes.append([])
        for address in chosen:
            if cold:
                _forget_everything(table)
            passes[-1].append(taken(partial(client.get, address))[1])
    by_page = [median([times[place].work for times in passes]) for place in range(len(chosen))]
    whole = median([percentile([one.whole for one in times], 0.95) for times in passes])
    slowest = max(range(len(chosen)), key=by_page.__getitem__)
    return Figure(
        f"processor time, {what}, 95 %{', nothing remembered' if cold else ''}",
        median([percentile([one.work for one in times], 0.95) for times in passes]),
        "ms",
        _LIMIT,
        _AIM,
        note=f"from asking to answer {whole:.1f} ms; {len(chosen)} pages, median {median(by_page):.1f} ms;"
        f" slowest {_ID.sub('…', chosen[slowest])} with {by_page[slowest]:.1f} ms",
    )


def _forget_everything(table: Table) -> None:
    """As if the process had just begun, the compiled templates aside."""
    table.app.extensions["replays"].clear()
    scoring._by_identity.clear()
    scoring._compiled.cache_clear()
