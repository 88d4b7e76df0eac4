"""The turns of one deal: cards are played and captured, and whoever may stops or calls koi-koi."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import NamedTuple

from ..cards import BRIGHTS, LIGHTNING, months, of_month
from ..match.calls import TurnEnd, end_with
from ..pile import Pile
from ..scoring.score import Circumstances
from .deals import Deal
from .game import MONTH, Chance, Game
from .policies import TAKES, Move, Policy, StopOrCall, moves_with, usual_moves

_AUGUST = of_month(8)


class Turn(NamedTuple):
    """One turn: what it captured, the field after it, and the decision at its end, where one was due."""

    player: int
    captured: int
    field: int
    end: TurnEnd | None
    koikoi: bool


class PlayedDeal(NamedTuple):
    """A deal that was played to its end; ``stopped``: who said shōbu, None where the hands were empty."""

    dealt: Deal
    turns: list[Turn]
    piles: list[int]
    calls: list[int]
    called: list[tuple[Pile, ...]]  # what each seat held at each of its calls
    stopped: int | None


def play(
    game: Game, dealt: Deal, dealer: int, number: int, policies: Sequence[Policy], chance: Chance
) -> PlayedDeal:
    """Play the turns of a deal of round ``number``."""
    return _Table(game, dealt, number, policies, chance).played(dealer)


def play_both_ways(
    game: Game,
    dealt: Deal,
    dealer: int,
    number: int,
    policies: Sequence[Policy],
    chances: tuple[Chance, Chance],
) -> tuple[PlayedDeal, PlayedDeal | None]:
    """Play a deal, and play it on from its first choice between stopping and koi-koi with the other answer.

    Both are the same up to that choice, the cards still to be drawn too. None where there was no choice. The
    second chance is for the second playing, so that the first is as ``play`` plays it.
    """
    first, second = chances
    table = _Table(game, dealt, number, policies, first)
    table.second = second
    played = table.played(dealer)
    return played, table.other.played(dealer) if table.other else None


class _Table:
    """The cards and calls while a deal is played."""

    def __init__(
        self, game: Game, dealt: Deal, number: int, policies: Sequence[Policy], chance: Chance
    ) -> None:
        self.game, self.dealt, self.policies, self.chance = game, dealt, policies, chance
        self.number = number if game.asks_round else None
        self.hands = [list(hand) for hand in dealt.hands]
        self.field, self.stock = dealt.field, list(dealt.stock)
        self.dealt_brights = dealt.field & BRIGHTS if game.asks_dealt else 0
        self.piles, self.calls = [0] * game.seats, [0] * game.seats
        self.called: list[tuple[Pile, ...]] = [()] * game.seats
        self.seen: list[tuple[int, ...]] = [()] * game.seats
        self.turns: list[Turn] = []
        lightning = game.rules.play.lightning
        self.is_wild = lightning == "wild" or (lightning == "wild_if_august" and bool(dealt.field & _AUGUST))
        self.broken = 0  # the months that the wild lightning broke up
        self.stopped: int | None = None
        self.second: Chance | None = None  # of the playing with the other answer, where that is wanted
        self.other: _Table | None = None  # the table after the other answer to the first choice

    def played(self, dealer: int) -> PlayedDeal:
        """Play the turns that are left."""
        game = self.game
        for turn in range(len(self.turns), game.turns):
            if self.stopped is not None:
                break
            self._play((dealer + turn) % game.seats, (game.turns - 1 - turn) // game.seats)
        return PlayedDeal(self.dealt, self.turns, self.piles, self.calls, self.called, self.stopped)

    def _play(self, seat: int, left: int) -> None:
        """Play a turn; ``left``: how many this player has after it."""
        before = self.piles[seat]
        if self.game.is_usual:
            self._usual_turn(seat)
        else:
            self._turn(seat)
        captured = self.piles[seat] & ~before
        # without a capture a yaku is new only where the weather has left the field
        end = self._end(seat, before, left) if captured or self.game.asked_on_field else None
        if end is None or not end.decision.due:
            self.turns.append(Turn(seat, captured, self.field, end, False))
            return
        may_choose = end.decision.koikoi and end.decision.stop
        koikoi = self._calls(seat, end, left) if may_choose else end.decision.koikoi
        if may_choose and self.second is not None and self.other is None:  # the first choice of the deal
            self.other = self._copy(self.second)
            self.other._decide(seat, captured, end, not koikoi)
        self._decide(seat, captured, end, koikoi)

    def _decide(self, seat: int, captured: int, end: TurnEnd, koikoi: bool) -> None:
        """End a turn with a koi-koi, or stop the round."""
        self.calls[seat] += koikoi
        if koikoi:
            self.called[seat] += (Pile(self.piles[seat]),)
        self.turns.append(Turn(seat, captured, self.field, end, koikoi))
        self.stopped = None if koikoi else seat

    def _copy(self, chance: Chance) -> _Table:
        """The table as it is, to be played on apart from this one."""
        other = copy(self)
        other.chance, other.second = chance, None
        other.hands = [hand.copy() for hand in self.hands]
        other.stock, other.turns = self.stock.copy(), self.turns.copy()
        other.piles, other.calls, other.seen = self.piles.copy(), self.calls.copy(), self.seen.copy()
        other.called = self.called.copy()
        return other

    def _end(self, seat: int, before: int, left: int) -> TurnEnd | None:
        """What the end of a turn brings; None where the player holds no yaku."""
        asked = self.field & self.game.asked_on_field
        at = self._circumstances(seat, months(asked) if asked else ())
        score = self.game.scorer.score
        now = score(Pile(self.piles[seat]), at)
        if not now.lines:
            self.seen[seat] = at.field_months
            return None
        was = score(Pile(before), self._circumstances(seat, self.seen[seat]))
        self.seen[seat] = at.field_months
        return end_with(self.game.rules, was, now, at, last_turn=not left)

    def _circumstances(self, seat: int, field: tuple[int, ...]) -> Circumstances:
        own = self.calls[seat]
        return Circumstances(
            own, sum(self.calls) - own, self.number, self.dealt_brights, None, field, called=self.called[seat]
        )

    def _calls(self, seat: int, end: TurnEnd, left: int) -> bool:
        others = sum(self.calls) - self.calls[seat]
        return self.policies[seat].calls(StopOrCall(end.base, left, others), self.chance)

    def _usual_turn(self, seat: int) -> None:
        """As ``_turn`` plays it where nothing is out of the ordinary; it asks for no option, for speed."""
        hand = self.hands[seat]
        if hand:
            self._move(seat, hand, usual_moves(hand, self.field))
        if self.stock:
            drawn = self.stock.pop()
            takes = TAKES[self.field & MONTH[drawn]]
            if len(takes) == 1:
                self._lay(seat, drawn, takes[0])
            else:
                self._move(seat, [drawn], [Move(drawn, taken) for taken in takes])

    def _turn(self, seat: int) -> None:
        """A turn by any options of play."""
        hand, options = self.hands[seat], self.game.rules.play
        drawn = [self.stock.pop()] if self.stock else []
        if options.turn == "draw_then_two":
            hand += drawn
            for _ in range(min(len(hand), 1 + len(drawn))):
                self._from_hand(seat, hand)
        else:
            if hand:
                self._from_hand(seat, hand)
            if drawn:
                self._drawn(seat, drawn)
        if self.broken and options.orphans == "follow" and self.piles[seat] & LIGHTNING:
            self._follow(seat)

    def _from_hand(self, seat: int, hand: list[int], drawn_card: int | None = None) -> None:
        """Play a card from the hand; not the one that was just drawn, while there is another."""
        moves = self._moves([card for card in hand if card != drawn_card] or hand)
        taking = [move for move in moves if move.taken]
        is_obliged = self.game.rules.play.capture == "obligatory"
        self._move(seat, hand, taking if taking and is_obliged else moves)

    def _drawn(self, seat: int, drawn: list[int]) -> None:
        moves = self._moves(drawn)
        is_kept = self.game.rules.play.unmatched_stock == "keep"
        if is_kept and not any(move.taken for move in moves):
            self.hands[seat] += drawn
            self._from_hand(seat, self.hands[seat], drawn[0])
        else:
            self._move(seat, drawn, moves)

    def _moves(self, cards: Sequence[int]) -> list[Move]:
        may_leave = self.game.rules.play.capture == "optional"
        return moves_with(cards, self.field, is_wild=self.is_wild, may_leave=may_leave)

    def _move(self, seat: int, cards: list[int], moves: Sequence[Move]) -> None:
        """Make one of some moves with one of some cards."""
        move = moves[0]
        if len(moves) > 1:
            move = self.policies[seat].choose(moves, self.piles[seat], self.game.worth, self.chance)
        cards.remove(move.card)
        self._lay(seat, move.card, move.taken)

    def _lay(self, seat: int, card: int, taken: int) -> None:
        """Put a card on the field, or take with it what it matches."""
        if not taken:
            self.field |= 1 << card
            return
        self.field &= ~taken
        self.piles[seat] |= taken | 1 << card
        if taken & ~MONTH[card]:  # two months that the lightning has broken up
            self.broken |= MONTH[card] | MONTH[taken.bit_length() - 1]

    def _follow(self, seat: int) -> None:
        """The last card of a month that the lightning broke up goes to the player of the lightning."""
        captured = sum(self.piles)
        for month in months(self.broken):
            rest = self.field & of_month(month)
            if rest.bit_count() == 1 and not of_month(month) & ~rest & ~captured:
                self.field &= ~rest
                self.piles[seat] |= rest
