"""What the server does before its first request."""

from __future__ import annotations

import gc

from scorekeeper import serving


class Bound:
    """A server that stops at once and notes how many objects the garbage collector ignored."""

    spared = 0
    closed = False

    def run(self) -> None:
        self.spared = gc.get_freeze_count()

    def close(self) -> None:
        self.closed = True


def test_objects_loaded_at_the_start_are_frozen_for_the_garbage_collector() -> None:
    gc.unfreeze()
    bound = Bound()
    serving.run(bound)
    gc.unfreeze()
    assert bound.spared > 10_000
    assert bound.closed
