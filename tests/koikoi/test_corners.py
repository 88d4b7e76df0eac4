"""Rare cases of scoring, of the match and of the commands that house rules can lead to."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner, Result

from scorekeeper.cli import main
from scorekeeper.exports import record
from scorekeeper.koikoi.cards import CARDS, CHAFF, cards, union
from scorekeeper.koikoi.errors import KoikoiError
from scorekeeper.koikoi.match.calls import gained
from scorekeeper.koikoi.match.explain import payment
from scorekeeper.koikoi.match.settlement import charges, settle
from scorekeeper.koikoi.pile import Pile, pile
from scorekeeper.koikoi.rules.loader import rules
from scorekeeper.koikoi.rules.ruleset import RuleSet
from scorekeeper.koikoi.scoring.evaluate import score
from scorekeeper.koikoi.scoring.plan import compiled

from .script import matched, written


def own(**yaku: Any) -> RuleSet:
    return rules({"multipliers": {"big": None}, "yaku": {"own": {"points": 3, **yaku}}})


def test_a_payment_cut_at_the_purse_says_what_was_owed() -> None:
    house = rules({"settlement": {"account": "transfer", "purse": 10}})
    settled = settle(house, charges(house, (8, 0, 0)), (10, 5, 10), 10)
    assert settled.transfer == (13, -5, -8)
    assert [(payment.payer, payment.coins, payment.owed) for payment in settled.payments] == [
        (1, 5, 8),
        (2, 8, 8),
    ]


def test_the_cards_of_a_line_are_those_that_made_it() -> None:
    paid = score(rules("mongolopedia"), pile("06R 09R 10R 04R 05R 03B 2C"))
    assert {line.yaku: line.cards for line in paid.lines} == {
        "aotan": cards("06R 09R 10R"),
        "tan": cards("04R 05R 06R 09R 10R"),
    }


@pytest.mark.parametrize(
    ("held", "settings", "expected"),
    [
        # two of four plain ribbons make the yaku, and the other two are paid beside the three brights
        (
            "04R 05R 07R 11R 01B 03B 08B",
            {
                "yaku": {"plain": {"cards": ["04R", "05R", "07R", "11R"], "min": 2, "points": 2, "extra": 1}},
                "overlap": {"ribbons": "special_takes"},
            },
            {"sanko": 5, "plain": 4},
        ),
        # the ribbons of one special yaku are no further cards of another, also where nobody counts ribbons
        (
            "01R 02R 03R 06R 09R 10R",
            {
                "yaku": {
                    "tan": {"points": 0},
                    "akatan_aotan": {"points": 0},
                    "akatan": {"extra": 1},
                    "aotan": {"extra": 3},
                },
                "overlap": {"ribbons": "special_takes"},
            },
            {"akatan": 5, "aotan": 5},
        ),
        # the lightning is one of three cards of November: it captured none of them
        (
            "11B 11A 11C 01C1 01C2",
            {"play": {"lightning": "wild"}, "yaku": {"hiki": {"points": 4, "lightning": True}}},
            {},
        ),
    ],
)
def test_a_card_counts_once(held: str, settings: dict[str, Any], expected: dict[str, int]) -> None:
    paid = score(rules("default", overrides=settings), pile(held))
    assert {line.yaku: line.points for line in paid.lines} == expected


def test_counted_chaff_is_kept_with_the_cards_of_its_line() -> None:
    (line,) = score(rules("default"), pile("11C 12C1 09A 7C")).lines
    assert (line.cards, line.counted) == (cards("11C 12C1 09A"), 7)


def test_the_plan_asks_for_what_the_rules_need() -> None:
    assert compiled(rules("default")).asks_chaff(3) == 0
    assert compiled(rules("mongolopedia")).asks_chaff(3) == cards("11C")
    assert compiled(rules("mongolopedia")).asks_months(3) == tuple(range(1, 13))
    assert compiled(rules("cwz")).asks_months(15) == (3,)
    assert compiled(rules("default")).asks_months(3) == ()
    assert compiled(rules("polish_all")).asks_field_months == (11, 12)
    assert compiled(rules("russian_all")).asks_dealt_brights
    assert not compiled(rules("russian")).asks_dealt_brights


def test_the_plan_asks_for_chaff_of_a_month_by_name_where_less_than_the_whole_month_counts() -> None:
    assert compiled(own(monthly="round", min=3)).asks_chaff(4) == cards("04C1 04C2")
    assert compiled(own(monthly="round", min=3)).asks_chaff(16) == cards("04C1 04C2")
    assert compiled(own(monthly="each", min=3)).asks_chaff(4) == CHAFF
    assert compiled(own(monthly="round")).asks_chaff(4) == 0
    assert compiled(own(monthly="round")).asks_months(4) == (4,)
    broken = rules({"play": {"lightning": "wild"}, "yaku": {"tsukifuda": {"points": 4, "lightning": True}}})
    assert compiled(broken).asks_chaff(4) == cards("04C1 04C2 11C")


def test_a_second_month_that_is_a_yaku_of_its_own_is_new_and_one_that_is_not_has_grown() -> None:
    one_month, two_months = pile("01B 01R 01C1 01C2"), pile("01B 01R 01C1 01C2 02A 02R 02C1 02C2")
    for separate, expected in ((True, (("hiki",), ())), (False, ((), ("hiki",)))):
        house = rules({"yaku": {"hiki": {"points": 4, "separate": separate}}})
        assert gained(score(house, one_month).lines, score(house, two_months).lines) == expected
        assert gained(score(house, two_months).lines, score(house, two_months).lines) == ((), ())


def test_the_size_of_a_counting_yaku_is_the_usual_one_where_a_rule_set_does_not_say() -> None:
    written = msgspec.to_builtins(rules("default"))
    assert written["yaku"]["tan"]["min"] == 5
    written["yaku"]["tan"]["min"] = None  # as records say that were written before there was a choice
    assert rules(written) == rules("default")


def test_the_largest_number_of_rivals_is_compared_quickly() -> None:
    names = [f"own{number}" for number in range(16)]
    chain: dict[str, dict[str, Any]] = {
        name: {
            "points": 3 + number % 3,
            "cards": [CARDS[number].id],
            "rivals": names[number + 1 : number + 2],
        }
        for number, name in enumerate(names)
    }
    lines = score(rules({"yaku": chain}), Pile(union(CARDS[:16]))).lines
    rivals = [line for line in lines if line.yaku in chain]
    best = max(
        sum(chain[name]["points"] for number, name in enumerate(names) if subset >> number & 1)
        for subset in range(1 << 16)
        if not subset & subset >> 1
    )
    assert sum(line.points for line in rivals) == best


def test_further_chaff_of_a_set_pays_named_or_counted() -> None:
    house = own(cards=["12C1", "12C2", "12C3"], extra=1)
    asked = compiled(house).asks_chaff(1)
    counted = score(house, pile("12C1 12C2 12C3 2C")).base
    assert counted == score(house, pile("12C1 12C2 12C3 01C1 01C2")).base or asked & cards("01C1 01C2")


def test_chaff_that_does_not_count_is_asked_for() -> None:
    assert compiled(own(kind="chaff", min=4, **{"not": ["11C"]})).asks_chaff(1) & cards("11C")


def test_further_cards_of_a_set_with_the_cup_count_though_the_cup_is_chaff() -> None:
    house = rules({"sake_cup": "chaff", "yaku": {"own": {"points": 3, "cards": ["09A", "02A"], "extra": 1}}})
    assert score(house, pile("09A 02A 04A 05A")).base == 5


def test_a_dealt_field_does_not_contradict_itself() -> None:
    tree = written("russian_all", ["field 01B 02A"])
    tree["events"][-1]["brights"] = 5
    with pytest.raises(KoikoiError):
        record.from_tree(tree)


def test_nobody_counts_more_chaff_than_the_deck_of_the_table_holds() -> None:
    short = {"deal": {"without": ["12C1", "12C2", "12C3"]}}
    assert matched(short, ["won 0: 21C"]).rounds[0].points == 24
    with pytest.raises(KoikoiError):
        matched(short, ["won 0: 22C"])


def tally(text: str) -> Result:
    return CliRunner().invoke(main, ["tally", "-"], input=text)


def test_a_record_that_is_no_json_is_one_sentence() -> None:
    ran = tally("{")
    assert ran.exit_code == 1
    assert json.loads(ran.stdout)["error"].startswith("This is not a match saved by this app")


def test_a_record_nested_too_deeply_is_refused() -> None:
    assert isinstance(tally("[" * 200_000).exception, SystemExit)


def test_a_name_with_half_a_surrogate_pair_is_refused_or_printed() -> None:
    start = '{"type": "match-started", "players": ["\\ud800", "Ben"], "ruleset": "default"}'
    ran = tally('{"format": "koikoi-match/1", "events": [' + start + "]}")
    assert ran.exception is None or isinstance(ran.exception, SystemExit)


def test_a_charge_says_what_it_comes_from_where_two_made_points() -> None:
    house = rules({"settlement": {"account": "transfer"}})
    owed = charges(house, (8, 1, 0))
    assert [(charge.payer, charge.payee, charge.points) for charge in owed] == [
        (1, 0, 7),
        (2, 0, 8),
        (2, 1, 1),
    ]
    assert [str(charge.why) for charge in owed] == ["The difference: 8 − 1 points.", "None", "None"]
    paid = settle(house, owed, (30, 30, 30), 30).payments[0]
    assert str(payment(paid, ("Anna", "Ben", "Chris"))) == (
        "Ben pays Anna 7 coins. The difference: 8 − 1 points."
    )
    gained = charges(rules("default"), (8, 3, 0))
    assert [(charge.payer, charge.payee, charge.points) for charge in gained] == [
        (None, 0, 8),
        (None, 1, 3),
        (None, 2, 0),
    ]
