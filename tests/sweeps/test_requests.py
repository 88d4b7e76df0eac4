"""Random requests over every route, with and without the key: none causes an internal error or hangs."""

from __future__ import annotations

import os
import re
import signal
from collections import Counter
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from extent import EVERY_LOOK
from flask.testing import FlaskClient
from patience import PATIENCE

from scorekeeper.installation import Installation
from scorekeeper.web import create_app
from scorekeeper.web.access.key_throttle import Guesses

from .hostile import Generator, Sent

pytestmark = pytest.mark.slow

REQUESTS = int(os.environ.get("REQUESTS", 20_000 if EVERY_LOOK else 500))
SEED = 2026
TOKEN = re.compile(r'name="csrf[_-]token" (?:value|content)="([^"]+)"')


def token(client: FlaskClient) -> str:
    pages = (client.get(address).text for address in ("/rules/received", "/key"))
    return next(token[1] for page in pages if (token := TOKEN.search(page)))


def too_long(*_: object) -> None:
    raise TimeoutError


@pytest.mark.skipif(not hasattr(signal, "SIGALRM"), reason="this system has no alarm")
def test_no_request_causes_an_internal_error_or_hangs(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    installation = Installation(tmp_path)
    app = create_app(installation)
    player, stranger = app.test_client(), app.test_client()
    let_in(player, installation)
    generator = Generator(app, SEED)
    begin(player, generator)
    for address in ("/", "/matches/new", "/rules", "/rules/new", "/hand", "/records/new", "/rules/received"):
        generator.learn(player.get(address).text)
    tokens = {player: token(player), stranger: token(stranger)}
    statuses: Counter[int] = Counter()
    before = signal.signal(signal.SIGALRM, too_long)
    try:
        for _ in range(REQUESTS):
            client = player if generator.random.random() < 0.9 else stranger
            signal.alarm(int(PATIENCE))
            sent = one_request(generator, client, tokens[client])
            if sent.status == 403 and client is player:  # the key was changed, or this phone forgotten
                let_in(player, installation)
                tokens[player] = token(player)
            signal.alarm(0)
            statuses[sent.status] += 1
            assert sent.status < 500, sent
            assert client is player or sent.status != 200 or is_open(sent.address), sent
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
    with capsys.disabled():
        print(f"\n{REQUESTS} requests over {len(generator.rules)} routes: {dict(sorted(statuses.items()))}")
    assert not [record for record in caplog.records if record.exc_info]
    assert {200, 303, 404, 422} <= statuses.keys()
    let_in(create_app(Installation(tmp_path)).test_client(), installation)


def let_in(client: FlaskClient, installation: Installation) -> None:
    client.application.extensions["guesses"] = Guesses()  # strangers guess keys all the time here
    client.post("/key", data={"key": installation.key, "csrf_token": token(client)})
    assert client.get("/").status_code == 200


def begin(player: FlaskClient, generator: Generator) -> None:
    """Some matches and house rules, so that there is something to ask for."""
    sent = {"csrf_token": token(player)}
    for number in range(12):
        match = f"match-{number:04}"
        names = {"name-0": "Anna", "name-1": "Ben", "dealer": "0", "ruleset": "dutch"}
        assert player.post("/matches", data={**sent, **names, "id": match}).status_code == 303
        won = {"result": "0", "cards-0": ["01B", "03B", "08B"], "step": "save", "after": "1"}
        assert player.post(f"/matches/{match}/rounds", data={**sent, **won}).status_code == 303
        rules = {"extends": "dutch", "title": f"House {number}"}
        assert player.post("/rules", data={**sent, **rules}).status_code == 303
        league = {"id": f"league-{number:04}", "name": f"League {number}", "since": "2026-02-14"}
        assert player.post("/leagues", data={**sent, **league}).status_code == 303
        pages = (f"/matches/{match}", f"/matches/{match}/rounds/new", f"/rules/house-{number}")
        for address in (*pages, f"/leagues/league-{number:04}"):
            generator.learn(player.get(address).text)


def one_request(generator: Generator, client: FlaskClient, token: str) -> Sent:
    """A random request; the generator learns from the pages that a player gets."""
    rule = generator.random.choice(generator.rules)
    method, address = generator.method(rule), generator.address(rule)
    form = generator.form(token) if method != "GET" else None
    fields = [(name, str(value)[:60]) for name, value in form.items(multi=True)] if form else []
    answer = client.open(address, method=method, data=form)
    if answer.mimetype == "text/html":
        generator.learn(answer.get_data(as_text=True))
    answer.close()
    return Sent(method, address, fields, answer.status_code)


def is_open(address: str) -> bool:
    """Whether a page is for everybody: of the key, looks, health, no connection; or a file."""
    files = ("/static/", "/assets/", "/sw.js", "/health/")
    return urlsplit(address).path.startswith((*files, "/key", "/language", "/settings", "/offline"))
