"""Recorded games, and the list of examples behind ``worked/*.toml``.

Skipped unless they are in a folder next to the checkout.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

import msgspec
import pytest

from scorekeeper.exports import json_values, record
from scorekeeper.koikoi.cards import cards, months
from scorekeeper.koikoi.rules.loader import named, rules

from .cases import cases, rules_of
from .recorded_games import GAMES, SHARED, at_the_end, games, turn_by_turn
from .script import Tree

Asked = tuple[object, ...]  # the rules as JSON, the cards, and what happened before

WORKED = SHARED / "rules" / "worked.json"


@pytest.mark.skipif(not WORKED.exists(), reason="no list of worked examples beside this checkout")
def test_every_worked_example_is_a_case_of_ours_and_every_case_is_listed() -> None:
    listed = json.loads(WORKED.read_text("utf-8"))["examples"]
    ours = [
        (kind, case.values[0])
        for kind in ("round", "hand", "match", "decision", "field")
        for case in cases("worked", kind)
    ]
    answers = {_asked(kind, case): _answer(kind, case) for kind, case in ours}
    assert len(answers) == len(ours) == len(listed)
    for example in listed:
        wanted = {key: value for key, value in _expected(example).items() if value is not None}
        assert wanted.items() <= answers[_asked_by(example)].items(), example["id"]


def _asked(kind: str, case: Tree) -> Asked:
    written = msgspec.json.encode(rules_of(case))
    if kind == "round":
        dealt, field = cards(case.get("dealt", "")), tuple(case.get("field", ()))
        return written, cards(case["pile"]), tuple(case.get("calls", (0, 0))), dealt, field
    if kind == "match":
        return written, tuple(case["events"])
    if kind == "decision":
        new, grown = case.get("new", False), case.get("grown", False)
        return written, new, grown, case["base"], tuple(case.get("calls", (0, 0)))
    return written, kind, cards(case["cards"])


def _asked_by(example: Tree) -> Asked:
    written = msgspec.json.encode(rules(example["ruleset"], named, example["overrides"]))
    context = example["context"]
    match example.get("kind", "pile"):
        case "pile":
            dealt, field = (cards(" ".join(context.get(key, ()))) for key in ("field_at_deal", "field_now"))
            calls = example["calls"]["winner_koi"], example["calls"]["opponent_koi"]
            return written, cards(" ".join(example["captured"])), calls, dealt, months(field)
        case "teyaku":
            return written, "hand", cards(" ".join(example["hand"]))
        case "teyaku_both":
            return written, ("hand 0 teshi", "hand 1 kuttsuki")
        case "exhausted":
            return written, ("koi 1", "empty") if context["held_yaku"] else ("empty",)
        case "decision":
            assert not context.get("last_turn")
            calls = context.get("own_calls", 0), context.get("other_calls", 0)
            new, grown = context.get("new", False), context.get("extended", False)
            return written, new, grown, context["base"], calls
        case "field":
            return written, "field", cards(" ".join(example["field"]))
    raise AssertionError(f"an example of an unknown kind: {example}")


def _answer(kind: str, case: Tree) -> Tree:
    if kind == "round":
        return {
            "yaku": case["yaku"],
            "base": sum(case["yaku"].values()),
            "multiplier": case.get("times", 1),
            "added": case.get("plus", 0),
            "points": case["points"],
            "transfer": case.get("pays"),
        }
    if kind == "match":
        dealer, _, winner, points = case["sheet"][0].partition(":")[0].split()
        same = "same" if case.get("dealer") == int(dealer) else None
        return {"result": "draw" if winner == "-" else "dealer", "points": int(points), "next_dealer": same}
    if kind == "decision":
        return {"allowed": case["may"]}
    if kind == "hand":
        return {"result": case["yaku"], "points": case["points"]}
    return {"result": case["result"]}


def _expected(example: Tree) -> Tree:
    """The answer of an example; None where it has none."""
    expected = dict(example["expected"])
    match example.get("kind", "pile"):
        case "pile":
            expected["yaku"] = {line["id"]: line["points"] for line in expected["yaku"]}
            expected["transfer"] = expected["transfer"] or None
        case "exhausted":
            expected["next_dealer"] = example["context"].get("next_dealer")
        case "decision":
            expected["allowed"] = [{"koi": "koikoi"}.get(word, word) for word in expected["allowed"]]
    return expected


@pytest.mark.skipif(not GAMES.exists(), reason="no recorded games beside this checkout")
@pytest.mark.parametrize("way", [at_the_end, turn_by_turn])
def test_recorded_games_are_paid_as_they_were(way: Callable[[Tree], Iterator[Tree]]) -> None:
    for game in games():
        start = {
            "type": "match-started",
            "players": ["North", "South"],
            "ruleset": "koikoi_japan",
            "dealer": game[0]["dealer"] - 1,
        }
        events = [start, *(event for row in game for event in way(row))]
        sheet = json_values.tally(record.from_tree({"format": "koikoi-match/1", "events": events}).match)
        paid = [(row["transfer"], row["dealer"] + 1) for row in sheet["rounds"]]
        assert paid == [(row["points"], row["dealer"]) for row in game], game[0]["game"]
