"""How much of the server one visitor may take up: waitress' settings for connections and bodies."""

from __future__ import annotations

import select
from typing import Any, Final

_MOST: Final = 1000  # connections at once; each takes a few kilobytes
_LEFT: Final = 100  # file handles for the database, the files and Python itself
_WITHOUT_POLL: Final = 400  # select() takes 512 on Windows
_LONGEST_SILENCE: Final = 20  # seconds; a phone that sends a round is never silent for as long
_SWEEP: Final = 5  # seconds between two looks for silent connections
_LARGEST_BODY: Final = 20_000_000  # bytes; from 5 MB on the app refuses by itself, on a page of its own


def limits(proxies: int = 0) -> dict[str, Any]:
    """The settings. A connection that sends nothing is closed after 20 to 25 seconds, and so many may be open
    that a few hundred silent ones keep nobody else out."""
    poll = hasattr(select, "poll")
    return {
        "connection_limit": min(_MOST, _handles() - _LEFT) if poll else _WITHOUT_POLL,
        "asyncore_use_poll": poll,
        "channel_timeout": _LONGEST_SILENCE,
        "cleanup_interval": _SWEEP,
        "max_request_body_size": _LARGEST_BODY,
        # Waitress takes X-Forwarded headers away unless told that somebody else judges them.
        "clear_untrusted_proxy_headers": not proxies,
    }


def _handles() -> int:
    """File handles that this process may have: those that it is given, and all that it may ask for."""
    import resource  # not on Windows

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _MOST + _LEFT
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return wanted if soft == resource.RLIM_INFINITY else soft
