"""What phones hold of the deal being played: the piles handed in, and who is entering the round.

It is kept beside the log of the match, in one document, so that two phones cannot hand in the same card at
once. What was handed in for another deal does not count; after an undo it counts again. Then the board is
filled in as before it: a round that was undone is in the log, cards that were thrown away are kept here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import timedelta
from typing import Final

import msgspec
from flask import g

from ...access import is_unnamed
from ...koikoi.cards import BY_ID, each, union
from ...koikoi.errors import BadCards
from ...koikoi.match.events import AnyEvent, DealVoided, RoundEnded, event
from ...koikoi.match.match import Match
from ...koikoi.match.undo import entry_id_of, undone
from ...koikoi.pile import Pile, pile
from ...koikoi.rules.deal import refuse_beyond_deck
from ...sentences import Sentence, count, parted, say
from ...store import Stale
from ...store.documents import OF_A_MATCH, Document
from ...times import read_time, utc_now
from ..context import store
from ..words import card_name
from .round_events import Problems
from .round_form import TypedRound, of_events, of_piles, with_cards

_TRIES: Final = 9  # as many phones at once hand in something for the same match
_ENTERS_FOR: Final = timedelta(minutes=3)  # after a phone has last said that it is entering the round


class HandedPile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A pile as text, empty where it was withdrawn. ``place``: the hand-ins of a match are numbered.

    ``no``: the questions about it that were answered with no. ``by``: the name of the phone, where a link let
    it in.
    """

    pile: str
    place: int
    at: str
    by: str = ""
    no: tuple[str, ...] = ()


class Entering(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A phone on whose board something is entered: its name, and when it last said so."""

    name: str
    at: str


class ThrownAway(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A board whose cards were thrown away as the deal ended otherwise, by the entry of that."""

    entry: str
    typed: TypedRound


class HandedIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was handed in, by seat, for the deal of a round after so many void ones. ``last``: the number of
    the last hand-in of the match, also one for an earlier deal. ``entering``: by phone, latest last.
    ``thrown``: the last board of the match whose cards were thrown away."""

    round: int
    void: int
    piles: tuple[HandedPile | None, ...]
    last: int = 0
    entering: dict[str, Entering] = {}
    thrown: ThrownAway | None = None

    def held(self, seat: int) -> Pile:
        """The pile that a seat handed in; empty where it did not."""
        handed = self.piles[seat]
        return pile(handed.pile) if handed else Pile()

    def summary(self, players: Sequence[str]) -> list[Sentence]:
        """Who has handed in how many cards."""
        return [_pile_news(name, len(held)) for seat, name in enumerate(players) if (held := self.held(seat))]

    def news(self, players: Sequence[str], after: int) -> list[Sentence]:
        """What was handed in or withdrawn after the hand-in with this number, in that order."""
        new = [
            (handed.place, seat) for seat, handed in enumerate(self.piles) if handed and handed.place > after
        ]
        return [_pile_news(players[seat], len(self.held(seat))) for _, seat in sorted(new)]

    def entered_elsewhere(self, phone: str) -> Sentence | None:
        """That a phone other than this one is entering the round, if one is."""
        others = [entering for id_, entering in self.entering.items() if id_ != phone and _is_fresh(entering)]
        if not others:
            return None
        if is_unnamed(name := others[-1].name):
            return say("Another phone is entering this round")
        return say("%(phone)s is entering this round", phone=name)


def handed_in(match_id: str, match: Match) -> HandedIn:
    """What was handed in for the deal that is being played."""
    return _of_deal(_document(match_id), match)


def held_for_any_deal(match_id: str) -> HandedIn | None:
    """What phones hold of a match, whichever deal it is for; None where they hold nothing."""
    return _read(_document(match_id))


def keep_pile(match_id: str, match: Match, seat: int, text: str, no: tuple[str, ...] = ()) -> None:
    """Keep the pile of a seat in place of the one it handed in before; an empty text withdraws that.

    Raises BadCards where another player has handed in one of these cards, Stale, BrokenStore.
    """
    refuse_beyond_deck(match.rules, pile(text))

    def with_pile(before: HandedIn) -> HandedIn:
        old = before.piles[seat]
        if (old.pile, old.no) == (text, no) if old else not text:
            return before  # a double tap
        _refuse_held_by_others(match, before, seat, pile(text))
        handed = HandedPile(text, before.last + 1, utc_now(), g.get("entered_by", ""), no)
        piles = (*before.piles[:seat], handed, *before.piles[seat + 1 :])
        return msgspec.structs.replace(before, piles=piles, last=handed.place)

    _change(match_id, match, with_pile)


def note_entering(match_id: str, match: Match, phone: str, name: str | None) -> None:
    """Note that a phone of that name is entering the round; with None that its board is empty again.

    Raises Stale, BrokenStore.
    """

    def with_phone(before: HandedIn) -> HandedIn:
        entering = {id_: other for id_, other in before.entering.items() if id_ != phone and _is_fresh(other)}
        if name is not None:
            entering[phone] = Entering(name, utc_now())
        return msgspec.structs.replace(before, entering=entering)

    _change(match_id, match, with_phone)


def loses_cards(match_id: str, match: Match, typed: TypedRound) -> bool:
    """Whether a round is to end without cards that are entered and that no other phone has handed in."""
    if typed.result not in ("hand", "void"):
        return False
    return bool(set(typed.with_cards).difference(taken_over(typed, handed_in(match_id, match))))


def keep_thrown(match_id: str, match: Match, entry: str, typed: TypedRound) -> None:
    """Keep a board whose cards an entry throws away, until its undo. Raises Stale, BrokenStore."""
    thrown = ThrownAway(entry, typed)
    _change(match_id, match, lambda before: msgspec.structs.replace(before, thrown=thrown))


def before_undo(match_id: str, match: Match) -> TypedRound | None:
    """The board of the round being played as it was entered before an undo; None where nothing was.

    Nor is there one for a round that was played live until it was over: its turns still count.
    """
    if match.seq == len(match.events):  # the usual match, in which nothing was ever undone
        return None
    events = undone(match, map(event, store().events(match_id)))
    if not events:
        return None
    last = events[-1]
    if isinstance(last, RoundEnded) and match.play.turns and not last.turns:
        return None
    thrown = _thrown(match_id, last)
    if isinstance(last, DealVoided):
        return thrown
    typed = of_events(match, events)
    return msgspec.structs.replace(typed, cards=thrown.cards, chaff=thrown.chaff) if thrown else typed


def _thrown(match_id: str, last: AnyEvent) -> TypedRound | None:
    """The board whose cards were thrown away by the entry of an event. Its only cards say who stopped."""
    held = held_for_any_deal(match_id)
    if held is None or held.thrown is None or held.thrown.entry != entry_id_of(last.id):
        return None
    typed = held.thrown.typed
    stopped = str(typed.with_cards[0]) if len(typed.with_cards) == 1 else ""
    return msgspec.structs.replace(typed, result=stopped, other="", filled=last.seq + 1)


def pile_left_out(match_id: str, match: Match, seat: int) -> str:
    """The pile of a seat that was handed in for the last round, where that was saved without it."""
    handed = held_for_any_deal(match_id)
    if handed is None or not match.rounds:
        return ""
    last = match.rounds[-1]
    same = (handed.round, handed.void) == (last.number, len(last.play.voids))
    missing = same and last.result in ("won", "exhausted") and last.piles[seat] is None
    return str(handed.held(seat)) if missing else ""


def deal_of(match: Match) -> tuple[int, int]:
    """The round that is being played, and how many of its deals were void."""
    return match.number, len(match.play.voids)


def _change(match_id: str, match: Match, changed: Callable[[HandedIn], HandedIn]) -> None:
    for tries_left in reversed(range(_TRIES)):
        there = _document(match_id)
        before = _of_deal(there, match)
        if (after := changed(before)) == before:
            return
        try:
            known = there.version if there else 0
            store().live.put(OF_A_MATCH, match_id, known, msgspec.to_builtins(after))
            return
        except Stale:
            if not tries_left:
                raise


def _is_fresh(entering: Entering) -> bool:
    return abs(read_time(utc_now()) - read_time(entering.at)) < _ENTERS_FOR


def _document(match_id: str) -> Document | None:
    return store().live.get(OF_A_MATCH, match_id)


def _read(there: Document | None) -> HandedIn | None:
    return msgspec.convert(there.value, HandedIn) if there else None


def _of_deal(there: Document | None, match: Match) -> HandedIn:
    number, void = deal_of(match)
    handed = _read(there)
    if handed and (handed.round, handed.void) == (number, void):
        return handed
    empty = HandedIn(number, void, (None,) * len(match.players))
    return msgspec.structs.replace(empty, last=handed.last, thrown=handed.thrown) if handed else empty


def _refuse_held_by_others(match: Match, handed: HandedIn, seat: int, held: Pile) -> None:
    others = [other for other in match.seats if other != seat]
    for other in others:
        if shared := held.cards & handed.held(other).cards:
            raise BadCards(shares(match.players[other], shared))
    refuse_beyond_deck(match.rules, held, *map(handed.held, others))


def shares(player: str, cards: int) -> Sentence:
    """Why cards cannot be in this pile: a player has handed them in."""
    return count(
        "%(player)s has sent this card too: %(cards)s. A card cannot be in two piles.",
        "%(player)s has sent these cards too: %(cards)s. A card cannot be in two piles.",
        cards.bit_count(),
        player=player,
        cards=parted(map(card_name, each(cards))),
    )


def _pile_news(player: str, cards: int) -> Sentence:
    if not cards:
        return say("%(player)s took their cards back.", player=player)
    return count("%(player)s sent %(n)d card.", "%(player)s sent %(n)d cards.", cards, player=player)


def filled(typed: TypedRound, match: Match, handed: HandedIn) -> tuple[TypedRound, Problems]:
    """The round with each pile that was handed in and of which nothing is entered yet.

    A pile with a card that is entered for another player is left out; the problem says so beside that card.
    """
    problems: Problems = {}
    for seat in waiting(typed, handed):
        held = handed.held(seat)
        clashes = {other: cards for other in match.seats if (cards := _entered(typed, other) & held.cards)}
        problems |= {f"cards-{other}": shares(match.players[seat], cards) for other, cards in clashes.items()}
        there = handed.piles[seat]
        if there and not clashes:
            typed = with_pile(typed, seat, held, there.no)
    return typed, problems


def waiting(typed: TypedRound, handed: HandedIn) -> list[int]:
    """The seats that handed in a pile of which nothing is entered."""
    seats = range(len(handed.piles))
    return [seat for seat in seats if handed.held(seat) and not (typed.cards[seat] or typed.chaff[seat])]


def taken_over(typed: TypedRound, handed: HandedIn) -> list[int]:
    """The seats whose piles are entered as they were handed in."""
    held = [handed.held(seat) for seat in range(len(handed.piles))]
    entered = [(_entered(typed, seat), typed.unnamed(seat)) for seat in range(len(held))]
    return [seat for seat, pile in enumerate(held) if pile and entered[seat] == (pile.cards, pile.chaff)]


def with_pile(typed: TypedRound, seat: int, held: Pile, no: Iterable[str] = ()) -> TypedRound:
    """The round with a pile in place of what is entered of it; ``no``: what was said no to about it."""
    cards, chaff = of_piles([held])
    said = dict.fromkeys((*typed.no, *(f"{seat}.{name}" for name in no)))
    return with_cards(msgspec.structs.replace(typed, no=tuple(said)), seat, cards[0], chaff[0])


def _entered(typed: TypedRound, seat: int) -> int:
    return union(BY_ID[card] for card in typed.cards[seat] if card in BY_ID)
