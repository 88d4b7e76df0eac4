"""The piles on which rule sets are tried, and under what circumstances, all made from their plans.

The chart takes its examples from them, the editor of house rules the pile on which a change shows, and the
comparison of two rule sets those on which they differ.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache, reduce
from itertools import combinations, pairwise
from operator import or_
from typing import Final, NamedTuple

from msgspec.structs import replace

from ..cards import CHAFF, DECK, SAKE_CUP, Card, each, months, of_month, union
from ..pile import Pile, pile
from ..rules.ruleset import RuleSet, may_be_called
from .plan import Plan, PlanRow
from .score import Circumstances

CallCounts = tuple[int, int]  # own, and those of the others

USUAL_PILE: Final = pile("01R 02R 03R 06A 07A 10A")
MOST_CARDS: Final = 16
_CALLS: Final = ((0, 0), (1, 0), (0, 1), (2, 0), (0, 2), (1, 1))  # the fewest first
_TOGETHER: Final = {1: 64, 2: 20, 3: 12}  # of so many of the dearest yaku, each one, each two, each three


class Sample(NamedTuple):
    """A pile, and what else decides its score."""

    pile: Pile
    at: Circumstances


def samples(
    plans: Sequence[Plan], calls: Sequence[CallCounts] = _CALLS, gone: int = 0, *, together: bool = True
) -> list[Sample]:
    """What some plans are tried on, each once, none with a card that is ``gone``: every pile in a plain
    round, then those of a single yaku under all other circumstances.

    ``together``: also several yaku in one pile.
    """
    plain, *others = circumstances(plans, calls)
    single = [(USUAL_PILE, 1), *_single(plans, gone)]
    piles = [*single, *_at_the_limit(plans, gone)]
    piles += [(Pile(_some(worth, 1, plan)), 1) for plan in plans for worth, _points in plan.worth]
    piles += ((held, 1) for held in dearest_piles(plans, gone)) if together else ()
    tried = [Sample(held, _in_round(plain, number)) for held, number in piles]
    tried += [Sample(held, at) for held, _ in single for at in others]
    fits = (some for some in dict.fromkeys(tried) if 0 < len(some.pile) <= MOST_CARDS)
    return [some for some in fits if not some.pile.cards & gone]


def calls_by(*tables: RuleSet) -> list[CallCounts]:
    """The calls that are tried, as far as all these rules allow them."""
    return [calls for calls in _CALLS if all(may_be_called(rules, *calls) for rules in tables)]


def circumstances(plans: Sequence[Plan], calls: Sequence[CallCounts] = _CALLS) -> Iterator[Circumstances]:
    """A plain round with the first of the calls, and whatever else these plans look at."""
    number = 1 if any(plan.asks_round for plan in plans) else None
    asked = any(row.id.endswith("_koi") for plan in plans for row in plan.factors) or any(
        row.from_koi or row.after_koi is not None for plan in plans for row in plan.rows
    )
    for own, others in calls if asked else calls[:1]:
        yield Circumstances(own, others, number)
    plain = Circumstances(*calls[0], number)
    yield from (replace(plain, round=later) for later in sorted({n for plan in plans for n in _rounds(plan)}))
    if any(plan.asks_dealt_brights for plan in plans):
        yield from (replace(plain, dealt_brights=brights) for brights in (1, 2))
    for month in sorted({month for plan in plans for month in plan.asks_field_months}):
        yield replace(plain, field_months=(month,))


def dearest_piles(plans: Sequence[Plan], gone: int = 0) -> list[Pile]:
    """The dearest yaku one by one, each two and each three of them in one pile."""
    made = list(dict.fromkeys(held for held, _ in _single(plans, gone)))
    return [
        _held(reduce(or_, (one.cards for one in some)), max(one.chaff for one in some))
        for number, most in _TOGETHER.items()
        for some in combinations(made[:most], number)
    ]


def _in_round(at: Circumstances, number: int) -> Circumstances:
    return at if at.round is None else replace(at, round=number)


def _rounds(plan: Plan) -> Iterator[int]:
    """The rounds in which something is worth more or less than in another: of every month that a yaku names,
    of the first that it does not name, and those with a factor of their own."""
    for row in plan.rows:
        if row.months is not None:
            yield from row.months
            yield from [month for month in range(1, 13) if month not in row.months][:1]
    for factor in plan.factors:
        if factor.id == "round":
            yield 1
            steps = pairwise(factor.table)
            yield from (number for number, (before, now) in enumerate(steps, 2) if before != now)


def _single(plans: Sequence[Plan], gone: int) -> list[tuple[Pile, int]]:
    """Piles that make a yaku and little else, those of the dearest first, each with a round for it."""
    return list(dict.fromkeys(made for row, plan in _rows(plans) for made in _made(row, plan, DECK & ~gone)))


def _rows(plans: Sequence[Plan]) -> list[tuple[PlanRow, Plan]]:
    """The yaku of all plans, the dearest first."""
    return sorted(((row, plan) for plan in plans for row in plan.rows), key=lambda of: -of[0].points)


def _made(row: PlanRow, plan: Plan, among: int) -> Iterator[tuple[Pile, int]]:
    """One pile of a yaku; of a yaku of certain months one for each."""
    usual = row.months[0] if row.months else 1
    if not row.monthly:
        # further cards that pay after a call only are tried with calls
        yield from ((_pile_of(row, plan, among, more), usual) for more in ((0, 2) if row.from_koi else (0,)))
        return
    whole = [month for month in months(row.core) if (row.core & of_month(month)).bit_count() >= row.size]
    if row.monthly == "round" and row.months:
        whole = [month for month in whole if month in row.months]
    for month in whole[:1] if len(whole) == 12 else whole:
        made = _pile_of(row, plan, among & of_month(month))
        yield made, month if row.monthly == "round" else usual


def _pile_of(row: PlanRow, plan: Plan, among: int, more: int = 0) -> Pile:
    """As many cards as a yaku needs, and some more that count for it. Chaff is counted where it may be."""
    held = chaff = 0
    for cards, least in row.needs:
        if row.counts_chaff_in(cards):
            chaff = least + more
        else:
            held |= _some(cards & among & ~row.ruined_by & ~held, least, plan)
    further = 0 if chaff else _some(row.kind & among & ~held, more, plan)
    return _held(held | further, chaff)


def _at_the_limit(plans: Sequence[Plan], gone: int) -> Iterator[tuple[Pile, int]]:
    """For each of the single piles some that differ from it by a card or two."""
    among = DECK & ~gone
    for row, plan in _rows(plans):
        for held, number in _made(row, plan, among):
            yield from ((variant, number) for variant in _variants(row, plan, held, among))


def _variants(row: PlanRow, plan: Plan, held: Pile, among: int) -> Iterator[Pile]:
    """With one card fewer and with some more, with the cup, with the lightning in place of a card, with
    another month, and with what ruins the yaku."""
    fewer = Pile(held.cards, held.chaff - 1) if held.chaff else Pile(held.cards & (held.cards - 1))
    if row.extra:
        yield from (_pile_of(row, plan, among, more) for more in (1, 2))
    if row.kind & SAKE_CUP or row.counted:
        yield from (fewer, _with(fewer, SAKE_CUP), _with(held, SAKE_CUP))
    yield from (_held(held.cards | card.bit, max(held.chaff - 2, 0)) for card in each(row.twice))
    if row.wild:
        yield _with(fewer, row.wild)
    if row.repeat:
        yield _with(held, _pile_of(row, plan, among & of_month(12)).cards)
    yield from (_with(held, card.bit) for card in each(row.ruined_by & ~held.cards))


def _with(held: Pile, cards: int) -> Pile:
    return _held(held.cards | cards, held.chaff)


def _held(cards: int, chaff: int) -> Pile:
    """With no more chaff than the deck has beside these cards."""
    return Pile(cards, min(chaff, (CHAFF & ~cards).bit_count()))


def _some(among: int, number: int, plan: Plan) -> int:
    """So many cards of a set, those first that few yaku name, so that they make no other; the cup last."""
    named = tuple(row.core for row in plan.rows if not row.counts and not row.monthly)
    return union([card for card in _by_others(named) if card.bit & among][:number])


@lru_cache(maxsize=64)
def _by_others(named: tuple[int, ...]) -> list[Card]:
    """All cards, those first that few of these sets of cards have; the cup last."""

    def others(card: Card) -> tuple[bool, int]:
        return card.bit == SAKE_CUP, sum(bool(core & card.bit) for core in named)

    return sorted(each(DECK), key=others)
