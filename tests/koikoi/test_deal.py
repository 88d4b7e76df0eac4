"""The start of a match, the first dealer, dealt hands and dealt fields."""

from __future__ import annotations

import pytest

from scorekeeper.exports import record
from scorekeeper.koikoi import deal
from scorekeeper.koikoi.cards import BY_ID, cards
from scorekeeper.koikoi.errors import BadRecord
from scorekeeper.koikoi.ruleset import rules


def started(players, ruleset="default", **more):
    first = {"type": "match-started", "players": players, "ruleset": ruleset, **more}
    return record.of({"format": "koikoi-match/1", "events": [first]}).match


def lucky(**teyaku):
    return rules({"deal": {"teyaku": teyaku}})


@pytest.mark.parametrize(
    ("hand", "name"),
    [
        ("01B 01R 01C1 01C2 02A 03B 05A 08B", "teshi"),
        ("01B 01R 01C1 02C2 02A 03B 05A 08B", None),
        ("01B 01R 02A 02C1 05A 05C1 12B 12C1", "kuttsuki"),
        ("01B 01R 02A 02C1 05A 05C1 12B 11C", None),
        ("01B 01R 01C1 01C2 02A 02R 05A 05C1", "teshi"),
        ("01B 01R 01C1 01C2 12B 12C1 12C2 12C3", "teshi"),
    ],
)
def test_a_lucky_hand_is_four_of_a_month_or_four_pairs(hand, name):
    assert deal.hand_yaku(rules("default"), cards(hand)) == name


def test_two_whole_months_are_one_lucky_hand_where_they_are_played():
    hand = cards("01B 01R 01C1 01C2 12B 12C1 12C2 12C3")
    assert deal.hand_yaku(rules("russian"), hand) == "double_teshi"
    assert deal.hand_yaku(rules("default"), hand) == "teshi"
    assert deal.hand_yaku(rules("russian"), cards("01B 01R 01C1 01C2 12B 12C1 12C2 11C")) == "teshi"


def test_a_hand_that_voids_the_deal_is_a_lucky_hand():
    hand = cards("01B 01R 01C1 01C2 02A 03B 05A 08B")
    assert deal.hand_points(rules("koikoi_japan"), "teshi") == "redeal"
    assert deal.hand_yaku(rules("koikoi_japan"), hand) == "teshi"
    assert deal.hand_yaku(lucky(teshi=0), hand) is None


def test_of_two_lucky_hands_in_one_the_dearer_counts():
    hand = cards("01B 01R 01C1 01C2 12B 12C1 12C2 12C3")
    assert deal.hand_yaku(lucky(teshi=20, double_teshi=14), hand) == "teshi"


def test_hands_and_field_follow_the_number_of_players():
    two, three = rules("default"), rules("mongolopedia")
    assert (deal.hand_size(two, 2), deal.field_size(two, 2), deal.stock_size(two, 2)) == (8, 8, 24)
    assert (deal.hand_size(two, 3), deal.field_size(two, 3), deal.stock_size(two, 3)) == (7, 6, 21)
    # Mongolopedia keeps a field of eight with three players: 19 cards for 21 draws.
    assert (deal.hand_size(three, 3), deal.field_size(three, 3), deal.stock_size(three, 3)) == (7, 8, 19)
    assert (deal.turns(two, 2), deal.turns(two, 3), deal.turns(three, 3)) == (16, 21, 21)


def test_a_smaller_deck_leaves_a_smaller_stock():
    fishermen = rules({"deal": {"without": ["12C1", "12C2", "12C3"]}})
    assert deal.stock_size(fishermen, 2) == 21


def test_played_out_the_stock_gives_the_turns():
    assert deal.turns(rules({"play": {"hands_empty": "play_stock"}}), 2) == 24
    assert deal.turns(rules({"play": {"hands_empty": "play_stock"}, "deal": {"hand": 10}}), 2) == 20


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
def test_the_first_dealer_is_found_by_drawing(method, tie, drawn, seat):
    chosen = rules({"match": {"first_dealer": method, "first_dealer_tie": tie}})
    assert deal.first_dealer(chosen, [BY_ID[card] for card in drawn.split()]) == seat


@pytest.mark.parametrize(
    ("players", "more", "sentence"),
    [
        (["Anna"], {}, "Koi-Koi is played by two or three."),
        (["Anna", "Ben", "Chris", "Dora"], {}, "Koi-Koi is played by two or three."),
        (["Anna", "  "], {}, "Every player needs a name."),
        (["Anna", " anna "], {}, "Two players have the same name; tell them apart."),
        (["Anna", "B" * 41], {}, "A name has at most 40 letters."),
        (["Anna", "Ben"], {"dealer": 2}, "The dealer must be one of the players."),
        (["Anna", "Ben"], {"ruleset": "nobody"}, "There is no rule set called “nobody”."),
        (
            ["Anna", "Ben", "Chris"],
            {"ruleset": {"deal": {"hand": 15}}},
            "The deck has too few cards for so many players and such a deal.",
        ),
        (
            ["Anna", "Ben"],
            {"ruleset": "russian", "rounds": 4},
            "These rules name the coins for 3, 6, 12 rounds only; say how many coins to begin with.",
        ),
    ],
)
def test_a_match_that_cannot_start_is_refused(players, more, sentence):
    with pytest.raises(BadRecord) as refusal:
        started(players, **more)
    assert str(refusal.value) == f"event 1: {sentence}"


def test_a_match_starts_with_its_players_purse_and_length():
    match = started([" Anna ", "B" * 40], "russian", rounds=6, dealer=1)
    assert match.players == ("Anna", "B" * 40)
    assert (match.length, match.purse, match.balance, match.dealer) == (6, 50, (50, 50), 1)


def test_a_match_begins_with_its_start_and_has_one():
    start = {"type": "match-started", "players": ["Anna", "Ben"], "ruleset": "default"}
    for events, sentence in (
        ([{"type": "round-exhausted"}], "event 1: A match begins with match-started."),
        ([start, start], "event 2: The match has started already."),
    ):
        with pytest.raises(BadRecord) as refusal:
            record.of({"format": "koikoi-match/1", "events": events})
        assert str(refusal.value) == sentence
