"""What raises the stakes of a round: doublings, koi-koi, and the caps on them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

import msgspec

from ....sentences import N_, Sentence, count, say
from .. import wording
from ..ruleset import RuleSet
from ..scoring_options import Big, KoiFactor
from .options import stated

CAPS: Final[Mapping[str, str]] = {
    "max_base": N_("At this table the yaku together count at most %(most)d."),
    "max_factor": N_("At this table the factor is at most %(most)d."),
    "max_points": N_("At this table a round pays at most %(most)d."),
}
# Whose calls: the sentence where every call does the same, where it grows without end, where by a table.
_CALLS: Final = {
    "own_koi": (
        N_("Your own koi-koi: × %(factor)d, once."),
        N_("Your own koi-koi, call by call: %(steps)s and so on."),
        N_("Your own koi-koi, call by call: %(steps)s."),
    ),
    "opponent_koi": (
        N_("The other player's koi-koi: × %(factor)d, once."),
        N_("The other player's koi-koi, call by call: %(steps)s and so on."),
        N_("The other player's koi-koi, call by call: %(steps)s."),
    ),
    "any_koi": (
        N_("Koi-koi by anybody: × %(factor)d, once."),
        N_("Koi-koi by anybody, call by call: %(steps)s and so on."),
        N_("Koi-koi by anybody, call by call: %(steps)s."),
    ),
}
_FIELD_BRIGHTS: Final = {
    "linear": N_("Brights dealt to the field: one × 2, two × 3, three × 4."),
    "count": N_("Brights dealt to the field: two × 2, three × 3, four × 4."),
}
_TOGETHER: Final = {
    "product": N_("Several together are multiplied: × 2 and × 2 are × 4."),
    "sum": N_("Several together are added: × 2 and × 2 are × 3."),
}


def doublings(rules: RuleSet) -> Iterator[Sentence]:
    """What multiplies the points besides koi-koi, how several go together, and the caps."""
    multipliers = rules.multipliers
    big, steps = multipliers.big, multipliers.round or ()
    calls = list(_calls(rules))
    others = bool(multipliers.field_brights) + any(factor > 1 for factor in steps)
    if big and big.factor > 1:
        yield _from_points(big)
        if big.on == "total" and (calls or others):
            yield say("The points are counted after the other doublings.")
        others += 1
    if multipliers.field_brights:
        yield say(_FIELD_BRIGHTS[multipliers.field_brights.form])
        if multipliers.field_brights.rainman:
            yield say("The rain man is one of them.")
    if any(factor > 1 for factor in steps):
        yield stated("multipliers.round", rules)
    if not others:
        yield say("Only koi-koi raises the stakes.") if calls else say("Nothing is doubled.")
    if others + len(calls) > 1:
        yield say(_TOGETHER[multipliers.combine])
    for cap, sentence in CAPS.items():
        if most := getattr(multipliers, cap):
            yield say(sentence, most=most)


def koikoi(rules: RuleSet) -> Iterator[Sentence]:
    """What koi-koi does to the points, and when it may be called."""
    calls = rules.calls
    if calls.limit == 0:
        yield say("Koi-koi may not be called.")
        return
    effects = [*_calls(rules), *_after_koi(rules)]
    yield from effects or [say("Koi-koi does not change the points.")]
    if effects and rules.multipliers.koi_counts == "players":
        yield stated("multipliers.koi_counts", rules)
    if calls.limit is not None:
        yield _limit(calls.limit, calls.limit_scope)
    if calls.min_points > 1:
        yield count(
            "It takes %(n)d point of yaku; with fewer: %(otherwise)s.",
            "It takes %(n)d points of yaku; with fewer: %(otherwise)s.",
            calls.min_points,
            otherwise=wording.setting("calls.below_min", rules),
        )
    if calls.on_extension != "decide":
        yield stated("calls.on_extension", rules)


def _calls(rules: RuleSet) -> Iterator[Sentence]:
    """A sentence for everybody whose calls change the points."""
    if rules.calls.limit == 0:
        return
    for key, (flat, growing, table) in _CALLS.items():
        row: KoiFactor | None = getattr(rules.multipliers, key)
        if row is None or not _does_something(row):
            continue
        if row.form == "flat":
            yield say(flat, factor=row.factor)
        else:
            steps = wording.steps_of(msgspec.to_builtins(row)).removesuffix(" …").split(", ")
            template = table if row.form == "table" else growing
            yield say(template, steps=wording.listing([say("%(text)s", text=step) for step in steps]))


def _after_koi(rules: RuleSet) -> Iterator[Sentence]:
    """What some yaku pay once their owner has called."""
    for name, row in rules.yaku.items():
        if row.after_koi is not None and row.after_koi != row.points and wording.is_played(name, rules):
            yield count(
                "%(yaku)s after your own koi-koi: %(n)d point.",
                "%(yaku)s after your own koi-koi: %(n)d points.",
                row.after_koi,
                yaku=wording.yaku(name, rules),
            )


def _does_something(row: KoiFactor) -> bool:
    if row.form == "table":
        return any(step not in (("x", 1), ("+", 0)) for step in row.table)
    return row.factor > 1


def _from_points(big: Big) -> Sentence:
    if big.min_yaku == 1:
        return count(
            "From %(n)d point on: × %(factor)d.",
            "From %(n)d points on: × %(factor)d.",
            big.at,
            factor=big.factor,
        )
    return count(
        "From %(n)d point on, if it comes from at least %(yaku)d yaku: × %(factor)d.",
        "From %(n)d points on, if they come from at least %(yaku)d yaku: × %(factor)d.",
        big.at,
        yaku=big.min_yaku,
        factor=big.factor,
    )


def _limit(most: int, scope: str) -> Sentence:
    if scope == "round":
        return count("At most %(n)d koi-koi in a round.", "At most %(n)d koi-koi in a round.", most)
    return count(
        "At most %(n)d koi-koi for each player in a round.",
        "At most %(n)d koi-koi for each player in a round.",
        most,
    )
