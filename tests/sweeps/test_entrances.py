"""The same cards are worth the same through every entrance, whatever an option is set to.

The entrances: ``scorekeeper score``, the record of a round in ``scorekeeper tally``, the pages under /hand.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any, Final

import msgspec
import pytest
from extent import daily
from web.option_values import changed, other_values, with_needed
from web.player import Page, Player

from scorekeeper.cli.score import Answers
from scorekeeper.exports import json_values, record
from scorekeeper.installation import Installation
from scorekeeper.koikoi.cards import BRIGHTS, RAIN_MAN, cards, months, text
from scorekeeper.koikoi.errors import KoikoiError
from scorekeeper.koikoi.pile import pile
from scorekeeper.koikoi.rules.deal import deck, field_size, hand_size
from scorekeeper.koikoi.rules.loader import rules
from scorekeeper.koikoi.rules.ruleset import RuleSet
from scorekeeper.koikoi.rules.schema import options
from scorekeeper.koikoi.scoring.evaluate import scorer

BASE: Final = rules(
    {
        "extends": "russian_all",
        "title": "Base",
        "deal": {"teyaku": {"multiplied": "both", "double_teshi": 14}},
        "play": {"lightning": "wild"},
        "weather": {
            "rain": {"sign": "field_month", "ruins": ["hanami"]},
            "fog": {"sign": "field_month", "ruins": ["tsukimi"]},
        },
        "yaku": {"hiki": {"points": 4}, "tsukifuda": {"points": 4}, "nomi": {"points": 3}},
    }
)
CASES: Final = [
    (key, value)
    for key in (
        *options(),
        *(f"yaku.{name}.{part}" for name in BASE.yaku for part in ("points", "after_koi")),
    )
    for value in other_values(key, BASE)
]
PILES: Final = (
    "01B 03B 08B 09A 02A 04A 05A 06A 07A 10A",
    "01R 02R 03R 06R 09R 10R 11R 11C 01C1 09A 8C",
    "01B 03B 08B 11B 01R 01C1 01C2 09A",
)
HAND: Final = "01B 01R 01C1 01C2 03B 03R 03C1 03C2"
PAIRS: Final = "01B 01R 03B 03R 04A 04R 05A 05R"
LYING: Final = "11A 12C2"


def case_rules(key: str, value: Any) -> RuleSet:
    return changed(BASE, with_needed(BASE, key, value))


@pytest.mark.parametrize(("key", "value"), CASES, ids=str)
def test_a_pile_is_worth_the_same_in_a_question_and_in_a_record(key: str, value: Any) -> None:
    ruleset = case_rules(key, value)
    for held in in_deck(ruleset, PILES):
        assert by_question(ruleset, held) == by_record(ruleset, held), held


@pytest.mark.parametrize(("key", "value"), CASES, ids=str)
def test_a_dealt_hand_is_worth_the_same_in_a_question_and_in_a_record(key: str, value: Any) -> None:
    ruleset = case_rules(key, value)
    for hand in in_deck(ruleset, (HAND, PAIRS)):
        if len(hand.split()) == hand_size(ruleset, 2):
            assert hand_by_question(ruleset, hand) == hand_by_record(ruleset, hand), hand


@pytest.mark.parametrize(("key", "value"), daily(CASES, 9), ids=str)
def test_the_pages_say_what_the_questions_say(
    player: Player, installation: Installation, key: str, value: Any
) -> None:
    ruleset = case_rules(key, value)
    installation.house_rules.keep("house", msgspec.to_builtins(ruleset))
    brights = f"brights={counting(ruleset)}&ruleset=house"
    for held in in_deck(ruleset, PILES[:1]):
        page = player.open(f"/hand?pile={held.replace(' ', '.')}&calls=1.1&round=1&months=11.12&{brights}")
        assert verdict(page) == by_question(ruleset, held), key
    for hand in in_deck(ruleset, (HAND,)):
        if len(hand.split()) == hand_size(ruleset, 2):
            ticked = "&".join(f"cards={card}" for card in hand.split())
            page = player.open(f"/hand/dealt?shown=dealt&{ticked}&{brights}")
            assert best(page) == hand_by_question(ruleset, hand), key


@pytest.mark.parametrize(("others", "worth"), [((1, 1), 18), ((2, 0), 12), (2, 12), ((0, 0), 6), (0, 6)])
def test_the_koikoi_of_three_players_are_told_apart_where_each_player_counts_once(
    others: int | tuple[int, int], worth: int
) -> None:
    ruleset = changed(rules("mongolopedia"), {"multipliers.koi_counts": "players"})
    asked = {"ruleset": msgspec.to_builtins(ruleset), "captured": "01B 03B 08B", "players": 3}
    answer = Answers().answer(json.dumps({**asked, "calls": {"others": others}}))
    assert answer["points"] == worth


def in_deck(ruleset: RuleSet, written: Sequence[str]) -> list[str]:
    """Those of some cards that are all in the deck."""
    return [words for words in written if not pile(words).cards & ~deck(ruleset)]


def field(ruleset: RuleSet) -> str:
    """A dealt field without pairs that the deck has, and none of the hands."""
    one_of_each = "08B 11B 02A 06A 07A 09A 10A 12B 02R 06R 07R 08A 09R 10R 11A 12C1"
    return text(cards(" ".join(one_of_each.split()[: field_size(ruleset, 2)])) & deck(ruleset))


def counting(ruleset: RuleSet) -> int:
    """How many brights of that field count."""
    counting = BRIGHTS if scorer(ruleset).plan.rain_man_counts else BRIGHTS & ~RAIN_MAN
    return (cards(field(ruleset)) & counting).bit_count()


def by_question(ruleset: RuleSet, held: str) -> int:
    asked = {
        "ruleset": msgspec.to_builtins(ruleset),
        "captured": held,
        "calls": {"winner": 1, "others": 1},
        "round": 1,
        "field_at_deal": field(ruleset),
        "field_now": text(cards(LYING) & deck(ruleset)),
    }
    return int(Answers().answer(json.dumps(asked))["points"])


def by_record(ruleset: RuleSet, held: str) -> int:
    """What a round pays of which the table let everything stand; 0 where the pile makes no yaku."""
    events: list[dict[str, Any]] = [
        {"type": "field-dealt", "cards": field(ruleset)},
        {"type": "koikoi-called", "player": 0, "ruling": "-"},
        {"type": "koikoi-called", "player": 1, "ruling": "-"},
        {
            "type": "round-won",
            "player": 0,
            "piles": [held, "05C1"],
            "field": months(cards(LYING) & deck(ruleset)),
            "ruling": "-",
        },
    ]
    try:
        return int(first_round(ruleset, events)["points"])
    except KoikoiError as error:
        assert "no yaku" in str(error), error
        return 0


def hand_by_question(ruleset: RuleSet, hand: str) -> int | str:
    asked = {"ruleset": msgspec.to_builtins(ruleset), "hand": hand, "field_at_deal": field(ruleset)}
    answer = Answers().answer(json.dumps(asked))
    return int(answer["points"]) if answer["result"] == "won" else str(answer["result"])


def hand_by_record(ruleset: RuleSet, hand: str) -> int | str:
    asked = {"ruleset": msgspec.to_builtins(ruleset), "hand": hand}
    hands = Answers().answer(json.dumps(asked))["hands"]
    if not hands:
        return "play"
    shown = {"type": "hand-shown", "player": 0, "yaku": hands[0]["id"], "cards": hand}
    row = first_round(ruleset, [{"type": "field-dealt", "cards": field(ruleset)}, shown])
    return int(row["points"]) if row else "void"


def first_round(ruleset: RuleSet, events: list[dict[str, Any]]) -> dict[str, Any]:
    """The first round of a record; empty where none was finished."""
    start = {
        "type": "match-started",
        "players": ["Anna", "Ben"],
        "ruleset": msgspec.to_builtins(ruleset),
        "rounds": 12,
        "purse": 0,
    }
    match = record.from_tree({"format": "koikoi-match/1", "events": [start, *events]}).match
    rows = json_values.tally(match)["rounds"]
    return dict(rows[0]) if rows else {}


def verdict(page: Page) -> int:
    """The last number of the verdict: its total."""
    (said,) = page.all("section", "verdict")
    numbers = re.findall(r"\d+", said)
    return 0 if "make no yaku" in said else int(numbers[-1])


def best(page: Page) -> int | str:
    """What the lucky hand worth most is worth: the last number before the next hand."""
    (said,) = page.all("section", "verdict")
    if "deal again" in said:
        return "void"
    if "not a lucky hand" in said or "does not win" in said:
        return "play"
    return max(map(int, re.findall(r"\d+", said)))
