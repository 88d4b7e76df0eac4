"""Wrong keys counted by network address, so that nobody can find the key by guessing."""

from __future__ import annotations

import logging
import math
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock
from typing import Final

from ...addresses import network_of

FREE: Final = 5  # wrong keys without a delay: typing mistakes
LONGEST: Final = 30  # seconds; short, because a family shares one address
FORGOTTEN: Final = 600  # seconds without a wrong key
MOST_ADDRESSES: Final = 1000
BURST: Final = 100  # wrong keys from everywhere at once; after that RATE
RATE: Final = 1.0  # wrong keys per second from everywhere


_LOG: Final = logging.getLogger(__name__)


@dataclass
class _Tries:
    """The wrong keys from one address, and the time from which the next key is checked."""

    wrong: int = 0
    since: float = 0.0
    open_at: float = 0.0
    is_logged: bool = False


class Guesses:
    """Decides whether a key may be checked now. Kept in memory, separately in each server process.

    ``clock`` returns seconds and never goes back. The log gets one line when an address begins to be
    refused, and none for its further tries.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic, log: logging.Logger = _LOG) -> None:
        self._clock = clock
        self._log = log
        self._tries: OrderedDict[str, _Tries] = OrderedDict()
        self._allowance = float(BURST)
        self._counted_at = clock()
        self._is_logged = False  # that keys from everywhere are refused
        self._lock = Lock()

    def judge(self, address: str, right: bool) -> int:
        """Seconds, at least 1, until a key from this address is checked; 0 if this key was checked now.

        A right key that comes too early is refused like a wrong one; otherwise guessing early would cost
        nothing. A right key that is checked clears the count of its address.
        """
        with self._lock:
            now = self._clock()
            place = network_of(address)
            tries = self._tries.get(place)
            if tries and now - tries.since > FORGOTTEN:
                tries = None
            everywhere, here = self._everywhere(now), tries.open_at - now if tries else 0
            if tries and here > 0 and not tries.is_logged:
                tries.is_logged = True
                self._log.warning("Too many wrong keys from %r: further ones are refused for a while.", place)
            if everywhere > 0 and not self._is_logged:
                self._is_logged = True
                self._log.warning("Too many wrong keys from many addresses: one a second is checked.")
            if max(everywhere, here) > 0:
                return math.ceil(max(everywhere, here))
            if right:
                self._tries.pop(place, None)
            else:
                self._count(place, tries or _Tries(), now)
            return 0

    def _everywhere(self, now: float) -> float:
        """Seconds until a key from an address without wrong ones is checked; below 0 if now."""
        self._allowance = min(BURST, self._allowance + (now - self._counted_at) * RATE)
        self._counted_at = now
        if self._allowance == BURST:
            self._is_logged = False
        return (1 - self._allowance) / RATE

    def _count(self, place: str, tries: _Tries, now: float) -> None:
        tries.wrong += 1
        tries.since = now
        if tries.wrong >= FREE:
            tries.open_at = now + min(2 ** min(tries.wrong - FREE, 10), LONGEST)
        self._allowance -= 1
        self._tries[place] = tries
        self._tries.move_to_end(place)
        if len(self._tries) > MOST_ADDRESSES:
            self._tries.popitem(last=False)
