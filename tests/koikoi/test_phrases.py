"""Settings in words."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.koikoi.rules import phrases
from scorekeeper.koikoi.rules.loader import rules


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("exhausted.held_yaku", "holders", "everyone with a yaku scores it"),
        ("exhausted.held_yaku", {"dealer": 0, "other": 0, "holder": 6}, "whoever holds a yaku gets 6 points"),
        ("exhausted.held_yaku", {"dealer": 0, "other": 0, "holder": 1}, "whoever holds a yaku gets 1 point"),
        (
            "exhausted.held_yaku",
            {"dealer": 2, "other": 1, "holder": 6},
            "the dealer gets 2, the others 1, whoever holds a yaku gets 6 points",
        ),
        ("exhausted.held_yaku", {"dealer": 6, "other": 0, "holder": 0}, "the dealer gets 6"),
        ("match.players", 2, "two"),
        ("match.players", 3, "two or three"),
        ("deal.packet", 2, "2"),
        ("multipliers.own_koi", {"form": "flat", "factor": 2, "table": ()}, "× 2, once"),
        ("multipliers.own_koi", {"form": "linear", "factor": 2, "table": ()}, "× 2, × 3, × 4 …"),
        ("settlement.purse", {"12": 100, "3": 25}, "25 for 3 rounds, 100 for 12 rounds"),
    ],
)
def test_a_setting_reads_as_players_would_say_it(
    key: str, value: dict[str, Any] | int | str, words: str
) -> None:
    assert str(phrases.value(key, value, rules("default"))) == words


@pytest.mark.parametrize(
    ("rounds", "target", "words"),
    [
        (12, None, "12"),
        (12, 50, "12, or 50 points"),
        (None, 1, "until somebody has 1 point"),
        (None, None, "until somebody reaches the target or is out of coins"),
    ],
)
def test_the_length_of_a_match_reads_with_its_target(
    rounds: int | None, target: int | None, words: str
) -> None:
    assert str(phrases.length(rules({"match": {"rounds": rounds, "target": target}}))) == words


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("12C1 12C2 12C3", "12 chaff × 3"),
        ("01C1 12C1 01C2", "1 chaff × 2, 12 chaff 1"),
        ("12C1 01B 12C3", "12 chaff 1, 1 crane and sun, 12 chaff 3"),
        ("12C2 11C", "12 chaff 2, 11 lightning"),
    ],
)
def test_all_cards_of_one_name_are_listed_once_and_some_each_by_its_number(cards: str, words: str) -> None:
    made = rules("dutch", overrides={"deal": {"without": cards.split()}})
    assert str(phrases.setting("deal.without", made)).lower() == words
