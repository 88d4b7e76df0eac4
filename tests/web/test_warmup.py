"""What is done before the first page is opened, so that no page waits for it."""

from __future__ import annotations

from contextlib import closing

import pytest
from calls import counted

from scorekeeper.installation import Installation
from scorekeeper.web import assets, create_app
from scorekeeper.web.warmup import warm


def test_matches_without_digests_and_the_files_of_every_page_are_read_before_anybody_looks(
    installation: Installation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorekeeper.archive.archive._PATIENCE", 0.0)  # one a time
    with closing(installation.open_store()) as store:
        for name in ("first", "second", "third"):
            start = {"type": "match-started", "id": name, "players": ["Ann", "Dan"], "ruleset": "dutch"}
            store.create(name, [start])
        app = create_app(installation)
        assets._read.cache_clear()
        warm(app)
        assert sorted(store.digests()) == ["first", "second", "third"]
    with counted(assets._content) as read:
        for name in ("app.css", "reading.css", "js/app.js", "js/reading.js", "cards.svg"):
            assert app.test_client().get(f"/assets/x/{name}").status_code == 200
    assert read == [0]
