"""Rule sets, piles and circumstances on which the evaluators are compared with one another.

Every option that touches the score is in ``OVERRIDES``, and mixtures of several of them are compared too.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import msgspec

from bench.piles import everything_on
from scorekeeper.koikoi.cards import CARDS, CHAFF, DECK, union
from scorekeeper.koikoi.errors import BadRuleset
from scorekeeper.koikoi.pile import Pile
from scorekeeper.koikoi.rules.loader import names, rules
from scorekeeper.koikoi.rules.ruleset import RuleSet
from scorekeeper.koikoi.rules.yaku import KNOWN
from scorekeeper.koikoi.scoring.score import PLAIN, Circumstances

OVERRIDES: dict[str, dict[str, Any]] = {
    "all-yaku": {"yaku": {name: {"points": row.points or row.usual} for name, row in KNOWN.items()}},
    "weather-on-the-field": {
        "weather": {"rain": {"sign": "field_month"}, "fog": {"sign": "field_month", "ruins": ["nomi"]}},
        "yaku": {"nomi": {"points": 6}},
    },
    "captured-weather": {
        "weather": {"rain": {"sign": "captured_lead_or_lightning"}, "fog": {"sign": "captured_month"}}
    },
    "months": {
        "yaku": {
            "hanami": {"months": [3, 4]},
            "tsukimi": {"months": [8, 9], "month_factor": 3},
            "kasu": {"months": [1, 2], "month_factor": 2},
            "tan": {"months": []},
            "tsukifuda": {"points": 4, "months": [1, 2, 12], "month_factor": 2},
            "hiki": {"points": 4, "repeat": False},
        }
    },
    "after-koi": {
        "yaku": {
            "hanami": {"points": 1, "after_koi": 3},
            "tane": {"points": 0, "after_koi": 2},
            "kasu": {"after_koi": 0, "extra": 0},
            "sanko": {"after_koi": 9},
        }
    },
    "requires-other": {
        "yaku": {name: {"requires_other": True} for name in ("kasu", "tan", "hanami", "sanko")},
        "overlap": {"ribbons": "special_takes"},
    },
    "excluded-by": {
        "yaku": {
            "hanami": {"excluded_by": ["sanko", "shiko", "ameshiko", "goko"]},
            "tan": {"excluded_by": ["tane", "kasu"]},
            "tane": {"excluded_by": ["tan"]},
        }
    },
    "sum": {
        "multipliers": {
            "combine": "sum",
            "own_koi": {"form": "linear", "factor": 3},
            "any_koi": {"form": "power", "factor": 2},
            "field_brights": {"form": "count", "rainman": True},
            "round": [1, 2, 3],
        }
    },
    "by-player": {
        "multipliers": {
            "koi_counts": "players",
            "own_koi": {"form": "linear", "factor": 3},
            "opponent_koi": {"form": "power", "factor": 2},
            "any_koi": {"form": "table", "table": [["+", 1], ["x", 2], ["x", 3]]},
        }
    },
    "tables": {
        "multipliers": {
            "own_koi": {"form": "table", "table": [["+", 1], ["x", 2], ["x", 1], ["+", 5]]},
            "opponent_koi": {"form": "table", "table": [["x", 3], ["x", 0]]},
            "field_brights": {"form": "linear"},
            "big": {"at": 9, "factor": 3, "min_yaku": 2, "on": "total"},
        }
    },
    "caps": {
        "multipliers": {
            "own_koi": {"form": "power", "factor": 3},
            "max_factor": 4,
            "max_points": 30,
            "big": {"at": 20, "on": "total"},
        }
    },
    "own-yaku": {
        "yaku": {
            "cranes": {"cards": ["01B", "12B"], "points": 3, "after_koi": 6, "replaces": ["hanami", "sanko"]},
            "storm": {"cards": ["11B", "11C"], "points": 2, "excluded_by": ["tane"]},
            "plain": {"cards": ["04R", "05R", "07R", "11R"], "min": 2, "points": 2, "extra": 1},
            "beasts": {"kind": "animal", "min": 3, "not": ["09A", "11A"], "points": 4, "extra": 1},
            "rubbish": {"kind": "chaff", "min": 7, "not": ["11C"], "points": 1, "extra": 1},
            "mixed": {"cards": ["09A", "09C1", "09C2"], "min": 2, "points": 3},
        }
    },
    "own-yaku-besides": {
        "yaku": {
            "rain_and_two": {"also": ["11B"], "kind": "bright", "min": 2, "points": 6, "extra": 1},
            "storm": {"also": ["11B", "11C"], "kind": "chaff", "min": 5, "points": 2, "extra": 1},
            "garden": {"also": ["02A", "11R"], "kind": "ribbon", "min": 3, "points": 3, "extra": 2},
            "hunt": {"also": ["10R"], "cards": ["06A", "07A", "10A"], "min": 2, "points": 3, "extra": 1},
            "cup_and_litter": {"also": ["09A"], "kind": "chaff", "min": 6, "points": 1, "extra": 1},
            "dry": {"cards": ["03B", "08B"], "points": 4, "ruined_by": ["11B", "11C"]},
            "no_willow": {"kind": "ribbon", "min": 3, "points": 2, "extra": 1, "ruined_by": ["11R"]},
            "fair_month": {"monthly": "each", "min": 3, "points": 1, "ruined_by": ["12B", "11C"]},
        },
        "overlap": {"ribbons": "count_takes", "animals": "special_takes"},
    },
    "own-yaku-besides-and-a-cup-of-two": {
        "sake_cup": "best_two_chaff",
        "yaku": {
            "cup_and_litter": {"also": ["09A"], "kind": "chaff", "min": 6, "points": 1, "extra": 1},
            "straw": {"also": ["04R"], "kind": "chaff", "min": 6, "points": 2, "extra": 1},
            "weeds": {"also": ["09A"], "cards": ["03C1", "09C1"], "min": 1, "points": 2, "extra": 2},
        },
    },
    "equal-brights": {"yaku": {"goko": {"points": 8}, "ameshiko": {"points": 8}}},
    "replaced-replaces-nothing": {
        "yaku": {"akatan": {"replaces": ["kasu"]}, "tane": {"replaces": ["akatan"]}}
    },
    "best-cup": {"sake_cup": "best", "overlap": {"animals": "count_takes", "ribbons": "count_takes"}},
    "cup-is-chaff": {"sake_cup": "chaff", "overlap": {"animals": "special_takes", "ribbons": "stack"}},
    "cup-is-animal": {"sake_cup": "animal", "overlap": {"animals": "count_takes"}},
    "all-brights": {"brights": "cumulative", "yaku": {"amesanko": {"points": 2}}},
    "further-cards": {
        "yaku": {
            "akatan": {"extra": 1},
            "aotan": {"extra": 3},
            "kusa": {"points": 5, "extra": 2},
            "tan": {"extra": 4},
            "inoshikacho": {"extra": 2},
            "kasu": {"extra": 5},
        },
        "overlap": {"ribbons": "special_takes", "animals": "count_takes"},
    },
    "sizes": {
        "yaku": {"tan": {"min": 4}, "tane": {"min": 3, "extra": 2}, "kasu": {"min": 8}},
        "overlap": {"ribbons": "count_takes", "animals": "special_takes"},
    },
    "cup-is-two-chaff": {
        "sake_cup": "two_chaff",
        "yaku": {"rubbish": {"kind": "chaff", "min": 7, "not": ["09A"], "points": 1, "extra": 1}},
    },
    "cup-is-animal-and-two-chaff": {
        "sake_cup": "both_two_chaff",
        "yaku": {
            "weeds": {"cards": ["03C1", "03C2", "09C1"], "min": 2, "points": 2, "extra": 2},
            "rubbish": {"kind": "chaff", "min": 7, "points": 1, "extra": 2},
        },
    },
    "best-cup-of-two": {"sake_cup": "best_two_chaff", "overlap": {"animals": "count_takes"}},
    "cup-is-neither": {
        "sake_cup": "neither",
        "yaku": {"beasts": {"kind": "animal", "min": 3, "points": 4, "extra": 2}},
    },
    "own-months": {
        "yaku": {
            "of_round": {"monthly": "round", "min": 2, "points": 2, "extra": 1, "excluded_by": ["hiki"]},
            "of_any": {"monthly": "each", "min": 3, "points": 1, "extra": 2, "repeat": True},
            "chaff_of_any": {"monthly": "each", "kind": "chaff", "min": 2, "points": 1, "extra": 1},
            "flower": {"monthly": "round", "kind": "ribbon", "min": 1, "points": 3, "months": [1, 2, 3, 4]},
            "best_of": {"monthly": "each", "not": ["11C"], "points": 2, "after_koi": 4},
            "picked": {"monthly": "round", "cards": ["03B", "03R", "04A"], "min": 1, "points": 2},
        }
    },
    "separate-months": {
        "yaku": {
            "hiki": {"points": 4, "separate": True, "requires_other": True},
            "of_any": {
                "monthly": "each",
                "min": 3,
                "points": 1,
                "extra": 1,
                "repeat": True,
                "separate": True,
                "after_koi": 2,
            },
        },
        "multipliers": {"big": {"at": 7, "min_yaku": 3}},
    },
    "lightning": {
        "play": {"lightning": "wild"},
        "yaku": {
            "hiki": {"points": 4, "lightning": True},
            "tsukifuda": {"points": 3, "lightning": True},
            "once": {"monthly": "each", "points": 2, "lightning": True},
            "apart": {
                "monthly": "each",
                "points": 2,
                "lightning": True,
                "repeat": True,
                "separate": True,
            },
        },
    },
    "rivals": {
        "yaku": {
            "hanami": {"rivals": ["goko", "shiko", "ameshiko", "sanko"]},
            "tsukimi": {"rivals": ["goko", "shiko", "ameshiko", "sanko"]},
            "tan": {"rivals": ["kasu", "tane"]},
            "akatan": {"rivals": ["aotan", "tan"], "excluded_by": ["goko"]},
        }
    },
    "base-cap": {"multipliers": {"max_base": 8, "max_points": 40, "big": {"at": 8}}},
    "ribbons": {
        "yaku": {"kusa": {"points": 5, "extra": 1}, "rokutan": {"points": 5}, "nanatan": {"points": 7}},
        "overlap": {"ribbons": "special_takes"},
    },
}


def mixtures(number: int) -> Iterator[RuleSet]:
    """Named rule sets under several of the overrides at once."""
    chance = random.Random(2)
    while number:
        try:
            mixed = rules(chance.choice(names()))
            for name in chance.sample(sorted(OVERRIDES), 4):
                mixed = rules(_tree(mixed), overrides=OVERRIDES[name])
        except BadRuleset:  # such as yaku that now replace each other in a circle
            continue
        number -= 1
        yield mixed


def _tree(rules: RuleSet) -> dict[str, Any]:
    tree: dict[str, Any] = msgspec.to_builtins(rules)
    return tree


EVERYTHING = everything_on()
RULE_SETS = {
    **{name: rules(name) for name in names()},
    **{f"default+{name}": rules("default", overrides=tree) for name, tree in OVERRIDES.items()},
    "default+everything": EVERYTHING,
    **{f"mixture-{number}": mixed for number, mixed in enumerate(mixtures(16), 1)},
}


def random_piles(number: int = 20_000) -> list[Pile]:
    """Piles of 1 to 36 cards, some leaning to one kind, some with chaff that was only counted."""
    chance = random.Random(1)
    return [_pile(chance) for _ in range(number)]


def _pile(chance: random.Random) -> Pile:
    weights = {kind: chance.choice((1, 1, 1, 4)) for kind in "BARC"}
    order = sorted(CARDS, key=lambda card: chance.random() ** (1 / weights[card.id[2]]), reverse=True)
    held = union(order[: chance.randint(1, 36)])
    counted = 0
    if chance.random() < 0.4:
        unnamed = held & CHAFF & (DECK if chance.random() < 0.7 else chance.getrandbits(48))
        held, counted = held & ~unnamed, unnamed.bit_count()
    return Pile(held, counted)


def circumstances(name: str) -> Iterator[Circumstances]:
    """Circumstances for batches of piles, without end; the first is a round without calls."""
    chance = random.Random(name)
    yield PLAIN
    while True:
        yield Circumstances(
            own=chance.choice((0, 0, 1, 2, 5)),
            others=chance.choice((0, 0, 1, 3)),
            round=chance.choice((None, *range(1, 15))),
            dealt=union(chance.sample(CARDS, 8)),
            dealt_brights=chance.choice((None, None, 0, 1, 3)),
            field_months=tuple(month for month in (11, 12) if chance.random() < 0.3),
            callers=chance.choice((1, 1, 2)),
        )
