"""Why a number is what it is, in sentences: factors, caps, the weather, payments."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec

from ...sentences import Sentence, count, listed, say
from ..cards import LIGHTNING, PHOENIX, RAIN_MAN, each
from ..pile import Pile, pile
from ..rules import phrases
from ..rules.choices import agreed_title
from ..rules.deal import TEYAKU
from ..rules.phrases import running
from ..rules.ruleset import RuleSet
from ..rules.yaku import KNOWN
from ..scoring.evaluate import factor_of, formed_but_ruined, scorer
from ..scoring.score import Circumstances, Factor, Line, Score
from . import captured_cards
from .captured_cards import reckonings as reckonings
from .events import (
    Amendment,
    AnyEvent,
    BetweenRounds,
    DealerCorrected,
    DealVoided,
    HandShown,
    KoikoiCalled,
    MatchEnded,
    MatchExtended,
    NamesCorrected,
    PointsAdjusted,
    RulesChanged,
    TurnTaken,
)
from .match import Match, Round
from .settlement import Payment


def factor_reason(factor: Factor, players: Sequence[str], winner: int | None) -> Sentence:
    """Why a factor applies: "Ben called koi-koi". Without a winner (a single hand) nobody is named."""
    others = [name for seat, name in enumerate(players) if seat != winner] if winner is not None else []
    match factor.id:
        case "own_koi" if winner is not None:
            return called(players[winner], factor.n)
        case "own_koi":
            return count("%(n)d own koi-koi", "%(n)d own koi-koi", factor.n)
        case "opponent_koi" if len(others) == 1:
            return called(others[0], factor.n)
        case "opponent_koi" | "any_koi" if factor.by_player:
            return count("%(n)d player called koi-koi", "%(n)d players called koi-koi", factor.n)
        case "opponent_koi":
            return count("%(n)d koi-koi of the others", "%(n)d koi-koi of the others", factor.n)
        case "any_koi":
            return count("%(n)d koi-koi in this round", "%(n)d koi-koi in this round", factor.n)
        case "field_brights":
            return count("%(n)d bright on the dealt field", "%(n)d brights on the dealt field", factor.n)
        case "round":
            return say("round %(number)d", number=factor.n)
        case _:
            return count("%(n)d point or more", "%(n)d points or more", factor.n)


def further_cards(line: Line, rules: RuleSet) -> tuple[int, ...]:
    """What a yaku pays as it is first made and what its further cards add; empty where it is not that sum."""
    row = rules.yaku[line.yaku]
    # then the points are not what the cards say: the call, the month or the number of months decides too
    otherwise = row.after_koi is not None or row.month_factor is not None or row.repeat
    if not row.extra or otherwise or line.points <= row.points:
        return ()
    return row.points, line.points - row.points


def called(player: str, n: int) -> Sentence:
    return count("%(player)s called koi-koi", "%(player)s called koi-koi %(n)d times", n, player=player)


def uncalled(match: Match, player: int) -> Sentence:
    """What it means that nobody called the yaku of a player: whose points that raises."""
    names = [match.players[seat] for seat in match.seats if _is_raised(match, seat, player)]
    if not names:
        return say("It counts as koi-koi of %(player)s, which raises nothing.", player=match.players[player])
    return say(
        "It counts as koi-koi of %(player)s and raises what these can win: %(winners)s.",
        player=match.players[player],
        winners=listed(names),
    )


def _is_raised(match: Match, seat: int, caller: int) -> bool:
    """Whether one more koi-koi of ``caller`` raises what a seat is paid for winning."""
    plan, play = match.scorer.plan, match.play
    calls = tuple(number + (place == caller) for place, number in enumerate(play.calls))
    after = msgspec.structs.replace(play, calls=calls)
    now, then = (match.circumstances(seat, play=at) for at in (play, after))
    if any(factor_of(row, plan, now) != factor_of(row, plan, then) for row in plan.factors):
        return True
    # only the first own call changes what a yaku is worth
    is_first = seat == caller and not play.calls[caller]
    return is_first and any(row.from_koi or row.after_koi not in (None, row.points) for row in plan.rows)


def added_steps(rules: RuleSet, score: Score) -> tuple[int, ...]:
    """Doublings that are added, as numbers that add up: 1, and what each adds to it.

    × 2, × 2 and × 3 are 1 + 1 + 1 + 2 = × 5. Empty where fewer than two apply, or they are multiplied.
    """
    more = [factor.more for factor in score.factors if factor.more]
    return (1, *more) if rules.multipliers.combine == "sum" and len(more) > 1 else ()


def cap_reasons(rules: RuleSet, score: Score) -> tuple[Sentence, ...]:
    """Which caps cut this score."""
    return tuple(phrases.stated(f"multipliers.{cap}", rules) for cap in score.caps)


def ruined(rules: RuleSet, pile: Pile, at: Circumstances) -> tuple[tuple[str, Sentence], ...]:
    """The yaku that the weather takes from a pile, and by which sign."""
    taken = []
    for row in scorer(rules).plan.rows:
        if formed_but_ruined(row, pile.cards, at.round, at.field_months):
            captured = pile.cards & row.ruined_by
            month = next((month for month in at.field_months if month in row.ruined_in), 0)
            taken.append((row.id, sign(row.id, captured, month)))
    return tuple(taken)


def sign(yaku: str, captured: int, month: int = 0) -> Sentence:
    """What ruined a yaku: the cards that were captured, or one of ``month`` on the field.

    The weather ruins only the known yaku; those of one's own name the cards that ruin them.
    """
    if yaku not in KNOWN:
        return _captured(captured)
    if captured & RAIN_MAN:
        return say("the rain man was captured: rain")
    if captured & LIGHTNING:
        return say("the lightning was captured: rain")
    if captured & PHOENIX:
        return say("the phoenix was captured: fog")
    return _captured(captured) if captured else field_month(month)


def _captured(cards: int) -> Sentence:
    """The first of these cards was captured."""
    card = next(each(cards))
    named = say("%(month)d %(card)s", month=card.month, card=say(card.name))
    return say("%(card)s was captured", card=named)


def field_month(month: int) -> Sentence:
    """A card of November or December lies on the field."""
    return (
        say("a November card lies on the field: rain")
        if month == 11
        else say("a December card lies on the field: fog")
    )


def payments(match: Match, row: Round) -> Iterator[Sentence]:
    """Who pays whom in a round; where every captured card counts, how what each made of it came about."""
    if row.cards:
        yield from captured_cards.sums(match, row)
    else:
        yield from (payment(paid, match.players) for paid in row.payments)


def payment(paid: Payment, players: Sequence[str]) -> Sentence:
    """Who pays whom how much, and why less than owed."""
    words = _paid(paid, players)
    return words if paid.why is None else running([words, paid.why])


def _paid(paid: Payment, players: Sequence[str]) -> Sentence:
    names: Mapping[str, str] = {"payer": players[paid.payer], "payee": players[paid.payee]}
    if paid.coins < paid.owed:
        return count(
            "%(payer)s owes %(payee)s %(owed)d and pays the last %(n)d coin.",
            "%(payer)s owes %(payee)s %(owed)d and pays the last %(n)d coins.",
            paid.coins,
            owed=paid.owed,
            **names,
        )
    return count(
        "%(payer)s pays %(payee)s %(n)d coin.", "%(payer)s pays %(payee)s %(n)d coins.", paid.coins, **names
    )


def ruling(reason: str) -> Sentence:
    """Why the table let stand what the rules of calling refuse."""
    return say("The players decided: %(reason)s", reason=reason)


class Amended(NamedTuple):
    """What the table agreed on, or set right, later; it holds after so many rounds."""

    after: int
    said: Sentence
    reason: str = ""


def amendments(match: Match) -> list[Amended]:
    """What was amended and still holds, in the order of the rounds: nothing of rounds that were left out.

    Corrected names stand wherever the players do.
    """
    rules: dict[int, Amended] = {}
    dealers: dict[int, Amended] = {}
    for event in match.events:
        match event:
            case RulesChanged(from_round=first, reason=reason):
                # rules hold from a round on, so they take the place of all that were to hold later
                rules = {number: made for number, made in rules.items() if number < first}
                rules[first] = Amended(first - 1, amendment(match, event), reason)
            case DealerCorrected(round=number, reason=reason):
                dealers[number] = Amended(number - 1, amendment(match, event), reason)
    rounds = (Amended(after, _other_length(rounds)) for after, rounds in match.terms.extended)
    made = (*rounds, *rules.values(), *dealers.values())
    # a correction may have left out the rounds that the rest was about
    return sorted((one for one in made if one.after < match.number), key=lambda one: one.after)


def amendment(match: Match, event: Amendment | BetweenRounds) -> Sentence:
    match event:
        case RulesChanged(from_round=first):
            title = agreed_title(match.rules_of(first))
            return say("From round %(number)d: by the rules of %(rules)s", number=first, rules=title)
        case DealerCorrected(round=number, player=player):
            name = match.players[player]
            return say("Round %(number)d: %(player)s dealt (corrected)", number=number, player=name)
        case MatchExtended(rounds=rounds):
            return _other_length(rounds)
        case NamesCorrected():
            return say("The names were corrected.")
        case PointsAdjusted():
            return say("The points were adjusted.")
        case MatchEnded():
            return say("The match was ended early.")


def _other_length(rounds: int) -> Sentence:
    if rounds < 0:
        return count("%(n)d round fewer agreed", "%(n)d rounds fewer agreed", -rounds)
    return count("%(n)d more round agreed", "%(n)d more rounds agreed", rounds)


def live_step(players: Sequence[str], event: AnyEvent) -> Sentence | None:
    """What a step of live play was; None for an event of another kind."""
    match event:
        case TurnTaken(player=player, captured=""):
            return say("%(player)s captured nothing.", player=players[player])
        case TurnTaken(player=player, captured=captured):
            return count(
                "%(player)s captured %(n)d card.",
                "%(player)s captured %(n)d cards.",
                len(pile(captured)),
                player=players[player],
            )
        case KoikoiCalled(player=player):
            return say("%(player)s called koi-koi.", player=players[player])
        case HandShown(player=player, yaku=yaku):
            return say("%(player)s showed: %(hand)s.", player=players[player], hand=say(TEYAKU[yaku][0]))
        case DealVoided():
            return say("The cards were dealt again.")
        case _:
            return None


def replaced(turns: int) -> Sentence:
    """What became of the turns that were recorded before a round was entered as a whole."""
    return count(
        "%(n)d turn was recorded live; then the round was entered as a whole.",
        "%(n)d turns were recorded live; then the round was entered as a whole.",
        turns,
    )


def result(match: Match, row: Round) -> Sentence:
    """A round's outcome in a few words."""
    name = match.players[row.player] if row.player is not None else ""
    if row.refused:
        return say("Does not count")
    if row.result == "won":
        return say("%(player)s stopped", player=name)
    if row.cards:
        if row.player is None:
            is_void = captured_cards.too_poor(match.rules_of(row.number), row.cards)
            return say("Nobody scores") if is_void else say("Several made equally much")
        return say("%(player)s made most", player=name)
    if row.hand is not None:
        return say("%(player)s showed: %(hand)s", player=name, hand=say(TEYAKU[row.hand.yaku][0]))
    if row.result == "drawn" or row.player is None:
        return say("Draw")
    return say("%(player)s scores", player=name)
