"""A question is open while one of its answers would change the points of the pile, and only then."""

from __future__ import annotations

import random

import msgspec
import pytest

from scorekeeper.koikoi.cards import CARDS, CHAFF, each, of_month, union
from scorekeeper.koikoi.pile import Pile, pile
from scorekeeper.koikoi.rules.loading import names, rules
from scorekeeper.koikoi.scoring.circumstances import Circumstances
from scorekeeper.koikoi.scoring.questions import open_questions
from scorekeeper.koikoi.scoring.scorer import scorer

FIRST = Circumstances(round=1)


def asked(name: str, words: str, at: Circumstances = FIRST, answered: tuple[str, ...] = ()) -> set[str]:
    return set(open_questions(scorer(rules(name)), pile(words), at, answered))


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("03B 09A", {"cards.11"}),  # curtain and cup: rain would spoil the flower viewing
        ("08B 09A 11C", set()),  # the lightning is there: nothing to ask
        ("08B 09A 3C", {"cards.11"}),
        ("03B 08B", set()),  # no cup, no viewing
        ("03B 09A 11B", set()),  # the rain man has spoilt it already
        ("01B 03B 08B", set()),
    ],
)
def test_the_lightning_is_asked_for_where_it_would_spoil_something(words: str, found: set[str]) -> None:
    assert asked("mongolopedia", words) == found


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("01B 03B 08B 01R 2C", {"whole.1"}),  # the two chaff cards may be January's
        ("01B 03B 08B 01R 1C", set()),  # one is too few
        ("01B 03B 08B 2C", set()),  # the ribbon would have been tapped
        ("01B 01R 01C1 01C2", set()),  # it is there
        ("03B 03R 12B 10C", set()),  # not the month of the round
    ],
)
def test_the_month_of_the_round_is_asked_for_where_the_counted_chaff_may_complete_it(
    words: str, found: set[str]
) -> None:
    assert asked("cwz", words) == found


def test_weather_on_the_field_is_asked_for_until_it_is_known() -> None:
    assert asked("polish_all", "03B 09A") == {"field.11"}  # rain spoils the flower viewing,
    assert asked("polish_all", "08B 09A") == {"field.12"}  # fog the moon viewing
    both = "03B 08B 09A"
    assert asked("polish_all", both) == {"field.11", "field.12"}
    assert asked("polish_all", both, answered=("field.11",)) == {"field.12"}
    assert asked("polish_all", both, Circumstances(round=1, field_months=(11,))) == {"field.12"}
    assert asked("polish_all", "01B 03B 08B") == set()
    assert asked("polish_all", f"{both} 11B 11A 11R 11C") == {"field.12"}  # none of November is left


def test_brights_of_the_dealt_field_are_asked_for_where_there_is_something_to_multiply() -> None:
    assert asked("russian_all", "01B 03B") == set()
    assert asked("russian_all", "01B 03B 08B") == {"brights"}
    assert asked("russian_all", "01B 03B 08B", Circumstances(round=1, dealt_brights=0)) == set()


def test_a_cap_that_is_reached_closes_the_question() -> None:
    house = rules("russian_all", overrides={"multipliers": {"max_points": 5}})
    assert open_questions(scorer(house), pile("01B 03B 08B"), FIRST) == ()


@pytest.mark.parametrize("name", names())
def test_an_open_question_is_one_whose_answer_changes_the_points(name: str) -> None:
    """Worked out another way: the answers are tried one by one on random piles."""
    rule_set = rules(name)
    score, chance = scorer(rule_set).score, random.Random(name)
    plan = scorer(rule_set).plan
    for _ in range(150):
        known = union(chance.sample(CARDS, chance.randint(2, 16)))
        number = chance.randint(0, 24 - (known & CHAFF).bit_count())
        held, played = Pile(known, number), chance.randint(1, 12)
        at = Circumstances(own=chance.randint(0, 1), round=played)
        points = score(held, at).points
        wanted = set()
        for card in each(plan.asks_chaff(1)):
            alone = not any(other.month == card.month for other in each(plan.asks_chaff(1) & ~card.bit))
            assert alone, "several chaff cards of a month need their subsets here"
            if (
                not known & card.bit
                and points != score(Pile(known | card.bit, max(number - 1, 0)), at).points
            ):
                wanted.add(f"cards.{card.month}")
        for month in plan.asks_months(played):
            missing = of_month(month) & ~known
            rest = number - missing.bit_count()
            possible = missing and not missing & ~CHAFF and rest >= 0
            if possible and points != score(Pile(known | missing, rest), at).points:
                wanted.add(f"whole.{month}")
        for month in plan.asks_field_months:
            wet = msgspec.structs.replace(at, field_months=(month,))
            if of_month(month) & ~known and points != score(held, wet).points:
                wanted.add(f"field.{month}")
        dealt = range(1, 6) if plan.asks_dealt_brights else ()
        if any(points != score(held, msgspec.structs.replace(at, dealt_brights=n)).points for n in dealt):
            wanted.add("brights")
        assert set(open_questions(scorer(rule_set), held, at)) == wanted, (str(held), at)
