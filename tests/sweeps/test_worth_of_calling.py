"""What a round brought after the first koi-koi of a player, against stopping at that moment."""

from __future__ import annotations

from random import Random
from typing import Any, Final

import pytest
from extent import daily
from koikoi.cases import MATCHES, recorded
from koikoi.recorded_games import games, turn_by_turn
from koikoi.script import Tree, matched, written
from koikoi.simulated import game_by

from bench.matches import TURN_BY_TURN
from bench.matches import record as simulated
from scorekeeper.exports import record
from scorekeeper.koikoi.figures.match_figures import brought_by_calling, figures_of
from scorekeeper.koikoi.figures.seat_figures import AddedNumbers
from scorekeeper.koikoi.match.events import as_values
from scorekeeper.koikoi.match.match import Match

SANKO: Final = "01B 03B 08B"  # 5 points
WITH_RED: Final = "01B 03B 08B 01R 02R 03R"  # 10 points
PLAIN: Final = {"extends": "default", "multipliers": {"big": None, "opponent_koi": None}}
TURNS: Final = ["turn 0: 01B 01C1 03B 03C1 08B 08C1", "koi 0"]  # worth 5 at the call


def by_seat(rules: Any, lines: list[str], players: int = 2, **start: Any) -> list[tuple[int, int]]:
    return list(brought_by_calling(matched(rules, lines, players, **start)))


def table(**sections: Any) -> Tree:
    """The plain rules with some sections of settings."""
    multipliers = {**PLAIN["multipliers"], **sections.pop("multipliers", {})}  # type: ignore[dict-item]
    return {**PLAIN, **sections, "multipliers": multipliers}


@pytest.mark.parametrize(
    ("last", "coins"),
    [(f"won 0: {WITH_RED}", 5), (f"won 0: {SANKO}", 0), ("won 1: 02A 04A 05A 06A 07A", -5), ("empty", -5)],
)
def test_where_points_are_gained_stopping_would_have_brought_five(last: str, coins: int) -> None:
    assert by_seat(PLAIN, [f"koi 0: {SANKO}", last]) == [(0, coins)]


@pytest.mark.parametrize(("purse", "coins"), [(100, -6), (5, -6), (4, -5), (3, -4)])
def test_where_coins_change_hands_the_loser_also_pays(purse: int, coins: int) -> None:
    """One coin is lost in place of five won, or of the fewer that the other has."""
    rules = table(settlement={"account": "transfer", "bust_ends": False, "overdraw": "cap"})
    assert by_seat(rules, [f"koi 0: {SANKO}", "won 1: 02A 04A 05A 06A 07A"], purse=purse) == [(0, coins)]


def test_what_rulings_left_in_the_purse_counts() -> None:
    rules = table(settlement={"account": "transfer", "bust_ends": False, "overdraw": "cap"})
    lines = ["adjust 7 -7 a bet", f"koi 0: {SANKO}", "empty"]
    assert by_seat(rules, lines, purse=10) == [(0, -3)]


def test_every_loser_would_have_paid() -> None:
    rules = table(settlement={"account": "transfer", "purse": 100})
    assert by_seat(rules, [f"koi 2: {SANKO}", "empty"], players=3) == [(2, -10)]


def test_the_first_of_several_calls_counts() -> None:
    lines = [f"koi 0: {SANKO}", f"koi 0: {SANKO} 09A", f"won 0: {SANKO} 09A 09R"]
    assert by_seat(PLAIN, lines) == [(0, 10)]


def test_what_ones_own_call_doubles_is_brought_by_calling() -> None:
    rules = table(multipliers={"own_koi": {"form": "flat", "factor": 2}})
    assert by_seat(rules, [f"koi 0: {SANKO}", f"won 0: {SANKO}"]) == [(0, 5)]


def test_what_the_call_of_another_doubled_before_is_not() -> None:
    """With recorded turns it is known who called first: then stopping would have brought 10."""
    rules = table(multipliers={"opponent_koi": {"form": "flat", "factor": 2}})
    lines = ["turn 1: 02A 04A 05A 06A 07A", "koi 1", *TURNS, "turn 1: ", "turn 0: 01R 02R 03R", "won 0"]
    assert by_seat(rules, lines, dealer=1) == [(1, -1), (0, 10)]


def test_calls_of_two_players_without_turns_do_not_say_which_came_first() -> None:
    lines = [f"koi 0: {SANKO}", "koi 1: 02A 04A 05A 06A 07A", f"won 0: {WITH_RED}"]
    assert by_seat(PLAIN, lines) == [(0, 5), (1, -1)]
    doubled = table(multipliers={"opponent_koi": {"form": "flat", "factor": 2}})
    assert by_seat(doubled, lines) == []
    assert by_seat(doubled, [lines[0], lines[2]]) == [(0, 5)]


@pytest.mark.parametrize("calls", [["koi 0"], ["koi 0", f"koi 0: {SANKO}"]])
def test_without_the_cards_of_the_first_call_nothing_is_known(calls: list[str]) -> None:
    assert by_seat(PLAIN, [*calls, f"won 0: {WITH_RED}"]) == []


def test_without_the_field_nothing_is_known_where_the_weather_decides() -> None:
    rules = table(weather={"rain": {"sign": "field_month"}})
    assert by_seat(rules, [f"koi 0: {SANKO}", f"won 0: {WITH_RED}"]) == []
    assert by_seat(rules, [*TURNS, "turn 1: ", "turn 0: 01R 02R 03R", "won 0"], dealer=0) == [(0, 5)]


def test_without_the_other_piles_nothing_is_known_where_everyone_scores() -> None:
    rules = table(settlement={"who_scores": "everyone"})
    assert by_seat(rules, [f"koi 0: {SANKO}", f"won 0: {WITH_RED} | 1: 3C"]) == []
    assert by_seat(rules, [*TURNS, "turn 1: ", "turn 0: 01R 02R 03R", "won 0"], dealer=0) == [(0, 5)]


def test_a_call_that_the_table_let_stand_was_maybe_no_time_to_stop() -> None:
    tree = written(PLAIN, [f"koi 0: {SANKO}", f"won 0: {WITH_RED}"])
    assert list(brought_by_calling(record.from_tree(tree).match)) == [(0, 5)]
    tree["events"][1]["ruling"] = "said too late"
    assert list(brought_by_calling(record.from_tree(tree).match)) == []


def test_a_call_in_a_void_deal_is_no_call_of_the_round() -> None:
    assert by_seat(PLAIN, [f"koi 0: {SANKO}", "void misdeal", f"won 0: {WITH_RED}"]) == []
    again = [f"koi 0: {SANKO}", "void misdeal", f"koi 1: {SANKO}", f"won 0: {WITH_RED}"]
    assert by_seat(PLAIN, again) == [(1, -5)]


def test_a_corrected_round_counts_as_it_was_corrected() -> None:
    lines = [f"koi 0: {SANKO}", "empty", f"correct 1 = koi 0: {SANKO}; won 0: {WITH_RED}"]
    assert by_seat(PLAIN, lines) == [(0, 5)]
    assert by_seat(PLAIN, [*lines, "back"]) == [(0, -5)]


def test_figures_hold_the_sum_of_all_rounds() -> None:
    lines = [f"koi 0: {SANKO}", f"won 0: {WITH_RED}", f"koi 0: {SANKO}", "empty"]
    worth = figures_of(matched(PLAIN, lines)).seats[0].parts.worth_of_calling
    assert worth == {"coins": AddedNumbers(), "points": AddedNumbers(2, 0, 50)}
    paying = {**PLAIN, "settlement": {"account": "transfer"}}
    worth = figures_of(matched(paying, lines)).seats[0].parts.worth_of_calling
    assert worth == {"coins": AddedNumbers(2, 0, 50), "points": AddedNumbers()}


# --- against a match that was stopped at the call ----------------------------------------------------------


def weighed_again(events: list[Tree]) -> list[tuple[int, int]]:
    """The same of recorded turns without corrections: the match is entered once more up to each first call,
    and stopped there."""
    match = read(events)
    found: list[tuple[int, int]] = []
    called: set[tuple[int, int]] = set()
    for place, event in enumerate(events):
        if event["type"] != "koikoi-called":
            continue
        player, number = event["player"], len(read(events[:place]).rounds)
        if (number, player) not in called and number < len(match.rounds):
            stopped = read([*events[:place], {"type": "round-won", "player": player}])
            coins = [of.rounds[number].transfer[player] for of in (match, stopped)]
            found.append((player, coins[0] - coins[1]))
        called.add((number, player))
    return found


def read(events: list[Tree]) -> Match:
    return record.from_tree({"format": "koikoi-match/1", "events": events}).match


def live() -> list[Any]:
    """The matches in files with recorded turns and calls, without corrections and undo."""
    cases = [parameter for parameter in MATCHES if "refused" not in parameter.values[0]]
    words = [" ".join(line.split()[0] for line in case.values[0]["events"]) for case in cases]
    return [
        case
        for case, said in zip(cases, words, strict=True)
        if "turn" in said and "koi" in said and not any(word in said for word in ("correct", "back", "void"))
    ]


@pytest.mark.parametrize("case", live())
def test_a_match_of_a_file_is_weighed_as_one_that_was_stopped(case: Tree) -> None:
    events = recorded(case, case["events"])["events"]
    assert list(brought_by_calling(read(events))) == weighed_again(events)


@pytest.mark.parametrize("rules", daily(["dutch", "koikoi_japan", "polish_all", "bga"], 2))
def test_a_simulated_match_is_weighed_as_one_that_was_stopped(rules: str) -> None:
    chance, game = Random(3), game_by(rules)
    weighed = 0
    for _ in range(3):
        events = simulated(game, ["Anna", "Ben"], chance, ["bold", "bold"], style=TURN_BY_TURN)
        trees = [as_values(event) for event in events]
        found = list(brought_by_calling(read(trees)))
        assert found == weighed_again(trees)
        weighed += len(found)
    assert weighed


@pytest.mark.skipif(not games(), reason="no recorded games beside this checkout")
def test_recorded_games_are_weighed_as_ones_that_were_stopped() -> None:
    weighed = 0
    for game in games():
        start: Tree = {"type": "match-started", "players": ["North", "South"], "ruleset": "koikoi_japan"}
        start |= {"rounds": 8, "purse": 30, "dealer": game[0]["dealer"] - 1}
        events = [start, *(event for row in game for event in turn_by_turn(row))]
        found = list(brought_by_calling(read(events)))
        assert found == weighed_again(events)
        weighed += len(found)
    assert weighed > 50
