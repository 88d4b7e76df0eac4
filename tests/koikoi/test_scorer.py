"""A rule set is compiled once, however often somebody asks for its scorer."""

from __future__ import annotations

import msgspec

from bench.counting import counted
from scorekeeper.koikoi.rules.loader import rules
from scorekeeper.koikoi.scoring.compiling import compiled
from scorekeeper.koikoi.scoring.scorer import scorer


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
