"""A connection: what it may take up, in what order it is served, and when it has to go."""

from __future__ import annotations

import time
from functools import partial
from http import HTTPStatus
from io import BytesIO
from typing import Any, Final

from waitress.channel import HTTPChannel
from waitress.task import WSGITask
from werkzeug.http import parse_list_header
from werkzeug.wrappers import Response

from .. import limits
from ..addresses import network_of
from .request import AnswerOfApp, Request
from .visitors import Bodies, Connections

_GO_ON: Final = 100


class _Task(WSGITask):  # type: ignore[misc]  # waitress has no types
    """Hands a request to the app, which says whose it is."""

    def get_environment(self) -> dict[str, Any]:
        environ: dict[str, Any] = super().get_environment()
        environ[limits.LET_IN] = self.channel.let_in
        return environ

    def build_response_header(self) -> bytes:
        self.request.let_go()  # before who is answered can send the next
        header: bytes = super().build_response_header()
        return header


class _PermissionTask:
    """Asks the app, in one of the threads, whether the body of a request may be sent."""

    def __init__(self, channel: Channel, request: Request) -> None:
        self._channel = channel
        self._request = request

    def service(self) -> None:
        environ = _Task(self._channel, self._request).get_environment()
        environ |= {"wsgi.input": BytesIO(), limits.BODY_FOLLOWS: True}
        answer = None
        try:
            answer = Response.from_app(self._channel.server.application, environ, buffered=True)
        finally:
            self._channel.answer_question(answer)

    def cancel(self) -> None:
        self._channel.cancel()


class Channel(HTTPChannel):  # type: ignore[misc]
    """One request at a time: the next is looked at when all of the answer before has been sent.

    So no thread ever waits for somebody who does not read, and two hundred requests in one packet are at
    once not more work than one.

    A connection gets on, or it is closed: within ``limits.WAIT`` seconds comes a whole greeting, a whole
    head, or ``limits.LEAST`` bytes of a body or of an answer.

    ``proxies``: how many web servers in front say who the visitor is.
    """

    task_class = _Task
    request: Request | None
    requests: list[Request]
    server: Any
    total_outbufs_len: int
    close_when_flushed: bool

    def __init__(
        self, connections: Connections[Channel], bodies: Bodies, proxies: int, *arguments: Any, **options: Any
    ) -> None:
        self._connections = connections
        self.parser_class = partial(Request, bodies=bodies)
        self._proxies = proxies
        self._rest = b""  # of the last packet, not looked at yet
        self._asks = False  # the app is asked whether the body may be sent
        self._answers: list[Response | None] = []  # to that, until the loop sees it
        self._refused = False  # the last request, of which more may be on its way
        self._lingers = False  # only so that its answer arrives: who goes on sending would lose it
        self._leaves = False  # another one needs its place
        self._moved = 0  # bytes of a body or of an answer since it was last known to get on
        self._phone = ""  # the id of the one that was let in
        self.due = time.monotonic() + limits.WAIT
        super().__init__(*arguments, **options)
        self.network = network_of(self.addr[0])

    @property
    def is_let_in(self) -> bool:
        return bool(self._phone)

    @property
    def is_busy(self) -> bool:
        """Whether the app is at work for it."""
        return self._asks or bool(self.requests)

    def let_in(self, phone_id: str) -> None:
        """The app has recognized the phone."""
        self._phone = phone_id
        self._connections.let_in(self)

    def gets_on(self) -> None:
        """It has time again."""
        self.due = time.monotonic() + limits.WAIT
        self._moved = 0

    def leave(self) -> None:
        """Let the next sweep close it."""
        self._leaves = True
        self._connections.leave(self)

    def is_overdue(self, now: float) -> bool:
        if self.is_busy and not self.total_outbufs_len:
            self.gets_on()
        return self._leaves or now > self.due

    def readable(self) -> bool:
        return bool(self._fileno is not None and not self._rest and not self._asks and super().readable())

    def writable(self) -> bool:
        return bool(self._goes_on() or (self._fileno is not None and super().writable()))

    def handle_write(self) -> None:
        refused = self.close_when_flushed and self._refused
        if refused:
            self.close_when_flushed = False
        super().handle_write()
        if refused:
            self._lingers = not self.total_outbufs_len
            self.close_when_flushed = not self._lingers
        elif self._goes_on():
            if self._answers:
                self._decide(self._answers.pop())
            self.received(b"")

    def send(self, data: bytes, do_close: bool = True) -> int:
        sent = int(super().send(data, do_close))
        self._move(sent)
        return sent

    def received(self, data: bytes) -> bool:
        with self.requests_lock:
            if self.will_close or self.close_when_flushed or self._lingers or self._leaves:
                return False
            self._rest += data
            while self._rest and not self.is_busy:
                self._receive()
        return True

    def handle_close(self) -> None:
        super().handle_close()
        self._connections.leave(self)
        if self.request:
            self.request.close()

    def answer_question(self, answer: Response | None) -> None:
        """Tell the loop, from another thread, what the app has answered; None where it broke off."""
        self._answers.append(answer)
        self.server.pull_trigger()

    def _goes_on(self) -> bool:
        """Whether something can be done without news from the visitor, who is still there."""
        if self._fileno is None:
            return False
        return bool(self._answers or (self._rest and not self._asks and super().readable()))

    def _decide(self, answer: Response | None) -> None:
        """Go on with the request about which the app was asked."""
        self._asks = False
        request = self.request
        if answer is None or request is None:
            self.will_close = True
            return
        with self.requests_lock:
            if answer.status_code == _GO_ON:
                self._begin_body(request, f"phone {self._phone}")
            else:
                request.answer(AnswerOfApp(answer.status, [*answer.headers], answer.get_data()))
            if request.completed:
                self._queue(request)

    def _receive(self) -> None:
        """Read some of the rest."""
        request = self.request = self.request or self.parser_class(self.adj)
        in_body = request.headers_finished
        consumed = request.received(self._rest)
        self._rest = self._rest[consumed:]
        if in_body:
            self._move(consumed)
        elif request.has_only_its_head:
            self.gets_on()
            if request.largest_body > limits.BODY:
                self._ask(request)
            else:
                self._begin_body(request, self._sender(request))
        if request.completed:
            self._queue(request)

    def _ask(self, request: Request) -> None:
        self._asks = True
        self._phone = ""
        self.server.add_task(_PermissionTask(self, request))

    def _begin_body(self, request: Request, sender: str) -> None:
        if not request.hold(sender):
            busy = "Too much is being sent at this moment. Try again in a minute."
            request.refuse(HTTPStatus.SERVICE_UNAVAILABLE, busy)
        elif request.expect_continue:
            self.send_continue()

    def _queue(self, request: Request) -> None:
        """Hand a request to the threads that answer."""
        self.request = None
        self.sent_continue = False
        if request.empty:
            return
        if request.error:
            self._refused = True
            self._rest = b""
        self.gets_on()
        self.requests.append(request)
        self.server.add_task(self)

    def _sender(self, request: Request) -> str:
        """The address that a request comes from."""
        said = parse_list_header(request.headers.get("X_FORWARDED_FOR", "")) if self._proxies else []
        return network_of(said[-self._proxies]) if len(said) >= self._proxies > 0 else self.network

    def _move(self, number: int) -> None:
        self._moved += number
        if self._moved >= limits.LEAST:
            self.gets_on()
