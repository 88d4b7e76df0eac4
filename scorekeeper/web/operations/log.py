"""The log as lines of JSON, for programs that collect logs."""

from __future__ import annotations

import logging
import traceback
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

import msgspec
from flask import Flask

if TYPE_CHECKING:
    from .answered import Answered, Watcher

_NAME: Final = "scorekeeper.requests"


class Lines(logging.Formatter):
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
    handler.setFormatter(Lines())
    requests = logging.getLogger(_NAME)
    requests.setLevel(logging.INFO)
    for logger in (requests, app.logger):
        logger.handlers[:] = [handler]
        logger.propagate = False

    def write(answered: Answered) -> None:
        requests.info("", extra={"answered": answered})

    return write


def _places(trace: Any) -> list[str]:
    return [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in traceback.extract_tb(trace)]
