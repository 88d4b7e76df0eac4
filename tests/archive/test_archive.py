"""The archive holds what the store holds, and loads a match only when it changed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scorekeeper.archive.archive import Remarks
from scorekeeper.archive.filter import Filter
from scorekeeper.archive.players import KIND, id_of
from scorekeeper.store import Store

from .matches import Table, begin, win

ANNA, PIET = id_of("Anna"), id_of("Piet")


@pytest.fixture
def table(store: Store) -> Table:
    table = Table(store)
    begin(table.store, "first", "Anna", "Piet", at="2026-02-13T19:00:00Z")
    begin(table.store, "second", "anna ", "Иван", at="2026-02-14T19:00:00Z", ruleset="russian")
    return table


def ids(table: Table, **wanted: object) -> list[str]:
    return [played.id for played in Filter(**wanted).matches(table.view())]  # type: ignore[arg-type]


def test_the_latest_match_comes_first_with_the_ids_of_its_players(table: Table) -> None:
    assert [(played.id, played.players) for played in table.view().matches] == [
        ("second", (ANNA, id_of("Иван"))),
        ("first", (ANNA, PIET)),
    ]


def test_of_matches_that_began_at_once_the_one_stored_last_comes_first(table: Table) -> None:
    for match_id in ("m", "z", "a"):
        begin(table.store, match_id, "Anna", "Ben")
    assert [played.id for played in table.view().matches][:3] == ["a", "z", "m"]
    win(table.store, "m", 0)
    begin(table.store, "k", "Anna", "Ben")
    assert [played.id for played in table.view().matches][:4] == ["k", "a", "z", "m"]


def test_a_match_is_loaded_again_only_after_it_changed(table: Table) -> None:
    view = table.view()
    assert table.view() is view
    assert sorted(table.loaded) == ["first", "second"]
    win(table.store, "first", 0)
    assert [played.digest.rounds for played in table.view().matches] == [0, 1]
    assert table.loaded[2:] == ["first"]


def test_another_process_takes_the_digests_from_the_store_unless_its_game_is_another(table: Table) -> None:
    table.view()
    other = Table(table.store)
    assert other.view().matches == table.view().matches
    assert other.loaded == []
    newer = Table(table.store, game="2")
    newer.view()
    assert sorted(newer.loaded) == ["first", "second"]


def test_a_match_in_the_bin_is_not_in_the_archive_until_it_is_put_back(table: Table) -> None:
    table.store.discard("first", 1)
    assert ids(table) == ["second"]
    table.store.put_back("first")
    assert ids(table) == ["second", "first"]


def test_an_unreadable_match_is_left_out_and_tried_again_when_it_changed(table: Table) -> None:
    table.store.append("first", 1, [{"type": "no such event", "id": "x"}])
    assert ids(table) == ["second"]
    table.store.create("third", [{"type": "never", "id": "x"}])
    assert ids(table) == ["second"]
    assert table.loaded.count("first") == 1


def test_many_matches_without_digests_come_in_parts(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scorekeeper.archive.archive._PATIENCE", 0.0)
    view = table.view()
    assert (len(view.matches), view.missing) == (1, 1)
    assert (len(table.view().matches), table.view().missing) == (2, 0)


def test_who_turned_out_to_be_another_plays_as_that_one(table: Table) -> None:
    table.store.documents.put(KIND, ANNA, 0, {"merged_into": PIET})
    assert [played.players for played in table.view().matches] == [(PIET, id_of("Иван")), (PIET, PIET)]
    found = table.view().players.find(ANNA)
    assert found is not None
    assert found.name == "Piet"
    assert ids(table, player=ANNA) == ids(table, player=PIET) == ["second", "first"]
    table.store.documents.put(KIND, ANNA, 1, None)
    assert table.view().matches[0].players[0] == ANNA


def test_players_merged_in_a_circle_are_still_found(table: Table) -> None:
    table.store.documents.put(KIND, ANNA, 0, {"merged_into": PIET})
    table.store.documents.put(KIND, PIET, 0, {"merged_into": ANNA})
    assert table.view().players.find(ANNA)


def test_a_name_may_stand_for_somebody_else_in_one_match(table: Table) -> None:
    table.store.documents.put("match", "first", 0, {"seats": ["other", ""], "place": "Kraków"})
    first = table.view().matches[1]
    assert first.players == ("other", PIET)
    assert first.remarks.place == "Kraków"


@pytest.mark.parametrize("name", ["Anna", " anna", "ANNA", "Ａｎｎａ", "anna\u3000"])
def test_a_name_is_the_same_however_it_is_written(name: str) -> None:
    assert id_of(name) == ANNA


@pytest.mark.parametrize("name", ["Anne", "Anna B", "Ánna", ""])
def test_another_name_is_another_player(name: str) -> None:
    assert id_of(name) != ANNA


def test_after_a_remark_no_match_is_loaded_again(table: Table) -> None:
    second, first = table.view().matches
    table.store.documents.put("match", "first", 0, {"place": "Kraków"})
    remarks = Remarks(place="Kraków", version=1)
    assert table.view().matches == (second, replace(first, remarks=remarks))
    table.store.documents.put(KIND, ANNA, 0, {"merged_into": PIET})
    assert [played.players[0] for played in table.view().matches] == [PIET, PIET]
    assert sorted(table.loaded) == ["first", "second"]


def test_a_match_is_worked_out_again_only_when_it_changed(table: Table) -> None:
    second, first = table.view().matches
    win(table.store, "second", 1)
    changed, same = table.view().matches
    assert same is first
    assert (changed.digest.rounds, second.digest.rounds) == (1, 0)


def test_filters(table: Table) -> None:
    win(table.store, "second", 1)
    table.store.documents.put("match", "first", 0, {"place": "Kraków", "note": "the long one"})
    everything = ["second", "first"]
    assert ids(table, player=ANNA) == everything
    assert ids(table, player=ANNA, against=PIET) == ["first"]
    assert ids(table, player="nobody") == []
    assert ids(table, rules=table.view().matches[0].digest.rules) == ["second"]
    assert ids(table, words="kraków LONG") == ["first"]
    assert ids(table, words="kraków short") == []
    assert ids(table, words="иван") == ["second"]
    assert ids(table, state="unfinished") == everything
    assert ids(table, state="finished") == []
    evening = table.view().matches[0].evening
    assert evening is not None
    assert ids(table, since=evening) == ["second"]
    assert ids(table, until=evening) == everything
    assert ids(table, until=table.view().matches[1].evening) == ["first"]
