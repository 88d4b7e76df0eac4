"""What programs that watch the app are told: the log as JSON, metrics, and whether it runs and can save."""

from __future__ import annotations

import hmac
import logging
import os
import time
import traceback
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any, Final

import msgspec
from flask import Blueprint, Flask, Response, abort, current_app, g, request

from ..keys import BadSecret
from ..store import StoreError
from .context import installation, store

_NAME: Final = "scorekeeper.requests"


class JsonLines(logging.Formatter):
    """One JSON object a line. Of an error only its kind and where it happened: its words may name players."""

    def format(self, record: logging.LogRecord) -> str:
        said: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
        }
        answered = getattr(record, "answered", None)
        if answered:
            said |= {
                "endpoint": answered.endpoint,
                "method": answered.method,
                "status": answered.status,
                "ms": round(answered.seconds * 1000, 1),
            }
        elif record.exc_info and record.exc_info[0]:
            said |= {"error": record.exc_info[0].__name__, "at": _places(record.exc_info[2])}
        else:
            said["message"] = record.getMessage()
        return msgspec.json.encode(said).decode()


def watcher(app: Flask, asked: str) -> Watcher:
    """Write all that the app logs as lines of JSON to the standard error, and a line for every request."""
    if asked != "json":
        raise ValueError(f"SCOREKEEPER_LOG is {asked!r}; allowed: json, or nothing.")
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    requests = logging.getLogger(_NAME)
    requests.setLevel(logging.INFO)
    for logger in (requests, app.logger):
        logger.handlers[:] = [handler]
        logger.propagate = False

    def write(answered: AnsweredRequest) -> None:
        requests.info("", extra={"answered": answered})

    return write


def _places(trace: Any) -> list[str]:
    return [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in traceback.extract_tb(trace)]


_SECONDS = (0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
_WORKERS = "PROMETHEUS_MULTIPROC_DIR"  # the client's own setting: a folder in which several processes count


class Metrics:
    """What this process counts, or all of several. Raises ValueError without the client."""

    def __init__(self, token: str) -> None:
        try:
            import prometheus_client as prometheus
        except ImportError:
            raise ValueError(
                "SCOREKEEPER_METRICS_TOKEN is set, but Prometheus' client is not installed: "
                'pip install "koikoi-scorekeeper[metrics]".'
            ) from None
        self._token = token
        self._client = prometheus
        self._registry = prometheus.CollectorRegistry()
        self._seconds = prometheus.Histogram(
            "scorekeeper_request_seconds",
            "Time from the beginning of a request to its answer.",
            ["endpoint", "method", "status"],
            buckets=_SECONDS,
            registry=self._registry,
        )

    def count(self, answered: AnsweredRequest) -> None:
        self._seconds.labels(answered.endpoint, answered.method, answered.status).observe(answered.seconds)

    def opens(self, authorization: str) -> bool:
        """Whether the header of a request names the token, as Prometheus sends it."""
        return hmac.compare_digest(authorization.encode(), f"Bearer {self._token}".encode())

    def text(self) -> bytes:
        """All figures in Prometheus' text format."""
        registry = self._registry
        if os.environ.get(_WORKERS):
            from prometheus_client import multiprocess

            registry = self._client.CollectorRegistry()
            multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        return bytes(self._client.generate_latest(registry))


NOWHERE: Final = "none"  # the endpoint of an address at which there is nothing


class AnsweredRequest(msgspec.Struct, frozen=True):
    """One request: no address and no query, which name matches and players."""

    endpoint: str
    method: str
    status: int
    seconds: float


Watcher = Callable[[AnsweredRequest], None]


def init_app(app: Flask) -> None:
    """Watch what the environment asks for; by default nothing.

    The app of a group has the watchers of the app around it, which count for both.
    SCOREKEEPER_LOG=json writes a line for every request, SCOREKEEPER_METRICS_TOKEN counts for /metrics.
    Raises ValueError for another word.
    """
    inside = app.extensions["inside"]
    app.extensions["watchers"] = watchers = inside.watchers if inside else _asked_for(app)
    if watchers:
        app.before_request_funcs.setdefault(None, []).insert(0, _begin)
        app.after_request_funcs.setdefault(None, []).insert(0, _tell)  # is called last


def _asked_for(app: Flask) -> Sequence[Watcher]:
    watchers: list[Watcher] = []
    if asked := os.environ.get("SCOREKEEPER_LOG"):
        watchers.append(watcher(app, asked))
    if token := os.environ.get("SCOREKEEPER_METRICS_TOKEN"):
        app.extensions["metrics"] = counted = Metrics(token)
        watchers.append(counted.count)
    return watchers


def _begin() -> None:
    g.begun = time.perf_counter()


def _tell(response: Response) -> Response:
    seconds = time.perf_counter() - g.begun if "begun" in g else 0.0
    answered = AnsweredRequest(request.endpoint or NOWHERE, method(), response.status_code, seconds)
    for watch in current_app.extensions["watchers"]:
        watch(answered)
    return response


def method() -> str:
    """The method of the request; of made-up ones there are endlessly many, and each would be a new series."""
    return request.method if request.method in {"GET", "HEAD", "POST", "OPTIONS"} else "other"


pages = Blueprint("observability", __name__)


@pages.get("/health/live")
def live() -> Response:
    """The process answers. If it does not, start it again."""
    return _text("live")


@pages.get("/health/ready")
def ready() -> Response:
    """The matches can be read and phones be let in. If not, a new start does not help either."""
    try:
        store().revision()
        _ = installation().key
    except (StoreError, BadSecret) as error:
        current_app.logger.error("%s", error)
        return _text("not ready", 503)  # what is wrong is in the log only
    return _text("ready")


@pages.get("/metrics")
def metrics() -> Response:
    """What was counted, for whoever has the token; without it there is nothing here."""
    counted = current_app.extensions.get("metrics")
    if counted is None or not counted.opens(request.headers.get("Authorization", "")):
        abort(404)
    return Response(counted.text(), content_type="text/plain; version=0.0.4; charset=utf-8")


def _text(word: str, status: int = 200) -> Response:
    return Response(f"{word}\n", status, content_type="text/plain; charset=utf-8")
