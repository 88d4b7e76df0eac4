"""The inputs and figures of the benchmark; it measures in ``make bench``."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from bench import command, pages, piles, rounds, taps, unit
from bench.figures import Figure, percentile, table
from bench.rounds import announced, special
from bench.table import table as new_table
from scorekeeper.cli import main
from scorekeeper.koikoi.cards import CHAFF, DECK, each
from scorekeeper.koikoi.rules.loader import names, rules
from scorekeeper.koikoi.rules.yaku import KNOWN
from scorekeeper.koikoi.scoring.evaluate import scorer
from scorekeeper.koikoi.scoring.plan import compiled


def test_random_piles_are_the_same_every_time_and_of_the_promised_size() -> None:
    made = piles.random_piles(300)
    assert made == piles.random_piles(300)
    assert made != piles.random_piles(300, seed=1)
    assert {len(pile) for pile in made} == set(range(piles.FEWEST, piles.MOST + 1))
    assert all(pile.cards | DECK == DECK and not pile.chaff for pile in made)


def test_rounds_are_won_with_cards_that_nobody_else_holds() -> None:
    played = rounds.play(40)
    assert played == rounds.play(40)
    for won in played:
        mine, theirs = won.piles
        assert not mine & theirs
        assert won.score().points > 0
        assert not mine.bit_count() % 2
    assert {won.winner for won in played} == {0, 1}
    assert any(sum(won.calls) for won in played)


def test_rounds_written_to_a_file_are_read_back_equal(tmp_path: Path) -> None:
    played = rounds.play(12)
    (tmp_path / "rounds.json").write_text(rounds.written(played))
    assert rounds.read(tmp_path / "rounds.json") == played


def test_what_is_announced_is_worth_as_much_as_the_whole_pile() -> None:
    for won in rounds.play(40):
        assert won.score(announced(won)).points == won.score().points
        assert won.score(special(won.piles[won.winner])).points == won.score().points


def test_special_cards_and_the_number_of_chaff_make_up_the_pile() -> None:
    for won in rounds.play(10):
        pile = special(won.piles[won.winner])
        assert not pile.cards & CHAFF
        assert len(pile) == won.piles[won.winner].bit_count()


@pytest.mark.parametrize(
    ("number", "quick", "taps_needed"),
    [(0, (9, 10), 0), (10, (9, 10), 1), (12, (9, 10), 3), (7, (9, 10), 3), (3, (9, 10), 3), (3, (), 3)],
)
def test_chaff_takes_the_fewest_taps(number: int, quick: tuple[int, ...], taps_needed: int) -> None:
    assert len(taps.chaff_steps(0, number, quick)) == taps_needed


def test_a_percentile_is_a_value_that_was_measured() -> None:
    assert percentile([3, 1, 2], 0.5) == 2
    assert percentile(range(1, 101), 0.95) == 95
    assert percentile([7], 0.9) == 7
    assert percentile([1, 2], 1) == 2


def test_the_table_marks_what_is_over_its_limit() -> None:
    rows = [
        Figure("slow", 21.0, "ms", 20),
        Figure("fast", 3.0, "ms", 20),
        Figure("few", 9.0, "", 10, at_least=True),
    ]
    assert [figure.over for figure in rows] == [True, False, True]
    slow, fast = table(rows).splitlines()[2:4]
    assert slow.endswith("OVER")
    assert fast.endswith("ok")


def test_every_named_rule_set_is_measured_and_one_with_everything_on(monkeypatch: pytest.MonkeyPatch) -> None:
    sample = piles.random_piles(20)
    monkeypatch.setattr(piles, "random_piles", lambda: sample)
    monkeypatch.setattr("gc.collect", int)  # 400 times the memory of all tests takes minutes
    figures = list(piles.measure())
    measured = [figure.what.split(", ")[1] for figure in figures]
    assert measured == ["the unit", *names(), "mean of these", "everything on"]
    assert [(figure.unit, figure.limit, figure.aim) for figure in figures][-3:] == [
        ("units", 0.4, 0.5),
        ("units", 0.68, 0.8),
        ("units", 0.2, 0.3),
    ]
    of_sets = [figure.value or 0 for figure in figures[1:-2]]
    assert min(of_sets) < (figures[-2].value or 0) < max(of_sets)


def test_the_unit_of_speed_gives_the_points_of_the_app() -> None:
    score = scorer(rules("koikoi_japan")).score
    for pile in piles.random_piles():
        assert unit.points(card.id for card in each(pile.cards)) == score(pile).points, f"{pile}"


def test_with_everything_on_every_yaku_counts() -> None:
    everything = compiled(piles.everything_on())
    assert {row.id for row in everything.rows} >= set(KNOWN)
    assert len(everything.rows) == len(KNOWN) + 4
    assert len(everything.readings) == 2


def test_lines_for_the_command_are_questions_it_answers() -> None:
    result = CliRunner().invoke(
        main, ["score"], input="".join(command._lines(3).splitlines(keepends=True)[:6])
    )
    assert result.exit_code == 0
    assert len(result.stdout.splitlines()) == 6


def test_the_rounds_for_taps_say_which_ones_they_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rounds, "BESIDE_CHECKOUT", tmp_path / "rounds.json")
    assert rounds.rounds(5) == (rounds.play(5), "rounds 1 to 5 that bench/rounds.py plays with seed 11")
    (tmp_path / "rounds.json").write_text(rounds.written(rounds.play(3)))
    played, origin = rounds.rounds(5)
    assert (len(played), origin.partition(" (")[0]) == (3, "rounds 1 to 3 of rounds.json beside the checkout")
    assert taps._most([3, 9, 2, 9]) == "at most 9: round 2, 4"


@pytest.mark.slow
def test_the_benchmark_opens_every_page_of_the_app() -> None:
    with new_table() as place:
        of_match, others, unknown = pages.addresses(place.app, pages.prepared(place))
        client = place.player()
        answers = {address: client.get(address).status_code for address in of_match + others}
    assert not unknown
    assert not {address: status for address, status in answers.items() if status >= 400}
    assert len(of_match) > 80 and len(others) > 50
