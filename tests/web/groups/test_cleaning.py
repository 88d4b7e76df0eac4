"""Groups that are removed, by their host or because nobody opens them."""

from __future__ import annotations

import os
import zipfile
from contextlib import closing
from datetime import UTC, date, datetime, timedelta

import pytest
from click.testing import CliRunner
from flask import Flask

from scorekeeper.cli import main
from scorekeeper.groups import UNOPENED, WARNED, Group, Groups, clean, to_be_removed_on
from scorekeeper.installation import Installation

from ..player import Player
from .hosts import begun, changed, forget_groups, host_of, kept, made

TODAY = date(2026, 11, 23)


@pytest.mark.parametrize("installation", ["folder", "database"], indirect=True)
def test_a_removed_group_is_gone_for_all_and_its_export_stays(
    app: Flask, player: Player, installation: Installation
) -> None:
    group = made(player, "Ours")
    host = host_of(app, player, group)
    begun(host, group, "Anna", "Ben")
    page = player.send(player.open(f"/groups/{group}/removal").form("/removal"))
    assert page.path == "/groups" and "The group Ours is removed." in page.text
    assert installation.kept.groups() == []
    with zipfile.ZipFile(installation.export_of_group(group)) as archive:
        assert "scorekeeper.sqlite" in archive.namelist()
    assert player.client.get(f"/groups/{group}").status_code == 404


YEAR, MONTH = timedelta(days=UNOPENED), timedelta(days=WARNED)
DAY = timedelta(days=1)


@pytest.mark.parametrize(
    ("passed", "due"),
    [(-400 * DAY, False), (0 * DAY, False), (YEAR - DAY, False), (YEAR, True), (YEAR + MONTH, True)],
)
def test_a_group_is_due_after_a_year_and_a_clock_that_goes_back_makes_none_due(
    passed: timedelta, due: bool
) -> None:
    group = Group("Ours", TODAY, TODAY)
    assert to_be_removed_on(group, TODAY + passed) == (TODAY + passed + MONTH if due else None)


def cleaned(installation: Installation, *days: date) -> list[str]:
    """Clean on these days; returns the ids of the groups that are there after it."""
    with closing(installation.open_store()) as store:
        for day in days:
            clean(installation, Groups(store.documents), day)
        return list(Groups(store.documents).all())


def test_what_nobody_opens_is_removed_a_month_after_a_cleaning_found_it_so(
    player: Player, installation: Installation
) -> None:
    group = made(player, "Ours")
    found = kept(installation, group).opened + YEAR
    assert cleaned(installation, found - DAY, found, found + MONTH - DAY) == [group]
    assert not installation.export_of_group(group).exists()
    assert cleaned(installation, found + MONTH) == []
    assert installation.kept.groups() == []
    assert installation.export_of_group(group).exists()


def test_a_clock_that_is_wrong_for_a_day_removes_no_group(player: Player, installation: Installation) -> None:
    group = made(player, "Ours")
    opened = kept(installation, group).opened
    ahead = opened + 500 * DAY
    assert cleaned(installation, ahead, ahead, ahead + DAY) == [group]
    found = opened + YEAR
    assert cleaned(installation, found, found + MONTH - DAY) == [group], "the wrong day counts for nothing"
    assert cleaned(installation, found + MONTH) == []


def test_what_was_opened_again_has_another_year(player: Player, installation: Installation) -> None:
    group = made(player, "Ours")
    found = kept(installation, group).opened + YEAR
    cleaned(installation, found)
    changed(installation, group, opened=found + DAY)
    assert cleaned(installation, found + MONTH, found + DAY + YEAR) == [group]
    assert cleaned(installation, found + DAY + YEAR + MONTH) == []


def test_looking_at_the_list_removes_nothing(player: Player, installation: Installation) -> None:
    group = made(player, "Ours")
    export = installation.export_of_group("removed")
    export.write_bytes(b"")
    os.utime(export, (0, 0))
    past = datetime.now(UTC).date() - 3 * YEAR
    changed(installation, group, opened=past, unopened=past + YEAR)
    assert "Nobody has opened it for a year." in player.open("/groups").text
    assert installation.kept.groups() == [group]
    made(player, "Another")
    assert group not in installation.kept.groups()
    assert export.exists()


def test_the_host_is_warned_and_whoever_opens_the_group_keeps_it(
    app: Flask, player: Player, installation: Installation
) -> None:
    group = made(player, "Ours")
    host = host_of(app, player, group)
    today = datetime.now(UTC).date()
    changed(installation, group, opened=today - timedelta(days=UNOPENED + 1))
    assert "Nobody has opened it for a year." in player.open("/groups").text
    forget_groups(app)
    assert app.test_client().get(f"/g/{group}/").status_code == 403
    assert kept(installation, group).opened < today, "a stranger does not keep it"
    host.open(f"/g/{group}/")
    assert kept(installation, group).opened >= today  # later if midnight passes meanwhile
    assert "Nobody has opened it for a year." not in player.open("/groups").text


def test_a_removal_that_was_interrupted_is_finished_with_the_next_group(
    player: Player, installation: Installation
) -> None:
    group = made(player, "Ours")
    changed(installation, group, removed=True)
    assert player.client.get(f"/g/{group}/").status_code == 404
    assert "Ours" not in player.open("/groups").text
    other = made(player, "Another")
    assert installation.kept.groups() == [other]
    with closing(installation.open_store()) as store:
        assert list(Groups(store.documents).all()) == [other]


def test_the_command_removes_what_is_due(player: Player, installation: Installation) -> None:
    group = made(player, "Ours")
    command = ["clean", "--instance", str(installation.folder)]
    assert "No groups to remove" in CliRunner().invoke(main, command).output
    opened = datetime.now(UTC).date() - YEAR - MONTH
    changed(installation, group, opened=opened)
    assert "No groups to remove" in CliRunner().invoke(main, command).output
    changed(installation, group, unopened=opened + YEAR)
    said = CliRunner().invoke(main, command).output
    assert group in said and str(installation.export_of_group(group)) in said.replace("\n", "")
    assert installation.kept.groups() == []
