"""The events that a typed round stands for, what is wrong with it, and what it leaves open."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...koikoi.cards import BY_ID, CHAFF, union
from ...koikoi.errors import BadCards, KoikoiError
from ...koikoi.match.events import (
    AnyEvent,
    DealVoided,
    FieldDealt,
    HandShown,
    KoikoiCalled,
    RoundExhausted,
    RoundWon,
)
from ...koikoi.match.following import follow
from ...koikoi.match.match import Match, Round
from ...koikoi.pile import Pile, odd_months
from ...koikoi.rules.deal import TEYAKU
from ...koikoi.scoring import questions as questions_of
from ...koikoi.scoring.circumstances import Circumstances
from ...koikoi.scoring.scorer import Scorer
from ...sentences import Sentence, say
from . import asks
from .asks import MOST_CALLS
from .round_form import TypedRound, questions

Problems = dict[str, Sentence]


def events(typed: TypedRound, match: Match) -> tuple[list[AnyEvent], Problems]:
    """The events that a typed round stands for, or what is wrong with it, by field."""
    problems: Problems = {}
    players = range(len(match.players))
    if typed.result not in (*map(str, players), "nobody", "hand", "void"):
        return [], {"result": say("First say how the round ended.")}
    if typed.result == "void":
        return [DealVoided(reason=typed.reason)], {}
    made: list[AnyEvent] = []
    if typed.brights is not None and questions(match).dealt_brights:
        made.append(FieldDealt(brights=min(typed.brights, 5)))
    if typed.result == "hand":
        return [*made, *_hands(typed, match, problems)], problems
    made += _calls(typed, match)
    piles = tuple(_pile(typed, seat, problems) for seat in players)
    winner = typed.winner
    if winner is not None:
        if piles[winner] is None:
            problems.setdefault(
                f"cards-{winner}",
                say("Tap the cards that %(player)s captured.", player=match.players[winner]),
            )
        made.append(RoundWon(player=winner, piles=piles, field=typed.months))
    else:
        callers = [seat for seat in players if typed.calls[seat]]
        if questions(match).last_caller and len(callers) > 1 and typed.last_caller not in callers:
            problems["last-caller"] = say("Say who called koi-koi last.")
        made.append(RoundExhausted(piles=piles, field=typed.months))
    return made, problems


def followed(
    events: Sequence[AnyEvent], match: Match, follow: Callable[[Match, AnyEvent], Match] = follow
) -> tuple[Match, Problems]:
    """The match after these events, and why the first refused event is refused, by its field."""
    for event in events:
        try:
            match = follow(match, event)
        except KoikoiError as error:
            return match, {_field(event, error): error.sentence}
    return match, {}


def open_questions(
    typed: TypedRound, scorer: Scorer, held: Pile, at: Circumstances, seat: int
) -> tuple[str, ...]:
    """The open questions about the pile of a seat. Where all 48 cards are shown, no card is asked for."""
    names = questions_of.open_questions(scorer, held, at, asks.answered(typed.no, seat))
    return tuple(name for name in names if not (typed.all_shown and not held.chaff and asks.is_of_pile(name)))


def warnings(row: Round, match: Match) -> list[Sentence]:
    """What is possible but probably a slip; the round can be saved anyway."""
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
            "%(player)s holds an odd number of cards of month %(month)d. Was an August card dealt to the "
            "field, so that the lightning took one, or is one missing?",
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


def _calls(typed: TypedRound, match: Match) -> list[AnyEvent]:
    """An event for each call; the calls of the last caller come last."""
    order = sorted(match.seats, key=lambda seat: seat == typed.last_caller)
    return [KoikoiCalled(player=seat) for seat in order for _ in range(min(typed.calls[seat], MOST_CALLS))]


def _hands(typed: TypedRound, match: Match, problems: Problems) -> list[AnyEvent]:
    shown = [(seat, typed.hands[seat]) for seat in match.seats if typed.hands[seat] in TEYAKU]
    if not shown:
        problems["hand-0"] = say("Say who was dealt a lucky hand, and which.")
    return [
        HandShown(
            player=seat,
            yaku=hand,  # type: ignore[arg-type]
            round=match.number,
            cards="" if typed.lucky[seat] else " ".join(typed.dealt[seat])[:400],
            months=typed.lucky[seat],
        )
        for seat, hand in shown
    ]


def _pile(typed: TypedRound, seat: int, problems: Problems) -> str | None:
    """The pile of a seat as text; None where nothing was entered."""
    ids = typed.cards[seat]
    try:
        unknown = next((card for card in ids if card not in BY_ID), None)
        if unknown is not None:
            raise BadCards(say("There is no card “%(card)s”.", card=unknown[:20]))
        known = union(BY_ID[card] for card in ids)
        return str(Pile(known, typed.unnamed(seat))) or None
    except BadCards as error:
        problems[f"cards-{seat}"] = error.sentence
        return None


def _field(event: AnyEvent, error: KoikoiError) -> str:
    """The field of the form that an event came from."""
    match event:
        case KoikoiCalled():
            return f"calls-{event.player}"
        case RoundWon():
            return f"cards-{event.player}"
        case HandShown():
            return f"hand-{event.player}"
        case FieldDealt():
            return "brights"
        case RoundExhausted() if error.option == "exhausted.held_yaku":
            return "last-caller"
        case _:
            return "result"
