"""The digests of some matches, from the store where they are up to date, made where they are not."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from itertools import islice
from time import monotonic
from typing import Final, TypeAlias

from ..koikoi.match.match import Match
from ..store import Store, StoreError
from .digest import Digest, decoded, digest_of, encoded

Load: TypeAlias = Callable[[str], Match | None]  # a match by its id; None where it cannot be read

_KEPT_AT_ONCE: Final = 100  # digests written in one transaction


class Digests:
    """Reads and makes the digests of one version of the game.

    They are stored because replaying 1,000 matches takes 1.4 s at each start.
    """

    def __init__(self, game: str) -> None:
        self._game = game

    def kept(self, store: Store, ends: Mapping[str, int]) -> dict[str, Digest]:
        """The digests in the store of these matches that go up to their last events."""
        values = store.digests(ends if len(ends) <= _KEPT_AT_ONCE else None)
        found = ((match_id, decoded(values.get(match_id), seq, self._game)) for match_id, seq in ends.items())
        return {match_id: digest for match_id, digest in found if digest}

    def made(
        self, store: Store, load: Load, ends: Mapping[str, int], seconds: float | None = None
    ) -> dict[str, Digest | None]:
        """The digests of these matches, made anew and kept; None where a match cannot be read.

        With ``seconds``, only as many as are made in that time, at least one.
        """
        deadline = None if seconds is None else monotonic() + seconds
        made: dict[str, Digest | None] = {}
        if not ends:
            return made
        for match_id in ends:
            match = load(match_id)
            made[match_id] = digest_of(match, self._game) if match else None
            if deadline is not None and monotonic() > deadline:
                break
        self._keep(store, {match_id: encoded(digest) for match_id, digest in made.items() if digest})
        return made

    def _keep(self, store: Store, values: Mapping[str, bytes]) -> None:
        rest = iter(values.items())
        with suppress(StoreError):  # on a full disk the next look is only slower
            while part := dict(islice(rest, _KEPT_AT_ONCE)):
                store.keep_digests(part)
