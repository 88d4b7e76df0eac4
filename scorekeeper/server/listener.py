"""Where connections come in: as many as there is room for, and each as long as it gets on."""

from __future__ import annotations

import logging
import socket
import time
from collections.abc import Callable
from typing import Any, Final

from waitress.server import TcpWSGIServer

from .. import limits
from .channel import Channel, longest_waiting

SWEEP: Final = 1  # seconds between two looks for connections that do not get on
_AT_ONCE: Final = 100  # connections accepted before others are looked at again
_MINUTE: Final = 60.0  # seconds in which the log tells of a flood once

_logger = logging.getLogger("waitress")

NewChannel = Callable[..., Channel]


class Listener(TcpWSGIServer):  # type: ignore[misc]  # waitress has no types
    """A port of this computer. ``counts_addresses``: whether it is visitors who connect, not a web server."""

    _map: dict[int, Any]
    active_channels: dict[int, Channel]

    def __init__(self, new_channel: NewChannel, counts_addresses: bool, *args: Any, **options: Any) -> None:
        self._new_channel = new_channel
        self._counts_addresses = counts_addresses
        self._accepted = 0
        self._told = float("-inf")
        super().__init__(*args, **options)

    def handle_accept(self) -> None:
        for _ in range(_AT_ONCE):
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
        channels = [each for each in self._map.values() if isinstance(each, Channel) and not each.leaves]
        if self._counts_addresses:
            same = [each for each in channels if each.network == new.network and not each.is_let_in]
            self._make_room(same, limits.CONNECTIONS_OF_AN_ADDRESS)
        self._make_room(channels, limits.CONNECTIONS)
        return new

    def maintenance(self, now: float) -> None:
        """Close the connections that do not get on, or have to leave."""
        steady = time.monotonic()
        for channel in [*self.active_channels.values()]:
            if channel.is_overdue(steady):
                channel.handle_close()

    def _make_room(self, channels: list[Channel], most: int) -> None:
        if len(channels) > most and (channel := longest_waiting(channels)):
            self._tell(channel, most)
            # Not closed here: the loop still has news of it, and might take the next one for it.
            channel.leave()
            self.next_channel_cleanup = 0

    def _tell(self, channel: Channel, most: int) -> None:
        if time.monotonic() - self._told > _MINUTE:
            self._told = time.monotonic()
            _logger.warning("More than %d connections: one from %s was closed.", most, channel.addr[0])
