"""How the yaku of a pile affect one another: which replace which, and what each is worth then.

``static/js/interplay.js`` is the same for the browser.
"""

from __future__ import annotations

from msgspec.structs import replace

from .holding import Held
from .plan import Plan, month_of

Worth = tuple[Held, int]  # a yaku that counts, and what it is worth


def interplay(plan: Plan, held: list[Held], cards: int, own: int, number: int | None) -> list[Worth]:
    """The yaku that count, made of ``cards``, after ``own`` calls in the round with this number."""
    if len(held) > 1:
        held = _without_lower(plan, held, cards)
    worth = [(yaku, points) for yaku in held if (points := _worth(yaku, own, number))]
    return _side_by_side(worth) if len(worth) > 1 else worth


def _without_lower(plan: Plan, held: list[Held], cards: int) -> list[Held]:
    """The yaku and further cards that are left when a family, replacements and overlaps are worked out."""
    if plan.highest:
        held = _highest(held)
    held = _not_replaced(held)
    held = _overlap(held, cards, "animals", plan.animals)
    return _overlap(held, cards, "ribbons", plan.ribbons)


def _highest(held: list[Held]) -> list[Held]:
    """The yaku without those of a family that are worth less than its best, the first of equals."""
    best: dict[str, Held] = {}
    for yaku in held:
        rival = best.get(yaku.row.family)
        if rival is None or _value(yaku, yaku.row.points) > _value(rival, rival.row.points):
            best[yaku.row.family] = yaku
    return [yaku for yaku in held if not yaku.row.family or best[yaku.row.family] is yaku]


def _not_replaced(held: list[Held]) -> list[Held]:
    """The yaku that no other replaces; a yaku that is replaced replaces nothing itself."""
    if not any(yaku.row.replaces for yaku in held):
        return held
    gone: set[str] = set()
    waiting = held
    while waiting:
        replaceable = {name for yaku in waiting for name in yaku.row.replaces}
        for yaku in waiting:
            if yaku.row.id not in replaceable and yaku.row.id not in gone:
                gone.update(yaku.row.replaces)
        waiting = [yaku for yaku in waiting if yaku.row.id in replaceable]
    return [yaku for yaku in held if yaku.row.id not in gone]


def _overlap(held: list[Held], cards: int, kind: str, how: str) -> list[Held]:
    """The yaku after the special yaku of a kind and the yaku that counts it have shared further cards."""
    if how == "stack":
        return held
    special = [yaku for yaku in held if yaku.row.overlap == kind and not yaku.row.counts]
    counting = [yaku for yaku in held if yaku.row.overlap == kind and yaku.row.counts]
    if how == "count_takes" and counting:
        return [_without_further(yaku, cards) if yaku in special else yaku for yaku in held]
    if how == "special_takes" and special:
        return _paid_once([yaku for yaku in held if yaku not in counting], special, cards)
    return held


def _paid_once(held: list[Held], special: list[Held], cards: int) -> list[Held]:
    """Pay further cards, those in no special yaku, once: to the yaku that pays most, the first of equals."""
    cores = 0
    for yaku in special:
        cores |= _core(yaku, cards)
    payee = max(special, key=lambda yaku: yaku.row.extra)
    paid = []
    for yaku in held:
        if yaku is payee:
            further = yaku.among & yaku.row.kind & ~cores
            among = _core(yaku, cards) | further
            paid.append(replace(yaku, further=(cards & further).bit_count(), among=among))
        else:
            paid.append(_without_further(yaku, cards) if yaku in special else yaku)
    return paid


def _without_further(yaku: Held, cards: int) -> Held:
    return replace(yaku, further=0, among=_core(yaku, cards))


def _core(yaku: Held, cards: int) -> int:
    """The cards that make the yaku, and none beyond those it needs."""
    if not yaku.row.leaves_further:
        return yaku.row.core
    core = 0
    for among, least in yaku.row.needs:
        made = cards & among
        while made.bit_count() > least:
            made &= made - 1  # without its first card
        core |= made
    return core


def _worth(yaku: Held, own: int, number: int | None) -> int:
    """What a yaku is worth, with its value after a call and its factor in some months."""
    row = yaku.row
    worth = _value(yaku, row.after_koi if own and row.after_koi is not None else row.points)
    if row.month_factor is not None and row.months and number and month_of(number) in row.months:
        worth *= row.month_factor
    return worth


def _value(yaku: Held, points: int) -> int:
    return points * yaku.times + yaku.row.extra * yaku.further


def _side_by_side(worth: list[Worth]) -> list[Worth]:
    """The yaku that count, given the others that are there."""
    present = {yaku.row.id for yaku, _ in worth}
    kept = [(yaku, points) for yaku, points in worth if present.isdisjoint(yaku.row.excluded_by)]
    return _best(kept) if any(yaku.row.rivals for yaku, _ in kept) else kept


def _best(worth: list[Worth]) -> list[Worth]:
    """Of all ways to leave out rivals, the one worth most; among equals the first yaku is kept."""
    present = {yaku.row.id for yaku, _ in worth}
    torn = next((yaku.row for yaku, _ in worth if not present.isdisjoint(yaku.row.rivals)), None)
    if torn is None:
        return worth
    with_it = _best([(yaku, points) for yaku, points in worth if yaku.row.id not in torn.rivals])
    without = _best([(yaku, points) for yaku, points in worth if yaku.row is not torn])
    return max(with_it, without, key=lambda ways: sum(points for _, points in ways))
