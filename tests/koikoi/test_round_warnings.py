"""What does not fit in a round that is entered at its end: calls that its cards cannot have been worth."""

from __future__ import annotations

import pytest

from scorekeeper.exports import record
from scorekeeper.koikoi.errors import NotAllowed
from scorekeeper.koikoi.match.calls import advice
from scorekeeper.koikoi.match.events import KoikoiCalled, RoundExhausted, RoundWon
from scorekeeper.koikoi.match.follow import follow
from scorekeeper.koikoi.match.round_warnings import most_gains, round_warnings
from scorekeeper.koikoi.pile import pile
from scorekeeper.koikoi.rules.loader import rules
from scorekeeper.koikoi.scoring.evaluate import scorer

from .script import matched, written

TANE = "02A 04A 05A 06A 08A"  # five animals, no other yaku


def doubted(name: str, *lines: str) -> list[tuple[int | None, str]]:
    match = matched(name, list(lines))
    return [(doubt.seat, doubt.option) for doubt in round_warnings(match, match.rounds[-1])]


@pytest.mark.parametrize(
    ("name", "held", "new", "gains"),
    [
        ("russian", "01B 03B 08B", 1, 1),
        ("russian", "01B 03B", 0, 0),
        ("russian", "01B 03B 08B 12B", 2, 2),
        ("russian", "10C", 1, 1),
        ("russian", "10C 2C", 1, 3),
        ("russian", f"{TANE} 11A", 1, 2),
        ("russian", "01R 02R 03R", 1, 1),
        ("polish_all", "03B 09A", 99, 99),  # the rain comes and goes
    ],
)
def test_a_pile_can_have_been_worth_so_many_calls(name: str, held: str, new: int, gains: int) -> None:
    assert most_gains(scorer(rules(name)).plan, pile(held), 1) == (new, gains)


@pytest.mark.parametrize(
    ("lines", "missing"),
    [
        (["koi 0", "won 0: 01B 03B 08B"], ("09A", "12B", "11B")),
        (["koi 0", "won 0: 01B 03B 08B | 1: 12B 02A"], ("09A", "11B")),  # the other has it
        (["koi 0: 01B 03B 08B", "won 0: 01B 03B 08B 02A"], ("09A", "12B", "11B")),
        (["koi 0", "koi 0", "won 0: 01B 03B 08B 12B"], ("09A", "11B")),
        (["koi 0", "won 0: 01B 03B 08B 12B"], None),
    ],
)
def test_cards_that_were_perhaps_not_tapped_are_named(
    lines: list[str], missing: tuple[str, ...] | None
) -> None:
    match = matched("russian", lines)
    named = [doubt.missing for doubt in round_warnings(match, match.rounds[-1])]
    assert named == ([missing] if missing else [])


@pytest.mark.parametrize(
    ("lines", "seats"),
    [
        (["koi 0", "won 0: 01B 03B 08B"], [0]),
        (["koi 0", "koi 0", "koi 0", "won 0: 01B 03B 08B"], [0]),
        (["koi 0", "won 0: 01B 03B 08B 12B"], []),
        (["koi 0", "koi 0", "won 0: 01B 03B 08B 12B"], [0]),
        (["koi 0", f"won 0: {TANE} 11A"], []),
        (["koi 0", f"won 0: {TANE}"], [0]),
        (["koi 1", "won 0: 01B 03B 08B"], []),  # the cards of the other are not known
        (["koi 1", "won 0: 01B 03B 08B | 1: 02A 04A"], [1]),
        (["koi 1", f"won 0: 01B 03B 08B | 1: {TANE}"], []),
        (["koi 0: 01B 03B 08B", "won 0: 01B 03B 08B 12B"], []),
        (["koi 0: 01B 03B 08B", "won 0: 01B 03B 08B 02A"], [0]),
        (["koi 0: 01B 03B 08B", f"koi 1: {TANE}", f"won 1: {TANE} 11A | 0: 01B 03B 08B"], []),
    ],
)
def test_after_koikoi_nobody_stops_without_something_new(lines: list[str], seats: list[int]) -> None:
    assert doubted("russian", *lines) == [(seat, "") for seat in seats]


@pytest.mark.parametrize(
    ("lines", "options"),
    [
        (["koi 0", f"won 0: {TANE} 11A"], ["calls.min_points"]),  # 2 points at the end
        (["koi 0", "won 0: 10C 2C"], ["calls.min_points"]),  # 3, so 2 at the call
        (["koi 0", "won 0: 10C 3C 01R 02R 03R"], []),
        (["koi 0", "won 0: 10C 3C"], []),  # 3 at the call, and 4 are one more
    ],
)
def test_nobody_calls_with_fewer_points_than_the_rules_need(lines: list[str], options: list[str]) -> None:
    assert [option for _, option in doubted("polish_all", *lines)] == options


@pytest.mark.parametrize(
    ("name", "lines", "expected"),
    [
        ("polish_booklet", ["empty 0: 01B 03B 08B"], [(0, "calls.final_turn")]),
        ("polish_booklet", ["empty 0: 01B 03B"], []),
        ("polish_booklet", ["empty"], []),
        ("polish_booklet", ["koi 0", "empty 0: 01B 03B 08B"], []),
        ("mongolopedia", ["empty 0: 01B 03B 08B"], [(0, "calls.missed_yaku")]),
    ],
)
def test_a_yaku_in_a_round_that_nobody_stopped_was_called_or_overlooked(
    name: str, lines: list[str], expected: list[tuple[int, str]]
) -> None:
    assert doubted(name, *lines) == expected


@pytest.mark.parametrize(("month", "seats"), [(11, []), (12, [0])])
def test_a_yaku_that_the_weather_took_was_not_overlooked(month: int, seats: list[int]) -> None:
    unstopped = RoundExhausted(piles=("03B 09A", None), field=(month,))
    match = follow(matched("polish_all", []), unstopped)
    assert [doubt.seat for doubt in round_warnings(match, match.rounds[-1])] == seats


def test_recorded_turns_and_rulings_leave_no_doubt() -> None:
    lines = ["turn 0: 01B 03B 08B", "koi 0", "turn 1: ", "turn 0: 12B", "won 0"]
    assert doubted("russian", *lines) == []
    match = follow(
        matched("russian", ["koi 0"]), RoundWon(player=0, piles=("01B 03B 08B",), ruling="grandma")
    )
    assert round_warnings(match, match.rounds[-1]) == []
    assert match.rounds[-1].play.rulings == ("grandma",)


def test_a_ruling_lets_stand_what_the_rules_of_calling_refuse() -> None:
    match = matched("polish_all", [])
    call = KoikoiCalled(player=0, pile=TANE)
    with pytest.raises(NotAllowed, match="1 point is too few to call koi-koi: 3 are needed"):
        follow(match, call)
    assert follow(match, KoikoiCalled(player=0, pile=TANE, ruling="agreed")).play.calls == (1, 0)
    due = matched("polish_all", [f"turn 0: {TANE}"])
    with pytest.raises(NotAllowed, match="Anna may not do this"):
        follow(due, KoikoiCalled(player=0))
    assert follow(due, KoikoiCalled(player=0, ruling="agreed")).play.rulings == ("agreed",)
    unstopped = follow(due, RoundExhausted(ruling="Anna wanted no points")).rounds[-1]
    assert (unstopped.result, unstopped.points) == ("exhausted", 0)
    assert follow(due, RoundExhausted()).rounds[-1].result == "won"


def test_a_ruling_is_written_to_the_record_and_read_from_it() -> None:
    tree = written("russian", ["koi 0", "won 0: 01B 03B 08B"])
    tree["events"][2]["ruling"] = "it was late"
    match = record.from_tree(tree).match
    again = record.read(
        record.write(record.stored(record.from_tree(tree), "x", "2026-01-01T00:00:00Z"))
    ).match
    assert match.rounds[-1].play.rulings == again.rounds[-1].play.rulings == ("it was late",)


@pytest.mark.parametrize(
    ("name", "lines", "held", "may"),
    [
        ("russian", [], "01B 03B", "-"),
        ("russian", [], "01B 03B 08B", "sanko stop koikoi"),
        ("russian", ["koi 0: 01B 03B 08B"], "01B 03B 08B 02A", "-"),
        ("russian", ["koi 0: 01B 03B 08B"], "01B 03B 08B 12B", "shiko stop koikoi"),
        ("russian", ["koi 0"], "01B 03B 08B", "? stop koikoi"),
        ("polish_all", [], TANE, "tane stop calls.min_points"),
        ("polish_all", ["koi 0: 10C 3C"], "10C 4C", "stop calls.on_extension"),
        ("clubhouse_ds", ["koi 0: 01B 03B 08B"], "01B 03B 08B 12B", "shiko stop calls.limit"),
    ],
)
def test_the_referee_says_what_may_be_called_with_the_cards_so_far(
    name: str, lines: list[str], held: str, may: str
) -> None:
    said = advice(matched(name, lines), 0, pile(held))
    words = [word for word in ("stop", "koikoi") if getattr(said.decision, word)] or ["-"]
    new = [",".join(said.new)] if said.is_known else ["?"]
    option = said.decision.option if "-" not in words else ""
    assert " ".join(word for word in (*new, *words, option) if word) == may


def test_a_round_is_doubted_by_the_rules_it_was_played_by() -> None:
    lines = ["empty 0: 01B 03B 08B", "rules 2 = default: exhausted.held_yaku = 'holders'"]
    before, after = matched("default", lines[:1]), matched("default", lines)
    assert round_warnings(after, after.rounds[0]) == round_warnings(before, before.rounds[0]) != []
