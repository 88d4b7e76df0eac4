"""The beginning in the browser: what is put together once Python runs there."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from ..web.pocket import Pocket
from . import snapshot
from .app import PocketAnswer, PocketApp
from .pages import MISSING

_HERE: Final = Path(__file__).parent
_FOLDER: Final = Path("/installation")
_KEPT: Final = Path("/kept.zip")  # what was in the browser's storage, if anything


class InBrowser(PocketApp):
    """Takes what JavaScript has."""

    def answer_sent(self, method: str, url: str, headers: Any, body: Any) -> PocketAnswer:
        """What the app answers to a request: an array of names and values, and the bytes of the body."""
        return self.answer(method, url, headers.to_py(), body.to_bytes())


def started(address: str) -> InBrowser:
    """What answers the pages below an address. Raises BrokenStore, BadSecret, zipfile.BadZipFile."""
    _FOLDER.mkdir(exist_ok=True)
    if _KEPT.exists():
        snapshot.put_back(_KEPT.read_bytes(), _FOLDER)
        _KEPT.unlink()
    version = (_HERE / "static_version").read_text()
    return InBrowser(_FOLDER, address, Pocket(MISSING, version), _HERE.parent.parent / "templates")
