"""A rule set is compiled once, and circumstances are prepared once, however often somebody asks."""

from __future__ import annotations

import msgspec
import pytest
from calls import counted

from scorekeeper.koikoi.pile import pile
from scorekeeper.koikoi.rules.loader import rules
from scorekeeper.koikoi.scoring.evaluate import Factors, Scorer, scorer
from scorekeeper.koikoi.scoring.plan import compiled
from scorekeeper.koikoi.scoring.score import Circumstances


def test_a_rule_set_is_compiled_once() -> None:
    dutch = rules({"extends": "dutch", "yaku": {"goko": {"points": 987}}})
    with counted(compiled) as calls:
        assert len({scorer(dutch) for _ in range(5)}) == 1
    assert calls == [1]


def test_equal_rule_sets_share_a_scorer_and_others_do_not() -> None:
    dutch = rules("dutch")
    assert scorer(msgspec.structs.replace(dutch)) is scorer(dutch)
    assert scorer(msgspec.structs.replace(dutch, brights="cumulative")) is not scorer(dutch)
    assert scorer(rules("russian")) is not scorer(dutch)


@pytest.mark.parametrize(("name", "prepared"), [("default", 2), ("rulebook", 24)])  # which has month cards
def test_circumstances_are_prepared_once(name: str, prepared: int) -> None:
    asking = Scorer(compiled(rules(name)))
    with counted(Factors.__init__) as calls:
        for number in range(1, 13):
            for held in ("01B 03B 08B", "09A 9C", "06R 09R 10R"):
                asking.score(pile(held), Circumstances(round=number))
                asking.score(pile(held), Circumstances(round=number, own=1))
    assert calls == [prepared]
