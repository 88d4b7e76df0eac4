"""What every form carries that is stored in a match: which entry it is, and what its page knew."""

from __future__ import annotations

import uuid
from collections.abc import Sequence

from .fields import ExactText, TypedForm, WholeNumber
from .numbers import MOST_EVENTS


def new_id() -> str:
    """A new id for a match or for what is entered on a page."""
    return uuid.uuid4().hex


class EntryId(ExactText):
    """The id that the page gave to what is being entered; a new id where it gave none that can be used."""

    def read(self, texts: Sequence[str]) -> str:
        text = texts[0]
        usable = 8 <= len(text) <= 64 and text.replace("-", "").isalnum()
        return text if usable else str(self.data)


class EntryForm(TypedForm):
    """The hidden fields of a form whose content is stored once, even if it is sent twice."""

    id = EntryId(default=new_id)
    after = WholeNumber(0, MOST_EVENTS, needed=True, default=0)  # the last event that the page knew
