"""All tests share one process: what they only read is not looked through again, and there is one browser."""

from __future__ import annotations

import gc
import os
import signal
import sys
import tempfile
from collections.abc import Generator, Iterator
from contextlib import closing
from pathlib import Path
from shutil import disk_usage
from typing import TYPE_CHECKING

import pytest
from chromium import launched, on_screen
from extent import EVERY_LOOK, examples
from hypothesis import HealthCheck, settings
from patience import be_patient
from postgres import Server, served

from scorekeeper.store.sqlite import SqliteStore

if TYPE_CHECKING:
    from browser.servers import Server as AppServer
    from playwright.sync_api import Browser

pytest_plugins = ("browser.fixtures", "web.fixtures")

MEMORY = "/dev/shm"
ROOM = 2_000_000_000  # bytes; one run needs some hundred millions
TESTS = Path(__file__).parent
LONGEST = ("test_axe.py", "test_words.py", "test_first_commands.py")  # files with tests of a minute

# What fails in a module beside the tests is explained as in a test: which complaint of a browser, say.
pytest.register_assert_rewrite(*{path.stem for path in TESTS.iterdir()}.difference(sys.modules))

# Every day the same examples, so that a failure is one of the last change; other ones with every look.
settings.register_profile(
    "tests",
    max_examples=examples(100),
    derandomize=not EVERY_LOOK,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("tests")


def pytest_configure() -> None:
    """SIGTERM ends the tests as Ctrl-C does, so that their servers and browsers end with them.

    Ctrl-C itself ends what they start also where a shell lets them ignore it, as after ``make test &``.
    """
    for ending in (signal.SIGTERM, signal.SIGINT):
        signal.signal(ending, signal.default_int_handler)
    _keep_folders_in_memory()


def _keep_folders_in_memory() -> None:
    """Where there is room: thousands of small databases would wait for a disk more than they work."""
    if "TMPDIR" not in os.environ and os.access(MEMORY, os.W_OK) and disk_usage(MEMORY).free > ROOM:
        os.environ["TMPDIR"] = tempfile.tempdir = MEMORY


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the longest tests: at the end one process would still be at them, the others idle."""
    items.sort(key=lambda item: item.path.name not in LONGEST)
    for item in items:
        if "postgres" in getattr(item, "fixturenames", ()):
            item.add_marker("postgres")


def pytest_collection_finish() -> None:
    """Leave modules and the thousands of collected tests out of garbage collection, and make it rare."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Add what the open pages show to the report of a browser test that fails."""
    report = yield
    browser = getattr(item, "funcargs", {}).get("browser")
    if report.failed and report.when == "call" and browser:
        try:
            report.sections.append(("Open pages", on_screen(browser)))
        except Exception as error:  # whatever is wrong with the pages is told, and hides no failure
            report.sections.append(("Open pages", f"cannot be read: {error}"))
    return report


@pytest.fixture(scope="session", autouse=True)
def _patient_product() -> Iterator[None]:
    """The product waits longer than at a table; a test of one of its limits sets its own."""
    with pytest.MonkeyPatch.context() as patch:
        be_patient(patch.setattr)
        yield


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium; without one the test is skipped, and fails in CI."""
    with launched() as browser:
        yield browser


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    """A PostgreSQL server; without one the test is skipped, and fails in CI."""
    with served() as server:
        yield server


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    """A store without matches."""
    with closing(SqliteStore(tmp_path / "store.sqlite")) as opened:
        yield opened


@pytest.fixture
def server(tmp_path: Path) -> Iterator[AppServer]:
    """A server of the app that the test stops and starts again."""
    from browser.servers import Server as AppServer

    server = AppServer(tmp_path / "instance")
    server.start()
    yield server
    server.stop()
