"""Names, reasons and titles: invisible characters are removed, visible ones kept."""

from __future__ import annotations

import unicodedata

import pytest
from flask import Flask
from flask_babel import gettext, ngettext
from hypothesis import given
from hypothesis import strategies as st
from markupsafe import Markup

from scorekeeper.koikoi.typed_text import cleaned
from scorekeeper.web import language

from .fixtures import Table
from .player import Player

FAMILY = "👩\u200d👩\u200d👧"
COOK = "👩🏽\u200d🍳"
HEART = "👩\u200d❤\ufe0f\u200d👨"
SCOTLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"


@pytest.mark.parametrize(
    "seen",
    [
        "Anna",
        "O’Neil",
        "Łukasz",
        "Zoë van 't Hoff",
        "山田 太郎",
        "かぐや姫",
        "Александра",
        "N\u0303o\u0323\u0302",  # no single letter has all these marks
        "क्\u200dष",  # Devanagari: the joiner keeps the half form
        "ශ්\u200dරී",  # Sinhala
        "می\u200cخواهم",  # Persian
        FAMILY,
        COOK,
        HEART,
        SCOTLAND,
        f"Anna {FAMILY}",
        "🐈\u200d⬛",
        "🙂\u200d↔\ufe0f",
        "1\ufe0f\u20e3",
        "🇳🇱",
    ],
)
def test_visible_text_is_kept(seen: str) -> None:
    assert cleaned(seen) == unicodedata.normalize("NFC", seen)


@pytest.mark.parametrize(
    "unseen",
    "\u200b\u200c\u200d\u2060\ufeff\u00ad\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u180e"
    "\u034f\u115f\u3164\uffa0\u2800\u0000\u0007\u001b\u007f\u009f\U000e0041\ud800",
    ids=lambda letter: f"U+{ord(letter):04X}",
)
def test_invisible_text_is_removed(unseen: str) -> None:
    assert cleaned(unseen) == ""
    for typed in (f"An{unseen}na", f"Anna{unseen}", f"{unseen}Anna", f"{unseen} Anna {unseen}"):
        assert cleaned(typed) == "Anna"


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("", ""),
        (" \t\n ", ""),
        ("\u0301", ""),  # a mark without a letter
        ("\ufe0f\u200d", ""),
        ("  Anna\tBerta\r\nClara  ", "Anna Berta Clara"),
        ("Anna\u2028Ben\u00a0\u3000C", "Anna Ben C"),
        ("Jose\u0301", "José"),
        ("Jose\u200b\u0301", "José"),
        ("\u202eanna", "anna"),
        (f"{FAMILY}\u200d", FAMILY),
        ("👩\u200dAnna", "👩Anna"),
        ("A\u200cB", "AB"),
        ("\U0001f3f4\U000e0067", "\U0001f3f4"),  # a flag without its end
        ("-", "-"),
        ("x" * 3000, "x" * 2000),
    ],
)
def test_the_same_letters_are_the_same_text(typed: str, text: str) -> None:
    assert cleaned(typed) == text


@given(st.text())
def test_cleaning_twice_changes_nothing_more(typed: str) -> None:
    assert cleaned(cleaned(typed)) == cleaned(typed)


@given(st.text())
def test_nothing_that_is_left_can_move_or_hide_other_letters(typed: str) -> None:
    text = cleaned(typed)
    assert text == text.strip()
    assert not {"\u200b", "\u202e", "\0", "\n"} & set(text)


def test_a_name_from_right_to_left_stands_apart_from_what_is_beside_it(app: Flask) -> None:
    typed, apart = "שרה", "\u2068שרה\u2069"
    with app.test_request_context():
        assert language.dotted([typed, "", "5"]) == f"{apart}\xa0· 5"
        assert language.valued(typed, typed) == f"{apart}: {apart}"
        assert language.remarked(typed, typed) == f"{apart} ({apart})"
        assert language.filled("{name} {n}", name=typed, n=5) == f"{apart} 5"
        assert language.marked_up("%(player)s shows it", player=typed) == f"{apart} shows it"
        assert language.marked_up_number("%(num)d %(x)s", "%(num)d %(x)ss", 2, x=typed) == f"2 {apart}s"
        assert gettext("%(player)s shows it", player=typed) == f"{apart} shows it"
        assert ngettext("%(num)d %(x)s", "%(num)d %(x)ss", 1, x=typed) == f"1 {apart}"
        assert language.dotted(["Anna", Markup("<b>1</b>")]) == "Anna\xa0· <b>1</b>"


@pytest.mark.parametrize("unseen", ["\u200b", "\u202e", "\u3164"])
def test_an_invisible_name_is_refused(table: Table, unseen: str) -> None:
    page = table.begin_by_form("Anna", unseen)
    assert page.status == 422
    assert "Koi-Koi needs two players; enter their names." in page.text


def test_two_names_that_look_the_same_are_the_same(table: Table) -> None:
    page = table.begin_by_form("Anna", "An\u200bna\u202e")
    assert page.status == 422
    plain = table.begin_by_form("Anna", "Anna")
    assert (page.status, page.beside("name-0"), page.beside("name-1")) == (
        plain.status,
        plain.beside("name-0"),
        plain.beside("name-1"),
    )


def test_a_reason_and_a_title_are_cleaned_too(player: Player, table: Table) -> None:
    notepad = table.begin()
    form = player.open(f"{notepad.path}/correct-or-end").form("/ending")
    player.send(form.force("reason", "a\u202e card\u200b was seen"))
    record = player.client.get(f"{notepad.path}/record.json").get_json()
    assert record["events"][-1]["reason"] == "a card was seen"
    notepad = table.begin()
    form = player.open(f"{notepad.path}/correct-or-end").form("/ending")
    player.send(form.force("reason", "x" * 399 + "yz"))
    record = player.client.get(f"{notepad.path}/record.json").get_json()
    assert record["events"][-1]["reason"] == "x" * 399 + "y"
    form = player.open("/rules/new?extends=dutch").form("/rules")
    form["title"] = "Grand\u200bma’s"
    assert "Grandma’s" in player.send(form).html
