"""A request as it comes in: what of it is refused before the app sees it."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from waitress.parser import HTTPRequestParser, ParsingError
from waitress.utilities import Error, RequestHeaderFieldsTooLarge

from .. import limits
from .visitors import Bodies


class PlainRefusal(Error):  # type: ignore[misc]  # waitress has no types
    """An answer that the server gives by itself, as a sentence in plain text."""

    def __init__(self, status: HTTPStatus, sentence: str) -> None:
        super().__init__(sentence)
        self.code = status.value
        self.reason = status.phrase

    def to_response(self, ident: str | None = None) -> tuple[str, list[tuple[str, str]], bytes]:
        headers = [("Content-Type", "text/plain; charset=utf-8")]
        return f"{self.code} {self.reason}", headers, f"{self.body}\n".encode()


class AnswerOfApp(Error):  # type: ignore[misc]
    """The answer of the app to a request whose body it does not want."""

    def __init__(self, status: str, headers: list[tuple[str, str]], body: bytes) -> None:
        super().__init__(body)
        self._response = status, headers, body

    def to_response(self, ident: str | None = None) -> tuple[str, list[tuple[str, str]], bytes]:
        return self._response


class Request(HTTPRequestParser):  # type: ignore[misc]
    """``bodies``: where its body counts as long as it is kept."""

    def __init__(self, adj: Any, bodies: Bodies) -> None:
        super().__init__(adj)
        self._bodies = bodies

    def received(self, data: bytes) -> int:
        """Take what belongs to this request; returns the number of bytes."""
        consumed = int(super().received(data))
        if isinstance(self.error, RequestHeaderFieldsTooLarge):
            self.refuse(
                HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE,
                f"The address and headers of a request may have {_kilobytes(limits.HEAD)} together.",
            )
        elif self.chunked and self.body_bytes_received > limits.BODY:
            self.refuse(
                HTTPStatus.LENGTH_REQUIRED,
                f"More than {_kilobytes(limits.BODY)} must be sent with its length (Content-Length).",
            )
        return consumed

    def parse_header(self, header_plus: bytes) -> None:
        try:
            super().parse_header(header_plus)
        except ValueError as error:  # of an address such as http://[
            raise ParsingError("The address of the request cannot be read.") from error

    @property
    def has_only_its_head(self) -> bool:
        """Whether its body begins now."""
        return self.headers_finished and not self.completed and not self.body_bytes_received

    @property
    def largest_body(self) -> int:
        """The bytes that its body may have, as far as the head says."""
        return limits.BODY if self.chunked else int(self.content_length)

    def refuse(self, status: HTTPStatus, sentence: str) -> None:
        self.answer(PlainRefusal(status, sentence))

    def answer(self, error: Error) -> None:
        """Answer so, and read no more of it."""
        self.error = error
        self.completed = True
        self.let_go()

    def hold(self, sender: str) -> bool:
        """Whether there is room for its body, which then counts."""
        return self._bodies.hold(self, sender, self.largest_body)

    def let_go(self) -> None:
        """Count its body no more."""
        self._bodies.let_go(self)

    def close(self) -> None:
        super().close()
        self.let_go()


def settings() -> dict[str, Any]:
    """The settings of waitress for requests."""
    return {
        "max_request_header_size": limits.HEAD + 1,  # the first size that it refuses
        "max_request_body_size": 2**63,  # the app says what is too large, before any of it is read
    }


def _kilobytes(number: int) -> str:
    return f"{number // 1000} kB"
