"""What the store refuses, each with a sentence that a player can read."""

from __future__ import annotations

from pathlib import PurePath

from ..sentences import Refusal, Sentence, say


class StoreError(Refusal):
    """Every error of the store."""


class Conflict(StoreError):
    """The events do not fit what is stored; nothing was written.

    ``known`` is the seq that the caller built on, ``last`` the seq of the last event stored.
    """

    def __init__(self, sentence: Sentence, match_id: str, known: int, last: int) -> None:
        self.match_id = match_id
        self.known = known
        self.last = last
        super().__init__(sentence)


class Stale(StoreError):
    """A document was changed by somebody else since it was read; nothing was written."""

    def __init__(self) -> None:
        super().__init__(
            say("Somebody else has changed this in the meantime. Look at what is new, then change it again.")
        )


class NoSuchMatch(StoreError):
    """No match has this id, or it was deleted."""

    def __init__(self, match_id: str, sentence: Sentence | None = None) -> None:
        self.match_id = match_id
        super().__init__(sentence or say("There is no such match. It may have been deleted."))


class InBin(NoSuchMatch):
    """The match was deleted and can be put back."""

    def __init__(self, match_id: str) -> None:
        super().__init__(match_id, say("This match was deleted. It is in the bin and can be put back."))


class DamagedMatch(StoreError):
    """The event stored at ``seq`` of a match cannot be read. Other matches are not affected."""

    def __init__(self, match_id: str, seq: int) -> None:
        self.match_id = match_id
        super().__init__(say("Event %(seq)d of this match is damaged and cannot be read.", seq=seq))


class BrokenStore(StoreError):
    """The file cannot be used: damaged, foreign, unreachable or full; the sentence gives advice.

    ``template`` is the sentence with a place ``%(path)s``.
    """

    def __init__(self, template: str, path: str) -> None:
        self.path = path
        super().__init__(Sentence(template, values={"path": path}))

    @property
    def without_place(self) -> Sentence:
        """The sentence for people elsewhere: it names the file or the database, and not where that is."""
        return Sentence(self.sentence.one, values={"path": PurePath(self.path).name})
