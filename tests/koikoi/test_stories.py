"""What is told of the cards, and the words of the game."""

from __future__ import annotations

import pytest

from scorekeeper.koikoi.cards import BY_ID, CARDS
from scorekeeper.koikoi.texts import GLOSSARY, stories


@pytest.mark.parametrize(
    ("card", "kanji", "romaji"),
    [
        ("01B", "松に鶴", "matsu ni tsuru"),
        ("05A", "菖蒲に八橋", "ayame ni yatsuhashi"),
        ("06R", "牡丹に青短", "botan ni aotan"),
        ("11B", "柳に小野道風", "yanagi ni Ono no Michikaze"),
        ("11C", "柳のカス", "yanagi no kasu"),
        ("12C3", "桐のカス", "kiri no kasu"),
    ],
)
def test_a_card_is_called_by_its_plant_and_its_motif(card: str, kanji: str, romaji: str) -> None:
    assert BY_ID[card].whole_kanji == kanji
    assert str(BY_ID[card].whole_romaji) == romaji


def test_every_card_but_common_chaff_has_one_story() -> None:
    without = {card.id for card in CARDS if not stories(card)}
    assert without == {f"{month:02}C{number}" for month in range(1, 11) for number in (1, 2)}
    assert all(len(stories(card)) < 2 for card in CARDS)


@pytest.mark.parametrize(
    ("card", "word"),
    [
        ("01R", "akayoroshi"),
        ("02R", "akayoroshi"),
        ("03R", "Miyoshino"),
        ("09A", "kotobuki"),
        ("11B", "Ono no Michikaze"),
        ("11C", "joker"),
        ("11C", "the storm"),
        ("05A", "shōbu"),
    ],
)
def test_a_story_is_told_of_its_own_card(card: str, word: str) -> None:
    told_of = {one.id for one in CARDS if any(word in story for story in stories(one))}
    assert card in told_of
    assert told_of <= {"01R", "02R"} if word == "akayoroshi" else told_of == {card}


@pytest.mark.parametrize(("word", "told"), [("oyaken", "oya-kan"), ("koikoi", "1958"), ("koikoi", "Go-Stop")])
def test_a_word_is_explained_with_what_books_say_of_it(word: str, told: str) -> None:
    assert told in GLOSSARY[word].about


def test_every_word_of_the_game_is_said_and_written_once() -> None:
    words = GLOSSARY.values()
    assert len({word.romaji for word in words}) == len({word.kanji for word in words}) == len(GLOSSARY)
    assert {"oya", "koikoi", "shobu", "agari", "teshi", "kuttsuki", "tane", "tanzaku", "kasu"} <= set(
        GLOSSARY
    )
