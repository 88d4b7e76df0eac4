"""Every field of every page is sent 200,000 letters of kinds that patterns get lost in."""

from __future__ import annotations

import re
import signal
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from web.fixtures import Table, let_in
from web.forms import Control, Form
from web.player import Page, Player

from scorekeeper.installation import Installation
from scorekeeper.web import create_app

pytestmark = pytest.mark.slow

LETTERS = 200_000  # the last one differs: patterns go back over all before it
TEXTS = ("a ", " ", "e\u0301", "👩\u200d", "\u200b", "9", "[(", "1M ")
MOST_SECONDS = 5.0  # of processor time; a linear look at such a text takes a hundredth
SEEN_ONCE = re.compile(r"/(cards|options|rules|guide|hand|settings|matches|leagues|players)/(?!new\b)[^/?]+")

BACK = re.compile(r"[?&]back=[^&]*")  # it may lead to a page with a way back of its own


def too_much(*_: object) -> None:
    raise TimeoutError(f"one request took more than {MOST_SECONDS} seconds of processor time")


@pytest.mark.skipif(not hasattr(signal, "ITIMER_PROF"), reason="this system does not count processor time")
def test_no_field_takes_long_over_a_long_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    installation = Installation(tmp_path / "instance")
    player = let_in(Player(create_app(installation).test_client()), installation)
    table = Table(player)
    table.score(table.begin(), 0, "01B 03B 08B")
    before = signal.signal(signal.SIGPROF, too_much)
    sent = 0
    try:
        for form, control in fields(player):
            for text in TEXTS:
                values = form.values()
                values.setlist(control.name, [(text * LETTERS)[: LETTERS - 1] + "!"])
                signal.setitimer(signal.ITIMER_PROF, MOST_SECONDS)
                if form.method == "get":
                    answer = player.client.get(form.action, query_string=values)
                else:
                    answer = player.client.post(form.action, data=values)
                signal.setitimer(signal.ITIMER_PROF, 0)
                assert answer.status_code < 500, (form.action, control.name, text)
                answer.close()
                sent += 1
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
    with capsys.disabled():
        print(f"\n{sent} long texts in {sent // len(TEXTS)} fields")
    assert sent > 100 * len(TEXTS)


def fields(player: Player) -> Iterator[tuple[Form, Control]]:
    """Every field into which something can be typed or forged, once, with the form that sends it."""
    known: set[tuple[str, str]] = set()
    for page in list(pages(player)):
        for form in page.forms:
            where = SEEN_ONCE.sub(r"/\1/…", urlsplit(form.action).path)
            for control in form.controls:
                field = (where, control.name)
                if control.name not in ("", "csrf_token") and control.kind != "file" and field not in known:
                    known.add(field)
                    yield form, control


def pages(player: Player) -> Iterator[Page]:
    """Every page that links lead to from home; of those that differ in what they show alone, one."""
    waiting, seen = ["/", "/rules/new"], {"/"}
    while waiting:
        answer = player.client.get(waiting.pop(0), follow_redirects=True)
        page = Page(answer, answer.request.path) if answer.mimetype == "text/html" else None
        answer.close()
        if page:
            yield page
        for address, _ in page.links if page else ():
            kind = BACK.sub("", SEEN_ONCE.sub(r"/\1/…", address.partition("#")[0]))
            if re.match(r"/(?!assets|static)", address) and kind not in seen:
                seen.add(kind)
                waiting.append(address)
