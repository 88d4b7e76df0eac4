"""What a page asks before something is deleted."""

from __future__ import annotations

from flask import request

from .fields import OneOf, TypedForm


class SureForm(TypedForm):
    """The answer to whether somebody is sure."""

    sure = OneOf(("yes",), default="")


def is_sure() -> bool:
    """Whether the page asked, and the answer was yes."""
    return bool(SureForm(request.form).sure.data)
