"""The bin: deleted matches and house rules, put back or deleted for good."""

from __future__ import annotations

import re
from contextlib import closing
from functools import partial

import pytest

from scorekeeper.installation import Installation
from scorekeeper.store import BIN_DAYS
from scorekeeper.store.sqlite import SqliteStore
from scorekeeper.times import HERE, clock, later

from .fixtures import Table, asked_to_delete, coins, deleted
from .player import Page, Player

START = {"type": "match-started", "players": ["Anna", "Ben"], "ruleset": "dutch"}


def discarded(table: Table, player: Player, *names: str) -> tuple[Page, Page]:
    """A match of one round, deleted; returns its notepad and the page after the deletion."""
    notepad = table.score(table.begin(*names, rules="russian"), 0, "01B 03B 08B")
    return notepad, deleted(player, notepad)


def house(player: Player, title: str, parent: str = "default") -> None:
    form = player.open(f"/rules/new?from={parent}").form("/rules")
    form["title"] = title
    assert player.send(form).path.startswith("/rules/")


def discard_rules(player: Player, name: str) -> Page:
    return player.send(player.open(f"/rules/{name}/deletion").form("/deletion"))


def test_a_deleted_match_is_put_back_in_one_tap(table: Table, player: Player) -> None:
    notepad, home = discarded(table, player)
    assert "No matches yet" in home.text
    back = player.send(home.form("/restoration"))
    assert "The match was restored." in back.text
    assert "Anna – Ben" in back.text
    assert coins(player.open(notepad.path)) == coins(notepad) == [105, 95]


def test_the_bin_says_what_is_in_it_and_when_it_is_deleted(
    table: Table, player: Player, installation: Installation
) -> None:
    assert "The bin is empty." in player.open("/bin").text
    discarded(table, player, "Cleo", "Dan")
    house(player, "Grandmother")
    assert "is in the bin" in discard_rules(player, "grandmother").text
    page = player.open(player.open(player.open("/").link("Settings")).link("Bin"))
    assert "Cleo – Dan" in page.text
    assert "Rules “Grandmother”" in page.text
    with closing(installation.open_store()) as store:
        (match,), (rules,) = store.bin(), installation.house_rules.bin()
    for deleted_at in (match.discarded_at, rules.deleted):
        last_day = clock(later(deleted_at, BIN_DAYS), HERE).date()
        assert f'datetime="{last_day}"' in page.html


def test_the_bin_says_when_matches_of_the_same_players_began(
    player: Player, installation: Installation
) -> None:
    starts = {"winter": "2026-02-14T12:00:00Z", "spring": "2026-04-01T12:00:00Z"}
    with closing(installation.open_store()) as store:
        for id_, at in starts.items():
            store.create(id_, [{**START, "id": id_, "at": at}])
            store.discard(id_, 1)
    page = player.open("/bin")
    assert "Anna – Ben · Feb 14, 2026 Can be" in page.text
    assert "Anna – Ben · Apr 1, 2026 Can be" in page.text
    assert "Anna – Ben · Feb 14, 2026" in player.open("/bin/matches/winter/deletion").text


def test_a_match_is_deleted_for_good_only_after_a_question(
    table: Table, player: Player, installation: Installation
) -> None:
    notepad, _ = discarded(table, player)
    asked = player.open(player.open("/bin").link("Delete for good"))
    assert "This cannot be undone." in asked.text
    assert "Anna – Ben" in player.open("/bin").text
    gone = player.send(asked.form("/deletion"))
    assert "The match was deleted for good." in gone.text
    assert "The bin is empty." in gone.text
    assert player.send(asked.form("/deletion")).path == "/bin"  # a double tap
    assert player.open(asked.path).status == 404  # by Back
    assert "There is no such match." in player.open(notepad.path).text
    with closing(installation.open_store()) as store:
        assert (store.matches(), store.bin()) == ([], [])


def test_only_what_is_in_the_bin_can_be_deleted_for_good(table: Table, player: Player) -> None:
    notepad, _ = discarded(table, player)
    form = player.open(player.open("/bin").link("Delete for good")).form("/deletion")
    player.send(player.open("/bin").form("/restoration"))  # meanwhile
    assert "deleted for good" not in player.send(form).text
    assert player.open(notepad.path).status == 200


def test_two_taps_put_back_once_and_delete_once(table: Table, player: Player) -> None:
    notepad, _ = discarded(table, player)
    form = player.open("/bin").form("/restoration")
    assert [player.send(form).status for _ in range(2)] == [200, 200]
    sure = asked_to_delete(player, notepad).form("/deletion")
    assert [player.send(sure).status for _ in range(2)] == [200, 200]
    assert player.open("/bin").html.count("/restoration") == 1


def test_a_match_that_went_on_meanwhile_is_asked_about_again(table: Table, player: Player) -> None:
    notepad = table.begin()
    asked = asked_to_delete(player, notepad)
    table.score(notepad, 0, "01B 03B 08B")
    again = player.send(asked.form("/deletion"))
    assert "Delete the match of Anna, Ben?" in again.text
    assert player.open(notepad.path).status == 200
    assert "is in the bin" in player.send(again.form("/deletion")).text


def test_a_refused_round_can_be_saved_once_its_match_is_out_of_the_bin(table: Table, player: Player) -> None:
    notepad = table.begin()
    board = table.fill(table.board(notepad), 0, "01B 03B 08B")
    deleted(player, notepad)
    refused = player.send(board, "step=save")
    assert refused.status == 404
    assert "You can restore it there." in refused.text
    player.send(player.open(refused.link("Go to the bin")).form("/restoration"))
    assert coins(player.send(board, "step=save"))[0] > coins(notepad)[0]


def test_deleted_rules_are_put_back_as_they_were(player: Player, installation: Installation) -> None:
    house(player, "Grandmother")
    before = installation.house_rules.find("grandmother")
    page = discard_rules(player, "grandmother")
    assert installation.house_rules.names() == ()
    assert "The rules were restored." in player.send(page.form("/restoration")).text
    assert installation.house_rules.find("grandmother") == before
    assert player.send(page.form("/restoration")).status == 200  # a double tap


def test_rules_bring_those_that_they_are_based_on_out_of_the_bin(
    player: Player, installation: Installation
) -> None:
    parents = ("default", "parent", "child")
    for parent, title in zip(parents, ("Parent", "Child", "Grandchild"), strict=True):
        house(player, title, parent)
    for name in ("grandchild", "child", "parent"):
        discard_rules(player, name)
    form = player.open("/bin").form("/rules/grandchild/restoration")
    assert "The rules were restored." in player.send(form).text
    assert installation.house_rules.names() == ("child", "grandchild", "parent")
    assert player.open("/rules/grandchild").status == 200


def test_rules_on_which_others_in_the_bin_are_based_are_not_deleted_for_good_before_them(
    player: Player, installation: Installation
) -> None:
    house(player, "Parent")
    discard_rules(player, "parent")
    asked = player.open("/bin/rules/parent/deletion")
    player.send(player.open("/bin").form("/rules/parent/restoration"))
    house(player, "Child", "parent")
    for name in ("child", "parent"):
        discard_rules(player, name)
    refused = player.send(asked.form("/deletion"))
    assert refused.path == "/bin/rules/parent/deletion"
    needed = "“Parent” cannot be deleted. Other rules are based on them: Child. Go to the bin"
    assert refused.main == needed
    for name in ("child", "parent"):
        gone = player.send(player.open(f"/bin/rules/{name}/deletion").form("/deletion"))
        assert "The rules were deleted for good." in gone.text
    assert installation.house_rules.bin() == []


def test_rules_whose_place_is_taken_come_back_beside_the_new_ones(
    player: Player, installation: Installation
) -> None:
    house(player, "Grandmother")
    page = discard_rules(player, "grandmother")
    house(player, "Grandmother")
    player.send(page.form("/restoration"))
    assert installation.house_rules.names() == ("grandmother", "grandmother-2")


def test_rules_are_deleted_for_good_only_after_a_question(player: Player, installation: Installation) -> None:
    house(player, "Grandmother")
    discard_rules(player, "grandmother")
    asked = player.open(player.open("/bin").link("Delete for good"))
    assert "This cannot be undone." in asked.text
    gone = player.send(asked.form("/deletion"))
    assert "The rules were deleted for good." in gone.text
    assert player.send(asked.form("/deletion")).path == "/bin"  # a double tap
    assert player.open(asked.path).status == 404  # by Back
    assert installation.house_rules.bin() == []


def test_rules_leave_the_bin_when_others_are_deleted_long_after_them(
    player: Player, installation: Installation
) -> None:
    for title in ("One", "Two", "Three"):
        house(player, title)
    discard_rules(player, "one")
    (row,) = installation.house_rules.bin()
    stored_at(installation, later(row.deleted, BIN_DAYS))
    discard_rules(player, "two")
    assert row in installation.house_rules.bin()
    with closing(installation.open_store()) as store:
        long_ago = {"toml": row.toml, "deleted": "2020-02-14T19:00:00.000Z"}
        store.documents.put("rules", "one", row.version, long_ago)
    stored_at(installation, "2020-03-16T19:00:00.001Z")
    player.open("/bin")
    assert len(installation.house_rules.bin()) == 2  # reading never deletes
    discard_rules(player, "three")
    assert [row.title for row in installation.house_rules.bin()] == ["Three", "Two"]


def stored_at(installation: Installation, moment: str) -> None:
    """A match is stored at this moment."""
    with closing(SqliteStore(installation.database, now=lambda: moment)) as store:
        store.create(f"at-{moment}"[:60], [{**START, "id": "a"}])


# The list in parts


def fill(installation: Installation, number: int) -> list[str]:
    """So many deleted matches; the addresses that put them back, of the last one first."""
    for minute in range(number):
        at = f"2126-02-14T19:{minute:02}:00.000Z"
        with closing(SqliteStore(installation.database, now=partial(str, at))) as store:
            store.create(f"match-{minute:02}", [{**START, "id": "a"}])
            store.discard(f"match-{minute:02}", 1)
    return [f"/bin/matches/match-{minute:02}/restoration" for minute in reversed(range(number))]


def listed(page: Page) -> list[str]:
    return [form.action for form in page.forms if form.action.endswith("/restoration")]


def leads_to(page: Page) -> list[str]:
    return [text for _, text in page.links if text.endswith("deletions")]


@pytest.mark.parametrize("number", [1, 19, 20])
def test_twenty_deletions_are_one_page(player: Player, installation: Installation, number: int) -> None:
    deleted = fill(installation, number)
    page = player.open("/bin")
    assert (listed(page), leads_to(page)) == (deleted, [])


def test_more_than_twenty_deletions_are_listed_on_further_pages(
    player: Player, installation: Installation
) -> None:
    house(player, "Grandmother")
    discard_rules(player, "grandmother")  # before the matches
    deleted = fill(installation, 40)
    first = player.open("/bin")
    second = player.open(first.link("Earlier deletions"))
    third = player.open(second.link("Earlier deletions"))
    assert [len(listed(page)) for page in (first, second, third)] == [20, 20, 1]
    assert listed(first) + listed(second) == deleted
    assert "Rules “Grandmother”" in third.text
    assert [leads_to(page) for page in (first, third)] == [["Earlier deletions"], ["Latest deletions"]]
    assert player.open(third.link("Latest deletions")).text == first.text


def test_the_next_page_goes_on_where_the_last_one_ended(player: Player, installation: Installation) -> None:
    """Although what stood at its end was put back meanwhile."""
    deleted = fill(installation, 21)
    first = player.open("/bin")
    player.send(first.form(deleted[19]))
    assert listed(player.open(first.link("Earlier deletions"))) == deleted[20:]


def test_behind_the_last_deletion_the_bin_says_that_there_were_no_earlier_ones(
    player: Player, installation: Installation
) -> None:
    fill(installation, 1)
    page = player.open("/bin?before=1999-12-31T00:00:00.000Z_x")
    assert "Nothing was deleted earlier." in page.text
    assert leads_to(page) == ["Latest deletions"]
    assert len(listed(player.open("/bin?before=x"))) == 1


def test_the_bin_says_until_when_what_can_be_put_back_where(player: Player, table: Table) -> None:
    page = player.open("/bin")
    stays = "What was deleted stays here for 30 days."
    assert page.main == f"The bin is empty. {stays}"
    assert page.ways == [("/settings", "‹")]
    notepad, home = discarded(table, player)
    assert home.main.startswith("The match is in the bin. Restore ")
    house(player, "Grandmother")
    discard_rules(player, "grandmother")
    page = player.open("/bin")
    days = re.findall(r"Can be restored until (\w+ \d+, \d+) Restore Delete for good", page.main)
    names = re.split(r" Can be restored until \w+ \d+, \d+ Restore Delete for good ?", page.main)
    assert (len(days), names[0], names[2]) == (2, f"{stays} Rules “Grandmother”", "")
    assert names[1].startswith("Anna – Ben · ")
    match_id = notepad.path.removeprefix("/matches/")
    assert [form.action for form in page.forms] == [
        "/bin/rules/grandmother/restoration",
        f"/bin/matches/{match_id}/restoration",
    ]
    assert page.ways == [
        ("/settings", "‹"),
        ("/bin/rules/grandmother/deletion", "Delete for good"),
        (f"/bin/matches/{match_id}/deletion", "Delete for good"),
    ]
    asked = player.open(f"/bin/matches/{match_id}/deletion")
    assert asked.main == f"{names[1]} This cannot be undone. Cancel Delete for good"
    assert asked.ways == [("/bin", "‹"), ("/bin", "Cancel")]
    for nothing in ("matches/nope", "rules/nope", "leagues/nope", "nope/nope", f"rules/{match_id}"):
        assert player.open(f"/bin/{nothing}/deletion").status == 404, nothing
    back = player.send(page.forms[1])
    assert (back.path, back.main.startswith("The match was restored. ")) == ("/", True)
    back = player.send(page.forms[0])
    assert (back.path, back.main.startswith("The rules were restored. ")) == ("/rules", True)
    again = player.send(page.forms[0])  # a double tap
    assert "restored" not in again.main


def test_a_match_that_cannot_be_read_is_in_the_bin_without_names(
    player: Player, installation: Installation
) -> None:
    with closing(installation.open_store()) as store:
        store.create("broken", [{"id": "broken", "type": "match-started", "players": 3}])
        store.discard("broken", 1)
    assert " A match that cannot be read · " in player.open("/bin").main
    asked = player.open("/bin/matches/broken/deletion")
    assert asked.main.startswith("A match that cannot be read · ")
    assert "The match was deleted for good." in player.send(asked.form("/deletion")).main
