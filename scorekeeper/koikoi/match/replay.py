"""A match is its rounds. ``replay`` groups its events by them, and judges them from the first round on.

Rounds depend on those before them only through the dealer, the coins and the number. So a correction or an
amendment changes the log of a round, or the terms, and then all rounds are judged again, each as a list. A
number on the sheet is the place of a round among those that count: where other rules make a round void, or
a deal count that was void, the numbers of later rounds change.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, groupby, zip_longest
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from ...sentences import Sentence, say
from ..errors import BadRecord, KoikoiError, NotAllowed
from ..pile import Pile
from ..rules.loader import rules as rules_of
from ..rules.ruleset import RuleSet
from ..scoring.evaluate import scorer
from .calls import TurnEnd, turn_end
from .endings import dealer_before, dealer_of_next, with_round
from .events import (
    Amendment,
    AnyEvent,
    BetweenRounds,
    DealerCorrected,
    MatchEnded,
    MatchExtended,
    NamesCorrected,
    OfRound,
    PointsAdjusted,
    RoundCorrected,
    RoundEvent,
    RulesChanged,
    TakenBack,
    TurnTaken,
)
from .interpreter import apply, apply_if_allowed, opening, played, refuse_unseated, reopened
from .limits import all_entered
from .match import Match, Period, Play, Round, RoundLog, Terms
from .start import started, trimmed
from .turns import overlooked


def replay(events: Iterable[AnyEvent]) -> Match:
    """The match that these events are; what was taken back is left out. Raises KoikoiError.

    BadRecord when they do not begin with its start; that, BadCards or NotAllowed when they have no meaning.
    """
    events = list(events)
    counting = that_count(events)
    match = _with(started(counting[0]), counting[1:])
    return replace(match, seq=_last_seq(events), entered=all_entered(events))


def that_count(events: Iterable[AnyEvent]) -> list[AnyEvent]:
    """The events that were not taken back, at least one. Raises BadRecord."""
    counting: list[AnyEvent] = []
    for event in events:
        if not isinstance(event, TakenBack):
            counting.append(event)
        elif len(counting) > 1:
            counting.pop()
        else:
            raise BadRecord(say("There is nothing to undo."))
    if not counting:
        raise BadRecord(say("The record has no events."))
    return counting


def continued(match: Match, events: Iterable[AnyEvent]) -> Match:
    """The match after more events, which are not checked. Raises as ``replay`` does."""
    for _, group in groupby(events, lambda event: isinstance(event, TakenBack)):
        some = [*group]
        if not isinstance(some[0], TakenBack):
            match = logged(match, some, _with(match, some))
            continue
        for event in some:
            match = taken_back(match, event)
    return match


def logged(match: Match, events: Iterable[AnyEvent], after: Match) -> Match:
    """The match ``after`` events that came into ``match``, with their numbers and sizes counted."""
    seq, entered = match.seq, match.entered
    for event in events:
        seq, entered = event.seq or seq + 1, entered.followed_by(event)
    return replace(after, seq=seq, entered=entered)


def taken_back(match: Match, event: AnyEvent) -> Match:
    """The match without its last event. Raises NotAllowed where that is the start."""
    if len(match.events) < 2:
        raise NotAllowed(say("There is nothing to undo."))
    earlier, last = match.events[:-1], match.events[-1]
    number = match.number if match.log.events else max(match.number - 1, 1)
    log = match.log_of(number)
    # no other round changes; one that was entered by other rules may end earlier or later without the event
    if log.events[-1:] == (last,) and log.rules is match.rules_of(number):
        before = replace(played(opening(match, number), log.events[:-1]), events=earlier)
    else:
        before = rewound(match, len(earlier))
    return logged(match, [event], before)


def rewound(match: Match, place: int) -> Match:
    """The match as it was after the first ``place`` of its events, at least 1."""
    return match if place == len(match.events) else replay(match.events[:place])


def _with(match: Match, events: Sequence[AnyEvent]) -> Match:
    """The match with more events that count.

    Where there are corrections, rounds wait to be judged as long as each event names its round.
    """
    past = [*match.events]
    # without corrections each event is applied to the match as it is: nothing is judged twice
    logs = round_logs(match) if any(isinstance(event, RoundCorrected) for event in events) else None
    for event in events:
        if logs and isinstance(event, RoundEvent) and event.round:
            _put(logs, event, event.round, match.terms)
        elif isinstance(event, RoundCorrected):
            logs = with_correction(match.terms, logs or round_logs(match), event)
        elif isinstance(event, Amendment):
            match, logs = with_amendment(judged(match, logs) if logs else match, event)
            if isinstance(event, RulesChanged):  # by which later numbers may be others
                match, logs = judged(match, logs), None
        else:
            deal = reopened(judged(match, logs) if logs else match, event)
            event = in_round(deal, event)
            match, logs = apply(deal, event), None
        past.append(event)
    return replace(judged(match, logs) if logs else match, events=tuple(past))


def in_round(match: Match, event: AnyEvent) -> AnyEvent:
    """An event with the number of the round that is being played, where it belongs to one."""
    if isinstance(event, OfRound) and event.round != match.number:
        event = replace(event, round=match.number)
    return event


def round_logs(match: Match) -> list[RoundLog]:
    """The log of every round as it was entered, the one being played last."""
    return [*(row.log for row in match.rounds), *match.left_out, match.log]


def _put(logs: list[RoundLog], event: RoundEvent, number: int, terms: Terms) -> None:
    """Add an event to the log of its round, which is one of the last. Raises BadRecord."""
    if number == len(logs) + 1:
        logs.append(RoundLog(terms.period(number).rules))
    if not len(logs) - 2 < number <= len(logs):  # a lucky hand may be shown in a round that is over
        raise BadRecord(
            say(
                "This belongs to round %(round)d, but round %(number)d is being played.",
                round=number,
                number=len(logs),
            )
        )
    log = logs[number - 1]
    logs[number - 1] = replace(log, events=(*log.events, event))


def with_correction(terms: Terms, logs: Sequence[RoundLog], correction: RoundCorrected) -> list[RoundLog]:
    """The logs with a round entered anew; later ones count as the correction says."""
    number = correction.round
    if not 1 <= number <= len(logs):
        raise NotAllowed(say("There is no finished round %(round)d to correct.", round=number))
    # the log of the round to come is empty: nothing of it is left out
    after = [
        replace(log, is_optional=correction.ends and place > number and bool(log.events or log.between))
        for place, log in enumerate(logs, 1)
    ]
    corrected = after[number - 1]
    after[number - 1] = replace(
        corrected,
        rules=terms.period(number).rules,
        events=correction.of_the_round,
        deals=(),
        by=(*corrected.by, correction.by) if correction.by not in ("", *corrected.by) else corrected.by,
        is_corrected=True,
    )
    return after


def with_amendment(match: Match, event: Amendment) -> tuple[Match, list[RoundLog]]:
    """The match by other terms, and the logs of its rounds, which are to be judged by them.

    Raises NotAllowed where there is no such round, BadRuleset.
    """
    refuse_unseated(match, event)
    logs, terms = round_logs(match), match.terms
    if isinstance(event, RulesChanged | DealerCorrected):
        number = event.from_round if isinstance(event, RulesChanged) else event.round
        if number > len(match.rounds) + (not match.finished):
            raise NotAllowed(say("Round %(round)d has not been played.", round=number))
    match event:
        case RulesChanged():
            terms = _by_rules(match, event)
            # finished rounds keep the rules they were entered by, so that they are counted anew; the round
            # being played goes on by the new ones, as `follow` has checked
            logs[-1] = replace(logs[-1], rules=terms.periods[-1].rules)
        case DealerCorrected(round=number, player=player):
            log = match.log_of(number)
            logs[number - 1] = replace(log, dealer=dealer_before(match, player, log, number))
        case MatchExtended(rounds=rounds):
            length = match.least_length + rounds
            # a match without a number of rounds gets one: that is counted from those played
            more = length - (len(match.rounds) if terms.length is None else terms.length)
            terms = replace(terms, length=length, extended=(*terms.extended, (len(match.rounds), more)))
        case NamesCorrected(players=players):
            terms = replace(terms, players=trimmed(players))
    return replace(match, terms=terms), logs


def _by_rules(match: Match, event: RulesChanged) -> Terms:
    """The terms after a change of rules. Raises BadRuleset, NotAllowed."""
    terms, first = match.terms, event.from_round
    if first == 1:
        anew = started(replace(match.start, ruleset=event.ruleset), terms.purse).terms
        refuse_game(match, anew.periods[0].rules)
        # a match that was made shorter stays so, also where the new rules have fewer rounds than that
        length = terms.length if terms.added < 0 else anew.length and anew.length + terms.added
        return replace(terms, periods=anew.periods, length=length, purse=anew.purse)
    rules = rules_of(event.ruleset)
    refuse_game(match, rules)
    earlier = (period for period in terms.periods if period.first < first)
    period = Period(first, rules, scorer(rules))
    return replace(terms, periods=(*earlier, period), length=terms.length or rules.match.rounds)


def refuse_game(match: Match, rules: RuleSet) -> None:
    """Refuse to go on with a match by the rules of another game. Raises NotAllowed."""
    if rules.game != match.rules.game:
        raise NotAllowed(say("A match cannot become one of another game. Begin a new one."), "game")


def judged(match: Match, logs: Iterable[RoundLog]) -> Match:
    """The match whose rounds are these logs, by its terms, judged from the first one on."""
    start = replace(match, rounds=(), adjustments=(), log=RoundLog(match.terms.periods[0].rules))
    now = opening(start, 1)
    waiting = deque(logs)
    while waiting:
        log = waiting.popleft()
        if now.left_out and log.is_optional:
            now = replace(now, left_out=(*now.left_out, log))
            continue
        before, now = now, _begun(now, log)
        # only now, because the adjustments before a round count, and may have ended the match
        if log.is_optional and log.events and now.finished:
            now = replace(now, log=before.log, left_out=(log,))
            continue
        # the last log is of the round being played, which needs no end; `is`, as comparing rules is slow
        if not waiting or log.rules is now.rules or log.rules == now.rules:
            now = played(now, log.events)
        else:
            now, rest = _counted_anew(now, log)
            if rest.events:  # these were dealt anew after what is a round of its own now
                waiting.appendleft(rest)
        now = _with_between(now, log, MatchEnded)
    return now


def _begun(match: Match, log: RoundLog) -> Match:
    """The match before the events of a round, with its adjustments. What was void goes on as this round."""
    void = match.log
    begun = replace(
        log,
        rules=void.rules if void.events else log.rules,
        events=void.events,
        between=void.between,
        deals=void.deals,
        by=tuple(dict.fromkeys((*void.by, *log.by))),
    )
    match = replace(match, log=begun)
    if not void.events:  # else the void deal has said who deals now
        match = replace(match, dealer=dealer_of_next(match))
    return _with_between(match, log, PointsAdjusted)


def _with_between(match: Match, log: RoundLog, kind: type[BetweenRounds]) -> Match:
    """The match with what the log of a round has of one kind that does not belong to the round itself."""
    for event in log.between:
        if isinstance(event, kind):
            match = apply(match, event)
    return match


def as_played(match: Match, events: Sequence[RoundEvent]) -> Match:
    """The match after the events of a round that was played by other rules, as far as the round goes.

    Whoever took the first turn dealt. Raises as ``follow`` does.
    """
    number = match.number
    for event, following in zip_longest(events, events[1:]):
        if match.number > number:
            break  # by these rules the round was over before
        if isinstance(event, TurnTaken) and not match.play.turns:
            match = replace(match, dealer=event.player)
        match = apply_if_allowed(match, event, following)
    return match


def _counted_anew(match: Match, log: RoundLog) -> tuple[Match, RoundLog]:
    """The match after a round that was played by other rules, and what belongs to a later one by its own.

    Where the deal is void, the round goes on; where its rules refuse it, or say nothing of its end, nobody
    pays anything.
    """
    number, before = match.number, len(match.log.events)
    nothing = replace(log, events=(), between=(), deals=(), dealer=None)
    try:
        after = as_played(match, log.events)
    except KoikoiError as error:
        return _refused(match, log, say("This round does not count: %(why)s", why=error.sentence)), nothing
    if after.number == number:  # after a void deal of which no other came the round simply goes on
        return (_refused(match, log, not_ended(after)) if after.log.deal else after), nothing
    # a deal that was void counts by these rules, and ends the round: what was dealt next is another round
    ended = len(after.rounds[-1].log.events) - before
    rest = next((place for place in log.deals if place >= ended), len(log.events))
    deals = tuple(place - rest for place in log.deals if place > rest)
    return after, replace(nothing, events=log.events[rest:], deals=deals)


def _refused(match: Match, log: RoundLog, why: Sentence) -> Match:
    """The match with a round that its rules refuse, as it was entered."""
    entered = match  # not checked: the sheet shows the calls and the cards also of what counts no more
    for event in log.events:
        if entered.number == match.number:
            entered = apply(entered, event)
    row = entered.rounds[-1] if entered.number > match.number else None
    play, piles = (row.play, row.piles) if row else (entered.play, (None,) * len(match.players))
    before = len(match.log.events)
    whole = replace(
        match.log,
        events=(*match.log.events, *log.events),
        deals=(*match.log.deals, *(before + place for place in log.deals)),
    )
    return with_refused_round(replace(match, log=whole), play, piles, why)


def not_ended(after: Match) -> Sentence:
    """Why a round that was played by other rules has no end by these."""
    if after.play.voids:
        return void(after.play)
    return say("By these rules the round would have gone on; how it ended is unknown.")


def void(play: Play) -> Sentence:
    """That the deal before this one was void, and why."""
    return say("By these rules the cards were dealt again: %(why)s", why=play.voids[-1])


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
        log=match.log,
        why=why,
        refused=True,
    )
    return with_round(match, empty)


def before_round(match: Match, number: int) -> Match:
    """The match as it was before a finished round, earlier corrections included. Raises NotAllowed."""
    if not 1 <= number <= len(match.rounds):
        raise NotAllowed(say("There is no finished round %(round)d to correct.", round=number))
    return opening(match, number)


class Transition(NamedTuple):
    """An event of a round that counts, and the match before and after it."""

    before: Match
    event: RoundEvent
    after: Match


def walk(match: Match) -> Iterator[Transition]:
    """Every event of the rounds that count, in order; of a corrected round, those of its last correction."""
    return chain.from_iterable(steps(match, number) for number in range(1, match.number + 1))


def steps(match: Match, number: int) -> Iterator[Transition]:
    """Every event of one round."""
    now, events = opening(match, number), match.log_of(number).events
    for event, following in zip_longest(events, events[1:]):
        before, now = now, apply(now, event, following)
        yield Transition(before, event, now)


class RecordedTurn(msgspec.Struct, frozen=True):
    """A recorded turn: ``number`` counts the turns of its deal from 1, so a void deal begins again."""

    round: int
    number: int
    player: int
    end: TurnEnd


def recorded_turns(match: Match) -> Iterator[RecordedTurn]:
    """Every recorded turn that counts, in order."""
    for before, event, after in walk(match):
        if isinstance(event, TurnTaken):
            end = turn_end(after, overlooked(before.play), after.play, event.player)
            yield RecordedTurn(after.number, len(after.play.turns), event.player, end)


def _last_seq(events: Sequence[AnyEvent]) -> int:
    """The seq of the last event; one without a seq comes directly after the event before it."""
    seq = 0
    for event in events:
        seq = event.seq or seq + 1
    return seq
