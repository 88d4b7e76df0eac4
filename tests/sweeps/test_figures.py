"""Figures of matches: equal to a recount of the sheet, whatever was corrected and undone, in any order."""

from __future__ import annotations

import random
from typing import Any, Final

import msgspec
import pytest
from extent import examples
from hypothesis import given, settings
from koikoi import playing
from koikoi.cases import MATCHES, recorded
from koikoi.recounting import as_counts, recounted
from koikoi.script import Tree, matched
from koikoi.simulated import game_by

from bench.matches import NOW_AND_THEN
from bench.matches import record as simulated
from scorekeeper.exports import record
from scorekeeper.koikoi.figures.match_figures import (
    MOST_CHARTED,
    MatchFigures,
    Totals,
    figures_of,
    id_of,
    totals,
    yaku_called,
)
from scorekeeper.koikoi.figures.seat_figures import SeatFigures, together
from scorekeeper.koikoi.match.match import Match
from scorekeeper.koikoi.match.replay import replay

PLAYED = [parameter for parameter in MATCHES if "refused" not in parameter.values[0] and not parameter.marks]
SANKO: Final = "01B 03B 08B"


def sevens(name: Any) -> Tree:
    """The common rules with a yaku of the table, of that name."""
    ours = {"name": name, "cards": ["07A", "07R"], "points": 3}
    return {"extends": "default", "yaku": {"ours": ours}}


def read(events: list[Tree]) -> Match:
    return record.from_tree({"format": "koikoi-match/1", "events": events}).match


@pytest.mark.parametrize("case", PLAYED)
def test_a_match_has_the_figures_of_its_sheet(case: Tree) -> None:
    match = record.from_tree(recorded(case, case["events"])).match
    assert as_counts(figures_of(match)) == recounted(match)


@settings(max_examples=examples(150))
@given(playing.matches())
def test_a_random_match_has_the_figures_of_its_sheet(events: list[Tree]) -> None:
    match = read(events)
    assert as_counts(figures_of(match)) == recounted(match)


@pytest.mark.parametrize("rules", ["dutch", "nintendo_jp", "polish_all", "russian_all", "bga"])
@pytest.mark.parametrize("seats", [2, 3])
def test_a_simulated_match_has_the_figures_of_its_sheet(rules: str, seats: int) -> None:
    chance = random.Random(seats)
    players, policies = ["Anna", "Ben", "Chris"][:seats], ["careful", "bold", "random"][:seats]
    game = game_by(rules, seats)
    for _ in range(3):
        match = replay(simulated(game, players, chance, policies, incidents=NOW_AND_THEN))
        assert as_counts(figures_of(match)) == recounted(match)


@settings(max_examples=examples(40))
@given(playing.matches())
def test_figures_come_back_from_their_bytes(events: list[Tree]) -> None:
    figures = figures_of(read(events))
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(figures), type=MatchFigures) == figures


def test_a_match_without_rounds_has_figures_of_nothing() -> None:
    figures = figures_of(matched("default", []))
    assert figures.sums.rounds == 0
    assert figures.points == {}
    assert figures.seats == (SeatFigures(), SeatFigures())


def test_a_round_without_cards_counts_for_coins_and_not_for_yaku() -> None:
    """The dealer's privilege is paid though nobody's cards are known; the round after it has cards."""
    rules = {
        "extends": "default",
        "exhausted": {"no_yaku": {"dealer": 6}},
        "settlement": {"account": "transfer"},
    }
    match = matched(rules, ["empty", f"won 0: {SANKO}"], dealer=0)
    seat = figures_of(match).seats[0]
    assert seat.parts.won == 2
    assert seat.parts.coins.total == 6 + match.rounds[1].points
    assert seat.parts.with_cards == 1
    assert seat.yaku == {"sanko": (1, 5)}


def test_a_lucky_hand_is_no_yaku_and_has_no_cards() -> None:
    seat = figures_of(matched("default", ["hand 1 teshi"])).seats[1]
    assert seat.lucky == {"teshi": (1, 6)}
    assert (seat.yaku, seat.parts.with_cards, seat.best) == ({}, 0, None)


def test_a_round_that_nobody_won_is_a_draw() -> None:
    figures = figures_of(matched("default", ["empty", f"won 0: {SANKO}"]))
    assert (figures.sums.rounds, figures.sums.nobody, figures.sums.stopped) == (2, 1, 1)
    assert totals([figures]).nobody.share == 0.5
    assert figures.points == {5: 1}


def test_a_ruling_of_the_table_is_no_round() -> None:
    figures = figures_of(matched("default", ["adjust 5 -5 forgot a round", "adjust 0 3 again"]))
    assert figures.sums.rounds == 0
    assert figures.seats == (SeatFigures(), SeatFigures())


def test_a_yaku_that_has_several_lines_counts_once_a_round() -> None:
    rules = {"extends": "default", "yaku": {"hiki": {"points": 4, "repeat": True, "separate": True}}}
    match = matched(rules, ["won 0: 04A 04R 04C1 04C2 05A 05R 05C1 05C2"])
    assert figures_of(match).seats[0].yaku["hiki"] == (1, 8)


def test_a_yaku_nobody_noticed_is_not_a_call_of_koikoi() -> None:
    rules = {"extends": "default", "calls": {"missed_yaku": "counts_as_koi"}}
    lines = ["turn 0: 03B 03C1 09A 09C1", "turn 1: ", "turn 0: 08B 08C1", "won 0"]
    match = matched(rules, lines, dealer=0)
    assert match.rounds[0].play.calls == (1, 0)
    figures = figures_of(match)
    assert figures.seats[0].parts.calling.calls == figures.seats[0].parts.calling.rounds == 0
    assert figures.sums.called == 0


def test_the_best_hand_is_the_first_with_the_most_points() -> None:
    match = matched("default", ["won 0: 02A 04A 05A 06A 07A", f"won 0: {SANKO} 2C", "won 0: 01B 03B 12B"])
    best = figures_of(match).seats[0].best
    assert best is not None
    assert (best.points, best.round, best.yaku, best.cards) == (5, 2, (("sanko", 5),), f"{SANKO} 2C")


def test_the_yaku_of_a_table_keep_their_names() -> None:
    names = ("Sevens", "Sevens", {"nl": "Zwijnen", "en": "Boars"})
    played = [matched(sevens(name), ["won 0: 07A 07R"]) for name in names]
    yaku = totals(map(figures_of, played)).seats.yaku
    called = {str(yaku_called(key)): counted for key, counted in yaku.items()}
    assert called == {"Sevens": (2, 6), "Boars": (1, 3)}
    assert {id_of(key) for key in yaku} == {"ours"}


@pytest.mark.parametrize(
    "lines",
    [
        ["won 0: 03B 09A", "won 1: 08B 09A", "correct 1 = empty"],
        ["won 0: 03B 09A", f"won 1: {SANKO}", "correct 2 = koi 0; won 1: 08B 09A", "back", "empty", "back"],
        ["koi 0: 03B 09A", "won 1: 08B 09A", f"correct 1 = koi 0: 03B 09A; won 0: {SANKO} 09A"],
    ],
)
def test_corrections_and_undo_leave_the_figures_as_if_it_never_happened(lines: list[str]) -> None:
    direct = {
        "correct 1 = empty": ["empty", "won 1: 08B 09A"],
        "back": ["won 0: 03B 09A", f"won 1: {SANKO}"],
    }.get(lines[-1], ["koi 0: 03B 09A", f"won 0: {SANKO} 09A"])
    assert figures_of(matched("default", lines)) == figures_of(matched("default", direct))


def test_a_long_match_is_hardly_larger_than_a_short_one() -> None:
    rules = {"extends": "default", "match": {"rounds": None, "target": 9999}}
    lines = ["koi 0: 03B 09A", f"won 0: {SANKO} 09A", "won 1: 08B 09A", "empty"]
    short, long = (msgspec.msgpack.encode(figures_of(matched(rules, lines * times))) for times in (4, 100))
    assert len(long) < len(short) + 60


def test_points_beyond_all_reason_are_counted_together_and_can_be_stored() -> None:
    dearest = {"multipliers": {"own_koi": {"form": "power", "factor": 99}}, "settlement": {"coin": 100_000}}
    figures = figures_of(matched({"extends": "default", **dearest}, [*["koi 0"] * 4, f"won 0: {SANKO}"]))
    assert figures.points == {MOST_CHARTED: 1}
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(figures), type=MatchFigures) == figures
    assert figures.seats[0].parts.points.mean == pytest.approx(5 * 99**4)


# --- adding up ---------------------------------------------------------------------------------------------


def played() -> list[MatchFigures]:
    """The figures of all the matches in files."""
    return [
        figures_of(record.from_tree(recorded(case, case["events"])).match)
        for case in (parameter.values[0] for parameter in PLAYED)
    ]


def test_sums_in_any_order_are_equal() -> None:
    figures = played()
    whole = totals(figures)
    mixed = random.Random(4).sample(figures, len(figures))
    assert totals(mixed) == whole
    assert whole.matches == len(figures) > 150


def test_totals_of_nothing_are_empty() -> None:
    assert totals([]) == Totals()
    assert (Totals().dealer.share, Totals().won_points.mean) == (None, None)


def test_totals_are_those_of_their_seats() -> None:
    figures = played()
    whole = totals(figures)
    seats = [seat for match in figures for seat in match.seats]
    assert whole.seats == together(seats)
    assert whole.rounds == whole.parts.dealing.rounds
    assert whole.won_points.count == sum(whole.points.values()) == whole.rounds - whole.sums.nobody
    assert whole.won_points.total == sum(points * times for points, times in whole.points.items())
    assert whole.dealer.part + whole.not_dealer.part == whole.parts.won


def test_totals_come_back_from_their_bytes() -> None:
    whole = totals(played())
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(whole), type=Totals) == whole


def test_a_yaku_is_counted_by_the_name_of_the_rules_its_round_was_played_by() -> None:
    start = {"type": "match-started", "players": ["Anna", "Ben"], "ruleset": sevens("Sevens")}
    won = {"type": "round-won", "player": 0, "piles": ["07A 07R"]}
    changed = {"type": "rules-changed", "ruleset": sevens("Lucky"), "from": 2}
    figures = figures_of(read([start, won, changed, won]))
    assert sorted(str(yaku_called(key)) for key in figures.seats[0].yaku) == ["Lucky", "Sevens"]
