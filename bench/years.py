"""Ten years of matches for an installation: for measuring and for tests.

``python -m bench.years DIR --matches 10000 --seed 1`` makes the folder of an installation; the same seed
gives the same matches.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any, Final, NamedTuple

from scorekeeper.installation import Installation
from scorekeeper.koikoi.match.events import as_values
from scorekeeper.koikoi.rules.loader import rules
from scorekeeper.koikoi.simulation.game import Game
from scorekeeper.storage import FolderStorage
from scorekeeper.times import utc_text

from .entries import AT_THE_END
from .records import NOW_AND_THEN, record

YEARS: Final = 10
BEGIN: Final = datetime(2016, 1, 1, tzinfo=UTC)
_MOST_IN_AN_EVENING: Final = 5
_THREE: Final = 0.2  # the share of evenings of three players
_TURN_BY_TURN: Final = 0.08  # the share of matches that are entered live
_SHORT: Final = 0.15  # the share of matches of six rounds


class Player(NamedTuple):
    """Somebody, as they are written from time to time, the usual way first; and the policy they play by."""

    names: tuple[str, ...]
    policy: str


class Circle(NamedTuple):
    """Who plays with whom, and the rule sets they play by, the usual one first."""

    players: tuple[Player, ...]
    rule_sets: tuple[str, ...]


class Simulated(NamedTuple):
    """A match with its id and its events, as the store takes them."""

    id: str
    events: list[dict[str, Any]]


CIRCLES: Final = (
    Circle(
        (
            Player(("Zosia", "zosia", "Zofia"), "careful"),
            Player(("Łukasz", "Lukasz", "ŁUKASZ"), "bold"),
            Player(("Babcia",), "cautious"),
            Player(("Staś", "Stas"), "random"),
        ),
        ("polish_booklet", "mongolopedia", "polish_all"),
    ),
    Circle(
        (
            Player(("Иван", "иван", "Ваня"), "careful"),
            Player(("Алёна", "Алена"), "careful"),
            Player(("Дмитрий", "Дима"), "bold"),
        ),
        ("russian", "russian_all", "russian_no_mult"),
    ),
    Circle(
        (
            Player(("さくら", "サクラ", "桜"), "careful"),
            Player(("健太", "けんた"), "bold"),
            Player(("祖母", "おばあちゃん"), "cautious"),
            Player(("Ono-san", "小野さん"), "careful"),
        ),
        ("nintendo_jp", "koikoi_japan", "tengudo", "amuse_gion"),
    ),
    Circle(
        (
            Player(("Jan-Willem", "Jan Willem", "JW"), "careful"),
            Player(("Noor",), "bold"),
            Player(("Daphne",), "cautious"),
        ),
        ("dutch", "bga"),
    ),
    Circle(
        (
            Player(("Anna", "anna", "Anna ", "Ann"), "careful"),
            Player(("Ben", "Benjamin"), "careful"),
            Player(("Chris",), "bold"),
            Player(("Zoë", "Zoe"), "cautious"),
            Player(("José", "Jose"), "random"),
        ),
        ("default", "wiki_pagat", "classic", "rulebook", "ww51"),
    ),
)


def simulated(matches: int, seed: int) -> Iterator[Simulated]:
    """So many matches of ten years, the oldest first."""
    chance = Random(seed)
    for begin, in_evening in _evenings(matches, chance):
        circle = chance.choice(CIRCLES)
        seats = 3 if chance.random() < _THREE else 2
        players = chance.sample(circle.players, seats)
        usual = circle.rule_sets[0] if chance.random() < 0.6 else chance.choice(circle.rule_sets)
        for _ in range(in_evening):
            match = _match(_game(usual, seats), players, begin, chance)
            yield match
            over = datetime.fromisoformat(match.events[-1]["at"])
            begin = over + timedelta(minutes=chance.uniform(3, 15))


def fill(folder: Path, matches: int, seed: int) -> int:
    """Store so many matches in the installation of a folder; returns how many events they have."""
    installation = Installation(folder)
    store = FolderStorage(folder).open_store()
    events = 0
    try:
        store._db.execute("PRAGMA synchronous = OFF")  # these need not survive a power cut
        for match in simulated(matches, seed):
            store.create(match.id, match.events)
            events += len(match.events)
    finally:
        store.close()
        installation.release()
    return events


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.years", description=__doc__)
    parser.add_argument("folder", type=Path, metavar="DIR", help="the folder of the installation")
    parser.add_argument("--matches", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    started = perf_counter()
    events = fill(wanted.folder, wanted.matches, wanted.seed)
    took = perf_counter() - started
    print(f"{wanted.matches} matches, {events} events in {took:.0f} s", file=sys.stderr)


def _evenings(matches: int, chance: Random) -> Iterator[tuple[datetime, int]]:
    """When each evening begins and how many matches it has, in order."""
    sizes: list[int] = []
    while sum(sizes) < matches:
        sizes.append(min(chance.randint(1, _MOST_IN_AN_EVENING), matches - sum(sizes)))
    begins = sorted(chance.uniform(0, YEARS * 365) for _ in sizes)
    for days, size in zip(begins, sizes, strict=True):
        yield BEGIN + timedelta(days=days), size


def _match(game: Game, players: Sequence[Player], begin: datetime, chance: Random) -> Simulated:
    names = [chance.choice(player.names) if chance.random() < 0.2 else player.names[0] for player in players]
    turns = chance.random() < _TURN_BY_TURN
    events = record(
        game,
        names,
        chance,
        [player.policy for player in players],
        style=AT_THE_END._replace(turns=float(turns)),
        incidents=NOW_AND_THEN,
        at=lambda seconds: utc_text((begin + timedelta(seconds=seconds)).isoformat()),
        rounds=6 if chance.random() < _SHORT else None,
    )
    return Simulated(f"{chance.getrandbits(128):032x}", [as_values(event) for event in events])


@cache
def _game(name: str, seats: int) -> Game:
    return Game(rules(name), seats)


if __name__ == "__main__":
    main()
