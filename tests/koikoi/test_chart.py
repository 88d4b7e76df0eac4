"""The yaku chart: every yaku in force with the cards that make it, and examples worked by the evaluator."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from extent import examples
from hypothesis import given, settings

from scorekeeper.koikoi.cards import SAKE_CUP, cards, text
from scorekeeper.koikoi.chart import Chart, ChartRow, chart
from scorekeeper.koikoi.pile import Pile
from scorekeeper.koikoi.rules.loader import names, rules
from scorekeeper.koikoi.scoring.evaluate import form, scorer
from scorekeeper.koikoi.scoring.samples import dearest_piles
from scorekeeper.koikoi.scoring.score import Circumstances

from . import playing


def of(tree: dict[str, Any] | str) -> Chart:
    return chart(rules(tree))


def row(tree: dict[str, Any] | str, name: str) -> ChartRow:
    return next(row for row in of(tree).rows if row.id == name)


def said(row: ChartRow) -> list[str]:
    return [*(str(group.words) for group in row.groups if group.words), *map(str, row.terms)]


def refuse_a_chart_that_lies(tree: dict[str, Any] | str) -> None:
    """The cards of a row make its yaku, the dearest comes first, an example says what it is worth."""
    table = rules(tree)
    shown, plan = chart(table), scorer(table).plan
    points = [row.points for row in shown.rows]
    assert points == sorted(points, reverse=True)
    assert {row.id for row in shown.rows} <= {row.id for row in plan.rows}
    for row in shown.rows:
        assert all(group.drawn & ~group.cards == 0 for group in row.groups)
        assert "%(" not in " ".join(said(row))
        made = [
            held
            for reading in plan.readings
            for planned in reading
            if planned.id == row.id
            for held in form(
                msgspec.structs.replace(planned, ruined_by=0),
                Pile(sum(group.cards for group in row.groups)),
                1,
            )
        ]
        assert made, row.id
    for example in shown.examples:
        assert example.score.points == int(example.equation.split()[-1])
        assert example.score.lines and example.score.factors


@pytest.mark.parametrize("name", names())
def test_the_chart_of_a_named_rule_set_is_true(name: str) -> None:
    refuse_a_chart_that_lies(name)
    played = {row.id for row in scorer(rules(name)).plan.rows}
    assert {row.id for row in of(name).rows} == played


@given(playing.tables())
@settings(max_examples=examples(60))
def test_the_chart_of_any_rule_set_is_true(table: Any) -> None:
    refuse_a_chart_that_lies(table)


@pytest.mark.parametrize("name", names())
def test_every_doubling_of_a_named_rule_set_has_an_example(name: str) -> None:
    plan = scorer(rules(name)).plan
    wanted = {row.id for row in plan.factors} | ({"big"} if plan.big else set())
    shown = {factor.id for example in of(name).examples for factor in example.score.factors}
    assert shown == wanted


@pytest.mark.parametrize(
    ("tree", "name", "words"),
    [
        ("russian", "goko", []),
        ("russian", "sanko", ["any 3 of 4"]),
        ("russian", "ameshiko", ["any 3 of 4"]),
        ("russian", "tane", ["any 5 of 9"]),
        ("russian", "tan", ["any 5 of 10"]),
        ("russian", "kasu", ["any 10 of 25", "the sake cup counts too"]),
        ({"sake_cup": "animal"}, "kasu", ["any 10 of 24"]),
        ({"sake_cup": "two_chaff"}, "kasu", ["any 10 of 25", "the sake cup counts as two of them"]),
        ({"sake_cup": "best"}, "kasu", ["any 10 of 25", "the sake cup counts too"]),
        ({"sake_cup": "chaff"}, "tane", ["any 5 of 8", "the sake cup does not count"]),
        ({"yaku": {"tane": {"min": 4}}}, "tane", ["any 4 of 9"]),
        ({"deal": {"without": ["12C1", "12C2"]}}, "kasu", ["any 10 of 23", "the sake cup counts too"]),
        ("mongolopedia", "hiki", ["all four of any month"]),
        ("cwz", "tsukifuda", ["all four of the month of the round"]),
        ("mongolopedia", "hanami", ["nothing if you capture the rain man or the lightning"]),
        ({"yaku": {"nomi": {"points": 6}}}, "nomi", ["Counts instead of: Flower viewing, moon viewing"]),
        ({"yaku": {"nomi": {"points": 6}, "tsukimi": {"points": 0}}}, "nomi",
         ["Counts instead of: Flower viewing"]),
        ({"yaku": {"own": {"points": 2, "monthly": "each", "kind": "ribbon", "min": 1}}}, "own",
         ["1 of one month", "Kind: ribbon"]),
        ({"yaku": {"own": {"points": 2, "kind": "animal", "min": 3, "not": ["11A"]}}}, "own", ["any 3 of 8"]),
    ],
    ids=str,
)  # fmt: skip
def test_what_makes_a_yaku_is_said(tree: dict[str, Any] | str, name: str, words: list[str]) -> None:
    assert said(row(tree, name)) == words


def test_the_cards_of_a_yaku_are_drawn() -> None:
    (group,) = row("russian", "akatan").groups
    assert text(group.drawn) == "01R 02R 03R"
    rain_man, others = row("russian", "ameshiko").groups
    assert (text(rain_man.drawn), rain_man.words) == ("11B", None)
    assert others.drawn == cards("01B 03B 08B 12B")
    (chaff,) = row("russian", "kasu").groups
    assert chaff.drawn.bit_count() == 10 and chaff.drawn & SAKE_CUP


def test_a_yaku_of_the_table_itself_has_a_row_like_any_other() -> None:
    tree = {"yaku": {"storm": {"name": "Storm", "points": 12, "cards": ["11B", "11C"]}}}
    storm = of(tree).rows[0]
    assert (storm.id, storm.points, text(storm.groups[0].drawn)) == ("storm", 12, "11B 11C")


def test_a_yaku_whose_cards_were_left_out_of_the_deck_is_not_shown() -> None:
    tree = {"deal": {"without": ["11A"]}, "yaku": {"pair": {"points": 2, "cards": ["11A", "10A"]}}}
    assert "pair" not in {row.id for row in of(tree).rows}


@pytest.mark.parametrize(
    ("tree", "equations"),
    [
        ("gamble1974", []),
        ("dutch", ["7 × 2 = 14", "5 × 2 = 10", "7 × 2 × 2 = 28"]),
        ({"multipliers": {"combine": "sum"}}, ["7 × 2 = 14", "5 × 2 = 10", "7 × 3 = 21"]),
        ({"multipliers": {"big": None, "max_points": 8}}, ["2 × 2 = 4"]),
        ({"multipliers": {"big": None, "max_points": 1}}, ["5 × 2 = 10 → 1"]),
        ("koikoi_japan", ["5 + 2 = 7"]),
    ],
    ids=str,
)
def test_doublings_are_worked_out(tree: dict[str, Any] | str, equations: list[str]) -> None:
    assert [example.equation for example in of(tree).examples] == equations


def test_an_example_shows_the_doublings_that_it_is_for_and_no_other() -> None:
    shown = [[factor.id for factor in example.score.factors] for example in of("russian_all").examples]
    assert shown == [
        ["big"],
        ["own_koi"],
        ["opponent_koi"],
        ["field_brights"],
        ["own_koi", "opponent_koi", "big"],
    ]


def test_an_example_of_a_call_is_small_enough_not_to_be_doubled_for_its_points() -> None:
    shown = of({"multipliers": {"big": {"at": 3}}}).examples
    assert [[factor.id for factor in example.score.factors] for example in shown] == [
        ["big"],
        ["opponent_koi"],
        ["opponent_koi", "big"],
    ]


@pytest.mark.parametrize(
    ("calls", "is_shown"),
    [
        ({"limit": 1, "limit_scope": "round"}, False),
        ({"limit": 2, "limit_scope": "round"}, True),
        ({"limit": 1, "limit_scope": "player"}, True),
    ],
)
def test_no_example_has_more_calls_than_the_rules_allow(calls: dict[str, Any], is_shown: bool) -> None:
    shown = of({"extends": "russian_all", "calls": calls}).examples
    last = [factor.id for factor in shown[-1].score.factors]
    assert ({"own_koi", "opponent_koi"} <= {*last}) is is_shown
    assert all(factor.id != "own_koi" for factor in shown[2].score.factors)  # one call, the opponent's


def test_of_many_yaku_the_dearest_are_put_together_for_examples() -> None:
    own = {
        "own1": {"points": 90, "cards": ["02C1", "02C2"]},
        "own2": {"points": 91, "cards": ["05C1", "05C2"]},
    }
    many = rules({"extends": "cwz_local", "yaku": own})
    brights = "01B 03B 08B 11B 12B"
    together = Pile(cards(f"{brights} 02C1 02C2 05C1 05C2"))
    assert together in dearest_piles([scorer(many).plan])


def test_an_example_is_scored_by_the_evaluator() -> None:
    table = rules("dutch")
    first = chart(table).examples[0]
    assert first.score == scorer(table).score(first.pile, Circumstances(round=1))


def test_equal_rules_share_a_chart() -> None:
    assert chart(rules({"extends": "dutch"})) is chart(rules({"extends": "dutch"}))


# The same cards by two rule sets
