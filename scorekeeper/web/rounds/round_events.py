"""The events that a typed round stands for, or its correction: what is wrong with it, what it leaves open."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import dropwhile
from typing import NamedTuple

from msgspec.structs import replace

from ...koikoi.cards import CHAFF
from ...koikoi.errors import BadCards, KoikoiError
from ...koikoi.match.corrections import Consequences, consequences
from ...koikoi.match.events import (
    AnyEvent,
    DealVoided,
    FieldDealt,
    HandShown,
    Judged,
    KoikoiCalled,
    MatchEnded,
    RoundCorrected,
    RoundEnded,
    RoundExhausted,
    RoundWon,
    TakenBack,
    TurnTaken,
    content,
)
from ...koikoi.match.follow import follow
from ...koikoi.match.interpreter import follow_in_round
from ...koikoi.match.match import Match, Round
from ...koikoi.match.replay import before_round, rewound
from ...koikoi.match.round_warnings import RoundWarning, round_warnings
from ...koikoi.pile import Pile, odd_months
from ...koikoi.rules.deal import TEYAKU, voids
from ...koikoi.scoring import questions as questions_of
from ...koikoi.scoring.evaluate import Scorer
from ...koikoi.scoring.score import Circumstances
from ...sentences import Sentence, say
from . import rule_questions
from .round_form import TypedRound, questions
from .rule_questions import MOST_CALLS

Problems = dict[str, Sentence]
Follow = Callable[[Match, AnyEvent], Match]
_LIVE = (TurnTaken, KoikoiCalled)


def events_of(typed: TypedRound, match: Match) -> tuple[list[AnyEvent], Problems]:
    """The events that a typed round stands for, or what is wrong with it, by field."""
    problems: Problems = {}
    players = range(len(match.players))
    if typed.result not in (*map(str, players), "nobody", "hand", "void"):
        return [], {"result": say("First say how the round ended.")}
    if typed.result == "void":
        return [DealVoided(reason=typed.reason)], {}
    made, turns = _instead_of_turns(match) if typed.result != "hand" else ([], None)
    if typed.brights is not None and questions(match).dealt_brights:
        made.append(FieldDealt(brights=min(typed.brights, 5)))
    made += _calls(typed, match)
    if typed.result == "hand":
        return [*made, *_hands(typed, match, problems)], problems
    piles = tuple(pile_of(typed, seat, problems) for seat in players)
    winner = typed.winner
    if winner is not None:
        if piles[winner] is None:
            sentence = say("Tap the cards that %(player)s captured.", player=match.players[winner])
            problems.setdefault(f"cards-{winner}", sentence)
        made.append(
            RoundWon(player=winner, piles=piles, field=typed.months, ruling=typed.ruling, turns=turns)
        )
    else:
        callers = [seat for seat in players if typed.calls[seat]]
        if questions(match).last_caller and len(callers) > 1 and typed.last_caller not in callers:
            problems["last-caller"] = say("Say who called koi-koi last.")
        made.append(RoundExhausted(piles=piles, field=typed.months, ruling=typed.ruling, turns=turns))
    return made, problems


def same_content(made: Iterable[AnyEvent], stored: Iterable[AnyEvent]) -> bool:
    """Whether events say the same, whatever storing adds, and however many turns they replaced."""
    return list(map(_as_entered, made)) == list(map(_as_entered, stored))


def _as_entered(event: AnyEvent) -> AnyEvent:
    event = content(event)
    return replace(event, turns=None) if isinstance(event, RoundEnded) else event


class Judgement(NamedTuple):
    """The match after some events, what refuses them by field of the form, and what only the table can say.

    ``events``: those that were followed; calls that do not fit have a ruling, as if the table let them stand.
    """

    after: Match
    events: Sequence[AnyEvent]
    problems: Problems
    warnings: Sequence[RoundWarning] = ()


def judged(events: Sequence[AnyEvent], match: Match, follow: Follow = follow) -> Judgement:
    """The match after a round that was entered; where its calls do not fit, a warning that says so.

    Calls that the rules forbid are followed all the same, for the table may have let them stand.
    """
    after, refused = _followed(events, match, follow)
    if refused is None:
        finished = len(after.rounds) > len(match.rounds)
        return Judgement(after, events, {}, round_warnings(after, after.rounds[-1]) if finished else ())
    event, error = refused
    let_stand = [replace(part, ruling="-") if isinstance(part, Judged) else part for part in events]
    ruled, still_refused = _followed(let_stand, match, follow)
    if still_refused is None and isinstance(event, Judged):
        return Judgement(
            ruled, let_stand, {}, [RoundWarning(getattr(event, "player", 0), error.sentence, error.option)]
        )
    return Judgement(after, events, {_field(event, error): error.sentence})


def _followed(
    events: Sequence[AnyEvent], match: Match, follow: Follow
) -> tuple[Match, tuple[AnyEvent, KoikoiError] | None]:
    """The match after these events, or until the first that is refused, and that."""
    for event in events:
        try:
            match = follow(match, event)
        except KoikoiError as error:
            return match, (event, error)
    return match, None


def calls_noted(typed: TypedRound, match: Match) -> Match:
    """The match after the calls that are noted, those included that the rules forbid."""
    calls = [replace(call, ruling="-") for call in _calls(typed, match)]
    return _followed([*_instead_of_turns(match)[0], *calls], match, follow)[0]


def tapped_seat(typed: TypedRound, seat: int) -> int:
    """The seat under which the cards of a player are tapped: before anybody is chosen, the first."""
    return seat if typed.result or typed.cards[seat] or typed.chaff[seat] else 0


def with_call(typed: TypedRound, match: Match, seat: int | None) -> TypedRound:
    """The round with one more koi-koi of a player, and the cards that it was called with."""
    if seat is None or seat not in match.seats:
        return typed
    held = pile_of(typed, tapped_seat(typed, seat), {})
    calls = tuple(number + (place == seat) for place, number in enumerate(typed.calls))
    called = tuple(
        (*piles, held) if place == seat and held else piles for place, piles in enumerate(typed.called)
    )
    return replace(typed, calls=calls, called=called)


def pile_of(typed: TypedRound, seat: int, problems: Problems) -> str | None:
    """The pile of a seat as text; None where nothing was entered."""
    try:
        return str(typed.pile(seat)) or None
    except BadCards as error:
        problems[f"cards-{seat}"] = error.sentence
        return None


def open_questions(
    typed: TypedRound, scorer: Scorer, held: Pile, at: Circumstances, seat: int
) -> tuple[str, ...]:
    """The open questions about the pile of a seat. Where all 48 cards are shown, no card is asked for."""
    names = questions_of.open_questions(scorer, held, at, rule_questions.answered(typed.no, seat))
    return tuple(
        name for name in names if not (typed.all_shown and not held.chaff and rule_questions.is_of_pile(name))
    )


def odd_piles(finished: Round, match: Match) -> list[Sentence]:
    """What is possible but probably a slip; the round can be saved anyway."""
    return [
        words
        for seat, pile in enumerate(finished.piles)
        # entered card by card, it seems: it names chaff and counts none
        if pile is not None and pile.cards & CHAFF and not pile.chaff
        for words in odd_captures(match, seat, pile)
    ]


def odd_captures(match: Match, seat: int, pile: Pile) -> list[Sentence]:
    """The months of which a pile holds an odd number of cards: probably one of them is missing."""
    lightning = match.rules.play.lightning
    if lightning == "wild":
        return []  # it takes a card of any month, and leaves months odd
    return [_odd_month(match.players[seat], month, lightning) for month in odd_months(pile)]


def _odd_month(player: str, month: int, lightning: str) -> Sentence:
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


def _instead_of_turns(match: Match) -> tuple[list[AnyEvent], int | None]:
    """What takes back the turns and calls recorded in this deal, and how many turns those are.

    Whole piles are entered in their place. What else was entered since the first of them is entered again.
    """
    if not match.play.turns:
        return [], None
    first = next(event for event in match.log.deal if isinstance(event, _LIVE))
    replaced = list(dropwhile(lambda event: event is not first, match.events))
    again = [content(event) for event in replaced if not isinstance(event, _LIVE)]
    return [*[TakenBack() for _ in replaced], *again], len(match.play.turns)


def _calls(typed: TypedRound, match: Match) -> list[KoikoiCalled]:
    """An event for each call; those of the last caller come last."""
    order = sorted(match.seats, key=lambda seat: seat == typed.last_caller)
    calls = []
    for seat in order:
        number = min(typed.calls[seat], MOST_CALLS)
        noted = typed.called[seat][:number]
        piles = (*[None] * (number - len(noted)), *noted)  # None for calls that were only counted
        calls += [KoikoiCalled(player=seat, pile=held, ruling=typed.ruling) for held in piles]
    return calls


def _hands(typed: TypedRound, match: Match, problems: Problems) -> list[AnyEvent]:
    shown = [(seat, typed.hands[seat]) for seat in match.seats if typed.hands[seat] in TEYAKU]
    if not shown:
        problems["hand-0"] = say("Say who was dealt a lucky hand, and which.")
    hands = [hand for _seat, hand in shown]
    void = next((n for n in range(1, len(hands)) if voids(match.rules, hands[:n])), None)  # of n hands
    return [
        HandShown(
            player=seat,
            yaku=hand,  # type: ignore[arg-type]
            round=match.number,
            cards="" if typed.lucky[seat] else " ".join(typed.dealt[seat])[:400],
            months=typed.lucky[seat],
            ruling=typed.ruling,
        )
        for seat, hand in shown[:void]  # one more would be one of the next deal
    ]


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


def corrected(typed: TypedRound, match: Match, number: int, *, ends: bool) -> Judgement:
    """The correction of a round, with the void deals before it; what is wrong in the round, or warned of.

    With ``ends``, what was played after the coins end the match is left out.
    """
    before = before_round(match, number)
    if typed.result == "void":
        sentence = say("A correction must be a whole round. To deal again, undo the round.")
        return Judgement(before, [], {"result": sentence})
    log = match.log_of(number)
    voids, deal = log.events[: -len(log.deal)], log.deal
    # what nobody said of the dealt field stays as it was entered, card by card
    dealt = [event for event in deal if isinstance(event, FieldDealt)] if typed.brights is None else []
    made, problems = events_of(typed, before)
    made = [*voids, *dealt, *made]
    judgement = Judgement(before, made, problems)
    if not problems:
        judgement = judged(made, before, partial(follow_in_round, number=number))
    end = [MatchEnded()] if ends else []
    correction = RoundCorrected(round=number, events=(*judgement.events, *end))  # type: ignore[arg-type]
    return judgement._replace(events=[correction])


def last_consequences(match: Match, number: int) -> Consequences | None:
    """What the last correction of a round changed; None where there was none."""
    for place, event in reversed([*enumerate(match.events)]):
        if isinstance(event, RoundCorrected) and event.round == number:
            return consequences(rewound(match, place), event)
    return None
