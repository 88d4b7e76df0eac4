"""The match as it was earlier, and the rounds after a change folded again.

Rounds depend on those before them only through the dealer, the coins and the number. So what an event takes
back or corrects is folded again from its own round on, and the rounds before it stay as they are.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

import msgspec

from ...sentences import say
from ..errors import NotAllowed
from .events import AnyEvent, PointsAdjusted, RoundCorrected, RoundEvent, Ruling
from .folding import dealer_before, folded
from .match import Logged, Match, new_deal

replace = msgspec.structs.replace


def rewound(match: Match, place: int) -> Match:
    """The match as it was after the first ``place`` events of its log, at least 1."""
    log = match.log[:place]
    if log == match.log:
        return match
    number = min(undone.number for undone in match.log[place:])
    before = replace(_opening(match, number), log=log, seq=log[-1].event.seq or place)
    return _folded_again(before, _begins(log, number))


def before_round(match: Match, number: int) -> Match:
    """The match as it was before a finished round, earlier corrections included. Raises NotAllowed."""
    if not 1 <= number <= len(match.rounds):
        raise NotAllowed(say("There is no finished round %(round)d to correct.", round=number))
    before = _opening(match, number)
    for past in match.log[_begins(match.log, number) : _is_played(match.log, number)]:
        if isinstance(past.event, Ruling):
            before = folded(before, past.event)
    return before


def with_later_rounds(match: Match, corrected: Match, correction: RoundCorrected) -> Match:
    """A match with one round ``corrected``, and all later rounds folded again."""
    log = (*match.log, Logged(correction.round, correction))
    after = _folded_again(replace(corrected, log=log), _is_played(log, correction.round))
    return replace(after, log=match.log)


def round_events(match: Match, number: int, places: int | None = None) -> tuple[AnyEvent, ...]:
    """The events of a round as it counts: those of its last correction, or as it was played.

    ``places``: how many events of the log are looked at; by default all.
    """
    return _as_it_counts(past for past in match.log[:places] if past.number == number)


def entered_by(match: Match, number: int) -> tuple[str, ...]:
    """The names of the phones that entered or corrected a round, in that order; none for the table's own."""
    entered = (past.event for past in match.log if past.number == number)
    names = (event.by for event in entered if not isinstance(event, Ruling))
    return tuple(dict.fromkeys(name for name in names if name))


def events_by_round(match: Match) -> dict[int, tuple[AnyEvent, ...]]:
    """The events of every round as it counts, by its number."""
    logged = defaultdict[int, list[Logged]](list)
    for past in match.log:
        logged[past.number].append(past)
    return {number: _as_it_counts(of_round) for number, of_round in logged.items()}


def _as_it_counts(logged: Iterable[Logged]) -> tuple[AnyEvent, ...]:
    """The events of one round, of which a correction replaces all before it."""
    played: list[AnyEvent] = []
    for past in logged:
        if isinstance(past.event, RoundCorrected):
            played = list(past.event.of_the_round)
        elif not isinstance(past.event, Ruling):
            played.append(past.event)
    return tuple(played)


def _opening(match: Match, number: int) -> Match:
    """The match before the first event after round ``number - 1``, from what its rounds hold.

    Its log stays as it is.
    """
    rounds, seats = match.rounds[: number - 1], len(match.players)
    later = match.rounds[number - 1] if number <= len(match.rounds) else match
    log = match.log[: _begins(match.log, number)]
    rulings = match.adjustments[: sum(isinstance(past.event, PointsAdjusted) for past in log)]
    before = replace(match, rounds=rounds, adjustments=rulings)
    return replace(
        before,
        balance=before.balance_after(number - 1),
        dealer=dealer_before(match, later.dealer, len(later.play.voids)),
        play=new_deal(seats),
        ended=None,
        left_out=False,
    )


def _begins(log: Sequence[Logged], number: int) -> int:
    """The place of the first event after round ``number - 1``, maybe a ruling; the length where none is."""
    places = (n for n, past in enumerate(log) if n and past.number >= number and not _corrects(past))
    return next(places, len(log))


def _is_played(log: Sequence[Logged], number: int) -> int:
    """The place of the first event of a round itself; the length where none is."""
    places = (n for n, past in enumerate(log) if past.number == number and isinstance(past.event, RoundEvent))
    return next(places, len(log))


def _corrects(past: Logged) -> bool:
    return isinstance(past.event, RoundCorrected)


def _folded_again(match: Match, place: int) -> Match:
    """The match with what its log holds from a place on folded into it, except rounds it already has.

    A corrected round is played by its last correction. Where the last of all corrections says so, what was
    logged before it and lies beyond the end of the match is left out; the corrected round counts in any case.
    """
    last, correction = _last_correction(match.log)
    ends = correction.round if correction is not None and correction.ends else None
    corrections = {past.number: n for n, past in enumerate(match.log) if _corrects(past)}
    for here, past in enumerate(match.log[place:], place):
        if ends is not None and here < last and _is_beyond_the_end(match, past, ends):
            match = replace(match, left_out=True)
        if not (_corrects(past) or (match.left_out and here < last)):
            match = _with_event(match, here, corrections.get(past.number, -1))
    return match


def _is_beyond_the_end(match: Match, past: Logged, corrected: int) -> bool:
    """Whether an event belongs to a round that was played after the match was over."""
    is_later = past.number > max(corrected, len(match.rounds))
    return is_later and isinstance(past.event, RoundEvent) and match.finished


def _with_event(match: Match, place: int, correction: int) -> Match:
    """The match after the event at a place of its log; ``correction``: the place of that of its round.

    The first event of a corrected round stands for all events of the correction.
    """
    past = match.log[place]
    if isinstance(past.event, Ruling) or place > correction:
        return folded(match, past.event, past.number)
    if past.number > len(match.rounds):
        for part in round_events(match, past.number, correction + 1):
            match = folded(match, part, past.number)
    return match


def _last_correction(log: Sequence[Logged]) -> tuple[int, RoundCorrected | None]:
    """The place of the last correction in a log and the correction; 0 and None if there is none."""
    for place in range(len(log) - 1, 0, -1):
        event = log[place].event
        if isinstance(event, RoundCorrected):
            return place, event
    return 0, None
