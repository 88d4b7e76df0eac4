"""Names that run from right to left stand apart from what is beside them; other names change nothing."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from shutil import copytree
from typing import Final, NamedTuple
from urllib.parse import parse_qs, quote, urlsplit

import pytest
from browser.pages import PAGES, in_script
from flask import Flask
from web.fixtures import let_in, serve
from web.player import Player

from scorekeeper.installation import Installation

# Arabic with its marks, Hebrew that ends in a sign and a digit, and one of both ways; then any words.
LEFTWARD: Final = ("دُعَاءُ الكَرَوَان", "שרה (7)", "Ruth רות", "הבית של סבתא!")
RIGHTWARD: Final = ("Żaneta", "Ngô Thị Ế", "花子", "Dom babci!")

# Pages of the rules of this table, and what a search or a choice leads to.
OF_THE_TABLE: Final = {
    "own rules": "/rules/ours",
    "own rules to be changed": "/rules/ours/edit?open=all&find=%D7%A1",
    "own rules to be deleted": "/rules/ours/deletion",
    "chart of own rules": "/rules/ours/chart",
    "own rules passed on": "/rules/ours/sharing",
    "own rules beside others": "/rules/difference?a=ours&b=dutch",
    "new match by own rules": "/matches/new?ruleset=ours",
    "hand by own rules": "/hand?pile=01B.03B.08B&ruleset=ours&chaff-0=3",
    "match by own rules": "/matches/{over}/retold?ruleset=ours",
    "how to play by own rules": "/guide?ruleset=ours",
    "what own rules do": "/lab/rounds?rules=ours&against=dutch",
    "rules that are sought": "/rules?q=%D7%A1%D7%91%D7%AA%D7%90",
    "players who are sought": "/players?q=%D7%A9%D7%A8%D7%94",
    "matches that are sought": "/history?words=%D7%A1%D7%91%D7%AA%D7%90",
    "lucky hand of somebody": "/hand/dealt?match={match}&seat=1",
    "match of three to be deleted": "/matches/{three}/deletion",
    "rematch of three": "/matches/new?again={three}",
}
EVERYWHERE: Final = {**PAGES, **OF_THE_TABLE}

_LEFTWARD: Final = re.compile("[\u0590-\u08ff]")
_ISOLATED: Final = re.compile("\u2068([^\u2068\u2069]*)\u2069")
_READ: Final = {"aria-label", "title", "alt", "placeholder", "data-label"}  # attributes that people read
_FIELDS: Final = {"textarea"}  # what was typed stands there as it was typed


class _Texts(HTMLParser):
    """The texts of a page that people read, and the values that nobody does."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.read: list[str] = []
        self.values: list[str] = []
        self._within: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._within.append("text" if ("readonly", None) in attrs else tag)  # one to pass on
        for name, value in attrs:
            (self.read if name in _READ else self.values).append(value or "")

    def handle_endtag(self, tag: str) -> None:
        if tag in self._within:
            del self._within[len(self._within) - 1 - self._within[::-1].index(tag) :]

    def handle_data(self, data: str) -> None:
        if self._within[-1:] not in (["script"], ["text"]):
            (self.values if _FIELDS & {*self._within} else self.read).append(data)


def beside_others(text: str, typed: tuple[str, ...]) -> Iterator[str]:
    """What in a text runs from right to left, and is not one typed text between its isolates."""
    text = text.replace("\u00ad", "")  # where a long name may be broken
    for isolated in _ISOLATED.findall(text):
        if not any(name.startswith(isolated.removesuffix("…")) for name in typed):
            yield isolated
    if _LEFTWARD.search(bare := _ISOLATED.sub("", text)):
        yield bare.strip()


class Typed(NamedTuple):
    """A phone at an installation where people typed in one script, and the ids of its pages."""

    installation: Installation
    player: Player
    ids: dict[str, str]

    def texts(self, page: str) -> _Texts:
        opened = self.player.open(EVERYWHERE[page].format(**self.ids))
        assert opened.status < 500
        return _Texts(opened.html)

    def file(self, address: str) -> str:
        answer = self.player.client.get(address.format(**self.ids))
        assert answer.status_code == 200
        return answer.get_data(as_text=True).removeprefix("\ufeff")


def typed(app: Flask, begun: Path, folder: Path, names: tuple[str, str, str, str]) -> Typed:
    installation = Installation(Path(copytree(begun, folder / "instance")))
    ids = in_script(installation, *names)
    serve(app, installation)
    return Typed(installation, let_in(Player(app.test_client()), installation), ids)


@pytest.fixture(scope="module")
def _leftward(shared_app: Flask, begun_once: Path, tmp_path_factory: pytest.TempPathFactory) -> Typed:
    return typed(shared_app, begun_once, tmp_path_factory.mktemp("leftward"), LEFTWARD)


@pytest.fixture
def leftward(shared_app: Flask, _leftward: Typed) -> Typed:
    """The same installation for all tests here, which only read it."""
    serve(shared_app, _leftward.installation)
    return _leftward


@pytest.mark.parametrize("page", EVERYWHERE)
def test_no_name_takes_along_what_stands_beside_it(leftward: Typed, page: str) -> None:
    texts = leftward.texts(page)
    assert [found for text in texts.read for found in beside_others(text, LEFTWARD)] == []
    assert not [value for value in texts.values if "\u2068" in value or "\u2069" in value]


def test_names_of_other_scripts_change_nothing(shared_app: Flask, begun_once: Path, tmp_path: Path) -> None:
    rightward = typed(shared_app, begun_once, tmp_path, RIGHTWARD)
    for page in PAGES:
        texts = rightward.texts(page)
        assert not [text for text in (*texts.read, *texts.values) if "\u2068" in text], page


JOINED: Final = (  # files that people read
    *("/matches/{match}/sheet.txt", "/matches/{three}/sheet.txt", "/matches/{over}/sheet.txt"),
    *("/matches/{match}/sheet.csv", "/evenings/2026-02-14.txt", "/leagues/{league}/table.txt"),
)
ALONE: Final = (  # files in which a name stands alone in its cell or value
    *("/matches/{match}/record.json", "/matches/{over}/record.json", "/rules/ours.toml", "/rules/ours.json"),
    *("/players.csv", "/players/{player}.csv", "/figures.csv", "/figures.json"),
    *("/leagues/{league}/table.csv", "/leagues/{league}/table.ics"),
)


def lone(text: str) -> Iterator[str]:
    """What of a file stands alone: lines, and cells of CSV."""
    return (cell.strip('" ') for line in text.splitlines() for cell in line.split(","))


@pytest.mark.parametrize("address", JOINED)
def test_files_that_people_read_isolate_what_is_beside_other_words(leftward: Typed, address: str) -> None:
    written = leftward.file(address)
    assert "\u2068" in written
    for cell in lone(written):
        assert cell in LEFTWARD or list(beside_others(cell, LEFTWARD)) == []


@pytest.mark.parametrize("address", ALONE)
def test_a_value_that_is_a_name_alone_stays_as_it_was_typed(leftward: Typed, address: str) -> None:
    written = leftward.file(address)
    assert "\u2068" not in written
    assert any(name in written for name in LEFTWARD)


def test_bg_stats_and_file_names_have_the_names_as_they_were_typed(leftward: Typed) -> None:
    sheet = leftward.player.open(f"/matches/{leftward.ids['over']}/sheet")
    play = json.loads(parse_qs(urlsplit(sheet.link("BG Stats")).query)["data"][0])
    assert [player["name"] for player in play["players"]] == list(LEFTWARD[:2])
    assert (play["board"], play["location"]) == (LEFTWARD[3], LEFTWARD[3])
    answer = leftward.player.client.get(f"/matches/{leftward.ids['over']}/sheet.csv")
    assert quote("\u2068") not in answer.headers["Content-Disposition"]
    assert quote("שרה") in answer.headers["Content-Disposition"]
