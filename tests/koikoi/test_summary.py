"""What a rule set says aloud: a setting that changes is heard, and every rule set says something."""

from __future__ import annotations

import re
from typing import Any

import pytest
from extent import examples
from hypothesis import given, settings

from scorekeeper.koikoi.reference.examples import examples as examples_of
from scorekeeper.koikoi.rules import phrases
from scorekeeper.koikoi.rules.loader import names, over, rules
from scorekeeper.koikoi.rules.schema import doubling_of, every_option, options, put_at
from scorekeeper.koikoi.rules.summary import beside_prices, prices, summary

from . import playing

TOPICS = ["match", "deal", "calls", "sake_cup", "multipliers", "exhausted", "settlement"]


def told(tree: dict[str, Any] | str) -> dict[str, str]:
    """Each topic of a rule set as running text; "yaku" is what stands beside the prices."""
    ruleset = rules(tree)
    topics = {topic.id: " ".join(map(str, topic.sentences)) for topic in summary(ruleset)}
    return {**topics, "yaku": " ".join(map(str, beside_prices(ruleset)))}


@pytest.mark.parametrize("name", names())
def test_every_named_rule_set_says_something_on_every_topic(name: str) -> None:
    said = told(name)
    assert [topic for topic in said if topic not in ("play", "yaku")] == TOPICS
    assert all(said[topic] for topic in TOPICS)
    assert "%(" not in " ".join(said.values())


@pytest.mark.slow
@given(playing.tables())
@settings(max_examples=examples(150))
def test_any_rule_set_says_something_on_every_topic(table: Any) -> None:
    said = told(table)
    assert all(said[topic] for topic in TOPICS)
    assert "%(" not in " ".join(said.values())
    points = [price.points for price in prices(rules(table))]
    assert points == sorted(set(points), reverse=True)


BIG_OFF: dict[str, Any] = {"big": None}
NO_KOI: dict[str, Any] = {"opponent_koi": None}


@pytest.mark.parametrize(
    ("tree", "topic", "sentence"),
    [
        ({"brights": "cumulative"}, "sake_cup", "Of several bright yaku all of them count."),
        ({"counts": "best"}, "sake_cup", "Several yaku: only the one worth most counts."),
        ({"chaff_twice": ["11C"]}, "sake_cup", "Chaff that counts twice: 11 lightning."),
        ({"brights": "highest"}, "sake_cup", "Of several bright yaku only the highest counts."),
        ({"yaku": {"akatan_aotan": {"points": 0}}}, "yaku", "+: for each extra card."),
        ({}, "yaku", "Also on the chart: Red and blue ribbons."),
        (
            {"yaku": {"gotori": {"points": 5}, "kusa": {"points": 5}}},
            "yaku",
            "Also on the chart: Red and blue ribbons, grass ribbons, birds.",
        ),
        (
            {"yaku": {name: {"points": 5} for name in ("gotori", "kusa", "rokutan")}},
            "yaku",
            "4 more yaku are on the chart.",
        ),
        ({"yaku": {"tan": {"months": [1]}}}, "yaku", "Special rules (see the chart): Ribbons."),
        ({"sake_cup": "neither"}, "sake_cup", "The sake cup is neither an animal nor chaff."),
        (
            {"weather": {"rain": {"sign": "captured_lead", "ruins": ["hanami"]}}},
            "sake_cup",
            "It rains if you capture the rain man. Not in rain: Flower viewing.",
        ),
        (
            {"multipliers": {"big": {"at": 10, "factor": 3}}},
            "multipliers",
            "Many points: × 3 from 10 points.",
        ),
        (
            {"multipliers": {"big": {"at": 7, "min_yaku": 2}}},
            "multipliers",
            "Many points: × 2 from 7 points of at least 2 yaku.",
        ),
        (
            {"multipliers": {"big": {"on": "total"}}},
            "multipliers",
            "Many points: × 2 from 7 points, after other doublings.",
        ),
        ({"multipliers": {**BIG_OFF, **NO_KOI}}, "multipliers", "Nothing is doubled."),
        (
            {"overlap": {"ribbons": "count_takes"}},
            "sake_cup",
            "Extra animals: they count in every yaku that pays",
        ),
        (
            {"overlap": {"ribbons": "count_takes"}},
            "sake_cup",
            "Extra ribbons: with five ribbons they count only in the ribbons yaku.",
        ),
        (
            {"overlap": {"animals": "special_takes"}},
            "sake_cup",
            "Extra animals: beside boar-deer-butterflies the animals yaku does not count.",
        ),
        (
            {"multipliers": {"field_brights": {"form": "linear", "rainman": True}}},
            "multipliers",
            "× 2, × 3, × 4 … for one, two, three brights, the rain man too.",
        ),
        ({"multipliers": {"big": {"factor": 1}, **NO_KOI}}, "multipliers", "Nothing is doubled."),
        ({"multipliers": {"round": [1, 2, 4]}}, "multipliers", "Round by round: × 1, × 2, × 4."),
        (
            {"multipliers": {"field_brights": {"form": "count"}}},
            "multipliers",
            "Brights on the dealt field: × 1, × 2, × 3 … for one, two, three brights.",
        ),
        (
            {"multipliers": {"combine": "sum"}},
            "multipliers",
            "Doublings are added (2 and 2 are × 3).",
        ),
        ({"multipliers": {"max_points": 40}}, "multipliers", "A round scores at most 40."),
        ({"multipliers": NO_KOI}, "multipliers", "Many points: × 2 from 7 points."),
        ({"multipliers": {"own_koi": {"form": "flat"}}}, "multipliers", "Own koi-koi: × 2, once."),
        (
            {"multipliers": {"own_koi": {"form": "power"}}},
            "multipliers",
            "Own koi-koi: × 2, × 4, × 8 and so on.",
        ),
        (
            {"multipliers": {"own_koi": {"form": "table", "table": [["+", 1], ["x", 2]]}}},
            "multipliers",
            "Own koi-koi: +1, × 2.",
        ),
        (
            {"multipliers": {"any_koi": {"form": "linear"}}},
            "multipliers",
            "Any koi-koi: × 2, × 3, × 4 and so on.",
        ),
        (
            {"multipliers": {"any_koi": {"form": "linear"}, "koi_counts": "players"}},
            "multipliers",
            "Koi-koi again: each player’s counts once.",
        ),
        ({"yaku": {"hanami": {"after_koi": 9}}}, "yaku", "Special rules (see the chart): Flower viewing."),
        ({"calls": {"limit": 0}}, "calls", "Koi-koi limit: koi-koi may not be called."),
        ({"calls": {"limit": 1}}, "calls", "Koi-koi limit: 1. The limit applies to: each player."),
        (
            {"calls": {"limit": 1, "limit_scope": "round"}},
            "calls",
            "Koi-koi limit: 1. The limit applies to: the whole round.",
        ),
        (
            {"calls": {"min_points": 3}},
            "calls",
            "Points needed for koi-koi: 3. Fewer points: the player must stop.",
        ),
        ({"calls": {"on_extension": "none"}}, "calls", "A yaku that grew: nothing to decide, play on."),
        ({"calls": {"final_turn": "free"}}, "calls", "Yaku with the last card: the player may choose."),
        (
            {"settlement": {"who_scores": "everyone"}},
            "settlement",
            "Who scores: everyone, each for their own yaku.",
        ),
        ({"exhausted": {"no_yaku": "draw"}}, "exhausted", "Nobody has a yaku: a draw, nobody scores."),
        (
            {"exhausted": {"held_yaku": {"dealer": 6}}},
            "exhausted",
            "A yaku, but nobody stopped: the dealer gets 6.",
        ),
        (
            {"play": {"hands_empty": "play_stock"}},
            "play",
            "Nobody stopped: play on from the stock until it is empty.",
        ),
        ({"deal": {"teyaku": {"teshi": 4}}}, "deal", "Four of a month in hand: 4 points."),
        (
            {"match": {"players": 3}},
            "deal",
            "Four of a month in hand: 6 points. Four pairs in hand: 6 points.",
        ),
        ({"deal": {"teyaku": {"teshi": "redeal"}}}, "deal", "Four of a month in hand: deal again."),
        (
            {"deal": {"teyaku": {"teshi": 0, "kuttsuki": 0}}},
            "deal",
            "Four of a month in hand: not played. Four pairs in hand: not played.",
        ),
        ({"deal": {"hand": 7, "field": 6}}, "deal", "Cards in hand: 7. Cards on the field: 6."),
        ({"match": {"players": 3}}, "deal", "Cards in hand: 8, or 7 with three players."),
        ({"play": {"lightning": "wild"}}, "play", "Lightning: matches any card."),
        ({"match": {"next_dealer": "loser"}}, "match", "Next dealer: the loser of the round."),
        (
            {"match": {"first_dealer": "elder"}},
            "match",
            "First dealer: the eldest player. Tie for the first deal: draw again.",
        ),
        ({"match": {"rounds": 6}}, "match", "Rounds: 6."),
        ({"match": {"target": 50}}, "match", "Rounds: 12. The match ends when somebody has 50 points."),
        ({"match": {"rounds": None, "target": 50}}, "match", "out of coins. The match ends when somebody"),
        (
            {"match": {"tie": "sudden_death"}},
            "match",
            "Tie of the match: one more round, until somebody leads.",
        ),
        (
            {"settlement": {"account": "transfer", "purse": 30, "coin": 5}},
            "settlement",
            "Who pays: each loser pays the winner. Coins at the start: 30. Coins per point: 5. The match "
            "ends as soon as somebody has no coins left.",
        ),
        (
            {"settlement": {"account": "transfer", "purse": 30, "bust_ends": False}},
            "settlement",
            "The match goes on when somebody has no coins left.",
        ),
        (
            {"calls": {"stop_above_call": True}},
            "calls",
            "After koi-koi one may stop only with more points than at the last call.",
        ),
    ],
    ids=str,
)
def test_a_setting_is_said(tree: dict[str, Any], topic: str, sentence: str) -> None:
    assert sentence in told({"extends": "default", **tree})[topic]


@pytest.mark.parametrize(
    "key", [key for key, row in every_option().items() if row.kind == "switch" and not doubling_of(key)]
)
def test_yes_and_no_are_whole_sentences(key: str) -> None:
    table, name = key.split(".")
    both = [rules({"extends": "mushi", table: {name: value}}) for value in (True, False)]
    said = [str(phrases.stated(key, one)) for one in both]
    assert len({*said}) == 2
    assert not re.search(r": (yes|no)\b", " ".join(said))


@pytest.mark.parametrize("key", options())
def test_every_value_of_an_option_is_heard(key: str) -> None:
    """In the scenes of the reference, where it matters; of advice, its words."""
    row = options()[key]
    scenes = [
        (shown.scene.besides, tuple(result.value for result in shown.results)) for shown in examples_of(key)
    ]
    besides_advice = {"play": {"lightning": "wild"}} if key == "play.orphans" else {}
    for besides, values in scenes or [(besides_advice, row.fixed)]:
        heard = []
        for value in values:
            setting: dict[str, Any] = {}
            put_at(setting, key, value)
            heard.append(str(told({"extends": "default", **over(besides, setting)})))
        assert len(set(heard)) == len(values) > 1


@pytest.mark.parametrize(
    ("tree", "topic", "sentence"),
    [
        ({"match": {"next_dealer": "same"}}, "match", "Dealer after a draw"),
        ({"weather": {"rain": {"ruins": ["hanami"]}}}, "sake_cup", "Not in rain"),
        ({"calls": {"limit": 0}}, "multipliers", "The other player’s koi-koi"),
        ({"match": {"first_dealer": "random"}}, "match", "Tie for the first deal"),
        ({"settlement": {"purse": 30}}, "settlement", "Coins at the start"),
        ({"multipliers": NO_KOI}, "multipliers", "Doublings are"),
        ({"multipliers": {**BIG_OFF, **NO_KOI, "max_factor": 4}}, "multipliers", "At most"),
        ({"counts": "best"}, "sake_cup", "bright yaku"),
    ],
    ids=str,
)  # fmt: skip
def test_what_has_no_effect_is_not_said(tree: dict[str, Any], topic: str, sentence: str) -> None:
    assert sentence not in told({"extends": "default", **tree})[topic]


def test_prices_are_told_dearest_first_with_what_further_cards_pay() -> None:
    told_prices = prices(rules({"extends": "dutch", "yaku": {"goko": {"points": 15}, "tane": {"extra": 2}}}))
    assert told_prices[0] == (15, (("goko", 0),))
    assert told_prices[-1] == (1, (("tane", 2), ("tan", 1), ("kasu", 1)))
