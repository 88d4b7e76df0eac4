"""The payment shown on the board before saving equals the payment that is saved."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import msgspec
import pytest
from extent import daily
from flask import Flask

from scorekeeper.installation import Installation
from scorekeeper.koikoi.match.events import KoikoiCalled, MatchStarted, RoundExhausted, event
from scorekeeper.koikoi.match.interpreter import apply
from scorekeeper.koikoi.match.match import Match
from scorekeeper.koikoi.match.replay import replay
from scorekeeper.koikoi.match.settlement import charges, settle
from scorekeeper.koikoi.rules.deal import possible_hands
from scorekeeper.koikoi.rules.loader import names, rules
from scorekeeper.web.rounds import live_line

from .fixtures import Table
from .player import Player

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
            words = live_line.words_of_match(match, correcting=False)["exhausted"]
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
        words = live_line.words_of_match(match, correcting=False)
    assert said(words["exhausted"]["held"]) == {}
    assert (words["everyone"]["shares"], words["everyone"]["holder"]) == ([1, 2], 3)


@pytest.mark.parametrize("name", daily(names(), 3))
def test_the_live_line_reads_what_whoever_wins_is_paid(app: Flask, name: str) -> None:
    chance = random.Random(name)
    with app.test_request_context():
        for _ in range(12):
            match = random_match(name, chance)
            claims = live_line.words_of_match(match, correcting=False)["claims"]
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


# What the scripts of a board say


def carried(player: Player, address: str, name: str) -> dict[str, Any]:
    """What a page carries for its scripts."""
    (written,) = re.findall(rf"<script[^>]* {name}>(.*?)</script>", player.open(address).html, re.S)
    carried: dict[str, Any] = json.loads(written)
    return carried


SAYS = {
    "dotted": "{one}\xa0· {other}",
    "first": "Who stopped?",
    "gets": "{player} gets {coins}",
    "last": "{payer} pays {payee} the last {coins}",
    "listed": "{one}, {other}",
    "more": "one more {card}: {yaku}",
    "nobody": "Nobody stopped: {result}",
    "none": "No yaku yet.",
    "odd": "An odd number of cards of {month}.",
    "other": "Tap what happened: it is saved immediately.",
    "pays": "{payer} pays {payee} {coins}",
    "points": "{points} points",
    "rare": "Lucky hand, new deal: “Other…”",
    "ruined": "{yaku} does not count: {why}",
    "taken": "taken by {player}",
    "tap": "Tap the captured cards.",
    "with": "{card}: {yaku}",
}
AUTO_STOP = {"nobody": "Nobody stopped: {result}. A yaku made with the last card stops the round."}
OF_A_PILE = {name: words for name, words in SAYS.items() if name != "rare"}


@pytest.mark.parametrize(
    ("rules", "board", "says"),
    [
        ("dutch", "rounds/new", SAYS),
        ("dutch", "rounds/1/correction", {**SAYS, "other": "Tap what happened."}),
        ("cwz", "rounds/new", {**SAYS, **AUTO_STOP, "rare": "New deal: “Other…”"}),
        ("dutch", "piles/0", OF_A_PILE),
        (
            "hana_awase",
            "rounds/new",
            {
                **OF_A_PILE,
                **AUTO_STOP,
                "cards": "cards {points}",
                "missing": "Not entered: {n}",
                "none": "No yaku",
                "par": "Par {par}",
                "sum": "Sum: {sum} instead of 0",
                "twice": "Too many chaff cards",
                "void": "Nobody scores: {player} {points}",
                "willows": "{player} has all four willow cards",
            },
        ),
    ],
)
def test_what_the_live_line_says(
    table: Table, player: Player, rules: str, board: str, says: dict[str, str]
) -> None:
    notepad = table.begin(rules=rules)
    if board == "rounds/1/correction":
        notepad = table.score(notepad, "nobody")
    assert carried(player, f"{notepad.path}/{board}", "data-words")["says"] == says


@pytest.mark.parametrize(
    ("name", "scored"),
    [
        ("dutch", (False, False, 0)),
        ("mongolopedia", (False, True, 0)),
        ("senridogs_additive", (True, False, 0)),
        ("mushi", (False, True, 8)),
    ],
)
def test_the_live_line_knows_how_doublings_lightning_and_the_deck_are(
    table: Table, player: Player, name: str, scored: tuple[bool, bool, int]
) -> None:
    words = carried(player, f"{table.begin(rules=name).path}/rounds/new", "data-words")
    assert (words["sum"], words["wild"], len(words["gone"])) == scored
    assert words["kinds"] == {"A": "animal", "B": "bright", "C": "chaff card", "R": "ribbon"}
    assert (words["months"][0], words["months"][-1], len(words["months"])) == ("January", "December", 12)
    assert (words["cards"]["11C"], len(words["cards"])) == ("lightning", 48)


NOTHING = {"chaff": [], "whole": "", "field": [], "brights": 0}


@pytest.mark.parametrize(
    ("name", "unsaid"),
    [
        ("dutch", NOTHING),
        ("bga", {**NOTHING, "brights": 5}),
        ("russian_all", {**NOTHING, "brights": 4}),
        ("polish_all", {**NOTHING, "field": [11, 12]}),
        ("cwz", {**NOTHING, "whole": "round"}),
        ("mongolopedia", {**NOTHING, "chaff": ["11C"], "whole": "each"}),
        ("hana_awase", {**NOTHING, "months": [4, 11, 12]}),
    ],
)
def test_the_live_line_knows_what_the_cards_alone_do_not_say(
    table: Table, player: Player, name: str, unsaid: dict[str, Any]
) -> None:
    match = table.begin(rules=name).path
    board, pile = f"{match}/rounds/new", f"{match}/piles/0"
    for page in (board, pile):
        assert carried(player, page, "data-words")["unsaid"] == unsaid
    assert carried(player, pile, "data-plan") == carried(player, board, "data-plan")


CAPTURED_SIGNS = {"11B": "the rain man was captured: rain", "11C": "the lightning was captured: rain"}


@pytest.mark.parametrize(
    ("name", "signs"),
    [
        ("dutch", {}),
        (
            "polish_all",
            {
                "hanami": {"11": "a November card lies on the field: rain"},
                "tsukimi": {"12": "a December card lies on the field: fog"},
            },
        ),
        (
            "mongolopedia",
            {"hanami": CAPTURED_SIGNS, "tsukimi": CAPTURED_SIGNS},
        ),
    ],
)
def test_the_live_line_knows_what_ruins_a_yaku(
    table: Table, player: Player, name: str, signs: dict[str, dict[str, str]]
) -> None:
    words = carried(player, f"{table.begin(rules=name).path}/rounds/new", "data-words")
    assert words["signs"] == signs


def everyone(stopped: bool = False, takes: bool = False, exhausted: bool = False, **more: object) -> Any:
    """Where more than one player scores, as the live line is told; nowhere, unless said otherwise."""
    none = {"highest": False, "tie": None, "shares": None, "holder": 0}
    return {"stopped": stopped, "takes": takes, "exhausted": exhausted, **none, **more}


def held_yaku(how: object) -> dict[str, Any]:
    return {"exhausted": {"held_yaku": how}}


@pytest.mark.parametrize(
    ("house", "told"),
    [
        ({}, everyone()),
        ({"settlement": {"who_scores": "everyone"}}, everyone(stopped=True)),
        ({"settlement": {"who_scores": "winner_takes_all"}}, everyone(stopped=True, takes=True)),
        (held_yaku("holders"), everyone(exhausted=True)),
        (held_yaku("last_caller"), everyone()),
        (held_yaku("highest"), everyone(exhausted=True, highest=True)),
        (
            {"exhausted": {"held_yaku": "highest", "highest_tie": "dealer"}},
            everyone(exhausted=True, highest=True, tie=1),
        ),
        (held_yaku({"dealer": 1, "other": 2}), everyone()),
        (held_yaku({"dealer": 1, "other": 2, "holder": 3}), everyone(shares=[2, 1], holder=3)),
    ],
)
def test_the_live_line_knows_where_more_than_one_player_scores(
    table: Table, player: Player, installation: Installation, house: dict[str, Any], told: dict[str, Any]
) -> None:
    installation.house_rules.keep("house", {"extends": "default", "title": "House", **house})
    notepad = table.begin(rules="house", dealer=1)
    words = carried(player, f"{notepad.path}/rounds/new", "data-words")
    assert words["everyone"] == told
    assert words["last_caller"] is (house == held_yaku("last_caller"))
    assert (words["players"], words["round"]) == (["Anna", "Ben"], 1)


@pytest.mark.parametrize(
    ("rules", "headline", "outcomes"),
    [
        (
            "dutch",
            "Round {number}: who stopped?",
            {
                **{
                    f"{kind}{seat}{hand}": {"rounds": 1, "dealers": [seat, seat]}
                    for seat in (0, 1)
                    for kind, hand in (("", ""), ("hand.", ".teshi"), ("hand.", ".kuttsuki"))
                },
                "nobody": {"rounds": 1, "dealers": [0, 1]},
                "void": {"rounds": 0, "dealers": [0, 1]},
            },
        ),
        (
            "hana_awase",
            "Round {number}: whose cards?",
            {"nobody": {"rounds": 1, "dealers": [None, None]}, "void": {"rounds": 0, "dealers": [0, 1]}},
        ),
    ],
)
def test_a_board_knows_what_each_ending_leads_to(
    table: Table, player: Player, rules: str, headline: str, outcomes: dict[str, Any]
) -> None:
    notepad = table.begin(rules=rules, dealer=1)
    ahead = carried(player, f"{notepad.path}/rounds/new", "data-ahead")
    assert ahead["says"] == {
        "deals": "{dealer} deals",
        "go_on": "Go on with round {number}",
        "headline": headline,
        "over": "This round may end the match; that is known once it is sent.",
        "save": "Save round {number}",
        "unclear": "You will see what comes next once this is sent.",
        "unconfirmed": "{payment} (not confirmed)",
        "unknown": "dealer: after the earlier rounds are sent",
    }
    assert ahead["outcomes"] == outcomes
    assert (ahead["players"], ahead["dealer"], ahead["last"]) == (["Anna", "Ben"], 1, 12)
    assert ahead["always"] == ([4, 11, 12] if rules == "hana_awase" else [])


def test_a_later_round_is_finished_by_what_finished_the_first(table: Table, player: Player) -> None:
    notepad = table.begin(rules="dutch")

    def finishes(board: str) -> dict[str, int]:
        ahead = carried(player, board, "data-ahead")
        return {ending: leads_to["rounds"] for ending, leads_to in ahead["outcomes"].items()}

    first = finishes(f"{notepad.path}/rounds/new")
    assert finishes(f"{table.score(notepad, 'nobody').path}/rounds/new") == first


@pytest.mark.parametrize(
    ("monthly", "whole"),
    [
        ((), ""),
        (("round",), "round"),
        (("each",), "each"),
        (("each", "round"), "each"),
        (("round", "each"), "each"),
    ],
)
def test_a_board_asks_for_whole_months_where_a_yaku_takes_all_four_cards(
    table: Table, player: Player, installation: Installation, monthly: tuple[str, ...], whole: str
) -> None:
    def of_month(kind: str, least: int) -> dict[str, Any]:
        return {"name": f"{kind} {least}", "monthly": kind, "min": least, "points": 1}

    own = {"pairs": of_month("round", 2), "twos": of_month("each", 2)}
    own |= {f"whole_{kind}": of_month(kind, 4) for kind in monthly}
    installation.house_rules.keep("house", {"extends": "default", "title": "House", "yaku": own})
    board = f"{table.begin(rules='house').path}/rounds/new"
    assert carried(player, board, "data-words")["unsaid"]["whole"] == whole
    assert len(carried(player, board, "data-ahead")["months"]) == 12 * ("round" in monthly)


@pytest.mark.parametrize(
    ("name", "players", "counting"),
    [
        ("hana_awase", 2, {"par": 132, "yaku": "each_pays", "void_at": None, "ameshima": "nothing"}),
        ("hana_awase", 3, {"par": 88, "yaku": "each_pays", "void_at": None, "ameshima": "nothing"}),
        ("sakura", 2, {"par": 0, "yaku": "others_lose", "void_at": None, "ameshima": "nothing"}),
        ("strict", 2, {"par": 132, "yaku": "each_pays", "void_at": 20, "ameshima": "cancels_others"}),
        ("bakappana", 2, {"par": 132, "yaku": "own", "void_at": None, "ameshima": "nothing"}),
    ],
)
def test_a_board_of_captured_cards_knows_how_they_are_reckoned(
    table: Table,
    player: Player,
    installation: Installation,
    name: str,
    players: int,
    counting: dict[str, Any],
) -> None:
    strict = {"void_at": 20, "ameshima": "cancels_others"}
    installation.house_rules.keep("strict", {"extends": "hana_awase", "title": "Strict", "counting": strict})
    named = ("Anna", "Ben", "Cleo")[:players]
    match = table.begin(*named, rules=name).path
    words = carried(player, f"{match}/rounds/new", "data-words")
    assert words["counting"] == counting == carried(player, f"{match}/piles/1", "data-words")["counting"]
    assert (words["players"], words["initials"]) == ([*named], [one[0] for one in named])
    assert words["says"]["none"] == ("" if name == "bakappana" else "No yaku")


@pytest.mark.parametrize(
    ("rules", "called"),
    [("amuse_gion", {"called": [None, {"cards": [1 << 4, 1 << 8], "chaff": 2}]}), ("dutch", {})],
)
def test_a_board_knows_with_what_each_player_first_called_where_a_yaku_depends_on_it(
    table: Table, player: Player, rules: str, called: dict[str, Any]
) -> None:
    notepad = table.begin(rules=rules)
    for held in ("02A 09A 2C", "02A 09A 3C"):
        table.store(notepad, KoikoiCalled(player=1, pile=held, ruling="agreed"))
    board = f"{notepad.path}/rounds/new"
    words = carried(player, board, "data-words")
    assert {name: value for name, value in words.items() if name == "called"} == called
    assert player.open(board).form("/rounds")["calls-1"] == "0", "those that are stored are not entered again"


def test_the_months_of_the_rounds_are_named_where_the_rules_ask_for_them(
    table: Table, player: Player
) -> None:
    notepad = table.begin(rules="cwz")
    board = f"{notepad.path}/rounds/new"
    assert carried(player, board, "data-ahead")["months"][:2] == [["松", "Pine"], ["梅", "Plum"]]
    words = carried(player, board, "data-words")
    assert [(ask["text"], [answer["label"] for answer in ask["answers"]]) for ask in words["asks"]] == [
        ("All four of January?", ["Yes", "No"]),
        ("All four of January?", ["Yes", "No"]),
        ("Who called koi-koi last?", ["Anna", "Ben"]),
    ]
    assert words["exhausted"] == {"none": "Anna gets 6", "held": "the last to call koi-koi wins"}
    of_ben = carried(player, f"{notepad.path}/piles/1", "data-words")
    assert [ask["text"] for ask in of_ben["asks"]] == ["All four of January?"]
    assert of_ben["round"] == 1
    assert "data-ahead" not in player.open(f"{table.score(notepad, 'nobody').path}/rounds/1/correction").html
