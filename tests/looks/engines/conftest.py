"""One phone for each of the engines."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from .browsers import ENGINES
from .phone import SIZE, Phone, resize

if TYPE_CHECKING:
    from browser.servers import Server

    from .webdriver import Driver


# What Chromium does tests/browser tells every day.
PARAMS = [pytest.param(name, marks=pytest.mark.slow if name == "chromium" else ()) for name in ENGINES]


@pytest.fixture(scope="session", params=PARAMS)
def engine(request: pytest.FixtureRequest) -> Iterator[Driver]:
    """A browser; without it the test is skipped, and fails in CI."""
    with ENGINES[request.param]() as driver:
        resize(driver)
        yield driver


@pytest.fixture
def phone(engine: Driver, server: Server, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Phone]:
    """A phone that was let in by the key; its pictures go into the folder that PICTURES names."""
    address, installation = server.served
    pictures = Path(os.environ.get("PICTURES", tmp_path), request.node.name)
    phone = Phone(engine, address, installation, pictures)
    phone.open(f"/key/{installation.key}")
    assert phone.evaluate("[innerWidth, innerHeight]") == [*SIZE]
    yield phone
    phone.evaluate("localStorage.clear()")
    engine.send("DeleteAllCookies")
    engine.send("Navigate", url="about:blank")
