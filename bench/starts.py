"""Processes of their own: the command, the server and what it uses, and the app without a server."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from contextlib import ExitStack
from functools import cache
from os import times
from pathlib import Path
from socket import SO_RCVBUF, SOL_SOCKET, socket
from tempfile import TemporaryDirectory
from time import perf_counter, sleep
from typing import Any
from urllib.error import HTTPError
from urllib.request import HTTPCookieProcessor, build_opener

from scorekeeper import limits
from scorekeeper.exports.sheets.formats import FORMS
from scorekeeper.pocket.site import CannotMake, write_site

from .pages import addresses
from .piles import random_piles
from .process import Process, served, serving
from .rows import A_SECOND, MS, S_WORK, Missing, Row, S
from .table import Table, rounds

_LINES, _PASSES = 10_000, 3
_STARTS, _REQUESTS, _DEAF = 5, 500, 8
_SAVES = 20
# The app in its frame, or nothing: asked with each frame drawn, where a locator looks every half second.
_SHOWN = "() => document.querySelector('iframe:not([hidden])')?.contentDocument.querySelector('main')"
# Saves one deal after the other that was called off; returns the milliseconds that each took.
_SAVE = """async (saves) => {
  const parse = (text) => new DOMParser().parseFromString(text, "text/html");
  const page = async (path) => parse(await (await fetch(path)).text());
  const values = (from, ...names) =>
    Object.fromEntries(names.map((name) => [name, from.querySelector(`form [name="${name}"]`).value]));
  const send = (path, fields) => fetch(path, { method: "POST", body: new URLSearchParams(fields) });
  const start = values(await page("app/matches/new"), "csrf_token", "id");
  const names = { "name-0": "Anna", "name-1": "Ben", dealer: "0" };
  const match = (await send("app/matches", { ...start, ...names })).url;
  const took = [];
  for (let count = 0; count < saves; count += 1) {
    const board = values(await page(`${match}/rounds/new`), "csrf_token", "id", "after");
    const began = performance.now();
    await send(`${match}/rounds`, { ...board, result: "other", other: "void", step: "save" });
    took.push(performance.now() - began);
  }
  return took;
}"""


def command(table: Table) -> list[float]:
    return [_scored("") for _ in range(2 * _PASSES)]


def lines_a_second(table: Table) -> list[float]:
    """Questions about random piles under one rule set with an override; the start is included."""
    return [_LINES / _scored(lines(_LINES)) for _ in range(_PASSES)]


def lines(number: int) -> str:
    asked = {"ruleset": "dutch", "overrides": {"yaku": {"kasu": {"points": 2}}}}
    return "".join(f"{json.dumps({**asked, 'captured': str(pile)})}\n" for pile in random_piles(number))


def _scored(asked: str) -> float:
    """Seconds of processor time of the command that answers these lines."""
    before = times()
    subprocess.run(
        [sys.executable, "-m", "scorekeeper", "score"],
        input=asked.encode(),
        stdout=subprocess.DEVNULL,
        check=True,
    )
    after = times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def _visitor(server: Process, key: str = "") -> Callable[[str], bytes]:
    """Opens pages of a server, with the key if it is told one; without it they ask for that."""
    opener = build_opener(HTTPCookieProcessor())

    def get(path: str) -> bytes:
        try:
            answer = opener.open(f"{server.address}{path}", timeout=60)
        except HTTPError as error:
            if error.code >= 500:
                raise RuntimeError(f"{path} answers {error.code}") from error
            answer = error
        with answer:
            body: bytes = answer.read()
        return body

    if key:
        get(f"/key/{key}")
    return get


def first_answer(table: Table) -> list[float]:
    """Seconds from the start of the server to its first page."""
    taken = []
    for _ in range(1 + _STARTS):  # the first one writes bytecode
        started = perf_counter()
        with served(table.installation.folder) as server:
            _visitor(server)("/")
            taken.append(perf_counter() - started)
    return taken[1:]


def memory(table: Table) -> float:
    """MB after so many requests for the pages of a match."""
    match = f"/matches/{table.match(rounds()[:10])}"
    with served(table.installation.folder) as server:
        get = _visitor(server, table.installation.key)
        for number in range(_REQUESTS):
            get(f"{match}{('', '/rounds/new', '/rounds/3', '/sheet', '/about')[number % 5]}")
        return server.memory("VmRSS")


def memory_of_answers(table: Table) -> float:
    """MB that the server took at most while it answered for every page, and for each file of a long match."""
    match = f"/matches/{table.match(rounds(), None)}/sheet"
    with served(table.installation.folder) as server:
        get = _visitor(server, table.installation.key)
        of_match, others = addresses(table)
        for address in (*of_match, *others, *(f"{match}.{ending}" for ending in FORMS)):
            get(address)
        return server.memory("VmHWM")


def waiting(table: Table) -> list[float]:
    """Seconds until a page comes while eight connections ask for pictures and never read."""
    with served(table.installation.folder) as server, ExitStack() as opened:
        get = _visitor(server, table.installation.key)
        for _ in range(_DEAF):
            deaf = opened.enter_context(socket())
            deaf.setsockopt(SOL_SOCKET, SO_RCVBUF, 4096)
            deaf.connect(("127.0.0.1", server.port))
            deaf.sendall(b"GET /static/cards.svg HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 20)
        sleep(0.5)
        taken = []
        for _ in range(10):
            started = perf_counter()
            get("/")
            taken.append(perf_counter() - started)
        return taken


@cache
def _without_server(table: Table) -> dict[str, Any]:
    with TemporaryDirectory() as name:
        try:
            site = write_site(Path(name, "site"))
        except CannotMake as error:
            raise Missing(str(error)) from error
        words = ("http.server", "{port}", "--bind", "127.0.0.1", "--directory", str(Path(name, "site")))
        with serving(*words) as server, table.phones.page() as (page, _console):
            starts = []
            for _ in range(4):
                began = perf_counter()
                page.goto(server.address)
                page.wait_for_function(_SHOWN, timeout=60_000)
                starts.append(perf_counter() - began)
                page.goto("about:blank")
            page.goto(server.address)
            page.wait_for_function(_SHOWN, timeout=60_000)
            saves = page.evaluate(_SAVE, _SAVES)
    return {"size": site.size / 1e6, "cold": starts[0], "again": starts[1:], "saves": saves}


_SITE = "the app without a server"
ROWS = (
    Row("scorekeeper score, start-up", S_WORK, 0.3, 0.15, command),
    Row("scorekeeper score, lines a second", A_SECOND, 10_000, 20_000, lines_a_second, least=True),
    Row("start of the server to its first answer", S, 1.5, 0.8, first_answer),
    Row(f"memory of the server after {_REQUESTS} requests", "MB", 120, 80, memory),
    Row("memory of any answer", "MB", 250, 150, memory_of_answers),
    Row("how long others wait while eight connections never read", S, 1, 0.2, waiting, max),
    Row("a stranger: a body without a key", "kB", 16, None, lambda _: limits.BODY / 1000),
    Row("  what one address has in flight", "MB", 10, None, lambda _: limits.BODIES_OF_ONE / 1e6),
    Row("  what all have in flight", "MB", 64, None, lambda _: limits.BODIES / 1e6),
    Row(f"{_SITE}: first visit, compressed", "MB", 10, 8, lambda at: _without_server(at)["size"]),
    Row("  cold start", S, 8, 5, lambda at: _without_server(at)["cold"]),
    Row("  second start", S, 3, 2, lambda at: _without_server(at)["again"]),
    Row("  saving a round", MS, 100, None, lambda at: _without_server(at)["saves"]),
)
