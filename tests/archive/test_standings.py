"""The table of a league: which matches count, what they bring, who is ahead."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.archive.archive import View
from scorekeeper.archive.digests import Gains
from scorekeeper.archive.leagues import PARTS, SCHEMES, USUAL_SCHEME, League, points, sentences
from scorekeeper.archive.players import KIND, id_of
from scorekeeper.archive.standings import StandingsRow, counts, table
from scorekeeper.store import Store

from .leagues import NAMES, of, played, ranks, results, rows, view
from .matches import Table, begin, win

TIE = {"Anna": 0, "Piet": 0}
WIN = {"Anna": 9, "Piet": -9}
F = Fraction
EMPTY = ((), (), (), ((),), ("coins",), False)


# What a match brings, by scheme: the match points of each player, in the order of the seats.
@pytest.mark.parametrize(
    ("scheme", "result", "brought"),
    [
        *[("wins", WIN, (1, 0)), ("wins", TIE, (0, 0))],
        *[("two", WIN, (2, 0)), ("two", TIE, (1, 1))],
        *[("three", WIN, (3, 0)), ("three", TIE, (1, 1))],
        *[("coins", WIN, (0, 0)), ("coins", TIE, (0, 0))],
        *[("bonus", WIN, (2, 0)), ("bonus", TIE, (1, 1))],
        ("bonus", {"Anna": 10, "Piet": -10}, (3, 0)),
        ("bonus", {"Anna": 29, "Piet": -29}, (4, 0)),
        ("bonus", {"Anna": 30, "Piet": -30}, (5, 0)),
        ("bonus", {"Anna": 99, "Piet": -99}, (5, 0)),
        ("bonus", {"Anna": 20, "Piet": 10, "Wim": -30}, (4, 2, 0)),
        ("bonus", {"Anna": -10, "Piet": -20}, (2, 0)),
        ("wins", {"Anna": 5, "Piet": 3, "Wim": -8}, (1, 0, 0)),
        ("wins", {"Anna": 5, "Piet": 5, "Wim": -10}, (0, 0, 0)),
        ("wins", {"Anna": 0, "Piet": 0, "Wim": 0}, (0, 0, 0)),
        ("two", {"Anna": 3, "Piet": 5, "Wim": -8}, (1, 2, 0)),
        ("two", {"Anna": 5, "Piet": 5, "Wim": -10}, (F(3, 2), F(3, 2), 0)),
        ("two", {"Anna": -5, "Piet": 10, "Wim": -5}, (F(1, 2), 2, F(1, 2))),
        ("two", {"Anna": 0, "Piet": 0, "Wim": 0}, (1, 1, 1)),
        ("three", {"Anna": 5, "Piet": 5, "Wim": -10}, (2, 2, 0)),
        ("three", {"Anna": 0, "Piet": 0, "Wim": 0}, (F(4, 3), F(4, 3), F(4, 3))),
    ],
)
def test_what_a_match_brings(scheme: str, result: dict[str, int], brought: tuple[Fraction, ...]) -> None:
    found = rows(of(*result, scheme=scheme), results(result))
    assert tuple(found[name].points for name in result) == brought


def test_who_wins_a_tie_by_the_rules_has_the_first_place() -> None:
    even = played(1, {"Anna": 0, "Piet": 0, "Wim": 0}, winners=["Piet"])
    found = rows(of(), view(even))
    assert [(found[name].wins, found[name].ties, found[name].points) for name in ("Anna", "Piet", "Wim")] == [
        (0, 0, F(1, 2)),
        (1, 0, 3),
        (0, 0, F(1, 2)),
    ]


def test_wins_ties_losses_and_coins_are_counted() -> None:
    row = rows(of("Anna", "Piet"), results(WIN, WIN, TIE, {"Piet": 3, "Anna": -3}))["Anna"]
    assert (row.matches, row.wins, row.ties, row.losses, row.gains) == (4, 2, 1, 1, Gains(coins=15))
    assert row.points == 7


@pytest.mark.parametrize(
    ("day", "is_counted"),
    [
        (date(2026, 1, 31), False),
        (date(2026, 2, 1), True),
        (date(2026, 2, 28), True),
        (date(2026, 3, 1), False),
        (None, False),
    ],
)
def test_a_period_counts_with_its_first_and_its_last_day(day: date | None, is_counted: bool) -> None:
    february = of(since=date(2026, 2, 1), until=date(2026, 2, 28))
    assert counts(february, played(1, WIN, evening=day), view().players) is is_counted


@pytest.mark.parametrize(
    ("ends", "is_counted"),
    [({}, True), ({"since": date(1900, 1, 1)}, False), ({"until": date(2900, 1, 1)}, False)],
)
def test_a_match_of_which_no_day_is_known_counts_where_the_period_is_open(
    ends: dict[str, Any], is_counted: bool
) -> None:
    assert counts(of(**ends), played(1, WIN, evening=None), view().players) is is_counted


@pytest.mark.parametrize(
    "other",
    [
        played(1, WIN, finished=False, winners=[]),
        played(1, {"Anna": 1, "Nobody": -1}),
        played(1, {"Anna": 1, "Piet": 0, "Nobody": -1}),
        played(1, {"Anna": 1, "anna ": -1}),
        played(1, WIN, rules="Russian"),
        played(1, TIE, rounds=0),
    ],
)
def test_matches_that_do_not_count(other: Any) -> None:
    assert not table(of("Anna", "Piet", "Wim", rules="Dutch"), view(other)).matches


@pytest.mark.parametrize("other", [played(1, WIN, rounds=1), played(1, {"Anna": 1, "Piet": 0, "Wim": -1})])
def test_matches_that_count(other: Any) -> None:
    assert table(of("Anna", "Piet", "Wim", rules="Dutch"), view(other)).matches == (other,)


def test_a_league_of_everybody_counts_everybody() -> None:
    archive = results(WIN, {"Иван": 1, "髙橋": -1})
    assert set(rows(of(), archive)) == {"Anna", "Piet", "Иван", "髙橋"}
    assert table(of(), archive).to_play == ()


def test_players_without_a_match_come_last_without_a_rank() -> None:
    archive = view(played(1, WIN), played(2, {"Wim": 5, "Иван": -5}))
    assert ranks(of("Wim", "Anna", "Piet"), archive) == [(1, "Anna"), (2, "Piet"), (None, "Wim")]


@pytest.mark.parametrize(("minimum", "rank"), [(0, 1), (1, 1), (2, 1), (3, None)])
def test_a_rank_needs_a_number_of_matches(minimum: int, rank: int | None) -> None:
    found = rows(of(minimum=minimum), results(WIN, WIN))
    assert found["Anna"].rank == rank


def test_guests_have_no_rank_and_come_last() -> None:
    archive = view(played(1, WIN), played(2, {"Wim": 1, "Piet": -1}), people={"Anna": {"guest": True}})
    assert ranks(of(), archive) == [(1, "Wim"), (2, "Piet"), (None, "Anna")]


def test_matches_of_merged_players_count_together() -> None:
    archive = view(
        played(1, {"Ania": 4, "Piet": -4}), played(2, WIN), people={"Ania": {"merged_into": id_of("Anna")}}
    )
    for league in (of("Anna", "Piet"), of("Ania", "Piet"), of("Anna", "Ania", "Piet"), of()):
        found = rows(league, archive)
        assert set(found) == {"Anna", "Piet"}
        assert (found["Anna"].matches, found["Anna"].gains.coins) == (2, 13)


def test_a_match_between_two_names_of_one_player_does_not_count() -> None:
    archive = view(played(1, {"Ania": 4, "Anna": -4}), people={"Ania": {"merged_into": id_of("Anna")}})
    assert table(of(), archive).matches == ()


# The order: match points, wins, coins, the matches between those who are equal, the same rank.
def test_points_go_before_wins() -> None:
    ties = [{"Anna": 0, "Wim": 0}] * 4
    archive = results(*ties, {"Piet": 9, "Иван": -9})
    assert ranks(of(), archive) == [(1, "Anna"), (1, "Wim"), (3, "Piet"), (4, "Иван")]


def test_wins_decide_between_equal_points() -> None:
    ties = [{"Anna": 40, "Wim": 40}, {"Anna": 0, "Wim": 0}, {"Anna": 0, "Wim": 0}]
    archive = results(*ties, {"Piet": 1, "Иван": -1})
    assert ranks(of("Anna", "Piet"), archive) == [(None, "Anna"), (None, "Piet")]
    assert ranks(of(), archive) == [(1, "Piet"), (2, "Anna"), (2, "Wim"), (4, "Иван")]


def test_coins_decide_between_equal_wins() -> None:
    archive = results({"Anna": 5, "Piet": -5}, {"Wim": 6, "Иван": -6})
    assert ranks(of(), archive) == [(1, "Wim"), (2, "Anna"), (3, "Piet"), (4, "Иван")]


def test_the_matches_between_them_decide_between_equal_coins() -> None:
    equal = results({"Wim": 5, "Anna": -5}, {"Anna": 8, "Piet": -8}, {"Иван": 2, "Wim": -2})
    found = rows(of(), equal)
    assert found["Anna"][1:6] == found["Wim"][1:6] == (2, 1, 0, Gains(coins=3), F(3))
    assert ranks(of(), equal)[:2] == [(1, "Wim"), (2, "Anna")]


def test_who_is_still_equal_shares_the_rank_and_the_next_one_is_left_out() -> None:
    archive = results({"Anna": 5, "Piet": -5}, {"Wim": 5, "Иван": -5}, {"Żaneta": 0, "髙橋": 0})
    assert ranks(of(), archive) == [
        *[(1, "Anna"), (1, "Wim"), (3, "Żaneta"), (3, "髙橋"), (5, "Piet"), (5, "Иван")]
    ]


def test_a_league_by_coins_is_ordered_by_coins() -> None:
    archive = results({"Anna": 1, "Piet": -1}, {"Anna": 1, "Piet": -1}, {"Piet": 3, "Anna": -3})
    assert ranks(of(scheme="coins"), archive) == [(1, "Piet"), (2, "Anna")]


def test_who_has_still_to_play_whom() -> None:
    league = of("Anna", "Piet", "Wim", "Иван")
    archive = view(
        played(1, {"Anna": 1, "Piet": 0, "Wim": -1}), played(2, {"Иван": 0, "Other": 0}),
        people={"Иван": {"name": "Иван"}},
    )  # fmt: skip
    told = [
        (player.name, [other.name for other in others]) for player, others in table(league, archive).to_play
    ]
    assert told == [("Anna", ["Иван"]), ("Piet", ["Иван"]), ("Wim", ["Иван"])]
    gone = view(*archive.matches, people={"Иван": {"archived": True}})
    assert table(league, gone).to_play == ()


def test_the_course_of_the_first_three_goes_from_evening_to_evening() -> None:
    days = [date(2026, 2, day) for day in (3, 2, 2, 1)]
    games: list[dict[str, int]] = [
        {"Anna": 1, "Piet": -1},
        {"Anna": 0, "Wim": 0},
        WIN,
        {"Иван": 1, "Wim": -1},
    ]
    archive = view(
        *(played(n, game, evening=day) for n, (game, day) in enumerate(zip(games, days, strict=True)))
    )
    found = table(of(), archive)
    assert [row.player.name for row in found.rows[:3]] == ["Anna", "Иван", "Wim"]
    assert found.course == ((0, 0, 0), (0, 3, 0), (4, 3, 1), (7, 3, 1))
    assert table(of(scheme="coins"), archive).course[-1] == (10, 1, -1)


def test_an_evening_without_the_first_three_is_not_in_their_course() -> None:
    games = [
        {"Żaneta": 1, "髙橋": -1},
        {"Anna": 9, "Piet": -9},
        {"Иван": 9, "Wim": -9},
        {"Wim": 9, "Piet": -9},
    ]
    archive = view(*(played(n, game, evening=date(2026, 2, 9 - n)) for n, game in enumerate(games)))
    found = table(of(scheme="coins"), archive)
    assert [row.player.name for row in found.rows[:3]] == ["Anna", "Иван", "Żaneta"]
    assert found.course == ((0, 0, 0), (0, 9, 0), (9, 9, 0), (9, 9, 1))


def test_a_scheme_of_a_newer_version_counts_as_the_usual_one() -> None:
    assert League("a", scheme="nope").points == SCHEMES[USUAL_SCHEME]


@pytest.mark.parametrize("scheme", SCHEMES)
def test_every_scheme_says_what_it_brings(scheme: str) -> None:
    assert all(map(str, sentences(SCHEMES[scheme], (2, 3, 4))))


def test_a_scheme_speaks_of_as_many_as_may_play() -> None:
    of_two, of_three, of_four = (
        " ".join(map(str, sentences(SCHEMES["three"], range(2, most + 1)))) for most in (2, 3, 4)
    )
    assert of_two == "Two players: 3 for a win, 1 for a tie, 0 for a loss."
    assert "Three players: 3, 1 and 0 points for the places. Among more than two" in of_three
    assert "Four" not in of_three
    assert "Four players: 3, 2, 1 and 0 points for the places. Among more than two" in of_four


def test_an_empty_archive_has_an_empty_table() -> None:
    assert table(of(), view()) == EMPTY


def test_sixty_players_have_sixty_rows() -> None:
    names = [f"Player {number}" for number in range(60)]
    pairs = [{one: 1, other: -1} for one, other in pairwise(names)]
    found = table(of(*names), results(*pairs))
    assert len(found.rows) == 60
    assert sum(len(others) for _, others in found.to_play) == 60 * 59 // 2 - 59


def test_a_match_in_the_bin_no_longer_counts(store: Store) -> None:
    stored = Table(store)
    begin(stored.store, "first", "Anna", "Piet", rounds=1)
    win(stored.store, "first", 0)
    assert rows(of("Anna", "Piet"), stored.view())["Anna"].wins == 1
    stored.store.discard("first", stored.store.last("first"))
    assert table(of("Anna", "Piet"), stored.view()) == EMPTY  # and nobody knows the names
    stored.store.put_back("first")
    assert rows(of("Anna", "Piet"), stored.view())["Anna"].wins == 1


def test_a_match_that_was_ended_early_counts_for_whoever_had_most(store: Store) -> None:
    stored = Table(store)
    begin(stored.store, "first", "Anna", "Piet")
    win(stored.store, "first", 1)
    assert not table(of(), stored.view()).matches
    stored.store.append("first", 2, [{"type": "match-ended", "id": "over", "reason": "late"}])
    assert rows(of(), stored.view())["Piet"].wins == 1


def test_players_merged_in_the_store_are_found_by_either_id(store: Store) -> None:
    stored = Table(store)
    begin(stored.store, "first", "Ania", "Piet", rounds=1)
    win(stored.store, "first", 0)
    stored.store.documents.put(KIND, id_of("Ania"), 0, {"merged_into": id_of("Anna")})
    stored.store.documents.put(KIND, id_of("Anna"), 0, {"name": "Anna"})
    assert rows(of("Ania", "Piet"), stored.view())["Anna"].wins == 1


COINS = st.integers(-20, 40)
RESULTS = st.lists(
    st.lists(st.sampled_from(NAMES), min_size=2, max_size=3, unique=True).flatmap(
        lambda names: st.fixed_dictionaries(dict.fromkeys(names, COINS))
    ),
    max_size=25,
)


@given(
    RESULTS, st.sampled_from(tuple(SCHEMES)), st.lists(st.sampled_from(NAMES), unique=True), st.integers(0, 4)
)
def test_the_table_is_what_counting_by_hand_gives(
    played_so_far: list[dict[str, int]], scheme: str, members: list[str], minimum: int
) -> None:
    archive = results(*played_so_far)
    found = table(of(*members, scheme=scheme, minimum=minimum), archive)
    counting = [result for result in played_so_far if not members or set(result) <= set(members)]
    assert len(found.matches) == len(counting)
    for row in found.rows:
        check_by_hand(row, [result for result in counting if row.player.name in result], scheme)
    in_order(found.rows, SCHEMES[scheme].order)
    if not members:
        check_sums(archive, found.rows)


def check_by_hand(row: StandingsRow, own: list[dict[str, int]], scheme: str) -> None:
    name = row.player.name
    most = [[player for player in result if result[player] == max(result.values())] for result in own]
    assert row.matches == len(own)
    assert row.wins == sum(best == [name] for best in most)
    assert row.ties == sum(name in best and len(best) > 1 for best in most)
    assert row.gains.coins == sum(result[name] for result in own)
    assert row.points == sum((by_hand(result, name, scheme) for result in own), F(0))


def by_hand(result: dict[str, int], name: str, scheme: str) -> Fraction:
    """The match points of a player, worked out another way: from how many are ahead and how many equal."""
    ahead = sum(coins > result[name] for coins in result.values())
    equal = sum(coins == result[name] for coins in result.values())
    bonus = min(max(result[name], 0) // 10, 3) if scheme == "bonus" else 0
    match scheme:
        case "coins":
            return F(0)
        case "wins":
            return F(ahead == 0 and equal == 1)
        case "three" if len(result) == 2:
            return F(1 if equal == 2 else 3 * (ahead == 0))
    for_places = [3, 1, 0] if scheme == "three" else [2, 1, 0] if len(result) == 3 else [2, 0]
    return F(sum(for_places[ahead : ahead + equal]), equal) + bonus


def in_order(found: tuple[StandingsRow, ...], order: tuple[str, ...]) -> None:
    ranked = [row for row in found if row.rank]
    assert list(found[: len(ranked)]) == ranked
    worth = [tuple(getattr(row, told) for told in order) for row in ranked]
    assert worth == sorted(worth, reverse=True)
    for place, row in enumerate(ranked, 1):
        assert row.rank is not None
        assert row.rank <= place
        assert row.rank == place or ranked[place - 2].rank == row.rank


def check_sums(archive: View, found: tuple[StandingsRow, ...]) -> None:
    assert sum(row.matches for row in found) == sum(len(match.players) for match in archive.matches)
    assert sum(row.wins for row in found) <= len(archive.matches)


@pytest.mark.parametrize(
    ("scheme", "gains", "brought"),
    [
        ("three", (30, 10, -10, -30), (3, 2, 1, 0)),
        ("three", (30, 10, -20, -20), (3, 2, F(1, 2), F(1, 2))),
        ("three", (5, 5, 5, 5), (F(3, 2),) * 4),
        ("two", (30, 10, -10, -30), (2, 1, 1, 0)),
        ("two", (20, 20, 20, -60), (F(4, 3), F(4, 3), F(4, 3), 0)),
        ("bonus", (30, 10, -10, -30), (5, 2, 1, 0)),
        ("wins", (30, 10, -10, -30), (1, 0, 0, 0)),
        ("wins", (20, 20, -10, -30), (0, 0, 0, 0)),
        ("coins", (30, 10, -10, -30), (0, 0, 0, 0)),
    ],
)
def test_each_of_four_places_brings_points(
    scheme: str, gains: tuple[int, ...], brought: tuple[Fraction, ...]
) -> None:
    winners = tuple(seat for seat, won in enumerate(gains) if won == max(gains))
    parts = points(SCHEMES[scheme], gains, winners, pays=True)
    assert tuple(F(part, PARTS) for part in parts) == brought


def test_only_coins_bring_the_bonus_for_coins() -> None:
    scheme = SCHEMES["bonus"]
    assert points(scheme, (29, -29), (0,), pays=True) == (4 * PARTS, 0)
    assert points(scheme, (29, 0), (0,), pays=False) == (2 * PARTS, 0)
