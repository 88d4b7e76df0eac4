"""A match is its events: ``replay`` folds them into the scoresheet.

Folding decides nothing that ``following.follow`` decides: it takes the events as the table's word. It refuses
only what has no meaning at all, such as a player who is not at the table.

Rounds depend on those before them only through the dealer, the coins and the number. So what an event takes
back or corrects is folded again from its own round on, and the rounds before it stay as they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from ..errors import BadRecord, NotAllowed
from ..rules.loading import rules as rules_of
from ..scoring.scorer import scorer
from ..sentences import count, say
from . import settlement
from .events import (
    AnyEvent,
    HandShown,
    MatchStarted,
    PointsAdjusted,
    RoundCorrected,
    RoundEvent,
    Ruling,
    TakenBack,
)
from .match import Logged, Match, fresh
from .steps import step

replace = msgspec.structs.replace


def replay(events: Iterable[AnyEvent]) -> Match:
    """The match that these events are; what was taken back is not folded. Raises KoikoiError.

    BadRecord when they do not begin with its start; that, BadCards or NotAllowed when they have no meaning.
    """
    kept: list[AnyEvent] = []
    seq = 0
    for event in events:
        seq = event.seq or seq + 1
        if not isinstance(event, TakenBack):
            kept.append(event)
        elif len(kept) > 1:
            kept.pop()
        else:
            raise BadRecord(say("There is nothing to take back."))
    if not kept:
        raise BadRecord(say("The record has no events."))
    match = started(kept[0])
    for event in kept[1:]:
        match = applied(match, event)
    return replace(match, seq=seq)


def started(event: AnyEvent) -> Match:
    """The match at its first event. Raises BadRecord, BadRuleset, NotAllowed."""
    if not isinstance(event, MatchStarted):
        raise BadRecord(say("A match begins with match-started."))
    if len(event.players) not in (2, 3):
        raise NotAllowed(say("Koi-Koi is played by two or three."), "match.players")
    if event.dealer >= len(event.players):
        raise NotAllowed(say("The dealer must be one of the players."))
    rules = rules_of(event.ruleset)
    length = event.rounds if event.rounds is not None else rules.match.rounds
    purse = event.purse if event.purse is not None else settlement.starting_purse(rules, length)
    players = tuple(name.strip() for name in event.players)
    return Match(
        players=players,
        rules=rules,
        scorer=scorer(rules),
        length=length,
        purse=purse,
        first_dealer=event.dealer,
        dealer=event.dealer,
        balance=(purse,) * len(players),
        play=fresh(len(players)),
        log=(Logged(0, event),),
        seq=event.seq or 1,
    )


def again(match: Match) -> MatchStarted:
    """The start of another match like this one: the same seats, rules, length and coins. Who would deal
    next in this match deals first."""
    return MatchStarted(
        players=match.players,
        ruleset=msgspec.to_builtins(match.rules),
        dealer=match.dealer,
        rounds=match.length,
        purse=match.purse,
    )


def applied(match: Match, event: AnyEvent) -> Match:
    """The match after one more event. Raises BadRecord, BadCards, NotAllowed when it has no meaning here."""
    if isinstance(event, TakenBack):
        return taken_back(match, event)
    after = _corrected(match, event) if isinstance(event, RoundCorrected) else folded(match, event)
    return logged(match, event, after)


def logged(match: Match, event: AnyEvent, after: Match) -> Match:
    """The match ``after`` an event that was folded into ``match``, with the event in its log."""
    log = (*match.log, Logged(_number(match, event), event))
    return replace(after, log=log, seq=event.seq or match.seq + 1)


def taken_back(match: Match, event: TakenBack) -> Match:
    """The match without the last event of its log. Raises NotAllowed where that is the start."""
    if len(match.log) < 2:
        raise NotAllowed(say("There is nothing to take back."))
    return replace(rewound(match, len(match.log) - 1), seq=event.seq or match.seq + 1)


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


def folded(match: Match, event: AnyEvent, number: int | None = None) -> Match:
    """The match after an event other than taking back and correcting, which is not logged yet.

    ``number``: the round that a lucky hand is known to belong to.
    """
    refuse_unseated(match, event)
    return step(event, reopened(match, event, number) or match)


def with_later_rounds(match: Match, corrected: Match, correction: RoundCorrected) -> Match:
    """A match with one round ``corrected``, and all rounds behind that one folded again."""
    log = (*match.log, Logged(correction.round, correction))
    after = _folded_again(replace(corrected, log=log), _is_played(log, correction.round))
    return replace(after, log=match.log)


def round_events(match: Match, number: int, places: int | None = None) -> tuple[AnyEvent, ...]:
    """The events of a round as it counts: those of its last correction, or as it was played.

    ``places``: how many events of the log are looked at; by default all.
    """
    played: list[AnyEvent] = []
    for past in match.log[:places]:
        if past.number != number:
            continue
        if isinstance(past.event, RoundCorrected):
            played = list(past.event.of_the_round)
        elif not isinstance(past.event, Ruling):
            played.append(past.event)
    return tuple(played)


def refuse_unseated(match: Match, event: AnyEvent) -> None:
    """Refuse a player who is not at the table, and points for other seats. Raises NotAllowed."""
    player = getattr(event, "player", None)
    if player is not None and player not in match.seats:
        raise NotAllowed(
            count(
                "There is no player %(player)d at this table of %(n)d.",
                "There is no player %(player)d at this table of %(n)d; seats count from 0.",
                len(match.players),
                player=player,
            )
        )
    if isinstance(event, PointsAdjusted) and len(event.points) != len(match.players):
        raise NotAllowed(say("An adjustment names the points of every player."))


def reopened(match: Match, event: AnyEvent, number: int | None = None) -> Match | None:
    """The deal that another lucky hand, or the dealt field, has just ended, where this hand was dealt in it.

    ``number`` is the round that the hand is known to belong to.
    """
    deal = _just_ended(match) if isinstance(event, HandShown) else None
    if deal is None or not isinstance(event, HandShown):
        return None
    of_this_round = (number or event.round) in (None, deal.number)
    already = any(hand.player == event.player for hand in deal.play.hands)
    return deal if of_this_round and not already else None


def _just_ended(match: Match) -> Match | None:
    """The match as it was before the deal ended, where dealt cards have just ended it."""
    hand_first = match.rules.deal.goes_first == "hand"
    void = match.play.just_voided
    if match.finished_early:
        return None
    if void is not None:
        before = replace(match, dealer=_dealer_before(match, match.dealer, 1), play=void)
        return before if hand_first and not void.hands else None
    done = len(match.rounds)
    if not done or match.play != fresh(len(match.players)):
        return None
    last = match.rounds[-1]
    ruled = any(ruling.after == done for ruling in match.adjustments)
    if ruled or last.result not in ("hand", "drawn") or not (last.play.hands or hand_first):
        return None
    balance = tuple(coins - moved for coins, moved in zip(last.balance, last.transfer, strict=True))
    return replace(match, rounds=match.rounds[:-1], balance=balance, dealer=last.dealer, play=last.play)


def _opening(match: Match, number: int) -> Match:
    """The match before the first event behind round ``number - 1``, from what its rounds hold.

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
        dealer=_dealer_before(match, later.dealer, len(later.play.voids)),
        play=fresh(seats),
        ended=None,
        left_out=False,
    )


def _dealer_before(match: Match, dealer: int, voids: int) -> int:
    """Who dealt before so many void deals."""
    swaps = voids if match.rules.deal.redeal_dealer == "swap" else 0
    return (dealer - swaps) % len(match.players)


def _corrected(match: Match, correction: RoundCorrected) -> Match:
    after = before_round(match, correction.round)
    for part in correction.of_the_round:
        after = folded(after, part, correction.round)
    return with_later_rounds(match, after, correction)


def _begins(log: Sequence[Logged], number: int) -> int:
    """The place of the first event behind round ``number - 1``, maybe a ruling; the length where none is."""
    places = (n for n, past in enumerate(log) if n and past.number >= number and not _corrects(past))
    return next(places, len(log))


def _is_played(log: Sequence[Logged], number: int) -> int:
    """The place of the first event of a round itself; the length where none is."""
    places = (n for n, past in enumerate(log) if past.number == number and isinstance(past.event, RoundEvent))
    return next(places, len(log))


def _corrects(past: Logged) -> bool:
    return isinstance(past.event, RoundCorrected)


def _folded_again(match: Match, place: int) -> Match:
    """The match with what its log holds from a place on folded into it, but rounds it has already.

    A corrected round is played by its last correction. Where the last of all corrections says so, what was
    logged before it and lies beyond the end of the match is left out; the corrected round counts in any case.
    """
    last, correction = _last_correction(match.log)
    corrections = {past.number: n for n, past in enumerate(match.log) if _corrects(past)}
    left_out = False
    for here, past in enumerate(match.log[place:], place):
        if _corrects(past):
            continue
        ruling = isinstance(past.event, Ruling)
        if correction is not None and correction.ends and here < last:
            beyond = not ruling and past.number > max(correction.round, len(match.rounds))
            left_out = left_out or (beyond and match.finished)
            if left_out:
                continue
        if ruling or here > corrections.get(past.number, -1):
            match = folded(match, past.event, past.number)
        elif past.number > len(match.rounds):  # the first event of the round stands for all of them
            for part in round_events(match, past.number, corrections[past.number] + 1):
                match = folded(match, part, past.number)
    return replace(match, left_out=left_out)


def _last_correction(log: Sequence[Logged]) -> tuple[int, RoundCorrected | None]:
    """The place of the last correction in a log and the correction; 0 and None without one."""
    for place in range(len(log) - 1, 0, -1):
        event = log[place].event
        if isinstance(event, RoundCorrected):
            return place, event
    return 0, None


def _number(match: Match, event: AnyEvent) -> int:
    """The number of the round that an event belongs to or corrects."""
    if isinstance(event, RoundCorrected):
        return event.round
    return (reopened(match, event) or match).number
