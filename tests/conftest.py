"""All tests share one process; what they only read is not looked through again."""

from __future__ import annotations

import gc

import pytest

LONGEST = ("test_axe.py", "test_words.py")  # files with tests of a minute


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the longest tests: at the end one process would still be at them, the others idle."""
    items.sort(key=lambda item: item.path.name not in LONGEST)


def pytest_collection_finish() -> None:
    """Leave the modules and the thousands of collected tests out of every garbage collection."""
    gc.collect()
    gc.freeze()
