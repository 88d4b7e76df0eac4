"""What a page asks before something is deleted."""

from __future__ import annotations

from .fields import OneOf, TypedForm
from .reading import from_body


class SureForm(TypedForm):
    """The answer to whether somebody is sure."""

    sure = OneOf(("yes",), default="")


def is_sure() -> bool:
    """Whether the page asked, and the answer was yes."""
    return bool(from_body(SureForm).sure.data)
