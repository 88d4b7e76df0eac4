"""All tests share one process: what they only read is not looked through again, and there is one browser."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from chromium import launched

if TYPE_CHECKING:
    from playwright.sync_api import Browser

LONGEST = ("test_axe.py", "test_words.py")  # files with tests of a minute


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the longest tests: at the end one process would still be at them, the others idle."""
    items.sort(key=lambda item: item.path.name not in LONGEST)


def pytest_collection_finish() -> None:
    """Leave the modules and the thousands of collected tests out of every garbage collection."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium; without one the test is skipped, and fails in CI."""
    with launched() as browser:
        yield browser
