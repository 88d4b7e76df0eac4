"""Who is who: renamed, merged, separated, on another seat; only documents change, and all is undone."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from scorekeeper.archive import identity
from scorekeeper.archive.identity import NameTaken, NotPossible, SatTogether
from scorekeeper.archive.players import KIND, Player, id_of, present_names
from scorekeeper.archive.results import career_of
from scorekeeper.store import Stale, Store

from .matches import Table, begin

ANNA, ANIA, HANNA, PIET = map(id_of, ("Anna", "Ania", "Hanna", "Piet"))


@pytest.fixture
def table(store: Store) -> Table:
    table = Table(store)
    begin(table.store, "first", "Anna", "Piet", at="2026-02-13T19:00:00Z")
    begin(table.store, "second", "Ania", "Piet", at="2026-02-14T19:00:00Z")
    return table


def player(table: Table, id_: str) -> Player:
    found = table.view().players.find(id_)
    assert found is not None
    return found


def rename(table: Table, id_: str, name: str) -> None:
    identity.rename(table.store.documents, table.view().players, player(table, id_), name)


def merge(table: Table, one: str, into: str) -> None:
    identity.merge(table.store.documents, table.view(), player(table, one), player(table, into))


def separate(table: Table, id_: str) -> None:
    known = table.view().players
    identity.separate(table.store.documents, known, known.itself(id_))


def seat(table: Table, match_id: str, *names: str) -> None:
    view = table.view()
    match = view.match(match_id)
    assert match is not None
    identity.seat(table.store.documents, view, match, match.remarks.version, names)


def sat(table: Table, id_: str) -> list[str]:
    return [match.id for match in career_of(id_, table.view()).matches]


def names(table: Table) -> list[str]:
    return [known.name for known in table.view().players.everybody()]


def test_a_new_name_is_that_of_the_matches_before_and_after(table: Table) -> None:
    rename(table, ANNA, "Hanna")
    begin(table.store, "third", "hanna", "Piet", at="2026-02-15T19:00:00Z")
    assert player(table, ANNA).name == "Hanna"
    assert player(table, HANNA) == player(table, ANNA)
    assert sat(table, ANNA) == ["third", "first"]
    assert table.view().matches[2].digest.players == ("Anna", "Piet")
    assert names(table) == ["Ania", "Hanna", "Piet"]


def test_what_is_played_under_an_earlier_name_stays_with_the_player(table: Table) -> None:
    rename(table, ANNA, "Hanna")
    rename(table, ANNA, "Johanna")
    begin(table.store, "third", "Hanna", "Piet", at="2026-02-15T19:00:00Z")
    assert sat(table, ANNA) == ["third", "first"]
    rename(table, ANNA, "Anna")
    assert names(table) == ["Ania", "Anna", "Piet"]
    assert [other.name for other in table.view().players.also(player(table, ANNA))] == ["Hanna"]
    separate(table, HANNA)
    assert sat(table, ANNA) == ["first"]
    assert names(table) == ["Ania", "Anna", "Hanna", "Piet"]


def test_the_name_of_another_player_is_refused_however_it_is_written(table: Table) -> None:
    for name in ("Ania", "ANIA", "Ａｎｉａ"):
        with pytest.raises(NameTaken, match="already called Ania") as taken:
            rename(table, ANNA, name)
        assert taken.value.other.id == ANIA
    assert table.store.documents.all(KIND) == {}


@pytest.mark.parametrize("name", ["ANNA", "Ａｎｎａ", "Ánna", "髙橋", "ليلى", "👩‍👩‍👧‍👦", "x" * 40])
def test_names_that_a_player_may_have(table: Table, name: str) -> None:
    rename(table, ANNA, name)
    assert player(table, ANNA).name == name
    assert player(table, id_of(name)).id == ANNA


@pytest.mark.parametrize(
    ("name", "why"), [("", "Every player needs a name."), ("x" * 41, "at most 40 characters")]
)
def test_names_that_no_player_may_have(table: Table, name: str, why: str) -> None:
    with pytest.raises(NotPossible, match=why):
        rename(table, ANNA, name)


def test_a_merged_player_plays_as_the_other_until_they_are_separated(table: Table) -> None:
    merge(table, ANIA, ANNA)
    assert sat(table, ANNA) == ["second", "first"]
    assert sat(table, ANIA) == []
    assert names(table) == ["Anna", "Piet"]
    assert [other.name for other in table.view().players.also(player(table, ANNA))] == ["Ania"]
    separate(table, ANIA)
    assert (sat(table, ANNA), sat(table, ANIA)) == (["first"], ["second"])
    assert table.store.documents.all(KIND) == {}


def test_players_are_merged_one_after_the_other_and_separated_in_any_order(table: Table) -> None:
    begin(table.store, "third", "Hanna", "Piet", at="2026-02-15T19:00:00Z")
    merge(table, HANNA, ANIA)
    merge(table, HANNA, ANNA)  # and so is Ania, who Hanna is
    assert sat(table, ANNA) == ["third", "second", "first"]
    assert {other.id for other in table.view().players.also(player(table, ANNA))} == {ANIA, HANNA}
    separate(table, ANIA)
    assert (sat(table, ANNA), sat(table, ANIA)) == (["first"], ["third", "second"])
    separate(table, HANNA)
    assert (sat(table, HANNA), sat(table, ANIA)) == (["third"], ["second"])


def test_nobody_is_merged_into_themselves(table: Table) -> None:
    with pytest.raises(NotPossible, match="the same player"):
        merge(table, ANNA, ANNA)
    merge(table, ANIA, ANNA)
    with pytest.raises(NotPossible, match="the same player"):
        merge(table, ANNA, ANIA)


def test_two_who_played_against_each_other_are_two_people(table: Table) -> None:
    with pytest.raises(SatTogether, match="Anna and Piet played against each other"):
        merge(table, ANNA, PIET)
    table.store.discard("first", 1)
    table.store.discard("second", 1)
    begin(table.store, "third", "Anna", "Ben")
    begin(table.store, "fourth", "Piet", "Ben")
    merge(table, ANNA, PIET)


def test_two_phones_that_merge_in_a_circle_make_one_player(table: Table) -> None:
    documents = table.store.documents
    documents.put(KIND, ANNA, 0, {"merged_into": ANIA})
    documents.put(KIND, ANIA, 0, {"merged_into": ANNA})
    first = min(ANNA, ANIA)
    assert sat(table, first) == ["second", "first"]
    assert player(table, ANNA) == player(table, ANIA)
    other = max(ANNA, ANIA)
    separate(table, other)
    separate(table, first)
    assert names(table) == ["Ania", "Anna", "Piet"]


def test_who_is_on_no_scoresheet_any_more_keeps_a_name(table: Table) -> None:
    merge(table, ANIA, ANNA)
    table.store.discard("first", 1)
    assert player(table, ANNA).name == "Ania"
    assert sat(table, ANNA) == ["second"]
    table.store.put_back("first")
    assert player(table, ANNA).name == "Anna"


@pytest.mark.parametrize("mark", ["archived", "guest"])
def test_marks_are_set_and_taken_away(table: Table, mark: str) -> None:
    for value in (True, False):
        identity.mark(table.store.documents, table.view().players, player(table, ANNA), **{mark: value})
        assert getattr(player(table, ANNA), mark) is value
    assert table.store.documents.all(KIND) == {}


def test_whoever_knew_an_older_version_is_refused(table: Table) -> None:
    old = player(table, ANNA)
    rename(table, ANNA, "Hanna")
    documents, known = table.store.documents, table.view().players
    with pytest.raises(Stale):
        identity.rename(documents, known, old, "Johanna")
    with pytest.raises(Stale):
        identity.mark(documents, known, old, guest=True)
    with pytest.raises(Stale):
        identity.merge(documents, table.view(), old, player(table, ANIA))
    identity.rename(documents, known, old, "Hanna")  # the same sent twice
    assert player(table, ANNA).version == 1


def test_suggested_are_the_present_names_of_those_who_still_play(table: Table) -> None:
    rename(table, ANNA, "Hanna")
    known = table.view().players
    identity.mark(table.store.documents, known, replace(known.itself(PIET)), archived=True)
    assert present_names(table.store.documents, ["Piet", "ANNA", "Ania", "Hanna", "Ben", "BEN"]) == [
        "Hanna",
        "Ania",
        "Ben",
    ]


def test_a_name_stands_for_a_new_player_in_one_match(table: Table) -> None:
    begin(table.store, "third", "Anna", "Piet", at="2026-02-15T19:00:00Z")
    seat(table, "third", "Anna K.", "Piet")
    assert sat(table, ANNA) == ["first"]
    assert sat(table, id_of("Anna K.")) == ["third"]
    assert player(table, id_of("anna k.")).name == "Anna K."
    begin(table.store, "fourth", "Anna K.", "Piet", at="2026-02-16T19:00:00Z")
    assert sat(table, id_of("Anna K.")) == ["fourth", "third"]
    seat(table, "third", "Anna", "Piet")
    assert sat(table, ANNA) == ["third", "first"]
    assert table.store.documents.all("match") == {}


def test_a_name_stands_for_a_known_player_in_one_match(table: Table) -> None:
    seat(table, "first", "Ania", "Piet")
    assert sat(table, ANIA) == ["second", "first"]
    merge(table, ANIA, ANNA)
    assert sat(table, ANNA) == ["second", "first"]
    seat(table, "first", "Anna", "Piet")
    assert table.store.documents.all("match") == {}


def test_a_seat_that_is_not_touched_stays_as_it_is(table: Table) -> None:
    rename(table, ANNA, "Hanna")
    seat(table, "first", "Hanna", "Piet")
    assert table.store.documents.all("match") == {}
    seat(table, "first", "Hanna", "Pete")
    assert table.view().matches[1].players == (ANNA, id_of("Pete"))


def test_nobody_sits_on_two_seats(table: Table) -> None:
    for name in ("Piet", "PIET"):
        with pytest.raises(NotPossible, match="Piet already sits in this match") as refused:
            seat(table, "first", name, "Piet")
        assert refused.value.field == "name-1"
    with pytest.raises(NotPossible, match="Every player needs a name"):
        seat(table, "first", "Anna", "")


def test_seats_of_an_older_page_are_refused(table: Table) -> None:
    view = table.view()
    match = view.match("first")
    assert match is not None
    seat(table, "first", "Hanna", "Piet")
    with pytest.raises(Stale):
        identity.seat(table.store.documents, view, match, match.remarks.version, ["Johanna", "Piet"])


def test_a_place_and_a_note_stay_when_seats_change(table: Table) -> None:
    table.store.documents.put("match", "first", 0, {"place": "Kraków", "note": "long"})
    seat(table, "first", "Hanna", "Piet")
    seat(table, "first", "Anna", "Piet")
    document = table.store.documents.get("match", "first")
    assert document is not None
    assert document.value == {"place": "Kraków", "note": "long"}


def test_a_seat_is_kept_also_where_two_players_have_one_name(table: Table) -> None:
    begin(table.store, "third", "Hanna", "Piet", at="2026-02-15T19:00:00Z")
    table.store.documents.put(KIND, ANNA, 0, {"name": "Hanna"})  # as a record from elsewhere may bring about
    seat(table, "first", "Hanna", "Piet")
    assert table.store.documents.all("match") == {}
    assert sat(table, ANNA) == ["first"]
