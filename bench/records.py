"""Whole legal matches as lists of events, as tables might have recorded them.

At some of them happens what happens besides play: slips that are undone or corrected, rulings, an early end.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Final, NamedTuple

import msgspec

from scorekeeper.koikoi.cards import BRIGHTS, RAIN_MAN, each, text
from scorekeeper.koikoi.errors import KoikoiError
from scorekeeper.koikoi.match.events import (
    AnyEvent,
    DealVoided,
    FieldDealt,
    HandShown,
    MatchEnded,
    MatchStarted,
    PointsAdjusted,
    RoundCorrected,
    RoundEvent,
    RoundWon,
    TakenBack,
    TurnTaken,
)
from scorekeeper.koikoi.match.follow import follow, follow_all
from scorekeeper.koikoi.match.match import Match
from scorekeeper.koikoi.match.undo import with_ids
from scorekeeper.koikoi.pile import Pile, pile
from scorekeeper.koikoi.rules.deal import field_outcome
from scorekeeper.koikoi.simulation.deals import Deal, deal, deciding, is_over, opened
from scorekeeper.koikoi.simulation.game import Game, below
from scorekeeper.koikoi.simulation.policies import POLICIES, Policy
from scorekeeper.koikoi.simulation.turns import play

from .entries import AT_THE_END, Entry, Style, entries

_MISDEALT: Final = 0.005  # the share of deals
_WHY_VOID: Final = "Dealt wrongly."
_NOTICED: Final = 0.5  # the share of slips that are corrected before one more round is played
_A_ROUND, _A_TURN, _AN_ENTRY = 150, 12, 8  # seconds
_MOST_ROUNDS: Final = 99  # a target that nobody reaches
_ID: Final = 64  # bits of the id of an entry


class Incidents(NamedTuple):
    """How likely each is, from 0 to 1: the first three in every round, the others in every match."""

    undone: float = 0  # an entry with a slip that is taken back and entered again
    corrected: float = 0  # a round with a slip that is corrected later
    ruled: float = 0  # points adjusted
    ended: float = 0  # ended early
    unfinished: float = 0  # simply left


NONE: Final = Incidents()
NOW_AND_THEN: Final = Incidents(undone=0.03, corrected=0.02, ruled=0.01, ended=0.03, unfinished=0.04)

_WHY_RULED: Final = "Looked into the stock."
_WHY_ENDED: Final = "It got late."


def record(
    game: Game,
    players: Sequence[str],
    chance: Random,
    policies: Sequence[str],
    *,
    style: Style = AT_THE_END,
    incidents: Incidents = NONE,
    at: Callable[[float], str] | None = None,
    rounds: int | None = None,
) -> list[AnyEvent]:
    """The events of a match with their ids: each is what ``follow`` allows after those before it.

    ``policies``: the name of the policy of each seat. ``at``: the time so many seconds after the start, as
    events have it; without it they have none. ``rounds``: how many, if not as the rules say.
    Raises NotAllowed where the players cannot play by these rules.
    """
    start = MatchStarted(
        players=tuple(players),
        ruleset=game.complete,
        dealer=below(chance, len(players)),
        rounds=rounds,
    )
    log = _Log(start, chance, at)
    _Evening(game, [POLICIES[name] for name in policies], style, incidents, chance, log).play()
    return log.events


class _Evening:
    """The players of one match, and whoever enters it."""

    def __init__(
        self,
        game: Game,
        policies: Sequence[Policy],
        style: Style,
        incidents: Incidents,
        chance: Random,
        log: _Log,
    ) -> None:
        self.game, self.policies, self.chance, self.log = game, policies, chance, log
        self.style, self.incidents = style, incidents
        self.to_correct: list[RoundCorrected] = []  # rounds that were entered with a slip

    def play(self) -> None:
        """Play until the match is over, or left early."""
        last, is_ended = _last_round_played(self.log.match, self.incidents, self.chance)
        most = _MOST_ROUNDS if last is None else last
        while self._goes_on(most):
            self._round()
            if self.to_correct and self.chance.random() < _NOTICED:
                self._correct()
            if not self.log.match.finished and self.chance.random() < self.incidents.ruled:
                self.log.enter([_ruling(self.log.match, self.chance)], _AN_ENTRY)
        if is_ended and not self.log.match.finished:
            self.log.enter([MatchEnded(reason=_WHY_ENDED)], _AN_ENTRY)

    def _goes_on(self, most: int) -> bool:
        """Whether another round is played; before the end all slips are corrected."""
        if self.log.match.finished or len(self.log.match.rounds) >= most:
            self._correct()
        return not self.log.match.finished and len(self.log.match.rounds) < most

    def _round(self) -> None:
        """Play and enter a round; void deals are dealt again."""
        done = len(self.log.match.rounds)
        before: list[RoundEvent] = []  # what was entered of the round before its turns
        while len(self.log.match.rounds) == done:
            if self.chance.random() < _MISDEALT:
                self._enter_deal([DealVoided(reason=_WHY_VOID)], before)
                continue
            voids, dealt = self.log.match.play.voids, deal(self.game, self.chance)
            self._enter_deal(self._events_of(dealt), before)
            if not is_over(self.log.match, voids, done):
                self._play(dealt, before)

    def _enter_deal(
        self, events: Sequence[FieldDealt | HandShown | DealVoided], before: list[RoundEvent]
    ) -> None:
        """Enter what was dealt, as far as it is needed."""

        def step(match: Match, event: AnyEvent) -> Match:
            return self.log.enter([event], _AN_ENTRY)

        _, many = opened(self.log.match, events, step)
        before += events[:many]

    def _events_of(self, dealt: Deal) -> list[FieldDealt | HandShown | DealVoided]:
        """What is entered of a deal: what decides it, and the field where the rules ask for it."""
        events = deciding(self.game, dealt, self.log.match.number)
        if self.game.asks_dealt and not (events and isinstance(events[0], FieldDealt)):
            return [self._field_of(dealt), *events]
        outcome = field_outcome(self.game.rules, dealt.field) if len(events) == 1 else None
        if outcome and outcome.points is None and self.chance.random() < 0.5:
            return [DealVoided()]
        return [*events]

    def _field_of(self, dealt: Deal) -> FieldDealt:
        """The dealt field by its cards, or by its number of brights."""
        if self.chance.random() < 0.5:
            return FieldDealt(cards=text(dealt.field))
        counting = BRIGHTS if self.game.scorer.plan.rain_man_counts else BRIGHTS & ~RAIN_MAN
        return FieldDealt(brights=(dealt.field & counting).bit_count())

    def _play(self, dealt: Deal, before: Sequence[RoundEvent]) -> None:
        """Play a deal, and enter it."""
        match = self.log.match
        played = play(self.game, dealt, match.dealer, match.number, self.policies, self.chance)
        entered = entries(self.game, played, match.number, self.style, self.chance)
        pause = _A_TURN if len(entered) > 1 else _A_ROUND
        undone = below(self.chance, len(entered)) if self.chance.random() < self.incidents.undone else None
        for place, entry in enumerate(entered):
            if place == undone:
                self._undo(entry, pause)
            elif len(entered) == 1 and self.chance.random() < self.incidents.corrected:
                entry = self._with_slip(entry, before)
            self.log.enter(entry, pause)

    def _undo(self, entry: Entry, pause: float) -> None:
        """Enter an entry with a slip, and take it back."""
        slip = _slipped(self.log.match, entry, self.chance)
        if slip:
            self.log.enter(slip, pause)
            self.log.enter([TakenBack()] * len(slip), _AN_ENTRY)

    def _with_slip(self, entry: Entry, before: Sequence[RoundEvent]) -> Entry:
        """The entry of a whole round with a slip, where there can be one, which will be corrected."""
        slip = _slipped(self.log.match, entry, self.chance)
        if not slip:
            return entry
        self.to_correct.append(RoundCorrected(round=self.log.match.number, events=(*before, *entry)))
        return slip

    def _correct(self) -> None:
        while self.to_correct:
            self.log.enter([self.to_correct.pop(0)], _AN_ENTRY)


class _Log:
    """The events so far, and the match that they make.

    ``at``: the time so many seconds after the start, as events have it; without it they have none.
    """

    def __init__(self, start: MatchStarted, chance: Random, at: Callable[[float], str] | None) -> None:
        self._chance, self._at, self._seconds = chance, at, 0.0
        self.events: list[AnyEvent] = []
        (first,) = self._with_ids([start])
        self.events.append(first)
        self.match: Match = follow(None, first)

    def enter(self, entry: Sequence[AnyEvent], seconds: float) -> Match:
        """The match after the events of an entry, made this many seconds after the last, or a bit later."""
        self._seconds += seconds * (1 + self._chance.random())
        for event in self._with_ids(entry):
            self.match = follow(self.match, event)
            self.events.append(event)
        return self.match

    def _with_ids(self, entry: Sequence[AnyEvent]) -> list[AnyEvent]:
        """The events of an entry with their ids and their time."""
        events = with_ids(f"{self._chance.getrandbits(_ID):016x}", entry)
        if self._at is None:
            return events
        return [msgspec.structs.replace(event, at=self._at(self._seconds)) for event in events]


def _slipped(match: Match, entry: Entry, chance: Random) -> Entry | None:
    """The entry as a wrong tap makes it, where the rules still allow it; None where they do not."""
    last = entry[-1]
    wrong: RoundWon | TurnTaken | None = None
    if isinstance(last, RoundWon) and last.piles:
        wrong = _one_card_less(last, chance)
    elif isinstance(last, TurnTaken) and last.captured:
        wrong = TurnTaken(player=last.player)
    if wrong is None:
        return None
    slip = [*entry[:-1], wrong]
    try:
        follow_all(match, slip)
    except KoikoiError:
        return None
    return slip


def _ruling(match: Match, chance: Random) -> PointsAdjusted:
    """A point or two from one player to the next."""
    points, payer = 1 + below(chance, 2), below(chance, len(match.players))
    payee = (payer + 1) % len(match.players)
    return PointsAdjusted(
        points=tuple(points * ((seat == payee) - (seat == payer)) for seat in match.seats), reason=_WHY_RULED
    )


def _last_round_played(match: Match, incidents: Incidents, chance: Random) -> tuple[int | None, bool]:
    """After how many rounds the match is left early, None if it is not; and whether the players end it."""
    drawn = chance.random()
    if drawn >= incidents.ended + incidents.unfinished:
        return None, False
    return below(chance, match.length or 12), drawn < incidents.ended


def _one_card_less(won: RoundWon, chance: Random) -> RoundWon | None:
    """The round with one of the winner's named cards forgotten."""
    held = pile(won.piles[won.player] or "")
    named = [card.bit for card in each(held.cards)]
    if not named:
        return None
    less = str(Pile(held.cards & ~named[below(chance, len(named))], held.chaff))
    piles = (*won.piles[: won.player], less, *won.piles[won.player + 1 :])
    return msgspec.structs.replace(won, piles=piles)
