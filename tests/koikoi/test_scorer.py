"""A rule set is compiled once, however often somebody asks for its scorer."""

from __future__ import annotations

import msgspec

from bench.counting import counted
from scorekeeper.koikoi.rules.loading import rules
from scorekeeper.koikoi.rules.ruleset import bare
from scorekeeper.koikoi.scoring import scorer as scoring
from scorekeeper.koikoi.scoring.compiling import compiled


def test_a_rule_set_is_compiled_and_encoded_once() -> None:
    dutch = rules({"extends": "dutch", "yaku": {"goko": {"points": 987}}})
    with counted(scoring._by_value, compiled) as calls:
        assert len({scoring.scorer(dutch) for _ in range(5)}) == 1
    assert calls == [1, 1]


def test_equal_rule_sets_share_a_scorer_and_others_do_not() -> None:
    dutch = rules("dutch")
    assert scoring.scorer(msgspec.structs.replace(dutch)) is scoring.scorer(dutch)
    assert scoring.scorer(bare(dutch)) is scoring.scorer(dutch)
    assert scoring.scorer(rules("russian")) is not scoring.scorer(dutch)
