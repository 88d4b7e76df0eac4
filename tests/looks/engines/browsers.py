"""The three engines that the browsers of phones are made of, each as Debian has it.

WebKit is that of every browser on an iPhone; its GTK port shows a window, on a screen that nobody sees.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from chromium import FLAGS, executable, missing
from patience import until

from .webdriver import Driver, Marionette, OverHttp

# Without these the windows of Firefox and of WebKit's MiniBrowser are wider than a phone.
_FIREFOX_WINDOW: Final = (
    "*|*:root { min-width: 0 !important } #navigator-toolbox { display: none !important }"
)
_GTK_WINDOW: Final = "* { min-width: 0; margin: 0; padding: 0 }"
# A window of Chromium is at least 500 px wide.
_METRICS: Final = {"width": 360, "height": 640, "pixelRatio": 1, "touch": False, "mobile": False}
_FIREFOX_SETTINGS: Final = {
    "marionette.port": "0",
    "toolkit.legacyUserProfileCustomizations.stylesheets": "true",
    "intl.accept_languages": '"en"',
    "ui.useOverlayScrollbars": "1",  # as on a phone
}


@contextmanager
def chromium() -> Iterator[Driver]:
    with _process(_found("chromedriver", "chromium-driver"), "--port=0") as driver:
        options = {
            "binary": executable(),
            "args": [*FLAGS, "--headless", "--hide-scrollbars", "--lang=en"],
            "mobileEmulation": {"deviceMetrics": _METRICS},
        }
        with closing(OverHttp(_port_of(driver), {"goog:chromeOptions": options})) as session:
            yield session


@contextmanager
def firefox() -> Iterator[Driver]:
    program = _found("firefox-esr", "firefox-esr")
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        settings = [f'user_pref("{name}", {value});\n' for name, value in _FIREFOX_SETTINGS.items()]
        Path(folder, "user.js").write_text("".join(settings))
        Path(folder, "chrome").mkdir()
        Path(folder, "chrome", "userChrome.css").write_text(_FIREFOX_WINDOW)
        port = Path(folder, "MarionetteActivePort")
        command = (program, "--marionette", "--headless", "--no-remote", "--profile", folder)
        with _process(*command, surroundings={"HOME": folder}):
            until(lambda: port.exists() and port.read_text())
            with closing(Marionette(int(port.read_text()))) as driver:
                yield driver


@contextmanager
def webkit() -> Iterator[Driver]:
    program = _found("WebKitWebDriver", "webkit2gtk-driver")
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder, _screen() as display:
        Path(folder, "gtk-3.0").mkdir()
        Path(folder, "gtk-3.0", "gtk.css").write_text(_GTK_WINDOW)
        surroundings = {"DISPLAY": display, "HOME": folder, "XDG_CONFIG_HOME": folder, "LANG": "en_US.UTF-8"}
        with (
            _process(program, "--port=0", surroundings=surroundings) as driver,
            closing(OverHttp(_port_of(driver), {})) as session,
        ):
            yield session


ENGINES: Final[Mapping[str, Callable[[], AbstractContextManager[Driver]]]] = {
    "chromium": chromium,
    "firefox": firefox,
    "webkit": webkit,
}


@contextmanager
def _screen() -> Iterator[str]:
    """The name of a screen of X, such as ``:1``, whose number it chooses itself."""
    program = _found("Xvfb", "xvfb")
    reading, writing = os.pipe()
    with (
        _process(program, "-displayfd", str(writing), "-nolisten", "tcp", open_files=(writing,)),
        os.fdopen(reading) as number,
    ):
        os.close(writing)
        yield f":{number.readline().strip()}"


@contextmanager
def _process(
    *command: str, surroundings: Mapping[str, str] | None = None, open_files: tuple[int, ...] = ()
) -> Iterator[subprocess.Popen[bytes]]:
    """A process that ends with all that it started."""
    started = subprocess.Popen(
        command,
        env={**os.environ, **(surroundings or {})},
        pass_fds=open_files,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        yield started
    finally:
        os.killpg(started.pid, signal.SIGKILL)
        started.wait()


def _port_of(process: subprocess.Popen[bytes]) -> int:
    """The port on which the process listens, once it does: WebKit's driver tells nobody."""
    ports: list[int] = []

    def listens() -> bool:
        assert process.poll() is None, f"{process.args!r} ended with {process.returncode}"
        with suppress(FileNotFoundError):  # one of its files was closed meanwhile
            ports.extend(_ports(process))
        return bool(ports)

    until(listens)
    return ports[0]


def _ports(process: subprocess.Popen[bytes]) -> Iterator[int]:
    folder = Path(f"/proc/{process.pid}")
    files = {str(file.readlink()) for file in Path(folder, "fd").iterdir()}
    for line in Path(folder, "net", "tcp").read_text().splitlines()[1:]:
        _, here, _, state, *_, inode = line.split()[:10]
        if state == "0A" and f"socket:[{inode}]" in files:  # it listens
            yield int(here.partition(":")[2], 16)


def _found(program: str, package: str) -> str:
    """The program; without it the test is skipped, and fails in CI."""
    return shutil.which(program) or missing(f"There is no {program} here; Debian has it as {package}.")
