"""``python -m bench.watching``: phones that look on, as the page of a match does, in a process of their own.

They join by the code of a link and wait. Each line on standard input is an order, ``watch`` or ``rest``; its
end ends them, and what each saw is written as one JSON object. Times are those of ``time.monotonic``, which
all processes of a computer share.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import sys
from dataclasses import dataclass, field
from time import monotonic
from urllib.parse import urlencode

EVERY = 0.8  # seconds, as EVERY in static/js/news.js
_SHOWN = re.compile(rb'data-seq="(\d+)"')
_COOKIE = re.compile(rb"^set-cookie: ([^;\r]+)", re.IGNORECASE | re.MULTILINE)
_LENGTH = re.compile(rb"^content-length: (\d+)", re.IGNORECASE | re.MULTILINE)
_CLOSES = re.compile(rb"^connection: close", re.IGNORECASE | re.MULTILINE)
_FORM = "Content-Type: application/x-www-form-urlencoded\r\n"


@dataclass
class Seen:
    """What a phone saw; times in seconds."""

    asked: list[float] = field(default_factory=list)  # how long each question for news took
    told: list[tuple[int, float]] = field(default_factory=list)  # the last event, and when it was told of it
    shown: list[tuple[int, float]] = field(default_factory=list)  # … and when it had the page with it
    out: float | None = None  # when it was refused


class Phone:
    """A connection that stays open, as a browser's does."""

    def __init__(self, host: str, port: int) -> None:
        self._place = host, port
        self._cookie = ""
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, path: str, form: dict[str, str] | str | None = None) -> tuple[int, bytes]:
        """Status and body of an answer."""
        body = (form if isinstance(form, str) else urlencode(form or {})).encode()
        head = f"{'POST' if form else 'GET'} {path} HTTP/1.1\r\nHost: {self._place[0]}:{self._place[1]}\r\n"
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
        return int(answer.split(b" ", 2)[1]), content

    async def _answer(self, request: bytes) -> tuple[asyncio.StreamReader, asyncio.StreamWriter, bytes]:
        """The head of an answer; where the server has closed a connection that was quiet, on a new one."""
        quiet = self._streams is not None
        self._streams = self._streams or await asyncio.open_connection(*self._place)
        reader, writer = self._streams
        try:
            writer.write(request)
            return reader, writer, await reader.readuntil(b"\r\n\r\n")
        except (asyncio.IncompleteReadError, ConnectionError):
            self._streams = None
            if not quiet:
                raise
            return await self._answer(request)


async def watch(phone: Phone, match_id: str, watching: asyncio.Event, seen: Seen) -> None:
    """Ask for news every 0.8 seconds; where something came, load the page anew. Until it is refused."""
    address, shows = f"/matches/{match_id}", 0
    while True:
        await asyncio.sleep(random.uniform(0, EVERY) if not watching.is_set() else EVERY)
        if not watching.is_set():
            await watching.wait()
            await asyncio.sleep(random.uniform(0, EVERY))
        started = monotonic()
        status, body = await phone.ask(f"{address}/news?after={shows}&told={shows}")
        if status == 403:
            seen.out = monotonic()
            return
        seen.asked.append(monotonic() - started)
        last = json.loads(body)["seq"]
        if last != shows:
            seen.told.append((last, monotonic()))
            _, page = await phone.ask(address)
            shown = _SHOWN.search(page)
            shows = int(shown[1]) if shown else last
            seen.shown.append((shows, monotonic()))


async def main(host: str, port: str, code: str, match_id: str, number: str) -> None:
    phones = [Phone(host, int(port)) for _ in range(int(number))]
    for place, phone in enumerate(phones, 1):
        status, _ = await phone.ask("/join", {"code": code, "name": f"Phone {place}"})
        assert status == 303, f"joining is answered with {status}"
    watching, seen = asyncio.Event(), [Seen() for _ in phones]
    tasks = [
        asyncio.create_task(watch(phone, match_id, watching, its))
        for phone, its in zip(phones, seen, strict=True)
    ]
    print("joined", flush=True)
    loop = asyncio.get_running_loop()
    while order := await loop.run_in_executor(None, sys.stdin.readline):
        (watching.set if order.strip() == "watch" else watching.clear)()
    for task in tasks:
        task.cancel()
    ended = await asyncio.gather(*tasks, return_exceptions=True)
    troubles = [str(end) for end in ended if isinstance(end, Exception)]
    print(json.dumps({"phones": [vars(its) for its in seen], "troubles": troubles}), flush=True)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
