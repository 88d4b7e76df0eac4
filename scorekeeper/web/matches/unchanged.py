"""Questions for news that are answered as before, without the app, as long as nothing has changed.

Open pages ask every second, so nearly every request of a busy evening is such a question. Its answer stands
as long as what it rests on: the last event of the match, its last hand-in, the phone that asks, the link or
the key that let it in. All of that is looked up at once; whatever differs, is unknown or goes wrong is for
the app.
"""

from __future__ import annotations

import re
import sqlite3
import threading
from collections.abc import Iterable
from contextlib import suppress
from time import monotonic, perf_counter
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from flask import Flask, request

from ...installation import Installation
from ...keys import BadSecret
from ...store import Store, StoreError
from ...store.documents import OF_A_MATCH
from ..access.admitting import admission
from ..operations.answered import Answered, tell

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

_QUESTION: Final = re.compile(r"after=\d+&told=\d+(&piles=\d*)?")  # as open pages ask
_RESTS_ON: Final = "scorekeeper.rests_on"  # in the environment of a request
_LONGEST: Final = 60.0  # seconds that an answer is given again; then the app notes that the phone was seen
_MOST: Final = 10_000  # answers, of about a kilobyte each

_Headers = list[tuple[str, str]]


class _Basis(NamedTuple):
    """What an answer rests on, as the app has read it."""

    match_id: str
    documents: tuple[tuple[str, str], ...]  # live ones, by kind and id
    seen: tuple[int, ...]  # the last event and the versions of the documents
    key: str | None  # the mark of the key, where that let the phone in


class _Page(NamedTuple):
    """An open page, as its requests show it."""

    installation: Installation
    scheme: str
    host: str
    path: str
    cookies: str


class _Answer(NamedTuple):
    basis: _Basis
    query: str
    headers: _Headers
    body: bytes
    until: float


def init_app(app: Flask) -> None:
    app.wsgi_app = _Unchanged(app)  # type: ignore[method-assign]


def stands(match_id: str, last: int, handed: int | None) -> None:
    """Note what the answer rests on that nothing is new in a match: that ``last`` is the last event, and
    ``handed`` the last hand-in, if it was asked for."""
    here = admission()
    if here is not None:
        read = {**here.read, **({} if handed is None else {(OF_A_MATCH, match_id): handed})}
        key = None if here.phone.link else here.phone.key
        request.environ[_RESTS_ON] = _Basis(match_id, tuple(read), (last, *read.values()), key)


class _Unchanged:
    """Before the app: answers what it can. Threads may share this object."""

    def __init__(self, app: Flask) -> None:
        self._app = app
        self._asks: WSGIApplication = app.wsgi_app
        self._answers: dict[_Page, _Answer] = {}  # those that end first come first
        self._headers: dict[tuple[tuple[str, str], ...], _Headers] = {}  # which nearly all answers share
        self._keeping = threading.Lock()
        self._opened = threading.local()

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        query = environ.get("QUERY_STRING", "")
        if environ["REQUEST_METHOD"] != "GET" or not _QUESTION.fullmatch(query):
            return self._asks(environ, start_response)
        begun = perf_counter()
        installation: Installation = self._app.extensions["installation"]
        page = _page(installation, environ)
        known = self._answers.get(page)
        if known and known.query == query and self._still_stands(installation, known):
            start_response("200 OK", known.headers[:])
            tell(self._app, Answered("news.news", "GET", 200, perf_counter() - begun))
            return [known.body]
        return self._asked(page, environ, start_response)

    def _asked(self, page: _Page, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """The answer of the app, kept if it may be given again."""
        heard: _Headers = []

        def hear(status: str, headers: _Headers, *trouble: Any) -> Any:
            heard[:] = headers
            return start_response(status, headers, *trouble)

        answer = self._asks(environ, hear)
        basis: _Basis | None = environ.get(_RESTS_ON)
        if basis is None or any(name == "Set-Cookie" for name, _ in heard):
            return answer
        body = b"".join(answer)
        self._keep(page, _Answer(basis, environ["QUERY_STRING"], heard, body, monotonic() + _LONGEST))
        return [body]

    def _keep(self, page: _Page, answer: _Answer) -> None:
        with self._keeping:
            if len(self._headers) > 100:
                self._headers.clear()
            headers = self._headers.setdefault(tuple(answer.headers), answer.headers)
            self._answers.pop(page, None)
            self._answers[page] = answer._replace(headers=headers)
            while len(self._answers) > _MOST or next(iter(self._answers.values())).until < monotonic():
                del self._answers[next(iter(self._answers))]

    def _still_stands(self, installation: Installation, answer: _Answer) -> bool:
        basis = answer.basis
        if answer.until < monotonic():
            return False
        try:
            if basis.key is not None and not installation.secrets.key.is_marked(basis.key):
                return False
            return self._store(installation).glance(basis.match_id, basis.documents) == basis.seen
        except (BadSecret, StoreError):
            self._opened.__dict__.clear()
            return False

    def _store(self, installation: Installation) -> Store:
        """A connection of this thread, which stays open."""
        if getattr(self._opened, "installation", None) is not installation:
            self._opened.installation = installation
            self._opened.kept = _KeptOpen(installation.open_store())
        store: Store = self._opened.kept.store
        return store


class _KeptOpen:
    """A store that is closed when the thread that opened it ends."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def __del__(self) -> None:
        with suppress(sqlite3.ProgrammingError):  # another thread; it closes by itself
            self.store.close()


def _page(installation: Installation, environ: WSGIEnvironment) -> _Page:
    host, cookies = environ.get("HTTP_HOST", ""), environ.get("HTTP_COOKIE", "")
    return _Page(installation, environ["wsgi.url_scheme"], host, environ["PATH_INFO"], cookies)
