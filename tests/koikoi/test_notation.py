"""Events as lines of text: read, written, refused."""

from __future__ import annotations

from typing import Any

import pytest
from extent import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.koikoi.errors import BadRecord
from scorekeeper.koikoi.match.events import MatchStarted, RulesChanged, event, piles_of
from scorekeeper.koikoi.notation import read, write
from scorekeeper.koikoi.rules.loader import names, rules
from scorekeeper.koikoi.rules.ruleset import bare

from . import playing

LINES = [
    "start Anna, Ben = dutch",
    "start Anna, Ben, Chris (dealer 2, rounds 6, purse 50) = mongolopedia: calls.limit = 0",
    'start "Koi, Anna", "Ben \\"Big\\" O." = default',
    "field 01B 02C1",
    "brights 2",
    "brights 1: 01B 02C1",
    "hand 1 teshi",
    "hand 1 teshi in 2",
    "hand 0 double_teshi in 12: 01B 01R 01C1 01C2 03B 03R 03C1 03C2",
    "hand 1 kuttsuki [1 2 3 12] ! shown late",
    "turn 0: 03B 03C1 [11]",
    "turn 1",
    "turn 1 ! overlooked",
    "koi 0",
    "koi 0: 03B 09A ! agreed",
    "won 1: 03B 09A | 0: 4C [11]",
    "won 1: 03B 09A | 0: 4C | 2: 12C",
    "won 0 @ 5 ! agreed",
    "empty",
    "empty 0: 12C | 2: 03B",
    "empty [1 12] @ 16",
    "void",
    'void "the cards; all of them"',
    "correct 1 = koi 0; won 0: 03B 09A ! agreed",
    'correct 3 = void "a; b"; empty; end',
    "adjust 5 -5 agreed",
    'adjust -1 0 1 "5 coins: why [not]"',
    "end",
    "end late",
    "back",
    "rules 2 = dutch",
    "rules 2 agreed = default: multipliers.big.factor = 1; settlement.purse = 30",
    "dealer 2 1",
    "dealer 2 1 asleep",
    "more 3",
    "names Anne, Ben",
]


@pytest.mark.parametrize("line", LINES)
def test_a_line_is_read_and_written_as_it_was(line: str) -> None:
    assert write(read(line)) == line


@settings(max_examples=examples(60))
@given(playing.matches(), st.text(max_size=40))
def test_what_is_written_is_read_as_the_same_event(trees: list[dict[str, Any]], reason: str) -> None:
    reasoned = {"match-ended", "deal-voided", "points-adjusted", "dealer-corrected"}
    for tree in trees:
        of_match = event({**tree, "reason": reason.strip()} if tree["type"] in reasoned else tree)
        again = read(write(of_match))
        if isinstance(of_match, MatchStarted | RulesChanged) and isinstance(again, type(of_match)):
            assert bare(rules(again.ruleset)) == bare(rules(of_match.ruleset))
        else:
            assert _with_all_piles(again) == _with_all_piles(of_match)


def _with_all_piles(of_match: Any) -> object:
    """An event with a pile for each of three seats: of the last ones a record may say nothing."""
    piles = piles_of(getattr(of_match, "piles", ()), 3)
    return piles, write(of_match)


@pytest.mark.parametrize("name", names())
def test_rules_are_written_as_their_name(name: str) -> None:
    assert write(event({"type": "rules-changed", "ruleset": name, "from": 1})).startswith("rules 1 = ")
    again = read(f"rules 1 = {name}")
    assert isinstance(again, RulesChanged)
    assert rules(again.ruleset) == rules(name)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("won Anna: 03B", "“won Anna: 03B” cannot be read; an example: “won 1: 03B 09A | 0: 4C [11]”."),
        ("won", "“won” cannot be read; an example: “won 1: 03B 09A | 0: 4C [11]”."),
        ("more", "“more” cannot be read; an example: “more 3”."),
        ("hand 1", "“hand 1” cannot be read; an example: “hand 1 teshi in 2”."),
        ("adjust agreed", "“adjust agreed” cannot be read; an example: “adjust 5 -5 agreed”."),
        ('end "late', '“end "late” cannot be read; an example: “end late”.'),
        ("win 1: 03B", "“win 1: 03B” begins with none of: start, field, brights, hand, turn, koi, "),
        ("", "“” begins with none of: start, "),
        ("won 7: 03B", "round-won: the field “player” is not possible"),
        ("hand 1 nagashi", "hand-shown: the field “yaku” is not possible"),
        ("correct 1 = more 3", "round-corrected: the field “events[0].type” is not possible"),
        ("start Anna, Ben (mood 1) = dutch", "match-started has no field “mood”."),
    ],
)
def test_a_line_that_cannot_be_read_is_refused(line: str, why: str) -> None:
    with pytest.raises(BadRecord) as refused:
        read(line)
    assert str(refused.value).startswith(why)
