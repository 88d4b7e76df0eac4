"""``python -m bench.phones PORT PACE ONLOOKERS``: tables that play at a human pace, in an own process.

Each table has a phone that keeps the score and some that look on; all join by a code and ask for news as open
pages do. The first line on standard input lists the matches with their codes. Each other is an order,
``NUMBER SECONDS``: so many tables play. Once they all do a line says so, and after so many seconds what they
saw since then is written as a line of JSON. The end of the input ends it.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import sys
from collections import Counter
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass, field
from time import monotonic, process_time
from typing import Any, Final
from urllib.parse import urlencode

from .table import Played, filled, rounds

EVERY: Final = 0.8  # seconds, as EVERY in static/js/news.js
_JOINING: Final = 20  # phones at once
_COOKIE = re.compile(rb"^set-cookie: ([^;\r]+)", re.IGNORECASE | re.MULTILINE)
_LENGTH = re.compile(rb"^content-length: (\d+)", re.IGNORECASE | re.MULTILINE)
_CLOSES = re.compile(rb"^connection: close", re.IGNORECASE | re.MULTILINE)
_FORM = "Content-Type: application/x-www-form-urlencoded\r\n"


class Phone:
    """A connection that stays open, as a browser's does."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._cookie = ""
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, path: str, form: str = "", status: int = 200) -> bytes:
        """The body of an answer. Raises RuntimeError where it has another ``status``."""
        body = form.encode()
        head = f"{'POST' if form else 'GET'} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\n"
        head += f"Cookie: {self._cookie}\r\n" if self._cookie else ""
        head += f"{_FORM}Content-Length: {len(body)}\r\n" if form else ""
        reader, writer, answer = await self._answer(head.encode() + b"\r\n" + body)
        if cookie := _COOKIE.search(answer):
            self._cookie = cookie[1].decode()
        length = _LENGTH.search(answer)
        content = await (reader.readexactly(int(length[1])) if length else reader.read())
        if _CLOSES.search(answer) or not length:
            writer.close()
            self._streams = None
        if int(answer.split(b" ", 2)[1]) != status:
            raise RuntimeError(
                f"{path.rpartition('/')[2]} is answered with {answer.split(b' ', 2)[1].decode()}"
            )
        return content

    async def _answer(self, request: bytes) -> tuple[asyncio.StreamReader, asyncio.StreamWriter, bytes]:
        """The head of an answer; where the server has closed a connection that was quiet, on a new one."""
        quiet = self._streams is not None
        self._streams = self._streams or await asyncio.open_connection("127.0.0.1", self._port)
        reader, writer = self._streams
        try:
            writer.write(request)
            return reader, writer, await reader.readuntil(b"\r\n\r\n")
        except (asyncio.IncompleteReadError, ConnectionError):
            self._streams = None
            if not quiet:
                raise
            return await self._answer(request)


@dataclass
class Seen:
    """What all phones saw; times in seconds."""

    asked: list[float] = field(default_factory=list)  # how long each question for news took
    joined: list[float] = field(default_factory=list)  # how long each phone took to be let in
    saved: list[float] = field(default_factory=list)  # how long each save took
    known: list[float] = field(default_factory=list)  # from sending a round until another phone knew
    troubles: Counter[str] = field(default_factory=Counter)


class Club:
    """The tables that play so far. ``pace``: seconds between two rounds of a table, on average."""

    def __init__(self, port: int, pace: float, onlookers: int) -> None:
        self.seen = Seen()
        self.port, self.pace, self.onlookers = port, pace, onlookers
        self.tasks: list[asyncio.Task[None]] = []

    async def begin(self, matches: Sequence[tuple[str, str]]) -> None:
        """Let in the phones of further tables, each by the code of its match, and let them play."""
        turns = asyncio.Semaphore(_JOINING)
        await asyncio.gather(*(self._sit_down(*match, turns) for match in matches))

    async def _sit_down(self, match_id: str, code: str, turns: asyncio.Semaphore) -> None:
        phones = [Phone(self.port) for _ in range(1 + self.onlookers)]
        for phone in phones:
            async with turns:
                started = monotonic()
                await phone.ask("/join", urlencode({"code": code, "name": "Phone"}), 303)
                self.seen.joined.append(monotonic() - started)
        await phones[0].ask(f"/matches/{match_id}/rounds/new")  # the first pages of a server take long
        played = _PlayedMatch(f"/matches/{match_id}", self)
        for playing in (played.score(phones[0]), *map(played.look_on, phones[1:])):
            self.tasks.append(asyncio.create_task(self._unless_troubled(playing)))

    async def _unless_troubled(self, playing: Coroutine[Any, Any, None]) -> None:
        try:
            await playing
        except (OSError, asyncio.IncompleteReadError, RuntimeError, ValueError) as error:
            self.seen.troubles[f"{type(error).__name__}: {error}"[:100]] += 1


class _PlayedMatch:
    """One match, and which rounds of it were saved."""

    def __init__(self, address: str, club: Club) -> None:
        self._address, self._club = address, club
        self._saves: list[tuple[int, float]] = []  # the last event of each round, and when it was sent

    async def score(self, phone: Phone) -> None:
        """Save one round after another, and ask for news until the next one is over."""
        seq = 1
        pause = random.uniform(0, self._club.pace)
        while True:
            for won in random.sample(rounds(), len(rounds())):
                until = monotonic() + pause
                await asyncio.sleep(random.uniform(0, min(EVERY, pause)))
                while monotonic() < until:
                    await self._ask(phone, seq)
                    await asyncio.sleep(min(EVERY, max(0, until - monotonic())))
                seq = await self._save(phone, won)
                pause = random.expovariate(1 / self._club.pace)

    async def look_on(self, phone: Phone) -> None:
        seq, done = 0, len(self._saves)
        told: list[tuple[int, float]] = []  # the last event, and when it was known
        await asyncio.sleep(random.uniform(0, EVERY))
        while True:
            last = await self._ask(phone, seq)
            told.append((last, monotonic()))
            if last != seq:
                await phone.ask(self._address)  # the page is drawn anew
                seq = last
            new = [save for save in self._saves[done:] if save[0] <= seq]
            self._club.seen.known += known_after(told, new)
            done += len(new)
            await asyncio.sleep(EVERY)

    async def _save(self, phone: Phone, won: Played) -> int:
        page = await phone.ask(f"{self._address}/rounds/new")
        form = urlencode(list(filled(page.decode(), won).items(multi=True)))
        started = monotonic()
        await phone.ask(f"{self._address}/rounds", form, 303)
        self._club.seen.saved.append(monotonic() - started)
        last = await self._ask(phone, 0)
        self._saves.append((last, started))
        await phone.ask(self._address)
        return last

    async def _ask(self, phone: Phone, seq: int) -> int:
        started = monotonic()
        news = await phone.ask(f"{self._address}/news?after={seq}&told={seq}")
        self._club.seen.asked.append(monotonic() - started)
        return int(json.loads(news)["seq"])


def known_after(told: Sequence[tuple[int, float]], saves: Sequence[tuple[int, float]]) -> list[float]:
    """Seconds from sending each round until a phone had it, alone or with later ones."""
    return [next(moment for seq, moment in told if seq >= last) - sent for last, sent in saves]


async def main(port: str, pace: str, onlookers: str) -> None:
    matches = json.loads(sys.stdin.readline())
    club, playing = Club(int(port), float(pace), int(onlookers)), 0
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
        print(
            json.dumps({**vars(club.seen), "lasted": lasted, "busy": (process_time() - busy) / lasted}),
            flush=True,
        )
        club.seen = Seen(troubles=club.seen.troubles)
    for task in club.tasks:
        task.cancel()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
