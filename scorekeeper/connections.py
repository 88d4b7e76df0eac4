"""Limits on how much of the server visitors may take up: waitress' settings for connections and bodies."""

from __future__ import annotations

import select
from typing import Any, Final

_MOST: Final = 1000  # connections at once; each takes a few kilobytes
_LEFT: Final = 100  # file handles kept for the database, files and Python itself
_WITHOUT_POLL: Final = 400  # select() takes 512 on Windows
_LONGEST_SILENCE: Final = 20  # seconds; a phone that sends a round is never silent that long
_SWEEP: Final = 5  # seconds between two checks for silent connections
_LARGEST_BODY: Final = 20_000_000  # bytes; above 5 MB the app itself refuses with a page of its own


def limits(proxies: int = 0) -> dict[str, Any]:
    """The settings. A connection that sends nothing is closed after 20 to 25 seconds, and enough may be open
    that a few hundred silent ones do not lock others out."""
    poll = hasattr(select, "poll")
    return {
        "connection_limit": min(_MOST, _handles() - _LEFT) if poll else _WITHOUT_POLL,
        "asyncore_use_poll": poll,
        "channel_timeout": _LONGEST_SILENCE,
        "cleanup_interval": _SWEEP,
        "max_request_body_size": _LARGEST_BODY,
        # Waitress removes X-Forwarded headers unless told not to; the app decides which to trust.
        "clear_untrusted_proxy_headers": not proxies,
    }


def _handles() -> int:
    """The number of file handles this process may open, after raising its limit where allowed."""
    import resource  # not on Windows

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _MOST + _LEFT
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return wanted if soft == resource.RLIM_INFINITY else soft
