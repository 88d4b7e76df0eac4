"""What is kept of groups: exports, backups, copies."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.groups import Groups
from scorekeeper.installation import Installation
from scorekeeper.transfer import copy

from ..player import Player
from .hosts import begun, host_of, made

pytestmark = pytest.mark.parametrize("installation", ["folder", "database"], indirect=True)


def test_the_export_is_a_backup_of_the_group(app: Flask, player: Player, tmp_path: Path) -> None:
    group = made(player, "Ours")
    notepad = begun(host_of(app, player, group), group, "Anna", "Ben")
    answer = player.client.get(f"/groups/{group}/export.zip")
    assert answer.mimetype == "application/zip"
    file = tmp_path / "export.zip"
    file.write_bytes(answer.data)
    restored = Installation(tmp_path / "restored")
    restored.kept.restore(file)
    with closing(restored.open_store()) as store:
        assert list(store.last_seqs()) == [notepad.path.split("/")[4]]


def test_a_backup_of_the_installation_has_its_groups(
    app: Flask, player: Player, installation: Installation, tmp_path: Path
) -> None:
    group = made(player, "Ours")
    notepad = begun(host_of(app, player, group), group, "Anna", "Ben")
    file = tmp_path / "backup.zip"
    installation.back_up(file)
    restored = Installation(tmp_path / "restored")
    restored.kept.restore(file)
    with closing(restored.group(group).open_store()) as store:
        assert list(store.last_seqs()) == [notepad.path.split("/")[4]]
        assert store.sessions.kinds() == [], "links and phones stay behind, as of the installation"
    assert restored.group(group).key == installation.group(group).key
    with closing(restored.open_store()) as store:
        assert Groups(store.documents).all()[group].name == "Ours"


def test_a_copy_of_the_installation_has_its_groups(
    app: Flask, player: Player, installation: Installation, tmp_path: Path
) -> None:
    group = made(player, "Ours")
    notepad = begun(host_of(app, player, group), group, "Anna", "Ben")
    there = Installation(tmp_path / "there")
    copied = copy(installation.kept, there.kept)
    assert (copied.matches, copied.events) == (1, 1)
    with closing(there.group(group).open_store()) as store:
        assert list(store.last_seqs()) == [notepad.path.split("/")[4]]
    assert there.group(group).key == installation.group(group).key
