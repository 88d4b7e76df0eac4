"""A player without a browser: opens pages, reads and fills their forms, sends them, and follows redirects."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property
from io import BytesIO
from urllib.parse import urlsplit

from flask.testing import FlaskClient
from werkzeug.datastructures import FileStorage
from werkzeug.test import TestResponse, encode_multipart

from .forms import Form, Reader


class Page:
    """An answer of the app as a player sees it."""

    def __init__(self, response: TestResponse, url: str) -> None:
        self.response = response
        self.status = response.status_code
        self.url = url
        self.html = response.get_data(as_text=True)

    @cached_property
    def _read(self) -> Reader:
        read = Reader(self.url)
        read.feed(self.html)
        return read

    @property
    def forms(self) -> list[Form]:
        return self._read.forms

    @property
    def links(self) -> list[tuple[str, str]]:
        """The address and the text of every link."""
        return self._read.links

    @property
    def texts(self) -> dict[str, str]:
        """The text of every element with an id, by the id."""
        return self._read.texts

    @cached_property
    def text(self) -> str:
        """All words that can be seen."""
        return " ".join(" ".join(self._read.words).replace("\xad", "").split())

    @property
    def path(self) -> str:
        return urlsplit(self.url).path

    def form(self, action: str = "") -> Form:
        """The form whose action ends with this; by default the first form of the page."""
        forms = [form for form in self.forms if urlsplit(form.action).path.endswith(action)]
        assert forms, f"no form {action}: {[form.action for form in self.forms]}"
        return forms[0]

    def link(self, words: str) -> str:
        """The address of the link whose text contains these words."""
        addresses = [address for address, text in self.links if words in text]
        assert addresses, f"no link {words}: {self.links}"
        return addresses[0]

    def beside(self, name: str) -> str:
        """The sentence beside a field that was refused."""
        return self.texts.get(f"error-{name}", "")

    def all(self, tag: str, css: str) -> list[str]:
        """The text of every element with this tag and class."""
        parts = re.findall(rf'<{tag} class="{css}[^"]*"[^>]*>(.*?)</{tag}>', self.html, re.S)
        return [" ".join(re.sub(r"<[^>]+>", " ", part).split()) for part in parts]


class Player:
    """A phone at the table."""

    def __init__(self, client: FlaskClient) -> None:
        self.client = client

    def open(self, url: str) -> Page:
        """The page at an address, after redirects."""
        return self._follow(self.client.get(url), url)

    def send(self, form: Form, button: str = "", *, file: tuple[bytes, str] | None = None) -> Page:
        """Send a form, maybe with a file, and follow redirects."""
        return self.send_files(form, [file] if file else [], button)

    def send_files(self, form: Form, files: Iterable[tuple[bytes, str]], button: str = "") -> Page:
        """Send a form with these files (content and name) as its record, and follow redirects."""
        values = form.values(button)
        if form.method == "get":
            return self._follow(self.client.get(form.action, query_string=values), form.action)
        for content, name in files:
            values.add("record", FileStorage(BytesIO(content), filename=name))
        if form.enctype != "multipart/form-data":
            return self._follow(self.client.post(form.action, data=values), form.action)
        boundary, body = encode_multipart(values)
        kind = f"{form.enctype}; boundary={boundary}"
        return self._follow(self.client.post(form.action, data=body, content_type=kind), form.action)

    def bring(self, written: bytes) -> Page:
        """Import a file: keep what its preview has ticked. Returns the page where that ends."""
        choice = self.open("/records/new").form("/records/preview")
        page = self.send(choice, file=(written, "match.json"))
        return self.send(page.form("/records")) if page.status == 200 else page

    def _follow(self, response: TestResponse, url: str) -> Page:
        for _ in range(5):
            if response.status_code not in (301, 302, 303, 307, 308):
                break
            url = response.headers["Location"]
            response.close()
            response = self.client.get(url)
        page = Page(response, url)
        response.close()
        return page


def cookie_of(player: Player) -> str:
    """The cookie that lets this phone in."""
    cookie = player.client.get_cookie("scorekeeper")
    assert cookie is not None
    return cookie.value
