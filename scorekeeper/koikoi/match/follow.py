"""``follow``: the only way to continue a match. It returns the match after an event that the rules allow."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from ...sentences import count, say
from ..errors import KoikoiError, NotAllowed
from .events import (
    Amendment,
    AnyEvent,
    DealerCorrected,
    MatchExtended,
    MatchStarted,
    NamesCorrected,
    OfRound,
    PointsAdjusted,
    RoundCorrected,
    RulesChanged,
    TakenBack,
)
from .interpreter import apply_if_allowed, follow_in_round, opening, refuse_other_round, reopened
from .limits import refuse_too_many
from .match import Match
from .replay import (
    as_played,
    before_round,
    in_round,
    judged,
    logged,
    round_logs,
    taken_back,
    with_amendment,
    with_correction,
)
from .start import refuse_names, refuse_players, refuse_start, started

_AFTER_THE_END: Final = RoundCorrected | PointsAdjusted | Amendment


def follow(match: Match | None, event: AnyEvent) -> Match:
    """The match after an event; ``match`` is None before the first one.

    Raises NotAllowed, BadCards, BadRuleset or BadRecord where the event cannot follow.

    >>> from scorekeeper.koikoi.match.events import KoikoiCalled, MatchStarted, RoundWon
    >>> match = follow(None, MatchStarted(players=("Anna", "Ben"), ruleset="default"))
    >>> match = follow(match, KoikoiCalled(player=1, pile="03B 09A"))
    >>> match = follow(match, RoundWon(player=0, piles=("01B 08B 12B", None)))
    >>> match.rounds[-1].points, match.balance  # five points, twice because Ben had called
    (10, (10, 0))
    >>> match.number, match.players[match.dealer]  # who wins deals the next round
    (2, 'Anna')
    >>> follow(match, RoundWon(player=1, piles=(None, "01B")))
    Traceback (most recent call last):
    scorekeeper.koikoi.errors.NotAllowed: Those cards make no yaku.
    """
    if match is None:
        match = started(event)
        refuse_start(match)
        return match
    if isinstance(event, MatchStarted):
        raise NotAllowed(say("The match has already started."))
    if isinstance(event, TakenBack):
        return taken_back(match, event)
    refuse_too_many(match.entered, event)
    deal = reopened(match, event)
    if match.finished and deal is match and not isinstance(event, _AFTER_THE_END):
        raise NotAllowed(say("The match is over: %(why)s", why=match.why_finished))
    if isinstance(event, OfRound):
        refuse_other_round(deal, event)
    event = in_round(deal, event)
    return logged(match, [event], replace(_after(deal, event), events=(*match.events, event)))


def follow_all(match: Match, events: Iterable[AnyEvent]) -> Match:
    """The match after some more events. Raises as ``follow`` does, for the first that cannot follow."""
    for event in events:
        match = follow(match, event)
    return match


def followed(events: Sequence[AnyEvent]) -> Iterator[Match]:
    """The match after each event of a record. Raises as ``follow`` does.

    A match that a later event returns to is kept until then, so that taking back replays nothing.
    """
    returns = _returns(events)
    returned_to: list[Match] = []
    match: Match | None = None
    for place, event in enumerate(events):
        if isinstance(event, TakenBack) and returned_to and match is not None:
            match = logged(match, [event], returned_to.pop())
        else:
            if place in returns and match is not None:
                returned_to.append(match)
            match = follow(match, event)
        yield match


def _returns(events: Sequence[AnyEvent]) -> set[int]:
    """The places of the events that a later one takes back."""
    counting: list[int] = []
    returns: set[int] = set()
    for place, event in enumerate(events[1:], 1):
        if not isinstance(event, TakenBack):
            counting.append(place)
        elif counting:
            returns.add(counting.pop())
    return returns


def _after(match: Match, event: AnyEvent) -> Match:
    """The match after an event that the rules allow, without it among its ``events``."""
    if isinstance(event, RoundCorrected):
        return _corrected(match, event)
    if isinstance(event, Amendment):
        return _amended(match, event)
    return apply_if_allowed(match, event)


def _corrected(match: Match, correction: RoundCorrected) -> Match:
    number = correction.round
    after = before_round(match, number)
    for part in correction.of_the_round:
        after = follow_in_round(after, part, number)
    if len(after.rounds) != number:
        raise NotAllowed(say("A correction must be a whole round; this one has no end."))
    return judged(match, with_correction(match.terms, round_logs(match), correction))


def _amended(match: Match, event: Amendment) -> Match:
    if isinstance(event, MatchExtended):
        _refuse_length(match, match.least_length + event.rounds)
    changed, logs = with_amendment(match, event)
    after = judged(changed, logs)
    match event:
        case RulesChanged(from_round=first):
            _refuse_rules(match, after, first)
            _refuse_open(match, judged(changed, [*logs[:-1], replace(logs[-1], events=())]))
        case DealerCorrected(round=number, player=player):
            _refuse_dealer(match, number, player)
        case MatchExtended():
            if match.finished and after.finished:
                raise NotAllowed(say("The match is over: %(why)s", why=after.why_finished))
        case NamesCorrected():
            refuse_names(after.players)
    return after


def _refuse_rules(match: Match, after: Match, first: int) -> None:
    """Refuse rules that are in force already, or do not fit the players."""
    if first == 1:
        refuse_start(opening(after, 1))
    refuse_players(after.rules, len(match.players))
    numbers = range(first, match.number + 1)
    if after.length == match.length and all(match.rules_of(n) == after.rules for n in numbers):
        raise NotAllowed(say("The match is played by these rules already."))


def _refuse_length(match: Match, rounds: int) -> None:
    """Refuse a length that the match has already, or that is below what was played."""
    if rounds < len(match.rounds):
        raise NotAllowed(
            count(
                "%(n)d round was played, so the match cannot have %(rounds)d.",
                "%(n)d rounds were played, so the match cannot have %(rounds)d.",
                len(match.rounds),
                rounds=rounds,
            )
        )
    if rounds < 1:
        raise NotAllowed(say("A match has at least 1 round; this one would have %(rounds)d.", rounds=rounds))
    if rounds == match.least_length:
        raise NotAllowed(
            count("The match has %(n)d round already.", "The match has %(n)d rounds already.", rounds)
        )
    if rounds < match.number and match.log.events:
        raise NotAllowed(
            say(
                "Round %(number)d is being played, so the match cannot have %(rounds)d. Undo what was "
                "entered of it, or end the round first.",
                number=match.number,
                rounds=rounds,
            )
        )


def _refuse_open(match: Match, after: Match) -> None:
    """Refuse rules by which the deal being played would be over; ``after``: the match before it by these."""
    if match.finished or after.left_out:
        return  # by these rules the match was over before, and a correction leaves out what came after
    try:
        now = as_played(after, match.log.events)
    except KoikoiError as error:
        raise NotAllowed(
            say(
                "What was entered of round %(round)d is not allowed by these rules: %(why)s Undo it, or end "
                "the round first.",
                round=match.number,
                why=error.sentence,
            ),
            error.option,
        ) from error
    voids = len(now.play.voids) - len(after.play.voids)
    if (now.number, voids) != (after.number, len(match.play.voids)):
        raise NotAllowed(
            say("By these rules the deal being played would be over. Undo it, or end the round first.")
        )


def _refuse_dealer(match: Match, number: int, player: int) -> None:
    """Refuse a dealer who dealt by what is known already, or did not by the recorded turns."""
    dealer = match.dealer_of(number)
    play = match.rounds[number - 1].play if number <= len(match.rounds) else match.play
    if dealer == player:
        raise NotAllowed(
            say(
                "%(player)s is the dealer of round %(round)d already.",
                player=match.players[player],
                round=number,
            )
        )
    if play.turns:
        raise NotAllowed(
            say(
                "%(player)s took the first recorded turn of round %(round)d, and so was the dealer.",
                player=match.players[play.turns[0]],
                round=number,
            )
        )
