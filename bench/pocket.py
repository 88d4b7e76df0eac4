"""The app without a server: what a first visit fetches, how long a start takes, and a save."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from scorekeeper.pocket.site import CannotMake, Site, write_site

from .browser import Phones
from .figures import Figure, median

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


def measure(phones: Phones) -> Iterator[Figure]:
    with TemporaryDirectory() as name:
        folder = Path(name, "site")
        try:
            site = write_site(folder)
        except CannotMake as error:
            yield Figure("app without a server, first visit", None, "MB", 10, 8, note=str(error))
            return
        yield _size(site)
        if phones.missing:
            yield Figure("app without a server, first start", None, "s", 8, note=phones.missing)
            return
        with _served(folder) as address:
            yield from _starts(phones, address)


def _size(site: Site) -> Figure:
    return Figure("app without a server, first visit", site.size / 1e6, "MB", 10, 8)


def _starts(phones: Phones, address: str) -> Iterator[Figure]:
    with phones.page() as (page, _console):
        seconds = []
        for _ in range(4):
            began = perf_counter()
            page.goto(address)
            page.wait_for_function(_SHOWN, timeout=60_000)
            seconds.append(perf_counter() - began)
            page.goto("about:blank")
        yield Figure("  first start, from an empty browser", seconds[0], "s", 8)
        yield Figure("  started again, median of 3", median(seconds[1:]), "s", 3)
        page.goto(address)
        page.wait_for_function(_SHOWN, timeout=60_000)
        took = page.evaluate(_SAVE, _SAVES)
        yield Figure("  a save, until it is in the browser's storage, median", median(took), "ms", 200)


@contextmanager
def _served(folder: Path) -> Iterator[str]:
    handler = partial(_Quiet, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass
