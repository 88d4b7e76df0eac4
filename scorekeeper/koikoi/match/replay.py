"""A match is its events: ``replay`` applies them one after the other. And the match as it was earlier.

Rounds depend on those before them only through the dealer, the coins and the number. So what an event takes
back, corrects or amends is applied again from its own round on, and the rounds before it stay as they are.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from ...sentences import Sentence, say
from ..errors import BadRecord, KoikoiError, NotAllowed
from ..pile import Pile
from ..rules.loader import rules as rules_of
from ..scoring.evaluate import scorer
from .calls import TurnEnd, turn_end
from .checks import follow_in_round
from .effects import (
    apply,
    dealer_before,
    dealer_of_next,
    overlooked,
    refuse_unseated,
    still_open_deal,
    with_round,
)
from .events import (
    Amendment,
    AnyEvent,
    DealerCorrected,
    MatchExtended,
    NamesCorrected,
    PointsAdjusted,
    RoundCorrected,
    RoundEvent,
    RulesChanged,
    Ruling,
    TakenBack,
    TurnTaken,
)
from .limits import all_entered
from .match import Logged, Match, Period, Play, Round, Terms, new_deal
from .start import started, trimmed


def replay(events: Iterable[AnyEvent]) -> Match:
    """The match that these events are; what was taken back is not folded. Raises KoikoiError.

    BadRecord when they do not begin with its start; that, BadCards or NotAllowed when they have no meaning.
    """
    events = list(events)
    kept = that_count(events)
    match = started(kept[0])
    log = [*match.log]
    for event in kept[1:]:
        if isinstance(event, RoundCorrected | Amendment):  # only these look at the log: no other copies it
            match = replace(match, log=tuple(log))
        before, match = match, _after(match, event)
        log.append(_logged(before, event, match))
    return replace(match, log=tuple(log), seq=_last_seq(events), entered=all_entered(events))


def that_count(events: Iterable[AnyEvent]) -> list[AnyEvent]:
    """The events that were not taken back, at least one. Raises BadRecord."""
    kept: list[AnyEvent] = []
    for event in events:
        if not isinstance(event, TakenBack):
            kept.append(event)
        elif len(kept) > 1:
            kept.pop()
        else:
            raise BadRecord(say("There is nothing to undo."))
    if not kept:
        raise BadRecord(say("The record has no events."))
    return kept


def applied(match: Match, event: AnyEvent) -> Match:
    """The match after one more event. Raises BadRecord, BadCards, NotAllowed when it has no meaning here."""
    if isinstance(event, TakenBack):
        return taken_back(match, event)
    return logged(match, event, _after(match, event))


def logged(match: Match, event: AnyEvent, after: Match) -> Match:
    """The match ``after`` an event that was folded into ``match``, with the event in its log."""
    log = (*match.log, _logged(match, event, after))
    return replace(after, log=log, seq=event.seq or match.seq + 1, entered=match.entered.followed_by(event))


def taken_back(match: Match, event: TakenBack) -> Match:
    """The match without the last event of its log. Raises NotAllowed where that is the start."""
    if len(match.log) < 2:
        raise NotAllowed(say("There is nothing to undo."))
    before = rewound(match, len(match.log) - 1)
    return replace(before, seq=event.seq or match.seq + 1, entered=match.entered.followed_by(event))


def _after(match: Match, event: AnyEvent) -> Match:
    """The match after an event that is not logged yet."""
    if isinstance(event, RoundCorrected):
        return _corrected(match, event)
    return amended(match, event) if isinstance(event, Amendment) else apply(match, event)


def _corrected(match: Match, correction: RoundCorrected) -> Match:
    after = before_round(match, correction.round)
    for part in correction.of_the_round:
        after = apply(after, part, correction.round)
    return with_later_rounds(match, after, correction)


def _logged(match: Match, event: AnyEvent, after: Match) -> Logged:
    """An event as the log holds it, which led from ``match`` to ``after``."""
    return Logged(_number(match, event), event, None if after.terms is match.terms else after.terms)


def _number(match: Match, event: AnyEvent) -> int:
    """The number of the round that an event belongs to or corrects."""
    if isinstance(event, RoundCorrected):
        return event.round
    return (still_open_deal(match, event) or match).number


def _last_seq(events: Sequence[AnyEvent]) -> int:
    """The seq of the last event; one without a seq comes directly after the event before it."""
    seq = 0
    for event in events:
        seq = event.seq or seq + 1
    return seq


class RecordedTurn(msgspec.Struct, frozen=True):
    """A recorded turn: ``number`` counts the turns of its deal from 1, so a void deal begins again."""

    round: int
    number: int
    player: int
    end: TurnEnd


def recorded_turns(match: Match) -> Iterator[RecordedTurn]:
    """Every recorded turn that counts, in order; of a corrected round, those of its last correction."""
    for number in range(1, len(match.rounds) + (not match.left_out) + 1):
        now = opening(match, number)
        for event in round_events(match, number):
            before, now = now, apply(now, event, number)
            if isinstance(event, TurnTaken):
                end = turn_end(now, overlooked(before.play), now.play, event.player)
                yield RecordedTurn(number, len(now.play.turns), event.player, end)


def rewound(match: Match, place: int) -> Match:
    """The match as it was after the first ``place`` events of its log, at least 1."""
    log = match.log[:place]
    if log == match.log:
        return match
    number = min(_reach(undone) for undone in match.log[place:])
    terms = next(past.terms for past in reversed(log) if past.terms is not None)
    before = replace(opening(match, number, terms), log=log, seq=log[-1].event.seq or place)
    return _folded_again(before, _begins(log, number))


def amended(match: Match, event: Amendment) -> Match:
    """The match after an amendment, which is not logged yet: the rounds that it reaches are folded again.

    Those that were played by other rules and are refused by the new ones pay nothing; the rest counts as
    it was entered. Raises NotAllowed where there is no such round.
    """
    refuse_unseated(match, event)
    past = Logged(match.number, event)
    number = _reach(past)
    played = len(match.rounds) if match.finished else match.number
    if number > played and isinstance(event, RulesChanged | DealerCorrected):
        raise NotAllowed(say("Round %(round)d has not been played.", round=number))
    terms = _amended_terms(match, event)
    log = (*match.log, past)
    after = _folded_again(replace(opening(match, number, terms), log=log), _begins(log, number))
    return replace(after, log=match.log)


def as_played(match: Match, events: Sequence[AnyEvent], number: int) -> Match:
    """The match after the events of a round that was played by other rules, as far as the round goes.

    Whoever took the first turn dealt. Raises as ``follow`` does.
    """
    for event in events:
        if len(match.rounds) >= number and still_open_deal(match, event, number) is None:
            break  # by these rules the round was over before
        if isinstance(event, TurnTaken) and not match.play.turns:
            match = replace(match, dealer=event.player)
        match = follow_in_round(match, event, number)
    return match


def with_refused_round(match: Match, play: Play, piles: tuple[Pile | None, ...], why: Sentence) -> Match:
    """The match with its next round as one that the rules refuse: nobody pays anything."""
    nobody = (0,) * len(match.players)
    empty = Round(
        number=match.number,
        dealer=play.turns[0] if play.turns else match.dealer,
        result="drawn",
        player=None,
        points=0,
        transfer=nobody,
        payments=(),
        balance=match.balance,
        play=play,
        piles=piles,
        why=why,
        refused=True,
    )
    return with_round(match, empty)


def before_round(match: Match, number: int) -> Match:
    """The match as it was before a finished round, earlier corrections included. Raises NotAllowed."""
    if not 1 <= number <= len(match.rounds):
        raise NotAllowed(say("There is no finished round %(round)d to correct.", round=number))
    before = opening(match, number)
    for past in match.log[_begins(match.log, number) : _is_played(match.log, number)]:
        if isinstance(past.event, Ruling):
            before = apply(before, past.event)
    return before


def with_later_rounds(match: Match, corrected: Match, correction: RoundCorrected) -> Match:
    """A match with one round ``corrected``, and all later rounds folded again."""
    log = (*match.log, Logged(correction.round, correction))
    after = _folded_again(replace(corrected, log=log), _is_played(log, correction.round))
    return replace(after, log=match.log)


def round_events(match: Match, number: int) -> tuple[AnyEvent, ...]:
    """The events of a round as it counts: those of its last correction, or as it was played."""
    return _as_it_counts(past for past in match.log if past.number == number)


def last_deal(match: Match, number: int) -> tuple[AnyEvent, ...]:
    """The events of a round, ended or not, without those of deals that were void before its last one."""
    events = round_events(match, number)
    voids: list[int] = []  # after how many events each of the void deals ended
    if _voids(match, number):
        then = opening(match, number)
        for place, event in enumerate(events, 1):
            then = apply(then, event, number)
            void = len(_voids(then, number))
            voids = [*voids[:void], *[place] * (void - len(voids))]
    return events[voids[-1] if voids else 0 :]


def _voids(match: Match, number: int) -> tuple[Sentence | str, ...]:
    """Why deals of a round, ended or not, were void."""
    return (match.rounds[number - 1] if number <= len(match.rounds) else match).play.voids


def entered_by(match: Match, number: int) -> tuple[str, ...]:
    """The names of the phones that entered or corrected a round, in that order; none for the table's own."""
    entered = (past.event for past in match.log if past.number == number)
    names = (event.by for event in entered if isinstance(event, RoundEvent | RoundCorrected))
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
        elif isinstance(past.event, RoundEvent):
            played.append(past.event)
    return tuple(played)


def opening(match: Match, number: int, terms: Terms | None = None) -> Match:
    """The match before the first event after round ``number - 1``, by ``terms`` if they are others.

    It comes from what the rounds hold; the log stays as it is.
    """
    log = match.log[: _begins(match.log, number)]
    rulings = match.adjustments[: sum(isinstance(past.event, PointsAdjusted) for past in log)]
    before = replace(
        match, terms=terms or match.terms, rounds=match.rounds[: number - 1], adjustments=rulings
    )
    return replace(
        before,
        balance=before.balance_after(number - 1),
        dealer=dealer_of_next(before),
        play=new_deal(len(match.players)),
        ended=None,
        left_out=False,
    )


def _reach(past: Logged) -> int:
    """The first round whose numbers, or the names in its sentences, an event of the log can change."""
    match past.event:
        case RulesChanged(from_round=number) | DealerCorrected(round=number):
            return number
        case NamesCorrected():
            return 1
        case _:
            return past.number


def _amended_terms(match: Match, event: Amendment) -> Terms:
    """The terms after an amendment. Raises BadRuleset, NotAllowed."""
    terms = match.terms
    match event:
        case RulesChanged(ruleset=ruleset, from_round=1):
            anew = started(replace(match.start, ruleset=ruleset)).terms
            length = anew.length and anew.length + terms.extended
            periods = (replace(anew.periods[0], agreed=match.number),)
            return replace(terms, periods=periods, length=length, purse=anew.purse)
        case RulesChanged(ruleset=ruleset, from_round=first):
            rules = rules_of(ruleset)
            kept = (period for period in terms.periods if period.first < first)
            period = Period(first, match.number, rules, scorer(rules))
            return replace(terms, periods=(*kept, period), length=terms.length or rules.match.rounds)
        case DealerCorrected(round=number, player=player):
            play = match.rounds[number - 1].play if number <= len(match.rounds) else match.play
            first = dealer_before(match, player, len(play.voids), number)
            return replace(terms, dealers={**terms.dealers, number: first})
        case MatchExtended(rounds=rounds):
            if terms.length is None:
                raise NotAllowed(say("No number of rounds was agreed for this match."), "match.rounds")
            length = max(terms.length, len(match.rounds)) + rounds
            extended = terms.extended + length - terms.length
            return replace(terms, length=length, extended=extended)
        case NamesCorrected(players=players):
            return replace(terms, players=trimmed(players))


def _begins(log: Sequence[Logged], number: int) -> int:
    """The place of the first event after round ``number - 1``, maybe a ruling; the length where none is."""
    places = (
        n
        for n, past in enumerate(log)
        if n and past.number >= number and not isinstance(past.event, RoundCorrected)
    )
    return next(places, len(log))


def _is_played(log: Sequence[Logged], number: int) -> int:
    """The place of the first event of a round itself; the length where none is."""
    places = (n for n, past in enumerate(log) if past.number == number and isinstance(past.event, RoundEvent))
    return next(places, len(log))


def _folded_again(match: Match, place: int) -> Match:
    """The match with what its log holds from a place on folded into it, except rounds it already has.

    Where the last of all corrections says so, what was logged before it and lies beyond the end of the match
    is left out; the corrected round counts in any case.
    """
    last, correction = _last_correction(match.log)
    early = _as_corrected(match.log[place : last + 1], len(match.rounds))
    late = _as_corrected(match.log[max(place, last + 1) :])
    ends = {past.number: past for past in (*early, *late) if isinstance(past.event, RoundEvent)}
    for past in early:
        if correction and correction.ends and _is_beyond_the_end(match, past, correction.round):
            match = replace(match, left_out=True)
            break
        match = _with_event(match, past, ends)
    for past in late:
        match = _with_event(match, past, ends)
    return match


def _as_corrected(log: Sequence[Logged], played: int = 0) -> list[Logged]:
    """What counts of a part of the log, without amendments.

    Of a corrected round that is its last correction, in the place of its first event, and what came after the
    correction; nothing where the round is among the first ones, which were ``played`` already.
    """
    corrections = {past.number: past.event for past in log if isinstance(past.event, RoundCorrected)}
    begun = set(range(1, played + 1))
    counting: list[Logged] = []
    for past in log:
        correction = corrections.get(past.number)
        if past.event is correction:
            del corrections[past.number]
        elif isinstance(past.event, Ruling) or (isinstance(past.event, RoundEvent) and correction is None):
            counting.append(past)
        elif isinstance(past.event, RoundEvent) and correction and past.number not in begun:
            begun.add(past.number)
            counting += [Logged(past.number, part) for part in correction.of_the_round]
    return counting


def _is_beyond_the_end(match: Match, past: Logged, corrected: int) -> bool:
    """Whether an event belongs to a round that was played after the match was over."""
    is_later = past.number > max(corrected, len(match.rounds))
    return is_later and isinstance(past.event, RoundEvent) and match.finished


def _with_event(match: Match, past: Logged, ends: Mapping[int, Logged]) -> Match:
    """The match after an event. ``ends``: the last event of each round.

    A round that was played by other rules is counted as a whole, after the rulings that were made in it.
    """
    by_others = past.number < match.terms.period(past.number).agreed
    if isinstance(past.event, Ruling) or not by_others:
        return apply(match, past.event, past.number)
    return _counted_again(match, past.number) if past is ends[past.number] else match


def _counted_again(match: Match, number: int) -> Match:
    """The match after a round that was played by other rules, which its own may refuse."""
    events = round_events(match, number)
    try:
        after = as_played(match, events, number)
        why = why_open(after, number)
    except KoikoiError as error:
        why = say("This round does not count: %(why)s", why=error.sentence)
    if why is None:
        return after
    as_entered = match
    for event in events:
        if len(as_entered.rounds) < number:
            as_entered = apply(as_entered, event, number)
    row = as_entered.rounds[number - 1] if len(as_entered.rounds) >= number else None
    play, piles = (row.play, row.piles) if row else (as_entered.play, (None,) * len(match.players))
    return with_refused_round(match, play, piles, why)


def why_open(after: Match, number: int) -> Sentence | None:
    """Why a round that was played by other rules has no end by these; None where it has."""
    if len(after.rounds) >= number:
        return None
    if after.play.voids:
        return void(after.play)
    return say("By these rules the round would have gone on; how it ended is unknown.")


def void(play: Play) -> Sentence:
    """That the deal before this one was void, and why."""
    return say("By these rules the cards were dealt again: %(why)s", why=play.voids[-1])


def _last_correction(log: Sequence[Logged]) -> tuple[int, RoundCorrected | None]:
    """The place of the last correction in a log and the correction; 0 and None if there is none."""
    for place in range(len(log) - 1, 0, -1):
        event = log[place].event
        if isinstance(event, RoundCorrected):
            return place, event
    return 0, None
