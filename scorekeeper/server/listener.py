"""Where connections come in: as many as there is room for, and each as long as it gets on."""

from __future__ import annotations

import logging
import socket
import time
from collections.abc import Callable
from typing import Any, Final

from waitress.server import TcpWSGIServer

from .. import limits
from .channel import Channel
from .visitors import Connections

SWEEP: Final = 1  # seconds between two looks for connections that do not get on
_MOST_ACCEPTED: Final = 100  # connections accepted before others are looked at again
_MINUTE: Final = 60.0  # seconds in which the log tells of a flood once

_logger = logging.getLogger("waitress")

NewChannel = Callable[..., Channel]


class Listener(TcpWSGIServer):  # type: ignore[misc]  # waitress has no types
    """A port of this computer. ``connections``: those of all its ports."""

    _map: dict[int, Any]
    active_channels: dict[int, Channel]

    def __init__(
        self, new_channel: NewChannel, connections: Connections[Channel], *args: Any, **options: Any
    ) -> None:
        self._new_channel = new_channel
        self._connections = connections
        self._accepted = 0
        self._reported_at = float("-inf")
        super().__init__(*args, **options)

    def handle_accept(self) -> None:
        for _ in range(_MOST_ACCEPTED):
            before = self._accepted
            super().handle_accept()
            if self._accepted == before:
                return

    def set_socket_options(self, conn: socket.socket) -> None:
        super().set_socket_options(conn)
        conn.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, limits.UNSENT)

    def channel_class(self, *arguments: Any, **options: Any) -> Channel:
        """A connection that was accepted. For it another may have to go, or it goes itself."""
        self._accepted += 1
        new = self._new_channel(*arguments, **options)
        if one_too_many := self._connections.enter(new):
            leaving, most = one_too_many
            self._tell(leaving, most)
            # Not closed here: the loop still has news of it, and might take the next one for it.
            leaving.leave()
            self.next_channel_cleanup = 0
        return new

    def maintenance(self, now: float) -> None:
        """Close the connections that do not get on, or have to leave."""
        steady = time.monotonic()
        for channel in [*self.active_channels.values()]:
            if channel.is_overdue(steady):
                channel.handle_close()

    def _tell(self, channel: Channel, most: int) -> None:
        if time.monotonic() - self._reported_at > _MINUTE:
            self._reported_at = time.monotonic()
            _logger.warning("More than %d connections: one from %s was closed.", most, channel.addr[0])
