"""What the matches of a player come to: results, coins, rule sets, rounds."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.archive.digests import Gains
from scorekeeper.archive.players import KIND, id_of
from scorekeeper.archive.results import Career, PlayerRow, Results, career_of, regulars
from scorekeeper.store import Store

from .matches import Table, begin, win

ANNA, PIET, CLEO = map(id_of, ("Anna", "Piet", "Cleo"))
SHORT: dict[str, Any] = {"rounds": 2, "purse": 50, "ruleset": "russian"}  # who loses pays


@pytest.fixture
def table(store: Store) -> Table:
    return Table(store)


def play(
    table: Table, match_id: str, *winners: int, names: tuple[str, ...] = ("Anna", "Piet"), **more: Any
) -> None:
    day = 10 + len(table.store.last_seqs())
    begin(table.store, match_id, *names, at=f"2026-02-{day}T19:00:00Z", **{**SHORT, **more})
    for winner in winners:
        win(table.store, match_id, winner, others=len(names) - 1)


def career(table: Table, id_: str) -> Career:
    return career_of(id_, table.view())


def listed(table: Table) -> tuple[PlayerRow, ...]:
    view = table.view()
    return regulars(view.matches, view.players)


def test_results_are_those_of_finished_matches(table: Table) -> None:
    play(table, "won", 0, 0)
    play(table, "tied", 0, 1)
    play(table, "lost", 1, 1)
    play(table, "not finished", 0)
    anna, piet = career(table, ANNA), career(table, PIET)
    assert anna.results == Results(won=1, lost=1, tied=1)
    assert anna.results == piet.results
    assert [match.id for match in anna.counting] == ["won", "tied", "lost"]
    assert len(anna.matches) == 4
    coins = anna.course("coins")[1][1]
    assert coins > 0
    assert [had for _, had in anna.course("coins")] == [0, coins, coins, 0]
    assert [had for _, had in piet.course("coins")] == [0, -coins, -coins, 0]
    assert dict(anna.against) == {PIET: anna.results}


def test_a_match_that_ended_before_its_first_round_is_no_tie(table: Table) -> None:
    for match_id, winners in (("none", ()), ("one", (0,))):
        play(table, match_id, *winners)
        store = table.store
        store.append(match_id, store.last(match_id), [{"type": "match-ended", "id": match_id, "reason": ""}])
    anna = career(table, ANNA)
    assert (anna.results.matches, anna.results.won, anna.results.tied) == (1, 1, 0)
    assert [match.id for match in anna.counting] == ["one"]
    anna_again, _piet = listed(table)
    assert (anna_again.matches, anna_again.results, anna_again.share) == (2, anna.results, 1.0)


def test_coins_are_those_that_the_scoresheets_say_also_after_a_ruling(table: Table) -> None:
    play(table, "first", 0)
    store = table.store
    ruling = {"type": "points-adjusted", "id": "ruling", "points": [3, -3], "reason": "x"}
    store.append("first", store.last("first"), [ruling])
    win(store, "first", 1)
    (match,) = table.view().matches
    anna = career(table, ANNA).results
    assert anna.gains.coins == match.digest.balance[0] - 50
    assert anna == Results(won=1, gains=Gains(coins=3))


def test_points_of_a_match_in_which_nobody_pays_are_not_added_to_coins(table: Table) -> None:
    play(table, "coins", 0, 0)
    play(table, "points", 0, 0, ruleset="dutch")
    anna, piet = career(table, ANNA), career(table, PIET)
    assert anna.units == ("coins", "points")
    assert piet.results.gains == Gains(coins=-anna.results.gains.coins)
    assert anna.results.gains.points > 0
    assert [match.id for match, _ in anna.course("points") if match] == ["points"]
    assert [results.gains._replace(points=0) == Gains() for _, results in anna.by_rules].count(True) == 1
    assert [results.gains._replace(coins=0) == Gains() for _, results in anna.by_rules].count(True) == 1


def test_a_match_in_which_coins_were_paid_brings_coins_whatever_rules_it_ends_with(table: Table) -> None:
    play(table, "changed", 0)
    changed = {"type": "rules-changed", "id": "change", "ruleset": "dutch", "from": 2, "reason": ""}
    table.store.append("changed", table.store.last("changed"), [changed])
    win(table.store, "changed", 0)
    (match,) = table.view().matches
    assert match.digest.finished
    assert career(table, ANNA).results.gains == Gains(coins=match.digest.gains[0])


def test_of_three_somebody_may_be_ahead_of_one_and_behind_another(table: Table) -> None:
    play(table, "three", 0, 0, 1, names=("Anna", "Piet", "Cleo"), rounds=3)
    (match,) = table.view().matches
    assert sorted(match.digest.balance, reverse=True) == list(match.digest.balance)
    assert len(set(match.digest.balance)) == 3
    piet = career(table, PIET)
    assert piet.results[:3] == (0, 1, 0)
    assert {other: results[:3] for other, results in piet.against} == {ANNA: (0, 1, 0), CLEO: (1, 0, 0)}


def test_the_dealer_who_wins_a_tie_is_ahead(table: Table) -> None:
    rules = {"extends": "russian", "match": {"rounds": 2, "tie": "dealer"}}
    play(table, "tie", 0, 1, ruleset=rules)
    (match,) = table.view().matches
    assert len(set(match.digest.balance)) == 1
    (winner,) = match.digest.winners
    for seat, id_ in enumerate((ANNA, PIET)):
        results = Results(won=int(seat == winner), lost=int(seat != winner))
        assert career(table, id_).results == results
        assert dict(career(table, id_).against).popitem()[1] == results


def test_results_by_rule_set(table: Table) -> None:
    play(table, "first", 0, 0)
    play(table, "second", 0, 0, ruleset="dutch")
    play(table, "third", 1, 1, ruleset="dutch")
    titles = {played.id: played.digest.rules for played in table.view().matches}
    by_rules = [(title, results[:3]) for title, results in career(table, ANNA).by_rules]
    assert by_rules == [(titles["second"], (1, 1, 0)), (titles["first"], (1, 0, 0))]


def test_the_best_hand_is_the_first_of_the_best(table: Table) -> None:
    play(table, "first", 0)
    play(table, "second", 0)
    win(table.store, "second", 0, "01B 03B 08B 12B")
    play(table, "third", 0)
    win(table.store, "third", 0, "01B 03B 08B 12B")
    best = career(table, ANNA).best
    assert best is not None
    assert (best.match_id, best.hand.round) == ("second", 2)
    assert career(table, PIET).best is None


def test_a_match_in_the_bin_counts_no_more(table: Table) -> None:
    play(table, "first", 0, 0)
    table.store.discard("first", table.store.last("first"))
    assert career(table, ANNA).results == Results()
    assert listed(table) == ()
    table.store.put_back("first")
    assert career(table, ANNA).results.won == 1


def test_a_match_with_two_seats_of_one_player_counts_once(table: Table) -> None:
    table.store.documents.put(KIND, CLEO, 0, {"merged_into": ANNA})
    play(table, "first", 2, 2, names=("Anna", "Piet", "Cleo"))
    anna = career(table, ANNA)
    (match,) = table.view().matches
    assert anna.results[:3] == (1, 0, 0)
    assert anna.results.gains.coins == match.digest.balance[0] + match.digest.balance[2] - 100
    assert [id_ for id_, _ in anna.against] == [PIET]
    assert {row.player.id: row.matches for row in listed(table)} == {ANNA: 1, PIET: 1}
    assert anna.parts.rounds == 4


def test_the_list_says_how_many_matches_and_who_played_last(table: Table) -> None:
    play(table, "first", 0, 0)
    play(table, "second", 0, names=("Anna", "Cleo"))
    found = {row.player.name: (row.matches, row.results.won, str(row.last.evening)) for row in listed(table)}
    assert found == {"Anna": (2, 1, "2026-02-11"), "Piet": (1, 0, "2026-02-10"), "Cleo": (1, 0, "2026-02-11")}


def test_everything_of_all_players_adds_up(table: Table) -> None:
    play(table, "first", 0, 0)
    play(table, "second", 0, 1, names=("Cleo", "Anna"))
    play(table, "third", 2, 1, names=("Anna", "Piet", "Cleo"))
    careers = [career(table, id_) for id_ in (ANNA, PIET, CLEO)]
    assert sum(each.results.gains.coins for each in careers) == 0
    assert sum(each.results.matches for each in careers) == 2 + 2 + 3
    assert sum(each.parts.dealing.rounds for each in careers) == 6
