"""The start of a match, the first dealer, dealt hands and dealt fields."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from scorekeeper.exports import record
from scorekeeper.koikoi.cards import BY_ID, cards, text
from scorekeeper.koikoi.errors import BadRecord
from scorekeeper.koikoi.match import teyaku as dealt
from scorekeeper.koikoi.match.match import Match
from scorekeeper.koikoi.match.start import other_deal, start_warnings
from scorekeeper.koikoi.rules import deal
from scorekeeper.koikoi.rules.loader import rules
from scorekeeper.koikoi.rules.options.match import PlayerNumber
from scorekeeper.koikoi.rules.ruleset import RuleSet


def started(players: list[str], ruleset: str | dict[str, Any] = "default", **more: Any) -> Match:
    first = {"type": "match-started", "players": players, "ruleset": ruleset, **more}
    return record.from_tree({"format": "koikoi-match/1", "events": [first]}).match


def test_every_number_of_players_has_its_usual_deal() -> None:
    assert deal.USUAL.keys() == {*get_args(PlayerNumber)}
    assert all(deal.stock_size(rules("default"), players) >= 0 for players in deal.USUAL)


def lucky(**teyaku: Any) -> RuleSet:
    return rules({"deal": {"teyaku": teyaku}})


def shapes(ruleset: RuleSet, hand: str) -> list[tuple[str, int | str, str]]:
    made = dealt.lucky_hands(ruleset, cards(hand))
    return [(teyaku.id, teyaku.points, text(teyaku.cards)) for teyaku in made]


TWO_MONTHS = "01B 01R 01C1 01C2 12B 12C1 12C2 12C3"


@pytest.mark.parametrize(
    ("hand", "name", "made"),
    [
        ("01B 01R 01C1 01C2 02A 03B 05A 08B", "teshi", "01B 01R 01C1 01C2"),
        ("01B 01R 02A 02C1 05A 05C1 12B 12C1", "kuttsuki", "01B 01R 02A 02C1 05A 05C1 12B 12C1"),
        ("01B 01R 01C1 01C2 02A 02R 05A 05C1", "teshi", "01B 01R 01C1 01C2"),
        (TWO_MONTHS, "teshi", "01B 01R 01C1 01C2"),
    ],
)
def test_a_lucky_hand_is_four_of_a_month_or_four_pairs(hand: str, name: str, made: str) -> None:
    assert shapes(rules("default"), hand) == [(name, 6, made)]


@pytest.mark.parametrize(
    ("hand", "most", "pairs"),
    [("01B 01R 01C1 02C2 02A 03B 05A 08B", 3, 1), ("01B 01R 02A 02C1 05A 05C1 12B 11C", 2, 3)],
)
def test_a_hand_that_is_not_lucky_says_how_close_it_is(hand: str, most: int, pairs: int) -> None:
    assert shapes(rules("default"), hand) == []
    assert str(dealt.why_none(cards(hand))) == (
        f"This is not a lucky hand. Most cards of one month: {most} of 4; months with a pair: {pairs} of 4."
    )


def test_two_whole_months_are_one_lucky_hand_where_they_are_played() -> None:
    assert shapes(rules("russian"), TWO_MONTHS) == [
        ("double_teshi", 14, TWO_MONTHS),
        ("teshi", 6, "01B 01R 01C1 01C2"),
    ]
    assert [shape[0] for shape in shapes(rules("russian"), TWO_MONTHS.replace("12C3", "11C"))] == ["teshi"]


def test_a_hand_that_voids_the_deal_is_a_lucky_hand() -> None:
    hand = "01B 01R 01C1 01C2 02A 03B 05A 08B"
    assert [shape[:2] for shape in shapes(rules("koikoi_japan"), hand)] == [("teshi", "redeal")]
    assert shapes(lucky(teshi=0), hand) == []
    assert str(dealt.why_none(cards(hand))) == "Four of a month in hand does not win by these rules."


def test_of_two_lucky_hands_in_the_same_cards_the_higher_paid_counts() -> None:
    assert shapes(lucky(teshi=20, double_teshi=14), TWO_MONTHS)[0][0] == "teshi"


def test_hands_and_field_follow_the_number_of_players() -> None:
    two, three = rules("default"), rules("mongolopedia")
    assert (deal.hand_size(two, 2), deal.field_size(two, 2), deal.stock_size(two, 2)) == (8, 8, 24)
    assert (deal.hand_size(two, 3), deal.field_size(two, 3), deal.stock_size(two, 3)) == (7, 6, 21)
    # Mongolopedia keeps a field of eight with three players: 19 cards for 21 draws.
    assert (deal.hand_size(three, 3), deal.field_size(three, 3), deal.stock_size(three, 3)) == (7, 8, 19)
    assert (deal.turns(two, 2), deal.turns(two, 3), deal.turns(three, 3)) == (16, 21, 21)


def test_a_smaller_deck_leaves_a_smaller_stock() -> None:
    fishermen = rules({"deal": {"without": ["12C1", "12C2", "12C3"]}})
    assert deal.stock_size(fishermen, 2) == 21


def test_the_stock_adds_to_the_turns_where_it_is_played_out() -> None:
    assert deal.turns(rules({"play": {"hands_empty": "play_stock"}}), 2) == 24
    assert deal.turns(rules({"play": {"hands_empty": "play_stock"}, "deal": {"hand": 10}}), 2) == 20
    # the stock is out before the hands are
    short = rules({"play": {"hands_empty": "play_stock"}, "deal": {"hand": 8, "field": 8}})
    assert deal.turns(short, 3) == 24


@pytest.mark.parametrize(
    ("method", "tie", "drawn", "seat"),
    [
        ("earliest_month", "redraw", "05A 03R", 1),
        ("latest_month", "redraw", "05A 03R", 0),
        ("earliest_month", "redraw", "03B 03R", None),
        ("earliest_month", "higher_rank", "03R 03B", 1),
        ("earliest_month", "higher_rank", "11A 11R", 0),
        ("earliest_month", "higher_rank", "03C1 03C2", None),
        ("earliest_month", "higher_rank", "05A 03C1 03R", 2),
        ("latest_month", "higher_rank", "05A 08A 08B", 2),
        ("earliest_month", "redraw", "08A 05A 08B", 1),
    ],
)
def test_the_first_dealer_is_found_by_drawing(method: str, tie: str, drawn: str, seat: int | None) -> None:
    house = rules({"match": {"first_dealer": method, "first_dealer_tie": tie}})
    assert deal.first_dealer(house, [BY_ID[card] for card in drawn.split()]) == seat


@pytest.mark.parametrize(
    ("tie", "drawn", "order"),
    [
        ("higher_rank", "05A 03R 04R", [1, 2, 0]),
        ("higher_rank", "05C1 03R 05A", [1, 2, 0]),
        ("redraw", "05C1 03R 05A", [1, 0, 2]),
        ("higher_rank", "05C1 03R 05C2", [1, 0, 2]),
    ],
)
def test_players_sit_in_the_order_of_their_cards(tie: str, drawn: str, order: list[int]) -> None:
    house = rules("mongolopedia", overrides={"match": {"first_dealer_tie": tie}})
    assert deal.draw_order(house, [BY_ID[card] for card in drawn.split()]) == order


# Doubts about a number of players


@pytest.mark.parametrize(
    ("ruleset", "players", "options"),
    [
        ("default", 2, []),
        ("default", 3, ["match.players"]),
        ("russian", 2, []),
        ("russian", 3, ["match.players", "deal.field"]),
        ("mongolopedia", 2, []),
        ("mongolopedia", 3, ["deal.field"]),
        ({"extends": "mongolopedia", "deal": {"field": 6}}, 3, []),
        ({"extends": "mongolopedia", "deal": {"field": 7}}, 3, ["deal.field"]),
        ({"deal": {"hand": 10}}, 2, []),  # 20 cards for 20 draws
        ({"deal": {"hand": 11}}, 2, ["deal.field"]),
    ],
)
def test_doubts_about_a_number_of_players_are_named(
    ruleset: dict[str, Any] | str, players: int, options: list[str]
) -> None:
    assert [doubt.option for doubt in start_warnings(rules(ruleset), players)] == options


def test_the_sentences_name_the_numbers() -> None:
    assert [str(doubt.why) for doubt in start_warnings(rules("russian"), 3)] == [
        "These rules are for two players, not 3.",
        "With 3 players 16 cards are left in the stock for 24 turns: the last 8 turns have no card to draw.",
    ]
    (seven,) = start_warnings(rules({"extends": "mongolopedia", "deal": {"field": 7}}), 3)
    assert str(seven.why).endswith("the last turn has no card to draw.")


@pytest.mark.parametrize(
    ("ruleset", "players", "other"),
    [
        ("mongolopedia", 3, {"hand": 7, "field": 6}),
        ("russian", 3, {"hand": 7, "field": 6}),
        ("default", 3, None),  # nothing is short
        ({"deal": {"hand": 11}}, 2, None),
        ({"extends": "mongolopedia", "deal": {"without": ["12C1"]}}, 3, None),  # still short
    ],
)
def test_the_usual_deal_for_three_is_offered_where_it_helps(
    ruleset: dict[str, Any] | str, players: int, other: dict[str, int] | None
) -> None:
    assert other_deal(rules(ruleset), players) == other


@pytest.mark.parametrize(
    ("players", "more", "sentence"),
    [
        *(
            (
                ["Anna", "Ben"],
                {"ruleset": {"match": {"target": target}}, "purse": 30},
                f"The target of {target} would be reached before the first round: everybody starts with 30. "
                "Choose a higher target or fewer coins.",
            )
            for target in (1, 30)
        ),
        (["Anna"], {}, "Koi-Koi is for two or three players."),
        (["Anna", "Ben", "Chris", "Dora"], {}, "Koi-Koi is for two or three players."),
        (["Anna", "  "], {}, "Every player needs a name."),
        (["Anna", " anna "], {}, "Two players have the same name; change one of them."),
        (["Anna", "B" * 41], {}, "A name may have at most 40 characters."),
        (["Anna", "Ben"], {"dealer": 2}, "The dealer must be one of the players."),
        (["Anna", "Ben"], {"ruleset": "nobody"}, "There is no rule set called “nobody”."),
        (
            ["Anna", "Ben", "Chris"],
            {"ruleset": {"deal": {"hand": 15}}},
            "The deck has too few cards for this deal and this many players.",
        ),
        (
            ["Anna", "Ben"],
            {"ruleset": "russian", "rounds": 4},
            "These rules set the coins for 3, 6, 12 rounds only; "
            "enter how many coins each player starts with.",
        ),
    ],
)
def test_a_match_that_cannot_start_is_refused(
    players: list[str], more: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(BadRecord) as refusal:
        started(players, **more)
    assert str(refusal.value) == f"event 1: {sentence}"


def test_a_match_starts_with_its_players_purse_and_length() -> None:
    match = started([" Anna ", "ß" * 40], "russian", rounds=6, dealer=1)
    assert match.players == ("Anna", "ß" * 40)
    assert (match.length, match.purse, match.balance, match.dealer) == (6, 50, (50, 50), 1)


def test_a_match_begins_with_its_start_and_has_one() -> None:
    start = {"type": "match-started", "players": ["Anna", "Ben"], "ruleset": "default"}
    for events, sentence in (
        ([{"type": "round-exhausted"}], "event 1: empty: A match must begin with match-started."),
        ([start, start], "event 2: The match has already started."),
    ):
        with pytest.raises(BadRecord) as refusal:
            record.from_tree({"format": "koikoi-match/1", "events": events})
        assert str(refusal.value) == sentence
