"""The W3C's WebDriver protocol: over HTTP, and as Firefox itself speaks it, by the names of the commands."""

from __future__ import annotations

import http.client
import json
import socket
from typing import Any, Final, Protocol

from patience import PATIENCE

_PATHS: Final = {
    "Navigate": ("POST", "url"),
    "Back": ("POST", "back"),
    "Forward": ("POST", "forward"),
    "Refresh": ("POST", "refresh"),
    "ExecuteScript": ("POST", "execute/sync"),
    "PerformActions": ("POST", "actions"),
    "ElementSendKeys": ("POST", "element/{id}/value"),
    "DeleteAllCookies": ("DELETE", "cookie"),
    "TakeScreenshot": ("GET", "screenshot"),
    "SetWindowRect": ("POST", "window/rect"),
    "NewWindow": ("POST", "window/new"),
    "GetWindowHandle": ("GET", "window"),
    "SwitchToWindow": ("POST", "window"),
    "CloseWindow": ("DELETE", "window"),
    "ExecuteCdp": ("POST", "goog/cdp/execute"),  # Chromium's own
}


class Failed(Exception):
    """The browser refused a command; its error and what it says about it."""


class Driver(Protocol):
    """A session of a browser."""

    def send(self, command: str, **parameters: Any) -> Any:
        """What the command returns; raises ``Failed``."""


class OverHttp:
    """A session at the driver that listens on a port of this machine."""

    def __init__(self, port: int, capabilities: dict[str, Any]) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        wish = {"capabilities": {"alwaysMatch": capabilities}}
        self.session = self._request("POST", "/session", wish)["sessionId"]

    def send(self, command: str, **parameters: Any) -> Any:
        method, path = _PATHS[command]
        path = path.format(id=parameters.pop("id", ""))
        return self._request(method, f"/session/{self.session}/{path}", parameters)

    def _request(self, method: str, path: str, parameters: dict[str, Any]) -> Any:
        self.connection.request(method, path, json.dumps(parameters) if method == "POST" else None)
        value = json.loads(self.connection.getresponse().read())["value"]
        if isinstance(value, dict) and "error" in value:
            raise Failed(value["error"], value["message"])
        return value

    def close(self) -> None:
        self.connection.close()


class Marionette:
    """A session at the Firefox that listens on a port of this machine."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        self.answers = self.socket.makefile("rb")
        self.commands = 0
        self._read()  # its greeting
        self.send("NewSession")

    def send(self, command: str, **parameters: Any) -> Any:
        self.commands += 1
        message = json.dumps([0, self.commands, f"WebDriver:{command}", parameters]).encode()
        self.socket.sendall(b"%d:%b" % (len(message), message))
        _, _, error, answer = self._read()
        if error:
            raise Failed(error["error"], error["message"])
        return answer.get("value", answer) if isinstance(answer, dict) else answer

    def _read(self) -> Any:
        digits = bytearray()
        while (byte := self.answers.read(1)) != b":":
            if not byte:
                raise Failed("no answer", "Firefox has ended.")
            digits += byte
        return json.loads(self.answers.read(int(digits)))

    def close(self) -> None:
        self.answers.close()
        self.socket.close()
