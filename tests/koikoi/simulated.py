"""What the tests of the simulation share: the rules they play by, and deals played to their end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

from extent import EVERY_LOOK

from scorekeeper.koikoi.pile import Pile, odd_months
from scorekeeper.koikoi.rules.loader import names, rules
from scorekeeper.koikoi.simulation.deals import as_set, deal, deciding
from scorekeeper.koikoi.simulation.game import Game
from scorekeeper.koikoi.simulation.policies import POLICIES
from scorekeeper.koikoi.simulation.turns import PlayedDeal, play

DEALS = 200 if EVERY_LOOK else 3  # of every rule set
PLAYERS = ("Anna", "Ben", "Chris")
# Options that no rule set of the game has, or few.
TABLES: dict[str, Any] = {
    "everyone scores": {"settlement": {"who_scores": "everyone"}, "exhausted": {"held_yaku": "holders"}},
    "last caller": {"exhausted": {"held_yaku": "last_caller"}, "calls": {"final_turn": "free"}},
    "highest": {
        "exhausted": {"held_yaku": "highest", "highest_tie": "dealer", "no_yaku": "redeal"},
        "calls": {"stop_above_call": True},
        "weather": {"rain": {"sign": "captured_lead"}},
    },
    "takes all": {
        "settlement": {"who_scores": "winner_takes_all"},
        "counts": "best",
        "chaff_twice": ["11C", "12C3"],
        "deal": {"field_four": {"dealer": 0}},
    },
    "extra after koi-koi": {
        "yaku": {name: {"extra_from": "own_koi"} for name in ("tane", "tan", "kasu", "akatan")},
        "overlap": {"animals": "special_takes", "ribbons": "special_takes"},
    },
    "weather": {"weather": {"rain": {"sign": "field_month"}, "fog": {"sign": "field_month"}}},
    "months": {"yaku": {"tsukifuda": {"points": 4}, "hiki": {"points": 4, "repeat": True}}},
    "no call": {"calls": {"min_points": 5, "below_min": "none", "on_extension": "none"}},
    "rewind": {"calls": {"missed_yaku": "rewind", "limit": 1, "limit_scope": "round"}},
    "hand first": {
        "deal": {
            "goes_first": "hand",
            "field_pairs": "redeal",
            "teyaku": {"both": "best", "double_teshi": 14},
        }
    },
    "swap": {"deal": {"redeal_dealer": "swap", "field_four": {"dealer": 6}, "teyaku": {"teshi": "redeal"}}},
    "sudden death": {"match": {"rounds": 1, "tie": "sudden_death", "next_dealer": "loser"}},
    "target": {"match": {"rounds": None, "target": 20}},
    "wild": {"play": {"lightning": "wild", "orphans": "follow"}},
    "wild if August": {"play": {"lightning": "wild_if_august", "hands_empty": "play_stock"}},
    "two of hand": {"play": {"turn": "draw_then_two", "capture": "obligatory"}},
    "keep": {"play": {"unmatched_stock": "keep", "capture": "optional"}},
    "short deck": {"deal": {"without": ["12C1", "12C2", "12C3"], "hand": 7}},
    "few in hand": {"deal": {"hand": 4, "field": 8}, "play": {"hands_empty": "play_stock"}},
}
EVERY = [*names(), *TABLES]


@cache
def game_by(name: str, seats: int = 2) -> Game:
    """The game by a rule set or one of the tables, prepared once for all tests."""
    return Game(rules({"extends": "default", **TABLES[name]} if name in TABLES else name), seats)


def deals(
    game: Game, policy: str, number: int = DEALS, dealer: int = 0
) -> Iterator[tuple[PlayedDeal, Random]]:
    """Deals of a first round that nothing dealt decides, played to their end."""
    chance = Random(7)
    while number:
        dealt = deal(game, chance)
        if not deciding(game, dealt, 1):
            number -= 1
            yield play(game, dealt, dealer, 1, [POLICIES[policy]] * game.seats, chance), chance


def refuse_impossible_cards(game: Game, played: PlayedDeal) -> None:
    places = [played.turns[-1].field, *played.piles]
    seen = sum(places)
    assert seen.bit_count() == sum(place.bit_count() for place in places)
    assert not seen & ~as_set(game.deck)
    for turn in played.turns:
        assert not turn.captured & turn.field
        if game.rules.play.lightning == "plain":
            assert turn.captured.bit_count() in (0, 2, 4, 6, 8)
            assert not odd_months(Pile(turn.captured))
    turns = Counter(turn.player for turn in played.turns)
    from_hands = [min(turns[seat], game.hand_size) for seat in range(game.seats)]
    drawn = min(len(played.turns), len(played.dealt.stock))
    assert seen.bit_count() == game.field_size + sum(from_hands) + drawn
    if game.is_usual:
        shown = [(as_set(hand) & seen).bit_count() for hand in played.dealt.hands]
        assert shown == from_hands
