"""The app on a PostgreSQL database: two servers have the same matches, rules and key."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest
from flask import Flask
from postgres import Server
from web.fixtures import Table, coins, let_in, serve
from web.player import Player, cookie_name
from web.rules_pages import own

from scorekeeper.installation import Installation, chosen
from scorekeeper.store import StoreError
from scorekeeper.store.postgres.database import DatabaseRow, PostgresDatabase, Values
from scorekeeper.web import create_app


class Servers(NamedTuple):
    """Two apps on one database, and a phone that knows the key with which it opens either."""

    installations: tuple[Installation, Installation]
    tables: tuple[Table, Table]

    @property
    def players(self) -> tuple[Player, Player]:
        return self.tables[0].player, self.tables[1].player


@pytest.fixture
def place(postgres: Server) -> str:
    return postgres.new_place()


@pytest.fixture(scope="module")
def apps(tmp_path_factory: pytest.TempPathFactory) -> list[Flask]:
    return [create_app(Installation(tmp_path_factory.mktemp("app"))) for _ in range(2)]


@pytest.fixture
def servers(apps: list[Flask], place: str, tmp_path: Path) -> Iterator[Servers]:
    both = Installation(tmp_path / "one", place), Installation(tmp_path / "two", place)
    for app, installation in zip(apps, both, strict=True):
        serve(app, installation)
    one, two = (Player(app.test_client()) for app in apps)
    let_in(one, both[0])
    cookie = one.client.get_cookie(cookie_name(one.client))
    assert cookie is not None
    two.client.set_cookie(cookie_name(two.client), cookie.value)
    yield Servers(both, (Table(one), Table(two)))
    for installation in both:
        installation.release()


def test_nothing_is_written_to_a_folder(servers: Servers, tmp_path: Path) -> None:
    servers.tables[0].score(servers.tables[0].begin(), 0, "01B 03B 08B")
    own(servers.players[0].client, "House")
    assert not list(tmp_path.iterdir())


def test_a_match_goes_on_on_either_server(servers: Servers) -> None:
    one, two = servers.tables
    notepad = one.begin()
    for _ in range(2):
        notepad = one.score(notepad, 0, "01B 03B 08B")
        notepad = two.score(two.player.open(notepad.path), 1, "", "01B 03B 08B")
    assert coins(one.player.open(notepad.path)) == coins(notepad)
    two.undo(notepad)
    shown = [player.open(notepad.path) for player in servers.players]
    assert coins(shown[0]) == coins(shown[1]) != coins(notepad)
    assert shown[0].text == shown[1].text


def test_a_save_from_a_page_that_the_other_server_made_stale_is_refused(servers: Servers) -> None:
    one, two = servers.tables
    notepad = one.begin()
    late = one.fill(one.board(notepad), 0, "01B 03B 08B")
    two.score(two.player.open(notepad.path), 1, "", "01B 03B 08B")
    refused = one.player.send(late, "step=save")
    assert refused.status == 409
    assert "Something changed in the meantime" in refused.text


def test_players_figures_and_lists_are_those_of_both(servers: Servers) -> None:
    one, two = servers.tables
    one.score(one.begin("Anna", "Piet"), 0, "01B 03B 08B")
    two.score(two.begin("Żółć", "髙橋"), 0, "01B 03B 08B")
    for player in servers.players:
        home = player.open("/")
        for name in ("Anna", "Piet", "Żółć", "髙橋"):
            assert name in home.text
            assert name in player.open("/players").text


def test_house_rules_and_the_key_are_those_of_both(servers: Servers) -> None:
    one, two = servers.players
    own(one.client, "House of herons")
    assert "House of herons" in two.open("/rules").text
    assert "House of herons" in two.open("/rules?for=match").text
    before = servers.installations[1].key
    servers.installations[0].secrets.change_key("seven herons 1986")
    assert servers.installations[1].key == "seven herons 1986" != before
    assert two.open("/").status == 403


def test_a_server_that_went_away_is_a_page_with_advice_and_the_app_recovers(
    servers: Servers, postgres: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = servers.tables[0]
    notepad = table.begin()
    board = table.fill(table.board(notepad), 0, "01B 03B 08B")
    postgres.kill()
    try:
        with monkeypatch.context() as patch:
            patch.setattr("scorekeeper.store.postgres.database._PATIENCE", 0.5)
            refused = table.player.send(board, "step=save")
    finally:
        postgres.start()
    assert refused.status == 500
    assert "cannot be reached. Check that it runs" in refused.text
    assert "Traceback" not in refused.html
    saved = table.player.send(board, "step=save")
    assert saved.path == notepad.path
    assert coins(saved)[0] > 0


def test_pages_ask_for_all_house_rules_at_once(servers: Servers, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    ask = PostgresDatabase.ask

    def noted(self: PostgresDatabase, query: str, values: Values = ()) -> list[DatabaseRow]:
        asked.append(query)
        return ask(self, query, values)

    monkeypatch.setattr(PostgresDatabase, "ask", noted)

    def questions() -> list[int]:
        numbers = []
        for address in ("/rules", "/matches/new", "/rules/house-0"):
            asked.clear()
            assert servers.players[0].open(address).status == 200
            numbers.append(len(asked))
        return numbers

    keep = servers.installations[1].house_rules.keep
    for number in range(3):
        keep(f"house-{number}", {"extends": "dutch", "title": f"House {number}"})
    questions()  # reads the files
    few = questions()
    for number in range(3, 12):
        keep(f"house-{number}", {"extends": "dutch", "title": f"House {number}"})
    questions()
    assert questions() == few
    assert max(few) < 10


def test_two_schemas_of_a_database_are_two_installations(postgres: Server, tmp_path: Path) -> None:
    """What an app keeps of one is not taken for the other's."""
    places = [postgres.new_place() for _ in range(2)]
    one, other = (Installation(tmp_path, place) for place in places)
    assert one.storage.name != other.storage.name
    assert one.storage.name == Installation(tmp_path, places[0]).storage.name


def test_a_database_is_backed_up_as_it_is_at_one_moment(servers: Servers, tmp_path: Path) -> None:
    table, installation = servers.tables[0], servers.installations[0]
    notepad = table.begin()
    with installation.storage.snapshot():
        with closing(installation.open_store()) as store:
            assert len(store.last_seqs()) == 1
        servers.tables[1].score(notepad, 0, "01B 03B 08B")  # which another process would not wait for
        installation.back_up(tmp_path / "backup.zip")
    restored = Installation(tmp_path / "restored")
    restored.storage.restore(tmp_path / "backup.zip")
    with closing(restored.open_store()) as store:
        assert [*store.last_seqs().values()] == [1]
    assert restored.key == installation.key


def test_a_backup_is_not_restored_over_a_database(servers: Servers, tmp_path: Path) -> None:
    file = tmp_path / "backup.zip"
    servers.installations[0].back_up(file)
    with pytest.raises(StoreError, match=r"The installation is in postgresql://.*scorekeeper copy"):
        servers.installations[0].storage.restore(file)
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize(
    ("written", "said"),
    [
        (
            "mysql://anna:s3cret@host/x",
            "SCOREKEEPER_DATABASE must be an address that begins with postgresql://.",
        ),
        ("postgresql://anna:s3cret@127.0.0.1:1/x", "postgresql://127.0.0.1:1/x cannot be reached"),
    ],
)
def test_the_environment_chooses_the_database(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, written: str, said: str
) -> None:
    monkeypatch.setenv("SCOREKEEPER_DATABASE", written)
    with pytest.raises(StoreError, match=said) as refused:
        create_app(chosen(tmp_path))
    assert "s3cret" not in str(refused.value)
