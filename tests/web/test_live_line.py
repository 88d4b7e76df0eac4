"""The payment shown on the board before saving equals the payment that is saved."""

from __future__ import annotations

import random

import msgspec
import pytest
from extent import daily
from flask import Flask

from scorekeeper.koikoi.match.events import KoikoiCalled, MatchStarted, RoundExhausted, event
from scorekeeper.koikoi.match.interpreter import apply
from scorekeeper.koikoi.match.match import Match
from scorekeeper.koikoi.match.replay import replay
from scorekeeper.koikoi.match.settlement import charges, settle
from scorekeeper.koikoi.rules.deal import possible_hands
from scorekeeper.koikoi.rules.loader import names, rules
from scorekeeper.web.rounds import live_line

SHARES = {"exhausted": {"no_yaku": {"dealer": 6, "other": 1}, "held_yaku": {"dealer": 2, "other": 5}}}


def random_match(name: str, chance: random.Random) -> Match:
    """A match with few coins, so that purses are short now and then."""
    rule_set = rules(name, overrides=chance.choice(({}, SHARES, {"settlement": {"account": "transfer"}})))
    players = ("Anna", "Ben", "Cleo")[: chance.choice((2, 3))]
    start = MatchStarted(
        players=players,
        ruleset=msgspec.to_builtins(rule_set),
        dealer=chance.randrange(len(players)),
        rounds=12,
        purse=chance.choice((0, 3, 50)),
    )
    return replay([start])


def moved(before: Match, after: Match) -> dict[str, int]:
    """What a round did to the coins of each player it touched."""
    change = zip(before.players, before.balance, after.balance, strict=True)
    return {name: new - old for name, old, new in change if new != old}


def said(sentence: str) -> dict[str, int]:
    """The same read from "Ben pays Anna 6, Cleo pays Anna the last 6" or "Anna gets 6"."""
    sentence = sentence.replace(" the last", "")
    sums: dict[str, int] = {}
    for part in sentence.split(", ") if " pays " in sentence or " gets " in sentence else ():
        words = part.split()
        sums[words[-2] if words[1] == "pays" else words[0]] = 0
    for part in sentence.split(", ") if sums else ():
        match part.split():
            case [payer, "pays", payee, coins]:
                sums[payer] = sums.get(payer, 0) - int(coins)
                sums[payee] += int(coins)
            case [player, "gets", coins]:
                sums[player] += int(coins)
    return {name: coins for name, coins in sums.items() if coins}


@pytest.mark.parametrize("name", daily(names(), 3))
def test_the_board_says_beforehand_what_is_paid(app: Flask, name: str) -> None:
    chance = random.Random(name)
    with app.test_request_context():
        for _ in range(12):
            match = random_match(name, chance)
            words = live_line.words_of_match(match)["exhausted"]
            unstopped = RoundExhausted(piles=(None,) * len(match.players))
            assert said(words["none"]) == moved(match, apply(match, unstopped)), words
            called = apply(match, KoikoiCalled(player=0))
            assert said(words["held"]) == moved(match, apply(called, unstopped)), words
            for hand in possible_hands(match.rules, len(match.players)):
                seat = chance.choice(match.seats)
                shown = event({"type": "hand-shown", "player": seat, "yaku": hand, "round": 1})
                after = apply(match, shown)
                sentence = live_line.hand_paid(match, seat, hand)
                assert said(sentence) == moved(match, after), sentence
                assert (sentence == "the cards are dealt again") == bool(after.play.voids)


def test_where_a_yaku_brings_more_the_cards_say_who_is_paid(app: Flask) -> None:
    held = {"exhausted": {"held_yaku": {"dealer": 1, "other": 2, "holder": 3}}}
    rule_set = msgspec.to_builtins(rules("default", overrides=held))
    match = replay([MatchStarted(players=("Anna", "Ben"), ruleset=rule_set, dealer=0)])
    with app.test_request_context():
        words = live_line.words_of_match(match)
    assert said(words["exhausted"]["held"]) == {}
    assert (words["everyone"]["shares"], words["everyone"]["holder"]) == ([1, 2], 3)


@pytest.mark.parametrize("name", daily(names(), 3))
def test_the_live_line_reads_what_whoever_wins_is_paid(app: Flask, name: str) -> None:
    chance = random.Random(name)
    with app.test_request_context():
        for _ in range(12):
            match = random_match(name, chance)
            claims = live_line.words_of_match(match)["claims"]
            for seat, claim in enumerate(claims):
                points = chance.randint(1, 60)
                won = [points * (other == seat) for other in match.seats]
                owed = points * claim["coin"]
                change = [0] * len(won)
                for payer in claim["payers"]:
                    coins = owed if payer["most"] is None else min(owed, payer["most"])
                    change[payer["seat"]] -= coins
                change[seat] = -sum(change) if claim["payers"] else owed
                settled = settle(match.rules, charges(match.rules, won), match.balance, match.purse)
                assert tuple(change) == settled.transfer, claim
