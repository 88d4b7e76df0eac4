"""A rule set compiled into a flat scoring plan.

The options of a rule set touch one another: the sake cup, the weather, overlaps, exclusions, month cards.
They are worked out here, once, into rows that need no further thought; the evaluators (``scoring.py`` and
the one in the browser) read nothing but the plan.
"""

from __future__ import annotations

import msgspec

from ..cards import CHAFF, DECK, LIGHTNING, OF_KIND, PHOENIX, RAIN_MAN, SAKE_CUP, of_month
from ..rules.ruleset import RuleSet
from ..rules.scoring_options import FieldBrights, Fog, KoiFactor, Rain, YakuOptions
from ..rules.yaku import KNOWN, Monthly, Need, Yaku, need
from .circumstances import Circumstances
from .cup import READINGS, Cup, cards_of, with_cup

_OVERLAPS = {"animal": "animals", "ribbon": "ribbons"}
_WHOLE_MONTH = ((DECK, 4),)


class Row(msgspec.Struct, frozen=True, gc=False):
    """One yaku in force: what makes it, what it pays, and how it meets the others."""

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
    size: int  # how many of them it takes before the first further card
    points: int
    extra: int
    after_koi: int | None
    months: tuple[int, ...] | None
    month_factor: int | None
    ruined_by: int  # ruined when one of these cards was captured
    ruined_in: tuple[int, ...]  # ruined when a card of these months lies on the field
    family: str
    overlap: str  # "animals", "ribbons" or ""
    counts: bool  # the counting yaku of that overlap
    leaves_further: (
        bool  # of more cards than it takes it may have to leave some to another yaku of that overlap
    )
    replaces: tuple[str, ...]
    excluded_by: tuple[str, ...]
    rivals: tuple[str, ...]  # they or this one: whichever are worth more
    requires_other: bool

    @property
    def is_whole_month(self) -> bool:
        """Whether it takes the four cards of a month."""
        return bool(self.monthly) and self.needs == _WHOLE_MONTH


class FactorRow(msgspec.Struct, frozen=True, gc=False):
    """One multiplication. Forms: flat, linear, power, table, count; ``round`` reads the table by round."""

    id: str
    form: str
    factor: int = 1
    table: tuple[tuple[str, int], ...] = ()


class BigRow(msgspec.Struct, frozen=True, gc=False):
    at: int
    factor: int
    min_yaku: int
    on: str  # "base" or "total"


class Plan(msgspec.Struct, frozen=True):
    """What the evaluators read. Where the sake cup counts as the better, there are two ``readings``."""

    readings: tuple[tuple[Row, ...], ...]
    highest: bool  # of the yaku of one family only the highest counts
    animals: str  # overlaps
    ribbons: str
    factors: tuple[FactorRow, ...]
    big: BigRow | None
    combine: str  # "product" or "sum"
    max_base: int | None
    max_factor: int | None
    max_points: int | None
    rain_man_counts: bool  # among the brights of the dealt field

    def overlap(self, row: Row) -> str:
        """How a yaku shares further cards with others."""
        return {"animals": self.animals, "ribbons": self.ribbons}.get(row.overlap, "stack")

    @property
    def rows(self) -> tuple[Row, ...]:
        return self.readings[0]

    def to_yaku(self, at: Circumstances) -> Circumstances:
        """The circumstances, with only what a yaku of this plan depends on."""
        calls = any(row.after_koi is not None for row in self.rows)
        months = any(row.months is not None or row.monthly == "round" for row in self.rows)
        return Circumstances(
            own=1 if calls and at.own else 0,
            round=month_of(at.round) if months and at.round else None,
            field_months=tuple(month for month in self.asks_field_months if month in at.field_months),
        )

    @property
    def asks_dealt_brights(self) -> bool:
        return any(row.id == "field_brights" for row in self.factors)

    @property
    def asks_field_months(self) -> tuple[int, ...]:
        """The months of which the plan must know whether a card lies on the field now."""
        return tuple(sorted({month for row in self.rows for month in row.ruined_in}))

    def asks_chaff(self, number: int) -> int:
        """The chaff cards that must be named in the round with this number, not only counted; those of
        whole months aside."""
        found = 0
        for row in self.rows:
            found |= row.ruined_by | row.wild
            if row.is_whole_month and not row.wild:
                continue
            of_round = of_month(month_of(number)) if row.monthly == "round" else DECK
            for among, _ in row.needs:
                # chaff of a whole kind is only counted, so what does not count among it must be named
                found |= CHAFF & ~among if row.counted else among & of_round
            if row.extra and not row.counted:
                found |= row.kind
        return found & CHAFF

    def asks_months(self, number: int) -> tuple[int, ...]:
        """The months that a pile may hold whole, to be asked in the round with this number."""
        wanted = {row.monthly for row in self.rows if row.is_whole_month}
        if "each" in wanted:
            return tuple(range(1, 13))
        return (month_of(number),) if "round" in wanted else ()


def month_of(number: int) -> int:
    """The month (1 to 12) of the round with this number: the thirteenth round is January again."""
    return (number - 1) % 12 + 1


def compiled(rules: RuleSet) -> Plan:
    """The plan of a rule set."""
    factors = rules.multipliers
    return Plan(
        readings=tuple(_rows(rules, cup) for cup in READINGS[rules.sake_cup]),
        highest=rules.brights == "highest",
        animals=rules.overlap.animals,
        ribbons=rules.overlap.ribbons,
        factors=_factors(rules),
        big=BigRow(factors.big.at, factors.big.factor, factors.big.min_yaku, factors.big.on)
        if factors.big
        else None,
        combine=factors.combine,
        max_base=factors.max_base,
        max_factor=factors.max_factor,
        max_points=factors.max_points,
        rain_man_counts=bool(factors.field_brights and factors.field_brights.rainman),
    )


def _rows(rules: RuleSet, cup: Cup) -> tuple[Row, ...]:
    """The yaku in force, the known ones first, with the sake cup counted as ``cup``."""
    known = [
        (name, _known(yaku, chosen), chosen)
        for name, yaku in KNOWN.items()
        if (chosen := rules.yaku.get(name)) is not None
    ]
    own = [(name, _own(name, chosen), chosen) for name, chosen in rules.yaku.items() if name not in KNOWN]
    return tuple(
        _row(rules, name, yaku, chosen, cup)
        for name, yaku, chosen in known + own
        if chosen.points or chosen.after_koi
    )


def _known(yaku: Yaku, chosen: YakuOptions) -> Yaku:
    """A known yaku, from as many cards on as the table says."""
    return yaku.of_size(chosen.min) if yaku.counts and chosen.min else yaku


def _own(name: str, chosen: YakuOptions) -> Yaku:
    """A table's own yaku in the grammar of the catalogue."""
    among = " ".join(chosen.cards) if chosen.cards else chosen.kind or "any"
    least = chosen.min or (4 if among == "any" else None)
    number = f"{least} of " if least else ""
    without = f" not {' '.join(chosen.without)}" if chosen.without else ""
    if without and not number:
        among, without = " ".join(card for card in chosen.cards or () if card not in chosen.without), ""
    return Yaku(name=chosen.name or name, needs=(f"{number}{among}{without}",), monthly=chosen.monthly or "")


def _row(rules: RuleSet, name: str, yaku: Yaku, chosen: YakuOptions, cup: Cup) -> Row:
    needs = [with_cup(need(words), cup) for words in yaku.needs]
    core = 0
    for one in needs:
        core |= one.cards
    counting = len(needs) == 1 and bool(needs[0].kind)
    kind = needs[0].kind if counting else _kind_of(core)
    of_kind = core if counting else core | cards_of(kind, cup)
    overlap = "" if yaku.monthly else _OVERLAPS.get(_kind_of(core), "")
    ruined_by, ruined_in = _weather(rules, name, yaku)
    return Row(
        id=name,
        needs=tuple((one.cards, one.least) for one in needs),
        core=core,
        monthly=yaku.monthly,
        repeat=chosen.repeat,
        separate=chosen.separate,
        wild=LIGHTNING if chosen.lightning else 0,
        counted=not yaku.monthly and any(one.kind == "chaff" for one in needs),
        twice=of_kind & SAKE_CUP if kind == "chaff" and cup.chaff == 2 else 0,
        kind=of_kind if kind and not yaku.monthly else 0,
        size=sum(one.least for one in needs),
        points=chosen.points,
        extra=chosen.extra,
        after_koi=chosen.after_koi,
        months=chosen.months,
        month_factor=chosen.month_factor,
        ruined_by=ruined_by,
        ruined_in=ruined_in,
        family=yaku.family,
        overlap=overlap,
        counts=yaku.counts,
        leaves_further=bool(overlap and chosen.extra) and not yaku.counts and _has_choice(needs),
        replaces=chosen.replaces,
        excluded_by=chosen.excluded_by,
        rivals=_rivals(rules, name, chosen),
        requires_other=chosen.requires_other,
    )


def _has_choice(needs: list[Need]) -> bool:
    """Whether different cards can make a yaku."""
    return any(need.least < need.cards.bit_count() for need in needs)


def _kind_of(found: int) -> str:
    """The one kind to which these cards belong; empty if they are of several kinds."""
    return next((kind for kind, cards in OF_KIND.items() if found and not found & ~cards), "")


def _rivals(rules: RuleSet, name: str, chosen: YakuOptions) -> tuple[str, ...]:
    """The rivals of a yaku, whichever of the two names the other."""
    return tuple(other for other, row in rules.yaku.items() if other in chosen.rivals or name in row.rivals)


def _weather(rules: RuleSet, name: str, yaku: Yaku) -> tuple[int, tuple[int, ...]]:
    """What ruins this yaku: captured cards, and months on the field."""
    captured, on_field = 0, []
    made_of = {name, *yaku.made_of}
    for weather, lead, month in ((rules.weather.rain, RAIN_MAN, 11), (rules.weather.fog, PHOENIX, 12)):
        if made_of & set(weather.ruins):
            captured |= _signs(weather, lead, month)
            if weather.sign == "field_month":
                on_field.append(month)
    return captured, tuple(on_field)


def _signs(weather: Rain | Fog, lead: int, month: int) -> int:
    return {
        "captured_lead": lead,
        "captured_lead_or_lightning": lead | LIGHTNING,
        "captured_month": of_month(month),
    }.get(weather.sign, 0)


def _factors(rules: RuleSet) -> tuple[FactorRow, ...]:
    chosen = rules.multipliers
    rows = [
        FactorRow(name, row.form, row.factor, row.table)
        for name, row in (
            ("own_koi", chosen.own_koi),
            ("opponent_koi", chosen.opponent_koi),
            ("any_koi", chosen.any_koi),
        )
        if isinstance(row, KoiFactor)
    ]
    if isinstance(chosen.field_brights, FieldBrights):
        rows.append(FactorRow("field_brights", chosen.field_brights.form, 2))
    if chosen.round:
        rows.append(FactorRow("round", "round", 1, tuple(("x", factor) for factor in chosen.round)))
    return tuple(rows)
