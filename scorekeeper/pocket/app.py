"""Requests answered without a server, for the only user of this installation, who needs no key."""

from __future__ import annotations

import json
from collections.abc import Iterable
from http.cookies import SimpleCookie
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit
from zipfile import ZipFile, ZipInfo

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue
from jinja2 import ModuleLoader
from werkzeug.test import Client

from ..house_rules.old_files import FOLDER
from ..installation import Installation
from ..sentences import N_
from ..store.files import write_atomic
from ..web import context, create_app
from ..web.downloads import download
from ..web.pocket import Pocket

_COOKIES = ".cookies.json"  # hidden: no part of a copy
_FOLDER: Final = Path("/installation")  # in the browser
_KEPT: Final = Path("/kept.zip")  # what was in the browser's storage, if anything
_READING = ("GET", "HEAD")
# What the shell or this module does in its own way, or what means nothing between a page and its worker.
_NOT_SENT = frozenset({"cookie", "content-length", "accept-encoding"})
_NOT_ANSWERED = frozenset({"set-cookie", "content-length"})


class PocketAnswer(NamedTuple):
    """What a page gets. ``changed``: whether the installation must be kept before it gets that."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes
    changed: bool


class PocketApp:
    """The app of the installation in ``folder``, under ``address``, such as ``https://example.org/koi-koi/app``.

    Raises BrokenStore, BadSecret.
    """

    def __init__(self, folder: Path, address: str, pocket: Pocket, templates: Path | None = None) -> None:
        self._folder = folder
        self._address = address
        self.is_converted = (folder / FOLDER).is_dir()  # then what the start made is to be kept at once
        installation = Installation(folder)
        installation.open_store().close()
        self._app = create_app(installation, in_pocket=pocket)
        self._app.register_blueprint(pages)
        if templates:  # compiled when the site was made: a phone takes long to do that
            self._app.jinja_env.loader = ModuleLoader(templates)
        self._client = Client(self._app, use_cookies=False)
        cookies = folder / _COOKIES
        self._cookies: dict[str, str] = json.loads(cookies.read_bytes()) if cookies.exists() else {}
        if not any(name.endswith(installation.id) for name in self._cookies):
            self.answer("GET", f"{address}/key/{installation.secrets.key.normalized}")

    def answer(
        self, method: str, url: str, headers: Iterable[tuple[str, str]] = (), body: bytes = b""
    ) -> PocketAnswer:
        """What the app answers to a request for an address below its own."""
        parts = urlsplit(url)
        before = None if method in _READING else self._written()
        answer = self._client.open(
            f"/{parts.path.removeprefix(urlsplit(self._address).path).lstrip('/')}",  # "//" begins a host
            base_url=self._address,
            query_string=parts.query,
            method=method,
            headers=[
                *((name, value) for name, value in headers if name.lower() not in _NOT_SENT),
                ("Cookie", "; ".join(f"{name}={value}" for name, value in self._cookies.items())),
            ],
            data=body or None,
            buffered=True,
        )
        kept = self._keep_cookies(answer.headers.getlist("Set-Cookie"))
        sent = [(name, value) for name, value in answer.headers if name.lower() not in _NOT_ANSWERED]
        changed = kept or (before is not None and self._written() != before)
        return PocketAnswer(answer.status_code, sent, answer.get_data(), changed)

    def answer_sent(self, method: str, url: str, headers: Any, body: Any) -> PocketAnswer:
        """The same for what JavaScript has: an array of names and values, and the bytes of the body."""
        return self.answer(method, url, headers.to_py(), body.to_bytes())

    def snapshot(self) -> bytes:
        """The whole installation as one text of bytes, between two requests."""
        return folder_packed(self._folder)

    def _written(self) -> dict[Path, tuple[int, int]]:
        """When each file was written last, and its size. A browser tells milliseconds apart; an answer takes
        longer before it stores anything."""
        files = ((path, path.stat()) for path in self._folder.rglob("*"))
        return {path: (file.st_mtime_ns, file.st_size) for path, file in files}

    def _keep_cookies(self, sent: list[str]) -> bool:
        for line in sent:
            for name, cookie in SimpleCookie(line).items():
                if cookie["max-age"] == "0":
                    self._cookies.pop(name, None)
                else:
                    self._cookies[name] = cookie.value
        if sent:
            write_atomic(self._folder / _COOKIES, json.dumps(self._cookies).encode())
        return bool(sent)


def started(address: str) -> PocketApp:
    """What answers the pages below an address, in the browser.

    Raises BrokenStore, BadSecret, zipfile.BadZipFile.
    """
    _FOLDER.mkdir(exist_ok=True)
    if _KEPT.exists():
        unpack_folder(_KEPT.read_bytes(), _FOLDER)
        _KEPT.unlink()
    here = Path(__file__).parent
    pocket = Pocket(MISSING, (here / "static_version").read_text())
    return PocketApp(_FOLDER, address, pocket, here.parent.parent / "templates")


def folder_packed(folder: Path) -> bytes:
    """All files of a folder while nobody writes there, as a ZIP archive that is not compressed.

    Without times, so the same files give the same bytes.
    """
    content = BytesIO()
    with ZipFile(content, "w") as archive:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                archive.writestr(ZipInfo(path.relative_to(folder).as_posix()), path.read_bytes())
    return content.getvalue()


def unpack_folder(content: bytes, folder: Path) -> None:
    """Fill an empty folder with what ``folder_packed`` returned. Raises zipfile.BadZipFile."""
    with ZipFile(BytesIO(content)) as archive:
        archive.extractall(folder)


# The pages that need a server, each with the reason.
_WHY: Final = {
    N_("Other phones join an app that runs on a computer. This one runs in your browser alone."): (
        "access.key access.submit_key access.join access.joined "
        "phones.index phones.own phones.rename phones.leave phones.new_key phones.change_key phones.forget "
        "links.new links.make links.show links.revoke "
        "piles.choose piles.show piles.hand_in"
    ),
}
MISSING: Final = {endpoint: why for why, endpoints in _WHY.items() for endpoint in endpoints.split()}

pages = Blueprint("pocket", __name__)


@pages.get("/other-phones")
def other_phones() -> str:
    """How a host starts the app on a computer, and all matches in one file to take along."""
    return render_template("pocket/other_phones.html")


@pages.get("/copy")
def copy() -> ResponseReturnValue:
    """All matches, house rules and settings in one file, which every app can import."""
    with TemporaryDirectory() as folder:
        target = Path(folder, "copy.zip")
        context.installation().back_up(target)
        return download(target.read_bytes(), "application/zip", "zip", "koi-koi")
