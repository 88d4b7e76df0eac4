"""Figures about requests as Prometheus reads them, written by its client library, an extra."""

from __future__ import annotations

import hmac
import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .answered import Answered

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
                'pip install "scorekeeper[metrics]".'
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

    def count(self, answered: Answered) -> None:
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
