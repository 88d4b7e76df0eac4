"""Matches as a few lines of text, for tests: what happens at a table, one line an event.

koi 0                       koi-koi; "koi 0: 03B 09A" with the pile
won 1: 03B 09A | 0: 4C [11] shōbu, piles by seat, months on the field now
empty 0: 12C                hands empty
hand 1 teshi in 2           a lucky hand, maybe with the number of its round
turn 0: 03B 03C1 [11]       live play, one turn
field 01B 02C1; brights 2   the dealt field
void misdeal; adjust 5 -5 a ruling; back; end tired
correct 1 = koi 0; won 0: 03B 09A
rules 2 = dutch: calls.limit = 0   other rules from a round on; changes of them as in TOML, with ";"
dealer 2 1 asleep; more 3   who really dealt round 2, and why; further rounds
names Anne, Ben             what the players are really called
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from scorekeeper.exports import record
from scorekeeper.koikoi.match.match import Match
from scorekeeper.koikoi.rules.loader import read_toml

Tree = dict[str, Any]


def matched(rules: Any, lines: list[str], players: int = 2, **start: Any) -> Match:
    """The match that some lines make, every event checked."""
    return record.from_tree(written(rules, lines, players, **start)).match


def written(rules: Any, lines: list[str], players: int = 2, **start: Any) -> Tree:
    """The record that some lines make."""
    names = ["Anna", "Ben", "Chris"][:players]
    first = {"type": "match-started", "players": names, "ruleset": rules, **start}
    return {"format": "koikoi-match/1", "events": [first, *(event(line) for line in lines)]}


def event(line: str) -> Tree:
    """The event that a line stands for."""
    word, _, rest = line.strip().partition(" ")
    return _EVENTS[word](rest.strip())


def outline(match: Match) -> list[str]:
    """The scoresheet: dealer, result, player and points of each round, and the coins after it."""
    return [
        f"{row.dealer} {row.result} {'-' if row.player is None else row.player} {row.points}: "
        + " ".join(str(coins) for coins in row.balance)
        for row in match.rounds
    ]


def _called(rest: str) -> Tree:
    player, colon, pile = rest.partition(":")
    return {"type": "koikoi-called", "player": int(player), **({"pile": pile.strip()} if colon else {})}


def _won(rest: str) -> Tree:
    piles, field = _piles(rest)
    return {"type": "round-won", "player": int(rest[0]), "piles": piles, "field": field}


def _exhausted(rest: str) -> Tree:
    piles, field = _piles(rest)
    return {"type": "round-exhausted", "piles": piles, "field": field}


def _shown(rest: str) -> Tree:
    said, _, dealt = rest.partition(":")
    said, months = _field(said)
    player, yaku, *number = said.replace(" in ", " ").split()
    named = {"round": int(number[0]) if number else None, "cards": dealt.strip(), "months": months}
    shown = {name: value for name, value in named.items() if value}
    return {"type": "hand-shown", "player": int(player), "yaku": yaku, **shown}


def _taken(rest: str) -> Tree:
    text, field = _field(rest)
    player, _, captured = text.partition(":")
    return {"type": "turn-taken", "player": int(player), "captured": captured.strip(), "field": field}


def _adjusted(rest: str) -> Tree:
    points = re.match(r"(-?\d+(?: |$))+", rest)
    assert points, rest
    return {
        "type": "points-adjusted",
        "points": [int(word) for word in points[0].split()],
        "reason": rest[points.end() :],
    }


def _corrected(rest: str) -> Tree:
    number, _, parts = rest.partition("=")
    return {
        "type": "round-corrected",
        "round": int(number),
        "events": [event(part) for part in parts.split(";")],
    }


def _ruled(rest: str) -> Tree:
    number, _, named = rest.partition("=")
    name, _, changes = named.partition(":")
    ruleset = {"extends": name.strip(), **read_toml(changes.replace(";", "\n"))}
    return {"type": "rules-changed", "ruleset": ruleset, "from": int(number)}


def _dealt(rest: str) -> Tree:
    number, player, *reason = rest.split(maxsplit=2)
    return {
        "type": "dealer-corrected",
        "round": int(number),
        "player": int(player),
        "reason": " ".join(reason),
    }


def _piles(rest: str) -> tuple[list[str | None], list[int]]:
    text, field = _field(rest)
    piles: list[str | None] = [None, None, None]
    for part in text.split("|"):
        seat, colon, pile = part.partition(":")
        if colon:
            piles[int(seat)] = pile.strip()
    while piles and piles[-1] is None:
        piles.pop()
    return piles, field


def _field(rest: str) -> tuple[str, list[int]]:
    text, _, months = rest.partition("[")
    return text.strip(), [int(month) for month in re.findall(r"\d+", months)]


_EVENTS: dict[str, Callable[[str], Tree]] = {
    "koi": _called,
    "won": _won,
    "empty": _exhausted,
    "hand": _shown,
    "turn": _taken,
    "field": lambda rest: {"type": "field-dealt", "cards": rest},
    "brights": lambda rest: {"type": "field-dealt", "brights": int(rest)},
    "void": lambda rest: {"type": "deal-voided", "reason": rest},
    "adjust": _adjusted,
    "back": lambda rest: {"type": "taken-back"},
    "end": lambda rest: {"type": "match-ended", "reason": rest},
    "correct": _corrected,
    "rules": _ruled,
    "dealer": _dealt,
    "more": lambda rest: {"type": "match-extended", "rounds": int(rest)},
    "names": lambda rest: {"type": "names-corrected", "players": rest.split(",")},
}
