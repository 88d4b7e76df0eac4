"""``python -m bench.tables``: many tables that play at a human pace, in a process of their own.

Each table has a phone that keeps the score and one that looks on; both join by a code and ask for news as
open pages do. The first line on standard input lists the matches with their codes. Each other is an order,
``NUMBER SECONDS``: so many tables play. Once they all do a line says so, and after so many seconds what they
saw since then is written as a line of JSON. The end of the input ends it.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
from collections import Counter
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass, field
from time import monotonic, process_time
from typing import Any
from urllib.parse import urlencode

from .rounds import Played, play
from .saving import filled
from .watching import EVERY, Phone

_JOINING = 20  # phones at once


@dataclass
class Seen:
    """What all phones saw; times in seconds."""

    asked: list[float] = field(default_factory=list)  # how long each question for news took
    joined: list[float] = field(default_factory=list)  # how long each phone took to be let in
    saved: list[float] = field(default_factory=list)  # how long each save took
    known: list[float] = field(default_factory=list)  # from sending a round until the other phone knew
    troubles: Counter[str] = field(default_factory=Counter)


class Club:
    """The tables that play so far. ``pace``: seconds between two rounds of a table, on average."""

    def __init__(self, place: tuple[str, int], pace: float) -> None:
        self.seen = Seen()
        self._place = place
        self._pace = pace
        self._played = play(100)
        self._tasks: list[asyncio.Task[None]] = []

    async def begin(self, matches: Sequence[tuple[str, str]]) -> None:
        """Let in the phones of further tables, each by the code of its match, and let them play."""
        turns = asyncio.Semaphore(_JOINING)
        await asyncio.gather(*(self._sit_down(*match, turns) for match in matches))

    def leave(self) -> None:
        for task in self._tasks:
            task.cancel()

    async def _sit_down(self, match_id: str, code: str, turns: asyncio.Semaphore) -> None:
        scorer, onlooker = Phone(*self._place), Phone(*self._place)
        async with turns:
            for phone in (scorer, onlooker):
                started = monotonic()
                status, _ = await phone.ask("/join", {"code": code, "name": "Phone"})
                if status != 303:
                    raise RuntimeError(f"joining is answered with {status}")
                self.seen.joined.append(monotonic() - started)
        table = _TableOfTwo(f"/matches/{match_id}", self)
        played = random.sample(self._played, len(self._played))
        for playing in (table.score(scorer, played, self._pace), table.look_on(onlooker)):
            self._tasks.append(asyncio.create_task(self._unless_troubled(playing)))

    async def _unless_troubled(self, playing: Coroutine[Any, Any, None]) -> None:
        try:
            await playing
        except (OSError, asyncio.IncompleteReadError, RuntimeError, ValueError) as error:
            self.seen.troubles[f"{type(error).__name__}: {error}"[:100]] += 1


class _TableOfTwo:
    """One match, and how far its two phones have seen it."""

    def __init__(self, address: str, club: Club) -> None:
        self._address = address
        self._club = club
        self._sent: tuple[int, float] | None = None  # the last event of a saved round, and when it was sent

    async def score(self, phone: Phone, played: Sequence[Played], pace: float) -> None:
        await self._wait(phone, 1, random.uniform(0, pace))
        for won in played:
            seq = await self._save(phone, won)
            await self._wait(phone, seq, random.expovariate(1 / pace))

    async def _wait(self, phone: Phone, seq: int, seconds: float) -> None:
        """Ask for news until the next round is over."""
        until = monotonic() + seconds
        await asyncio.sleep(random.uniform(0, EVERY))
        while monotonic() < until:
            await self._ask(phone, seq)
            await asyncio.sleep(EVERY)

    async def look_on(self, phone: Phone) -> None:
        seq = 0
        await asyncio.sleep(random.uniform(0, EVERY))
        while True:
            last = await self._ask(phone, seq)
            if last != seq:
                if self._sent and last >= self._sent[0]:
                    self._club.seen.known.append(monotonic() - self._sent[1])
                    self._sent = None
                await phone.ask(self._address)  # the page is drawn anew
                seq = last
            await asyncio.sleep(EVERY)

    async def _save(self, phone: Phone, won: Played) -> int:
        _, page = await phone.ask(f"{self._address}/rounds/new")
        form = urlencode(list(filled(page.decode(), won).items(multi=True)))
        started = monotonic()
        status, _ = await phone.ask(f"{self._address}/rounds", form)
        took = monotonic() - started
        if status != 303:
            raise RuntimeError(f"a round was answered with {status}")
        self._club.seen.saved.append(took)
        last = await self._ask(phone, 0)
        self._sent = last, started
        await phone.ask(self._address)
        return last

    async def _ask(self, phone: Phone, seq: int) -> int:
        started = monotonic()
        status, body = await phone.ask(f"{self._address}/news?after={seq}&told={seq}")
        if status != 200:
            raise RuntimeError(f"news are answered with {status}")
        self._club.seen.asked.append(monotonic() - started)
        return int(json.loads(body)["seq"])


async def main(host: str, port: str, pace: str) -> None:
    matches = json.loads(sys.stdin.readline())
    club, playing = Club((host, int(port)), float(pace)), 0
    loop = asyncio.get_running_loop()
    while order := await loop.run_in_executor(None, sys.stdin.readline):
        number, seconds = order.split()
        await club.begin(matches[playing : int(number)])
        playing = int(number)
        await asyncio.sleep(float(seconds) / 4)  # until all have begun to ask
        club.seen = Seen(joined=club.seen.joined, troubles=club.seen.troubles)
        print("all play", flush=True)
        started, busy = monotonic(), process_time()
        await asyncio.sleep(float(seconds))
        lasted = monotonic() - started
        seen = {**vars(club.seen), "lasted": lasted, "busy": (process_time() - busy) / lasted}
        print(json.dumps(seen), flush=True)
        club.seen = Seen(troubles=club.seen.troubles)
    club.leave()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
