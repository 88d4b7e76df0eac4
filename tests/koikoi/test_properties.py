"""What must hold for every match and every pile, whatever the rules."""

from __future__ import annotations

from random import Random
from typing import Any

from extent import examples
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from scorekeeper.exports import json_values, record
from scorekeeper.koikoi.cards import CHAFF, Card, cards, each, text
from scorekeeper.koikoi.errors import BadRecord
from scorekeeper.koikoi.match import replay as matches_module
from scorekeeper.koikoi.match.events import RoundEvent, as_values, event
from scorekeeper.koikoi.match.match import Match
from scorekeeper.koikoi.pile import Pile, pile
from scorekeeper.koikoi.rules.loader import rules
from scorekeeper.koikoi.scoring.evaluate import score
from scorekeeper.koikoi.scoring.plan import compiled
from scorekeeper.koikoi.scoring.score import Circumstances

from . import playing
from .plain_scorer import all_at_once

HALF = settings(max_examples=examples(40))
MORE = settings(max_examples=examples(150))


def read(events: list[dict[str, Any]]) -> Match:
    return record.from_tree({"format": "koikoi-match/1", "events": events}).match


def sheet(events: list[dict[str, Any]]) -> dict[str, Any]:
    return json_values.tally(read(events))


@HALF
@given(playing.matches())
def test_coins_add_up(events: list[dict[str, Any]]) -> None:
    match = read(events)
    transfers = [row.transfer for row in match.rounds] + [
        adjustment.transfer for adjustment in match.adjustments
    ]
    assert (
        match.balance == tuple(match.purse + sum(seat) for seat in zip(*transfers, strict=True))
        or not transfers
    )
    for row in match.rounds:
        rules = match.rules_of(row.number)
        if rules.settlement.account == "transfer":
            assert sum(row.transfer) == 0
            assert all(0 <= adjustment.coins <= adjustment.owed for adjustment in row.payments)
        else:
            won = max(row.transfer) if row.player is None else row.transfer[row.player]
            assert won == row.points * rules.settlement.coin


@HALF
@given(playing.matches())
def test_every_row_adds_up(events: list[dict[str, Any]]) -> None:
    for row in sheet(events)["rounds"]:
        caps = row.get("caps", [])
        together = sum(line["points"] for line in row["yaku"])
        assert row["base"] < together if "max_base" in caps else row["base"] == together
        reckoned = row["base"] * row["multiplier"] + row["added"]
        assert row["points"] < reckoned if "max_points" in caps else row["points"] == reckoned


@HALF
@given(playing.matches())
def test_undo_equals_never_having_entered(events: list[dict[str, Any]]) -> None:
    sheets = [sheet(events[: length + 1]) for length in range(len(events))]
    undone = [sheet([*events, *[{"type": "taken-back"}] * steps]) for steps in range(1, len(events))]
    assert undone == sheets[-2::-1]


@HALF
@given(playing.matches(most=6, hands=False), st.data())
def test_a_correction_equals_having_entered_it_at_first(
    events: list[dict[str, Any]], data: st.DataObject
) -> None:
    match = read(events)
    assume(match.rounds)
    number = data.draw(st.integers(1, len(match.rounds)))
    seats = len(match.players)
    replacement = {"type": "round-exhausted", "piles": data.draw(playing.dealt_piles(seats))}
    correction = {"type": "round-corrected", "round": number, "events": [replacement]}
    try:
        corrected = read([*events, correction])
    except BadRecord:
        return
    of_round = [isinstance(one, RoundEvent) and one.round == number for one in match.events]
    over = len(of_round) - of_round[::-1].index(True)  # what was decided between its events comes before it
    before = [past for mine, past in zip(of_round, match.events[:over], strict=False) if not mine]
    right = matches_module.replay([*before, event(replacement), *match.events[over:]])
    assert json_values.tally(corrected) == json_values.tally(right)
    assert json_values.tally(read([*events, correction, {"type": "taken-back"}])) == sheet(events)


@MORE
@given(playing.matches(), playing.tables())
def test_rules_changed_from_round_1_equal_having_begun_with_them(
    events: list[dict[str, Any]], table: Any
) -> None:
    assume(all(tree["type"] != "rules-changed" for tree in events))
    try:
        begun = read([{**events[0], "ruleset": table}, *events[1:]])
        changed = read([*events, {"type": "rules-changed", "ruleset": table, "from": 1}])
    except BadRecord:
        return
    made = [*json_values.tally(begun).get("amendments", []), json_values.tally(changed)["amendments"][-1]]
    assert json_values.tally(changed) == {**json_values.tally(begun), "amendments": made}


@HALF
@given(playing.matches(), st.integers(1, 10), st.integers(0, 2))
def test_a_corrected_dealer_dealt_and_nothing_before_changes(
    events: list[dict[str, Any]], number: int, player: int
) -> None:
    match = read(events)
    try:
        right = read([*events, {"type": "dealer-corrected", "round": number, "player": player}])
    except BadRecord:
        assert number > match.number - match.finished or player in (*[match.dealer_of(number)], 2)
        return
    assert right.dealer_of(number) == player
    assert right.rounds[: number - 1] == match.rounds[: number - 1]
    assert len(right.rounds) == len(match.rounds)


@HALF
@given(playing.matches())
def test_a_record_exported_and_imported_has_the_same_sheet(events: list[dict[str, Any]]) -> None:
    once = record.from_tree({"format": "koikoi-match/1", "events": events})
    again = record.read(record.write(as_values(move) for move in once.events))
    assert json_values.tally(again.match) == json_values.tally(once.match)
    assert [as_values(move) for move in again.events] == [as_values(move) for move in once.events]


@HALF
@given(playing.tables(), st.permutations([card.id for card in each(2**48 - 1)]), st.data())
def test_live_turns_equal_entry_at_the_end_of_the_round(
    table: Any, deck: list[str], data: st.DataObject
) -> None:
    house = rules(table)
    assume(not compiled(house).asks_field_months)
    start = {"type": "match-started", "players": ["Anna", "Ben"], "ruleset": table, "purse": 40}
    live: list[dict[str, Any]] = [start]
    calls: list[dict[str, Any]] = []
    held, left = ["", ""], list(deck)
    for turn in range(data.draw(st.integers(1, 16))):
        took = [left.pop() for _ in range(data.draw(st.integers(0, 4))) if left]
        live.append({"type": "turn-taken", "player": turn % 2, "captured": " ".join(took)})
        held[turn % 2] += " " + " ".join(took)
        due = read(live).play.due
        if due is None or not due.decision.due:
            continue
        if not due.decision.koikoi or data.draw(st.booleans()):
            live.append({"type": "round-won", "player": turn % 2})
            at_the_end = [*calls, {"type": "round-won", "player": turn % 2, "piles": held}]
            break
        calls.append({"type": "koikoi-called", "player": turn % 2})
        live.append(calls[-1])
    else:
        live.append({"type": "round-exhausted"})
        at_the_end = [*calls, {"type": "round-exhausted", "piles": held}]
    assert sheet(live) == sheet([start, *at_the_end])


@MORE
@given(
    playing.tables(), playing.piles(), st.integers(0, 4), st.integers(0, 2), st.none() | st.integers(1, 24)
)
def test_a_scorer_scores_as_a_plain_one(
    table: Any, held: Pile, own: int, others: int, number: int | None
) -> None:
    house = rules(table)
    plan = compiled(house)
    at = Circumstances(own=own, others=others, round=number)
    lines = score(house, held, at).lines
    assert lines in [all_at_once(plan, rows, held, at) for rows in plan.readings]


@MORE
@given(playing.tables(), st.lists(st.sampled_from([*each(CHAFF)]), unique=True), playing.piles(most=12))
def test_named_chaff_is_worth_what_counted_chaff_is(table: Any, chaff: list[Card], rest: Pile) -> None:
    house = rules(table)
    plan = compiled(house)
    asked = plan.asks_chaff(1)
    for month in plan.asks_months(1):
        asked |= cards(" ".join(card.id for card in each(CHAFF) if card.month == month))
    chaff = [card for card in chaff if not card.bit & asked]
    others = text(rest.cards & ~CHAFF)
    at = Circumstances(round=1)
    named = score(house, pile(f"{others} {' '.join(card.id for card in chaff)}"), at)
    counted = score(house, Pile(rest.cards & ~CHAFF, len(chaff)), at)
    assert (named.base, named.points) == (counted.base, counted.points)


@MORE
@given(playing.tables(), playing.piles(), st.randoms(use_true_random=False))
def test_a_score_depends_on_nothing_that_was_scored_before(table: Any, held: Pile, random: Random) -> None:
    house = rules(table)
    once = score(house, held)
    for _ in range(3):
        score(house, Pile(random.getrandbits(48) & ~CHAFF, random.randrange(20)))
    assert score(house, held) == once
