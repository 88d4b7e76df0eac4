"""One phone for each of the engines."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from .browsers import ENGINES
from .phone import Phone, resize

if TYPE_CHECKING:
    from .webdriver import Driver


@pytest.fixture(scope="session", params=ENGINES)
def engine(request: pytest.FixtureRequest) -> Iterator[Driver]:
    """A browser; without it the test is skipped, and fails in CI."""
    with ENGINES[request.param]() as driver:
        resize(driver)
        yield driver


@pytest.fixture
def phone(engine: Driver, tmp_path: Path) -> Iterator[Phone]:
    """A phone that was let in by the key of a fresh installation."""
    from browser.phones import running

    with running(tmp_path / "instance") as (address, installation):
        phone = Phone(engine, address, installation)
        phone.open(f"/key/{installation.key}")
        yield phone
        engine.send("DeleteAllCookies")
        engine.send("Navigate", url="about:blank")
