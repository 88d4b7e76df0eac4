"""A match is its events: ``replay`` folds them into the scoresheet.

Folding decides nothing that ``checking.check`` decides: it takes the events as the table's word. It refuses
only what has no meaning at all, such as a player who is not at the table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

import msgspec

from ..errors import BadRecord, NotAllowed
from ..rules.loading import rules as rules_of
from ..sentences import count, say
from . import settlement
from .events import AnyEvent, HandShown, MatchEnded, MatchStarted, PointsAdjusted, RoundCorrected, TakenBack
from .match import Match, fresh
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
        raise BadRecord(say("A match begins with match-started, and here is no event at all."))
    match = started(kept[0])
    for event in kept[1:]:
        match = applied(match, event)
    return replace(match, seq=seq)


def followed(events: Sequence[AnyEvent], allow: Callable[[Match | None, AnyEvent], None]) -> Iterator[Match]:
    """The match after each of the events; ``allow`` may refuse one by raising. Raises KoikoiError.

    A match to which a later event takes it back is kept until then, so that taking back folds nothing.
    """
    returns = _returns(events)
    kept: list[Match] = []
    match: Match | None = None
    for place, event in enumerate(events):
        allow(match, event)
        if match is None:
            match = started(event)
        elif isinstance(event, TakenBack) and kept:
            match = replace(kept.pop(), seq=event.seq or match.seq + 1)
        else:
            if place in returns:
                kept.append(match)
            match = applied(match, event)
        yield match


def _returns(events: Sequence[AnyEvent]) -> set[int]:
    """The places of the events that a later one takes back."""
    open_places: list[int] = []
    found: set[int] = set()
    for place, event in enumerate(events[1:], 1):
        if not isinstance(event, TakenBack):
            open_places.append(place)
        elif open_places:
            found.add(open_places.pop())
    return found


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
        length=length,
        purse=purse,
        first_dealer=event.dealer,
        dealer=event.dealer,
        balance=(purse,) * len(players),
        play=fresh(len(players)),
        log=(event,),
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
    seq = event.seq or match.seq + 1
    if isinstance(event, TakenBack):
        return replace(replay(match.log[:-1]), seq=seq)
    after = _corrected(match, event) if isinstance(event, RoundCorrected) else _folded(match, event)
    return replace(after, seq=seq, log=(*match.log, event))


def before_round(match: Match, number: int) -> Match:
    """The match as it was before a finished round, earlier corrections included. Raises NotAllowed."""
    if not 1 <= number <= len(match.rounds):
        raise NotAllowed(say("There is no finished round %(round)d to correct.", round=number))
    first = next(place for place, (tag, _) in enumerate(match.played) if tag == number)
    return _again(started(match.log[0]), match.played[:first])


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


def _folded(match: Match, event: AnyEvent, number: int | None = None) -> Match:
    """The match after an event other than taking back and correcting; its round may be known already."""
    refuse_unseated(match, event)
    before = reopened(match, event, number) or match
    number = 0 if isinstance(event, PointsAdjusted | MatchEnded) else before.number
    after = step(event, replace(before, reopened=None))
    return replace(after, played=(*match.played, (number, event)))


def _again(match: Match, played: Iterable[tuple[int, AnyEvent]], strict: bool = False) -> Match:
    """The match after what was played, each event with the number of its round (0: none).

    ``strict``: from the first round on that was played although the match was over, nothing counts; it is
    kept in ``played``.
    """
    over = False
    for tag, event in played:
        over = over or (strict and tag > len(match.rounds) and match.finished)
        match = replace(match, played=(*match.played, (tag, event))) if over else _folded(match, event, tag)
    return replace(match, ended="") if over else match


def _corrected(match: Match, event: RoundCorrected) -> Match:
    """All rounds again, one of them with other events."""
    again = before_round(match, event.round)
    rest = [(tag, later) for tag, later in match.played[len(again.played) :] if tag != event.round]
    again = _again(again, ((event.round, part) for part in event.of_the_round))  # counts in any case
    return _again(again, rest, strict=event.ends)


def in_round(event: AnyEvent, number: int) -> AnyEvent:
    """A lucky hand of a correction, told which round it belongs to."""
    if isinstance(event, HandShown) and event.round is None:
        return replace(event, round=number)
    return event


def reopened(match: Match, event: AnyEvent, number: int | None = None) -> Match | None:
    """The deal that another lucky hand, or the dealt field, has just ended, where this hand was dealt in it.

    ``number`` is the round that the hand is known to belong to.
    """
    before = match.reopened
    if not isinstance(event, HandShown) or before is None:
        return None
    of_this_round = (number or event.round) in (None, before.number)
    already = any(hand.player == event.player for hand in before.play.hands)
    return before if of_this_round and not already else None
