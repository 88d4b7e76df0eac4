"""The end of a round in games in which every captured card counts: everybody's pile, and who pays for yaku.

What the cards of a pile are worth, and which yaku it has, says the scorer; who owes whom what for that are
charges. A charge without a payer is what a seat makes or loses by itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import Final, NamedTuple

from msgspec.structs import replace

from ...sentences import N_, Sentence, count, say
from ..cards import CHAFF, LIGHTNING, each, of_month
from ..errors import NotAllowed
from ..pile import Pile
from ..rules import deal, phrases
from ..rules.phrases import running
from ..rules.ruleset import RuleSet
from ..scoring.evaluate import scorer
from ..scoring.score import NOTHING, Score
from . import endings
from .events import RoundExhausted, piles_of
from .match import AtOnce, Match, PileScore, Round
from .settlement import Charge

_WILLOWS: Final = of_month(11)


def refuse_piles(event: RoundExhausted, match: Match) -> None:
    """Refuse a round of which a pile is not known."""
    piles = endings.piles_on_the_table(match, event.piles, event.field)
    for name, pile in zip(match.players, piles, strict=True):
        if pile is None:
            raise NotAllowed(
                say("Enter %(player)s’s cards too: in this game every captured card counts.", player=name)
            )


def with_piles(event: RoundExhausted, match: Match) -> Match:
    match = replace(match, play=endings.ended(match.play, event))
    piles = tuple(pile or Pile() for pile in piles_of(event.piles, len(match.players)))
    held = [endings.pile_score(match, seat, piles, event.field) for seat in match.seats]
    held, by_willows = _beside_willows(match, piles, held)
    cards, yaku = tuple(map(_cards, held)), [one.score.points for one in held]
    void = [_worth_too_little(match, seat, cards[seat]) for seat in too_poor(match.rules, cards)]
    owed = () if void else charges(match.rules, cards, yaku)
    made = _made(owed, match.seats)
    player = endings.sole_highest(made)
    why = [*by_willows, *(void or _lacking(match, piles, sum(made))), *_unnamed(match, piles)]
    done = Round(
        number=match.number,
        dealer=match.dealer,
        result="counted",
        player=player,
        points=max(made),
        play=match.play,
        piles=piles,
        log=match.log,
        score=held[player].score if player is not None else None,
        at=held[player].at if player is not None else None,
        beside=tuple(one for one in held if one.player != player and one.score.lines),
        why=running(why) if why else None,
        cards=cards,
        first=_first(match, made),
        at_once=None if void else _at_once(match, held),
    )
    return endings.paid(match, owed, done)


def charges(rules: RuleSet, cards: Sequence[int], yaku: Sequence[int]) -> tuple[Charge, ...]:
    """Who owes whom what, by seat, for the points of the cards and for those of the yaku."""
    share = par(rules, len(cards))
    by_themselves = (Charge(None, seat, points - share) for seat, points in enumerate(cards))
    others = permutations(range(len(yaku)), 2)  # a seat, and each of the others
    match rules.counting.yaku:
        case "own":
            of_yaku = [Charge(None, seat, points) for seat, points in enumerate(yaku)]
        case "each_pays":
            of_yaku = [Charge(other, seat, yaku[seat]) for seat, other in others]
        case "others_lose":
            of_yaku = [Charge(None, other, -yaku[seat]) for seat, other in others]
    return (*by_themselves, *(charge for charge in of_yaku if charge.points))


def par(rules: RuleSet, players: int) -> int:
    """The share that a player's cards are measured by: 0 where they count as they are."""
    whole = scorer(rules).of_cards(Pile(deal.deck(rules)))
    return whole // players if rules.counting.par else 0


def _cards(held: PileScore) -> int:
    return held.score.cards or 0


def _made(owed: Sequence[Charge], seats: range) -> tuple[int, ...]:
    """The points that each seat makes of some charges."""
    return tuple(
        sum(charge.points * ((charge.payee == seat) - (charge.payer == seat)) for charge in owed)
        for seat in seats
    )


def _first(match: Match, made: Sequence[int]) -> int:
    """Who made most; of several the first in turn order, counted from the dealer."""
    return max(match.seats, key=lambda seat: (made[seat], -((seat - match.dealer) % len(made))))


def too_poor(rules: RuleSet, cards: Sequence[int]) -> list[int]:
    """The seats whose cards are worth so little that nobody scores."""
    limit = rules.counting.void_at
    return [seat for seat, points in enumerate(cards) if limit is not None and points <= limit]


def _worth_too_little(match: Match, seat: int, points: int) -> Sentence:
    return say(
        "Nobody scores: the cards of %(player)s are worth only %(points)d.",
        player=match.players[seat],
        points=points,
    )


def _beside_willows(
    match: Match, piles: Sequence[Pile], held: list[PileScore]
) -> tuple[list[PileScore], list[Sentence]]:
    """What the piles are worth beside all four willow cards in one of them, and what those cancel."""
    rule = match.rules.counting.ameshima
    owner = next((seat for seat, pile in enumerate(piles) if pile.cards & _WILLOWS == _WILLOWS), None)
    if rule == "nothing" or owner is None:
        return held, []
    kept = owner if rule == "cancels_others" else None
    left = [
        one if one.player == kept else replace(one, score=replace(NOTHING, cards=one.score.cards))
        for one in held
    ]
    words = (
        say("%(player)s has all four willow cards: no yaku counts.", player=match.players[owner])
        if kept is None
        else say("%(player)s has all four willow cards: no other’s yaku count.", player=match.players[owner])
    )
    return left, [words]


def _at_once(match: Match, held: Sequence[PileScore]) -> AtOnce | None:
    """Who wins the match by a yaku of this round: the first of the rules' list goes before the others."""
    in_turn = sorted(held, key=lambda one: (one.player - match.dealer) % len(held))
    return next(
        (
            AtOnce(one.player, yaku)
            for yaku in match.rules.counting.wins_at_once
            for one in in_turn
            if any(line.yaku == yaku for line in one.score.lines)
        ),
        None,
    )


def _lacking(match: Match, piles: Sequence[Pile], made: int) -> Iterator[Sentence]:
    """That cards are missing, by which the points of a round do not add up to nothing."""
    missing = deal.deck(match.rules).bit_count() - sum(map(len, piles))
    if match.rules.counting.par and missing:
        yield count(
            "%(n)d card is missing: the points of the round add up to %(sum)s instead of 0.",
            "%(n)d cards are missing: the points of the round add up to %(sum)s instead of 0.",
            missing,
            sum=_signed(made),
        )


def _unnamed(match: Match, piles: Sequence[Pile]) -> Iterator[Sentence]:
    """Chaff that is worth something else, or would complete the willow, and that no pile names."""
    plan, named = match.scorer.plan, sum(pile.cards for pile in piles)
    asked = sum(among for among, points in plan.worth if points != plan.chaff_worth) & CHAFF
    if plan.willows and any(pile.cards & _WILLOWS == _WILLOWS & ~LIGHTNING for pile in piles):
        asked |= LIGHTNING
    left = asked & ~named & deal.deck(match.rules)
    if left and any(pile.chaff for pile in piles):
        names = phrases.value("deal.without", [card.id for card in each(left)], match.rules)
        yield say("No pile names “%(cards)s”: it counted as ordinary chaff, or not at all.", cards=names)


class Reckoning(NamedTuple):
    """What a seat made of a round: by its cards, and its own yaku and those of the others (``parts``)."""

    seat: int
    score: Score  # its yaku
    parts: Sentence
    made: int


def reckonings(match: Match, row: Round) -> Iterator[Reckoning]:
    """How what each player made of a round came about; nothing where nobody scores."""
    rules, seats = match.rules_of(row.number), len(row.cards)
    of_first = {} if row.player is None else {row.player: row.score or NOTHING}
    scores = of_first | {one.player: one.score for one in row.beside}
    yaku = {seat: score.points for seat, score in scores.items()}
    share = par(rules, seats)
    for seat, cards in enumerate(() if too_poor(rules, row.cards) else row.cards):
        own = yaku.get(seat, 0)
        others = sum(yaku.values()) - own
        of_own = {"own": own, "each_pays": own * (seats - 1), "others_lose": 0}[rules.counting.yaku]
        of_others = 0 if rules.counting.yaku == "own" else others
        parts = (
            (N_("par %(points)s"), -share),
            (N_("own yaku %(points)s"), of_own),
            (N_("yaku of the others %(points)s"), -of_others),
        )
        worked = say("cards %(points)s", points=str(cards))
        for words, points in parts:
            part = say(words, points=str(abs(points)))
            if points > 0:
                worked = say("%(sum)s + %(part)s", sum=worked, part=part)
            elif points < 0:
                worked = say("%(sum)s − %(part)s", sum=worked, part=part)
        made = row.transfer[seat] // rules.settlement.coin
        yield Reckoning(seat, scores.get(seat, NOTHING), worked, made)


def sums(match: Match, row: Round) -> Iterator[Sentence]:
    """The same in a sentence for each player."""
    for one in reckonings(match, row):
        player, made = match.players[one.seat], _signed(one.made)
        if "part" in one.parts.values:
            yield say("%(player)s: %(sum)s = %(made)s.", player=player, sum=one.parts, made=made)
        else:  # the cards alone
            yield say("%(player)s: %(sum)s.", player=player, sum=one.parts)


def _signed(number: int) -> str:
    return f"−{-number}" if number < 0 else str(number)
