"""What is done before the first page is opened, so that no page waits for it."""

from __future__ import annotations

from contextlib import closing

import pytest

from scorekeeper.installation import Installation
from scorekeeper.web import create_app
from scorekeeper.web.warmup import warm


def test_matches_without_digests_are_read_before_anybody_looks(
    installation: Installation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorekeeper.archive.archive._PATIENCE", 0.0)  # one a time
    with closing(installation.open_store()) as store:
        for name in ("first", "second", "third"):
            start = {"type": "match-started", "id": name, "players": ["Ann", "Dan"], "ruleset": "dutch"}
            store.create(name, [start])
        warm(create_app(installation))
        assert sorted(store.digests()) == ["first", "second", "third"]
