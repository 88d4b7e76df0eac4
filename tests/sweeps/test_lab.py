"""Rounds for the statistics of rules are legal, the same for the same seed, and compared deal by deal."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from extent import daily
from koikoi.simulated import EVERY, TABLES, refuse_impossible_cards

from bench.entries import TURN_BY_TURN, entries
from scorekeeper.koikoi.cards import text
from scorekeeper.koikoi.errors import BadRuleset
from scorekeeper.koikoi.match.events import FieldDealt, KoikoiCalled, RoundWon
from scorekeeper.koikoi.match.follow import follow, follow_all
from scorekeeper.koikoi.rules.loader import names, rules
from scorekeeper.koikoi.simulation.outcomes import Outcome, PolicyTable, after_deal, settled
from scorekeeper.koikoi.simulation.policies import POLICIES
from scorekeeper.koikoi.simulation.report import purses
from scorekeeper.koikoi.simulation.turns import play as alone_played
from scorekeeper.lab.report import play
from scorekeeper.lab.wish import LabRules, Wish, WishPlayer, read, write


def rules_by(name: str) -> Any:
    return rules({"extends": "default", **TABLES[name]} if name in TABLES else name)


def wish(*sides: Any, rounds: int = 300, seed: int = 5, policy: str = "careful") -> Wish:
    named = [LabRules(f"set {place}", rules(side)) for place, side in enumerate(sides)]
    return Wish(tuple(named), rounds, seed, policy)


def outcomes(*sides: Any, **asked: Any) -> list[list[Outcome]]:
    asked_for = wish(*sides, **asked)
    return WishPlayer(asked_for).play(range(asked_for.rounds))


def numbers(of: Any) -> list[float | None]:
    """The values and intervals of every estimate in a part of a report."""
    if isinstance(of, dict) and of.keys() == {"value", "low", "high"}:
        return list(of.values())
    parts = of.values() if isinstance(of, dict) else of if isinstance(of, list) else ()
    return [number for part in parts for number in numbers(part)]


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("name", daily(EVERY, 7))
def test_both_playings_of_a_deal_are_legal_and_pay_what_was_kept(name: str, policy: str) -> None:
    """More than a thousand rounds, over all rule sets and policies."""
    asked = Wish((LabRules(name, rules_by(name)),), 1, 11, policy)
    player, table = WishPlayer(asked), PolicyTable(rules_by(name), policy)
    for deal in range(8):
        index = deal * table.period  # each the first round of a match
        match, both = table.played(index, player._chances(index))
        if both is None:
            continue
        for played in filter(None, both):
            refuse_impossible_cards(table.game, played)
            opening = match
            if table.game.asks_dealt:
                opening = follow(match, FieldDealt(cards=text(played.dealt.field)))
            entered = entries(table.game, played, 1, TURN_BY_TURN, player._chances(index)[0])
            (row,) = follow_all(opening, (event for entry in entered for event in entry)).rounds
            (kept,) = settled(match, table.game, played).rounds
            assert (row.result, row.player, row.transfer) == (kept.result, kept.player, kept.transfer)


def test_the_playings_of_a_deal_part_at_the_first_choice() -> None:
    table, player = PolicyTable(rules("default"), "careful"), WishPlayer(wish("default"))
    parted = 0
    for index in range(60):
        _, both = table.played(index, player._chances(index))
        if both is None or both[1] is None:
            continue
        first, other = both[0], both[1]
        place = next(at for at, turn in enumerate(first.turns) if turn.end and turn.end.decision.koikoi)
        assert first.turns[:place] == other.turns[:place]
        assert first.turns[place].koikoi is not other.turns[place].koikoi
        assert first.dealt == other.dealt
        parted += 1
    assert parted > 40


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("name", ["dutch", "koikoi_japan", "bga"])
def test_koikoi_is_worth_what_it_brought_more_than_stopping_there(name: str, policy: str) -> None:
    """Entered turn by turn as a match, and once more stopped at the first choice."""
    table, player = PolicyTable(rules(name), policy), WishPlayer(wish(name, policy=policy))
    weighed = 0
    for index in range(0, 40 * table.period, table.period):
        kept = table.outcome(index, player._chances(index))
        match, both = table.played(index, player._chances(index))
        if both is None or both[1] is None or table.game.asks_dealt:
            assert kept.weighed is None or table.game.asks_dealt
            continue
        called = next(played for played in both if played and sum(played.calls))
        told_of = entries(table.game, called, 1, TURN_BY_TURN, player._chances(index)[0])
        events = [event for entry in told_of for event in entry]
        place = next(at for at, event in enumerate(events) if isinstance(event, KoikoiCalled))
        seat = events[place].player  # type: ignore[union-attr]
        (after,) = follow_all(match, events).rounds
        (stopped,) = follow(follow_all(match, events[:place]), RoundWon(player=seat)).rounds
        ahead = [row.transfer[seat] - row.transfer[1 - seat] for row in (after, stopped)]
        assert kept.weighed is not None
        assert kept.weighed.gain == ahead[0] - ahead[1]
        weighed += 1
    assert weighed or table.game.asks_dealt


def test_the_first_playing_is_the_same_without_a_second() -> None:
    for name in ("default", "bga"):
        table, player = PolicyTable(rules(name), "random"), WishPlayer(wish(name))
        for index in range(40):
            match, both = table.played(index, player._chances(index))
            if both:
                chance = player._chances(index)[0]
                _, dealt = after_deal(table._opening(index % table.period), table.game, chance)
                assert dealt
                alone = alone_played(table.game, dealt, match.dealer, match.number, table.policies, chance)
                assert alone == both[0]


@pytest.mark.parametrize("policy", daily(POLICIES, 4))
def test_the_same_seed_gives_the_same_bytes_by_one_process_and_by_two(policy: str) -> None:
    asked = wish("default", "bga", rounds=1_100, policy=policy)
    one, two = (msgspec.json.encode(play(read(write(asked)), processes)) for processes in (1, 2))
    assert one == two
    same, other = (play(wish("default", rounds=50, seed=seed, policy=policy), 1) for seed in (5, 6))
    assert msgspec.json.encode(same) != msgspec.json.encode(other)


def test_the_beginning_of_more_rounds_is_the_same() -> None:
    assert outcomes("default", rounds=50)[0] == outcomes("default", rounds=60)[0][:50]


@pytest.mark.parametrize("name", daily(names(), 3))
def test_a_rule_set_differs_from_itself_by_exactly_0(name: str) -> None:
    told_of = play(wish(name, name, rounds=60), 1)
    one, other = told_of["rulesets"]
    assert {**one, "ruleset": ""} == {**other, "ruleset": ""}
    differing = told_of["differences"].pop("paid_differently")
    assert differing["value"] == 0 < differing["high"]
    assert {number for number in numbers(told_of["differences"]) if number is not None} == {0}


DOUBLED = {"extends": "default"}
PLAIN = {"extends": "default", "multipliers": {"big": None}}


@pytest.mark.parametrize("policy", daily(POLICIES, 2))
def test_a_doubling_changes_only_the_rounds_in_which_it_applies(policy: str) -> None:
    with_it, without = outcomes(DOUBLED, PLAIN, policy=policy)
    changed = 0
    for one, other in zip(with_it, without, strict=True):
        assert (one.player, one.calls, one.yaku) == (other.player, other.calls, other.yaku)
        if one.points != other.points:
            assert one.is_raised
            assert one.points == 2 * other.points
            changed += 1
    assert changed
    told_of = play(wish(DOUBLED, PLAIN, policy=policy), 1)["differences"]
    assert told_of["won"]["dealer"] == {"value": 0, "low": 0, "high": 0}
    assert told_of["points"]["a_round"]["high"] < 0


def test_what_cannot_be_played_by_two_is_refused() -> None:
    settings: dict[str, Any] = {"extends": "default", "deal": {"hand": 15, "field": 16}}
    assert play(wish(settings, rounds=2), 1)["rounds"] == 2
    settings["deal"]["without"] = ["12C1", "12C2", "12C3"]
    with pytest.raises(BadRuleset, match="the deck has 45"):
        rules(settings)


def test_rounds_that_depend_on_their_month_are_played_in_all_months() -> None:
    table = PolicyTable(rules({"extends": "default", "yaku": {"tsukifuda": {"points": 4}}}), "careful")
    player = WishPlayer(wish("default"))
    found = {table.played(index, player._chances(index))[0].number for index in range(30)}
    assert found == set(range(1, 13))


# --- purses -------------------------------------------------------------------------------------------------


def kept(points: int, player: int | None = 0, dealer: int = 0) -> Outcome:
    paid = tuple(points if seat == player else 0 for seat in range(2))
    return Outcome("won", dealer, player, points, paid, 0, False, (), None)


def purse_of(rounds: list[Outcome], purse: int = 10, **match: Any) -> dict[str, Any] | None:
    settlement = {"account": "transfer", "purse": purse}
    table = rules({"extends": "default", "settlement": settlement, "match": {"rounds": 6, **match}})
    return purses(table, rounds, 6, False)


def test_a_purse_lasts_until_its_owner_has_nothing_left() -> None:
    told_of = purse_of([kept(5)] * 120)  # the dealer wins and deals again: empty after two rounds
    assert told_of is not None
    assert (told_of["times"], told_of["rounds"]["value"]) == (60, 2)
    assert (told_of["matches"], told_of["emptied"]["value"]) == (20, 1)
    longer = purse_of([kept(5)] * 120, 11)
    assert longer is not None and longer["rounds"]["value"] == 3


def test_whoever_deals_next_is_the_one_of_the_next_round() -> None:
    """Where the loser deals, the dealers win in turn and no purse is ever empty."""
    told_of = purse_of([kept(5)] * 120, next_dealer="loser")
    assert told_of is not None
    assert (told_of["times"], told_of["emptied"]["value"]) == (0, 0)
    assert told_of["rounds"]["value"] is None


def test_too_few_emptied_purses_say_nothing() -> None:
    told_of = [purse_of([kept(5)] * rounds) for rounds in (38, 40)]
    assert [of and of["rounds"]["value"] for of in told_of] == [None, 2]


def test_there_is_no_purse_where_points_are_gained_from_nobody() -> None:
    assert purse_of([kept(5)] * 40, 0) is None
    assert purses(rules("default"), [kept(5)] * 40, 12, False) is None


def test_a_round_that_nobody_ended_is_told_apart() -> None:
    """Hands that are empty are no draw of the dealt cards."""
    told_of = play(wish("default", rounds=200), 1)["rulesets"][0]
    shares: list[float] = [told_of["ended"][how]["value"] for how in told_of["ended"]]
    assert sum(value or 0 for value in shares) == pytest.approx(1, abs=1e-5)
