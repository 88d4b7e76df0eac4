"""Rounds for the statistics of rules are legal, the same for the same seed, and compared deal by deal."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from extent import daily
from koikoi.simulated import EVERY, TABLES, refuse_impossible_cards

from bench.matches import TURN_BY_TURN, entries
from scorekeeper.koikoi.cards import CARDS, text
from scorekeeper.koikoi.errors import BadRuleset, NotAllowed
from scorekeeper.koikoi.match.events import FieldDealt, KoikoiCalled, RoundWon
from scorekeeper.koikoi.match.follow import follow, follow_all
from scorekeeper.koikoi.match.match import Match
from scorekeeper.koikoi.rules.loader import names, rules
from scorekeeper.koikoi.simulation.outcomes import Outcome, PolicyTable, after_deal, settled
from scorekeeper.koikoi.simulation.policies import POLICIES
from scorekeeper.koikoi.simulation.simulation import Played, RuleSetSums, Simulation, chances
from scorekeeper.koikoi.simulation.turns import play as alone_played


def rules_by(name: str) -> Any:
    return rules({"extends": "default", **TABLES[name]} if name in TABLES else name)


def simulation(*sides: Any, policy: str = "careful", seed: int = 5) -> Simulation:
    named = (PolicyTable(f"set {place}", rules(side), policy) for place, side in enumerate(sides))
    return Simulation([*named], seed)


def simulated(*sides: Any, rounds: int = 300, **asked: Any) -> dict[str, Any]:
    asked_for = simulation(*sides, **asked)
    asked_for.play(rounds)
    return asked_for.report()


def outcomes(rule_set: Any, policy: str = "careful", rounds: int = 300) -> list[Outcome]:
    table = PolicyTable("", rules(rule_set), policy)
    return [table.outcome(index, chances(5, index)) for index in range(rounds)]


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
    table = PolicyTable(name, rules_by(name), policy)
    for deal in range(8):
        index = deal * table.period  # each the first round of a match
        match, both = table.played(index, chances(11, index))
        if both is None:
            continue
        for played in filter(None, both):
            refuse_impossible_cards(table.game, played)
            opening = match
            if table.game.asks_dealt:
                opening = follow(match, FieldDealt(cards=text(played.dealt.field)))
            entered = entries(table.game, played, 1, TURN_BY_TURN, chances(11, index)[0])
            followed = follow_all(opening, (event for entry in entered for event in entry))
            assert ended(followed) == ended(settled(match, table.game, played))


def ended(match: Match) -> list[tuple[Any, ...]]:
    """How the round ended; nothing where it is dealt again."""
    return [(row.result, row.player, row.transfer) for row in match.rounds]


def test_the_playings_of_a_deal_part_at_the_first_choice() -> None:
    table = PolicyTable("", rules("default"), "careful")
    parted = 0
    for index in range(60):
        _, both = table.played(index, chances(5, index))
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
    table = PolicyTable(name, rules(name), policy)
    weighed = 0
    for index in range(0, 40 * table.period, table.period):
        kept = table.outcome(index, chances(5, index))
        match, both = table.played(index, chances(5, index))
        if both is None or both[1] is None or table.game.asks_dealt:
            assert kept.weighed is None or table.game.asks_dealt
            continue
        called = next(played for played in both if played and sum(played.calls))
        told_of = entries(table.game, called, 1, TURN_BY_TURN, chances(5, index)[0])
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
        table = PolicyTable(name, rules(name), "random")
        for index in range(40):
            match, both = table.played(index, chances(5, index))
            if both:
                chance = chances(5, index)[0]
                _, dealt = after_deal(table._opening(index % table.period), table.game, chance)
                assert dealt
                alone = alone_played(table.game, dealt, match.dealer, match.number, table.policies, chance)
                assert alone == both[0]


@pytest.mark.parametrize("policy", daily(POLICIES, 2))
@pytest.mark.parametrize("sides", [("russian",), ("russian", "dutch"), ("bga", "default"), ("cwz", "cwz")])
def test_rounds_played_a_few_at_a_time_say_what_they_say_at_once(sides: tuple[str, ...], policy: str) -> None:
    """Also where what was played was written down in between, and a match is not over yet."""
    few = simulation(*sides, policy=policy)
    for rounds in (1, 40, 120, 120, 7):
        few.play(rounds)
        written = msgspec.json.encode(few.played)
        tables = [PolicyTable(f"set {place}", rules(side), policy) for place, side in enumerate(sides)]
        few = Simulation(tables, 5, msgspec.json.decode(written, type=Played))
    assert few.report() == simulated(*sides, rounds=288, policy=policy)


def test_more_rounds_are_other_deals_also_where_they_run_into_those_of_the_next_seed() -> None:
    numbers = [
        chances(seed, index)[which].random() for seed in (5, 6) for index in range(99) for which in (0, 1)
    ]
    last = chances(5, 2**23 - 1)[1].random()
    assert len({*numbers, last}) == len(numbers) + 1
    assert chances(5, 2**23)[0].random() == chances(6, 0)[0].random()


@pytest.mark.parametrize(
    ("won", "median"), [({}, None), ({3: 1}, 3), ({3: 1, 6: 1}, 4.5), ({1: 2, 7: 1}, 1), ({1: 2, 4: 2}, 2.5)]
)
def test_the_median_is_that_of_the_rounds_somebody_won(won: dict[int, int], median: float | None) -> None:
    table = PolicyTable("russian", rules("russian"), "careful")
    played = Played([RuleSetSums(won=won)])
    (told,) = Simulation([table], 1, played).report()["rulesets"]
    assert told["points"]["median"] == median


def test_what_was_played_stays_small() -> None:
    """It travels in a form: as many sums after 300 rounds as after 900, but for what is rare."""
    few, many = (
        simulation("cwz", "polish_all", policy="random"),
        simulation("cwz", "polish_all", policy="random"),
    )
    few.play(300)
    many.play(900)
    sizes = [len(msgspec.json.encode(found.played)) for found in (few, many)]
    assert sizes[1] < 1.5 * sizes[0] and sizes[1] < 20_000


@pytest.mark.parametrize("name", daily(names(), 3))
def test_a_rule_set_differs_from_itself_by_exactly_0(name: str) -> None:
    told_of = simulated(name, name, rounds=60)
    one, other = told_of["rulesets"]
    assert {**one, "ruleset": ""} == {**other, "ruleset": ""}
    differing = told_of["differences"].pop("paid_differently")
    assert differing["value"] == 0 < differing["high"]
    assert {number for number in numbers(told_of["differences"]) if number is not None} == {0}


DOUBLED = {"extends": "default"}
PLAIN = {"extends": "default", "multipliers": {"big": None}}


@pytest.mark.parametrize("policy", daily(POLICIES, 2))
def test_a_doubling_changes_only_the_rounds_in_which_it_applies(policy: str) -> None:
    with_it, without = outcomes(DOUBLED, policy), outcomes(PLAIN, policy)
    changed = 0
    for one, other in zip(with_it, without, strict=True):
        assert (one.player, one.calls, one.yaku) == (other.player, other.calls, other.yaku)
        if one.points != other.points:
            assert one.is_raised
            assert one.points == 2 * other.points
            changed += 1
    assert changed
    told_of = simulated(DOUBLED, PLAIN, policy=policy)["differences"]
    assert told_of["won"]["dealer"] == {"value": 0, "low": 0, "high": 0}
    assert told_of["points"]["a_round"]["high"] < 0


def test_what_cannot_be_played_by_two_is_refused() -> None:
    settings: dict[str, Any] = {"extends": "default", "deal": {"hand": 15, "field": 16}}
    assert simulated(settings, rounds=2)["rounds"] == 2
    settings["deal"]["without"] = ["12C1", "12C2", "12C3"]
    with pytest.raises(BadRuleset, match="the deck has 45"):
        rules(settings)


def test_rules_by_which_every_deal_is_void_are_refused() -> None:
    """Of four months 14 cards lie on the field: of at least two all four. With 12 some deals are none."""
    eight = [f"{month:02}" for month in range(5, 13)]
    without = [card.id for card in CARDS if card.id[:2] in eight]
    deal = {"hand": 1, "field": 14, "without": without}
    with pytest.raises(NotAllowed, match="dealt again 100 times in a row"):
        simulation({"extends": "default", "deal": deal})
    for playable in ({**deal, "hand": 2, "field": 12}, {**deal, "field_four": "play"}):
        assert simulated({"extends": "default", "deal": playable}, rounds=24)["rounds"] == 24


def test_rounds_that_depend_on_their_month_are_played_in_all_months() -> None:
    own = rules({"extends": "default", "yaku": {"tsukifuda": {"points": 4}}})
    table = PolicyTable("", own, "careful")
    found = {table.played(index, chances(5, index))[0].number for index in range(30)}
    assert found == set(range(1, 13))


# --- purses -------------------------------------------------------------------------------------------------


def kept(points: int, player: int | None = 0, dealer: int = 0) -> Outcome:
    paid = tuple(points if seat == player else 0 for seat in range(2))
    return Outcome("won", dealer, player, points, paid, 0, False, (), None)


def purse_of(rounds: list[Outcome], purse: int = 10, **match: Any) -> dict[str, Any] | None:
    settlement = {"account": "transfer", "purse": purse}
    own = {"extends": "default", "settlement": settlement, "match": {"rounds": 6, **match}}
    return purse_by(own, rounds)


def purse_by(rule_set: Any, rounds: list[Outcome]) -> dict[str, Any] | None:
    table, sums = PolicyTable("", rules(rule_set), "careful"), RuleSetSums()
    half = len(rounds) // 2
    for part in (rounds[:half], rounds[half:]):
        sums.add(table, part, {outcome: {} for outcome in part})
    found: dict[str, Any] | None = Simulation([table], 1, Played([sums])).report()["rulesets"][0]["purse"]
    return found


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
    assert purse_by("default", [kept(5)] * 40) is None


def test_a_round_that_nobody_ended_is_told_apart() -> None:
    """Hands that are empty are no draw of the dealt cards."""
    told_of = simulated("default", rounds=200)["rulesets"][0]
    shares: list[float] = [told_of["ended"][how]["value"] for how in told_of["ended"]]
    assert sum(value or 0 for value in shares) == pytest.approx(1, abs=1e-5)
