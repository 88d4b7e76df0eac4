"""The form for a round, as far as it can be read.

Fields: ``result`` (a seat that stopped, "nobody" or "other"), ``other`` ("void", "hand.<seat>.<yaku>" or
"hands"), ``hand-<seat>``, ``calls-<seat>``, ``cards-<seat>`` (ids), ``whole-<seat>`` (months captured
whole), ``chaff-<seat>`` (all chaff cards, the named ones included), ``last-caller``, ``brights`` (on the
dealt field), ``months`` (on the field now), ``reason``; of a lucky hand ``lucky-<seat>`` (the months that
make it) or ``dealt-<seat>`` (all its cards); ``no`` (questions answered with no, see ``asks.py``), ``kept``
(what ``other`` was before), ``shown`` (how the board lays out the cards).
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from werkzeug.datastructures import MultiDict

from ...koikoi.cards import BY_ID, CARDS, CHAFF, each, of_month, union
from ...koikoi.match.match import Match, Round
from ...koikoi.pile import Pile
from ...sentences import Sentence
from ..forms.numbers import whole_number
from ..forms.typed_text import cleaned
from . import asks
from .asks import Questions

Problems = dict[str, Sentence]


class TypedRound(msgspec.Struct, frozen=True):
    """What is typed into the form, as far as it can be read."""

    result: str = ""  # a seat, "nobody", "hand", "void"; "" and "other": not said yet
    other: str = ""
    calls: tuple[int, ...] = (0, 0, 0)
    cards: tuple[tuple[str, ...], ...] = ((), (), ())
    chaff: tuple[int, ...] = (0, 0, 0)
    last_caller: int | None = None
    brights: int | None = None
    months: tuple[int, ...] = ()
    hands: tuple[str, ...] = ("", "", "")
    lucky: tuple[tuple[int, ...], ...] = ((), (), ())
    dealt: tuple[tuple[str, ...], ...] = ((), (), ())
    no: tuple[str, ...] = ()  # questions answered with no
    all_shown: bool = False  # the board shows all 48 cards, so no chaff card is asked for
    reason: str = ""

    def unnamed(self, seat: int) -> int:
        """How many chaff cards of a seat were counted and not named."""
        return max(self.chaff[seat] - sum("C" in card for card in self.cards[seat]), 0)

    def whole(self, seat: int, month: int) -> bool:
        """Whether all four cards of a month are ticked for a seat."""
        ticked = union(BY_ID[card] for card in self.cards[seat] if card in BY_ID)
        return ticked & of_month(month) == of_month(month)

    @property
    def winner(self) -> int | None:
        return int(self.result) if self.result in ("0", "1", "2") else None


def questions(match: Match) -> Questions:
    """The further questions that the rules of a match ask in the round that is being played."""
    return asks.asked(match.rules, match.number, len(match.players))


def read(form: MultiDict[str, str]) -> TypedRound:
    """The values of the form; what cannot be read is left out."""
    seats = (0, 1, 2)
    rare = "other" in form or form.get("result") == "other"
    result, hands = _other(form) if rare else (form.get("result", ""), ("", "", ""))
    cards = tuple(_cards(form, seat) for seat in seats)
    return TypedRound(
        result=result,
        other=_ending(form),
        calls=tuple(_number(form.get(f"calls-{seat}")) or 0 for seat in seats),
        cards=cards,
        chaff=tuple(
            max(_number(form.get(f"chaff-{seat}")) or 0, sum("C" in card for card in cards[seat]))
            for seat in seats
        ),
        last_caller=_number(form.get("last-caller")),
        brights=_number(form.get("brights")),
        months=tuple(int(month) for month in form.getlist("months") if month in ("11", "12")),
        hands=hands,
        lucky=tuple(_months(form.getlist(f"lucky-{seat}")) for seat in seats),
        dealt=tuple(tuple(form.getlist(f"dealt-{seat}")) for seat in seats),
        no=tuple(dict.fromkeys(form.getlist("no"))),
        all_shown=form.get("shown") == "months",
        reason=cleaned(form.get("reason", ""))[:400],
    )


def _other(form: MultiDict[str, str]) -> tuple[str, tuple[str, ...]]:
    """The result and the lucky hands that the other ending stands for."""
    ending = _ending(form)
    if ending == "hands":
        return "hand", tuple(form.get(f"hand-{seat}", "") for seat in (0, 1, 2))
    kind, _, shown = ending.partition(".")
    seat, _, hand = shown.partition(".")
    if kind == "hand":
        return "hand", tuple(hand if seat == str(number) else "" for number in (0, 1, 2))
    return ("void" if kind == "void" else "other"), ("", "", "")


def _months(numbers: Sequence[str]) -> tuple[int, ...]:
    return tuple(number for month in numbers if (number := _number(month)) and number <= 12)


def _ending(form: MultiDict[str, str]) -> str:
    """The other ending: of the button pressed now, or the one chosen before."""
    return form.get("other") or form.get("kept", "")


def _cards(form: MultiDict[str, str], seat: int) -> tuple[str, ...]:
    """The cards ticked for a seat, one by one or as whole months, by month."""
    ticked = dict.fromkeys(form.getlist(f"cards-{seat}"))
    whole = {number for month in form.getlist(f"whole-{seat}") if (number := _number(month))}
    ticked.update((card.id, None) for card in CARDS if card.month in whole)
    return tuple(sorted(ticked))


def of_round(match: Match, row: Round) -> TypedRound:
    """The form filled with a finished round, for correcting it."""
    piles = [pile or Pile() for pile in row.piles]
    results = {"won": str(row.player), "exhausted": "nobody", "hand": "hand", "drawn": "hand"}
    hands = {hand.player: hand.yaku for hand in row.play.hands}
    named = {hand.player: hand for hand in row.play.hands}
    shown = "hands" if len(hands) > 1 else next((f"hand.{seat}.{hand}" for seat, hand in hands.items()), "")
    return TypedRound(
        result=results[row.result],
        other=shown,
        calls=row.play.calls,
        cards=tuple(tuple(card.id for card in each(pile.cards)) for pile in piles),
        chaff=tuple(pile.chaff + (pile.cards & CHAFF).bit_count() for pile in piles),
        last_caller=row.play.last_caller,
        brights=row.play.dealt_brights if row.play.dealt_brights is not None or not row.play.dealt else None,
        months=row.at.field_months if row.at else (),
        hands=tuple(hands.get(seat, "") for seat in (0, 1, 2)),
        lucky=tuple(
            () if seat not in named or named[seat].cards else named[seat].months for seat in (0, 1, 2)
        ),
        dealt=tuple(
            tuple(card.id for card in each(named[seat].cards)) if seat in named else () for seat in (0, 1, 2)
        ),
        no=asks.all_no(questions(match), match.seats),  # a saved round has no open questions
    )


def _number(typed: str | None) -> int | None:
    return whole_number((typed or "").strip(), 0, 999)
