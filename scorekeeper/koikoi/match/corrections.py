"""What a correction or an amendment changes: later coins and deals, the end of the match."""

from __future__ import annotations

from itertools import zip_longest
from typing import NamedTuple

import msgspec

from ...sentences import Sentence, say
from .events import Amendment, MatchEnded, RoundCorrected
from .follow import follow
from .match import Match, Round
from .replay import continued


class RoundChange(NamedTuple):
    """A round whose numbers are changed; None where the round does not count."""

    number: int
    before: Round | None
    after: Round | None


class Consequences(NamedTuple):
    """A match before and after a correction or an amendment.

    ``ending`` is the match if it were over where the corrected coins end it; None where that leaves out
    no round that was played.
    """

    before: Match
    after: Match
    ending: Match | None
    rounds: tuple[RoundChange, ...]

    @property
    def end(self) -> Sentence | None:
        """How that changes the end of the match, if it does."""
        before, after = self.before, self.after
        if after.finished and (before.why_finished, before.winners) != (after.why_finished, after.winners):
            return say("The match is over: %(why)s", why=after.why_finished)
        if before.finished and not after.finished:
            return say("The match goes on with round %(number)d.", number=after.number)
        return None


def consequences(match: Match, correction: RoundCorrected | Amendment) -> Consequences:
    """What it does to a match. Raises as ``follow`` does where the rules forbid it."""
    after = follow(match, correction)
    if not isinstance(correction, RoundCorrected):
        return Consequences(match, after, None, _changes(match, after, 1))
    # whoever corrects coins down to none is asked whether the rounds after that were played all the same
    ending = after if correction.ends else _ending(match, correction)
    return Consequences(
        match,
        after,
        ending if ending is not None and ending.left_out else None,
        _changes(match, after, correction.round),
    )


def _ending(match: Match, correction: RoundCorrected) -> Match | None:
    """The match if the correction ended it where its coins do; None where no round comes after it."""
    if correction.round == len(match.rounds) and not match.left_out:
        return None
    # not checked by `follow`: without the end, as it was entered, the correction was checked above
    return continued(match, [msgspec.structs.replace(correction, events=(*correction.events, MatchEnded()))])


def _changes(before: Match, after: Match, number: int) -> tuple[RoundChange, ...]:
    """The rounds from ``number`` on whose numbers differ."""
    later = slice(number - 1, None)
    pairs = enumerate(zip_longest(before.rounds[later], after.rounds[later]), number)
    return tuple(
        RoundChange(place, old, new) for place, (old, new) in pairs if _numbers(old) != _numbers(new)
    )


def _numbers(row: Round | None) -> tuple[object, ...]:
    # what the sheet shows of later rounds; their cards and calls stay as they are
    return () if row is None else (row.transfer, row.balance, row.dealer, row.points)
