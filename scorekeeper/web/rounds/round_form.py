"""The form for a round: its fields, and what is typed into them as far as it can be read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final, TypeVar

import msgspec

from ...koikoi.cards import BY_ID, CARDS, CHAFF, each, of_month, union
from ...koikoi.errors import BadCards
from ...koikoi.match.events import (
    AnyEvent,
    FieldDealt,
    HandShown,
    Judged,
    KoikoiCalled,
    RoundExhausted,
    RoundWon,
    piles_of,
)
from ...koikoi.match.match import Match, Round, ShownTeyaku
from ...koikoi.match.replay import before_round
from ...koikoi.pile import Pile
from ...koikoi.rules.options.match import MOST_SEATS
from ...sentences import say
from ..forms.fields import ExactText, ExactTexts, OneOf, Reason, TypedField, TypedForm, WholeNumber
from ..forms.values import HIGHEST_NUMBER, whole_number
from . import rule_questions
from .rule_questions import Questions

SEATS: Final = range(MOST_SEATS)  # a form has fields for each, whoever plays
_LONGEST_PILE: Final = 400  # letters
_MOST: Final = 999  # no number of a round is as high


class NumberOrDefault(TypedField):
    """A number; the default where there is none."""

    def read(self, texts: Sequence[str]) -> int | None:
        number = whole_number(texts[0], 0, _MOST)
        return self.data if number is None else number


class Months(TypedField):
    """The months that are ticked, of those from ``first`` on."""

    def __init__(self, first: int = 1, **given: Any) -> None:
        super().__init__(**given)
        self.first = first

    def read(self, texts: Sequence[str]) -> tuple[int, ...]:
        return tuple(month for text in texts if (month := whole_number(text, self.first, 12)) is not None)


class CalledPiles(TypedField):
    """The piles that koi-koi was called with, in order, each as text: "03B 09A; 03B 08B 09A 2C"."""

    def read(self, texts: Sequence[str]) -> tuple[str, ...]:
        piles = (" ".join(text.split()) for text in texts[0].split(";"))
        return tuple(held[:_LONGEST_PILE] for held in piles if held)


class EachSeat(TypedField):
    """A field of one kind for each seat: ``calls-0``, ``calls-1`` and so on where it is ``calls``."""

    def __init__(self, kind: type[TypedField], **given: Any) -> None:
        super().__init__(**given)
        self.kind = kind

    def process(self, formdata: Any, *_: Any, **__: Any) -> None:
        fields = [
            self.kind(name=f"{self.name}-{seat}", default=self.default, _form=None, _meta=self.meta)
            for seat in SEATS
        ]
        for field in fields:
            field.process(formdata)
        self.data = tuple(field.data for field in fields)


_T = TypeVar("_T")
COUNTED: Final = "C"  # stands for a chaff card that nobody named
LAYOUTS: Final = ("kinds", "months")
SETTLED: Final = tuple(
    f"{seat}.{how}" for seat in SEATS for how in ("stopped", "called", COUNTED, *(card.id for card in CARDS))
)


class TypedRound(msgspec.Struct, frozen=True):
    """What is typed into the form, as far as it can be read."""

    result: str = ""  # a seat, "nobody", "hand", "void"; "" and "other": not said yet
    other: str = ""
    calls: tuple[int, ...] = (0,) * MOST_SEATS
    cards: tuple[tuple[str, ...], ...] = ((),) * MOST_SEATS
    chaff: tuple[int, ...] = (0,) * MOST_SEATS
    last_caller: int | None = None
    brights: int | None = None
    months: tuple[int, ...] = ()
    hands: tuple[str, ...] = ("",) * MOST_SEATS
    lucky: tuple[tuple[int, ...], ...] = ((),) * MOST_SEATS
    dealt: tuple[tuple[str, ...], ...] = ((),) * MOST_SEATS
    no: tuple[str, ...] = ()  # questions answered with no
    all_shown: bool = False  # the board shows all 48 cards, so no chaff card is asked for
    whose: int = 0  # the pile that is shown, where a board shows one at a time
    reason: str = ""
    called: tuple[tuple[str, ...], ...] = ((),) * MOST_SEATS  # by seat, the piles at its calls
    ruling: str = ""  # why the table lets the round stand as it was entered
    filled: int = (
        0  # the first event that comes after what an undo took back, where the board began with that
    )

    def unnamed(self, seat: int) -> int:
        """How many chaff cards of a seat were counted and not named."""
        return max(self.chaff[seat] - sum("C" in card for card in self.cards[seat]), 0)

    def whole(self, seat: int, month: int) -> bool:
        """Whether all four cards of a month are ticked for a seat."""
        ticked = union(BY_ID[card] for card in self.cards[seat] if card in BY_ID)
        return ticked & of_month(month) == of_month(month)

    def pile(self, seat: int) -> Pile:
        """The cards of a seat. Raises BadCards."""
        return Pile(named_cards(self.cards[seat]), self.unnamed(seat))

    @property
    def with_cards(self) -> list[int]:
        """The seats of which cards are entered."""
        piles = zip(self.cards, self.chaff, strict=True)
        return [seat for seat, (cards, chaff) in enumerate(piles) if cards or chaff]

    def is_last(self, seat: int, seats: Iterable[int]) -> bool:
        """Whether all seats but this one have cards: only then the rest can be of this one."""
        return self.with_cards == [other for other in seats if other != seat]

    @property
    def winner(self) -> int | None:
        return int(self.result) if self.result in map(str, SEATS) else None


def as_fields(typed: TypedRound) -> list[tuple[str, str]]:
    """The fields of the form that say this; the inverse of ``RoundForm.typed``."""
    otherwise = typed.result in ("hand", "void", "other")
    one: dict[str, object] = {
        "result": "other" if otherwise else typed.result,
        "kept": typed.other,
        "last-caller": typed.last_caller,
        "brights": typed.brights,
        "shown": LAYOUTS[typed.all_shown],
        "whose": typed.whose or "",
        "reason": typed.reason,
        "ruling": typed.ruling,
        "filled": typed.filled or "",
    }
    several = [("months", typed.months), ("no", typed.no)]
    for seat in SEATS:
        one[f"hand-{seat}"] = typed.hands[seat] if typed.other == "hands" else ""
        one[f"calls-{seat}"] = typed.calls[seat] or ""
        one[f"chaff-{seat}"] = typed.chaff[seat] or ""
        one[f"called-{seat}"] = "; ".join(typed.called[seat])
        several += [(f"cards-{seat}", typed.cards[seat]), (f"dealt-{seat}", typed.dealt[seat])]
        several += [(f"lucky-{seat}", typed.lucky[seat])]
    said = [(name, str(value)) for name, value in one.items() if value not in ("", None)]
    return said + [(name, str(value)) for name, values in several for value in values]


class LayoutForm(TypedForm):
    """How the cards lie on the board: by kind, or all 48 by month."""

    view = OneOf(LAYOUTS)  # the button pressed now
    shown = OneOf(LAYOUTS)  # how the page had them

    @property
    def layout(self) -> str:
        """The layout that the page asks for; empty where it asks for none."""
        return str(self.view.data or self.shown.data)


class RoundForm(LayoutForm):
    """The fields as the page sends them."""

    result = ExactText()  # a seat that stopped, "nobody" or "other"
    other = ExactText()  # the button pressed now: "void", "hand.<seat>.<yaku>" or "hands"
    away = ExactText()  # the same, where the cards that are entered may be thrown away
    kept = ExactText()  # what ``other`` was before
    hand = EachSeat(ExactText, default="")  # the lucky hands where ``other`` is "hands"
    lucky = EachSeat(Months, default=())  # the months that make a lucky hand
    dealt = EachSeat(ExactTexts, default=())  # or all its cards
    calls = EachSeat(NumberOrDefault, default=0)
    cards = EachSeat(ExactTexts, default=())
    whole = EachSeat(Months, default=())  # captured whole
    chaff = EachSeat(NumberOrDefault, default=0)  # all chaff cards, the named ones included
    last_caller = NumberOrDefault(name="last-caller")
    brights = NumberOrDefault()  # on the dealt field
    months = Months(first=11, default=())  # on the field now
    no = ExactTexts()  # questions answered so, see rule_questions.py
    reason = Reason()
    called = EachSeat(CalledPiles, default=())
    ruling = Reason()
    filled = WholeNumber(0, HIGHEST_NUMBER)
    settled = OneOf(SETTLED)  # what was forgotten: to stop, a call, a card
    whose = WholeNumber(0, SEATS[-1], default=0)  # the pile that is shown
    step = ExactText()  # what is to be done with it
    number = WholeNumber(0, HIGHEST_NUMBER)  # of the round that the players meant, if the page says it

    @property
    def changes_view(self) -> bool:
        """Whether it is only to be shown again: laid out differently, back from the verdict, or with what
        came in."""
        return self.step.data in ("edit", "show") or bool(self.view.raw_data)

    @property
    def ended_otherwise(self) -> str:
        """Which of the other endings: the button pressed now, or what was chosen before."""
        return str(self.away.data or self.other.data or self.kept.data)

    @property
    def ending(self) -> tuple[str, tuple[str, ...]]:
        """The result and the lucky hands."""
        if not self._is_ended_now and self.result.data != "other":
            return self.result.data, ("",) * MOST_SEATS
        if self.ended_otherwise == "hands":
            return "hand", self.hand.data
        kind, _, shown = self.ended_otherwise.partition(".")
        seat, _, hand = shown.partition(".")
        if kind == "hand":
            return "hand", tuple(hand if seat == str(number) else "" for number in SEATS)
        return ("void" if kind == "void" else "other"), ("",) * MOST_SEATS

    @property
    def _is_ended_now(self) -> bool:
        """Whether the button that is pressed says how the round ended."""
        return bool(self.other.raw_data or self.away.raw_data)

    def all_cards(self, seat: int) -> tuple[str, ...]:
        """The cards ticked for a seat, one by one or as whole months, by month."""
        whole = {card.id for card in CARDS if card.month in self.whole.data[seat]}
        return tuple(sorted(whole.union(self.cards.data[seat])))

    @property
    def typed(self) -> TypedRound:
        """The values of the form; what cannot be read is left out."""
        result, hands = self.ending
        calls, chaff = [*self.calls.data], [*self.chaff.data]
        cards = [self.all_cards(seat) for seat in SEATS]
        seat, _, forgotten = self.settled.data.partition(".")
        if forgotten == "stopped":
            result = seat
        elif forgotten == "called":
            calls[int(seat)] += 1
        elif forgotten:
            named = {forgotten} & BY_ID.keys()
            cards[int(seat)] = tuple(sorted(named.union(cards[int(seat)])))
            chaff[int(seat)] += "C" in forgotten
        least = [sum("C" in card for card in held) for held in cards]  # the named ones
        return TypedRound(
            result=result,
            other=self.ended_otherwise,
            calls=tuple(calls),
            cards=tuple(cards),
            chaff=tuple(map(max, chaff, least)),
            last_caller=self.last_caller.data,
            brights=self.brights.data,
            months=self.months.data,
            hands=hands,
            lucky=self.lucky.data,
            dealt=self.dealt.data,
            no=tuple(dict.fromkeys(self.no.data)),
            all_shown=self.shown.data == "months",
            whose=self.whose.data or 0,
            reason=self.reason.data,
            called=self.called.data,
            ruling=self.ruling.data,
            filled=self.filled.data or 0,
        )


class BoardForm(RoundForm):
    """A round; its steps: "verdict", "edit", "show", "save", "end", "referee"."""

    noted = NumberOrDefault()  # the seat that called koi-koi with the cards that are entered
    rest = NumberOrDefault()  # the seat that has all cards that no other has

    @property
    def asks(self) -> str:
        """The page that is to be shown: the referee's ("ask"), the board again ("new"), else "explain"."""
        if self.noted.data is None and self.step.data == "referee":
            return "ask"
        adds = self.noted.data is not None or self.rest.data is not None
        return "new" if self.changes_view or adds else "explain"

    def saves(self, *, at_once: bool) -> bool:
        """Whether it is to be saved; ``at_once``: also by a button that says how the round ended."""
        by_ending = at_once and self._is_ended_now and not self.step.raw_data
        return self.step.data in ("save", "end") or by_ending


def named_cards(ids: Iterable[str]) -> int:
    """The set of the cards that a form names. Raises BadCards."""
    for unknown in (id_ for id_ in ids if id_ not in BY_ID):
        raise BadCards(say("There is no card “%(card)s”.", card=unknown[:20]))
    return union(BY_ID[id_] for id_ in ids)


def questions(match: Match) -> Questions:
    """The further questions that the rules of a match ask in the round that is being played."""
    return rule_questions.questions_of(match.rules, match.number, len(match.players))


def of_play(match: Match) -> TypedRound:
    """The form with what live play recorded of the round that is being played; empty where it did not."""
    play = match.play
    if not play.turns:
        return TypedRound()
    cards, chaff = of_piles(play.piles)
    return TypedRound(
        calls=_by_seat(play.calls, 0),
        cards=cards,
        chaff=chaff,
        last_caller=play.last_caller,
        brights=play.dealt_brights,
        months=play.field,
        called=_by_seat([tuple(str(held) for held in calls) for calls in play.called], ()),
        ruling="; ".join(play.rulings)[:400],
    )


def of_piles(piles: Sequence[Pile | None]) -> tuple[tuple[tuple[str, ...], ...], tuple[int, ...]]:
    """The cards that are ticked for each seat, and its number of chaff cards, the named ones included."""
    held = [pile or Pile() for pile in piles]
    cards = [tuple(card.id for card in each(pile.cards)) for pile in held]
    return _by_seat(cards, ()), _by_seat([pile.chaff + (pile.cards & CHAFF).bit_count() for pile in held], 0)


def with_cards(typed: TypedRound, seat: int, cards: tuple[str, ...], chaff: int) -> TypedRound:
    """The round with these cards in place of a pile; ``chaff``: their number, the named ones included."""
    return msgspec.structs.replace(
        typed,
        cards=(*typed.cards[:seat], cards, *typed.cards[seat + 1 :]),
        chaff=(*typed.chaff[:seat], chaff, *typed.chaff[seat + 1 :]),
    )


def _by_seat(values: Sequence[_T], none: _T) -> tuple[_T, ...]:
    """A value for each seat that a form has."""
    return (*values, *[none] * (len(SEATS) - len(values)))


def of_round(match: Match, finished: Round) -> TypedRound:
    """The form filled with a finished round, for correcting it."""
    cards, chaff = of_piles(finished.piles)
    asked = questions(before_round(match, finished.number))
    results = {"won": str(finished.player), "hand": "hand", "drawn": "hand"}
    typed = TypedRound(
        result=results.get(finished.result, "nobody"),
        calls=finished.play.calls,
        cards=cards,
        chaff=chaff,
        last_caller=finished.play.last_caller,
        brights=finished.play.dealt_brights,
        months=finished.field,
        no=rule_questions.all_no(asked, match.seats),  # a saved round has no open questions
        called=tuple(_piles_called(finished, seat) for seat in SEATS),
        ruling="; ".join(finished.play.rulings)[:400],
    )
    return _with_hands(typed, finished.play.hands)


def _piles_called(finished: Round, seat: int) -> tuple[str, ...]:
    """The piles at the calls of a seat, as far back from the last as they are known."""
    calls = finished.play.called[seat] if seat < len(finished.play.called) else ()
    return _known(tuple(held if held is None else str(held) for held in calls))


def _known(calls: Sequence[str | None]) -> tuple[str, ...]:
    """The piles at some calls, as far back from the last as they are known."""
    unknown = max((place for place, held in enumerate(calls, 1) if held is None), default=0)
    return tuple(held for held in calls[unknown:] if held is not None)


def _with_hands(typed: TypedRound, shown: Iterable[ShownTeyaku]) -> TypedRound:
    """The form with the lucky hands that were shown."""
    hands = {hand.player: hand for hand in shown}
    ended = ["hands"] if len(hands) > 1 else [f"hand.{seat}.{hand.yaku}" for seat, hand in hands.items()]
    return msgspec.structs.replace(
        typed,
        other="".join(ended),
        hands=tuple(hands[seat].yaku if seat in hands else "" for seat in SEATS),
        lucky=tuple(() if seat not in hands or hands[seat].cards else hands[seat].months for seat in SEATS),
        dealt=tuple(
            tuple(card.id for card in each(hands[seat].cards)) if seat in hands else () for seat in SEATS
        ),
    )


def of_events(match: Match, events: Sequence[AnyEvent]) -> TypedRound:
    """The form as it was filled in for a round of these events, which the rules may forbid by now."""
    calls = [event for event in events if isinstance(event, KoikoiCalled)]
    hands = [event for event in events if isinstance(event, HandShown)]
    dealt = [event for event in events if isinstance(event, FieldDealt)]
    last = events[-1]
    ended = last if isinstance(last, RoundWon | RoundExhausted) else None
    cards, chaff = of_piles(piles_of(ended.piles if ended else (), len(match.players)))
    by_seat = [[call.pile for call in calls if call.player == seat] for seat in SEATS]
    result = str(last.player) if isinstance(last, RoundWon) else "nobody" if ended else "hand"
    typed = TypedRound(
        result=result,
        calls=tuple(map(len, by_seat)),
        cards=cards,
        chaff=chaff,
        last_caller=calls[-1].player if calls else None,
        brights=dealt[-1].brights if dealt else None,
        months=ended.field if ended else (),
        no=rule_questions.all_no(questions(match), match.seats),
        called=tuple(map(_known, by_seat)),
        ruling=last.ruling if isinstance(last, Judged) else "",
        filled=last.seq + 1,
    )
    shown = [
        ShownTeyaku(hand.player, hand.yaku, named_cards(hand.cards.split()), hand.months) for hand in hands
    ]
    return _with_hands(typed, shown)
