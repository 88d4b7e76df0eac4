"""Choices as a rule set writes them, for tests."""

from __future__ import annotations

from typing import Any


def asked(**changes: Any) -> dict[str, Any]:
    answers = [
        {"id": "six", "says": "6", "sets": {"match": {"rounds": 6}}},
        {"id": "off", "says": "no end", "sets": {"match": {"rounds": None}}},
    ]
    return {"id": "length", "question": "How long?", "answers": answers, **changes}


def with_answer(**changes: Any) -> dict[str, Any]:
    six, off = asked()["answers"]
    return asked(answers=[six, {**off, **changes}])
