"""Whole legal matches as lists of events, as a table might have recorded them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from ..cards import BRIGHTS, RAIN_MAN, text
from ..match.events import (
    AnyEvent,
    DealVoided,
    FieldDealt,
    HandShown,
    MatchEnded,
    MatchStarted,
    RoundCorrected,
    RoundEvent,
    TakenBack,
)
from ..match.match import Match
from ..rules.deal import field_outcome
from ..rules.loader import rules as rules_of
from ..rules.ruleset import RuleSet
from .chance import Chance, below
from .dealing import Deal, deal, deciding, is_over, opened
from .game import Game
from .incidents import NONE, WHY_ENDED, Incidents, last_round_played, ruling, slipped
from .log import Log
from .playing import play
from .policies import POLICIES, Policy
from .telling import AT_THE_END, Telling, Told, told

_MISDEALT: Final = 0.005  # the share of deals
_WHY_VOID: Final = "Dealt wrongly."
_NOTICED: Final = 0.5  # the share of slips that are corrected before one more round is played
_A_ROUND, _A_TURN, _AN_ENTRY = 150, 12, 8  # seconds
_MOST_ROUNDS: Final = 99  # a target that nobody reaches


def record(
    ruleset: str | dict[str, Any] | RuleSet | Game,
    players: Sequence[str],
    chance: Chance,
    policies: Sequence[str],
    *,
    telling: Telling = AT_THE_END,
    incidents: Incidents = NONE,
    at: Callable[[float], str] | None = None,
    rounds: int | None = None,
) -> list[AnyEvent]:
    """The events of a match with their ids: each is what ``follow`` allows after those before it.

    ``policies``: the name of the policy of each seat. ``at``: the time so many seconds after the start, as
    events have it; without it they have none. ``rounds``: how many, if not as the rules say.
    Raises BadRuleset, and NotAllowed where the players cannot play by these rules.
    """
    game = ruleset if isinstance(ruleset, Game) else game_of(ruleset, len(players))
    start = MatchStarted(
        players=tuple(players),
        ruleset=game.complete,
        dealer=below(chance, len(players)),
        rounds=rounds,
    )
    log = Log(start, chance, at)
    _Evening(game, [POLICIES[name] for name in policies], telling, incidents, chance, log).play()
    return log.events


def game_of(ruleset: str | dict[str, Any] | RuleSet, seats: int) -> Game:
    """A rule set, as a record may name it, prepared for so many players. Raises BadRuleset."""
    return Game(ruleset if isinstance(ruleset, RuleSet) else rules_of(ruleset), seats)


class _Evening:
    """The players of one match, and whoever enters it."""

    def __init__(
        self,
        game: Game,
        policies: Sequence[Policy],
        telling: Telling,
        incidents: Incidents,
        chance: Chance,
        log: Log,
    ) -> None:
        self.game, self.policies, self.chance, self.log = game, policies, chance, log
        self.telling, self.incidents = telling, incidents
        self.to_correct: list[RoundCorrected] = []  # rounds that were entered with a slip

    def play(self) -> None:
        """Play until the match is over, or left early."""
        last, is_ended = last_round_played(self.log.match, self.incidents, self.chance)
        most = _MOST_ROUNDS if last is None else last
        while self._goes_on(most):
            self._round()
            if self.to_correct and self.chance.random() < _NOTICED:
                self._correct()
            if not self.log.match.finished and self.chance.random() < self.incidents.ruled:
                self.log.enter([ruling(self.log.match, self.chance)], _AN_ENTRY)
        if is_ended and not self.log.match.finished:
            self.log.enter([MatchEnded(reason=WHY_ENDED)], _AN_ENTRY)

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
            self._enter_deal(self._told_of(dealt), before)
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

    def _told_of(self, dealt: Deal) -> list[FieldDealt | HandShown | DealVoided]:
        """What is told of a deal: what decides it, and the field where the rules ask for it."""
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
        entries = told(self.game, played, match.number, self.telling, self.chance)
        pause = _A_TURN if len(entries) > 1 else _A_ROUND
        undone = below(self.chance, len(entries)) if self.chance.random() < self.incidents.undone else None
        for place, entry in enumerate(entries):
            if place == undone:
                self._undo(entry, pause)
            elif len(entries) == 1 and self.chance.random() < self.incidents.corrected:
                entry = self._with_slip(entry, before)
            self.log.enter(entry, pause)

    def _undo(self, entry: Told, pause: float) -> None:
        """Enter an entry with a slip, and take it back."""
        slip = slipped(self.log.match, entry, self.chance)
        if slip:
            self.log.enter(slip, pause)
            self.log.enter([TakenBack()] * len(slip), _AN_ENTRY)

    def _with_slip(self, entry: Told, before: Sequence[RoundEvent]) -> Told:
        """The entry of a whole round with a slip, where there can be one, which will be corrected."""
        slip = slipped(self.log.match, entry, self.chance)
        if not slip:
            return entry
        self.to_correct.append(RoundCorrected(round=self.log.match.number, events=(*before, *entry)))
        return slip

    def _correct(self) -> None:
        while self.to_correct:
            self.log.enter([self.to_correct.pop(0)], _AN_ENTRY)
