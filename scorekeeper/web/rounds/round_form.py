"""The form for a round: its fields, and what is typed into them as far as it can be read."""

from __future__ import annotations

import msgspec
from werkzeug.datastructures import MultiDict

from ...koikoi.cards import BY_ID, CARDS, CHAFF, each, of_month, union
from ...koikoi.match.match import Match, Round
from ...koikoi.pile import Pile
from ...sentences import Sentence
from ..forms.fields import ExactText, ExactTexts, Reason, TypedForm
from . import asks
from .asks import Questions
from .fields import SEATS, EachSeat, Months, Number

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


class RoundForm(TypedForm):
    """The fields as the page sends them."""

    result = ExactText(default="")  # a seat that stopped, "nobody" or "other"
    other = ExactText(default="")  # the button pressed now: "void", "hand.<seat>.<yaku>" or "hands"
    kept = ExactText(default="")  # what ``other`` was before
    hand = EachSeat(ExactText, default="")  # the lucky hands where ``other`` is "hands"
    lucky = EachSeat(Months, default=())  # the months that make a lucky hand
    dealt = EachSeat(ExactTexts, default=())  # or all its cards
    calls = EachSeat(Number, default=0)
    cards = EachSeat(ExactTexts, default=())
    whole = EachSeat(Months, default=())  # captured whole
    chaff = EachSeat(Number, default=0)  # all chaff cards, the named ones included
    last_caller = Number(name="last-caller")
    brights = Number()  # on the dealt field
    months = Months(first=11, default=())  # on the field now
    no = ExactTexts(default=())  # questions answered so, see asks.py
    shown = ExactText(default="")  # how the board lays out the cards
    reason = Reason(default="")

    @property
    def ended_otherwise(self) -> str:
        """Which of the other endings: the button pressed now, or what was chosen before."""
        return str(self.other.data or self.kept.data)

    @property
    def ending(self) -> tuple[str, tuple[str, ...]]:
        """The result and the lucky hands."""
        if not self.other.raw_data and self.result.data != "other":
            return self.result.data, ("", "", "")
        if self.ended_otherwise == "hands":
            return "hand", self.hand.data
        kind, _, shown = self.ended_otherwise.partition(".")
        seat, _, hand = shown.partition(".")
        if kind == "hand":
            return "hand", tuple(hand if seat == str(number) else "" for number in SEATS)
        return ("void" if kind == "void" else "other"), ("", "", "")

    def all_cards(self, seat: int) -> tuple[str, ...]:
        """The cards ticked for a seat, one by one or as whole months, by month."""
        whole = {card.id for card in CARDS if card.month in self.whole.data[seat]}
        return tuple(sorted(whole.union(self.cards.data[seat])))


def questions(match: Match) -> Questions:
    """The further questions that the rules of a match ask in the round that is being played."""
    return asks.asked(match.rules, match.number, len(match.players))


def read(sent: MultiDict[str, str]) -> TypedRound:
    """The values of the form; what cannot be read is left out."""
    form = RoundForm(sent)
    result, hands = form.ending
    cards = tuple(form.all_cards(seat) for seat in SEATS)
    chaff = zip(form.chaff.data, cards, strict=True)
    return TypedRound(
        result=result,
        other=form.ended_otherwise,
        calls=form.calls.data,
        cards=cards,
        chaff=tuple(max(counted, sum("C" in card for card in named)) for counted, named in chaff),
        last_caller=form.last_caller.data,
        brights=form.brights.data,
        months=form.months.data,
        hands=hands,
        lucky=form.lucky.data,
        dealt=form.dealt.data,
        no=tuple(dict.fromkeys(form.no.data)),
        all_shown=form.shown.data == "months",
        reason=form.reason.data,
    )


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
        hands=tuple(hands.get(seat, "") for seat in SEATS),
        lucky=tuple(() if seat not in named or named[seat].cards else named[seat].months for seat in SEATS),
        dealt=tuple(
            tuple(card.id for card in each(named[seat].cards)) if seat in named else () for seat in SEATS
        ),
        no=asks.all_no(questions(match), match.seats),  # a saved round has no open questions
    )
