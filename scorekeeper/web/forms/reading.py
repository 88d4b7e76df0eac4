"""The only place that reads what a request carries: the texts of a form that was sent, and of an address."""

from __future__ import annotations

from typing import TypeVar

from flask import request
from werkzeug.datastructures import MultiDict

from .fields import TypedForm

_Form = TypeVar("_Form", bound=TypedForm)


def from_body(kind: type[_Form]) -> _Form:
    """The form that was sent, or the part of it that ``kind`` has."""
    return kind(request.form)


def from_address(kind: type[_Form]) -> _Form:
    """What the address of the page says after its question mark."""
    return kind(request.args)


def sent_texts() -> MultiDict[str, str]:
    """Every text that was sent, by the name of its field."""
    return request.form


def addressed_texts() -> MultiDict[str, str]:
    """Every text that the address of the page has after its question mark, by name."""
    return request.args
