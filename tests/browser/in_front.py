"""What stands between phones and the app and answers in its place: a network that wants a login, a proxy."""

from __future__ import annotations

import re
from collections.abc import Iterable
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from .phones import Phone, wait_for

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

HTML: Final = "text/html; charset=utf-8"
JSON: Final = "application/json"
SAYS: Final = "Welcome to the hotel"  # on every page of others
PAGE: Final = (
    f"<!doctype html><title>{SAYS}</title><main data-confirmation><h1 data-part>{SAYS}</h1>"
    f"<p class=error>{SAYS}</p>"
    f"<div data-answers>{SAYS}</div><form data-board><button>{SAYS}</button></form></main>"
)


class Answer(NamedTuple):
    """A status, a body of some type, and further headers."""

    status: int
    body: str = PAGE
    kind: str = HTML
    more: tuple[tuple[str, str], ...] = ()


def led(status: int, address: str) -> Answer:
    """Led on to another address."""
    return Answer(status, "", more=(("Location", address),))


_SAVED: Final = '{"seq": %s, "location": %s}'

# What a save might take for the answer to itself. Nearly all of it does not fit one, whoever sends it.
MISFITS: Final = {
    "array": Answer(200, "[]", JSON),
    "array of answers": Answer(200, '[{"seq": 7, "location": "/"}]', JSON),
    "text": Answer(200, '"seq"', JSON),
    "null": Answer(200, "null", JSON),
    "number": Answer(200, "7", JSON),
    "empty object": Answer(200, "{}", JSON),
    "only ok": Answer(200, '{"ok": true}', JSON),
    "only seq": Answer(200, '{"seq": 7}', JSON),
    "only location": Answer(200, '{"location": "/matches"}', JSON),
    "not JSON": Answer(200, PAGE, JSON),
    "JSON cut off": Answer(200, '{"seq": 7, "location": "/ma', JSON),
    "seq as text": Answer(200, _SAVED % ('"7"', '"/guide"'), JSON),
    "seq as a fraction": Answer(200, _SAVED % ("7.5", '"/guide"'), JSON),
    "seq zero": Answer(200, _SAVED % ("0", '"/guide"'), JSON),
    "seq negative": Answer(200, _SAVED % ("-7", '"/guide"'), JSON),
    "seq huge": Answer(200, _SAVED % ("9007199254740993", '"/guide"'), JSON),
    "seq null": Answer(200, _SAVED % ("null", '"/guide"'), JSON),
    "location elsewhere": Answer(200, _SAVED % (7, '"https://example.org/"'), JSON),
    "location of another host": Answer(200, _SAVED % (7, '"//example.org/"'), JSON),
    "location of another host, backwards": Answer(200, _SAVED % (7, '"/\\\\example.org/"'), JSON),
    "location a script": Answer(200, _SAVED % (7, '"javascript:alert(1)"'), JSON),
    "location undefined": Answer(200, _SAVED % (7, '"undefined"'), JSON),
    "location null": Answer(200, _SAVED % (7, "null"), JSON),
    "a save that failed": Answer(500, _SAVED % (7, '"/guide"'), JSON),
    "a save not let in": Answer(401, _SAVED % (7, '"/guide"'), JSON),
}

# What others answer in place of the app.
FOREIGN: Final = {
    **MISFITS,
    "a save": Answer(200, _SAVED % (7, '"/guide"'), JSON),
    "news": Answer(200, f'{{"seq": 7, "says": "{SAYS}", "entering": "{SAYS}"}}', JSON),
    "first pages": Answer(200, f'{{"notepad": "{SAYS}", "board": "{SAYS}"}}', JSON),
    "a run that is over": Answer(200, '{"done": null}', JSON),
    "page": Answer(200),
    "page to be kept": Answer(200, more=(("Cache-Control", "public, max-age=31536000, immutable"),)),
    "page as text": Answer(200, PAGE, "text/plain"),
    "page without a type": Answer(200, PAGE, ""),
    "empty": Answer(200, ""),
    "nothing": Answer(204, "", ""),
    "page cut off": Answer(200, more=(("Content-Length", "99999"),)),
    "led to a page": led(302, "/login"),
    "led to a page, as a save": led(307, "/login"),
    "led elsewhere": led(302, "http://localhost:9/login"),
    **{
        str(status): Answer(status) for status in (400, 401, 403, 404, 409, 413, 422, 429, 500, 502, 503, 504)
    },
    **{
        f"JSON {status}": Answer(status, '{"error": 1}', JSON)
        for status in (400, 401, 403, 404, 409, 422, 502, 503)
    },
    "403 that wants a key": Answer(403, more=(("Key-Needed", "1"),)),
}


class InFront:
    """Passes requests on to an app, unless ``answer`` is set and one of them is ``of`` this kind."""

    def __init__(self, app: WSGIApplication) -> None:
        self._app = app
        self.of = re.compile("")  # such as "POST /matches/0123…/rounds"
        self.answer: Answer | None = None
        self.times = 0  # that it has answered

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        path = environ["PATH_INFO"]
        answer = self.answer if self.of.search(f"{environ['REQUEST_METHOD']} {path}") else None
        if path == "/login":
            answer = Answer(200)
        elif answer:
            self.times += 1
        if answer is None:
            return self._app(environ, start_response)
        headers = [("Content-Type", answer.kind)] if answer.kind else []
        start_response(f"{answer.status} {HTTPStatus(answer.status).phrase}", [*headers, *answer.more])
        return [answer.body.encode()]

    def answers(self, of: str, answer: Answer) -> None:
        """From now on it answers such requests."""
        self.of, self.answer = re.compile(of), answer

    def gives_way(self) -> None:
        """From now on the app answers everything."""
        self.answer = None

    def asked_again(self, page: Phone, trigger: str, times: int = 2, *, at_once: bool = False) -> None:
        """Let a page ask until it was answered so often.

        Most scripts ask again only once they have dealt with the answer before. ``at_once``: one trigger is
        enough, and another one would put it off.
        """
        before = self.times
        page.evaluate(trigger)

        def asked() -> bool:
            if not at_once:
                page.evaluate(trigger)
            return self.times >= before + times

        wait_for(page, asked)


def on_phone(page: Phone) -> dict[str, Any]:
    """What of others has come onto the page, or is kept on the phone."""
    found: dict[str, Any] = page.evaluate(
        """async (says) => {
          const kept = [];
          for (const name of "caches" in window ? await caches.keys() : []) {
            const cache = await caches.open(name);
            for (const request of await cache.keys()) {
              const answer = await cache.match(request, { ignoreVary: true });
              if (!answer || (await answer.text()).includes(says)) kept.push(request.url);
            }
          }
          return { page: document.documentElement.outerHTML.includes(says), kept };
        }""",
        SAYS,
    )
    return found
