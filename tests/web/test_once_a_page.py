"""What is computed once for each page: its language, the addresses of its files."""

from __future__ import annotations

from flask import Flask

from bench.counting import counted
from scorekeeper.web import i18n

from .fixtures import Table
from .player import Player, read_in


def test_a_page_decides_once_what_language_it_is_in(player: Player, table: Table) -> None:
    address = table.score(table.begin(), 0, "01B 03B 08B").path
    for language, word in (("nl", "Ronde"), ("pl", "Rozdanie"), ("en", "Round")):
        read_in(player.client, language)
        with counted(i18n._wished) as calls:
            page = player.open(address)
        assert word in page.text
        assert calls == [1]


def test_a_board_builds_the_address_of_its_pictures_once(player: Player, table: Table) -> None:
    address = f"{table.begin().path}/rounds/new?view=months"
    with counted(Flask.url_for) as calls:
        page = player.open(address)
    assert page.html.count("cards.svg#") >= 48
    assert calls[0] < 48
