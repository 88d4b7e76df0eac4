"""The web server of ``scorekeeper serve``: waitress, with limits on what visitors take up, and with HTTPS."""

from __future__ import annotations

import gc
import logging
import select
import signal
import time
from collections.abc import Callable
from functools import partial
from typing import Any, Final
from wsgiref.types import WSGIApplication

from waitress.adjustments import Adjustments
from waitress.server import MultiSocketServer
from waitress.task import ThreadedTaskDispatcher

from .. import limits
from .channel import Channel
from .encryption import Contexts, EncryptedChannel
from .listener import SWEEP, Listener
from .request import settings
from .visitors import Bodies, Connections

_PATIENCE: Final = 5.0  # seconds to finish requests; service managers wait about ten before they kill
_NEW_OBJECTS: Final = 20_000  # that may be held before the garbage collector looks at them; Python has 700


class _Finishing(ThreadedTaskDispatcher):  # type: ignore[misc]  # waitress has no types
    """Answers waiting requests before it stops; waitress alone would drop them."""

    def shutdown(self, cancel_pending: bool = True, timeout: float | None = None) -> bool:
        deadline = time.monotonic() + _PATIENCE
        while self.queue and time.monotonic() < deadline:
            time.sleep(0.01)
        return bool(super().shutdown(cancel_pending, timeout or _PATIENCE))


def server(
    app: WSGIApplication,
    *,
    threads: int,
    listen: str,
    proxies: int = 0,
    contexts: Contexts | None = None,
) -> Any:
    """A server for the app, bound to its port.

    ``listen``: the addresses, such as "0.0.0.0:8000", with spaces between. ``proxies``: how many web servers
    in front say who a visitor is. ``contexts``: the certificates, if it is to speak HTTPS to whoever does.

    Before a body of more than ``limits.BODY`` bytes the app is asked whether it may be sent: the request
    comes without it, with ``limits.BODY_FOLLOWS`` in its environment, and is answered by status 100 or by
    what is wrong. Raises OSError.
    """
    # Many phones that ask at once wait for each other for some milliseconds: no reason to fill the window,
    # which shows the code for further phones, with a line for each.
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    most = _most_connections()
    adjusted = Adjustments(
        listen=listen,
        threads=threads,
        ident="scorekeeper",
        connection_limit=most + _LEFT // 2,  # before that one is closed that waits
        cleanup_interval=SWEEP,
        asyncore_use_poll=hasattr(select, "poll"),
        outbuf_overflow=limits.ANSWER,
        # Waitress removes X-Forwarded headers unless told not to; the app decides which to trust.
        clear_untrusted_proxy_headers=not proxies,
        **settings(),
    )
    dispatcher = _Finishing()
    dispatcher.set_thread_count(threads)
    kind = partial(EncryptedChannel, contexts) if contexts else Channel
    connections: Connections[Channel] = Connections(most, counts_addresses=not proxies)
    new_channel: Callable[..., Channel] = partial(kind, connections, Bodies(), proxies)
    sockets: dict[int, Any] = {}
    listeners = [
        Listener(new_channel, connections, app, sockets, dispatcher=dispatcher, adj=adjusted, sockinfo=place)
        for place in adjusted.listen
    ]
    if len(listeners) == 1:
        return listeners[0]
    places = [(each.effective_host, each.effective_port) for each in listeners]
    return MultiSocketServer(sockets, adjusted, places, dispatcher, listeners[0].log_info)


def port_of(bound: Any) -> int:
    """The port that a server is bound to, also where the system has chosen it; with several addresses, as of
    localhost, that of the first."""
    ((_, port), *_) = getattr(bound, "effective_listen", None) or [(None, bound.effective_port)]
    return int(port)


def run(bound: Any) -> None:
    """Serve until Ctrl-C or SIGTERM, then finish open requests. Only in the main thread."""
    settle()
    before = signal.signal(signal.SIGTERM, _stop)
    try:
        bound.run()
    finally:
        signal.signal(signal.SIGTERM, before)
        bound.close()


def settle() -> None:
    """Spare the garbage collector what the start has loaded, which stays as long as the process.

    Looking through it took 30 ms of whatever request was being answered. What answers leave behind is looked
    through seldom, for nearly all of it goes without the collector.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(_NEW_OBJECTS, *gc.get_threshold()[1:])


def _stop(*_: object) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # once is enough
    raise SystemExit(0)


_LEFT: Final = 200  # file handles kept for the database, files, Python, and connections that are being closed
_WITHOUT_POLL: Final = 512  # select() takes no more on Windows


def _most_connections() -> int:
    """As many as are allowed and this computer can have."""
    return min(limits.CONNECTIONS, (_handles() if hasattr(select, "poll") else _WITHOUT_POLL) - _LEFT)


def _handles() -> int:
    """The number of file handles this process may open, after raising its limit where allowed."""
    import resource  # not on Windows

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = limits.CONNECTIONS + _LEFT
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return wanted if soft == resource.RLIM_INFINITY else soft
