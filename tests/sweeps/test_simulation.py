"""Simulated matches are legal, complete and the same for the same seed; policies do what they are called."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime, timedelta
from itertools import product
from random import Random

import pytest
from extent import EVERY_LOOK, daily
from koikoi.simulated import EVERY, PLAYERS, game_by

from bench.matches import NONE, TURN_BY_TURN, Incidents, Style, record
from scorekeeper.exports import record as records
from scorekeeper.koikoi.errors import NotAllowed
from scorekeeper.koikoi.match.events import (
    AnyEvent,
    HandShown,
    KoikoiCalled,
    MatchEnded,
    PointsAdjusted,
    RoundCorrected,
    RoundExhausted,
    RoundWon,
    TakenBack,
    as_values,
)
from scorekeeper.koikoi.match.match import Match
from scorekeeper.koikoi.match.replay import recorded_turns
from scorekeeper.koikoi.pile import pile
from scorekeeper.koikoi.rules.loader import names
from scorekeeper.koikoi.simulation.policies import POLICIES
from scorekeeper.times import utc_text

MATCHES = 9 if EVERY_LOOK else 1  # of every rule set by every policy
MIXED = Style(turns=0.3, losers=0.5, named=0.3, called=0.5)
EVENTFUL = Incidents(undone=0.3, corrected=0.3, ruled=0.1, ended=0.1, unfinished=0.1)


def checked(events: list[AnyEvent]) -> Match:
    """The match of a record, written and read, with every event checked."""
    return records.read(records.write(as_values(event) for event in events)).match


@pytest.mark.parametrize(("name", "policy"), daily(product(EVERY, POLICIES), 7))
def test_every_event_of_a_simulated_match_is_allowed(name: str, policy: str) -> None:
    for seed in range(MATCHES):
        seats = 2 + seed % 2 if MATCHES > 1 else 2 + len(policy) % 2
        game = game_by(name, seats)
        for incidents in (NONE, EVENTFUL):
            chance = Random(seed)
            events = record(game, PLAYERS[:seats], chance, [policy] * seats, style=MIXED, incidents=incidents)
            match = checked(events)
            assert match.finished or incidents is EVENTFUL
            assert len({event.id for event in events}) == len(events)
            if incidents is NONE:
                assert not any(sum(row.play.missed) for row in match.rounds)


@pytest.mark.parametrize("policy", daily(POLICIES, 2))
def test_every_decision_of_a_recorded_match_was_taken(policy: str) -> None:
    chance = Random(5)
    for ruleset in daily(names(), 3):
        events = record(game_by(ruleset), PLAYERS[:2], chance, [policy, "careful"], style=TURN_BY_TURN)
        for number, turn in enumerate(turns := list(recorded_turns(checked(events)))):
            follows = [event for event in turns[number + 1 : number + 2] if event.round == turn.round]
            assert turn.end.decision.koikoi or not turn.end.decision.stop or not follows
        called = Counter(type(event) for event in events)
        due = sum(turn.end.decision.due for turn in turns)
        assert due == called[KoikoiCalled] + called[RoundWon]


def test_the_same_seed_gives_the_same_record() -> None:
    def one(seed: int) -> list[AnyEvent]:
        return record(
            game_by("bga"),
            PLAYERS[:2],
            Random(seed),
            ["careful", "random"],
            style=MIXED,
            incidents=EVENTFUL,
            at=clock,
        )

    assert one(1) == one(1)
    assert one(1) != one(2)


def clock(seconds: float) -> str:
    return utc_text((datetime(2020, 2, 29, tzinfo=UTC) + timedelta(seconds=seconds)).isoformat())


def test_times_never_go_back() -> None:
    events = record(game_by("default", 3), PLAYERS, Random(4), ["careful"] * 3, style=MIXED, at=clock)
    times = [event.at for event in events]
    assert times == sorted(times)
    assert times[0] >= clock(0) and times[-1] > clock(12 * 60)


def kinds(**likely: float) -> tuple[Counter[type[AnyEvent]], list[Match]]:
    """The kinds of events in a few matches in which this is as likely as it says, and the matches."""
    found, matches = Counter[type[AnyEvent]](), []
    for seed in range(6):
        events = record(
            game_by("dutch"), PLAYERS[:2], Random(seed), ["careful"] * 2, incidents=Incidents(**likely)
        )
        found.update(type(event) for event in events)
        matches.append(checked(events))
    return found, matches


INCIDENTS = {RoundCorrected, TakenBack, PointsAdjusted, MatchEnded}


def test_each_incident_happens_where_it_is_likely_and_nowhere_else() -> None:
    for likely, kind in (("undone", TakenBack), ("corrected", RoundCorrected), ("ruled", PointsAdjusted)):
        found, matches = kinds(**{likely: 1.0})
        assert found[kind] > 20
        assert not (INCIDENTS - {kind}) & found.keys()
        assert all(match.finished for match in matches)


def test_a_match_may_be_ended_early_or_left() -> None:
    found, matches = kinds(ended=1.0)
    assert found[MatchEnded] == 6 and all(match.finished_early for match in matches)
    found, matches = kinds(unfinished=1.0)
    assert not found[MatchEnded] and not any(match.finished for match in matches)
    found, matches = kinds()
    assert not INCIDENTS & found.keys() and all(len(match.rounds) == 12 for match in matches)


def test_a_slip_in_a_round_is_one_forgotten_card_and_its_correction_counts() -> None:
    for seed in range(6):
        events = record(
            game_by("dutch"), PLAYERS[:2], Random(seed), ["careful"] * 2, incidents=Incidents(corrected=1)
        )
        match = checked(events)
        entered = [event for event in events if isinstance(event, RoundWon | RoundExhausted | HandShown)]
        for correction in (event for event in events if isinstance(event, RoundCorrected)):
            slip, right = entered[correction.round - 1], correction.events[-1]
            assert isinstance(slip, RoundWon) and isinstance(right, RoundWon)
            forgotten, whole = (pile(won.piles[won.player] or "") for won in (slip, right))
            assert len(whole) == len(forgotten) + 1
            assert match.rounds[correction.round - 1].piles[right.player] == whole


def test_players_who_cannot_play_by_some_rules_are_refused() -> None:
    with pytest.raises(NotAllowed):
        record(game_by("dutch"), ["Anna", "anna"], Random(1), ["careful"] * 2)
