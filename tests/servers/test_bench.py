"""The rows of the bench, their inputs and their table; it measures in ``make bench``."""

from __future__ import annotations

import json
import logging
import re
from importlib import import_module
from pathlib import Path

import pytest
from click.testing import CliRunner
from flask import Flask

from bench import pages, phones, piles, starts, taps
from bench import table as tables
from bench.__main__ import PARTS
from bench.rows import (
    A_SECOND,
    LOOP,
    MS,
    P95,
    WAITED,
    WORK,
    Missing,
    Outcome,
    Row,
    figure,
    measured,
    percentile,
    text,
)
from bench.table import Table, play, read
from scorekeeper import server
from scorekeeper.cli import main
from scorekeeper.koikoi.cards import CHAFF, DECK, each
from scorekeeper.koikoi.cards import text as as_text
from scorekeeper.koikoi.rules.loader import rules
from scorekeeper.koikoi.rules.yaku import KNOWN
from scorekeeper.koikoi.scoring.evaluate import scorer
from scorekeeper.koikoi.scoring.plan import compiled

NEWS = Path(__file__).parents[2] / "static" / "js" / "news.js"
QUIET = 4.7  # ms of the loop


def row(what: str, unit: str = MS, must: float | None = 20, aim: float | None = 10, **more: object) -> Row:
    return Row(what, unit, must, aim, lambda _: 0.0, **more)  # type: ignore[arg-type]


def test_random_piles_are_the_same_every_time_and_of_the_promised_size() -> None:
    made = piles.random_piles(300)
    assert made == piles.random_piles(300)
    assert made != piles.random_piles(300, seed=1)
    assert {len(pile) for pile in made} == set(range(piles.FEWEST, piles.MOST + 1))
    assert all(pile.cards | DECK == DECK and not pile.chaff for pile in made)


def test_rounds_are_won_with_cards_that_nobody_else_holds() -> None:
    played = play(40)
    assert played == play(40)
    for won in played:
        mine, theirs = won.piles
        assert not mine & theirs
        assert won.score().points > 0
        assert not mine.bit_count() % 2
    assert {won.winner for won in played} == {0, 1}
    assert any(sum(won.calls) for won in played)


def test_rounds_are_read_from_the_file_beside_the_checkout(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played, file = play(3), tmp_path / "rounds.json"
    trees = [
        {"winner": won.winner, "koikoi": won.calls, "piles": [as_text(pile).split() for pile in won.piles]}
        for won in played
    ]
    monkeypatch.setattr(tables, "BESIDE_CHECKOUT", file)
    assert tables.rounds.__wrapped__() == play(100)
    file.write_text(json.dumps(trees), "utf-8")
    assert tables.rounds.__wrapped__() == read(file) == played


def test_captured_cards_are_those_of_the_file_or_a_whole_deck(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "rounds.json"
    monkeypatch.setattr(tables, "CAPTURED_BESIDE", file)
    dealt = tables.captured("sakura", 3)
    assert dealt == tables.captured("sakura", 3)
    for held in dealt:
        assert sorted(" ".join(held).split()) == sorted(card.id for card in each(DECK))
    usual = {"ruleset": "sakura", "overrides": {}, "piles": ["01B", "", ""]}
    others = ({"overrides": {"counting": {"par": True}}}, {"ruleset": "mushi"}, {"piles": ["01B", ""]})
    file.write_text(json.dumps([*({**usual, **other} for other in others), usual]), "utf-8")
    assert tables.captured("sakura", 3) == [usual["piles"]]
    assert tables.captured("hana_awase", 3) == dealt


def test_what_is_announced_is_worth_as_much_as_the_whole_pile() -> None:
    for won in play(40):
        assert won.score(won.announced).points == won.score().points
        assert won.score(won.special).points == won.score().points
        assert not won.special.cards & CHAFF
        assert len(won.special) == won.piles[won.winner].bit_count()


@pytest.mark.parametrize(
    ("number", "quick", "taps_needed"),
    [(0, (9, 10), 0), (10, (9, 10), 1), (12, (9, 10), 3), (7, (9, 10), 3), (3, (9, 10), 3), (3, (), 3)],
)
def test_chaff_takes_the_fewest_taps(number: int, quick: tuple[int, ...], taps_needed: int) -> None:
    assert len(taps.chaff_steps(0, number, quick)) == taps_needed


def test_a_percentile_is_a_value_that_was_measured() -> None:
    assert percentile(0.5, [3, 1, 2]) == 2
    assert percentile(0.95, range(1, 101)) == 95
    assert percentile(0.9, [7]) == 7
    assert percentile(1, [1, 2]) == 2


@pytest.mark.parametrize(
    ("value", "more", "is_over", "misses"),
    [
        (20.1, {}, True, False),
        (20.0, {}, False, True),
        (10.1, {}, False, True),
        (10.0, {}, False, False),
        (19.9, {"least": True, "aim": 30}, True, False),
        (20.0, {"least": True, "aim": 30}, False, True),
        (30.0, {"least": True, "aim": 30}, False, False),
        (99.0, {"must": None, "aim": None}, False, False),
    ],
)
def test_a_figure_is_over_its_limit_or_misses_its_aim(
    value: float, more: dict[str, object], is_over: bool, misses: bool
) -> None:
    its = figure(row("a page", **more), Outcome(value, (QUIET, QUIET)))  # type: ignore[arg-type]
    assert (its.is_over, its.misses) == (is_over, misses)


@pytest.mark.parametrize(
    ("unit_of_it", "quiet"), [(MS, 20), (WORK, 10), (A_SECOND, 80), (WAITED, 40), ("KB", 40), ("", 40)]
)
def test_times_are_held_against_their_budget_as_a_quiet_processor_has_them(
    unit_of_it: str, quiet: float
) -> None:
    """Here the loop takes four times as long of the processor, and twice as long by the clock."""
    its = figure(
        row("a page", unit_of_it), Outcome(40.0, (2 * QUIET, (2 if unit_of_it == A_SECOND else 4) * QUIET))
    )
    assert its.value == 40
    assert its.quiet == pytest.approx(quiet)


def test_a_figure_takes_one_of_its_values_and_names_those_that_matter() -> None:
    times = {"/": 3.0, "/players": 9.0, "/figures": 5.5}
    slowest, least = row("pages", take=max), row("speeds", take=min, least=True)
    assert figure(slowest, Outcome(times, (QUIET, QUIET)))[1:4] == (9, 9, "3: /players 9, /figures 5.50, / 3")
    assert figure(least, Outcome(times, (QUIET, QUIET))).note == "3: / 3, /figures 5.50, /players 9"
    assert figure(row("saves", take=P95), Outcome([4.0, 2.0, 3.0], (QUIET, QUIET)))[1:4] == (
        4,
        4,
        "3: 2 to 4, median 3",
    )


def test_rows_of_one_measurement_share_it_and_what_cannot_be_measured_says_why(tmp_path: Path) -> None:
    asked = []

    def times(_: Table) -> list[float]:
        asked.append(1)
        return [1.0, 3.0, 2.0]

    def none(_: Table) -> float:
        raise Missing("no browser")

    def broken(_: Table) -> float:
        raise RuntimeError("/ answers 500\nand more")

    rows = [
        Row("most", "", 2, 1, times, max),
        Row("median", "", 2, 1, times),
        Row("taps", "", 2, 1, none),
        Row("pages", "", None, None, broken),
    ]
    found = list(measured(rows, None))  # type: ignore[arg-type]
    assert asked == [1]
    assert [one.value for one in found] == [3, 2, None, None]
    assert [one.is_over for one in found] == [True, False, False, True]
    assert found[2].note == "not measured: no browser"
    assert found[3].note == "FAILED: / answers 500"
    written = text(found).splitlines()
    assert written[1].endswith("OVER")
    assert written[-7:] == ["", "2 of 4 over", "  most", "  pages", "", "1 of 4 miss their aim", "  median"]
    assert str(LOOP).startswith("The loop takes 4.7 ms")


def test_every_part_has_rows_and_no_two_rows_have_one_name() -> None:
    rows = [row for part in PARTS for row in import_module(f"bench.{part}").ROWS]
    assert len({row.what for row in rows}) == len(rows) > 45
    assert all(row.must is not None or row.aim is None for row in rows)


def test_every_rule_set_is_measured_and_one_with_everything_on() -> None:
    assert {row.what.partition(", ")[2] for row in piles.ROWS} == {
        "mean of the rule sets",
        "the slowest of them",
        "everything on",
    }


def test_the_unit_of_speed_gives_the_points_of_the_app() -> None:
    score = scorer(rules("koikoi_japan")).score
    for pile in piles.random_piles():
        assert piles.plain_points(card.id for card in each(pile.cards)) == score(pile).points, f"{pile}"


def test_with_everything_on_every_yaku_counts() -> None:
    everything = compiled(piles.everything_on())
    assert {row.id for row in everything.rows} >= set(KNOWN)
    assert len(everything.rows) == len(KNOWN) + 4
    assert len(everything.readings) == 2


def test_lines_for_the_command_are_questions_it_answers() -> None:
    result = CliRunner().invoke(main, ["score"], input=starts.lines(6))
    assert result.exit_code == 0
    assert len(result.stdout.splitlines()) == 6


@pytest.mark.slow
def test_the_benchmark_opens_every_page_of_the_app() -> None:
    with tables.table() as place:
        of_match, others = pages.addresses(place)
        client = place.player()
        answers = {address: client.get(address).status_code for address in of_match + others}
    assert not {address: status for address, status in answers.items() if status >= 400}
    assert len(of_match) > 80 and len(others) > 50


def test_the_phones_ask_as_often_as_the_page() -> None:
    written = re.search(r"const EVERY = (\d+);", NEWS.read_text("utf-8"))
    assert written is not None
    assert int(written[1]) == phones.EVERY * 1000


def test_a_phone_knows_a_round_when_it_has_it_or_a_later_one() -> None:
    saves = [(2, 10.0), (4, 10.5)]
    prompt, late = [(1, 9.0), (2, 10.25), (4, 11.0)], [(1, 9.0), (4, 11.5)]
    assert [*phones.known_after(prompt, saves), *phones.known_after(late, saves)] == [0.25, 0.5, 1.5, 1.0]


def test_phones_that_wait_for_each_other_fill_no_window() -> None:
    logging.getLogger("waitress.queue").setLevel(logging.NOTSET)
    server.server(Flask("x"), threads=1, listen="127.0.0.1:0").close()
    assert not logging.getLogger("waitress.queue").isEnabledFor(logging.WARNING)
