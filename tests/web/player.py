"""A player without a browser: opens pages, reads and fills their forms, sends them, and follows redirects."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property
from html import unescape
from io import BytesIO
from typing import Final
from urllib.parse import urlsplit

from flask.testing import FlaskClient
from werkzeug.datastructures import FileStorage
from werkzeug.test import TestResponse, encode_multipart

from .forms import ATTRIBUTES, Form, attributes_of, forms_of

_MARKUP: Final = re.compile(r"""<!--.*?-->|<[^<>"']*(?:"[^"]*"[^<>"']*|'[^']*'[^<>"']*)*>""", re.DOTALL)
_LINK: Final = re.compile(rf"<a\b({ATTRIBUTES})\s*>(.*?)</a>", re.DOTALL)
_OF_EVERY_PAGE: Final = ("#main", "/settings#browsers", "/key", "")
_OF_THE_MENU: Final = ("Guide", "Settings")
_NOTICES: Final = "Enter the key Reload View it Discard it"
_UNSEEN: Final = re.compile(r"<(script|style|title|option|datalist)\b.*?</\1>", re.DOTALL)


class Page:
    """An answer of the app as a player sees it."""

    def __init__(self, response: TestResponse, url: str) -> None:
        self.response = response
        self.status = response.status_code
        self.url = url
        self.html = response.get_data(as_text=True)

    @cached_property
    def forms(self) -> list[Form]:
        return forms_of(self.html, self.url)

    @cached_property
    def links(self) -> list[tuple[str, str]]:
        """The address and the text of every link."""
        return _links(self.html)

    @cached_property
    def text(self) -> str:
        """All words that can be seen."""
        return _words(_UNSEEN.sub(" ", self.html), between=" ")

    @property
    def title(self) -> str:
        """What the browser calls the page, without the name of the app."""
        return unescape(self.html.partition("<title>")[2].partition(" – Koi-Koi")[0])

    @property
    def heading(self) -> str:
        """The heading of the page, without what stands small behind it."""
        return _words(self.html.partition("<h1>")[2].partition("</h1>")[0].partition("<small")[0])

    @cached_property
    def main(self) -> str:
        """The words that can be seen below the bar, the menu, and the notices that every page has."""
        below = self.text.partition(_NOTICES)[2]
        assert below, self.text
        return below.strip()

    @property
    def ways(self) -> list[tuple[str, str]]:
        """The links that not every page has, that of the bar first."""
        return [way for way in self.links if way[0] not in _OF_EVERY_PAGE and way[1] not in _OF_THE_MENU]

    def leads(self, match: str) -> dict[str, str]:
        """Where the links below the bar and the notices lead; within a match without its own address."""
        links = _links(self.html.partition("data-drop-it")[2])
        return {words: address.removeprefix(match) for address, words in links}

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
        return self.words_of(f"error-{name}")

    def words_of(self, element_id: str) -> str:
        """The text of the element with an id; empty where there is none."""
        begin = re.search(rf'<([a-z][a-z0-9]*)\b[^<>]*\sid="{re.escape(element_id)}"[^<>]*>', self.html)
        if begin is None:
            return ""
        inside, depth = self.html[begin.end() :], 1
        for tag in re.finditer(rf"<(/?){begin[1]}\b", inside):
            depth += -1 if tag[1] else 1
            if depth == 0:
                return _words(inside[: tag.start()])
        raise AssertionError(f"{element_id} is not closed")

    def all(self, tag: str, css: str) -> list[str]:
        """The text of every element with this tag and class."""
        parts = re.findall(rf'<{tag} class="{css}[^"]*"[^>]*>(.*?)</{tag}>', self.html, re.S)
        return [_words(part, between=" ") for part in parts]


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


def cookie_name(client: FlaskClient, name: str = "scorekeeper") -> str:
    """The name of a cookie of the installation that is served."""
    return f"{name}-{client.application.extensions['installation'].id}"


def read_in(client: FlaskClient, language: str) -> None:
    """Choose a language, as on the page of the settings."""
    client.set_cookie(cookie_name(client, "language"), language)


def cookie_of(player: Player) -> str:
    """The cookie that lets this phone in."""
    cookie = player.client.get_cookie(cookie_name(player.client))
    assert cookie is not None
    return cookie.value


def _links(markup: str) -> list[tuple[str, str]]:
    found = ((attributes_of(tag), _words(inside)) for tag, inside in _LINK.findall(markup))
    return [(link.get("href", ""), words or link.get("aria-label", "")) for link, words in found]


def _words(markup: str, between: str = "") -> str:
    """The words of some markup, with nothing or a space in place of a tag, without places to break words."""
    whole = markup.replace("<wbr>", "")
    return " ".join(unescape(_MARKUP.sub(between, whole)).replace("\xad", "").split())
