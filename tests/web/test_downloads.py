"""What all downloads have in common: their names, and that none leaves anything out."""

from __future__ import annotations

import csv
from urllib.parse import unquote

import pytest
from cli.running import run
from flask import Flask
from werkzeug.http import parse_options_header

from scorekeeper.archive.players import id_of
from scorekeeper.installation import Installation
from scorekeeper.languages import LANGUAGES
from scorekeeper.web.downloads import download, file_name

from .player import Player, read_in
from .stored_matches import Shelf


@pytest.mark.parametrize(
    ("words", "plain"),
    [
        (("Анна", "Борис"), "koi-koi.png"),
        (("Anna", "Żaneta"), "koi-koi-Anna.png"),
        (("Anna", "Ben"), "koi-koi-Anna-Ben.png"),
    ],
)
def test_what_reads_ascii_alone_gets_a_whole_name(app: Flask, words: tuple[str, ...], plain: str) -> None:
    with app.test_request_context():
        headers = download(b"", "image/png", "png", *words).headers
    said = headers["Content-Disposition"]
    assert said.startswith(f"attachment; filename={plain}")
    extended = said.partition("filename*=UTF-8''")[2]
    assert (unquote(extended) or parse_options_header(said)[1]["filename"]) == f"{file_name(*words)}.png"


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ((), ""),
        (("x" * 181,), f"-{'x' * 180}"),
        (("x" * 91, "Ben"), f"-{'x' * 90}-Ben"),
        (("ż" * 31, "y", "z"), f"-{'ż' * 30}-y-z"),
        ((f"{'x' * 89}ż", "Ben"), f"-{'x' * 89}-Ben"),
        ((f"{'x' * 89} y", "Ben"), f"-{'x' * 89}-Ben"),
        (("/A..b\n", "👍\ufe0f", "c\u202ed", "e\u0301"), "-A_b-c_d-é"),
    ],
)
def test_a_file_is_called_by_what_fits_of_every_word(words: tuple[str, ...], name: str) -> None:
    assert file_name(*words) == f"koi-koi{name}"


@pytest.mark.parametrize(
    "file", ["history.csv", "players.csv", "players/{ann}.csv", "figures.csv", "figures.json"]
)
def test_what_leaves_the_app_holds_every_match_also_right_after_an_update(
    installation: Installation, player: Player, monkeypatch: pytest.MonkeyPatch, file: str
) -> None:
    """Pages then say that some matches are still to be read; a file could not."""
    monkeypatch.setattr("scorekeeper.archive.archive._PATIENCE", 0.0)  # one match a time
    shelf = Shelf(installation)
    for number in range(3):
        shelf.match(f"match-{number}", "Ann", "Ben", wins=number % 2)
    address = f"/{file.format(ann=id_of('Ann'))}"
    right_after = player.client.get(address).data
    assert player.client.get("/history.csv").status_code == 200  # every match is read now
    assert player.client.get(address).data == right_after


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_table_is_separated_as_the_reader_needs_it(
    installation: Installation, player: Player, language: str
) -> None:
    """One writer makes them all; the command writes the scoresheet as the page does."""
    shelf = Shelf(installation)
    shelf.match("match-000001", "Ann", "Ben")
    player.send(player.open("/leagues/new").form("/leagues").fill(name="Spring"))
    league = player.open("/leagues").link("Spring")
    read_in(player.client, language)
    separator = ";" if language in ("pl", "ru", "nl") else ","
    files = [
        "/history.csv",
        "/players.csv",
        f"/players/{id_of('Ann')}.csv",
        "/figures.csv",
        f"{league}/table.csv",
    ]
    for address in (*files, "/matches/match-000001/sheet.csv"):
        written = player.client.get(address).data.decode("utf-8-sig")
        heads, *rows = csv.reader(written.splitlines(), delimiter=separator)
        assert len(heads) > 4, address
        assert {len(row) for row in rows} <= {len(heads)}, address
    record = player.client.get("/matches/match-000001/record.json").data
    page = player.client.get("/matches/match-000001/sheet.csv").data
    result = run("sheet", "-", "--as", "csv", "--language", language, text=record.decode())
    assert result.stdout_bytes == page
