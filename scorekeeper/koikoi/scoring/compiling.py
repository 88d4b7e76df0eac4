"""Compiles a rule set into the flat plan that the evaluators read.

The options of a rule set affect one another: the sake cup, the weather, overlaps, exclusions, month cards.
They are worked out here, once, into rows that need no further thought.
"""

from __future__ import annotations

from ..cards import LIGHTNING, OF_KIND, PHOENIX, RAIN_MAN, SAKE_CUP, cards, of_month, text
from ..rules.options import FieldBrights, Fog, KoiFactor, Rain, YakuOptions, left_out_of
from ..rules.ruleset import RuleSet, can_ruin
from ..rules.yaku import KNOWN, Need, Yaku, need
from .cup import READINGS, Cup, cards_of, with_cup
from .plan import BigRow, FactorRow, Plan, Row

_OVERLAPS = {"animal": "animals", "ribbon": "ribbons"}


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
    left_out = left_out_of(options)
    if options.cards is not None:
        among = text(cards(" ".join(options.cards)) & ~left_out)
    else:
        among = " not ".join(filter(None, (options.kind or "any", text(left_out))))
    least = options.min or (None if options.cards is not None else 4)
    all_of = (" ".join(options.also),) if options.also else ()
    needs = (*all_of, f"{least} of {among}" if least else among)
    return Yaku(name=name, needs=needs, monthly=options.monthly or "")


def _row(rules: RuleSet, name: str, yaku: Yaku, options: YakuOptions, cup: Cup) -> Row:
    needs = [with_cup(need(words), cup) for words in yaku.needs]
    *fixed, main = needs  # further cards are further ones of the last need
    besides = 0
    for required in fixed:
        besides |= required.cards
    core = besides | main.cards
    kind = main.kind or _kind_of(main.cards)
    of_kind = main.cards if main.kind else (main.cards | cards_of(kind, cup)) & ~besides
    shared = kind if options.extra else _kind_of(core)
    overlap = "" if yaku.monthly else _OVERLAPS.get(shared, "")
    ruined_by, ruined_in = _weather(rules, name)
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
        size=main.least,
        points=options.points,
        extra=options.extra,
        after_koi=options.after_koi,
        months=options.months,
        month_factor=options.month_factor,
        ruined_by=ruined_by | cards(" ".join(options.ruined_by)),
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


def _weather(rules: RuleSet, name: str) -> tuple[int, tuple[int, ...]]:
    """What ruins this yaku: captured cards, and months on the field."""
    captured, on_field = 0, []
    for weather, lead, month in ((rules.weather.rain, RAIN_MAN, 11), (rules.weather.fog, PHOENIX, 12)):
        if can_ruin(weather, name):
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
        FactorRow(name, row.form, row.factor, row.table, multipliers.koi_counts == "players")
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
