"""Whole matches and their sheets, ``matches/*.toml`` and ``worked/*.toml``, in the notation of events.

A case: ``claim``, ``events``, and what must come out: ``sheet`` (see ``script.outline``), ``dealer`` (next),
``winners`` (the match is over; without it the match goes on), ``calls`` and ``due`` of the deal being played,
``round_calls`` of the last round, ``coins`` (balance), ``why`` it is over, ``why_round`` (what
is said of the last round). Or the last event is ``refused``,
with the ``option`` behind it.
"""

from __future__ import annotations

import pytest
from extent import daily
from msgspec.structs import replace

from scorekeeper.exports import json_values, record
from scorekeeper.koikoi.errors import BadRecord, KoikoiError
from scorekeeper.koikoi.match.match import Match
from scorekeeper.koikoi.match.replay import replay
from scorekeeper.koikoi.notation import read, write

from .cases import MATCHES, Case, recorded
from .script import matched, outline

FIELDS = {
    *("claim", "source", "rules", "set", "file_set", "bug", "players", "start", "events"),
    *(
        "sheet",
        "dealer",
        "winners",
        "calls",
        "round_calls",
        "due",
        "coins",
        "why",
        "why_round",
        "names",
        "refused",
        "option",
    ),
}


@pytest.mark.parametrize("case", [parameter for parameter in MATCHES if "refused" not in parameter.values[0]])
def test_a_match_has_the_expected_sheet(case: Case) -> None:
    assert case.keys() <= FIELDS
    match = record.from_tree(recorded(case, case["events"])).match
    sheet = json_values.tally(match)
    assert all(row["base"] * row["multiplier"] + row["added"] == row["points"] for row in sheet["rounds"])
    outcome = {
        "sheet": outline(match),
        "dealer": match.dealer,
        "winners": list(match.winners),
        "calls": list(match.play.calls),
        "round_calls": list(match.rounds[-1].play.calls) if match.rounds else [],
        "due": _due(match),
        "coins": list(match.balance),
        "why": str(match.why_finished),
        "why_round": str(match.rounds[-1].why) if match.rounds else "",
        "names": list(match.players),
    }
    wanted = {key: case[key] for key in outcome if key in case}
    assert {key: outcome[key] for key in wanted} == wanted
    assert match.finished == ("winners" in case)
    again = replay(match.events)  # each names its round now
    assert replace(again, seq=match.seq, entered=match.entered) == match


@pytest.mark.parametrize("case", [parameter for parameter in MATCHES if "refused" in parameter.values[0]])
def test_an_event_is_refused(case: Case) -> None:
    assert case.keys() <= FIELDS
    record.from_tree(recorded(case, case["events"][:-1]))
    with pytest.raises(BadRecord) as refusal:
        record.from_tree(recorded(case, case["events"]))
    number, last = len(case["events"]) + 1, case["events"][-1]
    try:
        line = f"{write(read(last))[:80]}: "
    except KoikoiError:  # no event at all, which the record says without its line
        line = ""
    assert str(refusal.value) == f"event {number}: {line}{case['refused']}"
    assert refusal.value.option == case.get("option", "")


@pytest.mark.parametrize(
    "case",
    daily((one for one in MATCHES if "refused" not in one.values[0] and not one.marks), 4),
)
def test_a_match_is_unchanged_by_its_record_and_by_undo(case: Case) -> None:
    tree = recorded(case, case["events"])
    sheet = json_values.tally(record.from_tree(tree).match)
    assert json_values.tally(record.read(record.write(tree["events"])).match) == sheet
    again = [*tree["events"], {"type": "match-ended"}, {"type": "taken-back"}]
    if "winners" not in case:
        assert json_values.tally(record.from_tree({**tree, "events": again}).match) == sheet
    if "back" not in case["events"] and case["events"]:
        undone = record.from_tree({**tree, "events": [*tree["events"], {"type": "taken-back"}]}).match
        assert json_values.tally(undone) == json_values.tally(
            record.from_tree(recorded(case, case["events"][:-1])).match
        )


def test_the_events_of_a_script_are_those_of_a_record() -> None:
    match = matched("default", ["koi 1: 08B 09A", "won 0: 03B 09A | 1: 4C [11]"])
    assert outline(match) == ["0 won 0 10: 10 0"]
    assert json_values.tally(match)["rounds"][0]["calls"] == [0, 1]


def _due(match: Match) -> str:
    due = match.play.due
    if due is None:
        return "nothing"
    calls = [word for word in ("stop", "koikoi") if getattr(due.decision, word)]
    return f"{due.player} " + (" ".join(calls) or "none")
