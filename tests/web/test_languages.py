"""The reader's language: decided once a request."""

from __future__ import annotations

import flask_babel
from conftest import Table
from counting import counted
from forms import Player

from scorekeeper.web import words


def test_a_page_decides_once_what_language_it_is_in(player: Player, table: Table) -> None:
    address = table.score(table.begin(), 0, "01B 03B 08B").path
    for language, word in (("nl", "Ronde"), ("pl", "Rozdanie"), ("en", "Round")):
        player.client.set_cookie("language", language)
        with counted(words._wished, flask_babel.get_translations) as calls:
            page = player.open(address)
        assert word in page.text
        assert calls == [1, 1]
