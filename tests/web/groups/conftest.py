"""Groups work alike where the installation is kept in a folder, and in a database."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from scorekeeper.installation import Installation
from scorekeeper.storage import VARIABLE


@pytest.fixture(params=["folder", pytest.param("database", marks=pytest.mark.slow)])
def installation(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Installation]:
    database = ""
    if request.param == "database":
        database = request.getfixturevalue("postgres").new_place()
        monkeypatch.setenv(VARIABLE, database)
    installation = Installation(tmp_path / "instance", database)
    yield installation
    installation.release()
