"""A match is scored again by other rules: what each round would have paid, and who would have won."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.koikoi.compare.rescore import RescoredMatch, rescored, winners_by
from scorekeeper.koikoi.match.match import Match
from scorekeeper.koikoi.rules.loader import names, rules

from .script import matched

THREE = "01B 03B 08B"
FOUR = "01B 03B 08B 12B"


def by_rules(match: Match, name: str, **overrides: Any) -> RescoredMatch:
    return rescored(match, rules(name, overrides=overrides))


def outcome(story: RescoredMatch) -> list[str]:
    """By round: the points then and now, or why it cannot be scored."""
    return [
        f"{row.before.points} {row.after.points}" if row.after else f"{row.before.points} – {row.why_not}"
        for row in story.rounds
    ]


MATCHES = [
    matched("russian", [f"won 0: {THREE}", "koi 1", f"won 1: {FOUR} | 0: 4C", "empty 0: 2C | 1: 3C"]),
    matched("mongolopedia", [f"won 0: {FOUR}", "koi 1", "empty 1: 03B 09A | 0: 2C"]),
    matched("dutch", ["hand 1 teshi", f"won 1: {THREE} 9C", "adjust 5 -5 a ruling", "end tired"]),
    matched("nintendo_jp", [f"won 0: {THREE}", f"correct 1 = koi 0; won 0: {FOUR}", "void misdeal", "empty"]),
]


@pytest.mark.parametrize("match", MATCHES, ids=lambda match: match.rules.title)
def test_by_its_own_rules_a_match_is_scored_as_it_was(match: Match) -> None:
    story = rescored(match, match.rules)
    assert not story.left_out
    assert story.after.balance == match.balance
    assert [(row.transfer, row.dealer, row.points) for row in story.after.rounds] == [
        (row.transfer, row.dealer, row.points) for row in match.rounds
    ]
    assert story.after.winners == match.winners


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("match", MATCHES, ids=lambda match: match.rules.title)
def test_any_match_is_scored_by_any_rules(match: Match, name: str) -> None:
    story = by_rules(match, name)
    assert len(story.rounds) == len(match.rounds)
    for row in story.rounds:
        assert (row.after is None) == (row.why_not is not None)
        if row.after is not None:
            assert row.after.dealer == row.before.dealer
    assert winners_by(story)


def test_points_and_coins_are_those_of_the_other_rules() -> None:
    match = matched("dutch", [f"won 0: {FOUR}", "koi 1", f"won 1: {THREE}"], rounds=2)
    story = by_rules(match, "mongolopedia")
    assert outcome(story) == ["16 8", "5 12"]
    assert (match.balance, story.after.balance) == ((16, 5), (8, 12))
    assert (match.winners, story.after.winners, winners_by(story)) == ((0,), (1,), (1,))


def test_coins_begin_as_these_rules_say_where_points_were_gained_before() -> None:
    match = matched("dutch", [f"won 0: {THREE}"], rounds=3)
    assert by_rules(match, "russian").after.balance == (30, 20)
    odd = matched("dutch", [f"won 0: {THREE}"], rounds=4)  # these rules name no coins for four rounds
    assert by_rules(odd, "russian").after.balance == (5, -5)
    agreed = matched("russian", [f"won 0: {THREE}"], rounds=3, purse=40)
    assert by_rules(agreed, "polish_all").after.purse == 40


def test_a_call_that_is_not_allowed_leaves_the_round_out() -> None:
    match = matched("dutch", ["koi 0", "koi 0", f"won 0: {THREE}", f"won 1: {THREE}"])
    story = by_rules(match, "dutch", calls={"limit": 1})
    assert outcome(story) == ["5 – A player may call koi-koi only once in a round.", "5 5"]
    assert story.left_out == (1,)
    assert story.after.balance == (0, 5)
    assert [row.number for row in story.after.rounds] == [1, 2]


def test_a_pile_without_a_yaku_leaves_the_round_out() -> None:
    match = matched("dutch", ["won 0: 03B 09A"])
    assert outcome(by_rules(match, "dutch", yaku={"hanami": {"points": 0}})) == [
        "5 – Those cards make no yaku."
    ]


def test_a_lucky_hand_that_these_rules_do_not_pay_leaves_the_round_out() -> None:
    story = by_rules(matched("dutch", ["hand 0 teshi"]), "dutch", deal={"teyaku": {"teshi": 0}})
    assert outcome(story) == ["6 – Four of a month in hand does not win by these rules."]
    void = by_rules(matched("dutch", ["hand 0 teshi"]), "dutch", deal={"teyaku": {"teshi": "redeal"}})
    assert outcome(void) == ["6 – By these rules the cards were dealt again: Anna’s hand means a new deal."]


def test_cards_that_were_not_entered_leave_the_round_out_where_they_are_paid() -> None:
    match = matched("dutch", ["empty", f"won 0: {THREE}", f"won 0: {THREE} | 1: 03R 05A"])
    everyone = {"settlement": {"who_scores": "everyone"}}
    assert outcome(by_rules(match, "dutch", **everyone)) == [
        "0 0",
        "5 – The cards of Ben were not entered.",
        "5 5",
    ]
    assert outcome(by_rules(match, "mongolopedia"))[0] == "0 – The cards of Anna were not entered."
    known = matched("dutch", ["koi 1", "empty"])
    assert outcome(by_rules(known, "mongolopedia")) == ["0 6"]


def test_what_nobody_asked_then_is_said() -> None:
    match = matched("russian", [f"won 0: {FOUR}", "won 0: 08B 09A 11C"])
    first, second = by_rules(match, "russian_all").rounds
    assert first.open_questions == ("brights",)
    assert second.open_questions == ("brights",)
    assert by_rules(match, "russian_no_mult").rounds[0].open_questions == ()


def test_a_match_ends_where_these_rules_end_it() -> None:
    match = matched("dutch", [f"won 0: {FOUR}"] * 3, rounds=3)
    story = by_rules(match, "russian")  # 25 coins for three rounds
    assert outcome(story)[:2] == ["16 16", "16 16"]
    assert story.after.balance == (50, 0)
    assert outcome(story)[2] == (
        "16 – By these rules the match was over after round 2: Ben has no coins left."
    )
    assert story.end is not None
    assert story.after.finished


def test_a_match_that_would_go_on_has_somebody_ahead() -> None:
    match = matched("russian", [f"won 0: {FOUR}", f"won 0: {FOUR}"], rounds=3)
    assert match.finished
    story = by_rules(match, "dutch")
    assert (story.after.finished, story.after.winners, winners_by(story)) == (False, (), (0,))


def test_only_the_deal_that_ended_a_round_is_told() -> None:
    field = "field 01B 01R 01C1 01C2 02A 03A 04A 05A".replace("03A", "03B")
    match = matched("dutch", [field, "field 02A 02R 03B 04A 05A 06A 07A 08A", f"won 0: {FOUR}"])
    assert [row.play.voids != () for row in match.rounds] == [True]
    assert outcome(by_rules(match, "dutch", deal={"field_four": "play"})) == ["16 16"]


def test_a_field_that_these_rules_pay_ends_the_round() -> None:
    field = "field 01B 01R 01C1 01C2 02A 03B 04A 05A"
    match = matched(rules_of("dutch", deal={"field_four": "play"}), [field, f"won 0: {THREE} 12B"])
    story = by_rules(match, "dutch", deal={"field_four": {"dealer": 6}})
    assert outcome(story) == ["16 6"]
    void = by_rules(match, "dutch")
    assert outcome(void)[0].startswith("16 – By these rules the cards were dealt again:")


def rules_of(name: str, **overrides: Any) -> dict[str, Any]:
    return {"extends": name, **overrides}


def test_recorded_turns_are_judged_by_the_other_rules() -> None:
    turns = ["turn 0: 03B 03C1", "turn 1: 02A 02R", "turn 0: 09A 09C1", "won 0"]
    match = matched("dutch", turns)
    assert match.rounds[0].points == 5
    story = by_rules(match, "dutch", yaku={"hanami": {"points": 0}})
    assert outcome(story) == ["5 – Anna has nothing to decide: no yaku is new or has grown this turn."]
