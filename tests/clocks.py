"""The zone of this computer, as a test sets it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

from pytest import MonkeyPatch


@contextmanager
def computer_in(zone: str | None) -> Iterator[None]:
    """``zone``: what TZ says; None: nothing."""
    try:
        with MonkeyPatch.context() as patch:
            if zone is None:
                patch.delenv("TZ", raising=False)
            else:
                patch.setenv("TZ", zone)
            time.tzset()
            yield
    finally:
        time.tzset()
