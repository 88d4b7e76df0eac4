"""A rule set compiled into a flat scoring plan.

The options of a rule set affect one another: the sake cup, the weather, overlaps, exclusions, month cards.
They are worked out here, once, into rows that need no further thought; the evaluators (``scorer.py`` and
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
    """What the evaluators read. If the sake cup counts as what pays more, there are two ``readings``."""

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
        """The chaff cards that must be named in the round with this number, not only counted, except
        those of whole months."""
        asked = 0
        for row in self.rows:
            asked |= row.ruined_by | row.wild
            if row.is_whole_month and not row.wild:
                continue
            of_round = of_month(month_of(number)) if row.monthly == "round" else DECK
            for among, _ in row.needs:
                # chaff of a whole kind is only counted, so what does not count among it must be named
                asked |= CHAFF & ~among if row.counted else among & of_round
            if row.extra and not row.counted:
                asked |= row.kind
        return asked & CHAFF

    def asks_months(self, number: int) -> tuple[int, ...]:
        """The months to ask about in the round with this number, because a pile may hold all their cards."""
        wanted = {row.monthly for row in self.rows if row.is_whole_month}
        if "each" in wanted:
            return tuple(range(1, 13))
        return (month_of(number),) if "round" in wanted else ()


def month_of(number: int) -> int:
    """The month (1 to 12) of the round with this number: the thirteenth round is January again."""
    return (number - 1) % 12 + 1


def compiled(rules: RuleSet) -> Plan:
    """The plan of a rule set."""
    multipliers = rules.multipliers
    return Plan(
        readings=tuple(_rows(rules, cup) for cup in READINGS[rules.sake_cup]),
        highest=rules.brights == "highest",
        animals=rules.overlap.animals,
        ribbons=rules.overlap.ribbons,
        factors=_factors(rules),
        big=BigRow(multipliers.big.at, multipliers.big.factor, multipliers.big.min_yaku, multipliers.big.on)
        if multipliers.big
        else None,
        combine=multipliers.combine,
        max_base=multipliers.max_base,
        max_factor=multipliers.max_factor,
        max_points=multipliers.max_points,
        rain_man_counts=bool(multipliers.field_brights and multipliers.field_brights.rainman),
    )


def _rows(rules: RuleSet, cup: Cup) -> tuple[Row, ...]:
    """The yaku in force, the known ones first, with the sake cup counted as ``cup``."""
    known = [
        (name, _known(yaku, options), options)
        for name, yaku in KNOWN.items()
        if (options := rules.yaku.get(name)) is not None
    ]
    own = [(name, _own(name, options), options) for name, options in rules.yaku.items() if name not in KNOWN]
    return tuple(
        _row(rules, name, yaku, options, cup)
        for name, yaku, options in known + own
        if options.points or options.after_koi
    )


def _known(yaku: Yaku, options: YakuOptions) -> Yaku:
    """A known yaku, with the fewest cards it needs by these rules."""
    return yaku.of_size(options.min) if yaku.counts and options.min else yaku


def _own(name: str, options: YakuOptions) -> Yaku:
    """A table's own yaku, in the grammar of the catalogue."""
    among = " ".join(options.cards) if options.cards else options.kind or "any"
    least = options.min or (4 if among == "any" else None)
    number = f"{least} of " if least else ""
    without = f" not {' '.join(options.without)}" if options.without else ""
    if without and not number:
        among, without = " ".join(card for card in options.cards or () if card not in options.without), ""
    return Yaku(
        name=options.name or name, needs=(f"{number}{among}{without}",), monthly=options.monthly or ""
    )


def _row(rules: RuleSet, name: str, yaku: Yaku, options: YakuOptions, cup: Cup) -> Row:
    needs = [with_cup(need(words), cup) for words in yaku.needs]
    core = 0
    for required in needs:
        core |= required.cards
    counting = len(needs) == 1 and bool(needs[0].kind)
    kind = needs[0].kind if counting else _kind_of(core)
    of_kind = core if counting else core | cards_of(kind, cup)
    overlap = "" if yaku.monthly else _OVERLAPS.get(_kind_of(core), "")
    ruined_by, ruined_in = _weather(rules, name, yaku)
    return Row(
        id=name,
        needs=tuple((required.cards, required.least) for required in needs),
        core=core,
        monthly=yaku.monthly,
        repeat=options.repeat,
        separate=options.separate,
        wild=LIGHTNING if options.lightning else 0,
        counted=not yaku.monthly and any(required.kind == "chaff" for required in needs),
        twice=of_kind & SAKE_CUP if kind == "chaff" and cup.chaff == 2 else 0,
        kind=of_kind if kind and not yaku.monthly else 0,
        size=sum(required.least for required in needs),
        points=options.points,
        extra=options.extra,
        after_koi=options.after_koi,
        months=options.months,
        month_factor=options.month_factor,
        ruined_by=ruined_by,
        ruined_in=ruined_in,
        family=yaku.family,
        overlap=overlap,
        counts=yaku.counts,
        leaves_further=bool(overlap and options.extra) and not yaku.counts and _has_choice(needs),
        replaces=options.replaces,
        excluded_by=options.excluded_by,
        rivals=_rivals(rules, name, options),
        requires_other=options.requires_other,
    )


def _has_choice(needs: list[Need]) -> bool:
    """Whether different cards can make a yaku."""
    return any(required.least < required.cards.bit_count() for required in needs)


def _kind_of(cards: int) -> str:
    """The kind to which all these cards belong; empty if they are of several kinds."""
    return next((kind for kind, of_kind in OF_KIND.items() if cards and not cards & ~of_kind), "")


def _rivals(rules: RuleSet, name: str, options: YakuOptions) -> tuple[str, ...]:
    """The rivals of a yaku, whichever of the two names the other."""
    return tuple(other for other, row in rules.yaku.items() if other in options.rivals or name in row.rivals)


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
    multipliers = rules.multipliers
    rows = [
        FactorRow(name, row.form, row.factor, row.table)
        for name, row in (
            ("own_koi", multipliers.own_koi),
            ("opponent_koi", multipliers.opponent_koi),
            ("any_koi", multipliers.any_koi),
        )
        if isinstance(row, KoiFactor)
    ]
    if isinstance(multipliers.field_brights, FieldBrights):
        rows.append(FactorRow("field_brights", multipliers.field_brights.form, 2))
    if multipliers.round:
        rows.append(FactorRow("round", "round", 1, tuple(("x", factor) for factor in multipliers.round)))
    return tuple(rows)
