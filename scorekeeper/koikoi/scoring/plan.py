"""The flat plan of a rule set, which the evaluators read and nothing else; ``compiled`` works it out.

The options of a rule set affect one another: the sake cup, the weather, overlaps, exclusions, month cards.
They are worked out here, once, into rows that need no further thought.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

import msgspec
from msgspec.structs import replace

from ..cards import CHAFF, DECK, LIGHTNING, OF_KIND, PHOENIX, RAIN_MAN, SAKE_CUP, cards, of_month, text
from ..rules.options.card_points import CountingOptions
from ..rules.options.points import Big
from ..rules.options.row import COUNTED
from ..rules.options.yaku import YakuOptions, left_out_of
from ..rules.ruleset import RuleSet, can_ruin
from ..rules.yaku import KNOWN, Monthly, Need, Yaku, need


class PlanRow(msgspec.Struct, frozen=True, gc=False):
    """One yaku in force: what makes it, what it pays, and how it and other yaku affect one another."""

    id: str
    needs: tuple[tuple[int, int], ...]  # every (cards, at least) must be met; by one month, where monthly
    core: int  # all cards that the needs name
    monthly: Monthly
    repeat: bool
    separate: bool  # each month is a line of its own
    wild: int  # the lightning, where it stands in for the card that a whole month lost to it
    counted: bool  # chaff that nobody named counts for it
    twice: int  # cards that count as two
    kind: int  # the cards that can be further cards
    size: int  # how many of them it needs before the first further card
    points: int
    extra: int
    from_koi: bool  # further cards pay only after an own call, those beyond what was held then
    after_koi: int | None
    months: tuple[int, ...] | None
    month_factor: int | None
    ruined_by: int  # ruined when one of these cards was captured
    ruined_in: tuple[int, ...]  # ruined when a card of these months lies on the field
    family: str
    overlap: str  # "animals", "ribbons" or ""
    counts: bool  # the counting yaku of that overlap
    leaves_further: bool  # cards beyond those it needs may count for another yaku of that overlap
    replaces: tuple[str, ...]
    excluded_by: tuple[str, ...]
    rivals: tuple[str, ...]  # either they count or this yaku, whichever is worth more
    requires_other: bool
    bit: int = 0  # its own, one for each yaku of the plan
    meets: int = 0  # those of all yaku that may change what it is worth, or it what they are worth

    @property
    def is_whole_month(self) -> bool:
        """Whether it takes the four cards of a month."""
        return bool(self.monthly) and self.needs == ((DECK, 4),)

    def counts_chaff_in(self, among: int) -> bool:
        """Whether chaff that nobody named counts for the need of these cards."""
        return self.counted and among == self.kind


# What takes the four cards of one month, and nothing else.
_WHOLE_MONTHS: Final[Mapping[tuple[int, int], int]] = {(of_month(month), 4): month for month in range(1, 13)}


class FactorRow(msgspec.Struct, frozen=True, gc=False):
    """One multiplication. Forms: flat, linear, power, table, count; ``round`` reads the table by round.

    ``by_player``: it looks at how many players called koi-koi rather than how often.
    """

    id: str
    form: str
    factor: int = 1
    table: tuple[tuple[str, int], ...] = ()
    by_player: bool = False


class Plan(msgspec.Struct, frozen=True):
    """What the evaluators read. If the sake cup counts as what pays more, there are two ``readings``."""

    readings: tuple[tuple[PlanRow, ...], ...]
    highest: bool  # of the yaku of one family only the highest counts
    best: bool  # of all yaku only the one worth most counts
    animals: str  # overlaps
    ribbons: str
    factors: tuple[FactorRow, ...]
    big: Big | None
    combine: str  # "product" or "sum"
    max_base: int | None
    max_factor: int | None
    max_points: int | None
    rain_man_counts: bool  # among the brights of the dealt field
    worth: tuple[tuple[int, int], ...]  # cards, and points of each, where captured cards count
    chaff_worth: int  # points of a chaff card that nobody named
    willows: bool  # whether it matters that a pile has all four cards of November

    @property
    def rows(self) -> tuple[PlanRow, ...]:
        return self.readings[0]

    @property
    def asks_round(self) -> bool:
        """Whether anything depends on the number of the round."""
        return any(row.months is not None or row.monthly == "round" for row in self.rows) or any(
            row.id == "round" for row in self.factors
        )

    @property
    def asks_own_call(self) -> bool:
        """Whether it matters what a player held at the first own call."""
        return any(row.from_koi for row in self.rows)

    @property
    def asks_dealt_brights(self) -> bool:
        return any(row.id == "field_brights" for row in self.factors)

    @property
    def asks_field_months(self) -> tuple[int, ...]:
        """The months of which the plan must know whether a card lies on the field now."""
        return tuple(sorted({month for row in self.rows for month in row.ruined_in}))

    def asks_chaff(self, number: int) -> int:
        """The chaff cards that must be named in the round with this number, not only counted, except
        those of whole months."""
        asked = 0
        for row in self.rows:
            asked |= row.ruined_by | row.wild | row.twice
            if row.is_whole_month and not row.wild:
                continue
            of_round = of_month(month_of(number)) if row.monthly == "round" else DECK
            for among, least in row.needs:
                if (among, least) in _WHOLE_MONTHS:
                    continue
                # chaff of a whole kind is only counted, so what does not count among it must be named
                asked |= CHAFF & ~among if row.counts_chaff_in(among) else among & of_round
            if row.extra and not row.counted:
                asked |= row.kind
        for among, points in self.worth:
            asked |= among if points != self.chaff_worth else 0
        willow = LIGHTNING if self.willows and 11 not in self.months_of_four else 0
        return (asked | willow) & CHAFF

    @property
    def months_of_four(self) -> tuple[int, ...]:
        """The months of which some yaku takes all four cards, whatever the round."""
        needs = {part for row in self.rows for part in row.needs if not row.monthly}
        return tuple(month for part, month in _WHOLE_MONTHS.items() if part in needs)

    def asks_months(self, number: int) -> tuple[int, ...]:
        """The months to ask about in the round with this number, because a pile may hold all their cards."""
        wanted = {row.monthly for row in self.rows if row.is_whole_month}
        if "each" in wanted:
            return tuple(range(1, 13))
        of_round = {month_of(number)} if "round" in wanted else set()
        return tuple(sorted(of_round.union(self.months_of_four)))


def month_of(number: int) -> int:
    """The month (1 to 12) of the round with this number: the thirteenth round is January again."""
    return (number - 1) % 12 + 1


Cup = Mapping[str, int]  # how many cards of a kind the sake cup counts as
# The ways in which a table counts the cup; if there are two, the one that pays more is used.
READINGS: Final[Mapping[str, tuple[Cup, ...]]] = {
    "animal": ({"animal": 1},),
    "chaff": ({"chaff": 1},),
    "both": ({"animal": 1, "chaff": 1},),
    "best": ({"animal": 1}, {"chaff": 1}),
    "two_chaff": ({"chaff": 2},),
    "both_two_chaff": ({"animal": 1, "chaff": 2},),
    "best_two_chaff": ({"animal": 1}, {"chaff": 2}),
    "neither": ({},),
}


def cards_of(kind: str, cup: Cup) -> int:
    """All cards that count as this kind; none if there is no such kind."""
    return (OF_KIND.get(kind, 0) & ~SAKE_CUP) | (SAKE_CUP if cup.get(kind) else 0)


def with_cup(need: Need, cup: Cup) -> Need:
    """The need; for a whole kind, with the cup if it counts as that kind and is not left out by name."""
    if need.kind not in ("animal", "chaff"):
        return need
    added = cards_of(need.kind, cup) & SAKE_CUP & ~need.without
    return replace(need, cards=(need.cards & ~SAKE_CUP) | added)


_OVERLAPS = {"animal": "animals", "ribbon": "ribbons"}


def compiled(rules: RuleSet) -> Plan:
    multipliers = rules.multipliers
    counting = rules.counting if rules.game == COUNTED else CountingOptions()
    return Plan(
        readings=tuple(_rows(rules, cup) for cup in READINGS[rules.sake_cup]),
        highest=rules.brights == "highest",
        best=rules.counts == "best",
        animals=rules.overlap.animals,
        ribbons=rules.overlap.ribbons,
        factors=_factors(rules),
        big=multipliers.big if multipliers.big.factor > 1 else None,
        combine=multipliers.combine,
        max_base=multipliers.max_base,
        max_factor=multipliers.max_factor,
        max_points=multipliers.max_points,
        rain_man_counts=multipliers.field_brights.rainman,
        worth=_worth(counting),
        chaff_worth=counting.chaff,
        willows=counting.ameshima != "nothing",
    )


def _worth(counting: CountingOptions) -> tuple[tuple[int, int], ...]:
    """What cards are worth by themselves: all of a kind, but for those that are worth something else."""
    single = {cards(card): points for card, points in counting.cards.items()}
    of_each = (counting.bright, counting.animal, counting.ribbon, counting.chaff)
    kinds = zip(OF_KIND.values(), of_each, strict=True)
    return (*((of_kind & ~sum(single), points) for of_kind, points in kinds if points), *single.items())


def _rows(rules: RuleSet, cup: Cup) -> tuple[PlanRow, ...]:
    """The yaku in force, the known ones first, with the sake cup counted as ``cup``."""
    known = [
        (name, yaku.of_size(options.min) if yaku.counts and options.min else yaku, options)
        for name, yaku in KNOWN.items()
        if (options := rules.yaku.get(name)) is not None
    ]
    own = [(name, _own(name, options), options) for name, options in rules.yaku.items() if name not in KNOWN]
    paid = [row for row in known + own if row[2].points or row[2].after_koi]  # the others are not played
    rows = {1 << place: _row(rules, *yaku, cup) for place, yaku in enumerate(paid)}
    return tuple(
        replace(row, bit=bit, meets=sum(other for other in rows if _meet(rules, row, rows[other])))
        for bit, row in rows.items()
    )


def _meet(rules: RuleSet, row: PlanRow, other: PlanRow) -> bool:
    """Whether ``combine`` may do anything with two yaku that a pile holds: every rule of it is asked here."""
    if other.id in row.replaces + row.excluded_by + row.rivals:
        return True
    if row.family and row.family == other.family:
        return rules.brights == "highest"
    how = getattr(rules.overlap, row.overlap) if row.overlap == other.overlap != "" else "stack"
    return how != "stack" and (row.counts != other.counts or (how == "special_takes" and not row.counts))


def _own(name: str, options: YakuOptions) -> Yaku:
    """A table's own yaku, in the grammar of the catalogue."""
    left_out = left_out_of(options)
    if options.cards is not None:
        among = text(cards(" ".join(options.cards)) & ~left_out)
    else:
        among = " not ".join(filter(None, (options.kind or "any", text(left_out))))
    least = options.min or (None if options.cards is not None else 4)
    all_of = (" ".join(options.also),) if options.also else ()
    needs = (*all_of, f"{least} of {among}" if least else among)
    return Yaku(name=name, needs=needs, monthly=options.monthly or "")


def _row(rules: RuleSet, name: str, yaku: Yaku, options: YakuOptions, cup: Cup) -> PlanRow:
    made_of = _made_of(yaku, cup)
    overlap = _overlap(yaku, options, made_of)
    ruined_by, ruined_in = _weather(rules, name)
    may_differ = any(required.least < required.cards.bit_count() for required in made_of.needs)
    return PlanRow(
        id=name,
        # which cards make it
        needs=tuple((required.cards, required.least) for required in made_of.needs),
        core=made_of.core,
        monthly=yaku.monthly,
        wild=LIGHTNING if options.lightning else 0,
        counted=not yaku.monthly and any(required.kind == "chaff" for required in made_of.needs),
        twice=made_of.of_kind & _twice(rules, cup) if made_of.kind == "chaff" else 0,
        kind=made_of.of_kind if made_of.kind and not yaku.monthly else 0,
        size=made_of.needs[-1].least,
        # what it pays
        points=options.points,
        extra=options.extra,
        from_koi=bool(options.extra) and options.extra_from == "own_koi",
        after_koi=options.after_koi,
        repeat=options.repeat,
        separate=options.separate,
        months=options.months,
        month_factor=options.month_factor,
        # what keeps it from counting
        ruined_by=ruined_by | cards(" ".join(options.ruined_by)),
        ruined_in=ruined_in,
        excluded_by=options.excluded_by,
        rivals=tuple(
            other for other, row in rules.yaku.items() if other in options.rivals or name in row.rivals
        ),  # whichever of the two names the other
        requires_other=options.requires_other,
        # which other yaku share its cards, or do not count beside it
        family=yaku.family,
        overlap=overlap,
        counts=yaku.counts,
        leaves_further=bool(overlap and options.extra) and not yaku.counts and may_differ,
        replaces=options.replaces,
    )


def _twice(rules: RuleSet, cup: Cup) -> int:
    """The cards that count as two among chaff."""
    return cards(" ".join(rules.chaff_twice)) | (SAKE_CUP if cup.get("chaff") == 2 else 0)


class _MadeOf(NamedTuple):
    """The cards that make a yaku. Further cards are further ones of its last need."""

    needs: list[Need]
    core: int  # all cards that the needs name
    kind: str  # to which further cards belong; empty where there are none
    of_kind: int  # those that can be further cards


def _made_of(yaku: Yaku, cup: Cup) -> _MadeOf:
    *fixed, main = needs = [with_cup(need(words), cup) for words in yaku.needs]
    besides = 0
    for required in fixed:
        besides |= required.cards
    kind = main.kind or _kind_of(main.cards)
    # a yaku of named cards grows by any card of their kind, but not by one that it needs anyway
    of_kind = main.cards if main.kind else (main.cards | cards_of(kind, cup)) & ~besides
    return _MadeOf(needs, besides | main.cards, kind, of_kind)


def _overlap(yaku: Yaku, options: YakuOptions, made_of: _MadeOf) -> str:
    """Whether a yaku shares its cards with others: "animals", "ribbons" or ""."""
    shared = made_of.kind if options.extra else _kind_of(made_of.core)
    return "" if yaku.monthly else _OVERLAPS.get(shared, "")


def _kind_of(cards: int) -> str:
    """The kind to which all these cards belong; empty if they are of several kinds."""
    return next((kind for kind, of_kind in OF_KIND.items() if cards and not cards & ~of_kind), "")


def _weather(rules: RuleSet, name: str) -> tuple[int, tuple[int, ...]]:
    """What ruins this yaku: captured cards, and months on the field."""
    captured, on_field = 0, []
    for weather, lead, month in ((rules.weather.rain, RAIN_MAN, 11), (rules.weather.fog, PHOENIX, 12)):
        if can_ruin(weather, name):
            signs = {
                "captured_lead": lead,
                "captured_lead_or_lightning": lead | LIGHTNING,
                "captured_month": of_month(month),
            }
            captured |= signs.get(weather.sign, 0)
            if weather.sign == "field_month":
                on_field.append(month)
    return captured, tuple(on_field)


def _factors(rules: RuleSet) -> tuple[FactorRow, ...]:
    multipliers = rules.multipliers
    rows = [
        FactorRow(name, row.form, row.factor, row.table, multipliers.koi_counts == "players")
        for name, row in multipliers.of_koi.items()
        if row.form != "off"
    ]
    if multipliers.field_brights.form != "off":
        # its forms have no factor of their own: a bright is × 2
        rows.append(FactorRow("field_brights", multipliers.field_brights.form, 2))
    if multipliers.round:
        rows.append(FactorRow("round", "round", 1, tuple(("x", factor) for factor in multipliers.round)))
    return tuple(rows)
