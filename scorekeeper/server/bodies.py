"""The bodies of requests that were sent and are not answered yet."""

from __future__ import annotations

from threading import Lock

from .. import limits


class Bodies:
    """How many bytes are kept for each sender: a phone that was let in, or an address without one."""

    def __init__(self) -> None:
        self._held: dict[object, tuple[str, int]] = {}
        self._lock = Lock()

    def hold(self, request: object, sender: str, size: int) -> bool:
        """Count the body of a request until it is let go; False where there is no room for it."""
        with self._lock:
            of_sender = sum(kept for whose, kept in self._held.values() if whose == sender)
            of_all = sum(kept for _, kept in self._held.values())
            if of_sender + size > limits.BODIES_OF_ONE or of_all + size > limits.BODIES:
                return False
            self._held[request] = sender, size
            return True

    def let_go(self, request: object) -> None:
        """Forget the body of a request; of one that is not counted, nothing happens."""
        with self._lock:
            self._held.pop(request, None)
