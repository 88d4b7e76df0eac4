"""Deals are played by the rules of capture and of calling, and pay the same however they are told."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from extent import EVERY_LOOK

from bench.matches import AT_THE_END, TURN_BY_TURN, Entry, Style, entries
from scorekeeper.koikoi.cards import BY_ID, cards, text
from scorekeeper.koikoi.match.events import FieldDealt, MatchStarted
from scorekeeper.koikoi.match.follow import follow, follow_all
from scorekeeper.koikoi.match.match import Match, Round
from scorekeeper.koikoi.match.start import started
from scorekeeper.koikoi.rules.loader import rules
from scorekeeper.koikoi.simulation.deals import Deal, deciding, opened
from scorekeeper.koikoi.simulation.game import Game
from scorekeeper.koikoi.simulation.outcomes import PolicyTable, after_deal, settled
from scorekeeper.koikoi.simulation.policies import POLICIES, moves_with, usual_moves
from scorekeeper.koikoi.simulation.simulation import chances
from scorekeeper.koikoi.simulation.turns import play

from .recorded_games import GAMES, games
from .simulated import EVERY, PLAYERS, deals, game_by, refuse_impossible_cards


def opening_of(game: Game) -> Match:
    """A match by these rules before its first round."""
    return started(MatchStarted(players=PLAYERS[: game.seats], ruleset=game.complete))


def on_the_table(match: Match, entered: list[Entry]) -> Match:
    return follow_all(match, (event for entry in entered for event in entry))


@pytest.mark.parametrize("name", EVERY)
def test_a_deal_pays_the_same_however_it_is_told(name: str) -> None:
    game = game_by(name)
    opening = opening_of(game)
    for policy in ("careful", "bold", "random"):
        for played, chance in deals(game, policy):
            dealt = FieldDealt(cards=text(played.dealt.field))
            told_of = follow(opening, dealt) if game.asks_dealt else opening
            ways = [settled(opening, game, played)]
            for style in (TURN_BY_TURN, AT_THE_END, Style(losers=0), Style(named=1, called=1)):
                if game.scorer.plan.asks_own_call:
                    style = style._replace(called=1)  # what was held at the call decides what is paid
                ways.append(on_the_table(told_of, entries(game, played, 1, style, chance)))
            paid = {
                tuple((row.result, row.player, row.points, row.transfer) for row in way.rounds)
                for way in ways
            }
            assert len(paid) == 1


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("name", EVERY)
def test_no_card_is_in_two_places_and_captures_are_whole(name: str, seats: int) -> None:
    game = game_by(name, seats)
    for policy in POLICIES:
        for played, _ in deals(game, policy, 4):
            refuse_impossible_cards(game, played)


@pytest.mark.parametrize("name", EVERY)
def test_policies_call_as_they_are_named(name: str) -> None:
    game = game_by(name)
    calls = Counter[str]()
    for policy in POLICIES:
        for played, _ in deals(game, policy):
            calls[policy] += sum(played.calls)
            for turn in played.turns:
                made = turn.end.decision if turn.end else None
                assert not turn.koikoi or (made and made.koikoi)
                if made and made.koikoi and policy in ("cautious", "bold"):
                    assert turn.koikoi == (policy == "bold")
            last = played.turns[-1]
            assert (played.stopped == last.player) == bool(
                last.end and last.end.decision.stop and not last.koikoi
            )
    assert calls["cautious"] == 0
    assert calls["bold"] >= calls["careful"]


def taken(card: str, field: str, **how: bool) -> set[str]:
    """What a card may take of a field, as text; "" where it may be laid."""
    place = [BY_ID[card].bit.bit_length() - 1]
    made = moves_with(place, cards(field), **how) if how else usual_moves(place, cards(field))
    return {text(move.taken) for move in made}


PLAIN = {"is_wild": False, "may_leave": False}
WILD = {"is_wild": True, "may_leave": False}


@pytest.mark.parametrize("how", [{}, PLAIN])
def test_a_card_takes_its_match_one_of_two_or_all_three(how: dict[str, bool]) -> None:
    assert taken("01B", "02A 11C", **how) == {""}
    assert taken("01B", "01R 02A", **how) == {"01R"}
    assert taken("01B", "01R 01C1 02A", **how) == {"01R", "01C1"}
    assert taken("01B", "01R 01C1 01C2", **how) == {"01R 01C1 01C2"}
    assert taken("11C", "01R 11B", **how) == {"11B"}


def test_the_wild_lightning_takes_any_card_and_is_taken_by_any() -> None:
    assert taken("11C", "01R 01C1 02A 11B", **WILD) == {"01R", "01C1", "02A", "11B"}
    assert taken("01B", "11C 02A", **WILD) == {"11C"}
    assert taken("01B", "11C 01R", **WILD) == {"11C", "01R"}
    assert taken("11A", "11C 11R 02A", **WILD) == {"11C", "11R"}
    assert taken("01B", "02A", **WILD) == {""}


def test_a_match_may_be_left_where_the_table_says_so() -> None:
    assert taken("01B", "01R", is_wild=False, may_leave=True) == {"01R", ""}


FOUR_ON_FIELD = "01B 01R 01C1 01C2 02A 03B 04A 05A"
PAIRS_ON_FIELD = "01B 01R 02A 02R 03B 03R 04A 04R"
FIELD = "01B 02A 03B 04A 05A 06A 07A 12B"
TESHI = "08B 08A 08C1 08C2 09A 10A 11B 12C1"
PAIRS = "05R 05C1 06R 06C1 07R 07C1 09R 09C1"
NOTHING = "01R 02R 03R 04R 05C2 06C2 10C1 11C"


def dealt(field: str, *hands: str) -> Deal:
    return Deal(tuple(tuple(place(id_) for id_ in hand.split()) for hand in hands), cards(field), ())


def place(id_: str) -> int:
    return BY_ID[id_].bit.bit_length() - 1


@pytest.mark.parametrize(
    ("settings", "field", "hands", "comes"),
    [
        ({}, FIELD, (NOTHING, NOTHING), "goes on"),
        ({}, FIELD, (TESHI, NOTHING), "hand 0 6"),
        ({}, FIELD, (NOTHING, PAIRS), "hand 1 6"),
        ({}, FIELD, (TESHI, PAIRS), "drawn None 0"),
        ({"teyaku": {"teshi": 0}}, FIELD, (TESHI, NOTHING), "goes on"),
        ({"teyaku": {"both": "ignore"}}, FIELD, (TESHI, PAIRS), "goes on"),
        ({"teyaku": {"teshi": "redeal"}}, FIELD, (TESHI, PAIRS), "void"),
        ({}, FOUR_ON_FIELD, (TESHI, NOTHING), "void"),
        ({"field_four": "play"}, FOUR_ON_FIELD, (NOTHING, NOTHING), "goes on"),
        ({"field_four": {"dealer": 6}}, FOUR_ON_FIELD, (NOTHING, NOTHING), "hand 0 6"),
        ({}, PAIRS_ON_FIELD, (NOTHING, NOTHING), "goes on"),
        ({"field_pairs": "redeal"}, PAIRS_ON_FIELD, (NOTHING, NOTHING), "void"),
        ({"goes_first": "hand"}, FOUR_ON_FIELD, (NOTHING, TESHI), "hand 1 6"),
        ({"goes_first": "hand"}, FOUR_ON_FIELD, (NOTHING, NOTHING), "void"),
    ],
)
def test_what_was_dealt_decides_as_the_rules_say(
    settings: dict[str, Any], field: str, hands: tuple[str, str], comes: str
) -> None:
    game = Game(rules({"extends": "default", "deal": settings}), 2)
    match = opening_of(game)
    after, _ = opened(match, deciding(game, dealt(field, *hands), 1), follow)
    if after.rounds:
        (row,) = after.rounds
        assert f"{row.result} {row.player} {row.points}" == comes
    else:
        assert ("void" if after.play.voids else "goes on") == comes


def shares(policy: str, number: int) -> tuple[float, float, float, float]:
    """Of rounds by two players: won by the dealer, by the other, by nobody; and the mean points."""
    game, chance = game_by("koikoi_japan"), Random(3)
    opening, players = opening_of(game), [POLICIES[policy]] * 2

    def played() -> Round:
        match, dealt = after_deal(opening, game, chance)
        if dealt:
            match = settled(match, game, play(game, dealt, match.dealer, 1, players, chance))
        return match.rounds[0]

    rows = [played() for _ in range(number)]
    won = [row.player == row.dealer for row in rows if row.result != "exhausted"]
    dealer, other = won.count(True) / number, won.count(False) / number
    return dealer, other, 1 - dealer - other, sum(row.points for row in rows) / number


def test_careful_players_do_about_as_well_as_people() -> None:
    """Recorded games of people: the dealer won about 0.52, the other 0.45, nobody 0.03; 3.4 points."""
    dealer, other, nobody, points = shares("careful", 20_000 if EVERY_LOOK else 1_000)
    print(f"careful: dealer {dealer:.3f}, other {other:.3f}, nobody {nobody:.3f}, {points:.2f} points")
    assert other < dealer < 0.62
    assert nobody < 0.1
    assert 2 < points < 6


@pytest.mark.skipif(not GAMES.exists(), reason="no recorded games beside this checkout")
def test_recorded_games_and_careful_players_end_alike() -> None:
    rows = [row for game in games() for row in game]
    nobody = sum(all(turn[-1] != "stop" for turn in row["turns"]) for row in rows) / len(rows)
    assert abs(shares("careful", 1_000)[2] - nobody) < 0.05


def test_a_round_without_a_yaku_is_dealt_again_in_the_simulation() -> None:
    played = []
    for again in ("draw", "redeal"):
        table = PolicyTable("house", rules({"extends": "default", "exhausted": {"no_yaku": again}}), "bold")
        outcomes = [table.outcome(index, chances(3, index)) for index in range(60)]
        played.append(sum(row.result == "exhausted" and not row.calls for row in outcomes))
    assert played[0] > 0 == played[1]
