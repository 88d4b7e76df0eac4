"""The form for a round: its values, and the events that they stand for.

Fields: ``result`` (a seat that stopped, "nobody" or "other"), ``other`` ("void", "hand.<seat>.<yaku>" or
"hands"), ``hand-<seat>``, ``calls-<seat>``, ``cards-<seat>`` (ids), ``whole-<seat>`` (months captured
whole), ``chaff-<seat>`` (all chaff cards, the named ones included), ``last-caller``, ``brights`` (on the
dealt field), ``months`` (on the field now), ``reason``; of a lucky hand ``lucky-<seat>`` (the months that
make it) or ``dealt-<seat>`` (all its cards); ``no`` (questions answered so, see ``asks.py``), ``kept`` (what
``other`` was before), ``shown`` (how the board lays out the cards).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec
from werkzeug.datastructures import MultiDict

from ...koikoi.cards import BY_ID, CARDS, CHAFF, each, of_month, union
from ...koikoi.errors import BadCards, KoikoiError
from ...koikoi.match.checking import check
from ...koikoi.match.events import (
    AnyEvent,
    DealVoided,
    FieldDealt,
    HandShown,
    KoikoiCalled,
    RoundExhausted,
    RoundWon,
)
from ...koikoi.match.folding import applied
from ...koikoi.match.match import Match, Round
from ...koikoi.pile import Pile, odd_months
from ...koikoi.rules.deal import HAND_YAKU
from ...koikoi.scoring import questions as questions_of
from ...koikoi.scoring.circumstances import Circumstances
from ...koikoi.scoring.scorer import Scorer
from ...koikoi.sentences import Sentence, say
from ..typed_text import cleaned
from . import asks
from .asks import MOST_CALLS, Questions

Problems = dict[str, Sentence]


class Entry(msgspec.Struct, frozen=True):
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
        found = union(BY_ID[card] for card in self.cards[seat] if card in BY_ID)
        return found & of_month(month) == of_month(month)

    @property
    def winner(self) -> int | None:
        return int(self.result) if self.result in ("0", "1", "2") else None


def questions(match: Match) -> Questions:
    """The further questions that the rules of a match ask in the round that is being played."""
    return asks.asked(match.rules, match.number, len(match.players))


def read(form: MultiDict[str, str]) -> Entry:
    """The values of the form; what cannot be read is left out."""
    seats = (0, 1, 2)
    rare = "other" in form or form.get("result") == "other"
    result, hands = _other(form) if rare else (form.get("result", ""), ("", "", ""))
    cards = tuple(_cards(form, seat) for seat in seats)
    return Entry(
        result=result,
        other=_chosen(form),
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
    """The result and the lucky hands that one of the other endings stands for."""
    chosen = _chosen(form)
    if chosen == "hands":
        return "hand", tuple(form.get(f"hand-{seat}", "") for seat in (0, 1, 2))
    kind, _, shown = chosen.partition(".")
    seat, _, hand = shown.partition(".")
    if kind == "hand":
        return "hand", tuple(hand if seat == str(number) else "" for number in (0, 1, 2))
    return ("void" if kind == "void" else "other"), ("", "", "")


def _months(typed: Sequence[str]) -> tuple[int, ...]:
    return tuple(number for month in typed if (number := _number(month)) and number <= 12)


def _chosen(form: MultiDict[str, str]) -> str:
    """Which of the other endings: the button pressed now, or what was chosen before."""
    return form.get("other") or form.get("kept", "")


def _cards(form: MultiDict[str, str], seat: int) -> tuple[str, ...]:
    """The cards ticked for a seat, one by one or as whole months, by month."""
    ticked = dict.fromkeys(form.getlist(f"cards-{seat}"))
    whole = {number for month in form.getlist(f"whole-{seat}") if (number := _number(month))}
    ticked.update((card.id, None) for card in CARDS if card.month in whole)
    return tuple(sorted(ticked))


def of_round(match: Match, row: Round) -> Entry:
    """The form filled with a finished round, for correcting it."""
    piles = [pile or Pile() for pile in row.piles]
    results = {"won": str(row.player), "exhausted": "nobody", "hand": "hand", "drawn": "hand"}
    hands = {hand.player: hand.yaku for hand in row.play.hands}
    named = {hand.player: hand for hand in row.play.hands}
    shown = "hands" if len(hands) > 1 else next((f"hand.{seat}.{hand}" for seat, hand in hands.items()), "")
    return Entry(
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


def events(entry: Entry, match: Match) -> tuple[list[AnyEvent], Problems]:
    """The events that an entry stands for, or what is wrong with it by field."""
    problems: Problems = {}
    players = range(len(match.players))
    if entry.result not in (*map(str, players), "nobody", "hand", "void"):
        return [], {"result": say("Say first how the round ended.")}
    if entry.result == "void":
        return [DealVoided(reason=entry.reason)], {}
    made: list[AnyEvent] = []
    if entry.brights is not None and questions(match).dealt_brights:
        made.append(FieldDealt(brights=min(entry.brights, 5)))
    if entry.result == "hand":
        return [*made, *_hands(entry, match, problems)], problems
    made += _calls(entry, match)
    piles = tuple(_pile(entry, seat, problems) for seat in players)
    winner = entry.winner
    if winner is not None:
        if piles[winner] is None:
            problems.setdefault(
                f"cards-{winner}",
                say("Tap the cards that %(player)s captured.", player=match.players[winner]),
            )
        made.append(RoundWon(player=winner, piles=piles, field=entry.months))
    else:
        callers = [seat for seat in players if entry.calls[seat]]
        if questions(match).last_caller and len(callers) > 1 and entry.last_caller not in callers:
            problems["last-caller"] = say("Say who called koi-koi last.")
        made.append(RoundExhausted(piles=piles, field=entry.months))
    return made, problems


def checked(
    made: Sequence[AnyEvent], match: Match, check: Callable[[Match, AnyEvent], None] = check
) -> tuple[Match, Problems]:
    """The match after these events, or beside which field the first refused one belongs."""
    for one in made:
        try:
            check(match, one)
            match = applied(match, one)
        except KoikoiError as error:
            return match, {_field(one, error): error.sentence}
    return match, {}


def open_questions(entry: Entry, scorer: Scorer, held: Pile, at: Circumstances, seat: int) -> tuple[str, ...]:
    """The questions left open about the pile of a seat. Where all 48 cards are shown, none is asked for."""
    found = questions_of.open_questions(scorer, held, at, asks.answered(entry.no, seat))
    return tuple(name for name in found if not (entry.all_shown and not held.chaff and asks.is_of_pile(name)))


def warnings(row: Round, match: Match) -> list[Sentence]:
    """Slips that are possible but unlikely: saving stays possible."""
    lightning = match.rules.play.lightning
    if lightning == "wild":
        return []  # it takes a card of any month, and leaves months odd
    return [
        _odd(match.players[seat], month, lightning)
        for seat, pile in enumerate(row.piles)
        if pile is not None and pile.cards and _all_named(pile)
        for month in odd_months(pile)
    ]


def _odd(player: str, month: int, lightning: str) -> Sentence:
    if lightning == "wild_if_august":
        return say(
            "%(player)s holds an odd number of cards of month %(month)d. Was an August card dealt to the field, so that the lightning took one, or is one missing?",  # noqa: E501
            player=player,
            month=month,
        )
    return say(
        "%(player)s holds an odd number of cards of month %(month)d. Captures come in pairs; is one missing?",
        player=player,
        month=month,
    )


def _all_named(pile: Pile) -> bool:
    """Whether the pile seems to have been entered card by card: it names chaff and counts none."""
    return not pile.chaff and bool(pile.cards & CHAFF)


def _calls(entry: Entry, match: Match) -> list[AnyEvent]:
    """A call each; whoever called last comes last."""
    order = sorted(match.seats, key=lambda seat: seat == entry.last_caller)
    return [KoikoiCalled(player=seat) for seat in order for _ in range(min(entry.calls[seat], MOST_CALLS))]


def _hands(entry: Entry, match: Match, problems: Problems) -> list[AnyEvent]:
    shown = [(seat, entry.hands[seat]) for seat in match.seats if entry.hands[seat] in HAND_YAKU]
    if not shown:
        problems["hand-0"] = say("Say who was dealt a lucky hand, and which.")
    return [
        HandShown(
            player=seat,
            yaku=hand,  # type: ignore[arg-type]
            round=match.number,
            cards="" if entry.lucky[seat] else " ".join(entry.dealt[seat])[:400],
            months=entry.lucky[seat],
        )
        for seat, hand in shown
    ]


def _pile(entry: Entry, seat: int, problems: Problems) -> str | None:
    """The pile of a seat as text; None where nothing was entered."""
    ids = entry.cards[seat]
    try:
        unknown = next((card for card in ids if card not in BY_ID), None)
        if unknown is not None:
            raise BadCards(say("There is no card “%(card)s”.", card=unknown[:20]))
        known = union(BY_ID[card] for card in ids)
        return str(Pile(known, entry.unnamed(seat))) or None
    except BadCards as error:
        problems[f"cards-{seat}"] = error.sentence
        return None


def _field(one: AnyEvent, error: KoikoiError) -> str:
    """The field of the form that an event came from."""
    match one:
        case KoikoiCalled():
            return f"calls-{one.player}"
        case RoundWon():
            return f"cards-{one.player}"
        case HandShown():
            return f"hand-{one.player}"
        case FieldDealt():
            return "brights"
        case RoundExhausted() if error.option == "exhausted.held_yaku":
            return "last-caller"
        case _:
            return "result"


def _number(typed: str | None) -> int | None:
    typed = (typed or "").strip()
    return int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 4 else None
