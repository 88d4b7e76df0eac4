"""Every answered request, told to the log and to the metrics."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from typing import Final

import msgspec
from flask import Flask, Response, current_app, g, request

from . import log, metrics

NOWHERE: Final = "none"  # the endpoint of an address at which there is nothing


class Answered(msgspec.Struct, frozen=True):
    """One request: no address and no query, which name matches and players."""

    endpoint: str
    method: str
    status: int
    seconds: float


Watcher = Callable[[Answered], None]


def init_app(app: Flask, around: Sequence[Watcher] | None = None) -> None:
    """Watch what the environment asks for; by default nothing.

    ``around``: those of the app in which this one serves a group, which count for both.
    SCOREKEEPER_LOG=json writes a line for every request, SCOREKEEPER_METRICS_TOKEN counts for /metrics.
    Raises ValueError for another word.
    """
    app.extensions["watchers"] = watchers = _asked_for(app) if around is None else around
    if watchers:
        app.before_request_funcs.setdefault(None, []).insert(0, _begin)
        app.after_request_funcs.setdefault(None, []).insert(0, _tell)  # is called last


def _asked_for(app: Flask) -> Sequence[Watcher]:
    watchers: list[Watcher] = []
    if asked := os.environ.get("SCOREKEEPER_LOG"):
        watchers.append(log.watcher(app, asked))
    if token := os.environ.get("SCOREKEEPER_METRICS_TOKEN"):
        app.extensions["metrics"] = counted = metrics.Metrics(token)
        watchers.append(counted.count)
    return watchers


def _begin() -> None:
    g.begun = time.perf_counter()


def _tell(response: Response) -> Response:
    seconds = time.perf_counter() - g.begun if "begun" in g else 0.0
    answered = Answered(request.endpoint or NOWHERE, method(), response.status_code, seconds)
    for watch in current_app.extensions["watchers"]:
        watch(answered)
    return response


def method() -> str:
    """The method of the request; of made-up ones there are endlessly many, and each would be a new series."""
    return request.method if request.method in {"GET", "HEAD", "POST", "OPTIONS"} else "other"
