"""What the referee says at the end of every recorded turn: what is new, what may be called and why not.

A turn as text: round, turn, player, the yaku that are new, those that grew after "+", the base, what may be
called, and the option behind what may not.
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from extent import EVERY_LOOK
from msgspec.structs import replace

from scorekeeper.exports import record
from scorekeeper.koikoi.cards import months, text
from scorekeeper.koikoi.errors import NotAllowed
from scorekeeper.koikoi.match.events import (
    AnyEvent,
    FieldDealt,
    KoikoiCalled,
    MatchStarted,
    RoundExhausted,
    RoundWon,
    TurnTaken,
)
from scorekeeper.koikoi.match.follow import follow
from scorekeeper.koikoi.match.match import Match
from scorekeeper.koikoi.match.replay import RecordedTurn, recorded_turns
from scorekeeper.koikoi.match.start import started
from scorekeeper.koikoi.rules.loader import rules
from scorekeeper.koikoi.rules.schema import options
from scorekeeper.koikoi.simulation.deals import deal
from scorekeeper.koikoi.simulation.game import Game
from scorekeeper.koikoi.simulation.policies import POLICIES
from scorekeeper.koikoi.simulation.turns import Turn, play

from .cases import MATCHES, Case, recorded
from .script import Tree, matched

GAMES = Path(__file__).parents[3] / "shared" / "games" / "koikoi_japan.jsonl"
TANE = "02A 02C1 04A 04C1 05A 05C1 06A 06C1 07A 07C1"  # five animals


def outline(turn: RecordedTurn) -> str:
    end = turn.end
    grown = "+" + ",".join(end.grown) if end.grown else ""
    may = " ".join(word for word in ("stop", "koikoi") if getattr(end.decision, word)) or "-"
    where = f"{turn.round}.{turn.number} {turn.player}"
    return f"{where} {','.join(end.new)}{grown} {end.base} {may} {end.decision.option}".strip()


def told(rules: str | Tree, lines: list[str]) -> list[str]:
    return [outline(turn) for turn in recorded_turns(matched(rules, lines))]


@pytest.mark.parametrize(
    ("rules", "lines", "last"),
    [
        ("polish_booklet", [f"turn 0: {TANE}"], "1.1 0 tane 1 stop koikoi"),
        ("polish_all", [f"turn 0: {TANE}"], "1.1 0 tane 1 stop calls.min_points"),
        ("polish_all", [f"turn 0: {TANE} 08A 08C1"], "1.1 0 tane 2 stop calls.min_points"),
        ("polish_all", [f"turn 0: {TANE} 08A 08C1 10A 10C1"], "1.1 0 inoshikacho,tane 12 stop koikoi"),
        (
            "polish_all",
            ["turn 0: 01B 03B 08B", "koi 0", "turn 1: ", "turn 0: 12B"],
            "1.3 0 shiko 8 stop koikoi",
        ),
        (
            "polish_all",
            [f"turn 0: {TANE} 10A 10C1", "koi 0", "turn 1: ", "turn 0: 08A 08C1"],
            "1.3 0 +inoshikacho,tane 12 stop calls.on_extension",
        ),
        (
            "dutch",
            [f"turn 0: {TANE}", "koi 0", "turn 1: ", "turn 0: 08A 08C1"],
            "1.3 0 +tane 2 stop koikoi",
        ),
        ("dutch", [f"turn 0: {TANE}", "koi 0", "turn 1: ", "turn 0: "], "1.3 0  1 -"),
    ],
)
def test_after_a_turn_the_rules_say_what_may_be_called(rules: str, lines: list[str], last: str) -> None:
    assert told(rules, lines)[-1] == last


def test_an_overlooked_yaku_was_a_decision_all_the_same() -> None:
    assert told("default", [f"turn 0: {TANE}", "turn 1: ", "turn 0: 08A 08C1"]) == [
        "1.1 0 tane 1 stop koikoi",
        "1.2 1  0 -",
        "1.3 0 +tane 2 stop koikoi",
    ]


def test_a_yaku_with_the_last_card_stops_the_round() -> None:
    others = ["turn 0: ", "turn 1: "] * 7
    last = told("default", [*others, "turn 0: ", f"turn 1: {TANE}"])[-1]
    assert last == "1.16 1 tane 1 stop calls.final_turn"
    assert told("default", [*others, f"turn 0: {TANE}"])[-1] == "1.15 0 tane 1 stop calls.final_turn"
    assert told("default", [*others[:-1], f"turn 1: {TANE}"])[-1] == "1.14 1 tane 1 stop koikoi"


def test_the_turns_of_all_rounds_are_numbered_by_round() -> None:
    lines = ["turn 0: 01B 03B 08B", "won 0", "turn 0: ", "turn 1: 01B 03B 08B", "won 1", "turn 1: "]
    assert told("dutch", lines) == [
        "1.1 0 sanko 5 stop koikoi",
        "2.1 0  0 -",
        "2.2 1 sanko 5 stop koikoi",
        "3.1 1  0 -",
    ]


def test_turns_that_were_taken_back_or_corrected_away_are_not_told() -> None:
    assert told("dutch", ["turn 0: 01B 03B 08B", "back", "turn 0: "]) == ["1.1 0  0 -"]
    lines = ["turn 0: 01B 03B 08B", "won 0", "correct 1 = turn 0: 01B 03B; turn 1: 01C1 08B 12B 03C1; empty"]
    assert told("dutch", lines) == ["1.1 0  0 -", "1.2 1  0 -"]


@pytest.mark.parametrize(
    "case", [match for match in MATCHES if "due" in match.values[0] and "refused" not in match.values[0]]
)
def test_the_last_recorded_turn_and_the_match_agree_on_what_is_due(case: Case) -> None:
    match = record.from_tree(recorded(case, case["events"])).match
    *_, last = recorded_turns(match)
    due = match.play.due
    if due is not None:
        assert (due.player, due.decision) == (last.player, last.end.decision)
        assert (due.new, due.grown, due.points) == (last.end.new, last.end.grown, last.end.points)


@pytest.mark.skipif(not GAMES.exists(), reason="no recorded games beside this checkout")
def test_in_recorded_games_a_decision_is_due_exactly_where_the_players_were_asked() -> None:
    games: dict[int, list[Tree]] = {}
    for line in GAMES.read_text("utf-8").splitlines():
        played: Tree = json.loads(line)
        games.setdefault(played["game"], []).append(played)
    for rounds in list(games.values())[:6]:
        turns = recorded_turns(record.from_tree(_record(rounds)).match)
        asked = [(played["round"], *turn) for played in rounds for turn in played["turns"]]
        for (number, player, *_, call), turn in zip(asked, turns, strict=True):
            assert (turn.round, turn.player) == (number, player - 1)
            assert turn.end.decision.due == (call is not None)
            assert turn.end.decision.koikoi or call != "koi"


def _record(rounds: list[Tree]) -> Tree:
    """The record of a game with all its turns."""
    start = {"type": "match-started", "players": ["North", "South"], "ruleset": "koikoi_japan", "rounds": 8}
    events: list[Tree] = [{**start, "purse": 30, "dealer": rounds[0]["dealer"] - 1}]
    calls = {"koi": "koikoi-called", "stop": "round-won"}
    for played in rounds:
        for player, card, matches, drawn, drawn_matches, call in played["turns"]:
            hand, stock = [card, *matches] * bool(matches), [drawn, *drawn_matches] * bool(drawn_matches)
            captured = " ".join([*hand, *stock])
            events.append({"type": "turn-taken", "player": player - 1, "captured": captured})
            if call:
                events.append({"type": calls[call], "player": player - 1})
        if call != "stop":
            events.append({"type": "round-exhausted"})
    return {"format": "koikoi-match/1", "events": events}


NUMBERS = {"calls.min_points": (0, 1, 2, 5, 8), "calls.limit": (None, None, 0, 1, 2)}
CALLS = {
    row.key.removeprefix("calls."): NUMBERS.get(row.key) or row.words or (False, True)
    for row in options().values()
    if row.key.startswith("calls.")
}


@pytest.mark.parametrize("seed", range(2_000 if EVERY_LOOK else 40))
def test_what_the_referee_allows_is_accepted_and_what_it_refuses_is_not(seed: int) -> None:
    chance = Random(seed)
    calls = {name: chance.choice(values) for name, values in CALLS.items()}
    name = chance.choice(("default", "polish_all", "mongolopedia", "russian_all"))
    game = Game(rules({"extends": name, "calls": calls}), 2)
    start = started(MatchStarted(players=("Anna", "Ben"), ruleset=game.complete, dealer=0))
    for _deal in range(3):
        dealt = deal(game, chance)
        played = play(game, dealt, 0, 1, [POLICIES["random"], POLICIES["bold"]], chance)
        match = follow(start, FieldDealt(cards=text(dealt.field))) if game.asks_dealt else start
        for place, turn in enumerate(played.turns):
            if match.rounds or match.play.voids:
                break  # what was dealt decided the round
            match = follow(match, taken(turn))
            onward: list[AnyEvent] = [*map(taken, played.turns[place + 1 :]), RoundExhausted()]
            match = said(match, turn, onward[0], chance)


def taken(turn: Turn) -> TurnTaken:
    return TurnTaken(player=turn.player, captured=text(turn.captured), field=months(turn.field))


def said(match: Match, turn: Turn, onward: AnyEvent, chance: Random) -> Match:
    """The match after what was said at the end of a turn; everything that could be said is tried."""
    *_, last = recorded_turns(match)
    stop, koikoi = last.end.decision.stop, last.end.decision.koikoi
    option = last.end.decision.option
    waits = koikoi and match.rules.calls.missed_yaku == "rewind"
    is_forced = stop and not koikoi
    stops, calls = RoundWon(player=turn.player), KoikoiCalled(player=turn.player)
    goes_on = isinstance(onward, RoundExhausted) or not is_forced
    answers = [tried(match, event) for event in (stops, calls, onward)]
    assert answers == [
        "accepted" if stop else option,
        "accepted" if koikoi else option,
        "calls.missed_yaku" if waits else "accepted" if goes_on else option,
    ]
    assert "accepted" in answers
    if is_forced and goes_on:  # whoever must stop with the last card has stopped
        assert [replace(row, log=match.log) for row in follow(match, onward).rounds] == [
            replace(row, log=match.log) for row in follow(match, stops).rounds
        ]
    if not turn.koikoi:
        return match
    return match if not waits and chance.random() < 0.5 else follow(match, calls)


def tried(match: Match, event: AnyEvent) -> str:
    """Whether an event is accepted; the option behind it where it is refused."""
    try:
        follow(match, event)
    except NotAllowed as refused:
        return refused.option
    return "accepted"
