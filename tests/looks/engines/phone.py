"""A small phone with one of the engines, and what a player does with it."""

from __future__ import annotations

import base64
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from patience import PATIENCE, until

from scorekeeper.installation import Installation

from .webdriver import Driver, Failed

SIZE: Final = (360, 640)  # px
_PAUSE: Final = 0.02  # seconds between two looks at a page
_ELEMENT: Final = "element-6066-11e4-a52e-4f735466cecf"  # so the protocol marks an element
ESCAPE: Final = "\ue00c"  # so the protocol names the key
_IN_PAGE: Final = Path(__file__).with_name("controls.js").read_text("utf-8")


class Phone:
    """The page that a driver shows, from the app at an address such as http://127.0.0.1:40123."""

    def __init__(
        self,
        driver: Driver,
        address: str = "",
        installation: Installation | None = None,
        pictures: Path = Path(),
    ) -> None:
        self.driver = driver
        self.address = address
        self.served = installation
        self.pictures = pictures

    @property
    def installation(self) -> Installation:
        """What the app serves."""
        assert self.served
        return self.served

    def open(self, path: str) -> None:
        self.driver.send("Navigate", url=self.address + path)

    def back(self) -> None:
        """The gesture, or the button, that leads to the page before."""
        self.driver.send("Back")

    def forward(self) -> None:
        self.driver.send("Forward")

    def reload(self) -> None:
        self.driver.send("Refresh")

    @property
    def path(self) -> str:
        """The path of the page, such as ``/matches``, with its query."""
        return str(self.evaluate("location.pathname + location.search"))

    def arrive(self, path: str) -> None:
        """Wait until the page with this path is there."""
        self.until("location.pathname === arguments[0] && document.readyState === 'complete'", path)

    def evaluate(self, expression: str, *args: object) -> Any:
        """The value of a JavaScript expression, in which ``args`` are ``arguments[0]`` and so on."""
        return self.driver.send("ExecuteScript", script=f"{_IN_PAGE}\nreturn ({expression});", args=args)

    def until(self, expression: str, *args: object) -> Any:
        """The value of an expression once it is true, on this page or on the one that comes."""
        end = time.monotonic() + PATIENCE
        problem = ""
        while time.monotonic() < end:
            try:
                if value := self.evaluate(expression, *args):
                    return value
            except Failed as error:  # between two pages
                problem = str(error)
            time.sleep(_PAUSE)
        seen = self.text()[:2000]
        raise AssertionError(f"not true in {PATIENCE:.0f} s: {expression} {args} {problem}\n{seen}")

    def tap(self, css: str, text: str = "") -> None:
        """Tap the first visible element that matches and says the text, once a tap on its middle meets it."""
        self.tap_at(*self.until("aim(...arguments)", css, text))

    def tap_over(self, css: str) -> None:
        """Tap the middle of the first visible element that matches, whatever lies over it."""
        last = None
        while (here := self.until("middle(...arguments)", css)) != last:  # until it holds still
            last = here
        self.tap_at(*here)

    def tap_at(self, x: float, y: float) -> None:
        moves = [
            {"type": "pointerMove", "x": round(x), "y": round(y)},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        # As a mouse: WebKitGTK 2.50 aborts when it collects the memory of a touch, some pages later.
        finger = {"type": "pointer", "id": "finger", "actions": moves}
        self.driver.send("PerformActions", actions=[finger])

    def type(self, css: str, text: str) -> None:
        """Write a text into a field, in place of what it holds; or the path of a file, to be chosen."""

        def written() -> bool:
            element = self.until("ready(...arguments)", css)
            try:
                self.driver.send("ElementSendKeys", id=element[_ELEMENT], text=text)
            except Failed as error:
                if error.args[0] != "stale element reference":  # of a page that was just left
                    raise
                return False
            return True

        until(written, _PAUSE)

    def sees(self, text: str) -> None:
        """Wait until the page shows a text."""
        self.until("shows(...arguments)", text)

    def texts(self, css: str) -> list[str]:
        """What the elements that match say."""
        return list(self.evaluate("texts(...arguments)", css))

    def text(self) -> str:
        return " ".join(self.texts("body"))

    def press(self, key: str) -> None:
        """Press a key of a keyboard, such as ``ESCAPE``."""
        keys = [{"type": kind, "value": key} for kind in ("keyDown", "keyUp")]
        self.driver.send("PerformActions", actions=[{"type": "key", "id": "keyboard", "actions": keys}])

    def download(self, css: str) -> tuple[str, bytes]:
        """What a link leads to, as the browser gets it: the type of the file, and its first bytes."""
        self.evaluate("download(...arguments)", css)
        kind, first = self.until("window.downloaded")
        return kind, bytes(first)

    @contextmanager
    def second_window(self) -> Iterator[None]:
        """Another window of the browser, in which everything is done until it is closed."""
        first = self.driver.send("GetWindowHandle")
        second = self.driver.send("NewWindow", type="window")["handle"]
        self.driver.send("SwitchToWindow", handle=second)
        try:
            yield
        finally:
            self.driver.send("CloseWindow")
            self.driver.send("SwitchToWindow", handle=first)

    def picture(self, step: str) -> None:
        """Keep what the screen shows at a step, as a PNG."""
        self.pictures.mkdir(parents=True, exist_ok=True)
        number = len(list(self.pictures.iterdir())) + 1
        png = base64.b64decode(self.driver.send("TakeScreenshot", full=False))
        (self.pictures / f"{number:02} {step}.png").write_bytes(png)


def resize(driver: Driver, size: tuple[int, int] = SIZE) -> None:
    """Make the part of the window that shows the page as large as a screen, in px."""
    phone = Phone(driver)

    def fits() -> bool:
        inner_width, inner_height, *outer = phone.evaluate(
            "[innerWidth, innerHeight, outerWidth, outerHeight]"
        )
        if (inner_width, inner_height) == size:
            return True
        width, height = size[0] + outer[0] - inner_width, size[1] + outer[1] - inner_height
        driver.send("SetWindowRect", width=width, height=height)
        return False

    until(fits, _PAUSE)
