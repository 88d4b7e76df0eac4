"""What the server does before its first request."""

from __future__ import annotations

import gc

from scorekeeper import serving


class Bound:
    """A server that is stopped at once, and notes what the collector was spared meanwhile."""

    spared = 0
    closed = False

    def run(self) -> None:
        self.spared = gc.get_freeze_count()

    def close(self) -> None:
        self.closed = True


def test_the_collector_is_spared_what_the_start_has_loaded() -> None:
    gc.unfreeze()
    bound = Bound()
    serving.run(bound)
    gc.unfreeze()
    assert bound.spared > 10_000
    assert bound.closed
