"""What all visitors hold together: connections, and the bodies of requests that are not answered yet."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from threading import Lock
from typing import Generic, Protocol, TypeVar

from .. import limits


class Visitor(Protocol):
    """Who is connected: ``network`` is the address as it counts, ``is_busy`` whether the app works for it."""

    network: str

    @property
    def is_let_in(self) -> bool: ...

    @property
    def is_busy(self) -> bool: ...


VisitorT = TypeVar("VisitorT", bound=Visitor)


class Connections(Generic[VisitorT]):
    """The open connections, the oldest first, and those from each address on which nobody was let in yet.

    ``most``: how many there may be; of one address at most half as many. ``counts_addresses``: whether it is
    visitors who connect, not a web server in front.
    """

    def __init__(self, most: int, counts_addresses: bool) -> None:
        self._most = most
        self._most_of_an_address = min(limits.CONNECTIONS_OF_AN_ADDRESS, most // 2)
        self._counts_addresses = counts_addresses
        self._all: dict[VisitorT, None] = {}
        self._strangers: defaultdict[str, dict[VisitorT, None]] = defaultdict(dict)

    def enter(self, channel: VisitorT) -> tuple[VisitorT, int] | None:
        """Count a new connection; returns which has to leave for it, maybe itself, and the limit.

        The oldest leaves for which the app does not work at this moment.
        """
        self._all[channel] = None
        if self._counts_addresses:
            same = self._strangers[channel.network]
            same[channel] = None
            if len(same) > self._most_of_an_address and (leaving := _first_idle([*same])):
                return leaving, self._most_of_an_address
        if len(self._all) > self._most:
            strangers = (each for each in [*self._all] if not each.is_let_in)
            if leaving := _first_idle(strangers) or _first_idle([*self._all]):
                return leaving, self._most
        return None

    def let_in(self, channel: VisitorT) -> None:
        """Count it no more among those of its address."""
        if same := self._strangers.get(channel.network):
            same.pop(channel, None)

    def leave(self, channel: VisitorT) -> None:
        """Count it no more."""
        self._all.pop(channel, None)
        if (same := self._strangers.get(channel.network)) is not None:
            same.pop(channel, None)
            if not same:
                del self._strangers[channel.network]


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


def _first_idle(channels: Iterable[VisitorT]) -> VisitorT | None:
    return next((channel for channel in channels if not channel.is_busy), None)
