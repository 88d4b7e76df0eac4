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
from scorekeeper.groups.cleaning import UNOPENED, WARNED, clean, to_be_removed_on
from scorekeeper.groups.group import Group, Groups
from scorekeeper.installation import Installation

from ..player import Player
from .hosts import begun, changed, forget_groups, host_of, kept, made

TODAY = date(2026, 11, 23)


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


@pytest.mark.parametrize(
    ("days", "due"),
    [(-400, False), (0, False), (UNOPENED - 1, False), (UNOPENED, True), (UNOPENED + WARNED, True)],
)
def test_a_group_is_due_after_a_year_and_a_clock_that_goes_back_makes_none_due(days: int, due: bool) -> None:
    group = Group("Ours", TODAY, TODAY)
    day = to_be_removed_on(group, TODAY + timedelta(days=days))
    assert day == (TODAY + timedelta(days=UNOPENED + WARNED) if due else None)


@pytest.mark.parametrize(
    ("days", "stays"), [(UNOPENED, True), (UNOPENED + WARNED - 1, True), (UNOPENED + WARNED, False)]
)
def test_what_nobody_opens_is_removed_a_month_after_the_warning(
    player: Player, installation: Installation, days: int, stays: bool
) -> None:
    group = made(player, "Ours")
    opened = kept(installation, group).opened
    with closing(installation.open_store()) as store:
        gone = clean(installation, Groups(store.documents), opened + timedelta(days=days))
        assert (gone == [], group in Groups(store.documents).all()) == (stays, stays)
    assert installation.kept.groups() == [group] * stays
    assert installation.export_of_group(group).exists() != stays


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
    assert kept(installation, group).opened == today
    assert "Nobody has opened it for a year." not in player.open("/groups").text


def test_a_removal_that_was_interrupted_is_finished_by_the_next_look(
    player: Player, installation: Installation
) -> None:
    group = made(player, "Ours")
    changed(installation, group, removed=True)
    assert player.client.get(f"/g/{group}/").status_code == 404
    player.open("/groups")
    assert installation.kept.groups() == []
    with closing(installation.open_store()) as store:
        assert Groups(store.documents).all() == {}


def test_exports_of_removed_groups_stay_for_a_year(player: Player, installation: Installation) -> None:
    group = made(player, "Ours")
    player.send(player.open(f"/groups/{group}/removal").form("/removal"))
    export, now = installation.export_of_group(group), datetime.now(UTC)
    for days, stays in ((UNOPENED, True), (UNOPENED + 1, False)):
        written = (now - timedelta(days=days)).timestamp()
        os.utime(export, (written, written))
        player.open("/groups")
        assert export.exists() == stays


def test_the_command_removes_what_is_due(player: Player, installation: Installation) -> None:
    group = made(player, "Ours")
    command = ["clean", "--instance", str(installation.folder)]
    assert "no group" in CliRunner().invoke(main, command).output
    opened = datetime.now(UTC).date() - timedelta(days=UNOPENED + WARNED)
    changed(installation, group, opened=opened)
    said = CliRunner().invoke(main, command).output
    assert group in said and str(installation.export_of_group(group)) in said.replace("\n", "")
    assert installation.kept.groups() == []
