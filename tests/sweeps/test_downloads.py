"""Downloads, fetched from the real server, with names in any script."""

from __future__ import annotations

import csv
import io
import json
import re
import tomllib
import uuid
from collections.abc import Callable, Iterator
from contextlib import closing
from email.message import Message
from http.client import HTTPConnection
from urllib.parse import unquote

import msgspec
import pytest
from patience import PATIENCE
from serving import looping
from waitress.server import create_server
from werkzeug.http import parse_options_header

from scorekeeper.exports import record
from scorekeeper.installation import Installation
from scorekeeper.koikoi.match.events import AnyEvent, MatchStarted, RoundWon, as_values
from scorekeeper.koikoi.match.undo import with_ids
from scorekeeper.koikoi.rules.loader import rules
from scorekeeper.koikoi.typed_text import cleaned
from scorekeeper.sentences import isolated
from scorekeeper.web import create_app
from scorekeeper.web.downloads import file_name

FAMILY = "\N{MAN}\N{ZERO WIDTH JOINER}\N{WOMAN}\N{ZERO WIDTH JOINER}\N{GIRL}"
PLAYERS = {
    ("Jan", "Maria"): "koi-koi-Jan-Maria",
    ("José", "Zoë"): "koi-koi-José-Zoë",
    ("Łukasz", "Żaneta"): "koi-koi-Łukasz-Żaneta",
    ("Анна", "Борис"): "koi-koi-Анна-Борис",
    ("太郎", "花子"): "koi-koi-太郎-花子",
    ("אנה", "بدر", "Ανδρέας"): "koi-koi-אנה-بدر-Ανδρέας",
    ("Zoe\u0308", "हिन्दी"): "koi-koi-Zoë-हिन्दी",
    ('An"na"', "Ben'; x=1"): "koi-koi-An_na-Ben_x_1",
    ("../../etc/passwd", "C:\\Users"): "koi-koi-etc_passwd-C_Users",
    ("Anna\r\nSet-Cookie: a=b", "B\tn"): "koi-koi-Anna_Set_Cookie_a_b-B_n",
    (FAMILY, "❤\ufe0f 🎴"): "koi-koi",
    ("...", ".."): "koi-koi",
    ("CON", "nul.txt"): "koi-koi-CON-nul_txt",
    ("\u202egnihton", "Anna\u200b"): "koi-koi-gnihton-Anna",
    ("100%", "%s %(player)s"): "koi-koi-100-s_player_s",
    ("W" * 40, "Ж" * 40): f"koi-koi-{'W' * 40}-{'Ж' * 40}",
    ("花" * 40, "鳥" * 40, "月" * 40): f"koi-koi-{'花' * 20}-{'鳥' * 20}-{'月' * 20}",
}  # fmt: skip


@pytest.fixture(scope="module")
def installation(tmp_path_factory: pytest.TempPathFactory) -> Installation:
    return Installation(tmp_path_factory.mktemp("instance"))


@pytest.fixture(scope="module")
def fetch(installation: Installation) -> Iterator[Callable[[str], tuple[Message, bytes]]]:
    """Fetches an address of the app behind waitress, over a socket: the headers and the body."""
    server = create_server(create_app(installation), host="127.0.0.1", port=0)
    here = HTTPConnection("127.0.0.1", server.effective_port, timeout=PATIENCE)
    with looping(server), closing(here):
        here.request("GET", f"/key/{installation.key}")
        answer = here.getresponse()
        answer.read()
        cookie = answer.headers["Set-Cookie"].partition(";")[0]

        def get(address: str) -> tuple[Message, bytes]:
            here.request("GET", address, headers={"Cookie": cookie})
            answer = here.getresponse()
            body = answer.read()
            assert answer.status == 200, body.decode()
            return answer.headers, body

        yield get


@pytest.fixture
def begin(installation: Installation) -> Callable[[tuple[str, ...]], str]:
    """Stores a match of these players with one round won, names as they come; returns its address."""

    def stored(players: tuple[str, ...]) -> str:
        played = rules("nintendo_jp" if len(players) == 2 else "mongolopedia")
        start = MatchStarted(players=players, ruleset=msgspec.to_builtins(played))
        won = RoundWon(player=0, piles=("01B 03B 08B", *[None] * (len(players) - 1)))
        match_id = uuid.uuid4().hex
        begun: list[AnyEvent] = [start, won]
        with closing(installation.open_store()) as store:
            store.create(match_id, [as_values(event) for event in with_ids(match_id, begun)])
        return f"/matches/{match_id}"

    return stored


def saved_as(headers: Message) -> str:
    """The name under which a browser keeps the file (RFC 6266): ``filename*``, or else ``filename``."""
    written = headers["Content-Disposition"]
    extended = re.search(r"filename\*=UTF-8''([^;]+)", written)
    return unquote(extended[1]) if extended else parse_options_header(written)[1]["filename"]


@pytest.mark.parametrize("players", PLAYERS, ids=ascii)
def test_a_match_of_any_names_can_be_taken_home(
    fetch: Callable[[str], tuple[Message, bytes]],
    begin: Callable[[tuple[str, ...]], str],
    players: tuple[str, ...],
) -> None:
    match = begin(players)
    headers, written = fetch(f"{match}/sheet.csv")
    assert headers["Content-Type"] == "text/csv; charset=utf-8"
    assert saved_as(headers) == f"{PLAYERS[players]}.csv"
    head, row = csv.reader(io.StringIO(written.decode("utf-8-sig"), newline=""))
    assert [cell.removeprefix("Points ") for cell in head[-len(players) :]] == list(map(isolated, players))
    assert row[head.index("Dealer")] == players[0]
    headers, written = fetch(f"{match}/record.json")
    assert headers["Content-Type"] == "application/json"
    assert saved_as(headers) == f"{PLAYERS[players]}.json"
    assert json.loads(written)["events"][0]["players"] == list(players)
    assert record.read(written).match.players == tuple(map(cleaned, players))


@pytest.mark.parametrize("players", PLAYERS, ids=ascii)
def test_the_names_of_files_suit_every_file_system(
    fetch: Callable[[str], tuple[Message, bytes]],
    begin: Callable[[tuple[str, ...]], str],
    players: tuple[str, ...],
) -> None:
    headers, _ = fetch(f"{begin(players)}/sheet.csv")
    assert headers["Content-Disposition"].isascii()
    assert headers["Content-Disposition"].startswith("attachment; filename=")
    name = saved_as(headers)
    assert not set(name) & set('/\\:*?"<>|\r\n\t%;')
    assert len(name.encode()) <= 200
    assert name.partition(".")[0].upper() not in ("CON", "NUL", "")


@pytest.mark.parametrize("title", ["Бабушкины правила", "Zażółć", "花札", "🎴", "CON"], ids=ascii)
def test_rules_of_any_title_can_be_taken_home(
    fetch: Callable[[str], tuple[Message, bytes]], installation: Installation, title: str
) -> None:
    house = installation.house_rules
    name = house.free_name(title)
    house.keep(name, {"extends": "russian", "title": title})
    headers, written = fetch(f"/rules/{name}.toml")
    assert saved_as(headers) == f"{file_name(title)}.toml"
    assert tomllib.loads(written.decode())["title"] == title
