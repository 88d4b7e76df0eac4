"""Worked examples and recorded games, where they lie beside the checkout; skipped, saying so, where not."""

from __future__ import annotations

import itertools
import json
from pathlib import Path

import pytest

from scorekeeper.exports import plain, record
from scorekeeper.koikoi.cards import cards, months
from scorekeeper.koikoi.match.calls import decision
from scorekeeper.koikoi.match.dealt_hands import lucky_hands
from scorekeeper.koikoi.pile import pile
from scorekeeper.koikoi.rules import deal
from scorekeeper.koikoi.rules.loading import named, rules
from scorekeeper.koikoi.scoring.circumstances import Circumstances
from scorekeeper.koikoi.scoring.scorer import score

from .script import matched

SHARED = Path(__file__).parents[3] / "shared"
WORKED, GAMES = SHARED / "rules" / "worked.json", SHARED / "games" / "koikoi_japan.jsonl"


def examples(*kinds):
    found = json.loads(WORKED.read_text("utf-8"))["examples"] if WORKED.exists() else []
    return [pytest.param(one, id=one["id"]) for one in found if one.get("kind", "pile") in kinds]


def rules_of(example):
    return rules(example["ruleset"], named, example["overrides"])


def points_or_none(wanted, found):
    return wanted is None or wanted == found


@pytest.mark.skipif(not WORKED.exists(), reason="no worked examples beside this checkout")
def test_the_worked_examples_are_there_and_every_kind_is_run():
    kinds = {one.get("kind", "pile") for one in json.loads(WORKED.read_text("utf-8"))["examples"]}
    assert kinds <= {"pile", "teyaku", "teyaku_both", "exhausted", "decision", "field"}


@pytest.mark.parametrize("example", examples("pile"))
def test_a_pile(example):
    context, wanted = example["context"], example["expected"]
    at = Circumstances(
        own=example["calls"]["winner_koi"],
        others=example["calls"]["opponent_koi"],
        round=context.get("round_month"),
        dealt=cards(" ".join(context.get("field_at_deal", ()))),
        field_months=months(cards(" ".join(context.get("field_now", ())))),
    )
    found = score(rules_of(example), pile(" ".join(example["captured"])), at)
    assert sorted((line.yaku, line.points) for line in found.lines) == sorted(
        (line["id"], line["points"]) for line in wanted["yaku"]
    )
    for key in ("base", "multiplier", "added", "points"):
        assert wanted.get(key) in (None, getattr(found, key)), key


@pytest.mark.parametrize("example", examples("teyaku"))
def test_a_dealt_hand(example):
    chosen = rules_of(example)
    name, points, _ = lucky_hands(chosen, cards(" ".join(example["hand"])))[0]
    wanted = example["expected"]
    assert wanted["result"] == "redeal" == points or (name, points) == (wanted["result"], wanted["points"])


@pytest.mark.parametrize("example", examples("teyaku_both"))
def test_two_dealt_hands(example):
    row = matched(example["ruleset"], ["hand 0 teshi", "hand 1 kuttsuki"]).rounds[-1]
    assert example["expected"] == {"result": "draw", "points": 0}
    assert (row.result, row.points) == ("drawn", 0)


@pytest.mark.parametrize("example", examples("exhausted"))
def test_an_exhausted_round(example):
    table = {"extends": example["ruleset"], **example["overrides"]}
    match = matched(table, ["koi 1", "empty"] if example["context"]["held_yaku"] else ["empty"], dealer=1)
    row, wanted = match.rounds[-1], example["expected"]
    assert row.points == wanted["points"]
    assert row.player == (1 if wanted["result"] == "dealer" else None)
    if example["context"].get("next_dealer") == "same":
        assert match.dealer == 1


@pytest.mark.parametrize("example", examples("decision"))
def test_a_decision(example):
    context = example["context"]
    found = decision(
        rules_of(example),
        new=context.get("new", False),
        grown=context.get("extended", False),
        base=context["base"],
        own=context.get("own_calls", 0),
        others=context.get("other_calls", 0),
        last_turn=context.get("last_turn", False),
    )
    allowed = [word for word, may in (("stop", found.stop), ("koi", found.koikoi)) if may]
    assert allowed == example["expected"]["allowed"]


@pytest.mark.parametrize("example", examples("field"))
def test_a_dealt_field(example):
    found = deal.field_outcome(rules_of(example), cards(" ".join(example["field"])))
    wanted = example["expected"]["result"]
    if wanted == "play":
        assert found is None
    else:
        assert found is not None
        assert found.points == (None if wanted == "redeal" else wanted["dealer"])


def games():
    if not GAMES.exists():
        return []
    rows = [json.loads(line) for line in GAMES.read_text("utf-8").splitlines()]
    return [list(game) for _, game in itertools.groupby(rows, key=lambda row: row["game"])]


def taken(turn):
    _, played, took, drawn, took_more, _ = turn
    return ([played, *took] if took else []) + ([drawn, *took_more] if took_more else [])


def at_the_end(row):
    held = {1: [], 2: []}
    for turn in row["turns"]:
        held[turn[0]] += taken(turn)
        if turn[-1] == "koi":
            yield {"type": "koikoi-called", "player": turn[0] - 1}
    piles = [" ".join(held[1]), " ".join(held[2])]
    if any(turn[-1] == "stop" for turn in row["turns"]):
        yield {"type": "round-won", "player": row["winner"] - 1, "piles": piles}
    else:
        yield {"type": "round-exhausted", "piles": piles}


def turn_by_turn(row):
    for turn in row["turns"]:
        yield {"type": "turn-taken", "player": turn[0] - 1, "captured": " ".join(taken(turn))}
        if turn[-1] == "koi":
            yield {"type": "koikoi-called", "player": turn[0] - 1}
        if turn[-1] == "stop":
            yield {"type": "round-won", "player": turn[0] - 1}
    if not any(turn[-1] == "stop" for turn in row["turns"]):
        yield {"type": "round-exhausted"}


@pytest.mark.skipif(not GAMES.exists(), reason="no recorded games beside this checkout")
@pytest.mark.parametrize("way", [at_the_end, turn_by_turn])
def test_recorded_games_are_paid_as_they_were(way):
    for game in games():
        start = {
            "type": "match-started",
            "players": ["North", "South"],
            "ruleset": "koikoi_japan",
            "dealer": game[0]["dealer"] - 1,
        }
        events = [start, *(event for row in game for event in way(row))]
        sheet = plain.sheet(record.of({"format": "koikoi-match/1", "events": events}).match)
        found = [(row["transfer"], row["dealer"] + 1) for row in sheet["rounds"]]
        assert found == [(row["points"], row["dealer"]) for row in game], game[0]["game"]
