"""What the sources say about a dealt hand, a dealt field and a call: ``worked/*.toml``.

A ``hand`` names the lucky hand that its ``cards`` are and its ``points``; a ``field`` says what its ``cards``
lead to: "redeal", or the points of the dealer; a ``decision`` says what the player ``may`` do. The rounds and
matches of the same files run with all others, in ``test_rounds`` and ``test_matches``.
"""

from __future__ import annotations

import pytest

from scorekeeper.koikoi.cards import cards
from scorekeeper.koikoi.match.calls import decision
from scorekeeper.koikoi.match.teyaku import lucky_hands
from scorekeeper.koikoi.rules.deal import field_outcome
from scorekeeper.koikoi.scoring.score import Circumstances

from .cases import Case, cases, rules_of

COMMON = {"claim", "source", "rules", "set", "file_set"}


@pytest.mark.parametrize("case", cases("worked", "hand"))
def test_a_dealt_hand_wins(case: Case) -> None:
    assert case.keys() <= {*COMMON, "cards", "yaku", "points"}
    best = lucky_hands(rules_of(case), cards(case["cards"]))[0]
    assert (best.id, best.points) == (case["yaku"], case["points"])


@pytest.mark.parametrize("case", cases("worked", "field"))
def test_a_dealt_field_ends_the_deal(case: Case) -> None:
    assert case.keys() <= {*COMMON, "cards", "result"}
    outcome = field_outcome(rules_of(case), cards(case["cards"]))
    assert outcome is not None
    assert ("redeal" if outcome.points is None else {"dealer": outcome.points}) == case["result"]


@pytest.mark.parametrize("case", cases("worked", "decision"))
def test_a_player_may_call(case: Case) -> None:
    assert case.keys() <= {*COMMON, "new", "grown", "base", "calls", "may"}
    own, others = case.get("calls", (0, 0))
    new, grown = (["tan"] if case.get(gain) else [] for gain in ("new", "grown"))
    allowed = decision(rules_of(case), new, grown, case["base"], Circumstances(own, others))
    assert [word for word in ("stop", "koikoi") if getattr(allowed, word)] == case["may"]
