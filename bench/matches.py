"""Whole legal matches as lists of events, as tables might have recorded them: for the bench and for tests.

A played deal is told turn by turn, or as most tables enter it, when it is over; at some matches happens what
happens besides play: slips that are undone or corrected, rulings, an early end.

``python -m bench.matches DIR --matches 10000 --seed 1`` makes the folder of an installation with ten years of
them; the same seed gives the same matches.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any, Final, NamedTuple

import msgspec

from scorekeeper.installation import Installation
from scorekeeper.koikoi.cards import BRIGHTS, CHAFF, RAIN_MAN, each, months, of_month, text
from scorekeeper.koikoi.errors import KoikoiError
from scorekeeper.koikoi.match.events import (
    AnyEvent,
    DealVoided,
    FieldDealt,
    HandShown,
    KoikoiCalled,
    MatchEnded,
    MatchStarted,
    PointsAdjusted,
    RoundCorrected,
    RoundEvent,
    RoundExhausted,
    RoundWon,
    TakenBack,
    TurnTaken,
    as_values,
)
from scorekeeper.koikoi.match.follow import follow, follow_all
from scorekeeper.koikoi.match.match import Match
from scorekeeper.koikoi.match.undo import with_ids
from scorekeeper.koikoi.pile import Pile, pile
from scorekeeper.koikoi.rules.deal import field_outcome
from scorekeeper.koikoi.rules.loader import rules
from scorekeeper.koikoi.rules.ruleset import stop_counts_all
from scorekeeper.koikoi.simulation.deals import Deal, deal, deciding, is_over, opened
from scorekeeper.koikoi.simulation.game import Game, below
from scorekeeper.koikoi.simulation.policies import POLICIES
from scorekeeper.koikoi.simulation.turns import PlayedDeal, Turn, play
from scorekeeper.storage import FolderStorage
from scorekeeper.times import utc_text

YEARS: Final = 10
BEGIN: Final = datetime(2016, 1, 1, tzinfo=UTC)
_MOST_IN_AN_EVENING: Final = 5
_THREE, _LIVE, _SHORT = 0.2, 0.08, 0.15  # shares: evenings of three; matches entered live, of six rounds
_MISDEALT: Final = 0.005  # the share of deals
_NOTICED: Final = 0.5  # the share of slips that are corrected before one more round is played
_A_ROUND, _A_TURN, _AN_ENTRY = 150, 12, 8  # seconds
_MOST_ROUNDS: Final = 99  # a target that nobody reaches
_ID: Final = 64  # bits of the id of an entry

Entry = list[RoundEvent]  # events that are entered at once, as in ``match.undo``


class Style(NamedTuple):
    """How a table enters its rounds; each is the share, from 0 to 1, of rounds, or of calls, entered so."""

    turns: float = 0  # turn by turn
    losers: float = 1  # with the cards of all players, not only of those who are paid
    named: float = 0  # with the names of all chaff
    called: float = 0  # koi-koi with the cards at that moment


AT_THE_END: Final = Style(losers=0.6, named=0.1, called=0.3)
TURN_BY_TURN: Final = Style(turns=1)


class Incidents(NamedTuple):
    """How likely each is, from 0 to 1: the first three in every round, the others in every match."""

    undone: float = 0  # an entry with a slip that is taken back and entered again
    corrected: float = 0  # a round with a slip that is corrected later
    ruled: float = 0  # points adjusted
    ended: float = 0  # ended early
    unfinished: float = 0  # simply left


NONE: Final = Incidents()
NOW_AND_THEN: Final = Incidents(undone=0.03, corrected=0.02, ruled=0.01, ended=0.03, unfinished=0.04)


class Player(NamedTuple):
    """Somebody, as they are written from time to time, the usual way first; and the policy they play by."""

    names: tuple[str, ...]
    policy: str


class Circle(NamedTuple):
    """Who plays with whom, and the rule sets they play by, the usual one first."""

    players: tuple[Player, ...]
    rule_sets: tuple[str, ...]


class Simulated(NamedTuple):
    """A match with its id and its events, as the store takes them."""

    id: str
    events: list[dict[str, Any]]


def _circle(rule_sets: str, *players: str) -> Circle:
    """Rule sets, and each player as ``policy: name, name, …``."""
    parts = [player.split(": ") for player in players]
    return Circle(
        tuple(Player(tuple(names.split(",")), policy) for policy, names in parts), tuple(rule_sets.split())
    )


CIRCLES: Final = (
    _circle(
        "polish_booklet mongolopedia polish_all",
        *(
            "careful: Zosia,zosia,Zofia",
            "bold: Łukasz,Lukasz,ŁUKASZ",
            "cautious: Babcia",
            "random: Staś,Stas",
        ),
    ),
    _circle(
        "russian russian_all russian_no_mult",
        *("careful: Иван,иван,Ваня", "careful: Алёна,Алена", "bold: Дмитрий,Дима"),
    ),
    _circle(
        "nintendo_jp koikoi_japan tengudo amuse_gion",
        *(
            "careful: さくら,サクラ,桜",
            "bold: 健太,けんた",
            "cautious: 祖母,おばあちゃん",
            "careful: Ono-san,小野さん",
        ),
    ),
    _circle("dutch bga", "careful: Jan-Willem,Jan Willem,JW", "bold: Noor", "cautious: Daphne"),
    _circle(
        "default wiki_pagat classic rulebook ww51",
        *("careful: Anna,anna,Anna ,Ann", "careful: Ben,Benjamin", "bold: Chris"),
        *("cautious: Zoë,Zoe", "random: José,Jose"),
    ),
)


def simulated(matches: int, seed: int) -> Iterator[Simulated]:
    """So many matches of ten years, the oldest first."""
    chance = Random(seed)
    for begin, in_evening in _evenings(matches, chance):
        circle = chance.choice(CIRCLES)
        seats = 3 if chance.random() < _THREE else 2
        players = chance.sample(circle.players, seats)
        usual = circle.rule_sets[0] if chance.random() < 0.6 else chance.choice(circle.rule_sets)
        for _ in range(in_evening):
            match = _match(_game(usual, seats), players, begin, chance)
            yield match
            pause = timedelta(minutes=chance.uniform(3, 15))
            begin = datetime.fromisoformat(match.events[-1]["at"]) + pause


def fill(folder: Path, matches: int, seed: int) -> int:
    """Store so many matches in the installation of a folder; returns how many events they have."""
    installation = Installation(folder)
    store = FolderStorage(folder).open_store()
    events = 0
    try:
        store._db.execute("PRAGMA synchronous = OFF")  # these need not survive a power cut
        for match in simulated(matches, seed):
            store.create(match.id, match.events)
            events += len(match.events)
    finally:
        store.close()
        installation.release()
    return events


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.matches", description=__doc__)
    parser.add_argument("folder", type=Path, metavar="DIR", help="the folder of the installation")
    parser.add_argument("--matches", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    started = perf_counter()
    events = fill(wanted.folder, wanted.matches, wanted.seed)
    print(f"{wanted.matches} matches, {events} events in {perf_counter() - started:.0f} s", file=sys.stderr)


def _evenings(matches: int, chance: Random) -> Iterator[tuple[datetime, int]]:
    """When each evening begins and how many matches it has, in order."""
    sizes: list[int] = []
    while sum(sizes) < matches:
        sizes.append(min(chance.randint(1, _MOST_IN_AN_EVENING), matches - sum(sizes)))
    begins = sorted(chance.uniform(0, YEARS * 365) for _ in sizes)
    for days, size in zip(begins, sizes, strict=True):
        yield BEGIN + timedelta(days=days), size


def _match(game: Game, players: Sequence[Player], begin: datetime, chance: Random) -> Simulated:
    names = [chance.choice(player.names) if chance.random() < 0.2 else player.names[0] for player in players]
    turns = chance.random() < _LIVE
    events = record(
        game,
        names,
        chance,
        [player.policy for player in players],
        style=AT_THE_END._replace(turns=float(turns)),
        incidents=NOW_AND_THEN,
        at=lambda seconds: utc_text((begin + timedelta(seconds=seconds)).isoformat()),
        rounds=6 if chance.random() < _SHORT else None,
    )
    return Simulated(f"{chance.getrandbits(128):032x}", [as_values(event) for event in events])


@cache
def _game(name: str, seats: int) -> Game:
    return Game(rules(name), seats)


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
        players=tuple(players), ruleset=game.complete, dealer=below(chance, len(players)), rounds=rounds
    )
    recorder = _Recorder(game, policies, style, incidents, chance, at, start)
    recorder.play()
    return recorder.events


class _Recorder:
    """The players of one match, whoever enters it, and what was entered so far."""

    def __init__(
        self,
        game: Game,
        policies: Sequence[str],
        style: Style,
        incidents: Incidents,
        chance: Random,
        at: Callable[[float], str] | None,
        start: MatchStarted,
    ) -> None:
        self.game, self.chance, self.style, self.incidents = game, chance, style, incidents
        self.policies = [POLICIES[name] for name in policies]
        self.to_correct: list[RoundCorrected] = []  # rounds that were entered with a slip
        self._at, self._seconds = at, 0.0
        self.events = self._with_ids([start])
        self.match = follow(None, self.events[0])

    def enter(self, entry: Sequence[AnyEvent], seconds: float = _AN_ENTRY) -> Match:
        """The match after the events of an entry, made this many seconds after the last, or a bit later."""
        self._seconds += seconds * (1 + self.chance.random())
        for event in self._with_ids(entry):
            self.match = follow(self.match, event)
            self.events.append(event)
        return self.match

    def _with_ids(self, entry: Sequence[AnyEvent]) -> list[AnyEvent]:
        """The events of an entry with their ids and their time."""
        events = with_ids(f"{self.chance.getrandbits(_ID):016x}", entry)
        at = self._at(self._seconds) if self._at else ""
        return [msgspec.structs.replace(event, at=at) for event in events] if at else events

    def play(self) -> None:
        """Play until the match is over, or left early."""
        last, is_ended = _last_round_played(self.match, self.incidents, self.chance)
        most = _MOST_ROUNDS if last is None else last
        while self._goes_on(most):
            self._round()
            if self.to_correct and self.chance.random() < _NOTICED:
                self._correct()
            if not self.match.finished and self.chance.random() < self.incidents.ruled:
                self.enter([_ruling(self.match, self.chance)])
        if is_ended and not self.match.finished:
            self.enter([MatchEnded(reason="It got late.")])

    def _goes_on(self, most: int) -> bool:
        """Whether another round is played; before the end all slips are corrected."""
        if self.match.finished or len(self.match.rounds) >= most:
            self._correct()
        return not self.match.finished and len(self.match.rounds) < most

    def _round(self) -> None:
        """Play and enter a round; void deals are dealt again."""
        done = len(self.match.rounds)
        before: list[RoundEvent] = []  # what was entered of the round before its turns
        while len(self.match.rounds) == done:
            if self.chance.random() < _MISDEALT:
                self._enter_deal([DealVoided(reason="Dealt wrongly.")], before)
                continue
            voids, dealt = self.match.play.voids, deal(self.game, self.chance)
            self._enter_deal(self._events_of(dealt), before)
            if not is_over(self.match, voids, done):
                self._play(dealt, before)

    def _enter_deal(
        self, events: Sequence[FieldDealt | HandShown | DealVoided], before: list[RoundEvent]
    ) -> None:
        """Enter what was dealt, as far as it is needed."""

        _, many = opened(self.match, events, lambda _match, event: self.enter([event]))
        before += events[:many]

    def _events_of(self, dealt: Deal) -> list[FieldDealt | HandShown | DealVoided]:
        """What is entered of a deal: what decides it, and the field where the rules ask for it."""
        events = deciding(self.game, dealt, self.match.number)
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
        match = self.match
        played = play(self.game, dealt, match.dealer, match.number, self.policies, self.chance)
        entered = entries(self.game, played, match.number, self.style, self.chance)
        pause = _A_TURN if len(entered) > 1 else _A_ROUND
        undone = below(self.chance, len(entered)) if self.chance.random() < self.incidents.undone else None
        for place, entry in enumerate(entered):
            if place == undone:
                self._undo(entry, pause)
            elif len(entered) == 1 and self.chance.random() < self.incidents.corrected:
                entry = self._with_slip(entry, before)
            self.enter(entry, pause)

    def _undo(self, entry: Entry, pause: float) -> None:
        """Enter an entry with a slip, and take it back."""
        slip = _slipped(self.match, entry, self.chance)
        if slip:
            self.enter(slip, pause)
            self.enter([TakenBack()] * len(slip))

    def _with_slip(self, entry: Entry, before: Sequence[RoundEvent]) -> Entry:
        """The entry of a whole round with a slip, where there can be one, which will be corrected."""
        slip = _slipped(self.match, entry, self.chance)
        if not slip:
            return entry
        self.to_correct.append(RoundCorrected(round=self.match.number, events=(*before, *entry)))
        return slip

    def _correct(self) -> None:
        while self.to_correct:
            self.enter([self.to_correct.pop(0)])


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
        points=tuple(points * ((seat == payee) - (seat == payer)) for seat in match.seats),
        reason="Looked into the stock.",
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


def entries(game: Game, played: PlayedDeal, number: int, style: Style, chance: Random) -> list[Entry]:
    """The entries of a deal of round ``number`` that was played to its end."""
    if chance.random() < style.turns:
        return _turn_by_turn(game, played)
    return [_at_the_end(game, played, number, style, chance)]


def _turn_by_turn(game: Game, played: PlayedDeal) -> list[Entry]:
    turns = [_turn(game, turn) for turn in played.turns]
    return turns if played.stopped is not None else [*turns, [RoundExhausted()]]


def _turn(game: Game, turn: Turn) -> Entry:
    """A turn, with the call at its end."""
    field = months(turn.field) if game.asked_on_field else ()
    taken = TurnTaken(player=turn.player, captured=text(turn.captured), field=field)
    if turn.end is None or not turn.end.decision.due:
        return [taken]
    return [taken, KoikoiCalled(player=turn.player) if turn.koikoi else RoundWon(player=turn.player)]


def _at_the_end(game: Game, played: PlayedDeal, number: int, style: Style, chance: Random) -> Entry:
    is_named = chance.random() < style.named
    events = _calls(game, played, number, style, chance)
    with_all = chance.random() < style.losers or _matters(game, played)
    piles = tuple(
        _written(game, pile, number, is_named) if with_all or seat == played.stopped else None
        for seat, pile in enumerate(played.piles)
    )
    field = months(played.turns[-1].field) if game.asked_on_field else ()
    if played.stopped is None:
        return [*events, RoundExhausted(piles=piles if with_all else (), field=field)]
    return [*events, RoundWon(player=played.stopped, piles=piles, field=field)]


def _calls(game: Game, played: PlayedDeal, number: int, style: Style, chance: Random) -> Entry:
    """The koi-koi calls in their order, some with the cards that were captured by then."""
    events: Entry = []
    held = [0] * game.seats
    for turn in played.turns:
        held[turn.player] |= turn.captured
        if turn.koikoi:
            shows = chance.random() < style.called
            pile = _written(game, held[turn.player], number, False) if shows else None
            events.append(KoikoiCalled(player=turn.player, pile=pile))
    return events


def _written(game: Game, cards: int, number: int, is_named: bool) -> str:
    """A pile as a table enters it: chaff is counted unless the rules, or the players, name it."""
    if is_named:
        return text(cards)
    plan = game.scorer.plan
    named = plan.asks_chaff(number)
    for month in plan.asks_months(number):
        if not of_month(month) & ~cards:
            named |= of_month(month)
    counted = cards & CHAFF & ~named
    return str(Pile(cards & ~counted, counted.bit_count()))


def _matters(game: Game, played: PlayedDeal) -> bool:
    """Whether what is paid depends on cards of others than of the player who stopped."""
    if played.stopped is not None:
        return stop_counts_all(game.rules)
    return (game.rules.exhausted.no_yaku, game.rules.exhausted.held_yaku) != ("draw", "draw")


if __name__ == "__main__":
    main()
