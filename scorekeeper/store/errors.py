"""What the store refuses, each with a sentence that a player can read."""

from __future__ import annotations

from typing import Any


class StoreError(Exception):
    """Every error of the store.

    ``template`` is the English sentence with ``%(name)s`` places and ``values`` fills them, so that the
    edge can translate it; ``str()`` gives the filled English sentence.
    """

    def __init__(self, template: str, **values: Any) -> None:
        self.template = template
        self.values = values
        super().__init__(template % values)


class Conflict(StoreError):
    """The events do not fit what is stored; nothing was written.

    ``known`` is the seq that the caller built on, ``last`` the seq of the last event stored.
    """

    def __init__(self, template: str, match_id: str, known: int, last: int) -> None:
        self.match_id = match_id
        self.known = known
        self.last = last
        super().__init__(template, known=known, last=last)


class NoSuchMatch(StoreError):
    """No match has this id, or it was deleted."""

    def __init__(self, match_id: str, template: str | None = None) -> None:
        self.match_id = match_id
        super().__init__(template or N_("There is no such match. It may have been deleted."))


class InBin(NoSuchMatch):
    """The match was deleted and can be put back."""

    def __init__(self, match_id: str) -> None:
        super().__init__(match_id, N_("This match was deleted. It is in the bin and can be put back."))


class DamagedMatch(StoreError):
    """What is stored of a match is no event; ``seq`` is its place. The other matches are not concerned."""

    def __init__(self, match_id: str, seq: int) -> None:
        self.match_id = match_id
        super().__init__(N_("Event %(seq)d of this match is damaged and cannot be read."), seq=seq)


class BrokenStore(StoreError):
    """The file cannot be used: damaged, foreign, out of reach, full; the sentence gives advice."""

    def __init__(self, template: str, path: str) -> None:
        self.path = path
        super().__init__(template, path=path)


def N_(text: str) -> str:  # noqa: N802 - the usual name of this marker
    """Mark a text for translation and leave it as it is."""
    return text
